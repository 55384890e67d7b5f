"""From a request to the files as they shall be. Nothing is written."""

from __future__ import annotations

from typing import NamedTuple

from pincite.edit.blocks import newline_of
from pincite.edit.capture.bullets import AMENDED, bullets, says, shown, sources
from pincite.edit.capture.pin import pinned
from pincite.edit.capture.request import Older, Request
from pincite.edit.capture.target import where
from pincite.edit.desk import Desk
from pincite.edit.entry import Draft, inserted, struck
from pincite.edit.names import find_entry, link, split
from pincite.edit.register import list_page, log_entry
from pincite.edit.sheets import Sheets
from pincite.edit.write import Change
from pincite.errors import UsageError
from pincite.model import Edit, Entry, Page
from pincite.parse.headings import plain
from pincite.patterns import lazy

_LABELLED = lazy(r"\n\s*(?:[-*+]|[0-9]+[.)])\s+(?:\*\*|__)")


class Superseded(NamedTuple):
    """An older entry that is replaced, in whole or in the part that `scope` names."""

    path: str
    entry: Entry
    scope: str


class Plan(NamedTuple):
    """What shall be written. `page` and `entry` are the page and the entry as they stand then."""

    changes: tuple[Change, ...]
    page: Page
    entry: Entry
    superseded: tuple[Superseded, ...]
    source: str


def plan(desk: Desk, request: Request, date: str, dated: bool, place: str = "") -> Plan:
    """Return what recording this decision means for the files of a desk.

    `dated` tells that the user gave the date: without it, the same decision of an earlier day is found again. `place`
    is the path of the source to pin, where it was chosen before. Raises UsageError where the request cannot be
    written as it is.
    """
    request = request._replace(title=" ".join(request.title.split()))
    sheets = Sheets(desk)
    target = where(desk, request)
    if target.made:
        sheets.make(target.path, target.made)
    page = sheets.page(target.path)
    older = tuple(_older(desk, one, page) for one in request.supersedes)
    meant = list(bullets(request, _links(desk, request.depends_on, page), _amends(desk, older, page)))
    same = next((entry for entry in page.entries if not dated and _is(entry, request.title, meant)), None)
    date = same.date if same else date
    source = pinned(desk, request, page.title, date, place)
    if source:
        sheets.make(source.path, source.content)
    meant.append(("Source", sources(request, source.citation if source else "", date, desk.grammar)))
    entry = _entry(sheets, page, request, date, meant, older)
    for one in older if request.status == "accepted" else ():
        sheets.edit(_mark(sheets, one, date, page.path, entry))
    sheets.edit(list_page(sheets, page.path))
    sheets.edit(log_entry(sheets, page.path, entry, [(one.path, one.entry) for one in older]))
    final = sheets.page(page.path)
    entry = next(one for one in final.entries if one.id == entry.id)
    return Plan(sheets.changes(), final, entry, older, source.path if source else "")


def _older(desk: Desk, one: Older, page: Page) -> Superseded:
    """Find the entry that is named; on the same page where no page is."""
    name, entry = split(one.entry)
    if not entry and "#" not in one.entry and desk.one_page(name) is None:
        name, entry = "", name
    path = page.path if not name else desk.one_page(name)
    if path is None:
        raise UsageError(f"--supersedes {one.entry}: no page {name!r}; see pincite pages")
    known = page if path == page.path else desk.page(path)
    if not entry and len(known.entries) == 1:
        return Superseded(path, known.entries[0], one.scope.strip())
    return Superseded(path, find_entry(known, entry), one.scope.strip())


def _links(desk: Desk, names: tuple[str, ...], page: Page) -> tuple[str, ...]:
    """Return links to the entries or pages that are named; what is no name of one stays as it was typed."""
    found = []
    for name in names:
        target, entry = split(name)
        path = desk.one_page(target) if target else page.path
        if path is None or "[" in name:
            found.append(name.strip())
        else:
            found.append(link(desk, page.path, path, find_entry(desk.page(path), entry) if entry else None))
    return tuple(found)


def _amends(desk: Desk, older: tuple[Superseded, ...], page: Page) -> tuple[str, ...]:
    return tuple(f"{link(desk, page.path, one.path, one.entry)}: {one.scope}" for one in older if one.scope)


def _is(entry: Entry, title: str, meant: list[tuple[str, str]]) -> bool:
    return entry.title == plain(title) and says(entry.bullets, meant)


def _entry(
    sheets: Sheets, page: Page, request: Request, date: str, meant: list[tuple[str, str]], older: tuple[Superseded, ...]
) -> Entry:
    """Put the entry on its page, unless it is there; return it as it was read back."""
    desk, without_source = sheets.desk, meant[:-1]
    there = next((one for one in page.entries if (one.date, one.title) == (date, plain(request.title))), None)
    if there is not None and not says(there.bullets, without_source):
        raise UsageError(f"{page.path}:{there.line} is another entry “{there.date} {there.title}”: choose another "
                         f"title or date, or replace it with --supersedes '#{there.id}'")  # fmt: skip
    if there is not None:
        return there
    said = tuple((shown(label, desk.config), text) for label, text in meant)
    tails = tuple(link(desk, page.path, one.path, one.entry) for one in older if not one.scope)
    sheets.edit(inserted(page, Draft(date, request.title, said, tails)))
    return _read_back(sheets.page(page.path), page, request.title, date, meant, len(tails))


def _read_back(now: Page, before: Page, title: str, date: str, meant: list[tuple[str, str]], tails: int) -> Entry:
    """Return the entry that was written; UsageError where the page does not say what was meant.

    Whatever a text holds (a heading, a tail, an attribute list), it becomes part of the entry or it is refused.
    """
    found = [one for one in now.entries if (one.date, one.title) == (date, plain(title))]
    others = [one[:5] for one in now.entries if one not in found]
    if len(found) == 1 and others == [one[:5] for one in before.entries]:
        entry = found[0]
        plainly = len(entry.supersedes) == tails and not entry.struck and not entry.explicit
        # a labelled item inside of a text is no bullet of the entry, but reads like one
        if plainly and says(entry.bullets, meant) and not any(_LABELLED.search(text) for _, text in meant):
            return entry
    raise UsageError(f"“{title}” cannot be written as it is: strike marks, “(supersedes …)” and {{#ids}} in a title, "
                     "or lists and headings in a text, would be read as something else")  # fmt: skip


def _mark(sheets: Sheets, one: Superseded, date: str, path: str, entry: Entry) -> Edit | None:
    """Return the edit that tells the older side; None where it tells already."""
    page = sheets.page(one.path)
    old = next(other for other in page.entries if other.id == one.entry.id)
    if not one.scope:
        return struck(page, old, date, sheets.desk.grammar)
    text = f"{date} {link(sheets.desk, one.path, path, entry)}: {one.scope}"
    if says(old.bullets, [(AMENDED, text)]) or any(bullet.text == text for bullet in old.bullets):
        return None
    newline = newline_of(page.text)
    end = old.bullets[-1].end if old.bullets else old.heading_end
    gap = newline if old.bullets else newline * 2
    return Edit(page.path, end, end, f"{gap}- **{AMENDED}:** {text}")
