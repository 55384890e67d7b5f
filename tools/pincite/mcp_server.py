"""The MCP server: what the command line answers, as tools and resources over stdio, with the official SDK.

Every call opens the repository anew, so nothing is ever stale. A text result is the command line's own, with the
wiki's words fenced as data; the structured result has the shape of `--json`. Standard output carries the protocol
alone: the SDK takes it over and sends whatever else is printed to standard error.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import importlib
import io
import json
import threading
from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar
from urllib.parse import quote

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp_types import CallToolResult, Resource, TextContent, ToolAnnotations
from pydantic import Field

from pincite import __version__
from pincite import mcp_results as results
from pincite.ask.render import DATA, as_text, fenced
from pincite.errors import PinciteError
from pincite.output import one_line, printable

P = ParamSpec("P")
T = TypeVar("T")

INSTRUCTIONS = (
    "Decisions of this repository, each with the lines it rests on. Ask `query` before changing how something works, "
    "and `impact` for the decisions that rest on code; live entries bind, superseded ones are history. " + DATA
)
_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)

At = Annotated[str, Field(description="A commit: the wiki as it was then. Empty: as it is on disk.")]
PageName = Annotated[str, Field(description="A page by name, path, title or alias.")]


def serve(write: bool) -> None:
    """Serve until the client goes; `write` offers `capture` too."""
    server(write).run("stdio")


def server(write: bool) -> MCPServer[Any]:
    """Return the server with its tools and resources."""
    made: MCPServer[Any] = _Server("pincite", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING")
    for tool in (query, page, entry, history, timeline, impact, check):
        made.add_tool(_told(tool), annotations=_READS)
    if write:
        made.add_tool(_told(capture), annotations=_WRITES)
    made.resource("pincite://page/{+name}", name="page", mime_type="text/markdown", description="A page of the wiki.")(
        page_text
    )
    return made


class _Server(MCPServer[Any]):
    """A server whose list of resources is that of the pages there are now."""

    async def list_resources(self) -> list[Resource]:
        """Return the pages; none where there is no wiki to list."""
        from anyio import to_thread

        return await to_thread.run_sync(_resources)


def _told(tool: Callable[P, T]) -> Callable[P, T]:
    """Let a tool's expected failures reach the client in their own words."""

    @functools.wraps(tool)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return tool(*args, **kwargs)
        except PinciteError as error:
            raise ToolError(str(error)) from None

    return call


def _result(text: str, structured: Any) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=structured)


def query(
    questions: Annotated[list[str], Field(min_length=1, description="The question, in one or more phrasings.")],
    count: Annotated[int, Field(ge=1, le=20, description="How many answers at most.")] = 3,
    folder: Annotated[str, Field(description="Only pages below this folder.")] = "",
    tags: Annotated[list[str], Field(description="Only pages with one of these tags.")] = [],
    owners: Annotated[list[str], Field(description="Only pages of one of these owners.")] = [],
    history: Annotated[bool, Field(description="Also the text of what was superseded.")] = False,
    at: At = "",
) -> Annotated[CallToolResult, results.QueryResult]:
    """Ask what was decided: the live entries that fit best, with reasons, rejected options, citations and history."""
    from pincite.ask.query import as_json
    from pincite.ask.query import query as ask
    from pincite.ask.reading import open_reading
    from pincite.ask.search import Scope

    with open_reading(rev=at or None) as reading:
        found = ask(reading, questions, count, Scope(folder, tuple(tags), tuple(owners)), history)
    return _result(as_text(found), as_json(found))


def page(name: PageName, at: At = "") -> Annotated[CallToolResult, results.PageResult]:
    """Read a whole page of the wiki, with its entries and what the gate says of it."""
    from pincite.ask.answer import page_name
    from pincite.ask.documents import entry_status, status_of
    from pincite.ask.found import find_page
    from pincite.ask.reading import open_reading

    with open_reading(rev=at or None) as reading:
        found = find_page(reading, name)
        state, superseders = status_of(found), reading.wiki.superseders
        entries = [
            {
                "entry": one.id,
                "title": one.title,
                "date": one.date,
                "status": entry_status(one, "superseded" if superseders(found.path, one.id) else state),
                "line": one.line,
            }
            for one in found.entries
        ]
        problems = [
            {"rule": one.rule, "line": one.line, "message": one.message} for one in reading.problems(found.path)
        ]
        told = {"page": page_name(found.path, reading.wiki), "path": found.path, "title": found.title}
    text = f"{DATA}\n\n{fenced(found.text)}"
    return _result(text, {"version": 1, **told, "text": found.text, "entries": entries, "problems": problems})


def page_text(name: str) -> str:
    """Return a page as it stands on disk."""
    from pincite.ask.found import find_page
    from pincite.ask.reading import open_reading

    try:
        with open_reading() as reading:
            return find_page(reading, name).text
    except PinciteError as error:
        raise ResourceNotFoundError(str(error)) from None


def _resources() -> list[Resource]:
    from pincite.ask.reading import open_reading

    try:
        with open_reading() as reading:
            named = reading.page_links()
    except PinciteError:
        return []
    return [
        Resource(uri=f"pincite://page/{quote(name)}", name=one_line(name), title=one_line(title),
                 mime_type="text/markdown") for name, title in named
    ]  # fmt: skip


def entry(
    page: PageName,
    entry: Annotated[str, Field(description="The entry: its id, `date title`, or title.")],
    at: At = "",
) -> Annotated[CallToolResult, results.EntryResult]:
    """Read one entry with its citations and their state, what it superseded, and what superseded it."""
    from pincite.ask.found import find_entry, find_page
    from pincite.ask.query import answer_json, entry_result
    from pincite.ask.reading import open_reading

    with open_reading(rev=at or None) as reading:
        found = find_page(reading, page)
        result, newer = entry_result(reading, found, find_entry(found, entry))
    if not result.answers:
        raise ToolError("the page changed while it was read; ask again")
    one = {"version": 1, "answer": answer_json(result.answers[0], result)}
    return _result(as_text(result), {**one, "superseded_by": [near._asdict() for near in newer]})


def history(
    page: PageName, entry: Annotated[str, Field(description="One entry of it; empty: all of them.")] = ""
) -> Annotated[CallToolResult, results.HistoryResult]:
    """Tell who decided what and when: the commits and authors of a page's entries."""
    structured, text = _printed("history", name=f"{page}#{entry}" if entry else page, format="text")
    return _result(text, structured)


def timeline() -> Annotated[CallToolResult, results.TimelineResult]:
    """Tell the log of decisions as a timeline, newest first."""
    structured, text = _printed("timeline")
    return _result(text, structured)


def impact(
    place: Annotated[str, Field(description="A file, or lines of it: src/app.py:12-20.")] = "",
    staged: Annotated[bool, Field(description="All lines that the next commit changes, instead.")] = False,
) -> Annotated[CallToolResult, results.ImpactResult]:
    """List the decisions that rest on a file or its lines, directly or through code and other decisions."""
    structured, text = _printed("impact", place=[place] if place else [], staged=staged, rev=None)
    return _result(text, structured)


def check(
    paths: Annotated[list[str], Field(description="Only the problems of these pages or folders.")] = [],
    staged: Annotated[bool, Field(description="Judge what git is about to commit.")] = False,
) -> Annotated[CallToolResult, results.CheckResult]:
    """Judge the wiki as the gate does: every page, link and citation."""
    from pincite.commands.check import Options, judge
    from pincite.repo.repository import open_repository
    from pincite.report import render

    with open_repository() as repository:
        report = judge(repository, Options(paths=tuple(paths), staged=staged))
    structured = json.loads(render(report, "json", False))
    return _result(_fenced(render(report, "text", False)), structured)


def capture(
    page: PageName,
    title: Annotated[str, Field(description="What was decided, in one line.")],
    decision: str = "",
    why: str = "",
    rejected: Annotated[list[str], Field(description="'the option: the reason', each.")] = [],
    consequence: list[str] = [],
    fact: Annotated[list[str], Field(description="'signing_keys.count = 4', each.")] = [],
    checks: list[str] = [],
    source: Annotated[list[str], Field(description="'src/app.py:12', 'conversation, 2026-10-03', each.")] = [],
    supersedes: Annotated[list[str], Field(description="'page#date title', each.")] = [],
    conversation: Annotated[str, Field(description="The deciding lines, which are pinned.")] = "",
    date: str = "",
) -> Annotated[CallToolResult, results.CaptureResult]:
    """Record a decision that was made: its entry, what it supersedes, the pinned conversation, index and log."""
    from pincite.edit.capture.record import record
    from pincite.edit.capture.request import from_document
    from pincite.edit.refused import RefusedError
    from pincite.repo.repository import open_repository

    given = {"page": page, "title": title, "decision": decision, "why": why, "rejected": rejected, "date": date,
             "consequence": consequence, "fact": fact, "check": checks, "source": source, "supersedes": supersedes,
             "conversation": conversation}  # fmt: skip
    request, _ = from_document(json.dumps({key: value for key, value in given.items() if value}), "capture")
    try:
        with open_repository() as repository:
            made = record(repository, request, lambda _: None)
    except RefusedError as error:
        lines = (f"{one.path}:{one.line}: {one.rule}  {one.message}" for one in error.problems)
        raise ToolError(printable("\n".join((str(error), *lines)))) from None
    told = {"version": 1, "changed": bool(made.written), **{name: getattr(made, name) for name in _RECORDED}}
    problems = [{name: getattr(one, name) for name in _PROBLEM} for one in made.problems]
    told |= {"written": list(made.written), "notes": list(made.notes), "problems": problems}
    return _result(printable(f"recorded {made.link} in {made.path}:{made.line}"), told)


_RECORDED = ("page", "entry", "link", "path", "line")
_PROBLEM = ("rule", "level", "path", "line", "column", "message")
_printing = threading.Lock()


def _fenced(text: str) -> str:
    return f"{DATA}\n\n{fenced(text.rstrip())}"


def _printed(command: str, **options: Any) -> tuple[dict[str, Any], str]:
    """Return what a command prints with these options: as JSON, and as text that is fenced."""
    module = importlib.import_module(f"pincite.commands.{command}")
    printed = []
    for as_json in (True, False):
        with _printing, contextlib.redirect_stdout(io.StringIO()) as out:
            module.run(argparse.Namespace(**options, json=as_json))
        printed.append(out.getvalue())
    structured: dict[str, Any] = json.loads(printed[0])
    return structured, _fenced(printed[1])
