"""The log is a chronicle: every event has a date, they run one way, and what was said stays.

An event reads `## [2026-10-03] capture | Title`; `## DATE — Title` and list items that begin with a date are read as
well. Dates rise or fall, one direction a file. An event may be struck through; it is never reworded or dropped, but
where its links lead may follow a renamed page. Every live entry is named by an event, or its page is.

Bad:
    Text.
    === wiki/log.md
    # Log

    ## [2026-10-01] capture | Keep 3 keys

    - [[keys]]

Good:
    Text.
    === wiki/log.md
    # Log

    ## [2026-10-01] capture | Keep 3 keys

    - [[page]]
"""

from __future__ import annotations

from itertools import pairwise

from pincite.model import ROLE_PAGE, Event, Page, Problem
from pincite.paths import folder_of, name_of, root_of
from pincite.patterns import lazy
from pincite.rules._common import is_log
from pincite.rules._history import rewritten_events
from pincite.schema import is_date
from pincite.wiki import Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


KINDS = {
    "syntax": ("error", "warning"),
    "order": ("error", "warning"),
    "rewritten": ("error", "warning"),
    "dangling": ("error", "warning"),
    "unlogged": ("warning", "off"),
}

_DATED = lazy(r"\W*[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield the problems of a log, and for any other page its live entries that no log names."""
    if is_log(page):
        yield from _syntax(page)
        yield from _order(page, wiki)
        yield from _dangling(page, wiki)
        yield from _rewritten(page, wiki)
    elif page.role == ROLE_PAGE and page.entries and _has_log(page, wiki):
        yield from _unlogged(page, wiki)


def _has_log(page: Page, wiki: Wiki) -> bool:
    root = root_of(page.path, wiki.config.wiki)
    return any(wiki.file(f"{root}/{name}" if root else name) is not None for name in wiki.config.log_names)


def _syntax(page: Page) -> Iterator[Problem]:
    for heading in page.headings:
        if heading.level == 2 and not _DATED.match(heading.text):
            message = f"“{heading.text[:60]}” has no date; an event reads `## [2026-10-03] kind | title`"
            yield Problem("log.syntax", page.path, heading.line, 1, message, heading.text)
    for event in page.events:
        if not is_date(event.date):
            message = f"`{event.date}` is no date; write YYYY-MM-DD, as in `## [2026-10-03] kind | title`"
            yield Problem("log.syntax", page.path, event.line, 1, message, event.title)


def _order(page: Page, wiki: Wiki) -> Iterator[Problem]:
    dated = [event for event in page.events if is_date(event.date)]
    rising = _rises(dated, wiki.config.log_order)
    for above, event in pairwise(dated):
        if event.date != above.date and (event.date > above.date) != rising:
            last = "newest last" if rising else "newest first"
            message = f"{event.date} stands below {above.date} (line {above.line}); this log is {last}"
            yield Problem("log.order", page.path, event.line, 1, message, f"{event.date} {event.title}")


def _rises(events: list[Event], order: str) -> bool:
    """Return whether the dates of a log rise: as configured, else as most of them do, else as the first two do."""
    if order in ("newest-first", "newest-last"):
        return order == "newest-last"
    steps = [below.date > above.date for above, below in pairwise(events) if above.date != below.date]
    up = sum(steps)
    return bool(steps) and (up > len(steps) - up or (2 * up == len(steps) and steps[0]))


def _dangling(page: Page, wiki: Wiki) -> Iterator[Problem]:
    for event in page.events:
        for link in event.links:
            target = wiki.resolve(link, page)
            if target.state == "broken" or (target.state == "found" and target.where == "heading"):
                name = link.target if link.fragment is None else f"{link.target}#{link.fragment}"
                ask = ("near-heading", target.path, link.fragment or "") if target.path else \
                    ("near-name", link.form, link.target)  # fmt: skip
                what = f"no such heading in {target.path}" if target.path else "nothing"
                message = f"this event links to `{name}`, which leads to {what}; point it at where that is now"
                yield Problem("log.dangling", page.path, link.line, link.column, message, name, ask=ask)


def _rewritten(page: Page, wiki: Wiki) -> Iterator[Problem]:
    for old, (line, message, subject) in rewritten_events(page, wiki.earlier(page.path)):
        if line > 1 or not _kept_elsewhere(old, page, wiki):
            yield Problem("log.rewritten", page.path, line, 1, message, subject)


def _kept_elsewhere(old: Event, page: Page, wiki: Wiki) -> bool:
    """Return whether an event that left this file stands in another log beside or below it: logs are rotated."""
    earlier = wiki.earlier(page.path)
    if earlier is None:
        return False
    heading = earlier.text[old.start : old.end].split("\n", 1)[0].strip().encode()
    return any(line.strip() == heading for path in _other_logs(page.path, wiki) for line in wiki.lines(path) or ())


def _other_logs(own: str, wiki: Wiki) -> Iterator[str]:
    """Yield the files beside a log and below it that can hold what was rotated out of it."""
    here = folder_of(own)
    for name in wiki.listing(here):
        path = f"{here}/{name}" if here else name
        if path != own and name.startswith("log") and name.endswith(".md"):
            yield path
    for below in ("log", "logs", "archive"):
        folder = f"{here}/{below}" if here else below
        yield from (f"{folder}/{name}" for name in wiki.listing(folder) if name.endswith(".md"))


def _unlogged(page: Page, wiki: Wiki) -> Iterator[Problem]:
    for entry in page.entries:
        if entry.live and not wiki.logged(page.path, entry.id):
            name = name_of(page.path).removesuffix(".md")
            event = f"## [{entry.date}] capture | {entry.title}"
            message = (
                f"no event of the log names this entry; add `{event}` with `- [[{name}#{entry.date} {entry.title}]]`"
            )
            yield Problem("log.unlogged", page.path, entry.line, 1, message, entry.id)
