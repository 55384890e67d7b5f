"""Rename a page: the file, every link to it, every citation of its lines.

OLD is the page by name, title or alias; NEW a name, which stays in the folder, or a path. The title stays as it is.
"""

from __future__ import annotations

import argparse
import sys

from pincite.edit.refused import RefusedError
from pincite.edit.rename import rename
from pincite.output import json_text, one_line, printable
from pincite.repo.repository import open_repository


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("old", metavar="OLD", help="the page, by name, title, alias or path")
    parser.add_argument("new", metavar="NEW", help="its new name, or path")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")


def run(args: argparse.Namespace) -> int:
    """Rename, and say which pages were rewritten."""
    with open_repository() as repository:
        try:
            renamed = rename(repository, args.old, args.new, _say)
        except RefusedError as error:
            for one in error.problems:
                _say(f"{one_line(one.path)}:{one.line}: {one.rule}  {one.message}")
            raise
    if args.json:
        print(json_text({"version": 1, **renamed._asdict()}))
        return 0
    print(f"{one_line(renamed.old)} → {one_line(renamed.new)}")
    for path in renamed.rewritten:
        print(f"rewrote {one_line(path)}")
    return 0


def _say(text: str) -> None:
    print(f"pincite: {printable(text)}", file=sys.stderr)
