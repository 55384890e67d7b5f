"""Show the log as a timeline, the newest first: what happened, to which pages, recorded by whom in which commit."""

from __future__ import annotations

import argparse

from pincite.ask.history import Happened, timeline
from pincite.output import json_text, one_line
from pincite.repo.repository import open_repository


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print the events as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the events."""
    with open_repository() as repository:
        found = timeline(repository)
    if args.json:
        print(json_text({"version": 1, "events": [one._asdict() for one in found]}))
    else:
        print("\n".join(map(_text, found)) if found else "no events")
    return 0


def _text(one: Happened) -> str:
    kind = f"{one_line(one.kind)} | " if one.kind else ""
    pages = f"  [{one_line(', '.join(one.pages))}]" if one.pages else ""
    who = f"  ({one_line(one.author)}, {one.commit[:10]})" if one.author and one.commit else ""
    return f"{one.date}  {kind}{one_line(one.title)}{pages}{who}"
