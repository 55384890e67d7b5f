"""Print a citation of lines that is ready to be pasted: PATH:LINE, PATH:FIRST-LAST or PATH#NAME.

With its quote it holds without any history; by the name of a definition it holds wherever that goes.
"""

from __future__ import annotations

import argparse

from pincite.edit.desk import on_disk
from pincite.edit.ready import Ready, ready
from pincite.output import json_text, one_line
from pincite.repo.repository import open_repository


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("lines", metavar="PATH:LINES", help="src/app.py:12-18, src/app.py#Signer.unsign")
    parser.add_argument("--json", action="store_true", help="print the citation and its lines as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the citation with what it cites."""
    with open_repository() as repository:
        found = ready(on_disk(repository), args.lines)
    print(json_text({"version": 1, **_as_json(found)}) if args.json else _as_text(found))
    return 0


def _as_json(one: Ready) -> dict[str, object]:
    return {**one._asdict(), "lines": [{"line": number, "text": text} for number, text in one.lines]}


def _as_text(one: Ready) -> str:
    lines = [one_line(one.quoted or one.citation)]
    lines += [f"symbol: {one_line(one.symbol)}"] if one.symbol and one.symbol != one.citation else []
    width = len(str(one.lines[-1][0]))
    lines += [f"  {number:>{width}}  {one_line(text)}" for number, text in one.lines]
    lines += [f"note: {note}" for note in one.notes]
    return "\n".join(lines)
