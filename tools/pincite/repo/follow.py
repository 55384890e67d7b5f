"""Follow citations from their anchors into a snapshot: what they cite holds, has moved, has changed or is missing.

The file at the anchor is compared with the file in the snapshot, end to end. Two versions are compared once for all
citations of them, and where both are the same blob nothing is read at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pincite.record import NamedTuple
from pincite.repo.anchors import Walk
from pincite.repo.blobs import read_blobs
from pincite.repo.culprits import Suspect, culprits
from pincite.repo.linemap import Fate, LineMap, Range, Text
from pincite.repo.marks import Anchor, Mark
from pincite.repo.origins import Origin, origins
from pincite.repo.renames import where_now
from pincite.repo.search import Lost, Spot, find_blocks
from pincite.repo.snapshot import Snapshot
from pincite.repo.trees import Trees
from pincite.wiki import File, Followed

# Lines of a citation that are carried along to be shown.
_SHOWN = 200
# Files that are held in memory at a time.
_AT_ONCE = 300


class Claim(NamedTuple):
    """A citation to follow: its mark on the page, the file that it means, and the lines in it.

    Without lines only its anchor is found.
    """

    mark: Mark
    path: str
    ranges: tuple[Range, ...]


Begun = tuple[str, int, Claim, Anchor]


class Job(NamedTuple):
    """A claim under way: the page and the number it has there, its anchor, and the file that it meant."""

    page: str
    number: int
    claim: Claim
    anchor: Anchor
    origin: Origin


class Outcome(NamedTuple):
    """What became of a claim's ranges in the file that is now at `path` ('' where there is none), between two versions
    of it; no fates where a version cannot be read."""

    job: Job
    path: str
    fates: tuple[Fate, ...]
    was: Text
    now: Text

    @property
    def stands(self) -> bool:
        """Whether all of the text is there."""
        return all(fate.state != "changed" for fate in self.fates)


def follow_all(
    snapshot: Snapshot, walk: Walk, pages: Mapping[str, Sequence[Claim]], ours: Callable[[str], bool]
) -> dict[str, list[Followed]]:
    """Return how each claim of these pages of the snapshot fares; a claim for every citation of a page, in order.

    `ours` tells which files quote code rather than being it (pages, sources), so that lost lines are not found there.
    """
    found: dict[str, list[Followed]] = {}
    again = _follow(snapshot, walk, pages, ours, found)
    if again:
        _follow(snapshot, walk, {page: pages[page] for page in again}, ours, found, exact=True)
    return found


def _follow(
    snapshot: Snapshot,
    walk: Walk,
    pages: Mapping[str, Sequence[Claim]],
    ours: Callable[[str], bool],
    found: dict[str, list[Followed]],
    exact: bool = False,
) -> set[str]:
    """Follow the claims; return the pages whose anchors have to be known exactly, because something does not hold."""
    anchors = walk.anchors({page: [claim.mark for claim in claims] for page, claims in pages.items()}, exact)
    begun: list[Begun] = []
    unchanged = _Unchanged(snapshot)
    for page, claims in pages.items():
        found[page] = [_as_it_was(claim, anchor) for claim, anchor in zip(claims, anchors[page], strict=True)]
        for number, (claim, anchor) in enumerate(zip(claims, anchors[page], strict=True)):
            if anchor.commit and claim.ranges and not unchanged(anchor.commit, claim.path):
                begun.append((page, number, claim, anchor))
    outcomes = _outcomes(snapshot, begun)
    again = {one.job.page for one in outcomes if one.job.anchor.steady}
    for job, result in _told(snapshot, [one for one in outcomes if one.job.page not in again], ours):
        found[job.page][job.number] = result
    return again


class _Unchanged:
    """Tells whether a file is what it was in the commit that the snapshot is or sits on, for most of them at once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._commit = snapshot.commit
        tree = snapshot.repository.head_tree
        self._changed: frozenset[str] = frozenset()
        if snapshot.tree is None and tree is not None:
            self._changed = frozenset(path for path, _ in snapshot.changes(tree))

    def __call__(self, commit: str, path: str) -> bool:
        return commit == self._commit and path not in self._changed


def _as_it_was(claim: Claim, anchor: Anchor) -> Followed:
    state = "holds" if anchor.known else "unknown"
    return Followed(state, claim.path, claim.ranges, anchor.commit if anchor.known else "")


def _outcomes(snapshot: Snapshot, begun: Sequence[Begun]) -> list[Outcome]:
    """Return what became of those claims whose text does not stand where it stood."""
    if not begun:
        return []
    trees = Trees(snapshot.repository.git)
    known = origins(snapshot, trees, ((anchor.commit, claim.path) for _, _, claim, anchor in begun))
    jobs = [Job(*one, known[one[3].commit, one[2].path]) for one in begun if (one[3].commit, one[2].path) in known]
    files = snapshot.find({job.claim.path for job in jobs})
    there = where_now(snapshot.repository, snapshot, {job.claim.path for job in jobs if job.claim.path not in files})
    files |= snapshot.find(there.values())
    placed = [(job, there.get(job.claim.path, job.claim.path)) for job in jobs]
    return [one for one in _compared(snapshot, placed, files) if not _settled(one)]


def _settled(outcome: Outcome) -> bool:
    """Return whether a claim holds as it is written."""
    holds = outcome.fates and all(fate.state == "holds" for fate in outcome.fates)
    return bool(holds) and outcome.path == outcome.job.claim.path


def _compared(snapshot: Snapshot, placed: Sequence[tuple[Job, str]], files: Mapping[str, File]) -> Iterator[Outcome]:
    """Yield the outcome of each job in the file that is at its path now, some hundred files at a time."""
    pairs: dict[tuple[str, str], list[Job]] = {}
    for job, path in placed:
        file = files.get(path)
        if file is None or file.oid != job.origin.file.oid or path != job.claim.path:
            pairs.setdefault((path, job.origin.file.oid), []).append(job)
    keys = sorted(pairs)
    for at in range(0, len(keys), _AT_ONCE):
        some = keys[at : at + _AT_ONCE]
        contents = dict(snapshot.read({path for path, _ in some}))
        now = {path: Text(data or b"") for path, data in contents.items()}
        old = read_blobs(snapshot.repository, (oid for _, oid in some))
        for (path, oid), (_, data) in zip(some, old, strict=True):
            readable = data is not None and (contents[path] is not None or path not in files)
            there = LineMap(Text(data or b""), now[path])
            for job in pairs[path, oid]:
                fates = tuple(there.fate(*lines) for lines in job.claim.ranges) if readable else ()
                yield Outcome(job, path if path in files else "", fates, there.old, there.new)


def _told(
    snapshot: Snapshot, outcomes: Sequence[Outcome], ours: Callable[[str], bool]
) -> Iterator[tuple[Job, Followed]]:
    """Yield each outcome as it is told: what its file has lost is looked for in others, and who did it is named."""
    lost = [(one, Lost(one.was, *lines, one.path or one.job.claim.path, one.job.origin.commit))
            for one in outcomes if not one.stands for lines in one.job.claim.ranges]  # fmt: skip
    spots = find_blocks(snapshot, [block for _, block in lost], ours)
    moved: dict[tuple[str, int], list[Spot]] = {}
    for (one, _), spot in zip(lost, spots, strict=True):
        if spot is not None:
            moved.setdefault((one.job.page, one.job.number), []).append(spot)
    suspects = [Suspect(one.job.origin.path, one.job.origin.file.oid, one.was, one.job.claim.ranges, one.path,
                        one.job.origin.commit) for one in outcomes]  # fmt: skip
    for one, commit in zip(outcomes, culprits(snapshot, suspects), strict=True):
        yield one.job, _followed(one, moved.get((one.job.page, one.job.number), ()), commit)


def _followed(one: Outcome, spots: Sequence[Spot], commit: str) -> Followed:
    claim, anchor = one.job.claim, one.job.anchor
    if not one.fates:
        return _as_it_was(claim, Anchor(anchor.commit, known=False))
    was = _lines(one.was, claim.ranges)
    since = anchor.commit if anchor.known else ""
    total = sum(fate.total for fate in one.fates)
    if len(spots) == len(claim.ranges) and len({spot.path for spot in spots}) == 1:
        ranges = tuple((spot.first, spot.last) for spot in spots)
        return Followed("moved", spots[0].path, ranges, since, commit, was, was, total)
    ranges = tuple((fate.first, fate.last) for fate in one.fates)
    now = _lines(one.now, ranges)
    if one.path and one.stands:
        return Followed("moved", one.path, ranges, since, commit, was, now, total)
    state = "changed" if one.path else "missing"
    kept = sum(fate.kept for fate in one.fates)
    return Followed(state, one.path or claim.path, claim.ranges, since, commit, was, now, kept)


def _lines(text: Text, ranges: Iterable[Range]) -> tuple[str, ...]:
    """Return the lines of these ranges as text, without what ends them."""
    lines = [line for first, last in ranges for line in text.lines[max(first - 1, 0) : last]]
    return tuple(line.decode("utf-8", "replace").rstrip("\r") for line in lines[:_SHOWN])
