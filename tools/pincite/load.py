"""The whole wiki in memory, for what reads all of it: the site, answers, and edits."""

from __future__ import annotations

import time

from pincite.check import checks
from pincite.config import Config
from pincite.engine.lookup import Lookup
from pincite.engine.state import FAULTS, State
from pincite.engine.surroundings import Around
from pincite.engine.update import Engine
from pincite.model import Page, Problem
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot


class LoadedWiki(Lookup):
    """Every page parsed and linked, and every look-up of `pincite.wiki.Wiki`. `pages` is sorted by path."""

    def __init__(self, repository: Repository, snapshot: Snapshot, config: Config, today: str) -> None:
        super().__init__(State(), config, Around(repository, snapshot, config, today))
        self.repository = repository
        self.snapshot = snapshot
        self._engine = Engine(self, checks)
        self._engine.link(snapshot.files.items())
        self.pages: dict[str, Page] = dict(sorted(self._engine.pages.items()))
        self._sources: dict[str, list[str]] | None = None
        self._problems: tuple[Problem, ...] | None = None

    def problems(self) -> tuple[Problem, ...]:
        """Return what the rules say of all pages, without levels, sorted by page and place."""
        if self._problems is None:
            self._engine.judge(set(self.pages))
            found = dict(self.state.items(FAULTS))
            self._problems = tuple(problem for path in sorted(found) for problem in found[path])
        return self._problems

    def links_to(self, path: str) -> list[str]:
        """Return the paths of the pages that link to this page, sorted."""
        if self._sources is None:
            self._sources = {}
            for source in self.pages:
                record = self.state.page(source)
                for target in record.out if record else ():
                    self._sources.setdefault(target, []).append(source)
        return self._sources.get(path, [])


def load_wiki(repository: Repository, snapshot: Snapshot, config: Config, today: str | None = None) -> LoadedWiki:
    """Parse and link all pages of a snapshot. `today` (YYYY-MM-DD) is the clock's date where it is not given."""
    return LoadedWiki(repository, snapshot, config, today or time.strftime("%Y-%m-%d", time.gmtime()))
