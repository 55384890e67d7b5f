"""Small questions about commits: which one is meant, what a file was then, which names were there once."""

from __future__ import annotations

import re

from pincite.repo.plumbing import text
from pincite.repo.repository import Repository

_COMMIT_ID = re.compile(r"[0-9a-f]{4,64}\Z")


def full_commit(repository: Repository, rev: str, onto: str | None) -> str | None:
    """Return the full id of the commit that a (short) id names, if it is `onto` or an ancestor of it.

    None where there is no such commit there, '' where a shallow clone cannot tell.
    """
    if not _COMMIT_ID.match(rev) or onto is None:
        return None
    found = repository.git.object(rev + "^{commit}")
    if found is not None:
        done = repository.git.attempt("merge-base", "--is-ancestor", found[0], onto)
        if done.status == 0:
            return found[0]
    return "" if repository.shallow else None


def bytes_at(repository: Repository, commit: str, path: str) -> bytes | None:
    """Return what a file held at a commit, None where it was not there."""
    if "\n" in path:
        return None
    found = repository.git.object(f"{commit}:{path}")
    return found[2] if found is not None and found[1] == "blob" else None


def former_names(repository: Repository, commit: str | None) -> dict[str, list[str]]:
    """Return every path that a commit of this history deleted (or renamed away), by the path's last part."""
    found: dict[str, list[str]] = {}
    if commit is None:
        return found
    options = ("--diff-filter=D", "--no-renames", "--name-only", "-z", "--format=", "--no-show-signature")
    fields = repository.git.fields("log", *options, commit, "--")
    for path in dict.fromkeys(text(field.strip(b"\n")) for field in fields):
        if path:
            found.setdefault(path.rpartition("/")[2], []).append(path)
    return found


def appearances(repository: Repository, commit: str | None) -> tuple[dict[str, int], set[str]]:
    """Return when each file of this history appeared (the number of its commit, ancestors first), and those that a
    commit changed, or that a merge brought in, after that.

    A merge is compared with each of its parents, so that a file which is not among the changed ones was there in every
    commit with a greater number.
    """
    born: dict[str, int] = {}
    changed: set[str] = set()
    if commit is None:
        return born, changed
    options = ("--reverse", "--topo-order", "-m", "--no-renames", "--name-only", "-z", "--format=%x01")
    number = 0
    for field in repository.git.fields("log", *options, "--no-show-signature", commit, "--"):
        name = field.lstrip(b"\n")
        if name[:1] == b"\x01":
            number += 1
            name = name.lstrip(b"\x01\n")
        if name and born.setdefault(text(name), number) != number:
            changed.add(text(name))
    return born, changed
