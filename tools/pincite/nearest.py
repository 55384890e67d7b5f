"""The names that look most like a wrong one, for many wrong ones in one pass over all names.

Names are alike that share many of their letter pairs (Dice's coefficient), which a letter too many, a letter off and
words in another order change little. Each name is looked at once, whatever the number of wrong ones, so the time grows
with the text of the names and not with the square of their number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pincite.text import name_key

# Below this share of common pairs a name is no help.
_ALIKE = 0.5
_MOST = 3


def nearest(wanted: Iterable[str], names: Iterable[str], most: int = _MOST) -> Mapping[str, list[str]]:
    """Return for each wanted name the names that look most like it, the best first; none where none does."""
    targets = {one: _pairs(one) for one in wanted}
    having: dict[str, list[str]] = {}
    for one, pairs in targets.items():
        for pair in pairs:
            having.setdefault(pair, []).append(one)
    found: dict[str, list[tuple[float, str]]] = {one: [] for one in targets}
    for name in dict.fromkeys(names):
        pairs = _pairs(name)
        shared: dict[str, int] = {}
        for pair in pairs:
            for one in having.get(pair, ()):
                shared[one] = shared.get(one, 0) + 1
        for one, number in shared.items():
            likeness = 2 * number / (len(pairs) + len(targets[one]))
            if likeness >= _ALIKE and name != one:
                found[one].append((-likeness, name))
    return {one: [name for _, name in sorted(alike)[:most]] for one, alike in found.items()}


def _pairs(name: str) -> frozenset[str]:
    """Return the pairs of neighbouring letters of a name, its ends included; one letter has a pair with each end."""
    text = f"\1{name_key(name)}\2"
    return frozenset(text[at : at + 2] for at in range(len(text) - 1))
