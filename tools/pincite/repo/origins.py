"""The file that a citation meant when it was written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pincite.record import NamedTuple
from pincite.repo.log import GONE, changes, log
from pincite.repo.snapshot import Snapshot
from pincite.repo.trees import Trees
from pincite.wiki import File

Place = tuple[str, str]  # a commit, and a path in it


class Origin(NamedTuple):
    """A cited file as it was at the commit from which it is followed."""

    commit: str
    path: str
    file: File


def origins(snapshot: Snapshot, trees: Trees, places: Iterable[Place]) -> Mapping[Place, Origin]:
    """Return for each commit and path the file to follow into the snapshot; nothing where there is none to follow.

    A file that came later than its citation is followed from where it came; or, if it then had another name at the
    time of the citation (which may have named it by its last part alone), from that one.
    """
    found: dict[Place, Origin] = {}
    late: dict[str, list[str]] = {}
    for commit, path in dict.fromkeys(places):
        file = trees.file(commit, path)
        if file is not None:
            found[commit, path] = Origin(commit, path, file)
        else:
            late.setdefault(commit, []).append(path)
    for commit, paths in late.items():
        found.update(((commit, path), origin) for path, origin in _late(snapshot, trees, commit, paths).items())
    return found


def _late(snapshot: Snapshot, trees: Trees, since: str, paths: list[str]) -> dict[str, Origin]:
    """Return the origins of files that a commit does not have yet, but the snapshot may."""
    if snapshot.commit is None:
        return {}
    found: dict[str, Origin] = {}
    options = ("--full-history", "--reverse")
    for step in log(snapshot.repository.git, *options, revs=[snapshot.commit, f"^{since}"], paths=paths):
        for change in step.changes:
            if change.path in paths and change.path not in found and change.mode != GONE:
                found[change.path] = Origin(step.commit, change.path, File(change.mode, change.oid))
    former = {target: source for source, target in snapshot.renamed().items()}
    for path in paths:
        source = _source(snapshot, found[path].commit, path) if path in found else former.get(path, "")
        file = trees.file(since, source) if source else None
        if file is not None:
            found[path] = Origin(since, source, file)
    return found


def _source(snapshot: Snapshot, commit: str, path: str) -> str:
    """Return the name that a file had before a commit that brought it in, '' where it is new."""
    git = snapshot.repository.git
    renamed = changes(git, f"{commit}^", commit, renames=True) if git.object(f"{commit}^") else []
    return next((change.source for change in renamed if change.path == path != change.source), "")
