"""Say that a changed citation was read again and the claim still holds: PAGE, or one entry of it, PAGE#ENTRY.

The entry's Reviewed bullet (of a whole page its field `reviewed`) is dated; from there on its citations are followed.
"""

from __future__ import annotations

import argparse
import sys

from pincite.edit.review import confirm
from pincite.output import json_text, one_line, printable
from pincite.repo.repository import open_repository


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", metavar="PAGE[#ENTRY]", help="the page, by name, title or path, and the entry on it")
    parser.add_argument("--json", action="store_true", help="print what was confirmed as JSON")


def run(args: argparse.Namespace) -> int:
    """Date the review, and say what it confirms."""
    with open_repository() as repository:
        done = confirm(repository, args.name, lambda text: print(f"pincite: {printable(text)}", file=sys.stderr))
    if args.json:
        found = [{"line": one.line, "rule": one.rule, "subject": one.subject} for one in done.confirmed]
        print(json_text({"version": 1, **done._asdict(), "confirmed": found}))
        return 0
    where = f"{done.path}{f'#{done.entry}' if done.entry else ''}"
    print(f"{one_line(where)}: " + (f"reviewed {done.date}" if done.changed else f"was reviewed {done.date} already"))
    for one in done.confirmed:
        print(f"  line {one.line}: {one_line(one.subject)} still holds")
    return 0
