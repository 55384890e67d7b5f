"""List the pages: the name that links to each, its title, and how many of its entries are live."""

from __future__ import annotations

import argparse

from pincite.ask.listing import pages
from pincite.configure import of_snapshot
from pincite.load import load_wiki
from pincite.output import json_text, one_line
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot
from pincite.verdict import EXIT_CLEAN


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--rev", metavar="REV", help="the wiki at this commit")
    parser.add_argument("--json", action="store_true", help="print JSON, with the frontmatter as it is typed")


def run(options: argparse.Namespace) -> int:
    """Print the pages."""
    with open_repository() as repository:
        snapshot = open_snapshot(repository, rev=options.rev or ("HEAD" if repository.bare else None))
        found = pages(load_wiki(repository, snapshot, of_snapshot(snapshot).config))
    if options.json:
        print(json_text({"version": 1, "pages": [line._asdict() for line in found]}))
        return EXIT_CLEAN
    width = max((len(line.page) for line in found), default=0)
    for line in found:
        count = f"{line.live} live" if line.entries else "no entries"
        print(one_line(f"{line.page:{width}}  {line.title}  ({count})"))
    return EXIT_CLEAN
