"""Measure the answers to a file of questions: recall, mean reciprocal rank, and the length of an answer.

FILE is a JSON list: [{"question": "…", "expect_any": ["page#entry"], "expect_all": ["page#entry"]}]. An entry is
named by its id, its title, page#entry, or its page. A question with "not_recorded": true is one that the wiki does not
answer.
"""

from __future__ import annotations

import argparse

from pincite.ask.evaluate import Asked, Summary, evaluate, read_questions, summary
from pincite.ask.query import Result, query
from pincite.ask.reading import open_reading
from pincite.ask.render import as_text
from pincite.errors import UsageError
from pincite.output import json_text, one_line
from pincite.verdict import EXIT_CLEAN


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="the questions, - for standard input")
    parser.add_argument("--at", metavar="REV", help="ask the wiki as it was at this commit")
    parser.add_argument("--verbose", "-v", action="store_true", help="also print the questions that went wrong")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print the figures."""
    questions = read_questions(_text(options.file), options.file)
    with open_reading(rev=options.at) as reading:

        def ask(question: str, count: int) -> Result:
            return query(reading, [question], count)

        asked = evaluate(questions, ask, lambda result: len(as_text(result)))
    if options.json:
        print(json_text(_as_json(summary(asked), asked)))
    else:
        print(_as_text(summary(asked), asked if options.verbose else ()), end="")
    return EXIT_CLEAN


def _text(path: str) -> str:
    import sys

    try:
        if path == "-":
            return sys.stdin.read()
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {one_line(path)}: {error}") from None


def _as_json(figures: Summary, asked: tuple[Asked, ...]) -> dict[str, object]:
    rounded = {key: round(value, 4) for key, value in figures._asdict().items()}
    renamed = {"recall_1": "recall@1", "recall_3": "recall@3", "hit_1": "hit@1", "hit_3": "hit@3"}
    each = [{"question": one.question.text, "rank": one.rank, "match": one.match} for one in asked]
    return {"version": 1, **{renamed.get(key, key): value for key, value in rounded.items()}, "each": each}


def _as_text(figures: Summary, asked: tuple[Asked, ...]) -> str:
    rows = (
        ("questions", f"{figures.questions} ({figures.unanswerable} not answered by the wiki)"),
        ("recall@1", f"{figures.recall_1:.3f}"),
        ("recall@3", f"{figures.recall_3:.3f}  of all entries that make the full answer"),
        ("hit@1", f"{figures.hit_1:.3f}"),
        ("hit@3", f"{figures.hit_3:.3f}  of questions have an expected entry among three"),
        ("MRR", f"{figures.mrr:.3f}"),
        ("tokens", f"{figures.tokens:.0f}  an answer"),
        ("good", f"{figures.sure:.3f}  of answerable questions, {figures.wrongly:.3f} of the others"),
    )
    lines = [f"{name:10}{value}" for name, value in rows]
    lines += [
        f"rank {one.rank or '-':>3}  {one.match:5} {one_line(one.question.text)}" for one in asked if _is_wrong(one)
    ]
    return "\n".join(lines) + "\n"


def _is_wrong(one: Asked) -> bool:
    return not 0 < one.rank <= 3 if one.question.any_of else one.match == "good"
