"""Set this repository up with a wiki of decisions: pages, gate, hooks, CI, site, and a word to coding agents.

It adds and never replaces: what goes into a file of yours stands between markers, a second run changes nothing, and
`pincite uninit` takes it back. Without a terminal, or with -y, nothing is asked.
"""

from __future__ import annotations

import argparse
import sys

from pincite.edit.setup import local
from pincite.edit.setup.pieces import ci_text
from pincite.edit.setup.place import Place
from pincite.edit.setup.plan import Plan, setting_up
from pincite.edit.write import writing
from pincite.errors import UsageError
from pincite.output import one_line
from pincite.repo.repository import Repository, open_repository


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("description", nargs="?", default="", help="one line about what is decided here, for the site")
    parser.add_argument("-y", "--yes", action="store_true", help="ask nothing")
    parser.add_argument("--ci", choices=("github", "gitlab"), default="", help="write CI for this forge")
    parser.add_argument("--print-ci", action="store_true", help="print the CI file, and write nothing")


def run(args: argparse.Namespace) -> int:
    """Plan, show the plan, ask where somebody can answer, write."""
    with open_repository() as repository:
        if args.print_ci:
            print(ci_text(local.gather(repository, args.description, args.ci or "github")), end="")
            return 0
        if repository.bare:
            raise UsageError("a bare repository has no files to add to; run this in a clone of it")
        place = local.gather(repository, args.description.strip(), args.ci)
        plan = setting_up(place, local.schemas())
        _show(place, plan)
        if plan.changes and not args.yes and sys.stdin.isatty() and not _agreed():
            return 0
        _write(repository, plan)
    return 0


def _show(place: Place, plan: Plan) -> None:
    kinds = {"obsidian": "an Obsidian vault", "wiki": "a wiki", "records": "decision records"}
    if place.found.kind in kinds and not place.configured:
        roots = ", ".join(place.found.wiki)
        print(
            f"This repository holds {kinds[place.found.kind]}: profile {place.config.profile}, wiki {one_line(roots)}."
        )
    for change in plan.changes:
        print(f"{'make' if change.old is None else 'add to'} {one_line(change.path)}")


def _agreed() -> bool:
    return input("Go ahead? [Y/n] ").strip().lower() in ("", "y", "yes")


def _write(repository: Repository, plan: Plan) -> None:
    def say(text: str) -> None:
        print(f"pincite: {text}", file=sys.stderr)

    with writing(repository.root, repository.cache_dir, say) as writer:
        writer.apply(plan.changes)
    done, advice = local.install(repository)
    for path in done:
        print(f"set {one_line(path)}")
    for text in (*plan.advice, *advice):
        print(f"left to you: {text}")
    if not plan.changes and not done:
        print("Everything is set up already.")
        return
    print("\nNext: git add -A, commit, and record a decision:\n"
          '  pincite capture --page PAGE --title "…" --decision "…" --why "…"')  # fmt: skip
