"""A page's text with what every scanner needs: its masked copies and the place of an offset."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from pincite.parse.mask import Mask, mask


class Source:
    """The text of a page, decoded, `body` being the offset behind its frontmatter."""

    __slots__ = ("_starts", "body", "mask", "text")

    def __init__(self, text: str, body: int) -> None:
        self.text = text
        self.body = body
        self.mask: Mask = mask(text, body)
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def at(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line_start(self, offset: int) -> int:
        """Return the offset at which the line of `offset` begins."""
        return self._starts[bisect_right(self._starts, offset) - 1]

    def line_end(self, offset: int) -> int:
        """Return the offset of the LF that ends the line of `offset`, or of the end of the text."""
        return self._starts[bisect_right(self._starts, offset)] - 1
