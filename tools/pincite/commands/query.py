"""Ask what was decided: the live entries that fit best, with reasons, rejected options, citations and history.

Several phrasings find more than one: pincite query "token lifetime" --or "max_age limit". Nothing is written.
"""

from __future__ import annotations

import argparse

from pincite.ask.query import as_json, query
from pincite.ask.reading import open_reading
from pincite.ask.render import as_text
from pincite.ask.search import Scope
from pincite.errors import UsageError
from pincite.output import json_text
from pincite.verdict import EXIT_CLEAN


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("question", metavar="QUESTION", nargs="+", help="the question, in any words")
    parser.add_argument(
        "--or", dest="others", action="append", default=[], metavar="QUESTION", help="the same, put otherwise"
    )
    parser.add_argument("-n", type=int, default=3, metavar="N", help="how many answers at most (3)")
    parser.add_argument("--in", dest="folder", default="", metavar="FOLDER", help="only pages below this folder")
    parser.add_argument("--tag", action="append", default=[], metavar="TAG", help="only pages with this tag")
    parser.add_argument("--owner", action="append", default=[], metavar="OWNER", help="only pages of this owner")
    parser.add_argument("--history", action="store_true", help="also print the text of what was superseded")
    parser.add_argument("--at", metavar="REV", help="answer from the wiki as it was at this commit")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print the answers; 0 also where there are none."""
    if options.n < 1:
        raise UsageError(f"-n must be at least 1, not {options.n}")
    questions = [" ".join(options.question), *options.others]
    scope = Scope(options.folder, tuple(options.tag), tuple(options.owner))
    with open_reading(rev=options.at) as reading:
        result = query(reading, questions, options.n, scope, options.history)
    print(json_text(as_json(result)) if options.json else as_text(result), end="\n" if options.json else "")
    return EXIT_CLEAN
