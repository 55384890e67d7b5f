"""Sources that are not what was pinned: compared with what each was in the commit that brought it in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pincite.kept import keep, load
from pincite.record import NamedTuple
from pincite.repo.log import GONE, changes, log
from pincite.repo.objects import blob_id
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot
from pincite.wiki import File, RawChange

# what became of the sources up to HEAD, in the cache folder
_KEPT = "sources"


class Pinned(NamedTuple):
    """A source in the history of a commit: its blob when it came in, the one it has now ('' where it is gone), and the
    commit that changed it last."""

    birth: str
    oid: str
    commit: str


def raw_changes(repository: Repository, snapshot: Snapshot, roots: Sequence[str]) -> list[RawChange]:
    """Return the files below these folders that are not what they were when they came in, sorted by path.

    What was put back is as it was pinned. Only the first parents count: what a branch did to a file before it was
    merged is nobody's source yet. In a shallow clone a file came in where its history begins.
    """
    if not roots or snapshot.commit is None:
        return []
    pinned = _pinned(repository, snapshot.commit, roots)
    uncommitted = _uncommitted(snapshot, roots)
    found = []
    for path in sorted(pinned):
        now = _now(snapshot, path, pinned[path], uncommitted)
        if now.oid != now.birth:
            found.append(_change(repository, snapshot, path, now))
    return found


def _pinned(repository: Repository, commit: str, roots: Sequence[str]) -> dict[str, Pinned]:
    """Return what became of every source up to a commit; from what is kept of an older one, only what came since."""
    known_roots, known, kept = load(repository.cache_dir, _KEPT) or ((), "", {})
    if known_roots != tuple(roots) or not _leads_on(repository, known, commit):
        known, kept = "", {}
    found = {path: Pinned(*value) for path, value in kept.items()}
    if known != commit:
        _replay(repository, f"{known}..{commit}" if known else commit, roots, found)
        if commit == repository.head:
            plain = {path: tuple(pinned) for path, pinned in found.items()}
            keep(repository.cache_dir, _KEPT, (tuple(roots), commit, plain))
    return found


def _leads_on(repository: Repository, known: str, commit: str) -> bool:
    """Return whether a commit is reached from the other by first parents alone."""
    if known == commit or not known:
        return known == commit
    done = repository.git.attempt("rev-list", "--first-parent", "--parents", f"{known}..{commit}", "--")
    last = done.out.split(b"\n")[-2:-1]
    return done.status == 0 and bool(last) and last[0].split(b" ")[1:2] == [known.encode()]


def _replay(repository: Repository, revs: str, roots: Iterable[str], found: dict[str, Pinned]) -> None:
    """Bring what is known of the sources up to date with these commits."""
    for step in log(repository.git, "--first-parent", "--reverse", revs=[revs], paths=roots):
        for change in step.changes:
            oid = "" if change.mode == GONE else change.oid
            known = found.get(change.path)
            if known is None:
                found[change.path] = Pinned(oid, oid, step.commit)
            elif known.oid != oid:
                found[change.path] = Pinned(known.birth, oid, step.commit)


def _uncommitted(snapshot: Snapshot, roots: Iterable[str]) -> dict[str, File | None]:
    """Return what differs below these folders from the commit that the index or the disk sits on."""
    tree = snapshot.repository.head_tree
    if snapshot.tree is not None or tree is None:
        return {}
    places = tuple("" if root == "." else f"{root.rstrip('/')}/" for root in roots)
    return {path: file for path, file in snapshot.changes(tree) if path.startswith(places)}


def _now(snapshot: Snapshot, path: str, pinned: Pinned, uncommitted: dict[str, File | None]) -> Pinned:
    """Return a source as it is in the snapshot."""
    if path not in uncommitted:
        return pinned
    file = uncommitted[path]
    if file is None:
        return pinned._replace(oid="", commit="")
    if file.oid:
        return pinned._replace(oid=file.oid, commit="")
    ((_path, data),) = snapshot.contents([(path, file)])
    return pinned._replace(oid=_as_pinned(data or b"", pinned.birth), commit="")


def _as_pinned(data: bytes, birth: str) -> str:
    """Return the id of a file on disk; with the line ends of the checkout it is still the same file."""
    oid = blob_id(data, birth)
    if oid != birth and b"\r\n" in data and blob_id(data.replace(b"\r\n", b"\n"), birth) == birth:
        return birth
    return oid


def _change(repository: Repository, snapshot: Snapshot, path: str, now: Pinned) -> RawChange:
    if now.oid:
        return RawChange(path, "modified", now.commit)
    target = ""
    if not now.commit:
        target = snapshot.renamed().get(path, "")
    else:
        for change in changes(repository.git, f"{now.commit}^1", now.commit, renames=True):
            if change.source == path != change.path:
                target = change.path
    return RawChange(path, "renamed" if target else "deleted", now.commit, target)
