"""List the live facts and the checks over them: each name with its value, each check and whether it holds.

A check that does not hold is told with what its sides come to; the gate (`pincite check`) is what refuses it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from pincite.ask.numbers import Checked, Stated, checked, stated
from pincite.configure import of_snapshot
from pincite.load import load_wiki
from pincite.output import json_text, one_line
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot
from pincite.verdict import EXIT_CLEAN


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--rev", metavar="REV", help="the wiki at this commit")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print facts and checks."""
    with open_repository() as repository:
        snapshot = open_snapshot(repository, rev=options.rev or ("HEAD" if repository.bare else None))
        wiki = load_wiki(repository, snapshot, of_snapshot(snapshot).config)
        facts, checks = stated(wiki), checked(wiki)
    if options.json:
        listed = {"facts": [fact._asdict() for fact in facts], "checks": [check._asdict() for check in checks]}
        print(json_text({"version": 1} | listed))
        return EXIT_CLEAN
    for line in _lines(facts, checks):
        print(one_line(line))
    return EXIT_CLEAN


def _lines(facts: list[Stated], checks: list[Checked]) -> Iterator[str]:
    if not facts and not checks:
        yield "no facts: write one in an entry as - **Facts:** `name.of.it = 30 days`"
    width = max((len(fact.name) + len(fact.value) for fact in facts), default=0) + 3
    for fact in facts:
        text = f"{fact.name} = {fact.value}"
        yield f"{text:{width}}  {fact.page}#{fact.entry}"
    for check in checks:
        why = f" ({check.why})" if check.why else ""
        yield f"{check.state}: {check.check}{why}  {check.page}#{check.entry}"
