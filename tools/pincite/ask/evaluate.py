"""Measure answers: a file of questions with the entries that ought to answer them, and what came."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from pincite.ask.answer import Answer
from pincite.ask.query import Result
from pincite.errors import UsageError
from pincite.text import slug

FIRST, SOME, MANY = 1, 3, 10
# A rough count that needs no tokenizer: English prose has about four characters a token.
_PER_TOKEN = 4


class Question(NamedTuple):
    """A question. Any of `any_of` answers it; all of `all_of` make the full answer; neither: nothing in the wiki does.

    Each is named by the entry's id, its title, `page#entry`, or the page's name.
    """

    text: str
    any_of: tuple[str, ...]
    all_of: tuple[str, ...]


class Asked(NamedTuple):
    """How one question fared: the rank of the first answer that is expected (0 none), the share of all of them among
    the first one and three, how sure the answers were, and how long."""

    question: Question
    rank: int
    first: float
    some: float
    match: str
    tokens: int


def read_questions(text: str, name: str) -> tuple[Question, ...]:
    """Return the questions of a JSON file: a list of objects with `question`, and `expect_any`, `expect_all` or both.

    A question with neither, or with `not_recorded`, is one that the wiki does not answer. UsageError where the file is
    anything else.
    """
    try:
        items = json.loads(text)
    except ValueError as error:
        raise UsageError(f"{name} is not JSON: {error}") from None
    if not isinstance(items, list):
        raise UsageError(f"{name} must hold a list of questions")
    return tuple(_question(item, f"{name}, question {number}") for number, item in enumerate(items, 1))


def _question(item: Any, where: str) -> Question:
    if not isinstance(item, dict) or not isinstance(item.get("question"), str):
        raise UsageError(f'{where}: expected {{"question": "…", "expect_any": ["page#entry"]}}')
    any_of, all_of = (_names(item.get(key, []), f"{where}: {key}") for key in ("expect_any", "expect_all"))
    if item.get("not_recorded"):
        return Question(item["question"], (), ())
    return Question(item["question"], any_of or all_of, all_of or any_of)


def _names(value: Any, where: str) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise UsageError(f"{where} must be a list of names of entries")
    return tuple(names)


def evaluate(
    questions: Iterable[Question], ask: Callable[[str, int], Result], length: Callable[[Result], int]
) -> tuple[Asked, ...]:
    """Ask every question and return how each fared. `length` is that of the answer as an agent reads it."""
    return tuple(_fared(question, ask(question.text, MANY), ask(question.text, SOME), length) for question in questions)


def _fared(question: Question, many: Result, some: Result, length: Callable[[Result], int]) -> Asked:
    ranks = [_rank(name, many.answers) for name in question.any_of]
    full = [_rank(name, many.answers) for name in question.all_of]
    first, three = (sum(0 < rank <= count for rank in full) / (len(full) or 1) for count in (FIRST, SOME))
    rank = min((rank for rank in ranks if rank), default=0)
    return Asked(question, rank, first, three, some.match, length(some) // _PER_TOKEN)


def _rank(name: str, answers: Sequence[Answer]) -> int:
    return next((rank for rank, one in enumerate(answers, 1) if _is(name, one)), 0)


def _is(name: str, one: Answer) -> bool:
    page, _, entry = name.rpartition("#")
    if page:
        return one.page in (page, page.removesuffix(".md")) and _names_entry(entry, one)
    return name == one.page or _names_entry(name, one)


def _names_entry(name: str, one: Answer) -> bool:
    return one.entry != "" and (name in (one.entry, one.title) or slug(name) == one.entry)


class Summary(NamedTuple):
    """The figures of an evaluation. Recall is the share of all entries of the full answer, on average; `hit` the share
    of questions with any of them among the first three. `sure` of the questions that the wiki answers, and `wrongly`
    of those it does not, were told to have a good match."""

    questions: int
    unanswerable: int
    recall_1: float
    recall_3: float
    hit_1: float
    hit_3: float
    mrr: float
    tokens: float
    sure: float
    wrongly: float


def summary(asked: Sequence[Asked]) -> Summary:
    """Return the figures over all questions."""
    told = [one for one in asked if one.question.any_of]
    rest = [one for one in asked if not one.question.any_of]
    return Summary(
        questions=len(asked),
        unanswerable=len(rest),
        recall_1=_mean(one.first for one in told),
        recall_3=_mean(one.some for one in told),
        hit_1=_mean(one.rank == 1 for one in told),
        hit_3=_mean(0 < one.rank <= SOME for one in told),
        mrr=_mean(1 / one.rank if one.rank else 0.0 for one in told),
        tokens=_mean(one.tokens for one in asked),
        sure=_mean(one.match == "good" for one in told),
        wrongly=_mean(one.match == "good" for one in rest),
    )


def _mean(values: Iterable[float]) -> float:
    held = list(values)
    return sum(held) / len(held) if held else 0.0
