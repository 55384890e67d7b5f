"""Headings and the ids that the published site gives them."""

from __future__ import annotations

from pincite.parse.links import split_wikilink
from pincite.parse.mask import Place
from pincite.parse.source import Source
from pincite.patterns import DOTALL, lazy
from pincite.record import NamedTuple, cast
from pincite.text import slug

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator
    from typing import Any


# A heading line, or the line under a heading of the other kind. Python-Markdown asks for no space behind the `#`.
_HEADING = lazy(r"\n(?:(#{1,6})([^\n]*)|(=+|-+)[ \t\r]*(?=\n|\Z))")
_FIRST = lazy(r"(#{1,6})([^\n]*)")
_RULE = lazy(r"(?:(?:-[ ]{0,2}){3,}+|(?:_[ ]{0,2}){3,}+|(?:\*[ ]{0,2}){3,}+|=+|-+)\Z")
_CLOSING = lazy(r"(?:\A|[ \t])#+\Z")
_ATTRIBUTES = lazy(r"[ \t]\{:?[ \t]*([^{}\n ][^{}\n]*)\}[ \t]*\Z")
_ATTRIBUTE_ID = lazy(r"(?:\A|[ \t])(?:#([^\s}]+)|id=[\"']?([^\s\"'}]+))")
_MARKUP = lazy(r"[`*_~\[<&\\!]")
_TOKEN = lazy(
    r"\\([!-/:-@\[-`{-~])"
    r"|(`+)(?!`)(.+?)(?<!`)\2(?!`)"
    r"|<!--.*?-->|<([A-Za-z][A-Za-z0-9+.-]*:[^<>\s]*)>|</?[A-Za-z][^<>]*>"
    r"|!?\[\[([^\[\]]+)\]\]"
    r"|(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*+)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])"
    r"|\[\^[^\[\]]+\]"
)
_REFERENCE = lazy(r"\[(?!\^)[^\[\]]*\]\[([^\[\]]+)\]|\[(\^[^\[\]]+)\]")
_EMPHASIS = lazy(r"(?<![\w_])(_{1,3})(?=[^\s_])(.+?)(?<=[^\s_])\1(?![\w_])")
_STARS = lazy(r"(\*{1,3}|~~)(?=\S)(.+?)(?<=\S)\1")
_COUNTED = lazy(r"(.*)_([0-9]{1,18})\Z", DOTALL)
_LONG = 1_000  # characters of a heading from which on its markup is not taken apart, so that time stays linear

_new: Any = tuple.__new__


class RawHeading(NamedTuple):
    """A heading as it stands: its inline text without marks at `content:content_end`, and its explicit id or ''."""

    level: int
    content: str
    explicit: str
    spaced: bool
    start: int
    end: int


def find_headings(source: Source) -> list[RawHeading]:
    """Return the headings of a page in page order."""
    places = source.mask.headings
    return [_raw(source, place) for place in (_usual(source) if places is None else places)]


def _usual(source: Source) -> Iterator[Place]:
    """Yield the headings of a page in which all of them begin lines."""
    text, body = source.mask.linked, source.body
    if body == 0 or text[body - 1] != "\n":
        first = _FIRST.match(text, body)
        if first:
            yield len(first[1]), first.start(), first.start(2), first.end(), first.end()
    for match in _HEADING.finditer(text, max(0, body - 1)):
        start, end = match.span()
        if match[1]:
            yield len(match[1]), start + 1, match.start(2), end, end
        elif (above := _title_above(source, start)) >= 0:
            yield (1 if match[3][0] == "=" else 2), above, above, start, end


def _title_above(source: Source, end: int) -> int:
    """Return where the line begins that ends at `end`, if it begins its paragraph; else -1."""
    text, body = source.text, source.body
    start = max(text.rfind("\n", 0, end) + 1, body)
    before = text[max(text.rfind("\n", 0, max(start - 1, 0)) + 1, body) : start].strip()
    if start > end or not text[start:end].strip() or (before and before[0] != "#" and not _RULE.match(before)):
        return -1
    return start


def _raw(source: Source, place: Place) -> RawHeading:
    level, start, first, last, end = place
    text = source.text[first:last]
    content, explicit = text.strip(), ""
    if content.endswith("#") and first > start:
        content = _CLOSING.sub("", content).strip()
    if content.endswith("}"):
        content, explicit = _attributes(content)
    if "][" in content or "[^" in content:
        content = _undefined(source, content)
    spaced = first == start or text == "" or text[0] in " \t\r"
    end = start + len(source.text[start:end].rstrip())
    return cast("RawHeading", _new(RawHeading, (level, content, explicit, spaced, start, end)))


def _undefined(source: Source, content: str) -> str:
    """Return the content with escapes in each `[label][name]` and `[^note]` that nothing on the page defines."""

    def escape(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        return match[0] if name.lower() in source.definitions() else match[0].replace("[", "\\[")

    return _REFERENCE.sub(escape, content)


def _attributes(content: str) -> tuple[str, str]:
    """Return the content without its attribute list `{#id .class}`, and the id in it."""
    match = _ATTRIBUTES.search(content[-300:])
    if match is None:
        return content, ""
    named = _ATTRIBUTE_ID.search(match[1])
    cut = len(content) - len(content[-300:]) + match.start()
    return content[:cut].rstrip(), (named[1] or named[2]) if named else ""


def plain(content: str) -> str:
    """Return the text that a reader sees of inline markdown: labels of links, content of code, no marks."""
    if _MARKUP.search(content) is None:
        return content if "  " not in content and content.isprintable() else " ".join(content.split())
    if len(content) > _LONG:
        return " ".join(content.replace("*", "").replace("`", "").split())
    kept: list[str] = []  # what no emphasis may look into

    def keep(text: str) -> str:
        kept.append(text)
        return f"\0{len(kept) - 1}\0"

    def replace(match: re.Match[str]) -> str:
        escaped, _, code, address, page, image, label = match.groups()
        if escaped or code or address:
            return keep(escaped or address or code.strip())
        if page:
            target, fragment, shown = split_wikilink(page, False)
            return keep(shown or (target + (f"#{fragment}" if fragment and target else fragment or "")))
        return label if label and not image else ""

    text = _TOKEN.sub(replace, content.replace("\0", ""))
    for _ in range(2):
        text = _EMPHASIS.sub(r"\2", _STARS.sub(r"\2", text))
    if "&" in text and ";" in text:
        import html

        text = html.unescape(text)
    for number, piece in enumerate(kept):
        text = text.replace(f"\0{number}\0", piece)
    return " ".join(text.split())


class Ids:
    """Give each heading an id that no other has, as Python-Markdown's table of contents does."""

    def __init__(self, explicit: set[str]) -> None:
        self.used = explicit
        self.counts: dict[str, int] = {}

    def make(self, text: str) -> str:
        """Return the id of a heading with this plain text."""
        wanted = slug(text)
        if not wanted or wanted in self.used:
            wanted = self._counted(wanted)
        self.used.add(wanted)
        return wanted

    def _counted(self, wanted: str) -> str:
        """Return `wanted` with the first number that makes it new; numbers known to be taken are not tried again."""
        counted = _COUNTED.match(wanted)
        base, count = (counted[1], int(counted[2])) if counted else (wanted, 0)
        known = self.counts.get(base, 0)
        in_run = count <= known or wanted == f"{base}_{known + 1}"
        count = max(count, known) + 1 if in_run else count + 1
        while f"{base}_{count}" in self.used:
            count += 1
        if in_run:
            self.counts[base] = count
        return f"{base}_{count}"
