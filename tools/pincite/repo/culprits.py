"""Which commit first moved or changed what a citation cites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.record import NamedTuple
from pincite.repo.blobs import read_blobs
from pincite.repo.linemap import LineMap, Range, Text
from pincite.repo.log import GONE, Step, log
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot

# Versions of files that are read before the commit is left unsaid: it is only said to be helpful.
_VERSIONS = 3000
# Beyond so many paths git is faster without being told them: it tries each of them on every file of every commit.
_FEW = 24


class Suspect(NamedTuple):
    """Lines that do not stand where they stood: their file in the commit `since` (`path`, blob `oid`, its `text`), and
    its name now."""

    path: str
    oid: str
    text: Text
    ranges: Sequence[Range]
    target: str
    since: str


def culprits(snapshot: Snapshot, suspects: Sequence[Suspect]) -> list[str]:
    """Return the commit that did it for each, '' for an uncommitted change."""
    paths = sorted({path for suspect in suspects for path in (suspect.path, suspect.target) if path})
    if not paths or snapshot.commit is None:
        return [""] * len(suspects)
    options, revs = ("--full-history", "--reverse"), [snapshot.commit, *_older(snapshot, suspects)]
    steps = log(snapshot.repository.git, *options, revs=revs, paths=paths if len(paths) <= _FEW else ())
    histories = _by_path(steps, frozenset(paths))
    texts = _Texts(snapshot.repository)
    return [_first(texts, suspect, list(_after(suspect, histories))) for suspect in suspects]


class _Texts:
    """Versions of files, each read once, and no more than `_VERSIONS` of them."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._known: dict[str, Text | None] = {}

    def get(self, oid: str) -> Text | None:
        """Return a version, None where it cannot be read or enough were."""
        if oid not in self._known and len(self._known) < _VERSIONS:
            ((_, data),) = read_blobs(self._repository, [oid])
            self._known[oid] = None if data is None else Text(data)
        return self._known.get(oid)


def _older(snapshot: Snapshot, suspects: Sequence[Suspect]) -> list[str]:
    """Return the revisions to leave out: what all suspects are younger than."""
    commits = sorted({suspect.since for suspect in suspects})
    done = snapshot.repository.git.attempt("merge-base", "--octopus", *commits)
    base = done.out.decode("ascii", "replace").strip()
    return [f"^{base}"] if not done.status and base else []


def _by_path(steps: Sequence[Step], wanted: frozenset[str]) -> dict[str, list[tuple[str, str]]]:
    """Return the (commit, blob) pairs of these paths, oldest first; the blob is '' where it was taken away."""
    found: dict[str, list[tuple[str, str]]] = {}
    for step in steps:
        for change in step.changes:
            oid = "" if change.mode == GONE else change.oid
            if change.path in wanted:
                found.setdefault(change.path, []).append((step.commit, oid))
    return found


def _after(suspect: Suspect, histories: dict[str, list[tuple[str, str]]]) -> Iterator[tuple[str, str]]:
    """Yield the versions behind the one that was cited: it was the last with its blob."""
    own = histories.get(suspect.path, [])
    cited = [index for index, (_, oid) in enumerate(own) if oid == suspect.oid]
    yield from own[cited[-1] + 1 if cited else 0 :]
    if suspect.target != suspect.path:
        yield from histories.get(suspect.target, [])


def _first(texts: _Texts, suspect: Suspect, versions: Sequence[tuple[str, str]]) -> str:
    """Return the first of these commits after which the lines no longer stand where they stood."""
    gone = ""
    for commit, oid in versions:
        if not oid:
            gone = gone or commit
            continue
        text = texts.get(oid)
        if text is None:
            return ""
        there = LineMap(suspect.text, text)
        if any(there.fate(*lines).state != "holds" for lines in suspect.ranges):
            return commit
    return gone
