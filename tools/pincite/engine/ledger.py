"""Where states come from and where they are kept: one file under the git directory, tied to a commit."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence

from pincite.config import Config
from pincite.engine.judge import Check
from pincite.engine.lookup import Lookup
from pincite.engine.memory import StateMemory
from pincite.engine.shelf import DamagedError, Shelf
from pincite.engine.stamp import stamp
from pincite.engine.state import ALL_PAGES, FOLDERS, State
from pincite.engine.surroundings import Around
from pincite.engine.update import Changes, Engine
from pincite.errors import RunError
from pincite.record import NamedTuple
from pincite.repo.between import touched
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot

_FILE = "state.db"


class Judged(NamedTuple):
    """A snapshot that was judged: its state, what answers for it, and the pages that differ from the state before."""

    state: State
    lookup: Lookup
    touched: frozenset[str]

    @property
    def pages(self) -> int:
        """Return how many pages the wiki has."""
        return self.state.get(FOLDERS, ALL_PAGES) or 0


class Ledger:
    """Judges snapshots of one repository under one configuration, each from the nearest state that is known."""

    def __init__(
        self, repository: Repository, config: Config, checks: Callable[[], Sequence[Check]], today: str
    ) -> None:
        self.repository = repository
        self.config = config
        self.checks = checks
        self.today = today
        self.path = os.path.join(repository.cache_dir, _FILE)
        self.stamp = stamp(config)
        self.tree = self.commit = ""
        self.always = {"b:", "c:", "h:", "k:"}
        self.state = self._kept()

    def _kept(self) -> State:
        """Return the state on disk, or an empty one."""
        try:
            shelf = Shelf(self.path)
        except DamagedError:
            return State()
        if shelf.meta.get("stamp") != self.stamp:
            shelf.close()
            return State()
        self.tree, self.commit = shelf.meta["tree"], shelf.meta["commit"]
        if shelf.meta.get("today") == self.today:
            self.always.discard("c:")
        return State(shelf)

    def judge(self, snapshot: Snapshot, base: str | None = None) -> Judged:
        """Judge a snapshot on top of what is known; the state of HEAD is kept on disk.

        `base` is the commit that pages are compared with, where it is not the one that the snapshot names.
        """
        try:
            return self._judge(snapshot, base)
        except DamagedError:
            self.state, self.tree, self.commit = State(), "", ""
            return self._judge(snapshot, base)

    def _judge(self, snapshot: Snapshot, base: str | None) -> Judged:
        changes = self._changes(snapshot)
        if snapshot.tree is None and changes:
            self._index()
        around = Around(self.repository, snapshot, self.config, self.today, base)
        around.memory = StateMemory(self.state, self.commit)
        snapshot.known = self.state.file
        lookup = Lookup(self.state, self.config, around)
        always = self.always if snapshot.tree is not None else self.always | {"u:"}
        touched = Engine(lookup, self.checks).update(changes, always)
        if snapshot.tree is not None and snapshot.commit == self.repository.head and base is None:
            self._keep(snapshot)
        judged = Judged(self.state, lookup, frozenset(touched))
        self.state, self.tree = State(self.state), snapshot.tree or ""
        self.commit = (snapshot.commit or "") if self.tree else ""
        return judged

    def _changes(self, snapshot: Snapshot) -> Changes:
        """Return what differs from the state, everything where there is none (or its tree was swept away by git)."""
        if self.tree:
            with contextlib.suppress(RunError):
                changes = snapshot.changes(self.tree)
                also = self._touched(snapshot)
                if also is not None:
                    return [*changes, *((path, self.state.file(path)) for path in also.difference(dict(changes)))]
            self.state, self.tree, self.commit = State(), "", ""
        return list(snapshot.files.items())

    def _touched(self, snapshot: Snapshot) -> set[str] | None:
        """Return the pages whose past differs from that in the state, None where no page's past may be taken over."""
        if snapshot.commit is None or snapshot.commit == self.commit:
            return set()
        return touched(self.repository, self.commit, snapshot.commit, self.config.wiki)

    def _index(self) -> None:
        """Index the kept state, once and for all, where what is not committed is judged against it."""
        kept = self.state.base
        if isinstance(kept, State) and isinstance(kept.base, Shelf) and not kept.indexed:
            kept.index_needs()
            kept.rewrite(self.path, kept.base)
            self.state = State(kept)

    def _keep(self, snapshot: Snapshot) -> None:
        meta = {"stamp": self.stamp, "tree": snapshot.tree, "commit": snapshot.commit, "today": self.today}
        shelf = self.state.base
        known = isinstance(shelf, Shelf) and all(shelf.meta.get(key) == value for key, value in meta.items())
        if not known or (isinstance(shelf, Shelf) and shelf.meta["indexed"] != self.state.indexed):
            self.state.save(self.path, meta)
