"""A question, and the answers of the wiki to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pincite.ask.answer import Answer, Neighbour, answer, live_neighbour, past_text
from pincite.ask.documents import entry_status, status_of
from pincite.ask.index import Index
from pincite.ask.nearest import similar
from pincite.ask.reading import Reading
from pincite.ask.search import EVERYWHERE, Hit, Scope, search
from pincite.model import Entry, Page

_TITLES = 3


class Result(NamedTuple):
    """Answers, best first. `match` is good, weak or none; `unmatched` are words that none of the answers holds.

    `old` are the texts of superseded entries by (path of the page, entry id), where they were asked for. `titles` are
    the nearest ones where there is no answer.
    """

    match: str
    unmatched: tuple[str, ...]
    answers: tuple[Answer, ...]
    old: dict[tuple[str, str], str]
    titles: tuple[str, ...]


def query(
    reading: Reading, questions: Sequence[str], count: int = 3, scope: Scope = EVERYWHERE, history: bool = False
) -> Result:
    """Return what the wiki says to a question, which may be put in several ways at once."""
    return reading.ask(lambda index: _query(index, reading, questions, count, scope, history))


def _query(index: Index, reading: Reading, questions: Sequence[str], count: int, scope: Scope, history: bool) -> Result:
    found = search(index, questions, count, scope)
    answers = tuple(made for hit in found.hits if (made := answer(hit, reading)))
    titles = () if answers else similar(" ".join(questions), index.titles(), _TITLES)
    old = _old(answers, reading) if history else {}
    return Result(found.match if answers else "none", found.unmatched, answers, old, titles)


def entry_result(reading: Reading, page: Page, entry: Entry) -> tuple[Result, tuple[Neighbour, ...]]:
    """Return one entry as if it had been found, with the texts of what it superseded, and what superseded it."""
    newer = reading.wiki.superseders(page.path, entry.id)
    status = entry_status(entry, "superseded" if newer else status_of(page))
    hit = Hit(page.path, entry.id, entry.title, entry.date, status, entry.line, 0.0, ())

    def made(_: Index) -> Result:
        answers = tuple(one for one in (answer(hit, reading),) if one)
        return Result("good", (), answers, _old(answers, reading), ())

    return reading.ask(made), tuple(live_neighbour((page.path, entry.id), reading.wiki) if newer else ())


def _old(answers: Sequence[Answer], reading: Reading) -> dict[tuple[str, str], str]:
    texts = {}
    for one in answers:
        for past in one.history:
            page = reading.page(past.path)
            entry = next((entry for entry in page.entries if entry.id == past.entry), None) if page else None
            if page and entry:
                texts[past.path, past.entry] = past_text(page, entry)
    return texts


def as_json(result: Result) -> dict[str, Any]:
    """Return the result as `query --json` prints it."""
    return {
        "version": 1,
        "match": result.match,
        "unmatched": list(result.unmatched),
        "answers": [answer_json(one, result) for one in result.answers],
    }


def answer_json(one: Answer, result: Result) -> dict[str, Any]:
    """Return one answer of the result as it stands in the JSON."""
    history = []
    for past in one.history:
        text = result.old.get((past.path, past.entry))
        item = {"entry": past.entry, "title": past.title, "date": past.date}
        history.append(item if text is None else {**item, "text": text})
    shown: dict[str, Any] = {
        "page": one.page,
        "entry": one.entry,
        "path": one.path,
        "line": one.line,
        "title": one.title,
        "status": one.status,
        "text": one.text,
        "rejected": list(one.rejected),
        "history": history,
        "citations": [{"text": cited.text, "state": cited.state} for cited in one.citations],
        "open": list(one.open),
        "see_also": [near._asdict() for near in one.see_also],
    }
    return shown | ({"reviewed": one.reviewed} if one.reviewed else {})
