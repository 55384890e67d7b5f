"""Find and rank: which documents of the index answer a question, and how sure that is."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Sequence

from pincite.ask.concepts import concepts
from pincite.ask.index import Index, scoped
from pincite.record import NamedTuple

# How far the share of the question that a document covers counts (0 not at all, 1 as a factor).
_COVERAGE = 0.6
# An answer is good where it reaches this share of the best score that the question could have, and stands out from
# the fourth by this share of that. Over the 50 questions and 31 decisions of the evaluation one question in ten that
# the wiki does not answer passes; see tests/ask/recall.py.
_GOOD, _STANDS_OUT = 0.38, 0.17
# What a document counts for by its status.
_WORTH = {"live": 1.0, "superseded": 0.4, "proposed": 0.8, "rejected": 0.5}
_READ = 40


class Hit(NamedTuple):
    """A document that was found, best first; `missing` are the words of the question that it does not hold."""

    page: str
    entry: str
    title: str
    date: str
    status: str
    line: int
    score: float
    missing: tuple[str, ...]


class Scope(NamedTuple):
    """Where to look: below a folder, on pages with one of these tags, of one of these owners."""

    folder: str = ""
    tags: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()


class Found(NamedTuple):
    """What a search found. `match` is good, weak or none; `unmatched` words stand in none of the hits."""

    match: str
    unmatched: tuple[str, ...]
    hits: tuple[Hit, ...]


EVERYWHERE = Scope()


def search(index: Index, questions: Sequence[str], count: int, scope: Scope = EVERYWHERE, old: bool = False) -> Found:
    """Return the documents that fit best, live ones first of all; several phrasings are asked as one.

    `old` lets superseded documents stand for themselves instead of for what took their place.
    """
    asked = [_Asked(index, question, scope, old) for question in questions]
    best: dict[int, float] = {}
    for one in asked:
        for doc, score in one.scores.items():
            best[doc] = max(best.get(doc, 0.0), score)
    order = sorted(best, key=lambda doc: (-best[doc], doc))
    hits = [_hit(index.db, doc, best[doc], asked) for doc in order[:count]]
    return Found(_match(asked, hits), _unmatched(asked, hits), tuple(hits))


class _Asked:
    """One phrasing: its concepts with their weights, and the score of each document that holds any of them."""

    def __init__(self, index: Index, question: str, scope: Scope, old: bool) -> None:
        self.db = index.db
        self.where, self.values = scoped(scope.tags, scope.owners, scope.folder)
        self.concepts = concepts(question, index)
        self.idf = self._rarity(name for concept in self.concepts for name in concept.terms)
        self.whole = sum(c.worth * self.idf[c.name] for c in self.concepts if not c.phrase) or 1.0
        self.scores = self._scores("doc.id" if old else "doc.head")

    def _rarity(self, names: Iterable[str]) -> dict[str, float]:
        """Return the idf of each term."""
        total = self.db.execute("select count(*) from doc").fetchone()[0]
        found = {}
        for name in set(names):
            df = self.db.execute("select count(*) from posting where term = ?", (name,)).fetchone()[0]
            found[name] = math.log(1 + (total - df + 0.5) / (df + 0.5))
        return found

    def _scores(self, head: str) -> dict[int, float]:
        """Return the scores: for each concept the best term counts, and the share of concepts covered weighs in."""
        self.db.execute("create temp table if not exists asked (concept integer, term text, weight real, full real)")
        self.db.execute("delete from asked")
        self.db.executemany("insert into asked values (?, ?, ?, ?)", self._rows())
        sql = f"""
            select found, status, sum(much), sum(min(much, full)) from (
                select {head} as found, concept, max(posting.weight * asked.weight * doc.worth) as much, full
                from asked join posting on posting.term = asked.term join doc on doc.id = posting.doc
                group by 1, concept)
            join doc on doc.id = found join page on page.id = doc.page where {self.where} group by found
        """  # noqa: S608 - `head` and `where` are texts of this package, and all values are bound
        rows = self.db.execute(sql, self.values)
        return {
            doc: _WORTH[status] * much * (1 - _COVERAGE + _COVERAGE * covered / self.whole)
            for doc, status, much, covered in rows
        }

    def _rows(self) -> Iterable[tuple[int, str, float, float]]:
        for number, concept in enumerate(self.concepts):
            full = concept.worth * self.idf[concept.name]
            for name, worth in concept.terms.items():
                yield number, name, worth * self.idf[name], full

    def missing(self, terms: frozenset[str]) -> list[str]:
        """Return the words that a document with these terms does not hold, alone, in a phrase, or in other words."""
        held = {word for c in self.concepts if not terms.isdisjoint(c.terms) for word in c.word.split(" ")}
        return [c.word for c in self.concepts if not c.phrase and c.word not in held]


def _hit(db: sqlite3.Connection, doc: int, score: float, asked: Iterable[_Asked]) -> Hit:
    sql = "select path, entry, title, date, status, line from doc join page on page.id = doc.page where doc.id = ?"
    path, entry, title, date, status, line = db.execute(sql, (doc,)).fetchone()
    held = db.execute("select terms from doc where head = ? or id = ?", (doc, doc)).fetchall()
    terms = frozenset(name for row in held for name in row[0].split(" "))
    missing = dict.fromkeys(word for one in asked for word in one.missing(terms))
    return Hit(path, entry, title, date, status, line, score, tuple(missing))


def _unmatched(asked: Iterable[_Asked], hits: Sequence[Hit]) -> tuple[str, ...]:
    typed = dict.fromkeys(c.word for one in asked for c in one.concepts if not c.phrase)
    return tuple(word for word in typed if all(word in hit.missing for hit in hits))


def _match(asked: Sequence[_Asked], hits: Sequence[Hit]) -> str:
    """Return how sure the best hit is, by the phrasing that speaks most for it."""
    if not hits:
        return "none"
    return "good" if any(map(_is_good, asked)) else "weak"


def _is_good(asked: _Asked) -> bool:
    scores = sorted(asked.scores.values(), reverse=True)
    if not scores:
        return False
    share = scores[0] / asked.whole
    gap = 1 - (scores[3] if len(scores) > 3 else 0.0) / scores[0]
    return share >= _GOOD and share * gap >= _STANDS_OUT
