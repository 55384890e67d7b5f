"""Cut a page, a log or an index into the pieces that are merged: each with a key by which both sides know it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from pincite.model import ROLE_INDEX, ROLE_LOG, Page
from pincite.parse.grammar import Grammar
from pincite.parse.page import parse_page

_LISTED = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S|[ \t]*\|")
_DAY = re.compile(r"#{1,6}[ \t]+\[?(\d{4}-\d{1,2}-\d{1,2})\]?[ \t]*\n")
_END = re.compile(r"(?:[ \t]*\n)*[ \t]*\Z")

FENCE, FIELD, TEXT, LINE, DATED = "fence", "field", "text", "line", "dated"


class Segment(NamedTuple):
    """A piece of a text: `text` without the blank lines behind it, which are `gap`.

    `kind` is fence and field (of the frontmatter), text, line (of an index) or dated (an entry, an event), `key` names
    the piece within its kind and is unique in its text; `date` is that of a dated one.
    """

    kind: str
    key: tuple[str, ...]
    text: str
    gap: str
    date: str = ""


class Cut(NamedTuple):
    """A whole text as segments, with what belongs to it as a whole."""

    segments: tuple[Segment, ...]
    bom: bool
    windows: bool


def cut(path: str, data: bytes, grammar: Grammar) -> Cut:
    """Cut a text into segments; joined again they are the text. Raises UnicodeDecodeError where it is not UTF-8.

    Line ends count as LF where all are CRLF, so that a side that converted them merges with one that did not.
    """
    text = data.decode("utf-8")
    bom = text.startswith("\ufeff")
    windows = "\r\n" in text and text.count("\n") == text.count("\r\n")
    text = text.removeprefix("\ufeff")
    text = text.replace("\r\n", "\n") if windows else text
    page = parse_page(path, text.encode(), grammar)
    pieces = [piece for piece in _pieces(page) if piece[2]]
    return Cut(tuple(_numbered(pieces)), bom, windows)


def joined(cut: Cut) -> bytes:
    """Return the text that the segments make."""
    text = "".join(segment.text + segment.gap for segment in cut.segments)
    text = text.replace("\n", "\r\n") if cut.windows else text
    return (("\ufeff" if cut.bom else "") + text).encode()


Piece = tuple[str, tuple[str, ...], str, str]  # kind, key, text with what follows it, date


def _pieces(page: Page) -> Iterator[Piece]:
    """Yield the pieces in page order; together they are the text."""
    yield from _frontmatter(page)
    at = page.body
    dated: list[tuple[int, int, tuple[str, ...], str]] = []
    dated += [(entry.start, entry.end, ("entry", entry.id), entry.date) for entry in page.entries]
    dated += [(one.start, one.end, ("event", one.date, one.kind, one.title), one.date) for one in page.events]
    for start, end, key, date in sorted(dated):
        if start < at:
            continue  # an event within the section of another is part of it
        yield from _between(page, at, start)
        at = end + len(page.text[end:]) - len(page.text[end:].lstrip("\n"))
        yield DATED, key, page.text[start:at], date
    yield from _between(page, at, len(page.text))


def _frontmatter(page: Page) -> Iterator[Piece]:
    if page.frontmatter is None:
        yield FENCE, ("head",), page.text[: page.body], ""
        return
    starts = [0, *(match.end() for match in re.finditer("\n", page.text[: page.body]))]
    keys = sorted(page.frontmatter.lines.items(), key=lambda item: item[1])
    places = [(starts[line - 1], key) for key, line in keys]
    close = page.text.rindex("\n", 0, max(page.body - 1, 1)) + 1 if places else page.body
    yield FENCE, ("head",), page.text[: places[0][0]] if places else page.text[: page.body], ""
    for (start, key), end in zip(places, [*(place for place, _ in places[1:]), close], strict=True):
        yield FIELD, (key,), page.text[start:end], ""
    yield FENCE, ("close",), page.text[close : page.body], ""


def _between(page: Page, start: int, end: int) -> Iterator[Piece]:
    """Yield what stands between dated sections: a piece a section, in an index a piece a line of a list or table."""
    if start >= end:
        return
    sections = (heading.start for heading in page.headings if heading.level < 3 and start < heading.start < end)
    cuts = {start, *(place for place in sections if page.text[place - 1] == "\n")}
    if page.role == ROLE_INDEX:
        for match in re.finditer(r"[^\n]*\n|[^\n]+\Z", page.text[start:end]):
            if _LISTED.match(match[0]):
                cuts |= {start + match.start(), start + match.end()}
    places = sorted(place for place in cuts if place < end)
    for first, last in zip(places, [*places[1:], end], strict=True):
        text = page.text[first:last]
        day = _DAY.match(text) if page.role == ROLE_LOG else None
        if page.role == ROLE_INDEX and _LISTED.match(text):
            yield LINE, _targets(page, first, last), text, ""
        elif day:  # a heading that dates the items below it
            yield DATED, ("day", day[1]), text, day[1]
        else:
            yield TEXT, (text.strip().split("\n")[0],), text, ""


def _targets(page: Page, start: int, end: int) -> tuple[str, ...]:
    """Return what a line of an index is about: what it links to, else its words."""
    found = tuple(link.target for link in page.links if start <= link.start < end)
    return found or (page.text[start:end].strip(),)


def _numbered(pieces: Iterable[Piece]) -> Iterator[Segment]:
    """Yield segments; of several with one key each later one is told apart by its number.

    Blank lines alone belong to what stands above them.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    last: Segment | None = None
    for kind, key, text, date in pieces:
        if last is not None and not text.strip(" \t\n"):
            last = last._replace(gap=last.gap + text)
            continue
        if last is not None:
            yield last
        name = (kind, *key)
        seen[name] += 1
        match = _END.search(text)
        end = match.start() if match else len(text)
        last = Segment(kind, (*key, str(seen[name])), text[:end], text[end:], date)
    if last is not None:
        yield last


def falls(cuts: Iterable[Cut], role: str) -> bool:
    """Return whether the newest stands first: always on a page, in a log as most of the neighbouring dates say."""
    if role != ROLE_LOG:
        return True
    dated = [[segment.date for segment in found.segments if segment.kind == DATED] for found in cuts]
    pairs = [pair for dates in dated for pair in pairwise(dates) if pair[0] != pair[1]]
    return sum(one > other for one, other in pairs) * 2 >= len(pairs)
