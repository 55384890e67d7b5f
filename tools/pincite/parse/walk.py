"""The blocks that lines make: code, fences, headings, lists, quotes, comments, HTML, and running text."""

from __future__ import annotations

from pincite.model import Fault
from pincite.parse.cursor import GAP, TAB, Cursor, Line
from pincite.patterns import IGNORECASE, lazy

_DEEPEST = 40  # levels of quotes in quotes that are followed

_FENCE = lazy(r"(`{3,}(?=[^`]*\Z)|~{3,})")
_QUOTE = lazy(r" {0,3}> ?")
_ITEM = lazy(r"(?:[-*+]|[0-9]+\.)[ \t]+")
_RULE = lazy(r"(?:(?:-[ ]{0,2}){3,}+|(?:_[ ]{0,2}){3,}+|(?:\*[ ]{0,2}){3,}+|=+|--?)[ ]*\Z")
_OPENER = lazy(
    r"!!! ?[\w-]+(?: +[\w-]+)*(?: +\".*?\")? *\Z"
    r"|\?\?\?\+? ?(?:(?:[\w-]+(?: +[\w-]+)*)?(?: +\".*?\")|[\w-]+(?: +[\w-]+)*) *\Z"
    r"|===(?:\+|\+!|!\+|!)? +\".*?\" *\Z"
)
_UNDERLINE = lazy(r"(?:=+|-+)[ ]*\Z")
_FOOTNOTE = lazy(r"\[\^[^\]]*\]:")
_ROW = lazy(r"[ ]*+\|?[ ]*+:?-++:?[ ]*+(?:\|[ ]*+:?-*+:?[ ]*+)*+\Z")
_VERBATIM = lazy(r"<(pre|script|style|textarea)(?=[\s>]|\Z)", IGNORECASE)
_ELEMENT = lazy(
    r"<(address|article|aside|blockquote|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|"
    r"h[1-6]|header|iframe|legend|li|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)"
    r"(?=[\s/>])(?![^<>]*\smarkdown\b)",
    IGNORECASE,
)


class Walk(Cursor):
    """One pass over the lines of a page, or over those of a quote without their marks."""

    def run(self) -> None:
        """Read all lines."""
        while self.at < len(self.lines):
            line, end = self.lines[self.at]
            rest = line.lstrip(" ")
            if not rest.strip():
                self._blank()
            else:
                self._line(rest, len(line) - len(rest), end)

    def _blank(self) -> None:
        self.at += 1
        self.begin()

    def _line(self, rest: str, indent: int, end: int) -> None:
        """Read one line that is not blank: the first kind of block that takes it."""
        if not self.fresh and self.inner(indent) < 0:
            self.leave_box(indent)
        elif self.fresh:
            self.base = min(indent // TAB, self.open)
        inner = self.inner(indent)
        if self.start and inner >= self.limit:
            return self._code()
        first = rest[0]
        if first in "`~" and (fence := _FENCE.match(rest)):
            return self._fence(fence[1], indent, end - len(rest), end)
        if first in "<%" and self._html(rest, indent, end):
            return None
        if inner == 0 and first in "#!?=" and self._header(rest, end):
            return None
        if inner < TAB and first in "-_*=" and _RULE.match(rest):
            return self._underline(rest, end)
        if inner < TAB and first == ">" and self.depth < _DEEPEST:
            return self._quote()
        if self._item(rest, indent, inner, end):
            return None
        return self._text(rest, inner, end)

    def _code(self) -> None:
        """Hide lines of indented code."""
        first = self.at
        while self.at < len(self.lines):
            line, end = self.lines[self.at]
            rest = line.lstrip(" ")
            indent = len(line) - len(rest)
            inside = self.inner(indent) >= self.limit
            if self.at > first and not (rest.strip() and inside):
                break
            self.parts.hidden.append((end - len(rest), end))
            self.at += 1
        self.fresh, self.start, self.extend = False, True, False

    def _header(self, rest: str, end: int) -> bool:
        """Take a heading, or the first line of an admonition, a `???` block or a tab."""
        if rest[0] == "#":
            self._heading(rest, end)
            self.ends()
            self.parts.inline.append([end - len(rest), end])
            return True
        if _OPENER.match(rest) is None:
            return False
        self.taken()
        self.opens(self.base, TAB * (self.base + 1), box=True)
        self.parts.inline.append([end - len(rest), end])
        self.begin()
        return True

    def _heading(self, rest: str, end: int) -> None:
        level = min(len(rest) - len(rest.lstrip("#")), 6)
        start = end - len(rest)
        self.parts.headings.append((level, start, start + level, end, end))

    def _underline(self, rest: str, end: int) -> None:
        """Take a rule, or the line under a heading."""
        if self.title >= 0 and _UNDERLINE.match(rest):
            self.parts.headings.append(
                (1 if rest[0] == "=" else 2, self.title, self.title, self.lines[self.at - 1][1], end)
            )
        self.ends()

    def _item(self, rest: str, indent: int, inner: int, end: int) -> bool:
        """Take the first line of a list item, if a list can stand or go on here."""
        marker = _ITEM.match(rest) if self.start or self.listed else None
        level = self.base + inner // TAB
        if marker is None or level > self.open or (not self.listed and inner >= TAB):
            return False
        title = end - len(rest) if self.start and inner == 0 else -1
        self.taken()
        self.opens(level, indent + marker.end())
        content = rest[marker.end() :]
        while nested := _ITEM.match(content):
            self.opens(self.open, self.offsets[-1] + nested.end())
            content = content[nested.end() :]
        self.listed = True
        self._item_text(content, level, end)
        self.title = title  # `---` below makes a heading of an item that begins its block, too
        return True

    def _item_text(self, content: str, level: int, end: int) -> None:
        """Take what stands behind the marker of a list item of this level."""
        start = end - len(content)
        fence = _FENCE.match(content)
        if fence:
            self.at -= 1
            return self._fence(fence[1], self.offsets[-1], start, end)
        self.parts.inline.append([start, end])
        self.extend = True
        if content.startswith("#"):
            self._heading(content, end)
        if content.startswith("#") or _RULE.match(content):
            self.start, self.extend = True, False
            self.limit = TAB * (level + 2 - self.base)
        return None

    def _begins_table(self, rest: str) -> bool:
        """Return whether this line, which begins a block, is the first row of a table."""
        if "|" not in rest or self.at + 1 == len(self.lines):
            return False
        following = self.lines[self.at + 1][0]
        return "-" in following and _ROW.match(following) is not None

    def _text(self, rest: str, inner: int, end: int) -> None:
        """Take a line of running text."""
        title = end - len(rest) if self.start and inner == 0 else -1
        self.table = self.table or (self.start and self._begins_table(rest))
        extend = self.extend and not self.table
        if inner < TAB and not self.listed and rest.startswith("[^") and _FOOTNOTE.match(rest):
            self.taken()
            self.opens(self.base, TAB * (self.base + 1))
            extend = False
        else:
            self.taken()
        if extend:
            self.parts.inline[-1][1] = end
        else:
            self.parts.inline.append([end - len(rest), end])
        self.extend, self.title = True, title

    def _quote(self) -> None:
        """Read a quote: the rest of this block, and the blocks behind it that are quotes too."""
        inside: list[Line] = []
        listed, level = self.listed, self.base
        while self.at < len(self.lines):
            line, end = self.lines[self.at]
            if not line.strip():
                if listed or not self._quote_goes_on(level):
                    break
                inside.append(GAP)
            elif inside and self._ends_quote(line):
                break
            else:
                inside.append((_unquoted(line, TAB * level), end))
            self.at += 1
        if self.fresh:
            self.open = min(self.open, level)
        self.fresh = self.start = self.extend = False
        Walk(self.parts, inside, self.depth + 1).run()

    def _ends_quote(self, line: str) -> bool:
        """Return whether a line without a blank line before it ends a quote: a comment, or one that leaves a box."""
        rest = line.lstrip(" ")
        return (not self.depth and rest.startswith("<!--")) or self.inner(len(line) - len(rest)) < 0

    def _quote_goes_on(self, level: int) -> bool:
        """Return whether the next line that is not blank is a quote of the same level."""
        at = self.at
        while at < len(self.lines) and not self.lines[at][0].strip():
            at += 1
        if at == len(self.lines):
            return False
        line = self.lines[at][0]
        indent = len(line) - len(line.lstrip(" "))
        return line[indent] == ">" and indent // TAB == level

    def _fence(self, mark: str, indent: int, start: int, end: int) -> None:
        """Hide a fence: to its closing line, to the end of what holds it, or to the end of the page."""
        if self.fresh:
            self.open = min(self.open, self.base)
        self.fresh = self.start = self.extend = False
        holder = max((offset for offset in self.offsets[: self.open] if offset <= indent), default=0)
        most = max(holder + TAB, indent + 1)
        at = self.at
        self.at += 1
        while (at := at + 1) < len(self.lines):
            line, last = self.lines[at]
            rest = line.strip(" \t")
            column = len(line) - len(line.lstrip(" "))
            if last < 0 or (rest and column < holder):
                break
            if rest:
                self.at, end = at + 1, last
            if rest[:3] == mark[:3] and len(rest) >= len(mark) and not rest.strip(mark[0]) and column < most:
                break
        else:
            self._unclosed(mark, start)
        self.parts.hidden.append((start, end))

    def _unclosed(self, mark: str, start: int) -> None:
        text = self.parts.text
        line = text.count("\n", 0, start) + 1
        column = start - text.rfind("\n", 0, start)
        message = f"`{mark}` opens code that nothing closes: what follows is no text; add a line `{mark}`"
        self.parts.faults.append(Fault("pages.unclosed-fence", message, line, column))

    def _html(self, rest: str, indent: int, end: int) -> bool:
        """Take a comment, a verbatim element, or an element that markdown does not look into."""
        if self.depth:
            return False
        start = end - len(rest)
        if rest.startswith("<!--"):
            return self._hide_to(start, self._closing("-->", start + 2), indent, comment=True)
        if rest.startswith("%%"):
            return self._hide_to(start, self._closing(r"%%(?=[ \t]*\r?(?:\n|\Z))", start + 2), indent, comment=True)
        verbatim = _VERBATIM.match(rest)
        if verbatim:
            return self._hide_to(start, self._closing(rf"</{verbatim[1].lower()}\s*>", start), indent, comment=False)
        element = _ELEMENT.match(rest)
        if element:
            self._element(element[1], start)
        return False

    def _closing(self, pattern: str, start: int) -> int:
        """Return where the first match of `pattern` behind `start` ends, -1 where there is none."""
        if pattern in self.parts.nowhere:
            return -1
        import re

        match = re.compile(pattern, re.IGNORECASE).search(self.parts.text, start)
        if match is None:
            self.parts.nowhere.add(pattern)
            return -1
        return match.end()

    def _hide_to(self, start: int, stop: int, indent: int, *, comment: bool) -> bool:
        """Hide `start:stop` and go on behind it; False where `stop` is negative, because nothing closes what began."""
        if stop < 0:
            return False
        self.parts.hidden.append((start, stop))
        if comment:
            self.parts.comments.append((start, stop))
        while self.at < len(self.lines) and self.lines[self.at][1] < stop:
            self.at += 1
        end = self.lines[self.at][1]
        behind = self.parts.text[stop:end].lstrip(" \t")
        self.lines[self.at] = (behind, end)
        if self.fresh or indent < TAB:
            self.open = min(self.open, self.base)
        if indent < TAB:
            self.listed, self.start = False, True
        elif self.fresh:
            self.start = False
        self.fresh = self.extend = False
        if not behind:
            self.at += 1
        return True

    def _element(self, name: str, start: int) -> None:
        """Note an element that neither Python-Markdown nor CommonMark looks into: to its end, or to a blank line."""
        import re

        if self.parts.raw and self.parts.raw[-1][1] > start:
            return
        at = self.at
        while at < len(self.lines) and self.lines[at][0].strip():
            at += 1
        end = self.lines[at - 1][1]
        depth = 0
        for match in re.compile(rf"<(/?){name}\b", re.IGNORECASE).finditer(self.parts.text, start, end):
            depth += -1 if match[1] else 1
            if depth == 0:
                end = match.end()
                break
        self.parts.raw.append((start, end))


def _unquoted(line: str, base: int) -> str:
    """Return a line of a quote without its indent and its mark."""
    if line.startswith(" " * base):
        line = line[base:]
    mark = _QUOTE.match(line)
    return line[mark.end() :] if mark else line
