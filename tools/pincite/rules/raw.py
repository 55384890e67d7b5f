"""A source is pinned once: it is never edited, renamed or deleted afterwards.

Decisions rest on what stands in `raw/`, so it stays what it was when they were made. What may change there
(a README, an index) is named by `raw_mutable` in the configuration.

Bad:
    We were told so.
    === raw/talk.md
    Keep 3 keys.
    === commit
    === raw/talk.md
    Keep 4 keys.

Good:
    We were told so.
    === raw/talk.md
    Keep 3 keys.
    === commit
    === raw/second-talk.md
    Keep 4 keys.
"""

from __future__ import annotations

from pincite.globs import matcher
from pincite.model import Page, Problem
from pincite.wiki import RawChange, Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


KINDS = {"modified": ("error", "error"), "deleted": ("error", "error")}


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield nothing: sources are no pages."""
    yield from ()


def check_all(wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem for every source that is not what was pinned."""
    may_change = matcher(wiki.config.raw_mutable)
    for change in wiki.raw_changes():
        if not may_change(change.path):
            yield _problem(change)


def _problem(change: RawChange) -> Problem:
    since = f" in {change.commit[:7]}" if change.commit else ""
    if change.kind == "modified":
        advice = "put it back, and pin what is new beside it in a file of its own"
        message = f"this source was edited{since} after it was pinned; {advice}"
        return Problem("raw.modified", change.path, 1, 1, message, change.path)
    what = f"renamed to {change.target}" if change.kind == "renamed" else "deleted"
    message = f"this source was {what}{since}; sources stay where they were pinned: put it back"
    return Problem("raw.deleted", change.path, 1, 1, message, change.path)
