"""Dated entries of a page: their headings, tails and status."""

from __future__ import annotations

from bisect import bisect_left

from pincite.model import Bullet, Entry, Link, Supersedes
from pincite.parse.bullets import find_bullets
from pincite.parse.grammar import Grammar
from pincite.parse.headings import RawHeading, plain
from pincite.parse.source import Source
from pincite.patterns import IGNORECASE, lazy
from pincite.record import NamedTuple
from pincite.status import status_of
from pincite.text import slug

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_DATED = lazy(r"([0-9]{4}-[0-9]{1,2}-[0-9]{1,2})(?![\w-])\s*(?:[—–:]\s*|-\s+)?")
_DATE = lazy(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")
_TAIL = lazy(r"\(\s*supersede([sd])\b", IGNORECASE)
_AND = lazy(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*;\s*|\s*&\s*")

_new: Any = tuple.__new__


class Title(NamedTuple):
    """What the heading of an entry says; `said` are the texts of its "(supersedes …)" tails, with their offsets."""

    date: str
    title: str
    struck: bool
    said: tuple[tuple[str, int], ...]
    superseded: str | None


def dated_title(source: Source, heading: RawHeading) -> Title | None:
    """Return what the heading of an entry says, None where it is not one."""
    content = heading.content
    if heading.level != 2 or not content[:8].lstrip("~*_ ")[:4].isdigit():
        return None
    tails: list[tuple[str, str, int]] = []
    if "(" in content:
        content, tails = _tails(content)
    struck = "~~" in content and _struck(content)
    text = plain(content.replace("~~", "") if struck else content)
    match = _DATED.match(text)
    if match is None:
        return None
    title = text[match.end() :].strip()
    if not tails:
        return Title(match[1], title, struck, (), None)
    offset = source.text.find(heading.content, heading.start)
    said = tuple((text, offset + at) for kind, text, at in tails if kind == "s")
    dates = [_DATE.search(text) for kind, text, _ in tails if kind == "d"]
    superseded = next((date[0] for date in dates if date), "") if dates else None
    return Title(match[1], title, struck, said, superseded)


def _struck(content: str) -> bool:
    """Return whether strike marks stand around the whole heading, or around all that follows its date."""
    if content.count("~~") != 2 or not content.endswith("~~"):
        return False
    dated = _DATED.match(content)
    return content.startswith("~~", dated.end() if dated else 0)


def _tails(content: str) -> tuple[str, list[tuple[str, str, int]]]:
    """Return the content before its tails, and each tail: its kind (s or d), its text, and where the text begins."""
    tails: list[tuple[str, str, int]] = []
    cut = at = 0
    while match := _TAIL.search(content, at):
        end = _closing(content, match.start())
        if end < 0:
            break
        if not tails or content[at : match.start()].strip():
            tails, cut = [], match.start()
        tails.append((match[1].lower(), content[match.end() : end].strip(" :"), match.end()))
        at = end + 1
    if not tails or content[at:].strip(" ~"):
        return content, []
    return content[:cut].rstrip() + content[at:].strip(), tails


def _closing(content: str, start: int) -> int:
    """Return where the parenthesis at `start` is closed, -1 if nowhere; those inside `[[…]]` do not count."""
    depth, at = 0, start
    while at < len(content):
        if content.startswith("[[", at) and (end := content.find("]]", at)) > 0:
            at = end + 2
            continue
        depth += {"(": 1, ")": -1}.get(content[at], 0)
        if depth == 0:
            return at
        at += 1
    return -1


class Draft(NamedTuple):
    """An entry whose "(supersedes …)" texts are not yet matched with the page's other entries."""

    heading: RawHeading
    title: Title
    id: str
    end: int


def finish(source: Source, drafts: list[Draft], links: list[Link], grammar: Grammar) -> tuple[Entry, ...]:
    """Return the entries of a page."""
    made = []
    keys = _keys(drafts) if any(draft.title.said for draft in drafts) else set()
    for draft in drafts:
        heading, title = draft.heading, draft.title
        bullets = find_bullets(source, heading.end, draft.end, grammar)
        supersedes: tuple[Supersedes, ...] = ()
        if title.said:
            supersedes = tuple(one for text, at in title.said for one in _supersedes(text, at, links, keys))
        line = source.at(heading.start)[0]
        fields = (draft.id, heading.explicit != "", title.date, title.title, title.struck, supersedes, title.superseded,
                  _status(bullets, grammar), bullets, line, heading.start, heading.end, draft.end)  # fmt: skip
        made.append(_new(Entry, fields))
    return tuple(made)


def _keys(drafts: list[Draft]) -> set[str]:
    """Return what may name an entry of the page: its id, its date, its title, or date and title."""
    titles = [draft.title for draft in drafts]
    return (
        {draft.id for draft in drafts}
        | {title.date for title in titles}
        | {slug(title.title) for title in titles}
        | {slug(f"{title.date} {title.title}") for title in titles}
    )


def _supersedes(text: str, at: int, links: list[Link], keys: set[str]) -> tuple[Supersedes, ...]:
    """Return what a tail names: each of its links, or the entries of the page that its words name."""
    first = bisect_left(links, at, key=lambda link: link.start)
    inside = []
    while first < len(links) and links[first].start < at + len(text) + 2:
        inside.append(links[first])
        first += 1
    if inside:
        return tuple(Supersedes(_name(link), link) for link in inside)
    parts = [part.strip() for part in _AND.split(text) if part.strip()]
    if slug(text) not in keys and len(parts) > 1 and all(slug(part) in keys for part in parts):
        return tuple(Supersedes(part, None) for part in parts)
    return (Supersedes(text, None),) if text else ()


def _name(link: Link) -> str:
    return link.target + (f"#{link.fragment}" if link.fragment is not None else "")


def _status(bullets: tuple[Bullet, ...], grammar: Grammar) -> str:
    """Return what the Status bullet says: accepted, unless it says proposed or rejected."""
    for bullet in bullets:
        if bullet.label == "status":
            status = status_of(plain(bullet.text), grammar.statuses)
            return status if status in ("proposed", "rejected") else "accepted"
    return "accepted"
