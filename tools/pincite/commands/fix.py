"""Repair what is certain: moved citations, links to renamed pages, missing back-sides of supersessions, index lines.

Only the tokens at fault change, in the work tree alone: what is staged stays staged as it is. What changed in meaning
is left to a person; see pincite confirm. --to-quote and --to-symbol make citations that hold more robust.
"""

from __future__ import annotations

import argparse
import sys

from pincite.edit.fix import Fixed, diff_of, fix
from pincite.output import json_text, one_line, printable
from pincite.repo.repository import open_repository
from pincite.report import counted


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="repair only these pages, or those in these folders")
    parser.add_argument("--dry-run", action="store_true", help="print the diff, and write nothing")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--to-quote", action="store_true", help="add to each citation a quote of what it cites")
    kind.add_argument("--to-symbol", action="store_true", help="cite definitions by name instead of by their lines")
    parser.add_argument("--json", action="store_true", help="print what was repaired as JSON")


def run(args: argparse.Namespace) -> int:
    """Repair, and say what was."""
    from pincite.edit import strengthen

    how = strengthen.to_quote if args.to_quote else strengthen.to_symbol if args.to_symbol else None
    with open_repository() as repository:
        fixed = fix(repository, args.pages, _say, args.dry_run, how)
    if args.json:
        print(json_text(_as_json(fixed, args.dry_run)))
    elif args.dry_run:
        sys.stdout.write(printable(diff_of(fixed.changes)))
    else:
        print(_as_text(fixed))
    return 0


def _say(text: str) -> None:
    print(f"pincite: {printable(text)}", file=sys.stderr)


def _as_json(fixed: Fixed, dry: bool) -> dict[str, object]:
    return {
        "version": 1,
        "repaired": [one._asdict() for one in fixed.repaired],
        "written": [] if dry else [change.path for change in fixed.changes],
        "left": sum(problem.level == "error" for problem in fixed.left),
    }


def _as_text(fixed: Fixed) -> str:
    lines = []
    for one in fixed.repaired:
        what = f"{one_line(one.was)} → {one_line(one.now)}" if one.was else f"+ {one_line(one.now)}"
        lines.append(f"{one_line(one.path)}:{one.line}: {what}")
    errors = sum(problem.level == "error" for problem in fixed.left)
    done = f"{counted(len(fixed.repaired), 'repair')} in {counted(len(fixed.changes), 'file')}"
    lines.append(done if fixed.repaired else "nothing to repair")
    if errors:
        lines.append(f"{counted(errors, 'error')} left to you; see pincite check")
    return "\n".join(lines)
