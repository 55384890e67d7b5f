"""From the bytes of a file to a `Page`."""

from __future__ import annotations

from pincite.model import ROLE_INDEX, ROLE_LOG, ROLE_PAGE, Entry, Fault, Frontmatter, Heading, Link, Page
from pincite.parse.citations import find_citations
from pincite.parse.entries import Draft, dated_title, finish
from pincite.parse.events import find_events
from pincite.parse.frontmatter import parse_frontmatter
from pincite.parse.grammar import Grammar
from pincite.parse.headings import Ids, RawHeading, find_headings, plain
from pincite.parse.links import bare_pipes, find_links, frontmatter_links
from pincite.parse.marks import find_anchors, find_ignores
from pincite.parse.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any


_new: Any = tuple.__new__
_known: dict[tuple[str, ...], tuple[re.Pattern[str], ...]] = {}  # per names that are patterns, of which there are few


def parse_page(path: str, data: bytes, grammar: Grammar) -> Page:
    """Return the page at `path` with this content. Any bytes make a page; what is wrong with them are its faults.

    Bytes that are not UTF-8 are one fault (`pages.encoding`); the rest of such a page is read as far as it can be,
    with U+FFFD for each bad byte, so its offsets are not those of an editable text.
    """
    text, faults = _decode(data)
    block = parse_frontmatter(text)
    source = Source(text, block.body)
    links, cited, spans = find_links(source, grammar.gollum)
    raw = find_headings(source)
    role = role_of(path, grammar)
    anchors = find_anchors(source, raw)
    headings, entries = _sections(source, raw, links, anchors, role, grammar)
    faults += block.faults + source.mask.faults + bare_pipes(source, links)
    above = list(frontmatter_links(source, 0, block.body)) if block.frontmatter else []
    return Page(
        path=path,
        role=role,
        title=_title(path, block.frontmatter, raw),
        aliases=_aliases(block.frontmatter),
        text=text,
        body=block.body,
        frontmatter=block.frontmatter,
        headings=headings,
        anchors=anchors,
        entries=entries,
        events=find_events(source, raw, links) if role == ROLE_LOG else (),
        links=tuple(above + links),
        citations=tuple(find_citations(source, grammar, cited, spans)),
        ignores=find_ignores(source),
        faults=faults,
    )


def role_of(path: str, grammar: Grammar) -> str:
    """Return whether a page of this path is a page, an index or a log."""
    name = path.rpartition("/")[2]
    if _named(name, grammar.log_names):
        return ROLE_LOG
    return ROLE_INDEX if _named(name, grammar.index_names) else ROLE_PAGE


def _named(name: str, names: tuple[str, ...]) -> bool:
    """Return whether a file name is one of these, which may be patterns."""
    return name in names or any(pattern.match(name) for pattern in _patterns(names))


def _patterns(names: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Return those of the names that are patterns, ready to match."""
    wild = tuple(name for name in names if "*" in name or "?" in name)
    if wild and wild not in _known:
        _known[wild] = _compiled(wild)
    return _known.get(wild, ())


def _compiled(wild: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    import re
    from fnmatch import translate

    return tuple(re.compile(translate(name)) for name in wild)


def _decode(data: bytes) -> tuple[str, tuple[Fault, ...]]:
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = f"not UTF-8: byte 0x{data[error.start]:02x}; save the page as UTF-8"
        return data.decode("utf-8", "replace"), (Fault("pages.encoding", message, line, column),)


def _sections(
    source: Source, raw: list[RawHeading], links: list[Link], anchors: tuple[str, ...], role: str, grammar: Grammar
) -> tuple[tuple[Heading, ...], tuple[Entry, ...]]:
    """Return headings with their ids, and the entries among them."""
    ids = Ids({*anchors, *[heading.explicit for heading in raw]})
    headings: list[Heading] = []
    drafts: list[Draft] = []
    for number, one in enumerate(raw):
        title = dated_title(source, one) if role == ROLE_PAGE else None
        text = f"{title.date} {title.title}".strip() if title else plain(one.content)
        slug = one.explicit or ids.make(text)
        headings.append(_new(Heading, (one.level, text, slug, source.at(one.start)[0], one.start, one.end)))
        if title:
            drafts.append(Draft(one, title, slug, _end(raw, number, len(source.text))))
    return tuple(headings), finish(source, drafts, links, grammar) if drafts else ()


def _end(raw: list[RawHeading], number: int, end: int) -> int:
    """Return where the section of a heading ends. `#tag` without a space is a heading on the site, but ends nothing."""
    for heading in raw[number + 1 :]:
        if heading.level <= raw[number].level and heading.spaced:
            return heading.start
    return end


def _title(path: str, frontmatter: Frontmatter | None, raw: list[RawHeading]) -> str:
    """Return the title: that of the frontmatter, else the first heading of level 1, else the file's name."""
    given = frontmatter.values.get("title") if frontmatter else None
    if isinstance(given, str) and given.strip():
        return given.strip()
    first = next((plain(heading.content) for heading in raw if heading.level == 1 and heading.spaced), "")
    return first or path.rpartition("/")[2].removesuffix(".md")


def _aliases(frontmatter: Frontmatter | None) -> tuple[str, ...]:
    """Return the other names that the frontmatter gives the page."""
    found: list[str] = []
    for key in ("aliases", "alias"):
        given = frontmatter.values.get(key) if frontmatter else None
        values = given if isinstance(given, list) else [given]
        found += [value.strip() for value in values if isinstance(value, str) and value.strip()]
    return tuple(dict.fromkeys(found))
