"""List the decisions that rest on a file or its lines, directly or through code and other decisions, nearest first.

PATH may name lines: src/app/signing.py:12 or src/app/signing.py:12-20. With --staged: all lines that the next commit
changes.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence

from pincite.ask.answer import page_name
from pincite.ask.impact import Ranges, Resting, impact
from pincite.ask.network import ENTRY, Node, link
from pincite.ask.whole import Whole, open_whole
from pincite.commands.graph import tie_text
from pincite.errors import UsageError, did_you_mean
from pincite.output import json_text, one_line
from pincite.repo.changed import changed_lines
from pincite.verdict import EXIT_CLEAN

_LINES = re.compile(r"(.+?)(?::|#)L?(\d{1,9})(?:\s*[-–]\s*L?(\d{1,9}))?\Z", re.DOTALL)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("place", metavar="PATH[:LINES]", nargs="*", help="a file of the repository, or lines of it")
    parser.add_argument("--staged", action="store_true", help="the lines that the next commit changes")
    parser.add_argument("--rev", metavar="REV", help="the wiki at this commit")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print the decisions; 0 also where there are none."""
    if bool(options.place) == options.staged:
        raise UsageError("name a file, or --staged for what the next commit changes")
    with open_whole(rev=options.rev, staged=options.staged) as whole:
        changed = changed_lines(whole.repository) if options.staged else _places(whole, options.place)
        found = impact(whole.graph, whole.builder.code, changed)
        if options.json:
            print(json_text(as_json(whole, changed, found)))
        else:
            print(_as_text(whole, found))
    return EXIT_CLEAN


def _places(whole: Whole, places: Sequence[str]) -> dict[str, Ranges]:
    found: dict[str, list[tuple[int, int]]] = {}
    for place in places:
        match = None if whole.wiki.file(place) else _LINES.match(place)
        path = match[1] if match else place
        path = path.removeprefix("./")
        if whole.wiki.file(path) is None and not whole.wiki.folder(path.rstrip("/")):
            near = did_you_mean(path, whole.wiki.snapshot.files)
            raise UsageError(f"{one_line(path)} is not tracked by git{one_line(near)}")
        ranges = [(int(match[2]), int(match[3] or match[2]))] if match else []
        for one in _files(whole, path):
            found.setdefault(one, []).extend(ranges)
    return dict(found)


def _files(whole: Whole, path: str) -> list[str]:
    """Return the file, or all files below a folder."""
    if whole.wiki.file(path) is not None:
        return [path]
    prefix = path.rstrip("/") + "/"
    return [one for one in whole.wiki.snapshot.files if one.startswith(prefix)]


def as_json(whole: Whole, changed: Mapping[str, Ranges], found: Sequence[Resting]) -> dict[str, object]:
    """Return the decisions as `impact --json` prints them."""
    return {
        "version": 1,
        "changed": [{"path": path, "lines": [list(one) for one in ranges]} for path, ranges in changed.items()],
        "decisions": [
            {
                **_decision(whole, one.node),
                "distance": round(one.distance, 1),
                "hops": [link(hop.edge) for hop in one.hops],
                "depends_on": [_decision(whole, node) for node in one.needs],
            }
            for one in found
        ],
    }


def _decision(whole: Whole, node: Node) -> dict[str, object]:
    return {
        "page": page_name(node.path, whole.wiki),
        "entry": node.id.partition("#")[2] if node.kind == ENTRY else "",
        "title": node.label,
        "path": node.path,
        "line": node.line,
        "status": node.status or "live",
    }


def _as_text(whole: Whole, found: Sequence[Resting]) -> str:
    if not found:
        return "No decision rests on this."
    lines = []
    for one in found:
        lines.append(one_line(f"{one.node.label}  {one.node.path}:{one.node.line}"))
        lines += [f"  {tie_text(hop.edge, forward=True)}" for hop in one.hops]
        lines += [one_line(f"  rests on {node.label}  {node.path}:{node.line}") for node in one.needs]
    return "\n".join(lines)
