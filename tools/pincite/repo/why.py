"""Why a path is not there: it never was, it was deleted, or it has another name now."""

from __future__ import annotations

from pincite.record import NamedTuple
from pincite.repo.plumbing import text
from pincite.repo.renames import departures, where_now
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot


class Gone(NamedTuple):
    """A path that was tracked once. `kind` is deleted, or renamed (to `target`, which is there now).

    `commit` deleted or renamed it ('' where that is not committed yet), `author` on `date` with `subject`.
    """

    kind: str
    target: str
    commit: str
    date: str
    author: str
    subject: str


def why_gone(repository: Repository, snapshot: Snapshot, path: str) -> Gone | None:
    """Return what became of a path that the snapshot has not, None where no commit below it ever had it.

    Walks the history of that path, and is meant for problems that are shown. In a shallow clone None can also mean
    that what happened lies before its history.
    """
    left = departures(repository, snapshot, [path]).get(path)
    if left is None:
        return None
    target = where_now(repository, snapshot, [path]).get(path, "") if left.target else ""
    return Gone("renamed" if target else "deleted", target, left.commit, *said(repository, left.commit))


def said(repository: Repository, commit: str) -> tuple[str, str, str]:
    """Return date, author and subject of a commit; '' each where there is none."""
    if not commit:
        return "", "", ""
    out = repository.git.run("log", "-1", "--no-show-signature", "-z", "--date=short", "--format=%ad%x00%an%x00%s",
                             commit, "--")  # fmt: skip
    date, author, subject = text(out).rstrip("\0\n").split("\0")
    return date, author, subject
