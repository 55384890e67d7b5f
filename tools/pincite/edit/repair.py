"""Repairs that are certain, one function a kind of problem: from a problem to the edits that mend it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pincite.edit.entry import struck
from pincite.edit.register import list_page
from pincite.edit.retarget import retargeted
from pincite.edit.sheets import Sheets
from pincite.errors import UsageError
from pincite.model import Edit, Entry, Link, Page, Problem
from pincite.paths import joined, name_of
from pincite.repo.why import why_gone

Repair = Callable[[Sheets, Problem], Iterator[Edit]]


def repairs(sheets: Sheets, problem: Problem) -> list[Edit]:
    """Return the edits that mend a problem, none where that is not certain. Offsets count in the pages as they are."""
    if problem.fix is not None and problem.fix.edits:
        return list(_given(sheets, problem))
    found = _REPAIRS.get(problem.rule)
    return list(found(sheets, problem)) if found else []


def _given(sheets: Sheets, problem: Problem) -> Iterator[Edit]:
    """Yield the edits that the rule gives, at their places in the bytes on disk, whose line ends may be others."""
    for edit in problem.fix.edits if problem.fix else ():
        judged = (dict(sheets.desk.snapshot.read([edit.path])).get(edit.path) or b"").decode("utf-8", "replace")
        page = sheets.page(edit.path)
        if page.text == judged:
            yield edit
        elif page.text.replace("\r\n", "\n") == judged:
            before, after = judged.count("\n", 0, edit.start), judged.count("\n", 0, edit.end)
            yield edit._replace(start=edit.start + before, end=edit.end + after)


def _link_at(page: Page, problem: Problem) -> Link | None:
    return next((link for link in page.links if (link.line, link.column) == (problem.line, problem.column)), None)


def _renamed(sheets: Sheets, problem: Problem) -> Iterator[Edit]:
    """Point a link at the page that was renamed, where history knows one page that it meant, and its new name."""
    desk = sheets.desk
    page = sheets.page(problem.path)
    link = _link_at(page, problem)
    if link is None:
        return
    paths = _formerly(sheets, link, page)
    gone = why_gone(desk.repository, desk.snapshot, paths[0]) if len(paths) == 1 else None
    if gone is not None and gone.kind == "renamed" and desk.is_page(gone.target):
        edit = retargeted(desk, page, link, gone.target)
        yield from [edit] if edit else []


def _formerly(sheets: Sheets, link: Link, page: Page) -> list[str]:
    """Return the paths that are gone and that a link can have meant."""
    target = link.target if link.form in ("markdown", "image") or link.target.endswith(".md") else f"{link.target}.md"
    exact = joined(page.path.rpartition("/")[0], target) if link.form in ("markdown", "image") else None
    found = [path for path in sheets.desk.lookup.formerly(name_of(target)) if sheets.desk.is_page(path)]
    return [
        path for path in found if path == exact or (exact is None and f"/{path}".endswith(f"/{target.strip('./')}"))
    ]


def _spelled(sheets: Sheets, problem: Problem) -> Iterator[Edit]:
    """Spell a link as its page is called, where only case differs."""
    page = sheets.page(problem.path)
    link = _link_at(page, problem)
    target = sheets.desk.lookup.resolve(link, page) if link else None
    if link is not None and target is not None and target.state == "case" and len(target.candidates) < 2:
        edit = retargeted(sheets.desk, page, link, target.path)
        yield from [edit] if edit else []


def _escaped(sheets: Sheets, problem: Problem) -> Iterator[Edit]:
    """Escape the bar of a link in a table row."""
    page = sheets.page(problem.path)
    link = _link_at(page, problem)
    if link is not None:
        text = page.text[link.start : link.end]
        yield Edit(page.path, link.start, link.end, text.replace("\\|", "|").replace("|", "\\|"))


def _back_side(sheets: Sheets, problem: Problem) -> Iterator[Edit]:
    """Strike and date an entry that one accepted newer entry says it supersedes."""
    page = sheets.page(problem.path)
    old = next((entry for entry in page.entries if entry.id == problem.subject), None)
    newer = _newer(sheets, page, old) if old else []
    dates = {entry.date for entry in newer}
    if old is None or len(dates) != 1 or (old.superseded and old.struck):
        return
    try:
        edit = struck(page, old, dates.pop(), sheets.desk.grammar)
    except UsageError:
        return
    yield from [edit] if edit else []


def _newer(sheets: Sheets, page: Page, old: Entry) -> list[Entry]:
    names = sheets.desk.lookup.superseders(page.path, old.id)
    return [entry for path, name in names for entry in sheets.page(path).entries if entry.id == name]


def _listed(sheets: Sheets, problem: Problem) -> Iterator[Edit]:
    edit = list_page(sheets, problem.path)
    yield from [edit] if edit else []


_REPAIRS: dict[str, Repair] = {
    "links.broken": _renamed,
    "links.case": _spelled,
    "links.bare-pipe": _escaped,
    "supersession.one-sided": _back_side,
    "supersession.undated": _back_side,
    "supersession.missing-target": _renamed,
    "log.dangling": _renamed,
    "index.missing": _listed,
}
