"""Say that what a page cites was read again: it is followed from now on, and no longer from when it was written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from pincite.check import standing
from pincite.edit.blocks import newline_of
from pincite.edit.capture.bullets import shown
from pincite.edit.desk import on_disk, today
from pincite.edit.names import find_entry, split
from pincite.edit.sheets import Sheets
from pincite.edit.write import writing
from pincite.errors import UsageError
from pincite.model import Edit, Entry, Page, Problem
from pincite.repo.repository import Repository

_FIELD = re.compile(
    r"^(reviewed:[ \t]*)(?P<value>\"[^\"\n]*\"|'[^'\n]*'|[^\s#][^#\n\r]*?)?(?=[ \t]*(?:#[^\n]*)?\r?$)", re.MULTILINE
)
_LATER = re.compile(r"\((\d+)\)\Z")


class Reviewed(NamedTuple):
    """What was confirmed: the page, the entry ('' for the whole page), the citations that had changed, the date."""

    path: str
    entry: str
    confirmed: tuple[Problem, ...]
    date: str
    changed: bool


def confirm(repository: Repository, name: str, say: Callable[[str], None]) -> Reviewed:
    """Date the review of a page, or of one of its entries (`page#entry`). Raises UsageError where there is none."""
    with writing(repository.root, repository.cache_dir, say) as writer:
        desk = on_disk(repository)
        page_name, entry_name = split(name)
        path = desk.one_page(page_name)
        if path is None:
            raise UsageError(f"no page {page_name}; see pincite pages")
        sheets = Sheets(desk)
        page = sheets.page(path)
        entry = find_entry(page, entry_name) if entry_name else None
        found = _changed(standing(desk.judged), page, entry)
        label = shown("Reviewed", desk.config)
        edit = _dated_entry(page, entry, label, bool(found)) if entry else _dated_page(page)
        sheets.edit(edit)
        changes = sheets.changes()
        writer.apply(changes)
        return Reviewed(path, entry.id if entry else "", found, today(), bool(changes))


def _changed(problems: list[Problem], page: Page, entry: Entry | None) -> tuple[Problem, ...]:
    """Return the problems that a review settles."""
    first, last = (1, page.text.count("\n") + 1) if entry is None else (
        entry.line, page.text.count("\n", 0, entry.end) + 1)  # fmt: skip
    kinds = ("citations.changed", "stale.depends-on-superseded")
    return tuple(one for one in problems if one.path == page.path and one.rule in kinds and first <= one.line <= last)


def _dated_entry(page: Page, entry: Entry, label: str, again: bool) -> Edit | None:
    """Return the edit that dates the `Reviewed` bullet of an entry, a new one as its last where it has none.

    A second review on one day is numbered, since what counts is that the text changed.
    """
    there = next((bullet for bullet in entry.bullets if bullet.label == "reviewed"), None)
    if there is None:
        newline = newline_of(page.text)
        end = entry.bullets[-1].end if entry.bullets else entry.heading_end
        gap = newline if entry.bullets else newline * 2
        return Edit(page.path, end, end, f"{gap}- **{label}:** {today()}")
    date = today()
    if there.text.startswith(date):
        if not again:
            return None
        later = _LATER.search(there.text)
        date = f"{date} ({int(later[1]) + 1 if later else 2})"
    start = page.text.index(there.text, there.start) if there.text else there.end
    return Edit(page.path, start, start + len(there.text), date if there.text else f" {date}")


def _dated_page(page: Page) -> Edit | None:
    """Return the edit that dates the field `reviewed` of the frontmatter; quotes and comments stay."""
    if page.frontmatter is None:
        raise UsageError(f"{page.path} has no frontmatter to date; name an entry: pincite confirm PAGE#ENTRY")
    found = _FIELD.search(page.text, 0, page.body)
    if found is None:
        close = page.text.rfind("\n", 0, page.body - 1) + 1
        return Edit(page.path, close, close, f"reviewed: {today()}{newline_of(page.text)}")
    old = found["value"] or ""
    quote = old[0] if old[:1] in ("'", '"') else ""
    start = found.start("value") if old else found.end(1)
    gap = "" if old or page.text[start - 1].isspace() else " "
    new = f"{gap}{quote}{today()}{quote}"
    return None if old == new else Edit(page.path, start, start + len(old), new)
