"""Which words can mean the same: the groups of `thesaurus.txt`, looked up by term.

A group is a line of words and phrases. A phrase is one term, its parts joined by `+`, and is found in a text where its
words follow each other. Small groups say more about their words than large ones.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from pincite.ask.words import term, words

# What a word found through the thesaurus is worth beside the word that was typed. Measured with tests/ask/recall.py:
# anything between .5 and .75 ranks alike; the larger groups are the looser ones.
WORTH, LOOSE_WORTH, LOOSE = 0.57, 0.48, 8

Group = tuple[tuple[str, ...], ...]
Related = dict[str, dict[str, float]]


@cache
def groups() -> tuple[Group, ...]:
    """Return the groups; each member is its sequence of terms."""
    with open(os.path.join(os.path.dirname(__file__), "thesaurus.txt"), encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return tuple(tuple(_sequence(member) for member in line.split(",")) for line in lines)


@cache
def related() -> Related:
    """Return for each term (a phrase joined) the terms of its groups with what each is worth."""
    found: Related = {}
    for group in groups():
        worth = WORTH if len(group) <= LOOSE else LOOSE_WORTH
        names = ["+".join(member) for member in group]
        for name in names:
            others = found.setdefault(name, {})
            for other in names:
                if other != name:
                    others[other] = max(worth, others.get(other, 0))
    return found


@cache
def _phrases() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the phrases by their first term."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for group in groups():
        for member in group:
            if len(member) > 1:
                found.setdefault(member[0], set()).add(member)
    return {first: tuple(sorted(members)) for first, members in found.items()}


def phrases(sequence: Sequence[str]) -> Iterator[tuple[int, str, int]]:
    """Yield the phrases in a sequence of terms, stop words included: where, the joined term, how many words."""
    known = _phrases()
    for at, first in enumerate(sequence):
        for phrase in known.get(first, ()):
            if tuple(sequence[at : at + len(phrase)]) == phrase:
                yield at, "+".join(phrase), len(phrase)


def with_phrases(sequence: Sequence[str]) -> Iterable[str]:
    """Yield the joined terms of the phrases in a sequence."""
    return (joined for _, joined, _ in phrases(sequence))


def _sequence(member: str) -> tuple[str, ...]:
    return tuple(term(word) for word in words(member))
