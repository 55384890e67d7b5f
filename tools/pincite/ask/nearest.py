"""Which known words a mistyped one may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

_MOST = 3
_ENOUGH = 0.4


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return up to three known words that one typing error makes this word, or two where it is long.

    A typing error is a letter too many, too few, another one, or two neighbours in the wrong order.
    """
    bound = 1 if len(word) < 8 else 2
    near = sorted((far, other) for other in known if (far := distance(word, other, bound)) <= bound)
    return tuple(other for far, other in near if far == near[0][0])[:_MOST]


def similar(text: str, titles: Iterable[str], most: int) -> tuple[str, ...]:
    """Return the titles that share most pairs of letters with a text, best first; none that shares only a few."""
    pairs = _pairs(text)
    scored = sorted((-len(pairs & own) / len(own), title) for title in titles if len(own := _pairs(title)) > 1)
    return tuple(title for score, title in scored[:most] if score <= -_ENOUGH)


def _pairs(text: str) -> set[str]:
    return {pair for word in text.casefold().split() for pair in map("".join, pairwise(word))}


def distance(a: str, b: str, bound: int) -> int:
    """Return how many typing errors lie between two words (optimal string alignment), `bound + 1` where more."""
    if abs(len(a) - len(b)) > bound:
        return bound + 1
    before: list[int] = []
    above = list(range(len(b) + 1))
    for row, letter in enumerate(a, 1):
        line = [row]
        for column, other in enumerate(b, 1):
            cost = min(above[column] + 1, line[-1] + 1, above[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == b[column - 2] and a[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        if min(line) > bound:
            return bound + 1
        before, above = above, line
    return above[-1]
