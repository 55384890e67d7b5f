"""Summarise what a range of commits does to decisions, as markdown for a pull request.

BASE..HEAD compares the two; BASE...HEAD compares HEAD with where it left BASE, as a pull request does.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator, Sequence

from pincite.ask.changes import Changes, Known, changes
from pincite.ask.impact import Resting
from pincite.errors import RunError, UsageError
from pincite.model import Problem
from pincite.output import json_text, one_line
from pincite.repo.repository import Repository, open_repository
from pincite.verdict import EXIT_CLEAN

_MARK = "<!-- pincite report -->"
_CODE = re.compile(r"(`[^`]+`)")
_SPECIAL = re.compile(r"[\\`*_\[\]<>#|@~&]")
# A backslash does not keep a forge from notifying whom an @ names; a character of no width behind it does.
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "@\u200b"}
_MOST = 20  # lines of one section


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("range", metavar="BASE..HEAD", help="two commits; ... for where HEAD left BASE")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print the report; 0 whatever it says: judging is what check does."""
    base, dots, head = re.split(r"(\.{2,3})", options.range, maxsplit=1) if ".." in options.range else ("", "", "")
    if not base:
        raise UsageError(f"expected BASE..HEAD, not {one_line(options.range)}")
    today = time.strftime("%Y-%m-%d", time.gmtime())
    with open_repository() as repository:
        start = _fork(repository, base, head or "HEAD") if dots == "..." else base
        found = changes(repository, start, head or "HEAD", today)
    print(json_text(_as_json(found)) if options.json else _as_markdown(found))
    return EXIT_CLEAN


def _fork(repository: Repository, base: str, head: str) -> str:
    """Return the commit where `head` left `base`."""
    from pincite.repo.commit import commit_named

    ends = [commit_named(repository, name).oid for name in (base, head)]
    done = repository.git.attempt("merge-base", *ends)
    if done.status:
        raise RunError(f"{one_line(base)} and {one_line(head)} have no commit in common in this clone")
    return done.out.decode().strip()


def _as_markdown(found: Changes) -> str:
    sections = (
        ("Decisions added", [_entry(one, found) for one in found.added]),
        ("Decisions superseded", [_superseded(*pair, found) for pair in found.superseded]),
        ("Citations that changed: read them again", [_problem(one, found) for one in found.broken]),
        ("Citations that moved", [_problem(one, found) for one in found.moved]),
        ("Decisions that rest on the code touched", [_resting(one, found) for one in found.resting]),
    )
    lines = [_MARK, "## Decisions"]
    for title, items in sections:
        lines += _section(title, items)
    if len(lines) == 2:
        lines += ["", "No decision is touched."]
    return "\n".join(lines)


def _section(title: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield from ("", f"### {title} ({len(items)})", "", *items[:_MOST])
        if len(items) > _MOST:
            yield f"- … and {len(items) - _MOST} more"


def _entry(one: Known, found: Changes) -> str:
    status = "" if one.status == "live" else f" ({one.status})"
    rejected = [" ".join(text.split()) for text in one.entry.texts("rejected")]
    lines = [f"- {_link(f'{one.entry.date} {one.entry.title}', one.page.path, one.entry.line, found)}{status}"]
    lines += [f"  - rejected: {_escaped(text)}" for text in rejected]
    return "\n".join(lines)


def _superseded(old: Known, new: Known | None, found: Changes) -> str:
    by = f", by {_link(new.entry.title, new.page.path, new.entry.line, found)}" if new else ""
    return f"- ~~{_link(old.entry.title, old.page.path, old.entry.line, found)}~~{by}"


def _problem(one: Problem, found: Changes) -> str:
    fix = f" (`{one.fix.command}`)" if one.fix and "`" not in one.fix.command else ""
    return (
        f"- {_link(f'{one.path}:{one.line}', one.path, one.line, found)} {_escaped(' '.join(one.message.split()))}{fix}"
    )


def _resting(one: Resting, found: Changes) -> str:
    targets = dict.fromkeys(hop.edge.target for hop in one.hops[-1:])
    through = ", ".join(_escaped(target) for target in targets)
    return f"- {_link(one.node.label, one.node.path, one.node.line, found)}: {through}"


def _link(text: str, path: str, line: int, found: Changes) -> str:
    """Return a link to the line at the forge that the configuration names, else the text with path and line."""
    from pincite.site.forge import file_url, forge_of

    forge = next((forge for url in found.config.permalinks if (forge := forge_of(url))), None)
    label = _escaped(text)
    if forge is None:
        return label if text == f"{path}:{line}" else f"{label} ({_escaped(f'{path}:{line}')})"
    return f"[{label}]({file_url(forge, found.head, path, ((line, line),))})"


def _escaped(text: str) -> str:
    """Return text of the wiki as markdown shows it: inline code stays; no other markup, no HTML, no mention."""
    parts = _CODE.split(one_line(text))
    return "".join(part if part.startswith("`") and len(part) > 2 else _SPECIAL.sub(_spelled, part) for part in parts)


def _spelled(found: re.Match[str]) -> str:
    return _ENTITIES.get(found[0], "\\" + found[0])


def _as_json(found: Changes) -> dict[str, object]:
    return {
        "version": 1,
        "head": found.head,
        "added": [_known(one) for one in found.added],
        "superseded": [{**_known(old), "by": _known(new) if new else None} for old, new in found.superseded],
        "moved": [_fault(one) for one in found.moved],
        "changed": [_fault(one) for one in found.broken],
        "resting": [
            {"entry": one.node.id, "title": one.node.label, "path": one.node.path, "line": one.node.line,
             "distance": round(one.distance, 1)} for one in found.resting
        ],
    }  # fmt: skip


def _known(one: Known) -> dict[str, object]:
    entry = one.entry
    return {"entry": entry.id, "title": entry.title, "date": entry.date, "path": one.page.path, "line": entry.line,
            "status": one.status}  # fmt: skip


def _fault(one: Problem) -> dict[str, object]:
    fix = one.fix.command if one.fix else None
    return {"rule": one.rule, "path": one.path, "line": one.line, "message": one.message, "fix": fix}
