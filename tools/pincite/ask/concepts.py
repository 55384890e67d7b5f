"""A question as concepts: for each word or phrase, the terms that can stand for it and what each is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pincite.ask.words import LIGHT, STOP, term, words
from pincite.record import NamedTuple, Protocol

# Measured with tests/ask/recall.py; the ranking is flat around each of them.
LIGHT_WORTH, IN_PHRASE, TYPO, SPLIT = 0.6, 0.6, 0.7, 0.9

# The longest phrases of the thesaurus (a test says so).
LONGEST = 5


class Lexicon(Protocol):
    """What is known of words: by the thesaurus, and by the texts of the wiki."""

    def related(self, name: str) -> dict[str, float] | None:
        """Return what other terms can stand for this one and what each is worth, None where it is in no group."""

    def known(self, name: str) -> bool:
        """Return whether a term stands in the wiki."""

    def vocabulary(self, word: str) -> Iterable[str]:
        """Return words of the wiki that this one may be a typing error of."""


class Concept(NamedTuple):
    """A word (as it was typed, folded) or a phrase of the question. `worth` is what its own term counts for.

    `name` is its own term. `terms` holds that term and others that can stand for it.
    """

    word: str
    name: str
    worth: float
    terms: dict[str, float]
    phrase: bool


def concepts(question: str, lexicon: Lexicon) -> tuple[Concept, ...]:
    """Return the concepts of a question, each once."""
    typed = list(dict.fromkeys(_runs(question)))
    found = {concept.name: concept for run in typed for concept in _of_run(run, lexicon)}
    return tuple(found.values())


def _runs(question: str) -> Iterator[tuple[str, ...]]:
    """Yield the question cut into sentences, so that no phrase reaches over a stop."""
    for sentence in question.replace("?", ".").replace(";", ".").replace("\n", ".").split(". "):
        run = tuple(words(sentence))
        if run:
            yield run


def _of_run(run: tuple[str, ...], lexicon: Lexicon) -> Iterator[Concept]:
    sequence = [term(word) for word in run]
    held: set[int] = set()
    for at, count, terms in _phrases(sequence, lexicon):
        held.update(range(at, at + count))
        joined = "+".join(sequence[at : at + count])
        yield Concept(" ".join(run[at : at + count]), joined, 1.0, {joined: 1.0} | terms, True)
    for at, word in enumerate(run):
        if word in STOP:
            continue
        worth = (LIGHT_WORTH if word in LIGHT else 1.0) * (IN_PHRASE if at in held else 1.0)
        terms = {sequence[at]: 1.0} | (lexicon.related(sequence[at]) or {})
        if len(word) > 3 and at not in held and not lexicon.known(sequence[at]):
            terms |= dict(_meant(word, run, at, lexicon))
        yield Concept(word, sequence[at], worth, {name: worth * much for name, much in terms.items()}, False)


def _phrases(sequence: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[int, int, dict[str, float]]]:
    """Yield the phrases of the thesaurus in a sequence of terms: where, of how many words, and what they relate to."""
    for at in range(len(sequence) - 1):
        for count in range(2, min(LONGEST, len(sequence) - at) + 1):
            terms = lexicon.related("+".join(sequence[at : at + count]))
            if terms is not None:
                yield at, count, terms


def _meant(word: str, run: tuple[str, ...], at: int, lexicon: Lexicon) -> Iterator[tuple[str, float]]:
    """Yield what an unknown word may stand for: two words written as one, or a word with a typing error."""
    from pincite.ask.nearest import nearest

    for cut in range(3, len(word) - 2):
        parts = term(word[:cut]), term(word[cut:])
        if all(map(lexicon.known, parts)):
            yield from ((part, SPLIT) for part in parts)
            return
    joined = [term(word + other) for other in run[at + 1 : at + 2]]
    joined += [term(other + word) for other in run[max(0, at - 1) : at]]
    yield from ((name, SPLIT) for name in joined if lexicon.known(name))
    for other in nearest(word, lexicon.vocabulary(word)):
        yield term(other), TYPO
