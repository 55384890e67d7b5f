"""Who decided what and when: the entries of a page with their commits, and the events of the log."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.check import judged
from pincite.config import Config
from pincite.configure import of_snapshot
from pincite.engine.places import page_test
from pincite.errors import UsageError
from pincite.fragments import loose
from pincite.model import ROLE_LOG, Entry, Event, Page
from pincite.parse.grammar import grammar_of
from pincite.parse.page import parse_page, role_of
from pincite.paths import name_of
from pincite.repo.authorship import authorship
from pincite.repo.blame import Written, blame
from pincite.repo.repository import Repository
from pincite.repo.snapshot import open_snapshot
from pincite.text import slug


class Told(NamedTuple):
    """One entry in a chain of decisions: `commits` are those that wrote its lines, the first one recorded it."""

    page: str
    path: str
    entry: str
    line: int
    date: str
    title: str
    status: str
    superseded: str | None
    supersedes: tuple[str, ...]
    author: str | None
    commit: str | None
    commits: tuple[Written, ...]
    decision: tuple[str, ...]
    why: tuple[str, ...]
    rejected: tuple[str, ...]


class Happened(NamedTuple):
    """One event of a log, as `timeline --json` prints it."""

    date: str
    kind: str
    title: str
    pages: tuple[str, ...]
    line: int
    author: str | None
    commit: str | None


class Chronicle:
    """The wiki on disk, with what history says of its lines."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.snapshot = open_snapshot(repository)
        self.config: Config = of_snapshot(self.snapshot).config
        self.grammar = grammar_of(self.config)
        self.lookup = judged(repository, self.config, self.snapshot, time.strftime("%Y-%m-%d", time.gmtime())).lookup
        self._pages: dict[str, Page] = {}
        self._blames: dict[str, dict[int, Written]] = {}

    def page(self, path: str) -> Page:
        """Return a page as it is on disk."""
        if path not in self._pages:
            data = dict(self.snapshot.read([path])).get(path) or b""
            self._pages[path] = parse_page(path, data, self.grammar)
        return self._pages[path]

    def named(self, name: str) -> str:
        """Return the path of the page of this path, name, title or alias. UsageError where there is not just one."""
        is_page = page_test(self.config)
        plain = name.removesuffix(".md").strip("/")
        keys = (f"{name_of(plain)}.md", f"{slug(name_of(plain))}.md")
        found = [path for key in keys for path in self.lookup.named(key) if f"/{path}".endswith(f"/{plain}.md")]
        found = found or [path for path in self.lookup.named(keys[1]) if "/" not in plain]
        found = [name] if self.lookup.file(name) else found or [*self.lookup.titled(name), *self.lookup.aliased(name)]
        pages = list(dict.fromkeys(path for path in found if is_page(path)))
        if len(pages) != 1:
            raise UsageError(f"{name} could be {' or '.join(pages)}: give the path" if pages else
                             f"no page {name}; see pincite pages")  # fmt: skip
        return pages[0]

    def told(self, path: str, entry: Entry) -> Told:
        """Return an entry with its commits."""
        page = self.page(path)
        last = page.text.count("\n", 0, entry.start + len(page.text[entry.start : entry.end].rstrip())) + 1
        blamed = self._blame(path)
        # A struck heading was written by who superseded it: the entry itself by who wrote the rest.
        lines = [blamed[n] for n in range(entry.line + (entry.struck and last > entry.line), last + 1) if n in blamed]
        first = min(lines, key=lambda one: one.date, default=None)
        heading = [blamed[entry.line]] if entry.line in blamed else []
        commits = sorted(dict.fromkeys([*lines, *heading]), key=lambda one: (one.date, one != first))
        status = "superseded" if entry.struck or entry.superseded is not None else entry.status
        return Told(
            page=name_of(path).removesuffix(".md"), path=path, entry=entry.id, line=entry.line, date=entry.date,
            title=entry.title, status="live" if entry.live else status, superseded=entry.superseded,
            supersedes=tuple(f"{p}#{e}" for p, e in self._older(page, entry)),
            author=first.author if first else None, commit=first.commit if first else None, commits=tuple(commits),
            decision=entry.texts("decision") + entry.texts("rule"), why=entry.texts("why"),
            rejected=entry.texts("rejected"),
        )  # fmt: skip

    def _blame(self, path: str) -> dict[int, Written]:
        if path not in self._blames:
            self._blames[path] = blame(self.repository, path)
        return self._blames[path]

    def _older(self, page: Page, entry: Entry) -> list[tuple[str, str]]:
        found = (self.lookup.superseded(item, page) for item in entry.supersedes)
        return [one for one in found if one is not None and one[1]]

    def chain(self, path: str, entry: Entry) -> list[tuple[str, Entry]]:
        """Return an entry with all that it replaced and all that replaced it, the newest first."""
        found: dict[tuple[str, str], Entry] = {}
        waiting = [(path, entry.id)]
        while waiting:
            name = waiting.pop()
            one = next((one for one in self.page(name[0]).entries if one.id == name[1]), None)
            if one is None or name in found:
                continue
            found[name] = one
            waiting += [*self._older(self.page(name[0]), one), *self.lookup.superseders(*name)]
        return sorted(((p, one) for (p, _), one in found.items()), key=lambda item: item[1].date, reverse=True)


def history(repository: Repository, name: str) -> list[Told]:
    """Return the entries of a page, or the chain that an entry (`page#entry`) belongs to, the newest first."""
    chronicle = Chronicle(repository)
    page_name, _, wanted = name.strip().removeprefix("[[").removesuffix("]]").partition("#")
    path = chronicle.named(page_name.strip())
    page = chronicle.page(path)
    if not wanted:
        return [chronicle.told(path, entry) for entry in page.entries]
    return [chronicle.told(*one) for one in chronicle.chain(path, _entry(page, wanted))]


def _entry(page: Page, wanted: str) -> Entry:
    for entry in page.entries:
        if loose(wanted) in (
            loose(entry.id),
            loose(f"{entry.date} {entry.title}"),
            loose(entry.title),
            loose(entry.date),
        ):
            return entry
    known = ", ".join(f"#{entry.date} {entry.title}" for entry in page.entries) or "none"
    raise UsageError(f"{page.path} has no entry {wanted}; its entries: {known}")


def timeline(repository: Repository) -> list[Happened]:
    """Return the events of all logs, the newest first, each with who recorded it in which commit (None: not yet)."""
    chronicle = Chronicle(repository)
    is_page = page_test(chronicle.config)
    logs = [path for path in sorted(chronicle.snapshot.files)
            if is_page(path) and role_of(path, chronicle.grammar) == ROLE_LOG]  # fmt: skip
    written = authorship(repository, repository.head, chronicle.config.wiki, disk=True)
    found = [one for path in logs for one in _events(chronicle, path, written.lines(path))]
    return sorted(found, key=lambda one: one.date, reverse=True)


def _events(chronicle: Chronicle, path: str, lines: Sequence[object]) -> Iterator[Happened]:
    page = chronicle.page(path)
    dates = [event.date for event in page.events]
    rising = len(dates) > 1 and dates == sorted(dates) and dates[0] != dates[-1]
    for event in reversed(page.events) if rising else page.events:
        line = lines[event.line - 1] if event.line <= len(lines) else None
        yield Happened(event.date, event.kind, event.title, _pages(chronicle, page, event), event.line,
                       getattr(line, "name", None), getattr(line, "commit", None))  # fmt: skip


def _pages(chronicle: Chronicle, page: Page, event: Event) -> tuple[str, ...]:
    found = (chronicle.lookup.resolve(link, page) for link in event.links)
    return tuple(dict.fromkeys(name_of(one.path).removesuffix(".md") for one in found if one.state == "found"))
