"""Which commit first moved or changed what a citation cites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.record import NamedTuple
from pincite.repo.blobs import read_blobs
from pincite.repo.linemap import LineMap, Range, Text
from pincite.repo.log import GONE, Step, log
from pincite.repo.snapshot import Snapshot

# Versions of files that are read before the commit is left unsaid: it is only said to be helpful.
_VERSIONS = 3000


class Suspect(NamedTuple):
    """Lines that do not stand where they stood: their file then (`path`, blob `oid`, its `text`), and its name now."""

    path: str
    oid: str
    text: Text
    ranges: Sequence[Range]
    target: str


def culprits(snapshot: Snapshot, suspects: Sequence[Suspect]) -> list[str]:
    """Return the commit that did it for each, '' for an uncommitted change."""
    paths = sorted({path for suspect in suspects for path in (suspect.path, suspect.target) if path})
    if not paths or snapshot.commit is None:
        return [""] * len(suspects)
    options = ("--full-history", "--reverse")
    steps = log(snapshot.repository.git, *options, revs=[snapshot.commit], paths=paths)
    histories = _by_path(steps)
    found, left = [], _VERSIONS
    for suspect in suspects:
        versions = list(_after(suspect, histories))
        left -= len(versions)
        found.append(_first(snapshot, suspect, versions) if left >= 0 else "")
    return found


def _by_path(steps: Sequence[Step]) -> dict[str, list[tuple[str, str]]]:
    """Return the (commit, blob) pairs of each path, oldest first; the blob is '' where it was taken away."""
    found: dict[str, list[tuple[str, str]]] = {}
    for step in steps:
        for change in step.changes:
            oid = "" if change.mode == GONE else change.oid
            found.setdefault(change.path, []).append((step.commit, oid))
    return found


def _after(suspect: Suspect, histories: dict[str, list[tuple[str, str]]]) -> Iterator[tuple[str, str]]:
    """Yield the versions behind the one that was cited: it was the last with its blob."""
    own = histories.get(suspect.path, [])
    cited = [index for index, (_, oid) in enumerate(own) if oid == suspect.oid]
    yield from own[cited[-1] + 1 if cited else 0 :]
    if suspect.target != suspect.path:
        yield from histories.get(suspect.target, [])


def _first(snapshot: Snapshot, suspect: Suspect, versions: Sequence[tuple[str, str]]) -> str:
    """Return the first of these commits after which the lines no longer stand where they stood."""
    gone = ""
    blobs = read_blobs(snapshot.repository, [oid for _, oid in versions if oid])
    for commit, oid in versions:
        if not oid:
            gone = gone or commit
            continue
        _, data = next(blobs)
        if data is None:
            return ""
        there = LineMap(suspect.text, Text(data))
        if any(there.fate(*lines).state != "holds" for lines in suspect.ranges):
            return commit
    return gone
