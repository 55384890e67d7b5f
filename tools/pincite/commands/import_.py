"""Bring decision records in: pincite import adr DIR makes a page of each MADR or Nygard record in a folder.

The records stay where they are, and each page cites the lines of its record. A second run makes nothing.
"""

from __future__ import annotations

import argparse
import sys

from pincite.edit.records import import_records
from pincite.edit.refused import RefusedError
from pincite.output import json_text, one_line, printable
from pincite.repo.repository import open_repository


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("kind", choices=("adr",), help="what to bring in: adr, decision records")
    parser.add_argument("folder", metavar="DIR", help="the folder that holds them")
    parser.add_argument("--json", action="store_true", help="print what was made as JSON")


def run(args: argparse.Namespace) -> int:
    """Import, and say what was made of what."""
    with open_repository() as repository:
        try:
            done = import_records(repository, args.folder, _say)
        except RefusedError as error:
            for one in error.problems:
                _say(f"{one_line(one.path)}:{one.line}: {one.rule}  {one.message}")
            raise
    if args.json:
        print(json_text({"version": 1, "made": [{"record": a, "page": b} for a, b in done.made], "known": done.known}))
        return 0
    for record, page in done.made:
        print(f"{one_line(record)} → {one_line(page)}")
    print(f"{len(done.made)} records brought in, {len(done.known)} were there before")
    return 0


def _say(text: str) -> None:
    print(f"pincite: {printable(text)}", file=sys.stderr)
