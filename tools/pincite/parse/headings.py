"""Headings and the ids that the published site gives them."""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.parse.links import split_wikilink
from pincite.parse.source import Source
from pincite.text import slug

# A heading line, or the line under a heading of the other kind. Python-Markdown asks for no space behind the `#`.
_HEADING = re.compile(r"\n(?:(#{1,6})([^\n]*)|(=+|-+)[ \t\r]*(?=\n|\Z))")
_FIRST = re.compile(r"(#{1,6})([^\n]*)")
_CLOSING = re.compile(r"(?:\A|[ \t])#+\Z")
_ATTRIBUTES = re.compile(r"[ \t]\{:?[ \t]*([^{}\n ][^{}\n]*)\}[ \t]*\Z")
_ATTRIBUTE_ID = re.compile(r"(?:\A|[ \t])(?:#([^\s}]+)|id=[\"']?([^\s\"'}]+))")
_MARKUP = re.compile(r"[`*_~\[<&\\!]")
_TOKEN = re.compile(
    r"\\([!-/:-@\[-`{-~])"
    r"|(`+)(?!`)(.+?)(?<!`)\2(?!`)"
    r"|<!--.*?-->|</?[A-Za-z][^<>]*>"
    r"|!?\[\[([^\[\]]+)\]\]"
    r"|(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*+)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])"
    r"|\[\^[^\[\]]+\]"
)
_EMPHASIS = re.compile(r"(?<![\w_])(_{1,3})(?=[^\s_])(.+?)(?<=[^\s_])\1(?![\w_])")
_STARS = re.compile(r"(\*{1,3}|~~)(?=\S)(.+?)(?<=\S)\1")
_COUNTED = re.compile(r"(.*)_([0-9]+)\Z", re.DOTALL)
_LONG = 1_000  # characters of a heading from which on emphasis is not looked for, so that time stays linear


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
    linked, body = source.mask.linked, source.body
    found: list[RawHeading] = []
    first = _FIRST.match(linked, body) if body == 0 or linked[body - 1] != "\n" else None
    if first:
        found.append(_atx(source, first, first.start()))
    for match in _HEADING.finditer(linked, max(0, body - 1)):
        if match[1]:
            found.append(_atx(source, match, match.start() + 1))
        elif raw := _setext(source, match):
            found.append(raw)
    if source.mask.headings:
        inner = (_FIRST.match(linked, *span) for span in source.mask.headings)
        found += [_atx(source, match, match.start()) for match in inner if match]
        found.sort(key=lambda heading: heading.start)
    return found


def _atx(source: Source, match: re.Match[str], start: int) -> RawHeading:
    text = source.text[slice(*match.span(2))]
    content, explicit = _attributes(_CLOSING.sub("", text.strip()).strip())
    return RawHeading(len(match[1]), content, explicit, not text or text[0].isspace(), start, _end(source, match.end()))


def _setext(source: Source, match: re.Match[str]) -> RawHeading | None:
    """Return the heading that `===` or `---` makes of the line above it, if that line begins its paragraph."""
    text = source.mask.linked
    start = max(text.rfind("\n", 0, match.start()) + 1, source.body)
    line = source.text[start : match.start()].strip()
    before = text[max(text.rfind("\n", 0, max(start - 1, 0)) + 1, source.body) : start]
    if not line or start > match.start() or (before.strip() and not _FIRST.match(before)):
        return None
    content, explicit = _attributes(line)
    return RawHeading(1 if match[3][0] == "=" else 2, content, explicit, True, start, _end(source, match.end()))


def _end(source: Source, end: int) -> int:
    while end and source.text[end - 1] in " \t\r":
        end -= 1
    return end


def _attributes(content: str) -> tuple[str, str]:
    """Return the content without its attribute list `{#id .class}`, and the id in it."""
    if not content.endswith("}"):
        return content, ""
    match = _ATTRIBUTES.search(content[-300:])
    if match is None:
        return content, ""
    named = _ATTRIBUTE_ID.search(match[1])
    cut = len(content) - len(content[-300:]) + match.start()
    return content[:cut].rstrip(), (named[1] or named[2]) if named else ""


def plain(content: str) -> str:
    """Return the text that a reader sees of inline markdown: labels of links, content of code, no marks."""
    if _MARKUP.search(content) is None:
        return content
    kept: list[str] = []  # what no emphasis may look into

    def keep(text: str) -> str:
        kept.append(text)
        return f"\0{len(kept) - 1}\0"

    def replace(match: re.Match[str]) -> str:
        if match[1] or match[3]:
            return keep(match[1] or match[3].strip())
        if match[4]:
            target, fragment, label = split_wikilink(match[4], False)
            return keep(label or (target + (f"#{fragment}" if fragment and target else fragment or "")))
        return match[6] if match[6] and not match[5] else ""

    text = _TOKEN.sub(replace, content.replace("\0", ""))
    if len(text) < _LONG:
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
        if wanted and wanted not in self.used:
            self.used.add(wanted)
            return wanted
        counted = _COUNTED.match(wanted)
        base, count = (counted[1], int(counted[2])) if counted and len(counted[2]) < 10 else (wanted, 0)
        count = max(count, self.counts.get(base, 0) if not counted else count) + 1
        while f"{base}_{count}" in self.used:
            count += 1
        if not counted:
            self.counts[base] = count
        self.used.add(f"{base}_{count}")
        return f"{base}_{count}"
