"""Commits by any name that git understands."""

from __future__ import annotations

from pincite.errors import RunError
from pincite.record import NamedTuple
from pincite.repo.repository import Repository


class Commit(NamedTuple):
    """A commit: its id, its tree, and the parents that this clone has."""

    oid: str
    tree: str
    parents: tuple[str, ...]


def find_commit(repository: Repository, name: str) -> Commit | None:
    """Return the commit that a branch, a tag, an id or any other expression names, None where there is none."""
    found = repository.git.object(f"{name}^{{commit}}")
    if found is None or found.data is None:
        return None
    header = found.data.split(b"\n\n", 1)[0].decode("utf-8", "replace").split("\n")
    values = [line.split(" ", 1) for line in header if line.startswith(("tree ", "parent "))]
    parents = tuple(value for key, value in values if key == "parent")
    if repository.shallow:
        # The commits at the edge of a shallow clone name parents that are not there.
        parents = tuple(parent for parent in parents if repository.git.object(parent))
    return Commit(found.oid, values[0][1], parents)


def commit_named(repository: Repository, name: str) -> Commit:
    """Return the commit that an expression names; RunError in plain words where there is none."""
    found = find_commit(repository, name)
    if found is None:
        hint = "; this clone is shallow, so it may only be missing here (fetch-depth: 0)" if repository.shallow else ""
        raise RunError(f"unknown revision {name!r}: it names no commit of this repository{hint}")
    return found
