"""What look-ups take from outside the state: the disk, the version compared with, and history; asked when needed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pincite.config import Config
from pincite.engine.content import Content, split
from pincite.model import Citation, Page
from pincite.parse.grammar import grammar_of
from pincite.parse.page import parse_page
from pincite.repo.marks import Memory
from pincite.repo.past import appearances, bytes_at, former_names, full_commit
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot
from pincite.repo.sources import raw_changes
from pincite.text import name_key
from pincite.wiki import Cited, File, Followed, RawChange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pincite.repo.anchors import Walk


class Around:
    """The surroundings of one snapshot of a repository."""

    def __init__(
        self, repository: Repository, snapshot: Snapshot, config: Config, today: str, base: str | None = None
    ) -> None:
        self.repository = repository
        self.snapshot = snapshot
        self.config = config
        self.today = today
        self.base = base or snapshot.base
        self.content = Content(snapshot)
        self._commits: dict[str, str | None] = {}
        self._followed: dict[str, list[Followed]] = {}
        self.memory: Memory = Memory()

    def on_disk(self, path: str) -> str:
        """Return untracked or ignored where the disk has what git does not; a commit is judged without a disk."""
        return "" if self.snapshot.tree is not None else self.snapshot.on_disk(path)

    def untracked(self, name: str) -> Sequence[str]:
        """Return the untracked files below the wikis with this name."""
        return self._untracked.get(name_key(name), ())

    @cached_property
    def _untracked(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        if self.snapshot.tree is None:
            for path in self.snapshot.untracked(list(self.config.wiki)):
                found.setdefault(name_key(path.rpartition("/")[2]), []).append(path)
        return found

    def is_steady(self, path: str, cited: str) -> bool:
        """Return whether a file plainly is what it was when a page could cite it first: no commit changed it since."""
        born, changed = self._appearances
        here = born.get(cited)
        return here is not None and cited not in changed and here <= born.get(path, 0)

    @cached_property
    def _appearances(self) -> tuple[dict[str, int], set[str]]:
        return appearances(self.repository, self.snapshot.commit)

    def formerly(self, name: str) -> Sequence[str]:
        """Return the paths with this name that history or this snapshot deleted (it since its base)."""
        return self._formerly.get(name, ())

    @cached_property
    def _formerly(self) -> dict[str, list[str]]:
        found = former_names(self.repository, self.snapshot.commit)
        for path, file in self._changes:
            if file is None:
                found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    def commit(self, rev: str) -> str | None:
        """Return the full id of a commit below this snapshot."""
        if rev not in self._commits:
            self._commits[rev] = full_commit(self.repository, rev, self.snapshot.commit)
        return self._commits[rev]

    def lines_at(self, commit: str, path: str) -> tuple[bytes, ...] | None:
        """Return the lines of a file at a commit."""
        data = bytes_at(self.repository, commit, path)
        return None if data is None else split(data)

    def earlier(self, path: str) -> Page | None:
        """Return the page as it was in the version compared with, None where it was not there."""
        if self.base is None:
            return None
        data = bytes_at(self.repository, self.base, path)
        return None if data is None else parse_page(path, data, grammar_of(self.config))

    def parsed(self, path: str, oid: str) -> Page | None:
        """Return a page as it was in the blob with this id, None where git does not have it."""
        data = next(iter(self.repository.git.objects([oid])))[1] if oid else None
        return None if data is None else parse_page(path, data, grammar_of(self.config))

    def differs(self, path: str) -> bool:
        """Return whether a page is not as it was; in the first version of all, none differs."""
        return self.base is not None and path in self._changed

    @cached_property
    def _changed(self) -> frozenset[str]:
        return frozenset(path for path, _ in self._changes)

    @cached_property
    def _changes(self) -> list[tuple[str, File | None]]:
        found = self.repository.git.object(f"{self.base}^{{tree}}") if self.base else None
        return self.snapshot.changes(found[0]) if found else []

    def followed(self, citation: Citation, page: Page) -> Followed | None:
        """Return how a citation fares since its anchor, None where that does not apply."""
        all_of_page = self._followed.get(page.path)
        found = all_of_page[page.citations.index(citation)] if all_of_page else None
        return found if found and found.path else None

    def raw_changes(self) -> Sequence[RawChange]:
        """Return the sources that are not what was pinned."""
        return self._raw_changes

    @cached_property
    def _raw_changes(self) -> Sequence[RawChange]:
        return raw_changes(self.repository, self.snapshot, self.config.raw)

    def prepare(self, pages: Sequence[tuple[Page, Sequence[Cited]]]) -> None:
        """Follow the citations of these pages, all at once."""
        asked = [(page, cited) for page, cited in pages if page.citations]
        if not asked:
            return
        # imported where there is something to follow: a third of what the gate imports
        from pincite.engine.claims import claims, quotes_code
        from pincite.repo.follow import follow_all

        made = {page.path: claims(page, cited, self.config) for page, cited in asked}
        self._followed.update(follow_all(self.snapshot, self._walk, made, quotes_code(self.config)))

    @cached_property
    def _walk(self) -> Walk:
        from pincite.engine.claims import scanner
        from pincite.repo.anchors import Walk

        return Walk(self.snapshot, scanner(self.config), self.config.wiki, self.memory)
