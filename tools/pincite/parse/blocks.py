"""The exact reading of a page that has more than paragraphs and plain lists.

It follows what the site publishes, which is Python-Markdown: a list item, an admonition (`!!! note`), a `???` block, a
tab (`=== "x"`) and a footnote each open one level of four columns, and what stands four columns further right than
the open levels after a blank line is code. Fences follow CommonMark, which forgives more (a fence that Python-Markdown
does not recognise is nearly always meant as one), and so do comments.

A line is a pair: its text, in which only the leading white space and quote marks have their tabs expanded, and the
offset where it ends; so the offset of any later part of it is that end minus the part's length.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from pincite.model import Fault
from pincite.parse.inline import Inline
from pincite.parse.mask import Mask, Span, without

Line: TypeAlias = "tuple[str, int]"

TAB = 4  # columns of one level, as Python-Markdown's `tab_length`
_DEEPEST = 40  # levels of quotes in quotes that are followed
_GAP: Line = ("", -1)  # stands in a quote for blank lines between two quotes, over which a list goes on but no fence

_BREAK = re.compile(r"\r\n|\n|\r")
_PREFIX = re.compile(r"[ \t>]*")
_FENCE = re.compile(r"(`{3,}(?=[^`]*\Z)|~{3,})")
_QUOTE = re.compile(r" {0,3}> ?")
_ITEM = re.compile(r"(?:[-*+]|[0-9]+\.)[ \t]+")
_RULE = re.compile(r"(?:(?:-[ ]{0,2}){3,}+|(?:_[ ]{0,2}){3,}+|(?:\*[ ]{0,2}){3,}+|=+|--?)[ ]*\Z")
_OPENER = re.compile(
    r"!!! ?[\w-]+(?: +[\w-]+)*(?: +\".*?\")? *\Z"
    r"|\?\?\?\+? ?(?:(?:[\w-]+(?: +[\w-]+)*)?(?: +\".*?\")|[\w-]+(?: +[\w-]+)*) *\Z"
    r"|===(?:\+|\+!|!\+|!)? +\".*?\" *\Z"
)
_FOOTNOTE = re.compile(r"\[\^[^\]]*\]:")
_ROW = re.compile(r"[ ]*+\|?[ ]*+:?-++:?[ ]*+(?:\|[ ]*+:?-*+:?[ ]*+)*+\Z")
_VERBATIM = re.compile(r"<(pre|script|style|textarea)(?=[\s>]|\Z)", re.IGNORECASE)
_ELEMENT = re.compile(
    r"<(address|article|aside|blockquote|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|"
    r"h[1-6]|header|iframe|legend|li|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)"
    r"(?=[\s/>])(?![^<>]*\smarkdown\b)",
    re.IGNORECASE,
)


def mask_blocks(text: str, body: int) -> Mask:
    """Return the copies of a page of any kind."""
    blocks = Blocks(text, body)
    blocks.walk(blocks.lines(), 0)
    return blocks.mask()


class Blocks:
    """What is found of a page: hidden spans, and the spans of text that inline marks are looked for in."""

    def __init__(self, text: str, body: int) -> None:
        self.text = text
        self.body = body
        self.hidden: list[Span] = []  # in both copies
        self.raw: list[Span] = []  # HTML that markdown does not look into
        self.comments: list[Span] = []
        self.inline: list[list[int]] = []
        self.headings: list[Span] = []  # those that do not begin their line
        self.faults: list[Fault] = []

    def lines(self) -> list[Line]:
        """Return the lines of the text behind the frontmatter."""
        found, at = [], self.body
        for match in _BREAK.finditer(self.text, self.body):
            found.append((_expanded(self.text[at : match.start()]), match.start()))
            at = match.end()
        found.append((_expanded(self.text[at:]), len(self.text)))
        return found

    def mask(self) -> Mask:
        """Return the copies, once all lines are read."""
        self.hidden.sort()
        cited = without(self.text, self.hidden)
        inline = Inline(cited)
        for start, end in self.inline:
            inline.read(start, end)
        for start, end in self.raw:
            inline.tags_only(start, end)
        cited = without(cited, sorted(inline.hidden))
        linked = without(cited, sorted(inline.code + inline.escapes + inline.tags + self.raw))
        comments = sorted(self.comments + inline.comments)
        return Mask(cited, linked, tuple(inline.code), tuple(comments), tuple(sorted(inline.tags)),
                    tuple(self.headings), tuple(self.faults))  # fmt: skip

    def walk(self, lines: list[Line], depth: int) -> None:
        """Read the lines of the page, or those of a quote without their marks."""
        Walk(self, lines, depth).run()


def _expanded(line: str) -> str:
    """Return the line with the tabs of its leading white space and quote marks expanded."""
    prefix = _PREFIX.match(line)
    if prefix is None or "\t" not in prefix[0]:
        return line
    return prefix[0].expandtabs(TAB) + line[prefix.end() :]


class Walk:
    """One pass over lines. `open` levels may hold what is indented; `base` is the level of the current block."""

    def __init__(self, blocks: Blocks, lines: list[Line], depth: int) -> None:
        self.blocks = blocks
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
        self.extend = False  # the last inline span goes on
        self.offsets: list[int] = []  # where the content of each open level begins, as CommonMark counts
        self.boxes: list[bool] = []  # whether it is an admonition, a `???` block or a tab, which no lazy line continues

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
        self._leave_box()

    def _line(self, rest: str, indent: int, end: int) -> None:
        """Read one line that is not blank: the first kind of block that takes it."""
        if not self.fresh and self._leaves_box(indent):
            self._leave_box()
        if self.fresh:
            self.base = min(indent // TAB, self.open)
        inner = self._inner(indent)
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
            return self._ends()
        if inner < TAB and first == ">" and self.depth < _DEEPEST:
            return self._quote()
        if self._item(rest, indent, inner, end):
            return None
        return self._text(rest, inner, end)

    def _inner(self, indent: int) -> int:
        """Return the indent within the block; a line that does not reach the block's level keeps all of its own."""
        return indent - TAB * self.base if indent >= TAB * self.base else indent

    def _leaves_box(self, indent: int) -> bool:
        """Return whether a line with this indent cannot belong to the admonition, `???` block or tab of its block."""
        return indent < TAB * self.base and any(self.boxes[: self.base])

    def _leave_box(self) -> None:
        """Begin a block, as behind a blank line."""
        self.fresh = self.start = True
        self.table = self.extend = self.listed = False
        self.limit = TAB

    def _code(self) -> None:
        """Hide lines of indented code."""
        while self.at < len(self.lines):
            line, end = self.lines[self.at]
            rest = line.lstrip(" ")
            indent = len(line) - len(rest)
            if not rest.strip() or self._inner(indent) < self.limit or self._leaves_box(indent):
                break
            self.blocks.hidden.append((end - len(rest), end))
            self.at += 1
        self.fresh, self.start, self.extend = False, True, False

    def _taken(self) -> None:
        """Close the block's levels that its first line does not reach into, and go to the next line."""
        if self.fresh:
            self.open = min(self.open, self.base)
        self.fresh = self.start = self.extend = False
        self.limit = TAB
        self.at += 1

    def _ends(self) -> None:
        """Take a line behind which a block begins without a blank line: a rule, or the line under a heading."""
        self._taken()
        self.open = min(self.open, self.base)
        self.start, self.listed = True, False

    def _header(self, rest: str, end: int) -> bool:
        """Take a heading, or the first line of an admonition, a `???` block or a tab."""
        if rest[0] == "#":
            start = end - len(rest)
            if self.depth or self.base:
                self.blocks.headings.append((start, end))
            self._ends()
            self.blocks.inline.append([start, end])
            return True
        if _OPENER.match(rest) is None:
            return False
        self._taken()
        self._opens(self.base, TAB * (self.base + 1), box=True)
        self.blocks.inline.append([end - len(rest), end])
        self._leave_box()
        return True

    def _opens(self, level: int, offset: int, *, box: bool = False) -> None:
        """Open one level more than `level`, with its content at column `offset`."""
        self.open = level + 1
        del self.offsets[level:], self.boxes[level:]
        self.offsets += [offset] * (level + 1 - len(self.offsets))
        self.boxes += [box] * (level + 1 - len(self.boxes))

    def _item(self, rest: str, indent: int, inner: int, end: int) -> bool:
        """Take the first line of a list item, if a list can stand or go on here."""
        marker = _ITEM.match(rest) if self.start or self.listed else None
        level = self.base + inner // TAB
        if marker is None or level > self.open or (not self.listed and inner >= TAB):
            return False
        self._taken()
        self._opens(level, indent + marker.end())
        content = rest[marker.end() :]
        while nested := _ITEM.match(content):
            self._opens(self.open, self.offsets[-1] + nested.end())
            content = content[nested.end() :]
        self.listed = True
        self._item_text(content, level, end)
        return True

    def _item_text(self, content: str, level: int, end: int) -> None:
        """Take what stands behind the marker of a list item of this level."""
        start = end - len(content)
        fence = _FENCE.match(content)
        if fence:
            self.at -= 1
            return self._fence(fence[1], self.offsets[-1], start, end)
        self.blocks.inline.append([start, end])
        self.extend = True
        if content.startswith("#"):
            self.blocks.headings.append((start, end))
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
        self.table = self.table or (self.start and self._begins_table(rest))
        extend = self.extend and not self.table
        if inner < TAB and not self.listed and rest.startswith("[^") and _FOOTNOTE.match(rest):
            self._taken()
            self._opens(self.base, TAB * (self.base + 1))
            extend = False
        else:
            self._taken()
        if extend:
            self.blocks.inline[-1][1] = end
        else:
            self.blocks.inline.append([end - len(rest), end])
        self.extend = True

    def _quote(self) -> None:
        """Read a quote: the rest of this block, and the blocks behind it that are quotes too."""
        inside: list[Line] = []
        listed, level = self.listed, self.base
        while self.at < len(self.lines):
            line, end = self.lines[self.at]
            if not line.strip():
                if listed or not self._quote_goes_on(level):
                    break
                inside.append(_GAP)
            elif self._ends_quote(line):
                break
            else:
                inside.append((_unquoted(line, TAB * level), end))
            self.at += 1
        if self.fresh:
            self.open = min(self.open, level)
        self.fresh = self.start = self.extend = False
        self.blocks.walk(inside, self.depth + 1)

    def _ends_quote(self, line: str) -> bool:
        """Return whether a line without a blank line before it ends a quote: a comment, or one that leaves a box."""
        rest = line.lstrip(" ")
        return (not self.depth and rest.startswith("<!--")) or self._leaves_box(len(line) - len(rest))

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
            if rest[:3] == mark[:3] and len(rest) >= len(mark) and not rest.strip(mark[0]) and column < holder + TAB:
                break
        else:
            self._unclosed(mark, start)
        self.blocks.hidden.append((start, end))

    def _unclosed(self, mark: str, start: int) -> None:
        text = self.blocks.text
        line = text.count("\n", 0, start) + 1
        column = start - text.rfind("\n", 0, start)
        message = f"`{mark}` opens code that nothing closes: what follows is no text; add a line `{mark}`"
        self.blocks.faults.append(Fault("markers.unclosed-fence", message, line, column))

    def _html(self, rest: str, indent: int, end: int) -> bool:
        """Take a comment, a verbatim element, or an element that markdown does not look into."""
        if self.depth:
            return False
        start = end - len(rest)
        if rest.startswith("<!--"):
            return self._hide_to(start, self.blocks.text.find("-->", start + 2), 3, indent, comment=True)
        if rest.startswith("%%"):
            return self._hide_to(start, self._percent(start + 2), 2, indent, comment=True)
        verbatim = _VERBATIM.match(rest)
        if verbatim:
            close = re.compile(rf"</{verbatim[1]}\s*>", re.IGNORECASE).search(self.blocks.text, start)
            return close is not None and self._hide_to(start, close.start(), len(close[0]), indent, comment=False)
        element = _ELEMENT.match(rest)
        if element:
            self._element(element[1], start)
        return False

    def _percent(self, start: int) -> int:
        """Return where the comment that `%%` opens is closed: at the end of a line."""
        close = re.compile(r"%%[ \t]*\r?(?=\n|\Z)").search(self.blocks.text, start)
        return close.start() if close else -1

    def _hide_to(self, start: int, close: int, length: int, indent: int, *, comment: bool) -> bool:
        """Hide `start` to the end of what closes it, and go on behind that; False where nothing closes it."""
        if close < 0:
            return False
        stop = close + length
        self.blocks.hidden.append((start, stop))
        if comment:
            self.blocks.comments.append((start, stop))
        while self.at < len(self.lines) and self.lines[self.at][1] < stop:
            self.at += 1
        end = self.lines[self.at][1]
        behind = self.blocks.text[stop:end].lstrip(" \t")
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
        at = self.at
        while at < len(self.lines) and self.lines[at][0].strip():
            at += 1
        end = self.lines[at - 1][1]
        depth = 0
        for match in re.compile(rf"<(/?){name}\b", re.IGNORECASE).finditer(self.blocks.text, start, end):
            depth += -1 if match[1] else 1
            if depth == 0:
                end = match.end()
                break
        if not self.blocks.raw or self.blocks.raw[-1][1] <= start:
            self.blocks.raw.append((start, end))


def _unquoted(line: str, base: int) -> str:
    """Return a line of a quote without its indent and its mark."""
    if line.startswith(" " * base):
        line = line[base:]
    mark = _QUOTE.match(line)
    return line[mark.end() :] if mark else line
