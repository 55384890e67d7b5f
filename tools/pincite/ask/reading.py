"""A wiki opened for questions: its index brought up to date, its look-ups, and its pages as they are asked for."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from pincite import __version__
from pincite.ask.answer import page_name
from pincite.ask.index import Index, Key, delete
from pincite.check import checks
from pincite.config import Config
from pincite.configure import of_snapshot
from pincite.engine.ledger import Judged, Ledger
from pincite.engine.lookup import Lookup
from pincite.engine.places import page_test
from pincite.engine.state import FAULTS, PAGES
from pincite.errors import RunError
from pincite.model import ROLE_PAGE, Page, Problem
from pincite.parse.grammar import grammar_of
from pincite.parse.page import parse_page
from pincite.paths import name_of
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot, open_snapshot
from pincite.resolve import find_superseded
from pincite.text import name_key
from pincite.wiki import File

_FILE = "questions.db"
_LINKING = 8
_LINK_MODE = "120000"

Changes = Iterable[tuple[str, File | None]]
T = TypeVar("T")


class Reading:
    """What questions are answered from. `wiki` has the look-ups of the snapshot; `index` its words."""

    def __init__(self, repository: Repository, snapshot: Snapshot, config: Config, today: str) -> None:
        self.repository = repository
        self.snapshot = snapshot
        self.config = config
        ledger = Ledger(repository, config, checks, today)
        self._head: Judged | None = None
        if snapshot.tree is None and snapshot.commit is not None:
            self._head = ledger.judge(open_snapshot(repository, rev=snapshot.commit))
        self._judged = ledger.judge(snapshot)
        self.wiki: Lookup = self._judged.lookup
        self._grammar = grammar_of(config)
        self._is_page = page_test(config)
        self._pages: dict[str, Page] = {}

    def ask(self, use: Callable[[Index], T]) -> T:
        """Return what `use` makes of the index, which is brought up to date first.

        An index that turns out to be damaged is made anew, once.
        """
        path = os.path.join(self.repository.cache_dir, _FILE)
        for attempt in (path, path, ""):
            index = Index(attempt, f"{__version__} {self.config}")
            with contextlib.closing(index):
                try:
                    self._refresh(index)
                    self._index = index
                    return use(index)
                except sqlite3.DatabaseError:
                    if not attempt:
                        raise
            delete(path)
        raise AssertionError("the last attempt is in memory")

    def page(self, path: str) -> Page | None:
        """Return the page at this path, None where there is none; a symbolic link is no page."""
        if path not in self._pages:
            file = self.wiki.state.file(path)
            if file is None or self._is_link(path) or not self._is_page(path):
                return None
            if path in self.wiki.pages:
                return self.wiki.pages[path]
            self._pages |= {page.path: page for page in self._parsed([(path, file)], self.snapshot)}
        return self._pages.get(path)

    def problems(self, path: str) -> Sequence[Problem]:
        """Return what the rules say of the page at this path."""
        found: Sequence[Problem] = self._judged.state.get(FAULTS, path) or ()
        return found

    def linking(self, path: str) -> Sequence[Key]:
        """Return (path, entry id) of some live entries that may link to the page at this path."""
        return self._index.linking(name_key(name_of(path).removesuffix(".md")), _LINKING)

    def page_names(self) -> list[str]:
        """Return the names of all pages, for when one was mistyped."""
        return sorted(name_of(path).removesuffix(".md") for path, _ in self.wiki.state.items(PAGES))

    def page_links(self) -> list[tuple[str, str]]:
        """Return (name that links to it, title) of every page, sorted."""
        summaries = [record.summary for _, record in self.wiki.state.items(PAGES)]
        named = [(page_name(one.path, self.wiki), one) for one in summaries if one.role == ROLE_PAGE]
        return sorted((name, one.title) for name, one in named if not self._is_link(one.path))

    def _is_link(self, path: str) -> bool:
        file = self.wiki.state.file(path)
        return file is not None and file.mode == _LINK_MODE

    def _refresh(self, index: Index) -> None:
        """Bring the index to the tree of HEAD, which is kept, and from there to the snapshot, which is not."""
        head = self.repository.head_tree
        if self._head is not None and head is not None and index.tree != head:
            assert self.snapshot.commit is not None
            before = open_snapshot(self.repository, rev=self.snapshot.commit)
            self._write(index, before, self._head.lookup)
            with contextlib.suppress(sqlite3.OperationalError):
                index.keep(head)
        self._write(index, self.snapshot, self.wiki)

    def _write(self, index: Index, snapshot: Snapshot, wiki: Lookup) -> None:
        """Put the pages in that differ; aside, in memory, where the file cannot be written now."""
        pages = [(path, file) for path, file in _changes(index, snapshot) if self._is_page(path)]
        if not pages:
            return
        try:
            self._put(index, snapshot, wiki, pages)
        except sqlite3.OperationalError:
            index.aside()
            self._put(index, snapshot, wiki, pages)

    def _put(self, index: Index, snapshot: Snapshot, wiki: Lookup, files: Sequence[tuple[str, File | None]]) -> None:
        paths = [path for path, _ in files]
        parsed = [wiki.pages[path] for path in paths if path in wiki.pages]
        there = [(path, file) for path, file in files if file is not None and path not in wiki.pages]
        parsed += self._parsed(there, snapshot)
        keys = set(index.superseded_by(paths))
        index.put(parsed, [path for path, file in files if file is None])
        keys.update(index.superseded_by(paths))
        keys.update(key for page in parsed for key in _superseded(page, wiki))
        index.settle({key: _newest(wiki.superseders(*key)) for key in keys})

    def _parsed(self, files: Iterable[tuple[str, File]], snapshot: Snapshot) -> Iterator[Page]:
        """Parse these pages; a symbolic link is no page."""
        for path, data in snapshot.contents(item for item in files if item[1].mode != _LINK_MODE):
            yield parse_page(path, data or b"", self._grammar)


@contextlib.contextmanager
def open_reading(start: str = ".", rev: str | None = None, today: str | None = None) -> Iterator[Reading]:
    """Open the wiki around a folder, as it is on disk or at a commit; RunError where there is none."""
    from pincite.repo.repository import open_repository

    with open_repository(start) as repository:
        snapshot = open_snapshot(repository, rev=rev or ("HEAD" if repository.bare else None))
        config = of_snapshot(snapshot).config
        yield Reading(repository, snapshot, config, today or time.strftime("%Y-%m-%d", time.gmtime()))


def _changes(index: Index, snapshot: Snapshot) -> Changes:
    """Return what differs from the index; everything where there is none, or where git swept its tree away."""
    if index.tree:
        with contextlib.suppress(RunError):
            return snapshot.changes(index.tree)
        index.clear()
    return list(snapshot.files.items())


def _superseded(page: Page, wiki: Lookup) -> Iterator[Key]:
    for entry in page.entries:
        for item in entry.supersedes:
            key = find_superseded(item, page, wiki)
            if key is not None and key[1]:
                yield key


def _newest(superseders: Sequence[Key]) -> Key | None:
    """Return the superseder with the latest date, which its id begins with unless it was given one."""
    return max(superseders, key=lambda key: (key[1], key[0])) if superseders else None
