"""Which lines of one version of a text are which lines of another: a histogram diff.

The idea is that of JGit's and git's `--histogram`: the lines that are rarest in the old version are matched first,
in runs as long as possible, and then what lies before and behind them. It is done here, and not by git, because
the lines that are compared are those without their white space, and because one process a file would be too slow.
"""

from __future__ import annotations

from collections.abc import Sequence

# A line that stands more often than this says nothing about where it belongs (git's own limit).
_COMMON = 64
# Lines looked at before the rest is left unmatched: it takes a second, and no file of text comes near it.
_BUDGET = 3_000_000

Run = tuple[int, int, int]  # where it begins in the old version, in the new one, and how long it is


def matching(old: Sequence[bytes], new: Sequence[bytes]) -> list[int]:
    """Return for each old line the index of the new line that it is, or -1. Both run in the same order."""
    found = [-1] * len(old)
    todo = [(0, len(old), 0, len(new))]
    budget = _BUDGET
    while todo and budget > 0:
        a, a_end, b, b_end = todo.pop()
        while a < a_end and b < b_end and old[a] == new[b]:
            found[a] = b
            a, b = a + 1, b + 1
        while a < a_end and b < b_end and old[a_end - 1] == new[b_end - 1]:
            a_end, b_end = a_end - 1, b_end - 1
            found[a_end] = b_end
        if a == a_end or b == b_end:
            continue
        budget -= a_end - a + b_end - b
        start, there, length = _rarest_run(old, a, a_end, new, b, b_end)
        if length:
            found[start : start + length] = range(there, there + length)
            todo += [(a, start, b, there), (start + length, a_end, there + length, b_end)]
    return found


def _rarest_run(old: Sequence[bytes], a: int, a_end: int, new: Sequence[bytes], b: int, b_end: int) -> Run:
    """Return the run of equal lines to match first, of length 0 where there is none."""
    places: dict[bytes, list[int]] = {}
    for index in range(a, a_end):
        places.setdefault(old[index], []).append(index)
    best, rarity, at = (0, 0, 0), _COMMON, b
    while at < b_end:
        behind = at + 1
        spots = places.get(new[at], ())
        if len(spots) <= rarity:
            for spot in spots:
                start, there, length = _extended(old, a, a_end, new, b, b_end, spot, at)
                count = min(len(places[line]) for line in old[start : start + length])
                if length > best[2] or count < rarity:
                    best, rarity = (start, there, length), min(count, rarity)
                behind = max(behind, there + length)
        at = behind
    return best


def _extended(
    old: Sequence[bytes], a: int, a_end: int, new: Sequence[bytes], b: int, b_end: int, spot: int, at: int
) -> Run:
    """Return the longest run of equal lines around one pair of them."""
    start, there = spot, at
    while start > a and there > b and old[start - 1] == new[there - 1]:
        start, there = start - 1, there - 1
    end, there_end = spot + 1, at + 1
    while end < a_end and there_end < b_end and old[end] == new[there_end]:
        end, there_end = end + 1, there_end + 1
    return start, there, end - start
