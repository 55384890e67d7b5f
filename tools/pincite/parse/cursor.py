"""Where the reading of lines stands: which levels are open, and what the last line was."""

from __future__ import annotations

from pincite.model import Fault
from pincite.parse.mask import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias


Line: TypeAlias = "tuple[str, int]"

TAB = 4  # columns of one level, as Python-Markdown's `tab_length`
GAP: Line = ("", -1)  # stands in a quote for blank lines between two quotes, over which a list goes on but no fence


class Parts:
    """What is found of a page: hidden spans, and the spans of text that inline marks are looked for in."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.hidden: list[Span] = []  # in both copies
        self.raw: list[Span] = []  # HTML that markdown does not look into
        self.comments: list[Span] = []
        self.inline: list[list[int]] = []
        self.headings: list[Place] = []
        self.faults: list[Fault] = []
        self.nowhere: set[str] = set()  # what closes something, and does not stand in the rest of the page


class Cursor:
    """The state of one pass over lines. `open` levels may hold what is indented; `base` is that of the current block.

    A line is a pair: its text, in which only the leading white space and quote marks have their tabs expanded, and the
    offset where it ends; so the offset of any later part of it is that end minus the part's length.
    """

    def __init__(self, parts: Parts, lines: list[Line], depth: int) -> None:
        self.parts = parts
        self.lines = lines
        self.depth = depth
        self.at = 0
        self.open = 0
        self.base = 0
        self.limit = TAB  # the indent within a block from which on a line that begins it is code
        self.fresh = True  # behind a blank line
        self.start = True  # behind a blank line or what ends a block without one
        self.listed = False  # in a block that began with a list item
        self.table = False
        self.title = -1  # where the text of the block begins, as long as it is of one line, which `---` makes a heading
        self.extend = False  # the last inline span goes on
        self.offsets: list[int] = []  # where the content of each open level begins, as CommonMark counts
        self.boxes: list[bool] = []  # whether it is an admonition, a `???` block or a tab, which no lazy line continues

    def inner(self, indent: int) -> int:
        """Return the indent within the block: what is left of it behind the block's levels; negative outside of a box.

        Lists take their level off the lines that have it, and let the others be; boxes let those go.
        """
        lists = self.boxes.index(True) if True in self.boxes[: self.base] else self.base
        if indent >= TAB * lists:
            indent -= TAB * lists
        return indent - TAB * (self.base - lists)

    def leave_box(self, indent: int) -> None:
        """Begin a block with a line that is not indented enough for its box, but stays in the lists around that."""
        self.begin()
        self.base = self.boxes.index(True)
        self.base = min(self.base + self.inner(indent) // TAB, self.open)

    def begin(self) -> None:
        """Begin a block, as behind a blank line."""
        self.fresh = self.start = True
        self.table = self.extend = self.listed = False
        self.limit, self.title = TAB, -1

    def taken(self) -> None:
        """Close the block's levels that its first line does not reach into, and go to the next line."""
        if self.fresh:
            self.open = min(self.open, self.base)
        self.fresh = self.start = self.extend = False
        self.limit, self.title = TAB, -1
        self.at += 1

    def ends(self) -> None:
        """Take a line behind which a block begins without a blank line: a rule, or the line under a heading."""
        self.taken()
        self.open = min(self.open, self.base)
        self.start, self.listed, self.title = True, False, -1

    def opens(self, level: int, offset: int, *, box: bool = False) -> None:
        """Open one level more than `level`, with its content at column `offset`."""
        self.open = level + 1
        del self.offsets[level:], self.boxes[level:]
        self.offsets += [offset] * (level + 1 - len(self.offsets))
        self.boxes += [box] * (level + 1 - len(self.boxes))
