"""Settle the pages, logs and indexes that a merge left in conflict, by entry, event and line.

What both sides changed in different ways stays between conflict markers; everything else is settled, and added to the
index where no conflict is left. Nobody needs this whose clone has the merge driver that `pincite init` sets.
"""

from __future__ import annotations

import argparse
import sys

from pincite.output import json_text, one_line, printable
from pincite.repo.repository import open_repository

_SAID = {"merged": "merged", "conflict": "a conflict is left; settle it, then git add"}


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="settle only these (repository paths)")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")


def run(args: argparse.Namespace) -> int:
    """Settle, and return 1 where a conflict or something else is left to do."""
    from pincite.edit.merge.settle import settle

    with open_repository() as repository:
        found = settle(repository, args.paths, lambda text: print(f"pincite: {printable(text)}", file=sys.stderr))
    if args.json:
        print(json_text({"version": 1, "paths": [one._asdict() for one in found]}))
    else:
        for one in found:
            said = {"merged": "merged", "conflict": "a conflict is left; settle it, then git add"}.get(
                one.state, one.why
            )
            print(f"{one_line(one.path)}: {said}")
        if not found:
            print("nothing of the wiki is in conflict")
    return int(any(one.state != "merged" for one in found))
