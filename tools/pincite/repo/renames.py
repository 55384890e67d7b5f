"""Where files went that are not there any more."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.record import NamedTuple
from pincite.repo.log import changes, log
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot
from pincite.repo.trees import Trees

# A file that was renamed more often than this has lost its way in a circle.
_HOPS = 20


class Departure(NamedTuple):
    """The commit that took a path away ('' where that is not committed), and the name that it gave the file ('')."""

    commit: str
    target: str


def where_now(repository: Repository, snapshot: Snapshot, paths: Iterable[str]) -> dict[str, str]:
    """Return the path in the snapshot of each of these files that it has under another name."""
    found: dict[str, str] = {}
    asked = {path: path for path in paths}
    for _ in range(_HOPS):
        if not asked:
            break
        left = departures(repository, snapshot, set(asked.values()))
        there = {path: left[name].target for path, name in asked.items() if name in left and left[name].target}
        known = snapshot.find(there.values())
        found |= {path: target for path, target in there.items() if target in known}
        asked = {path: target for path, target in there.items() if target not in known}
    return found


def departures(repository: Repository, snapshot: Snapshot, paths: Iterable[str]) -> dict[str, Departure]:
    """Return how each of these paths, none of which the snapshot has, left it; nothing for what never was there.

    One pass over the history of them all, and git's rename detection in the commits that took one away.
    """
    if snapshot.commit is None:
        return {}
    rest = {path for path in paths if path and "\0" not in path}
    found: dict[str, Departure] = {}
    if snapshot.tree is None:
        trees = Trees(repository.git)
        held = [path for path in rest if trees.file(snapshot.commit, path)]
        renamed = snapshot.renamed() if held else {}
        found = {path: Departure("", renamed.get(path, "")) for path in held}
    # Merges last: what a branch deleted is also missing from the merge, and the branch has the commit that says why.
    for merges in ("--no-merges", "--merges"):
        found |= _committed(repository, snapshot.commit, rest - found.keys(), merges)
    return found


def _committed(repository: Repository, commit: str, paths: set[str], merges: str) -> dict[str, Departure]:
    if not paths:
        return {}
    trees = Trees(repository.git)
    found: dict[str, Departure] = {}
    options = ("--full-history", "--diff-merges=separate", "--diff-filter=D", merges)
    for step in log(repository.git, *options, revs=[commit], paths=sorted(paths)):
        gone = {change.path for change in step.changes if change.path in paths} - found.keys()
        for parent in step.parents if gone else ():
            targets = {one.source: one.path for one in changes(repository.git, parent, step.commit, renames=True)
                       if one.letter == "R"}  # fmt: skip
            for path in [path for path in gone if trees.file(parent, path)]:
                found[path] = Departure(step.commit, targets.get(path, ""))
                gone.discard(path)
    return found
