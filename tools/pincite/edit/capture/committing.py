"""The commit of a decision: planned once more on HEAD and on the index, so that it holds our own work alone."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping

from pincite.edit.capture.plan import Plan, plan
from pincite.edit.capture.request import Request
from pincite.edit.desk import Desk
from pincite.edit.lock import exclusive
from pincite.edit.overlay import Overlay
from pincite.errors import UsageError
from pincite.repo.committing import Content, refuse_under_way
from pincite.repo.repository import Repository, open_repository
from pincite.repo.snapshot import Snapshot, open_snapshot

# Hooks may set up an environment of their own before they run.
_WAIT_SECONDS = 600.0


@contextlib.contextmanager
def committing(repository: Repository, say: Callable[[str], None]) -> Iterator[Repository]:
    """Let one commit of ours happen at a time; others may write meanwhile. Raises RunError in the midst of a merge.

    Lends the repository as it is once it is our turn: HEAD may have moved while we waited.
    """
    lock = os.path.join(repository.cache_dir, "commit.lock")
    with exclusive(lock, say, _WAIT_SECONDS), open_repository(repository.root) as now:
        refuse_under_way(now)
        yield now


def to_commit(desk: Desk, request: Request, found: Plan) -> dict[str, Content]:
    """Return the files that recording this decision changes in HEAD, as they are then in the commit and in the index.

    What else is on disk, or staged, does not come along. Raises UsageError where the decision cannot stand without it.
    """
    repository = desk.repository
    index = open_snapshot(repository, staged=True)
    head = open_snapshot(repository, rev="HEAD") if repository.head else _empty(index)
    committed, staged = (
        _contents(_with_page(snapshot, desk, found), desk, request, found) for snapshot in (head, index)
    )
    return {path: Content(data, staged.get(path, data)) for path, data in committed.items()}


def _empty(index: Snapshot) -> Snapshot:
    return Overlay(index, dict.fromkeys(index.files))


def _with_page(snapshot: Snapshot, desk: Desk, found: Plan) -> Snapshot:
    """Return a snapshot that has the page, without entries where it is on disk alone."""
    page = desk.page(found.page.path)
    if not page.text or snapshot.find([page.path]):
        return snapshot
    head = page.text[: page.entries[0].start] if page.entries else page.text
    return Overlay(snapshot, {page.path: head.encode("utf-8", "surrogateescape")})


def _contents(snapshot: Snapshot, desk: Desk, request: Request, found: Plan) -> dict[str, bytes]:
    """Return the files that the decision changes in this snapshot."""
    request = request._replace(page=found.page.path)
    other = Desk(desk.repository, snapshot, desk.config)
    try:
        planned = plan(other, request, found.entry.date, True, found.source)
    except UsageError as error:
        raise UsageError(f"{error}\n(in what is committed: commit what this rests on first)") from None
    changes: Mapping[str, bytes | None] = {change.path: change.new for change in planned.changes}
    over = snapshot.over if isinstance(snapshot, Overlay) else {}
    return {path: data for path, data in {**over, **changes}.items() if data is not None}


def commit_message(title: str, link: str, found: Plan) -> str:
    """Return the message: what was decided, where it stands, what it replaces."""
    lines = [title, "", link]
    lines += [f"Supersedes {one.path}#{one.entry.id}" for one in found.superseded]
    return "\n".join(lines) + "\n"
