"""What a range of commits does to decisions: those it adds and supersedes, the citations it moves and changes, and the
decisions that rest on the code it touches."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.ask.code import Code
from pincite.ask.documents import entry_status, status_of
from pincite.ask.graph import Builder
from pincite.ask.impact import Resting, impact
from pincite.check import Request, check
from pincite.config import Config
from pincite.configure import of_snapshot
from pincite.load import LoadedWiki, load_wiki
from pincite.model import ROLE_PAGE, Entry, Page, Problem
from pincite.record import NamedTuple
from pincite.repo.changed import changed_lines
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot, open_snapshot

_MOVED = ("citations.moved",)


class Known(NamedTuple):
    """An entry of a page, and its status in one version."""

    page: Page
    entry: Entry
    status: str


class Changes(NamedTuple):
    """What a range does.

    `superseded` holds pairs: what was superseded, and what took its place (None where nothing did). `moved` and
    `broken` are problems of citations that the range made; `resting` the decisions that rest on the lines it touches.
    """

    head: str
    config: Config
    added: tuple[Known, ...]
    superseded: tuple[tuple[Known, Known | None], ...]
    moved: tuple[Problem, ...]
    broken: tuple[Problem, ...]
    resting: tuple[Resting, ...]


def changes(repository: Repository, base: str, head: str, today: str) -> Changes:
    """Return what the commits from `base` to `head` do; RunError where one of them is unknown."""
    before, after = open_snapshot(repository, rev=base), open_snapshot(repository, rev=head)
    config = of_snapshot(after).config
    old, new = (load_wiki(repository, one, config, today) for one in (before, after))
    known, now = _entries(old), _entries(new)
    added = tuple(one for key, one in now.items() if key not in known and not _moved_here(one, known, now))
    problems = _citations(repository, after, before, config, today)
    return Changes(
        head=after.commit or head,
        config=config,
        added=added,
        superseded=tuple(_superseded(known, now, new)),
        moved=tuple(one for one in problems if one.rule in _MOVED),
        broken=tuple(one for one in problems if one.rule not in _MOVED),
        resting=tuple(_resting(repository, new, before, after, {id(one.entry) for one in added})),
    )


def _entries(wiki: LoadedWiki) -> dict[tuple[str, str], Known]:
    found = {}
    for page in wiki.pages.values():
        if page.role == ROLE_PAGE:
            state = status_of(page)
            for entry in page.entries:
                newer = wiki.superseders(page.path, entry.id)
                found[page.path, entry.id] = Known(page, entry, entry_status(entry, "superseded" if newer else state))
    return found


def _moved_here(one: Known, known: dict[tuple[str, str], Known], now: dict[tuple[str, str], Known]) -> bool:
    """Return whether an entry came with its page from another path: it stood there before, and stands there no more."""
    return any(entry == one.entry.id and (path, entry) not in now for path, entry in known)


def _superseded(
    known: dict[tuple[str, str], Known], now: dict[tuple[str, str], Known], new: LoadedWiki
) -> Iterator[tuple[Known, Known | None]]:
    for key, was in known.items():
        is_now = now.get(key)
        if is_now and was.status in ("live", "proposed") and is_now.status == "superseded":
            newer = new.superseders(*key)
            yield is_now, now.get(newer[-1]) if newer else None


def _citations(
    repository: Repository, after: Snapshot, before: Snapshot, config: Config, today: str
) -> tuple[Problem, ...]:
    """Return the problems of citations that `before` did not have."""
    since = (before.commit,) if before.commit else ()
    report = check(repository, after, config, Request(since=since, rules=("citations",), today=today))
    return report.problems


def _resting(
    repository: Repository, wiki: LoadedWiki, before: Snapshot, after: Snapshot, added: set[int]
) -> Iterator[Resting]:
    """Yield the decisions that rest on the code that the range touches, but for those that it adds itself."""
    lines = changed_lines(repository, before.commit, after.commit)
    touched = {path: ranges for path, ranges in lines.items() if path not in wiki.pages}
    builder = Builder(wiki)
    graph, code = builder.build(), Code(after)
    own = {f"{page.path}#{entry.id}" for page in wiki.pages.values() for entry in page.entries if id(entry) in added}
    yield from (one for one in impact(graph, code, touched) if one.node.id not in own)
