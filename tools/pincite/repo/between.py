"""What happened between two commits, neither of which need be on top of the other."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.repo.commit import find_commit
from pincite.repo.log import log
from pincite.repo.repository import Repository


def touched(repository: Repository, old: str, new: str, paths: Iterable[str]) -> set[str] | None:
    """Return the files below these paths whose history may differ between two commits, beyond what their trees tell.

    A file that was changed and put back has the same content in both, and citations on it are younger. None where the
    first parents of the two commits do not come together, or one of them is not there: nothing can be said.
    """
    first, second = find_commit(repository, old), find_commit(repository, new)
    if first is None or second is None:
        return None
    if second.parents == (first.oid,):
        return set()
    if _leaves(repository, first.oid, second.oid) != _leaves(repository, second.oid, first.oid):
        return None
    steps = log(repository.git, "--full-history", revs=[f"{first.oid}...{second.oid}"], paths=paths)
    return {change.path for step in steps for change in step.changes}


def _leaves(repository: Repository, commit: str, other: str) -> str:
    """Return the first of a commit's first parents that is below the other commit, '' where none is."""
    options = ("--first-parent", "--parents", "--no-color")
    lines = repository.git.run("rev-list", *options, commit, f"^{other}", "--").decode("ascii").splitlines()
    last = lines[-1].split() if lines else [commit, commit]
    return last[1] if len(last) > 1 else ""
