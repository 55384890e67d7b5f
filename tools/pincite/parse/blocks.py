"""The exact reading of pages with more than paragraphs and plain lists: fences, indented code, quotes, comments."""

from __future__ import annotations

import re

from pincite.model import Fault
from pincite.parse.mask import Mask, hide

_FENCE = re.compile(r"[ >\t]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}(?=[^`\n]*$)|~{3,})")
_CLOSE = re.compile(r"[ >\t]*(`{3,}|~{3,})[ \t\r]*$")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]")
_OWNER = re.compile(r"[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]|!!!|\?\?\?|===[+!]? \")")
_BLOCK_END = re.compile(r"[ \t>]*(?:$|[-*+][ \t]|\d+[.)][ \t]|#{1,6}|\|)")
_INLINE = re.compile(r"\\[!-/:-@\[-`{-~]|`+|<!--|</?[A-Za-z][^<>\n]*>|%%|\$\$?")
_MATH = re.compile(r"(\$\$?)(?![\s$])[^$\n]*(?<![\s\\])\1(?![\w$])")


class _Scan:
    """One pass over the lines, then one over the inline text of each block."""

    def __init__(self, text: str, body: int) -> None:
        self.text = text
        self.body = body
        self.blocks: list[tuple[int, int]] = []  # inline text
        self.hidden: list[tuple[int, int]] = []  # in both copies
        self.code: list[tuple[int, int]] = []
        self.comments: list[tuple[int, int]] = []
        self.escapes: list[tuple[int, int]] = []
        self.tags: list[tuple[int, int]] = []
        self.faults: list[Fault] = []

    def lines(self) -> None:
        text, at, blank = self.text, self.body, True
        owners: list[int] = []
        while at < len(text):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            line = text[at:end]
            stripped = line.strip()
            fence = _FENCE.match(line)
            if fence:
                at = self._fence(at, end, fence)
                blank = True
                continue
            if line.lstrip(" ").startswith("<!--") and (close := text.find("-->", at)) >= 0:
                self._hide_lines(text.index("<!--", at), close + 3)
                self.comments.append((text.index("<!--", at), close + 3))
                at = close + 3
                continue
            if stripped:
                indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip(" "))
                while owners and owners[-1] >= indent:
                    owners.pop()
                if blank and indent >= 4 * (len(owners) + 1):
                    self.hidden.append((at, end))
                else:
                    if _OWNER.match(line):
                        owners.append(indent)
                    self._inline(at, end, line, blank)
                    blank = False
            else:
                blank = True
            at = end + 1

    def _inline(self, at: int, end: int, line: str, blank: bool) -> None:
        if self.blocks and not blank and self.blocks[-1][1] == at - 1 and not _BLOCK_END.match(line):
            self.blocks[-1] = (self.blocks[-1][0], end)
        else:
            self.blocks.append((at, end))

    def _hide_lines(self, start: int, end: int) -> None:
        self.hidden.append((start, end))

    def _fence(self, at: int, end: int, fence: re.Match[str]) -> int:
        text, mark = self.text, fence[1]
        start = end + 1
        while start < len(text):
            stop = text.find("\n", start)
            stop = len(text) if stop < 0 else stop
            close = _CLOSE.match(text[start:stop])
            if close and close[1][0] == mark[0] and len(close[1]) >= len(mark):
                self.hidden.append((at, stop))
                return stop + 1
            start = stop + 1
        line = text.count("\n", 0, at) + 1
        message = f"`{mark}` opens code that nothing closes: the rest of the page is no text; close it with `{mark}`"
        self.faults.append(Fault("pages.unclosed-fence", message, line, fence.start(1) + 1))
        self.hidden.append((at, len(text)))
        return len(text)

    def inline(self, start: int, end: int) -> None:
        text, at = self.text, start
        while match := _INLINE.search(text, at, end):
            mark, at = match[0], match.end()
            if mark[0] == "`":
                close = re.compile(rf"(?<!`){mark}(?!`)").search(text, at, end)
                if close and close.start() > at:
                    self.code.append((match.start(), close.end()))
                    at = close.end()
            elif mark[0] == "\\":
                if mark != "\\|":
                    self.escapes.append(match.span())
            elif mark == "<!--" or mark == "%%":
                close_at = text.find("-->" if mark == "<!--" else "%%", at, end)
                if close_at >= 0:
                    at = close_at + len(mark) - (mark == "<!--")
                    self.hidden.append((match.start(), at))
                    self.comments.append((match.start(), at))
            elif mark[0] == "<":
                self.tags.append(match.span())
            elif math := _MATH.match(text, match.start(), end):
                at = math.end()
                self.hidden.append(math.span())


def mask_blocks(text: str, body: int) -> Mask:
    """Return the copies of a page of any kind."""
    scan = _Scan(text, body)
    scan.lines()
    for start, end in scan.blocks:
        scan.inline(start, end)
    cited = _without(text, sorted(scan.hidden))
    linked = _without(text, sorted(scan.hidden + scan.code + scan.escapes + scan.tags))
    return Mask(cited, linked, tuple(scan.code), tuple(sorted(scan.comments)), tuple(scan.tags), tuple(scan.faults))


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        if start >= at:
            pieces += (text[at:start], hide(text[start:end]))
            at = end
    pieces.append(text[at:])
    return "".join(pieces)
