"""Who supersedes whom is said on both sides, dated, without circles; an older entry keeps its words.

The newer entry says "(supersedes X)" where X is a link or names an older entry of the page; the heading of the older
one is struck through and ends in "(superseded DATE)". Beside that, an older entry may gain `Reviewed`, `Open`,
`Status` and `Amended`, and its citations and links may be pointed at where things are now; its words stay.

Bad:
    ## 2026-10-03 Keep 4 keys (supersedes [[#2026-10-01 Keep 3 keys]])

    - **Decision:** Keep 4 keys.
    - **Source:** conversation, 2026-10-03

    ## 2026-10-01 Keep 3 keys

    - **Decision:** Keep 3 keys.
    - **Source:** conversation, 2026-10-01

Good:
    ## 2026-10-03 Keep 4 keys (supersedes [[#2026-10-01 Keep 3 keys]])

    - **Decision:** Keep 4 keys.
    - **Source:** conversation, 2026-10-03

    ## 2026-10-01 ~~Keep 3 keys~~ (superseded 2026-10-03)

    - **Decision:** Keep 3 keys.
    - **Source:** conversation, 2026-10-01
"""

from __future__ import annotations

from pincite.model import Entry, Page, Problem, Supersedes
from pincite.patterns import IGNORECASE, lazy
from pincite.rules._common import is_superseded, listed
from pincite.rules._history import edited_entries
from pincite.rules._status import stated_status
from pincite.status import status_of
from pincite.wiki import Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


KINDS = {
    "one-sided": ("error", "warning"),
    "missing-target": ("error", "error"),
    "cycle": ("error", "error"),
    "double": ("error", "warning"),
    "undated": ("error", "warning"),
    "edited": ("error", "warning"),
    "no-successor": ("error", "error"),
}

Name = tuple[str, str]  # path and id of an entry

_NAMED = lazy(r"\bby\b\s*\S|\[|#\d|\d{2,}")
_SUCCESSOR = lazy(r"\b(?:superseded|replaced|obsoleted)[ -]?(?:by|with)?\b|\bsee\b|->|→", IGNORECASE)


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem wherever the two sides of a supersession do not agree, or an older entry was rewritten."""
    for entry in page.entries:
        yield from _missing_targets(page, entry, wiki)
        circle = _circle(page, entry, wiki)
        if not circle:
            yield from _old_side(page, entry, wiki)
        elif (page.path, entry.id) == min(circle):
            names = " → ".join(f"{path}#{entry_id}" for path, entry_id in [*circle, circle[0]])
            yield _problem("cycle", page, entry, f"these entries supersede each other in a circle: {names}")
    yield from _without_successor(page, wiki)
    for line, message, subject in edited_entries(page, wiki.earlier(page.path)):
        yield Problem("supersession.edited", page.path, line, 1, message, subject)


def _problem(kind: str, page: Page, entry: Entry, message: str) -> Problem:
    return Problem(f"supersession.{kind}", page.path, entry.line, 1, message, entry.id)


def _missing_targets(page: Page, entry: Entry, wiki: Wiki) -> Iterator[Problem]:
    for item in entry.supersedes:
        if wiki.superseded(item, page) is None:
            message = f"`{item.text}` names no entry that could be superseded{_why(item, page, wiki)}"
            ask = ("near-entry", *_page_meant(item, page, wiki), item.text)
            yield _problem("missing-target", page, entry, message)._replace(ask=ask)


def _page_meant(item: Supersedes, page: Page, wiki: Wiki) -> tuple[str]:
    if item.link is None:
        return (page.path,)
    return (wiki.resolve(item.link, page).path,)


def _why(item: Supersedes, page: Page, wiki: Wiki) -> str:
    """Say what is missing: the page, the entry on it, or which of its entries is meant."""
    if item.link is None:
        return " on this page"
    target = wiki.resolve(item.link, page)
    if target.state == "ambiguous":
        return f": it could be {listed(target.candidates)}"
    if target.state != "found":
        return ": there is no such page"
    if item.link.fragment:
        return f": {target.path} has no such entry"
    return f": say which entry of {target.path}, as `[[page#2026-10-03 Title]]`"


def _old_side(page: Page, entry: Entry, wiki: Wiki) -> Iterator[Problem]:
    """Judge an entry as the older side: what supersedes it, and what its heading says of that."""
    newer = list(dict.fromkeys(wiki.superseders(page.path, entry.id)))
    if newer:
        yield from _told(page, entry, newer, wiki)
        yield from _double(page, entry, newer, wiki)
    elif is_superseded(entry):
        said = "is struck through" if entry.superseded is None else "says that it is superseded"
        message = (
            f"this entry {said}, but no accepted entry says that it supersedes it; add `(supersedes …)` to the newer"
        )
        yield _problem("one-sided", page, entry, message)


def _told(page: Page, entry: Entry, newer: Sequence[Name], wiki: Wiki) -> Iterator[Problem]:
    """Judge what the heading of an entry says that others supersede."""
    path, newer_id = newer[0]
    date = _date_of(path, newer_id, wiki)
    by = f"`{newer_id}`" if path == page.path else f"{path}#{newer_id}"
    right = f"write `## {entry.date} ~~{entry.title}~~ (superseded {date or 'DATE'})`"
    if not is_superseded(entry):
        yield _problem("one-sided", page, entry, f"{by} supersedes this entry, which does not say so; {right}")
    elif not entry.superseded:
        yield _problem("undated", page, entry, f"this entry does not say when {by} superseded it; {right}")
    elif not entry.struck:
        yield _problem("one-sided", page, entry, f"{by} supersedes this entry, which is not struck through; {right}")
    elif date and entry.superseded < date and len(newer) == 1:
        message = f"superseded {entry.superseded}, but {by}, which supersedes it, is dated {date}; {right}"
        yield _problem("undated", page, entry, message)


def _double(page: Page, entry: Entry, newer: Sequence[Name], wiki: Wiki) -> Iterator[Problem]:
    """Find two entries in force that each supersede this one, without a word of each other."""
    live = [name for name in newer if _is_live(name, wiki)]
    if len(live) > 1:
        names = listed([f"{path}#{entry_id}" for path, entry_id in live], "and")
        yield _problem("double", page, entry, f"{names} both supersede this entry; let one of them supersede the other")


def _is_live(name: Name, wiki: Wiki) -> bool:
    summary = wiki.summary(name[0])
    return any(entry.id == name[1] and entry.live for entry in summary.entries) if summary else False


def _date_of(path: str, entry_id: str, wiki: Wiki) -> str:
    summary = wiki.summary(path)
    return next((entry.date for entry in summary.entries if entry.id == entry_id), "") if summary else ""


def _circle(page: Page, entry: Entry, wiki: Wiki) -> list[Name]:
    """Return the entries of the circle that this entry is part of, beginning with it; [] where it is in none."""
    if not entry.supersedes:
        return []
    start = (page.path, entry.id)
    came_from: dict[Name, Name] = {}
    waiting = [start]
    while waiting:
        name = waiting.pop()
        for newer in wiki.superseders(*name):
            if newer == start:
                return _way(start, name, came_from)
            if newer not in came_from:
                came_from[newer] = name
                waiting.append(newer)
    return []


def _way(start: Name, last: Name, came_from: dict[Name, Name]) -> list[Name]:
    """Return the way from the start to the last entry; each is superseded by the next."""
    way = [last]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return [start, *[name for name in way if name != start]]


def _without_successor(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Find a page that says of itself that it is superseded, and by what it does not say."""
    for status in stated_status(page):
        superseded = status_of(status.text, wiki.config.status) == "superseded"
        if superseded and not _names_successor(page, status.offset, status.text):
            message = f"this page says `{status.text.strip()[:40]}`, but not by what; link the page that replaced it"
            yield Problem("supersession.no-successor", page.path, status.line, 1, message, "status")
            return


def _names_successor(page: Page, offset: int, text: str) -> bool:
    """Return whether the status, a field beside it or the text says what came instead."""
    if _NAMED.search(text):
        return True
    values = page.frontmatter.values if page.frontmatter else {}
    if any(values.get(key) for key in ("superseded_by", "superseded-by", "supersededBy", "replaced_by", "replaced-by")):
        return True
    return any(_near_word(page.text, link.start) for link in page.links) or bool(page.entries)


def _near_word(text: str, start: int) -> bool:
    """Return whether a word such as "superseded by" stands on the line of a link, before it."""
    return _SUCCESSOR.search(text, text.rfind("\n", 0, start) + 1, start) is not None
