"""Who wrote each line of many files, from one pass over their history (blame would be a process a file).

The patches of all commits that touched the files are replayed, oldest first, merges against each of their parents: a
line of a merge was written where it came from, and by the merge only where no parent has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pincite.repo.patches import OPTIONS, FilePatch, applied, read_patch, split_commits
from pincite.repo.repository import Repository

_MARK = b"\x01commit "
# parents as the simplified history has them (`--parents`), then what is shown of the commit
_FORMAT = "\x01commit %H%x00%P%x00%aN%x00%as"
_LOG = ("--reverse", "--topo-order", "--parents", "--diff-merges=separate", "--no-show-signature",
        f"--format={_FORMAT}")  # fmt: skip
_NOBODY = -1
Lines = dict[str, list[int]]


class Author(NamedTuple):
    """The commit that a line comes from, who wrote it, and when (the author's date, YYYY-MM-DD)."""

    commit: str
    name: str
    date: str


class Authorship:
    """The authors of the lines of files. `lines` gives them for one path, None where nobody can be named: a line that
    is not committed yet, or older than a shallow clone."""

    def __init__(self, commits: Sequence[Author | None], files: Lines) -> None:
        self._commits, self._files = commits, files

    def lines(self, path: str) -> list[Author | None]:
        """Return who wrote each line of a file, the first line first; nothing for a file without history."""
        return [None if number < 0 else self._commits[number] for number in self._files.get(path, ())]


class _Step(NamedTuple):
    """A commit: its parents in the simplified history, what is shown of it, and its patch against each parent."""

    oid: str
    parents: tuple[str, ...]
    author: Author
    patches: list[list[FilePatch]]


def authorship(repository: Repository, commit: str | None, roots: Sequence[str], disk: bool = False) -> Authorship:
    """Return who wrote the files below these folders as of a commit; with `disk`, as they are in the work tree.

    Two git processes at the most, whatever the number of files.
    """
    if commit is None:
        return Authorship([], {})
    places = [root for root in roots if root not in ("", ".")]
    steps = _steps(repository.git.run("log", *_LOG, *OPTIONS, commit, "--", *places))
    edge = _edge(repository)
    files = _replay(steps)
    if disk and not repository.bare:
        patch, _ = read_patch(repository.git.run("diff", *OPTIONS, commit, "--", *places).split(b"\n"), 0)
        files = _changed(files, patch, _NOBODY)
    return Authorship([None if step.oid in edge else step.author for step in steps], files)


def _steps(out: bytes) -> list[_Step]:
    """Return the commits of a log, oldest first. A merge stands there once for each parent."""
    steps: list[_Step] = []
    for header, patch in split_commits(out, _MARK):
        oid, parents, name, date = header.decode("utf-8", "replace").split("\0")
        if steps and steps[-1].oid == oid:
            steps[-1].patches.append(patch)
        else:
            steps.append(_Step(oid, tuple(parents.split()), Author(oid, name, date), [patch]))
    return steps


def _edge(repository: Repository) -> frozenset[str]:
    """Return the commits at which a shallow clone ends: they seem to have written all that is older."""
    if not repository.shallow:
        return frozenset()
    with open(f"{repository.common_dir}/shallow", encoding="ascii") as listed:
        return frozenset(listed.read().split())


def _replay(steps: Sequence[_Step]) -> Lines:
    """Return the files as the last commit left them. A state is kept while a child of its commit is to come."""
    children = Counter(parent for step in steps for parent in step.parents)
    states: dict[str, Lines] = {}
    for number, step in enumerate(steps):
        above = [states.get(parent, {}) for parent in step.parents] or [{}]
        state = _changed(above[0], step.patches[0], number)
        for files, patch in zip(above[1:], step.patches[1:], strict=False):
            _merge(state, step.patches[0], _changed(files, patch, number), number)
        states[step.oid] = state
        for parent in step.parents:
            children[parent] -= 1
            if not children[parent]:
                states.pop(parent, None)
    return states[steps[-1].oid] if steps else {}


def _merge(state: Lines, patch: Iterable[FilePatch], other: Lines, own: int) -> None:
    """Give the lines that a merge seems to have written to those who wrote them on another side."""
    for file in patch:
        here, there = state.get(file.after, []), other.get(file.after, [])
        if file.after and len(here) == len(there):
            state[file.after] = [b if a == own else a for a, b in zip(here, there, strict=True)]


def _changed(files: Lines, patch: Sequence[FilePatch], own: int) -> Lines:
    """Return the files after a patch. The lists of files that it does not touch are shared."""
    made = dict(files)
    for file in patch:
        if file.before and file.before != file.after:
            made.pop(file.before, None)
    for file in patch:
        if file.after:
            made[file.after] = applied(files.get(file.before, []), file.hunks, own)
    return made
