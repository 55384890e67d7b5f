"""Why a path is not there: it never was, it was deleted, or it has another name now."""

from __future__ import annotations

from typing import NamedTuple

from pincite.repo.log import changes, log
from pincite.repo.plumbing import text
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot
from pincite.repo.trees import Trees

# A file that was renamed more often than this has lost its way in a circle.
_HOPS = 20


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

    Walks the history of that one path, and is meant for problems that are shown. In a shallow clone None can also mean
    that what happened lies before its history.
    """
    if snapshot.commit is None or not path or "\0" in path:
        return None
    here, found = path, None
    for _ in range(_HOPS):
        commit, target = _left(repository, snapshot, here)
        if commit is None:
            break
        if found is None:
            found = Gone("deleted", "", commit, *_said(repository, commit))
        if not target:
            break
        if snapshot.find([target]):
            return found._replace(kind="renamed", target=target)
        here = target
    return found


def _left(repository: Repository, snapshot: Snapshot, path: str) -> tuple[str | None, str]:
    """Return the commit that took a path away ('' if none did yet), and where to; None where it never was there."""
    assert snapshot.commit is not None
    trees = Trees(repository.git)
    if snapshot.tree is None and trees.file(snapshot.commit, path):
        return "", snapshot.renamed().get(path, "")
    # Merges last: what a branch deleted is also missing from the merge, and the branch has the commit that says why.
    for merges in ("--no-merges", "--merges"):
        options = ("--full-history", "--diff-merges=separate", "-1", "--diff-filter=D", merges)
        for step in log(repository.git, *options, revs=[snapshot.commit], paths=[path]):
            parent = next(parent for parent in step.parents if trees.file(parent, path))
            renamed = changes(repository.git, parent, step.commit, renames=True)
            return step.commit, next((change.path for change in renamed if change.source == path != change.path), "")
    return None, ""


def _said(repository: Repository, commit: str) -> tuple[str, str, str]:
    """Return date, author and subject of a commit."""
    if not commit:
        return "", "", ""
    out = repository.git.run("log", "-1", "--no-show-signature", "-z", "--date=short", "--format=%ad%x00%an%x00%s",
                             commit, "--")  # fmt: skip
    date, author, subject = text(out).rstrip("\0\n").split("\0")
    return date, author, subject
