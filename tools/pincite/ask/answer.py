"""One answer: a live entry with what stands around it, as plain values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.ask.documents import entry_status, listed, status_of
from pincite.ask.search import Hit
from pincite.model import Bullet, Citation, Entry, Page, Problem
from pincite.paths import name_of, root_of
from pincite.record import NamedTuple, Protocol
from pincite.resolve import find_superseded
from pincite.wiki import Wiki

_LONGEST = 1500  # characters of an answer's text; the page is one click away
_NEIGHBOURS = 3
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|%%.*?%%", re.DOTALL)
_BULLET = re.compile(r"^[-*+] +(?:\*\*|__)([^*_\n]{1,60}?):?(?:\*\*|__):? *", re.MULTILINE)
_BLANK = re.compile(r"\n[ \t\r]*(?:\n[ \t\r]*)+")
# What stands in a field of its own.
_APART = ("rejected", "open")


class Past(NamedTuple):
    """An entry that was superseded on the way to the answer, and the path of the page that it stands on."""

    path: str
    entry: str
    title: str
    date: str


class Cited(NamedTuple):
    """A citation as it is written, and how it fares: holds, or the kind of its problem (moved, changed, missing …)."""

    text: str
    state: str


class Neighbour(NamedTuple):
    """An entry or a page (`entry` is '') that the answer leads to, or that leads to it."""

    page: str
    entry: str
    title: str


class Answer(NamedTuple):
    """What `query --json` gives for one entry, or for a section of a page, of which `entry` is ''.

    `status` is live, superseded, proposed or rejected; `date` is '' for a section. `reviewed` is when somebody last
    said that it holds, '' where nobody did.
    """

    page: str
    entry: str
    path: str
    line: int
    title: str
    date: str
    status: str
    text: str
    rejected: tuple[str, ...]
    history: tuple[Past, ...]
    citations: tuple[Cited, ...]
    open: tuple[str, ...]
    see_also: tuple[Neighbour, ...]
    reviewed: str


class Reading(Protocol):
    """What answers are made from: the look-ups of a wiki, its pages, and what is wrong with them."""

    @property
    def wiki(self) -> Wiki:
        """The look-ups."""

    def page(self, path: str) -> Page | None:
        """Return the page at this path."""

    def problems(self, path: str) -> Sequence[Problem]:
        """Return what the rules say of the page at this path."""

    def linking(self, path: str) -> Sequence[tuple[str, str]]:
        """Return (path, entry id) of some entries that may link to the page at this path."""


def answer(hit: Hit, reading: Reading) -> Answer | None:
    """Return the answer that a hit stands for; None where its page is not as it was when it was found."""
    page = reading.page(hit.page)
    if page is None:
        return None
    entry = next((entry for entry in page.entries if entry.id == hit.entry and entry.line == hit.line), None)
    if hit.entry and entry is None:
        return None
    start, end = (entry.heading_end, entry.end) if entry else _span(page, hit.line)
    past = tuple(_past(page, entry, reading)) if entry else ()
    return Answer(
        page=page_name(page.path, reading.wiki),
        entry=hit.entry,
        path=page.path,
        line=hit.line,
        title=hit.title,
        date=hit.date,
        status=hit.status,
        text=_text(page, entry, start, end),
        rejected=entry.texts("rejected") if entry else (),
        history=tuple(Past(at.path, old.id, old.title, old.date) for at, old in past),
        citations=tuple(_citations(page, start, end, reading)),
        open=entry.texts("open") if entry else (),
        reviewed=_reviewed(page, entry),
        see_also=tuple(_neighbours(page, start, end, {(at.path, old.id) for at, old in past}, hit.entry, reading)),
    )


def _reviewed(page: Page, entry: Entry | None) -> str:
    """Return the last time that the entry, or else its page, is said to have been reviewed."""
    said = entry.texts("reviewed") if entry else ()
    return (said or listed(page, "reviewed") or ("",))[-1]


def page_name(path: str, wiki: Wiki) -> str:
    """Return the shortest name that links to this page alone: its file name, or its path below the wiki."""
    name = name_of(path)
    short = path if len(wiki.named(name)) > 1 else name
    root = root_of(path, wiki.config.wiki)
    return short.removeprefix(root + "/" if root else "").removesuffix(".md")


def past_text(page: Page, entry: Entry) -> str:
    """Return the whole text of an entry as it stands, without comments."""
    return plain(page.text[entry.heading_end : entry.end])


def _span(page: Page, line: int) -> tuple[int, int]:
    """Return where the section that begins on this line begins and ends."""
    start = 0
    for _ in range(line - 1):
        start = page.text.find("\n", start) + 1
    heads = [head.start for head in page.headings if head.level <= 2 and head.start > start]
    cuts = [*heads, *(entry.start for entry in page.entries if entry.start > start), len(page.text)]
    whole = not page.entries and start <= page.body
    return max(start, page.body), len(page.text) if whole else min(cuts)


def _text(page: Page, entry: Entry | None, start: int, end: int) -> str:
    """Return the text without comments and without the bullets that are told apart."""
    apart: Sequence[Bullet] = [b for b in entry.bullets if b.label in _APART] if entry else ()
    parts, at = [], start
    for bullet in apart:
        parts.append(page.text[at : bullet.start])
        at = bullet.end
    text = plain("".join([*parts, page.text[at:end]]))
    return text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + " …"


def plain(markdown: str) -> str:
    """Return text of a page without comments, the marks of labels and blank lines."""
    bare = _BULLET.sub(r"\1: ", _COMMENT.sub("", markdown.replace("\r\n", "\n")))
    return _BLANK.sub("\n", bare).strip()


def _past(page: Page, entry: Entry, reading: Reading) -> Iterator[tuple[Page, Entry]]:
    """Yield what the entry superseded, and what that had superseded, newest first."""
    seen = {(page.path, entry.id)}
    waiting = [(page, entry)]
    while waiting:
        page, entry = waiting.pop(0)
        for item in entry.supersedes:
            key = find_superseded(item, page, reading.wiki)
            if key is None or key in seen:
                continue
            seen.add(key)
            found = _entry_at(key, reading)
            if found:
                yield found
                waiting.append(found)


def _entry_at(key: tuple[str, str], reading: Reading) -> tuple[Page, Entry] | None:
    page = reading.page(key[0])
    entry = next((entry for entry in page.entries if entry.id == key[1]), None) if page else None
    return (page, entry) if page and entry else None


def _citations(page: Page, start: int, end: int, reading: Reading) -> Iterator[Cited]:
    inside = [c for c in page.citations if start <= c.start < end]
    wrong: dict[tuple[int, str], str] = {}
    for problem in reading.problems(page.path) if inside else ():
        if problem.rule.startswith("citations."):
            wrong.setdefault((problem.line, problem.subject), problem.rule.partition(".")[2])
    for citation in {c.text: c for c in reversed(inside)}.values():
        if reading.wiki.cited(citation, page).state != "foreign":
            yield Cited(
                citation.text, wrong.get((citation.line, citation.text)) or _unfollowed(citation, page, reading)
            )


def _unfollowed(citation: Citation, page: Page, reading: Reading) -> str:
    """Return holds, or unknown where a clone without its history cannot tell."""
    if citation.quote is not None:
        return "holds"
    followed = reading.wiki.followed(citation, page)
    return "unknown" if followed and followed.state == "unknown" else "holds"


def _neighbours(
    page: Page, start: int, end: int, past: set[tuple[str, str]], own: str, reading: Reading
) -> Iterator[Neighbour]:
    """Yield up to three live entries or pages that the text links to, then some that link to it."""
    seen = past | {(page.path, own), (page.path, "")}
    count = 0
    for key in (*_forward(page, start, end, reading), *_backward(page.path, own, reading)):
        key = _live(key, reading.wiki)
        if key in seen:
            continue
        seen.add(key)
        title = _title(key, reading.wiki)
        if title and count < _NEIGHBOURS:
            count += 1
            yield Neighbour(page_name(key[0], reading.wiki), key[1], title)


def _forward(page: Page, start: int, end: int, reading: Reading) -> Iterator[tuple[str, str]]:
    for link in page.links:
        if start <= link.start < end:
            target = reading.wiki.resolve(link, page)
            if target.state == "found":
                yield target.path, target.entry


def _backward(path: str, own: str, reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield the entries that link to this entry, or to its page as a whole."""
    for key in reading.linking(path):
        found = _entry_at(key, reading)
        if found is None or entry_status(found[1], status_of(found[0])) != "live":
            continue
        targets = _forward(found[0], found[1].heading_end, found[1].end, reading)
        if any(target in ((path, own), (path, "")) for target in targets):
            yield key


def _live(key: tuple[str, str], wiki: Wiki) -> tuple[str, str]:
    """Return what holds today in place of this entry."""
    seen = {key}
    while key[1]:
        newer = wiki.superseders(*key)
        if not newer or newer[-1] in seen:
            break
        key = newer[-1]
        seen.add(key)
    return key


def live_neighbour(key: tuple[str, str], wiki: Wiki) -> Iterator[Neighbour]:
    """Yield what holds today in place of a superseded entry, if anything does."""
    newer = _live(key, wiki)
    title = _title(newer, wiki)
    if newer != key and title:
        yield Neighbour(page_name(newer[0], wiki), newer[1], title)


def _title(key: tuple[str, str], wiki: Wiki) -> str:
    """Return the title of an entry or a page of the wiki, '' for any other file and for what nothing superseded but is
    struck."""
    summary = wiki.summary(key[0])
    if summary is None or summary.role != "page":
        return ""
    if not key[1]:
        return summary.title
    return next((entry.title for entry in summary.entries if entry.id == key[1] and entry.live), "")
