"""Where a block of lines stands that its file has lost: in exactly one other file, where it was not before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pincite.record import NamedTuple
from pincite.repo.blobs import read_blobs
from pincite.repo.linemap import Text, goes_along, telling, unmistakable
from pincite.repo.plumbing import text
from pincite.repo.snapshot import Snapshot
from pincite.repo.trees import Trees

# Files that may hold one block's most telling line before it is nobody's own.
_FILES = 200


class Lost(NamedTuple):
    """A block that is looked for: the lines `first` to `last` of `text`, which stood at `path` in `commit`."""

    text: Text
    first: int
    last: int
    path: str
    commit: str


class Spot(NamedTuple):
    """Where a block stands, and whether it is surely the same."""

    path: str
    first: int
    last: int
    sure: bool


def find_blocks(snapshot: Snapshot, lost: Sequence[Lost], is_text_of_ours: Callable[[str], bool]) -> list[Spot | None]:
    """Return for each block the only other place where it stands, None where there is none or more than one.

    One `git grep` for a line of each names the files to look into; those of ours (pages quote code) are left out.
    """
    needles = [_needle(block) for block in lost]
    if not any(needles):
        return [None] * len(lost)
    paths = [path for path in _grep(snapshot, {needle for needle in needles if needle}) if not is_text_of_ours(path)]
    places: list[list[Spot]] = [[] for _ in lost]
    for path, data in snapshot.read(paths):
        for number, spot in _spots(path, Text(data or b""), data or b"", lost, needles):
            places[number].append(spot)
    trees = Trees(snapshot.repository.git)
    return [_only(snapshot, trees, block, found) for block, found in zip(lost, places, strict=True)]


def _needle(lost: Lost) -> bytes:
    """Return the longest line of a block that says enough to be known again, b'' where the block does not."""
    if not telling(lost.text.block(lost.first, lost.last)):
        return b""
    return max((line.strip() for line in lost.text.lines[lost.first - 1 : lost.last]), key=len)


def _grep(snapshot: Snapshot, needles: set[bytes]) -> list[str]:
    """Return the files of the snapshot that hold one of these texts."""
    where = [snapshot.tree] if snapshot.tree else ["--cached"] if snapshot.name == "index" else []
    args = ("grep", "--text", "-l", "-z", "-F", "--no-color", "--full-name", "--no-textconv", "-f", "-", *where)
    out = snapshot.repository.git.run(*args, data=b"\n".join(sorted(needles)), ok=(0, 1))
    names = [text(name) for name in out.split(b"\0")[:-1]]
    return [name.removeprefix(f"{snapshot.tree}:") for name in names] if snapshot.tree else names


def _spots(
    path: str, found: Text, data: bytes, lost: Sequence[Lost], needles: Sequence[bytes]
) -> Iterator[tuple[int, Spot]]:
    """Yield the places of each block in one file, with the number of the block."""
    for number, block in enumerate(lost):
        if needles[number] and needles[number] in data:
            keys = block.text.block(block.first, block.last)
            begin, end = block.text.span(block.first, block.last)
            for start in found.occurrences(keys):
                stop = start + len(keys)
                sure = unmistakable(keys) or goes_along(block.text, begin, end, found, start, stop)
                yield number, Spot(path, found.numbers[start], found.numbers[stop - 1], sure)


def _only(snapshot: Snapshot, trees: Trees, lost: Lost, found: Sequence[Spot]) -> Spot | None:
    """Return the one place of a block, unless it is in its own file or stood in that other file before."""
    if len(found) != 1 or found[0].path == lost.path or not found[0].sure:
        return None
    before = trees.file(lost.commit, found[0].path)
    if before is not None:
        ((_oid, data),) = read_blobs(snapshot.repository, [before.oid])
        if data is None or Text(data).occurrences(lost.text.block(lost.first, lost.last)):
            return None
    return found[0]
