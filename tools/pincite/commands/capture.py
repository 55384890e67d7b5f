"""Record a decision: its entry on top of its page, what it supersedes, its sources, the index line and the log event.

All of it or nothing is written, after the gate's own rules have judged it. A page that does not exist is made. Doing
the same again changes nothing. What rejects or supersedes something pins what it was based on under raw/.

--input reads the same as a JSON or YAML document; --schema prints its JSON Schema.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from pincite.edit.capture.record import Recorded, record
from pincite.edit.capture.request import Older, Request, from_document, schema_text
from pincite.edit.refused import RefusedError
from pincite.errors import RunError, UsageError
from pincite.model import Problem
from pincite.output import json_text, one_line, printable
from pincite.repo.repository import open_repository

_TEXTS = (
    ("--decision", "TEXT", "the decision in one or two sentences"),
    ("--rule", "TEXT", "what holds for everybody, where that is put otherwise"),
    ("--why", "TEXT", "the reason"),
)
_MANY = (
    ("--rejected", "TEXT", "an alternative that was turned down, with the reason: '3 keys: too few'"),
    ("--consequence", "TEXT", "what follows for others"),
    ("--fact", "TEXT", "a value that others rely on: 'signing_keys.count = 4'"),
    ("--check", "TEXT", "a comparison over facts that must hold"),
    ("--depends-on", "PAGE#ENTRY", "a decision that this one rests on"),
    ("--open", "TEXT", "a question that is not settled yet"),
    ("--source", "CITATION", "what it rests on: src/app.py:12-18, 'conversation, 2026-10-03'"),
)


class _Scope(argparse.Action):
    """Let `--scope` tell of the `--supersedes` before it."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        older = namespace.supersedes
        if not older or older[-1].scope:
            raise UsageError("--scope belongs behind a --supersedes, whose part it names")
        namespace.supersedes = [*older[:-1], older[-1]._replace(scope=values)]


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--page", metavar="PAGE", help="the page, by name, title or alias")
    parser.add_argument("--title", metavar="TITLE", help="what was decided, in one line")
    for name, metavar, about in _TEXTS:
        parser.add_argument(name, metavar=metavar, default="", help=about)
    for name, metavar, about in _MANY:
        parser.add_argument(name, metavar=metavar, default=[], action="append", help=f"{about} (may be repeated)")
    parser.add_argument("--supersedes", metavar="PAGE#ENTRY", default=[], action="append", type=Older,
                        help="an older entry that this one replaces (may be repeated)")  # fmt: skip
    parser.add_argument("--scope", metavar="TEXT", action=_Scope, default=argparse.SUPPRESS,
                        help="only this part of it is replaced; the older entry stays live")  # fmt: skip
    parser.add_argument("--status", choices=("accepted", "proposed", "rejected"), default="accepted")
    parser.add_argument("--date", metavar="DATE", default="", help="the day of the decision (default: today)")
    parser.add_argument("--from", metavar="FILE", dest="conversation", help="the conversation to pin, - for input")
    parser.add_argument("--pin", action=argparse.BooleanOptionalAction, default=None,
                        help="pin what it was based on (always done where something is rejected)")  # fmt: skip
    parser.add_argument("--type", metavar="TYPE", default="decision", help="the type of a page that is made")
    parser.add_argument("--tag", metavar="TAG", dest="tags", default=[], action="append", help="a tag of such a page")
    parser.add_argument("--commit", action="store_true", help="make one commit of what is written, and of that alone")
    parser.add_argument("--input", metavar="FILE", help="read a JSON or YAML document instead, - for input")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of such a document")
    parser.add_argument("--json", action="store_true", help="say what was written as JSON")


def run(args: argparse.Namespace) -> int:
    """Record, and say what was written."""
    if args.schema:
        print(schema_text(), end="")
        return 0
    request = _from_input(args) if args.input else _from_options(args)
    with open_repository() as repository:
        try:
            recorded = record(repository, request, _say)
        except RefusedError as error:
            return _refused(error, args.json)
    print(json_text(_as_json(recorded)) if args.json else _as_text(recorded))
    return 0


def _from_options(args: argparse.Namespace) -> Request:
    for name in ("page", "title"):
        if not (getattr(args, name) or "").strip():
            raise UsageError(f"--{name} is missing\nsee: pincite capture --help")
    names = set(Request._fields) - {"conversation", "supersedes"}
    values = {name: getattr(args, name) for name in names}
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    said = _read(args.conversation) if args.conversation else ""
    return Request(**values, conversation=said, supersedes=tuple(args.supersedes))


def _from_input(args: argparse.Namespace) -> Request:
    given = [name for name in ("page", "title", "decision", "why", "conversation") if getattr(args, name)]
    if given:
        raise UsageError("--input holds the whole decision; give it without other options about the decision")
    request, path = from_document(_read(args.input), "input" if args.input == "-" else args.input)
    if path:
        request = request._replace(conversation=_read(path))
    return request._replace(commit=request.commit or args.commit)


def _read(path: str) -> str:
    try:
        if path == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                data = file.read()
    except OSError as error:
        raise RunError(f"cannot read {one_line(path)}: {error.strerror}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{one_line(path)} is not UTF-8; save it as UTF-8") from None


def _say(text: str) -> None:
    print(f"pincite: {printable(text)}", file=sys.stderr)


def _refused(error: RefusedError, as_json: bool) -> int:
    if as_json:
        found = [
            {"rule": one.rule, "path": one.path, "line": one.line, "message": one.message} for one in error.problems
        ]
        print(json_text({"version": 1, "written": [], "problems": found}))
    for one in error.problems:
        _say(f"{one_line(one.path)}:{one.line}: {one.rule}  {one.message}")
    _say(str(error))
    return error.status


def _as_json(recorded: Recorded) -> dict[str, object]:
    found = recorded._asdict()
    found["superseded"] = [{"path": path, "entry": entry} for path, entry in recorded.superseded]
    found["cited"] = [one._asdict() for one in recorded.cited]
    found["problems"] = _problems(recorded.problems)
    return {"version": 1, "changed": bool(recorded.written), **found}


def _problems(problems: Sequence[Problem]) -> list[dict[str, object]]:
    names = ("rule", "level", "path", "line", "column", "message")
    return [{name: getattr(problem, name) for name in names} for problem in problems]


def _as_text(recorded: Recorded) -> str:
    lines = [f"{one_line(recorded.path)}:{recorded.line}: {one_line(f'{recorded.date} {recorded.title}')}"]
    lines += [f"link: {one_line(recorded.link)}"]
    lines += [f"wrote {one_line(path)}" for path in recorded.written]
    lines += [] if recorded.written else ["all of this was recorded before; nothing was written"]
    for cited in recorded.cited:
        lines += [f"cites {one_line(cited.text)}", *(f"    {one_line(line)}" for line in cited.lines)]
    lines += [f"note: {note}" for note in recorded.notes]
    lines += [f"warning: {one_line(p.path)}:{p.line}: {p.rule}  {printable(p.message)}" for p in recorded.problems]
    lines += [f"commit {recorded.commit}"] if recorded.commit else []
    return "\n".join(lines)
