"""Bring decision records (MADR, Nygard's form) into the wiki: a page each, the record cited as its source."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from pincite.edit.capture.bullets import shown
from pincite.edit.capture.target import Where
from pincite.edit.desk import Desk, on_disk, today
from pincite.edit.entry import Draft, inserted, struck
from pincite.edit.names import link
from pincite.edit.refused import accepted
from pincite.edit.register import list_page, log_entry
from pincite.edit.sheets import Sheets
from pincite.edit.write import writing
from pincite.edit.yaml_insert import dumped
from pincite.errors import UsageError
from pincite.model import Entry, Page
from pincite.parse.headings import plain
from pincite.paths import folder_of, name_of
from pincite.repo.blame import blame
from pincite.repo.repository import Repository
from pincite.schema import is_date
from pincite.text import slug

_RECORD = re.compile(r"(\d{3,5})-.+\.md\Z")
_TITLE = re.compile(r"^(?:ADR[- ]?)?\d+[.:)]?\s*[-–—:]?\s*", re.IGNORECASE)
_STATUS = re.compile(r"^[*\-\s>]*(?:\*\*)?status(?:\*\*)?\s*:\s*(?:\*\*)?\s*(.+)$", re.IGNORECASE | re.MULTILINE)
_DATE = re.compile(r"^[*\-\s>]*(?:\*\*)?date(?:\*\*)?\s*:\s*\W*(\d{4}-\d{2}-\d{2})", re.IGNORECASE | re.MULTILINE)
_BY = re.compile(r"supersed(?:ed|es)?\W+by\D{0,40}?(\d{1,5})", re.IGNORECASE)
_LONGEST = 400


class Record(NamedTuple):
    """One decision record, read: `first` to `last` are the lines of its decision, `by` the number of its successor."""

    path: str
    number: int
    title: str
    date: str
    status: str
    decision: str
    why: str
    first: int
    last: int
    by: int | None


class Imported(NamedTuple):
    """What was brought in: (record, page) pairs, and the records whose page was there already."""

    made: tuple[tuple[str, str], ...]
    known: tuple[str, ...]


def import_records(repository: Repository, folder: str, say: Callable[[str], None]) -> Imported:
    """Make a page of each record in a folder; records stay where they are. A second time makes nothing.

    Raises UsageError where the folder holds no records, `RefusedError` where the gate would refuse the pages.
    """
    with writing(repository.root, repository.cache_dir, say) as writer:
        desk = on_disk(repository)
        place = folder.strip("/").removeprefix("./")
        paths = sorted(
            path for path in desk.snapshot.files if folder_of(path) == place and _RECORD.match(name_of(path))
        )
        if not paths:
            raise UsageError(f"{folder} holds no decision records that git tracks (0001-title.md)")
        records = [_read(desk, path) for path in paths]
        sheets = Sheets(desk)
        targets = {record.number: _page_of(desk, record) for record in records}
        known = [record.path for record in records if sheets.exists(targets[record.number].path)]
        fresh = [record for record in records if record.path not in known]
        for record in sorted(fresh, key=lambda one: (one.date, one.number)):
            _write(sheets, record, records, targets)
        accepted(desk, sheets.changes())
        writer.apply(sheets.changes())
        return Imported(tuple((one.path, targets[one.number].path) for one in fresh), tuple(known))


def _read(desk: Desk, path: str) -> Record:
    page = desk.page(path)
    text = page.text
    status = _field(page, "status") or _first(_section(page, "status")) or _matched(_STATUS, text)
    by = _BY.search(f"{status} {_section(page, 'status')[0]}")
    decision, first, last = _section(page, "decision outcome", "decision")
    why, _, _ = _section(page, "context and problem statement", "context")
    written = blame(desk.repository, path)
    since = min((one.date for one in written.values()), default=today())
    date = next((one for one in (_field(page, "date"), _matched(_DATE, text)) if is_date(one)), since)
    title = " ".join(_TITLE.sub("", page.title).split()) or name_of(path).removesuffix(".md")
    word = next((one for one in ("proposed", "rejected") if status.lower().strip("* _`").startswith(one)), "accepted")
    return Record(path, int(name_of(path).partition("-")[0]), title.replace("~", ""), date, word, _paragraph(decision),
                  _paragraph(why), first, last, int(by[1]) if by else None)  # fmt: skip


def _field(page: Page, key: str) -> str:
    value = page.frontmatter.values.get(key) if page.frontmatter else None
    return value.strip() if isinstance(value, str) else ""


def _matched(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1].strip() if found else ""


def _first(section: tuple[str, int, int]) -> str:
    return section[0].strip().partition("\n")[0]


def _section(page: Page, *names: str) -> tuple[str, int, int]:
    """Return the text of the first section of one of these names, and its first and last line; '' where none is."""
    for name in names:
        for number, heading in enumerate(page.headings):
            if heading.text.strip(" :").casefold() != name:
                continue
            later = (one.start for one in page.headings[number + 1 :] if one.level <= heading.level)
            body = page.text[heading.end : next(later, len(page.text))]
            start = heading.end + len(body) - len(body.lstrip())
            first = page.text.count("\n", 0, start) + 1
            return body.strip(), first, first + body.strip().count("\n")
    line = page.headings[0].line if page.headings else 1
    return "", line, line


def _paragraph(text: str) -> str:
    """Return the first paragraph as plain words: a link of the record's would lead elsewhere from the wiki."""
    words = plain(" ".join(text.split("\n\n")[0].split()).lstrip("*- "))
    safe = words.replace("[", "(").replace("]", ")").replace("`", "'").replace("<", "‹").replace(">", "›")
    return safe if len(safe) <= _LONGEST else safe[:_LONGEST].rsplit(" ", 1)[0] + ", and more"


def _page_of(desk: Desk, record: Record) -> Where:
    root = next((one.strip("/") for one in desk.config.wiki if one.strip("/") != folder_of(record.path)), "wiki")
    head = f"---\ntitle: {dumped(f'{record.title} (ADR {record.number})')}\ntype: decision\n---\n\n# {record.title}\n"
    name = slug(record.title).strip("-")[:80] or "record"
    return Where(f"{root}/decisions/adr-{record.number:04}-{name}.md", head)


def _write(sheets: Sheets, record: Record, records: list[Record], targets: dict[int, Where]) -> None:
    """Write one page, on both sides of its supersessions; older records are written before newer ones."""
    desk, target = sheets.desk, targets[record.number]
    sheets.make(target.path, target.made)
    older = [one for one in records if one.by == record.number and sheets.page(targets[one.number].path).entries]
    said = [("Status", record.status)] if record.status != "accepted" else []
    said += [("Decision", record.decision or record.title)]
    said += [("Why", record.why)] if record.why else []
    lines = f"{record.first}-{record.last}" if record.last > record.first else f"{record.first}"
    said += [("Source", f"`{record.path}:{lines}`")]
    tails = [link(desk, target.path, targets[one.number].path, _only(sheets, targets[one.number])) for one in older]
    draft = Draft(record.date, record.title, tuple((shown(a, desk.config), b) for a, b in said), tuple(tails))
    sheets.edit(inserted(sheets.page(target.path), draft))
    if record.status == "accepted":
        for one in older:
            page = sheets.page(targets[one.number].path)
            sheets.edit(struck(page, page.entries[0], max(record.date, one.date), desk.grammar))
    sheets.edit(list_page(sheets, target.path))
    sheets.edit(log_entry(sheets, target.path, _only(sheets, target), []))


def _only(sheets: Sheets, target: Where) -> Entry:
    entries = sheets.page(target.path).entries
    if not entries:
        raise UsageError(f"{target.path} cannot be written: its title or date is not that of an entry")
    return entries[0]
