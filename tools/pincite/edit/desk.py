"""What lies on the desk of whoever edits: pages as they are on disk, and the look-ups of the wiki around them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from pincite.check import arising, judged, standing
from pincite.config import Config
from pincite.configure import of_snapshot
from pincite.edit.overlay import Overlay
from pincite.edit.write import Change
from pincite.engine.ledger import Judged
from pincite.engine.lookup import Lookup
from pincite.engine.places import page_test
from pincite.errors import UsageError
from pincite.model import Page, Problem
from pincite.parse.grammar import grammar_of
from pincite.parse.page import parse_page
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot, open_snapshot
from pincite.text import name_key, slug


class Desk:
    """One state of the repository to work on: the disk (with what `git add` would add), the index, or a commit.

    `read` returns the bytes that an edit would change, `lookup` answers what is where. Nothing is written.
    """

    def __init__(self, repository: Repository, snapshot: Snapshot, config: Config) -> None:
        self.repository = repository
        self.snapshot = snapshot
        self.config = config
        self.grammar = grammar_of(config)
        self.is_page: Callable[[str], bool] = page_test(config)
        self._pages: dict[str, Page] = {}

    @cached_property
    def judged(self) -> Judged:
        """The verdict on this state."""
        return judged(self.repository, self.config, self.snapshot, today())

    @property
    def lookup(self) -> Lookup:
        """The look-ups of this state."""
        return self.judged.lookup

    def read(self, path: str) -> bytes | None:
        """Return the bytes of a file, None where there is none."""
        return dict(self.snapshot.read([path])).get(path)

    def page(self, path: str) -> Page:
        """Return a page of this state, an empty one where there is no such file."""
        if path not in self._pages:
            self._pages[path] = parse_page(path, self.read(path) or b"", self.grammar)
        return self._pages[path]

    def named(self, name: str) -> list[str]:
        """Return the paths of the pages that a person may mean by a name: path, file name, title or alias."""
        name = name.strip().removeprefix("[[").removesuffix("]]").strip()
        folder, _, last = name.removesuffix(".md").strip("/").rpartition("/")
        if self.is_page(name) and self.lookup.file(name):
            return [name]
        keys = dict.fromkeys((f"{last}.md", f"{slug(last)}.md"))
        found = [path for key in keys for path in self.lookup.named(key)]
        found = [path for path in found if _in_folder(path, folder)]
        if not folder:
            found += [*self.lookup.titled(name), *self.lookup.aliased(name)]
        exact = [path for path in found if path.rpartition("/")[2] == f"{last}.md"]
        return list(dict.fromkeys(path for path in exact or found if self.is_page(path)))

    def one_page(self, name: str) -> str | None:
        """Return the path of the one page that a name means, None for none; UsageError where it could be several."""
        found = self.named(name)
        if len(found) > 1:
            raise UsageError(f"{name} could be {' or '.join(sorted(found))}: give the path")
        return found[0] if found else None

    def arising(self, changes: Iterable[Change]) -> list[Problem]:
        """Return the problems that these changes would bring into the wiki."""
        after = self._changed(changes)
        return arising(self.judged, after.judged, after.snapshot)

    def after(self, changes: Iterable[Change]) -> list[Problem]:
        """Return all problems that the wiki would have with these changes."""
        return standing(self._changed(changes).judged)

    def _changed(self, changes: Iterable[Change]) -> Desk:
        return Desk(self.repository, Overlay(self.snapshot, {one.path: one.new for one in changes}), self.config)


def on_disk(repository: Repository) -> Desk:
    """Return the desk of the files on disk, as they will be after `git add -A`.

    Whoever records a decision goes on from the one before, whether or not that was added to git yet. Bytes are those
    on disk, also where git would store others (line ends).
    """
    snapshot = open_snapshot(repository)
    config = of_snapshot(snapshot).config
    folders = ["." if root in (".", "") else root for root in (*config.wiki, *config.raw)]
    over: Mapping[str, bytes | None] = {path: snapshot.disk_content(path) for path in snapshot.untracked(folders)}
    fresh = {path: data for path, data in over.items() if data is not None}
    return DiskDesk(repository, Overlay(snapshot, fresh), config)


class DiskDesk(Desk):
    """The desk of the files on disk."""

    def read(self, path: str) -> bytes | None:
        """Return the bytes on disk of a file that is part of this state."""
        known = self.snapshot.find([path])
        return self.snapshot.disk_content(path) if known else None


def today() -> str:
    """Return the date here and now."""
    return time.strftime("%Y-%m-%d")


def _in_folder(path: str, folder: str) -> bool:
    """Return whether a file lies in a folder that ends in these parts."""
    above = path.rpartition("/")[0]
    return not folder or name_key(f"/{above}").endswith(name_key(f"/{folder}"))
