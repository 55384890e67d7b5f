"""The answers to what rules ask (`pincite.wiki.Wiki`), with a record of every key that was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.config import Config
from pincite.engine.content import Content
from pincite.engine.exports import entry_key, summarise
from pincite.engine.places import index_of, indexes_over
from pincite.engine.state import EXPORTS, FOLDERS, LISTINGS, NAMES, PREFIX, State
from pincite.model import Citation, Link, Page, Supersedes
from pincite.parse.grammar import grammar_of
from pincite.parse.page import parse_page
from pincite.paths import root_of
from pincite.record import Protocol
from pincite.resolve import find_cited, find_superseded, resolve_link
from pincite.text import name_key
from pincite.wiki import Cited, Fact, File, Followed, RawChange, Summary, Target


class Surroundings(Protocol):
    """What look-ups need beside the state: content, the disk, the version compared with, and history."""

    content: Content
    today: str

    def on_disk(self, path: str) -> str:
        """See `Wiki.on_disk`."""

    def untracked(self, name: str) -> Sequence[str]:
        """See `Wiki.untracked`."""

    def is_steady(self, path: str, cited: str) -> bool:
        """Return whether no commit changed a cited file since the page at `path` could cite it first."""

    def formerly(self, name: str) -> Sequence[str]:
        """See `Wiki.formerly`."""

    def commit(self, rev: str) -> str | None:
        """See `Wiki.commit`."""

    def lines_at(self, commit: str, path: str) -> tuple[bytes, ...] | None:
        """See `Wiki.lines_at`."""

    def earlier(self, path: str) -> Page | None:
        """See `Wiki.earlier`; asked only of what `differs`."""

    def parsed(self, path: str, oid: str) -> Page | None:
        """Return a page as it was in the blob with this id, None where git does not have it."""

    def differs(self, path: str) -> bool:
        """Return whether a page is new, or another than in the version compared with."""

    def followed(self, citation: Citation, page: Page) -> Followed | None:
        """See `Wiki.followed`."""

    def raw_changes(self) -> Sequence[RawChange]:
        """See `Wiki.raw_changes`."""

    def prepare(self, pages: Sequence[tuple[Page, Sequence[Cited]]]) -> None:
        """Make ready for `followed` of these pages' citations, all at once."""


class Lookup:
    """A `Wiki` over a state. `keys` collects what was asked since it was last emptied; `pages` are those parsed."""

    def __init__(self, state: State, config: Config, around: Surroundings) -> None:
        self.state = state
        self.config = config
        self.around = around
        self.keys: set[str] = set()
        self.pages: dict[str, Page] = {}
        self._summaries: dict[str, Summary] = {}
        # by identity, which is much cheaper than equality; the link is kept so that its identity stays its own
        self._targets: dict[int, tuple[Link, Target]] = {}
        self._names_of_roots: dict[tuple[str, str], tuple[Target, frozenset[str]]] = {}
        self._by_name = config.link_style in ("strict", "obsidian")
        self._cited: dict[int, tuple[Citation, Cited]] = {}

    def summary(self, path: str) -> Summary | None:
        """See `Wiki.summary`."""
        self.keys.add("p:" + path)
        record = self.state.page(path)
        if record is None or record.summary is not None:
            return None if record is None else record.summary
        if path not in self._summaries:
            self._summaries[path] = summarise(self.parsed(path))
        return self._summaries[path]

    def parsed(self, path: str) -> Page:
        """Return a page of this snapshot, parsed now if it was not before."""
        if path not in self.pages:
            data = next(iter(self.around.content.read([path])))[1]
            self.pages[path] = parse_page(path, data or b"", grammar_of(self.config))
        return self.pages[path]

    def named(self, name: str) -> Sequence[str]:
        """See `Wiki.named`."""
        return self._names(name_key(name))

    def file(self, path: str) -> File | None:
        """See `Wiki.file`."""
        self.keys.add("f:" + path)
        return self.state.file(path)

    def folder(self, path: str) -> bool:
        """See `Wiki.folder`."""
        self.keys.add("d:" + path)
        return bool(self.state.get(FOLDERS, path))

    def lines(self, path: str) -> tuple[bytes, ...] | None:
        """See `Wiki.lines`."""
        self.keys.add("f:" + path)
        return self.around.content.lines(path) if self.state.file(path) else None

    def listing(self, folder: str) -> Sequence[str]:
        """See `Wiki.listing`."""
        self.keys.add("l:" + folder)
        found: Sequence[str] = self.state.get(LISTINGS, folder) or ()
        return sorted(found)

    def on_disk(self, path: str) -> str:
        """See `Wiki.on_disk`."""
        self.keys.add("u:")
        return self.around.on_disk(path)

    def untracked(self, name: str) -> Sequence[str]:
        """See `Wiki.untracked`."""
        self.keys.add("u:")
        return self.around.untracked(name)

    def formerly(self, name: str) -> Sequence[str]:
        """See `Wiki.formerly`."""
        self.keys.add("y:" + name)
        return [path for path in self.around.formerly(name) if self.file(path) is None]

    def commit(self, rev: str) -> str | None:
        """See `Wiki.commit`."""
        self.keys.add("k:")
        return self.around.commit(rev)

    def lines_at(self, commit: str, path: str) -> tuple[bytes, ...] | None:
        """See `Wiki.lines_at`."""
        return self.around.lines_at(commit, path)

    def prefixed(self, prefix: str) -> Sequence[str]:
        """See `Wiki.prefixed`."""
        return self._names(PREFIX + name_key(prefix))

    def resolve(self, link: Link, page: Page) -> Target:
        """See `Wiki.resolve`."""
        known = self._targets.get(id(link))
        if known is None:
            bare = link.fragment is None and link.form == "wikilink" and "/" not in link.target
            target = self._named_alike(link, page) if bare and self._by_name else resolve_link(link, page, self)
            known = self._targets[id(link)] = link, target
        return known[1]

    def _named_alike(self, link: Link, page: Page) -> Target:
        """Resolve a bare name, which leads all pages of a wiki to the same place unless the nearest of several wins."""
        key = (root_of(page.path, self.config.wiki), link.target)
        if key not in self._names_of_roots:
            asking, self.keys = self.keys, set()
            target = resolve_link(link, page, self)
            asked, self.keys = self.keys, asking
            asking |= asked
            if target.state != "found" or target.candidates:
                return target
            self._names_of_roots[key] = target, frozenset(asked)
        target, needed = self._names_of_roots[key]
        self.keys |= needed
        return target

    def forget(self) -> None:
        """Drop what was resolved, because files or pages changed since."""
        self._targets.clear()
        self._names_of_roots.clear()
        self._cited.clear()

    def cited(self, citation: Citation, page: Page) -> Cited:
        """See `Wiki.cited`."""
        known = self._cited.get(id(citation))
        if known is None:
            known = self._cited[id(citation)] = citation, find_cited(citation, page, self)
        return known[1]

    def with_id(self, entry_id: str) -> Sequence[str]:
        """See `Wiki.with_id`."""
        return [path for path, _ in self._exported("e:" + entry_id)]

    def titled(self, title: str) -> Sequence[str]:
        """See `Wiki.titled`."""
        return [path for path, _ in self._exported("t:" + name_key(title))]

    def aliased(self, name: str) -> Sequence[str]:
        """See `Wiki.aliased`."""
        return [path for path, _ in self._exported("a:" + name_key(name))]

    def reached(self, path: str) -> bool:
        """See `Wiki.reached`."""
        root = index_of(path, self.config)
        if all(self.file(name) is None for name in root):
            return self.linked(path)
        self.keys.add("r:" + path)
        record = self.state.page(path)
        return record is not None and record.parent is not None

    def linked(self, path: str) -> bool:
        """See `Wiki.linked`."""
        return bool(self._exported("o:" + path))

    def listed(self, path: str) -> bool:
        """See `Wiki.listed`."""
        by = {index for index, _ in self._exported("i:" + path)}
        indexes = [index for index in indexes_over(path, self.config) if self.file(index) is not None]
        return not indexes or not by.isdisjoint(indexes)

    def logged(self, path: str, entry_id: str) -> bool:
        """See `Wiki.logged`."""
        return bool(self._exported("g:" + path) or self._exported("g:" + entry_key(path, entry_id)))

    def superseders(self, path: str, entry_id: str) -> Sequence[tuple[str, str]]:
        """See `Wiki.superseders`."""
        found = self._exported("s:" + entry_key(path, entry_id))
        return list(found)

    def superseded(self, item: Supersedes, page: Page) -> tuple[str, str] | None:
        """See `Wiki.superseded`."""
        return find_superseded(item, page, self)

    def facts(self, shape: str) -> Sequence[Fact]:
        """See `Wiki.facts`."""
        found = []
        for path, value in self._exported("v:" + shape):
            entry, name, text = value.split(" ", 2)
            found.append(Fact(name, text, path, entry))
        return sorted(found)

    def open_about(self, subject: str) -> Sequence[tuple[str, str]]:
        """See `Wiki.open_about`."""
        return self._exported("z:" + subject)

    def outdated(self, quantity: str) -> Sequence[tuple[str, str]]:
        """See `Wiki.outdated`."""
        return self._exported("q:" + quantity)

    def quantities(self, path: str, entry_id: str) -> Sequence[str]:
        """See `Wiki.quantities`."""
        return [quantity for _, quantity in self._exported("w:" + entry_key(path, entry_id))]

    def earlier(self, path: str) -> Page | None:
        """See `Wiki.earlier`."""
        if not self.around.differs(path):
            return self.parsed(path)
        # true of this version only: in the next one the page is no longer new, or no longer different
        self.keys.add("b:")
        return self.around.earlier(path)

    def followed(self, citation: Citation, page: Page) -> Followed | None:
        """See `Wiki.followed`."""
        found = self.around.followed(citation, page)
        if found is not None and found.state != "holds":
            # where lost lines stand now, and who did it, may depend on any file and any commit
            self.keys.add("h:")
        return found

    def raw_changes(self) -> Sequence[RawChange]:
        """See `Wiki.raw_changes`."""
        return self.around.raw_changes()

    def future(self, date: str) -> bool:
        """Return whether this date lies more than a day ahead (a day is left to time zones)."""
        if date <= self.around.today:
            return False
        self.keys.add("c:")
        from datetime import date as day
        from datetime import timedelta

        tomorrow = day.fromisoformat(self.around.today) + timedelta(days=1)
        return date > tomorrow.isoformat()

    def _names(self, key: str) -> Sequence[str]:
        self.keys.add("n:" + key)
        found: Sequence[str] = self.state.get(NAMES, key) or ()
        return found

    def _exported(self, key: str) -> Sequence[tuple[str, str]]:
        self.keys.add(key)
        found: Sequence[tuple[str, str]] = self.state.get(EXPORTS, key) or ()
        return found
