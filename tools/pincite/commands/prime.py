"""Say what to know before starting work: conventions, open questions, what holds, and the pages, newest first.

All of it keeps within what agents load at their start: 200 lines and 25,000 UTF-16 units.
"""

from __future__ import annotations

import argparse

from pincite.ask.priming import LINES, UNITS, as_text, primer
from pincite.configure import of_snapshot
from pincite.errors import UsageError
from pincite.load import load_wiki
from pincite.output import json_text
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot
from pincite.verdict import EXIT_CLEAN

_LEAST = 1000


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    about = f"how many UTF-16 units at most ({UNITS}); lines in proportion to {LINES}"
    parser.add_argument("--budget", type=int, default=UNITS, metavar="N", help=about)
    parser.add_argument("--rev", metavar="REV", help="the wiki at this commit")
    parser.add_argument("--json", action="store_true", help="print JSON, all of it")


def run(options: argparse.Namespace) -> int:
    """Print the primer."""
    if options.budget < _LEAST:
        raise UsageError(f"--budget must be at least {_LEAST}, not {options.budget}")
    with open_repository() as repository:
        snapshot = open_snapshot(repository, rev=options.rev or ("HEAD" if repository.bare else None))
        told = primer(load_wiki(repository, snapshot, of_snapshot(snapshot).config))
    if options.json:
        lists = {name: [item._asdict() for item in getattr(told, name)] for name in ("constraints", "open", "pages")}
        print(json_text({"version": 1, "where": told.where, **lists}))
    else:
        print(as_text(told, options.budget, max(20, LINES * options.budget // UNITS)), end="")
    return EXIT_CLEAN
