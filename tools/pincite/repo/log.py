"""One pass of `git log` over some paths: which commit changed which file, and from what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pincite.record import NamedTuple
from pincite.repo.plumbing import Git, text

# Given one by one, because each of them can be set otherwise in somebody's configuration.
_OPTIONS = ("--raw", "-z", "-r", "--root", "--no-abbrev", "--no-color", "--no-ext-diff", "--no-textconv",
            "--no-relative", "--no-show-signature", "--ignore-submodules=none", "--no-notes", "-O/dev/null",
            "--format=tformat:%x01%H %P")  # fmt: skip
# How many deleted and added files git compares to find renames in one commit (its own default).
RENAME_LIMIT = 1000
GONE = "000000"


class Change(NamedTuple):
    """A file that a commit changed: git's letter for how (A, D, M, T, R), modes and ids before and after.

    `source` is the path that it had before, another than `path` only where it was renamed.
    """

    letter: str
    old_mode: str
    mode: str
    old: str
    oid: str
    path: str
    source: str


class Step(NamedTuple):
    """A commit with its parents and the files in which it differs from the first of them."""

    commit: str
    parents: tuple[str, ...]
    changes: tuple[Change, ...]


def log(git: Git, *options: str, revs: Sequence[str], paths: Iterable[str] = (), renames: bool = False) -> list[Step]:
    """Return the commits of `revs` that touched `paths`, children before their parents unless options say otherwise.

    Merges are compared with their first parent. RunError where git does not know a revision.
    """
    found = f"-l{RENAME_LIMIT}", "-M"
    args = ("log", *_OPTIONS, *(found if renames else ("--no-renames",)),
            "--diff-merges=first-parent", "--topo-order", *options, *revs, "--", *paths)  # fmt: skip
    return list(_steps(git.run(*args)))


def changes(git: Git, old: str, new: str, paths: Iterable[str] = (), renames: bool = False) -> list[Change]:
    """Return how two trees (or commits) differ."""
    found = ("-M", f"-l{RENAME_LIMIT}") if renames else ("--no-renames",)
    args = (
        "diff-tree",
        "--raw",
        "-z",
        "-r",
        "--no-abbrev",
        "--no-relative",
        "--ignore-submodules=none",
        "-O/dev/null",
        *found,
    )
    return list(_changes(git.run(*args, old, new, "--", *paths).split(b"\0")))


def _steps(out: bytes) -> Iterator[Step]:
    for record in out.split(b"\1")[1:]:
        header, _, rest = record.partition(b"\0")
        commit, *parents = header.decode("ascii").split()
        yield Step(commit, tuple(parents), tuple(_changes(rest.lstrip(b"\n").split(b"\0"))))


def _changes(fields: list[bytes]) -> Iterator[Change]:
    """Read `:MODE MODE OID OID LETTER` and its path; with a score and two paths where a file was renamed."""
    at = 0
    while at + 1 < len(fields):
        old_mode, mode, old, oid, letter = fields[at][1:].decode("ascii").split(" ")
        source = path = text(fields[at + 1])
        at += 2
        if letter[0] in "RC":
            path = text(fields[at])
            at += 1
        yield Change(letter[0], old_mode, mode, old, oid, path, source)
