"""Record a decision: plan under the lock, judge, write, commit where that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pincite.edit.capture.committing import commit_message, committing, to_commit
from pincite.edit.capture.pin import must_pin
from pincite.edit.capture.plan import Plan, plan
from pincite.edit.capture.request import Request
from pincite.edit.desk import Desk, on_disk, today
from pincite.edit.names import link
from pincite.edit.refused import accepted
from pincite.edit.write import writing
from pincite.errors import UsageError
from pincite.model import Citation, Problem
from pincite.repo.committing import Content, HookRefusedError, commit_files
from pincite.repo.repository import Repository
from pincite.schema import is_date


class Cited(NamedTuple):
    """A citation of the new entry with the lines that it cites, for the eye of whoever wrote it."""

    text: str
    lines: tuple[str, ...]


class Recorded(NamedTuple):
    """What was recorded. `written` are the paths that changed, none where all of it was there before."""

    page: str
    entry: str
    link: str
    path: str
    line: int
    title: str
    date: str
    written: tuple[str, ...]
    source: str
    superseded: tuple[tuple[str, str], ...]
    cited: tuple[Cited, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]
    commit: str | None = None


def record(repository: Repository, request: Request, say: Callable[[str], None]) -> Recorded:
    """Record a decision, and return what was written.

    All files change or none, and two at once both arrive. Raises UsageError for a request that cannot be written,
    `RefusedError` where the gate would refuse the result, RunError where a file cannot be written.
    """
    if request.date and not is_date(request.date):
        raise UsageError(f"{request.date} is no date; write YYYY-MM-DD, as in 2026-10-03")
    if not request.commit:
        return _write(repository, request, say)[0]
    with committing(repository, say) as now:
        recorded, found, files = _write(now, request, say)
        message = commit_message(recorded.title, recorded.link, found)
        try:
            commit = commit_files(now, message, files)
        except HookRefusedError as error:
            raise HookRefusedError(f"{error}\nwhat was recorded stays in the work tree, without a commit") from None
    return recorded._replace(commit=commit)


def _write(
    repository: Repository, request: Request, say: Callable[[str], None]
) -> tuple[Recorded, Plan, dict[str, Content]]:
    """Write the files; return what was recorded, the plan, and the files to commit where that was asked for."""
    with writing(repository.root, repository.cache_dir, say) as writer:
        desk = on_disk(repository)
        found = plan(desk, request, request.date or today(), bool(request.date))
        problems = accepted(desk, found.changes)
        files = to_commit(desk, request, found) if request.commit else {}
        writer.apply(found.changes)
        return _recorded(on_disk(repository), request, found, problems), found, files


def _recorded(desk: Desk, request: Request, found: Plan, problems: Sequence[Problem]) -> Recorded:
    page, entry = found.page, found.entry
    notes = ["pinned all the same: what is rejected or superseded must stay readable"]
    unpinned = request.pin is False and must_pin(request._replace(pin=None))
    return Recorded(
        page=page.path.rpartition("/")[2].removesuffix(".md"),
        entry=entry.id,
        link=link(desk, "", page.path, entry),
        path=page.path,
        line=entry.line,
        title=entry.title,
        date=entry.date,
        written=tuple(change.path for change in found.changes),
        source=found.source,
        superseded=tuple((one.path, one.entry.id) for one in found.superseded),
        cited=tuple(_cited(desk, found)),
        problems=tuple(problems),
        notes=tuple(notes) if unpinned and found.source else (),
    )


def _cited(desk: Desk, found: Plan) -> list[Cited]:
    """Return the citations of the entry with their lines."""
    inside = [one for one in found.page.citations if found.entry.start <= one.start < found.entry.end]
    return [Cited(one.text, lines) for one in inside if (lines := _lines(desk, one, found)) is not None]


def _lines(desk: Desk, citation: Citation, found: Plan) -> tuple[str, ...] | None:
    where = desk.lookup.cited(citation, found.page)
    lines = desk.lookup.lines(where.path) if where.state == "found" else None
    if lines is None or not citation.ranges:
        return None
    return tuple(
        f"{number}: {lines[number - 1].decode('utf-8', 'replace').rstrip()}"
        for first, last in citation.ranges
        for number in range(first, min(last, len(lines)) + 1)
    )
