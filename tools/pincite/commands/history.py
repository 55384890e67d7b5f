"""Tell who decided what and when: the entries of PAGE, or all that PAGE#ENTRY replaced and was replaced by.

Commits and authors come from git blame, through renames and past commits that `.git-blame-ignore-revs` names.
"""

from __future__ import annotations

import argparse

from pincite.ask.history import Told, history
from pincite.output import json_text, one_line, printable
from pincite.repo.repository import open_repository


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", metavar="PAGE[#ENTRY]", help="the page, by name, title or path, and the entry on it")
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    parser.add_argument("--json", action="store_true", help="the same as --format json")


def run(args: argparse.Namespace) -> int:
    """Print the chain, the newest first."""
    with open_repository() as repository:
        found = history(repository, args.name)
    if args.json or args.format == "json":
        entries = [{**one._asdict(), "commits": [commit._asdict() for commit in one.commits]} for one in found]
        print(json_text({"version": 1, "entries": entries}))
        return 0
    shown = _markdown if args.format == "markdown" else _text
    print("\n\n".join(map(shown, found)) if found else "no entries")
    return 0


def _who(one: Told) -> str:
    return f"{one.author}, {one.commit[:10]}" if one.commit else "not committed yet"


def _text(one: Told) -> str:
    status = f"superseded {one.superseded}".strip() if one.status == "superseded" else one.status
    lines = [
        f"{one.date}  {one_line(one.title)}  [{status}]",
        f"  {one_line(one.path)}:{one.line}  {one_line(_who(one))}",
    ]
    lines += [f"  {label}: {printable(' '.join(text.split()))}" for label, texts in _said(one) for text in texts]
    lines += [f"  supersedes {one_line(name)}" for name in one.supersedes]
    lines += [f"  changed {later.date} by {one_line(later.author)}, {later.commit[:10]}" for later in one.commits[1:]]
    return "\n".join(lines)


def _markdown(one: Told) -> str:
    struck = "~~" if one.status == "superseded" else ""
    lines = [
        f"## {one.date} {struck}{one_line(one.title)}{struck}",
        "",
        f"{one_line(one.path)}:{one.line}, {_who(one)}",
        "",
    ]
    lines += [
        f"- **{label.capitalize()}:** {printable(' '.join(text.split()))}"
        for label, texts in _said(one)
        for text in texts
    ]
    return "\n".join(lines)


def _said(one: Told) -> list[tuple[str, str]]:
    """Return what the entry says, a line each."""
    said = (("decision", one.decision), ("why", one.why), ("rejected", one.rejected))
    return [(label, printable(" ".join(text.split()))) for label, texts in said for text in texts]
