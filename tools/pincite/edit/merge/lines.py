"""A three-way merge by line, for the pieces that have no finer grain; the same bytes whichever side comes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

Lines = Sequence[str]


class Merged(NamedTuple):
    """A merged text, and whether it holds conflict markers."""

    text: str
    conflict: bool


def merge_lines(base: str, ours: str, theirs: str, size: int) -> Merged:
    """Merge by line. Where both sides changed the same lines, both stand between conflict markers of this size."""
    out: list[str] = []
    conflict = False
    for old, mine, other in _regions(base.split("\n"), ours.split("\n"), theirs.split("\n")):
        if mine == other or other == old:
            out += mine
        elif mine == old:
            out += other
        else:
            out += conflicted(mine, other, size)
            conflict = True
    return Merged("\n".join(out), conflict)


def conflicted(ours: Lines, theirs: Lines, size: int) -> list[str]:
    """Return both sides between markers, lines that they share at both ends outside."""
    first = last = 0
    shortest = min(len(ours), len(theirs))
    while first < shortest and ours[first] == theirs[first]:
        first += 1
    while last < shortest - first and ours[-1 - last] == theirs[-1 - last]:
        last += 1
    return [
        *ours[:first],
        "<" * size + " ours",
        *ours[first : len(ours) - last],
        "=" * size,
        *theirs[first : len(theirs) - last],
        ">" * size + " theirs",
        *ours[len(ours) - last :],
    ]


def _regions(base: Lines, ours: Lines, theirs: Lines) -> Iterator[tuple[Lines, Lines, Lines]]:
    """Yield the text in pieces, as (base, ours, theirs): those that all have alike, and what lies between them."""
    at = mine = other = 0
    for start, a, b, length in _common(base, ours, theirs):
        yield base[at:start], ours[mine:a], theirs[other:b]
        yield base[start : start + length], ours[a : a + length], theirs[b : b + length]
        at, mine, other = start + length, a + length, b + length
    yield base[at:], ours[mine:], theirs[other:]


def _common(base: Lines, ours: Lines, theirs: Lines) -> Iterator[tuple[int, int, int, int]]:
    """Yield runs of lines that all three have: their places, and how many lines."""
    one = SequenceMatcher(None, base, ours, autojunk=False).get_matching_blocks()
    two = SequenceMatcher(None, base, theirs, autojunk=False).get_matching_blocks()
    left = right = 0
    while left < len(one) and right < len(two):
        first, second = one[left], two[right]
        start = max(first.a, second.a)
        end = min(first.a + first.size, second.a + second.size)
        if start < end:
            yield start, first.b + start - first.a, second.b + start - second.a, end - start
        if first.a + first.size < second.a + second.size:
            left += 1
        else:
            right += 1
