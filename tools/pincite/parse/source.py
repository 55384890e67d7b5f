"""A page's text with what every scanner needs: its masked copies and the place of an offset."""

from __future__ import annotations

from pincite.parse.mask import Mask, mask
from pincite.patterns import MULTILINE, lazy

_DEFINITION = lazy(r"^ {0,3}\[([^\[\]\n]+)\]:", MULTILINE)


class Source:
    """The text of a page, decoded, `body` being the offset behind its frontmatter."""

    __slots__ = ("_at", "_defined", "_line", "_start", "body", "mask", "text")

    def __init__(self, text: str, body: int) -> None:
        self.text = text
        self.body = body
        self.mask: Mask = mask(text, body)
        self._defined: frozenset[str] | None = None
        self._at, self._line, self._start = 0, 1, 0  # the last offset asked for, its line, and where that begins

    def at(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1.

        Scanners ask in page order, so counting on from the last answer is cheaper than an index of all lines.
        """
        last, start, text = self._at, self._start, self.text
        passed = text.count("\n", last, offset) if offset >= last else -text.count("\n", offset, last)
        self._at = offset
        if passed or offset < start:
            self._line += passed
            self._start = start = text.rfind("\n", 0, offset) + 1
        return self._line, offset - start + 1

    def definitions(self) -> frozenset[str]:
        """Return the names, in lower case, of the page's link definitions `[name]: …` and footnotes `[^name]: …`."""
        if self._defined is None:
            found = _DEFINITION.finditer(self.mask.linked, self.body)
            self._defined = frozenset(match[1].lower() for match in found)
        return self._defined

    def line_start(self, offset: int) -> int:
        """Return the offset at which the line of `offset` begins."""
        return offset - self.at(offset)[1] + 1

    def line_end(self, offset: int) -> int:
        """Return the offset of the LF that ends the line of `offset`, or of the end of the text."""
        end = self.text.find("\n", offset)
        return end if end >= 0 else len(self.text)
