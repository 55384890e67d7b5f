"""Marks within a paragraph, read from left to right: inline code, escapes, comments, HTML tags and math."""

from __future__ import annotations

from pincite.parse.mask import Span
from pincite.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re


_MARK = lazy(
    r"\\[!-/:-@\[-`{-~]"
    r"|`+"
    r"|<!--"
    r"|</?[A-Za-z][A-Za-z0-9-]*+(?:\s[^<>]*+)?/?>"
    r"|<[A-Za-z][A-Za-z0-9+.-]*+:[^<>\s]*+>"
    r"|(?<![\w%])%%(?!%)"
    r"|(?<![\w$/])(?:\$\$(?!\$)|\$(?=[^\s$]))"
)
_CLOSING = {"$": lazy(r"(?<![\s\\$])\$(?![\w$])"), "$$": lazy(r"(?<![\\$])\$\$(?![\w$])")}
_RUN = lazy(r"`+")
_BLANK_LINE = lazy(r"\n[ \t\r>]*\n")


class Inline:
    """What inline marks hide. `escapes` and `tags` are no text of a link, but do not hide a citation."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.hidden: list[Span] = []
        self.code: list[Span] = []
        self.comments: list[Span] = []
        self.escapes: list[Span] = []
        self.tags: list[Span] = []

    def read(self, start: int, end: int) -> None:
        """Read the inline text at `start:end`, which is one block."""
        text, at = self.text, start
        closers: dict[int, int] | None = None
        nowhere: set[str] = set()  # closing marks that do not stand in the rest of this block
        while match := _MARK.search(text, at, end):
            mark, at = match[0], match.end()
            first = mark[0]
            if first == "`":
                closers = closers if closers is not None else _closers(text, match.start(), end)
                close = closers.get(match.start(), -1)
                if close >= 0:
                    at = close + len(mark)
                    self.code.append((match.start(), at))
            elif first == "\\":
                if mark != "\\|":
                    self.escapes.append(match.span())
            elif mark in ("<!--", "%%"):
                at = self._comment(match.start(), at, end, nowhere, "-->" if first == "<" else "%%")
            elif first == "<":
                self.tags.append(match.span())
            else:
                at = self._math(match, end, nowhere)

    def _comment(self, start: int, at: int, end: int, nowhere: set[str], closing: str) -> int:
        """Hide a comment that is closed in this block; return where to go on."""
        close = -1 if closing in nowhere else self.text.find(closing, start + 2, end)
        if close < 0:
            nowhere.add(closing)
            return at
        stop = close + len(closing)
        self.hidden.append((start, stop))
        self.comments.append((start, stop))
        return stop

    def _math(self, opening: re.Match[str], end: int, nowhere: set[str]) -> int:
        """Hide math that is closed in this block; return where to go on. `$5 and $6` is none."""
        mark, at = opening[0], opening.end()
        close = None if mark in nowhere else _CLOSING[mark].search(self.text, at, end)
        if close is None:
            nowhere.add(mark)
            return at
        self.hidden.append((opening.start(), close.end()))
        return close.end()

    def tags_only(self, start: int, end: int) -> None:
        """Note the tags of HTML that markdown does not look into."""
        for match in _MARK.finditer(self.text, start, end):
            if match[0][0] == "<" and match[0] != "<!--":
                self.tags.append(match.span())


def _closers(text: str, start: int, end: int) -> dict[int, int]:
    """Return, for the offset of each run of backticks in `start:end`, that of the next run of the same length."""
    latest: dict[int, int] = {}
    found: dict[int, int] = {}
    for run in reversed(list(_RUN.finditer(text, start, end))):
        length = run.end() - run.start()
        if length in latest:
            found[run.start()] = latest[length]
        latest[length] = run.start()
    return found
