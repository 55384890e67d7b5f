"""Bring a state from one tree to another: judge what changed and what depends on it, and nothing else.

Two rounds, since some answers come from where links lead: first every page whose text or whose links' targets may have
changed is linked again; then every page that asked for anything that changed in that round is judged again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pincite.engine.exports import Pairs, derived, entry_key, exported, summarise
from pincite.engine.judge import Check, judge
from pincite.engine.lookup import Lookup
from pincite.engine.places import index_of, page_test, roots
from pincite.engine.reach import mend
from pincite.engine.state import (
    ALL_PAGES,
    EXPORTS,
    FAULTS,
    FILES,
    LISTINGS,
    NAMES,
    NEEDS,
    PAGES,
    PLAIN,
    PREFIX,
    Record,
    State,
)
from pincite.model import ROLE_PAGE, Entry, Fault, Page
from pincite.parse.grammar import grammar_of
from pincite.parse.page import parse_page, role_of
from pincite.resolve import find_superseded, mentioned
from pincite.text import name_key
from pincite.wiki import Cited, File

Changes = Iterable[tuple[str, File | None]]

_LINK = "120000"
# pages that are judged between two batches of reading what they cite
_BATCH = 2000


class Engine:
    """Judges pages of one snapshot into a state. `lookup` answers for that state and snapshot."""

    def __init__(self, lookup: Lookup, checks: Callable[[], Sequence[Check]]) -> None:
        self.lookup = lookup
        self.state: State = lookup.state
        self.checks = checks
        self.grammar = grammar_of(lookup.config)
        self.is_page = page_test(lookup.config)
        self.roots = roots(lookup.config)
        self.pages = lookup.pages
        # nothing was judged before, so nothing depends on anything
        self.cold = self.state.base is None and not self.state.tables[FILES]
        self._cited: dict[str, tuple[Cited, ...]] = {}
        self._olds: dict[str, str] = {}

    def update(self, changes: Changes, also: Iterable[str] = ()) -> set[str]:
        """Apply the changed files, and the keys in `also` as changed; return the paths of the pages judged again."""
        keys = set(also)
        paths = self._files(changes, keys)
        if self.cold:
            return self._start(paths, keys)
        judged = self._linked(paths, keys)
        self.judge(judged)
        return judged

    def _start(self, paths: set[str], keys: set[str]) -> set[str]:
        """Judge the pages of an empty state: by the rules those that are not plainly in order."""
        from pincite.engine.plain import Accepter

        accepter = Accepter(self.lookup)
        if not accepter.usual():
            self.judge(self._linked(paths, keys))
            return paths
        accepted = accepter.accept(paths)
        self.state.count(ALL_PAGES, len(accepted))
        self.judge(self._linked(paths - accepted, keys))
        refused = accepter.refuse()
        self._read(refused)
        self.judge(self._linked(refused, set()))
        return paths

    def link(self, changes: Changes, also: Iterable[str] = ()) -> set[str]:
        """Parse and link all that changed, or depends on it; return the paths of the pages to judge."""
        keys = set(also)
        return self._linked(self._files(changes, keys), keys)

    def _linked(self, paths: set[str], keys: set[str]) -> set[str]:
        self.lookup.forget()
        befores = self._parse(paths, keys)
        linked = paths | self._needing(keys)
        keys = self._link(linked, befores)
        return linked | self._needing(keys)

    def _files(self, changes: Changes, keys: set[str]) -> set[str]:
        """Put the files into the state; return those that are or were pages."""
        state = self.state
        pages: set[str] = set()
        if self.cold:
            return self._grow((path, file) for path, file in changes if file is not None)
        for path, file in changes:
            old = state.get(FILES, path)
            state.put(FILES, path, file)
            if self._unsettles(path, old, file):
                pages.update(plain for plain, _ in state.items(PLAIN))
            keys.add("f:" + path)
            if (old is None) != (file is None):
                self._named(path, file is not None, keys)
            if self.is_page(path):
                pages.add(path)
                self._olds[path] = old.oid if old else ""
        return pages

    def _unsettles(self, path: str, old: File | None, new: File | None) -> bool:
        """Return whether plain pages, whose keys are few, must be judged for this: an index or log that comes or goes,
        or a schema."""
        if path.startswith(self.lookup.config.schema + "/"):
            return True
        return (old is None) != (new is None) and self.is_page(path) and role_of(path, self.grammar) != ROLE_PAGE

    def _named(self, path: str, came: bool, keys: set[str]) -> None:
        """Count a file that came or went among the names and folders."""
        change = self.state.add_to if came else self.state.take_from
        folder, _, name = path.rpartition("/")
        for key in self._names(name):
            keys.add("n:" + key)
            change(NAMES, key, path)
        keys.update(("l:" + folder, "y:" + name))
        change(LISTINGS, folder, name)
        keys.update("d:" + place for place in _upwards(folder) if self.state.count(place, 1 if came else -1))

    def _grow(self, files: Iterable[tuple[str, File]]) -> set[str]:
        """Put all files into an empty state: what `_files` does one by one, without copying ever longer tuples."""
        held = self.state.tables[FILES]
        held.update(files)
        names: dict[str, list[str]] = {}
        listings: dict[str, list[str]] = {}
        for path in held:
            folder, _, name = path.rpartition("/")
            listings.setdefault(folder, []).append(name)
            for key in self._names(name):
                names.setdefault(key, []).append(path)
        self.state.tables[NAMES] = {key: tuple(paths) for key, paths in names.items()}
        self.state.tables[LISTINGS] = {folder: tuple(found) for folder, found in listings.items()}
        for folder, found in listings.items():
            for place in _upwards(folder):
                self.state.count(place, len(found))
        return {path for path in held if self.is_page(path)}

    def _names(self, name: str) -> list[str]:
        """Return the keys under which a file is known by its name."""
        key = name_key(name)
        if not self.lookup.config.namespaces or not key.endswith(".md"):
            return [key]
        stem = key.removesuffix(".md")
        ends = [at for at, letter in enumerate(stem) if letter == "-"]
        return [key, *(PREFIX + stem[:at] for at in (*ends, len(stem)))]

    def _parse(self, paths: set[str], keys: set[str]) -> dict[str, tuple[str, ...]]:
        """Parse changed pages; return where each led before. Keys of what they say anew or no longer join `keys`."""
        befores: dict[str, tuple[str, ...]] = {}
        olds = {path: self._old(path) for path in paths}
        self._read(paths)
        for path in sorted(paths):
            old, page = olds[path], self.pages.get(path)
            new = None if page is None else Record(summarise(page), exported(page))
            befores[path] = old.out if old else ()
            if old is None or new is None or old.summary != new.summary:
                keys.add("p:" + path)
            self._replace(EXPORTS, path, old.exports if old else (), new.exports if new else (), keys)
            if old is not None and new is not None:
                new = old._replace(summary=new.summary, exports=new.exports)
            elif old is not None:
                self._replace(EXPORTS, path, old.derived, (), keys)
                self._asked(path, old.keys, frozenset())
            self.state.put(PAGES, path, new)
            self.state.count(ALL_PAGES, (new is not None) - (old is not None))
        return befores

    def _old(self, path: str) -> Record | None:
        """Return what is known of a page before it changed; a plain page is parsed for that as it was."""
        record = self.state.page(path)
        if record is None or record.summary is not None:
            return record
        page = self.lookup.around.parsed(path, self._olds.get(path, ""))
        return record if page is None else record._replace(summary=summarise(page))

    def _read(self, paths: Iterable[str]) -> None:
        """Parse those of the paths that are pages of this snapshot and not parsed yet."""
        wanted = []
        for path in sorted(paths):
            file = self.state.file(path)
            if file is not None and path not in self.pages:
                wanted.append(path)
        for path, data in self.lookup.around.content.read(wanted):
            self.pages[path] = self._page(path, data or b"")
        for path in paths:
            self._unfold(path)

    def _unfold(self, path: str) -> None:
        """Turn a plain page that is judged in full into an ordinary one."""
        if self.state.get(PLAIN, path) is not None:
            record, page = self.state.page(path), self.pages.get(path)
            self.state.put(PLAIN, path, None)
            if record is not None and page is not None:
                self.state.put(PAGES, path, record._replace(summary=summarise(page)))

    def _page(self, path: str, data: bytes) -> Page:
        file = self.state.file(path)
        if file is None or file.mode != _LINK:
            return parse_page(path, data, self.grammar)
        target = data.decode("utf-8", "replace")
        message = f"this page is a symbolic link (to {target!r}); pages are read from ordinary files alone"
        return parse_page(path, b"", self.grammar)._replace(faults=(Fault("pages.symlink", message, 1, 1),))

    def _link(self, paths: set[str], befores: dict[str, tuple[str, ...]]) -> set[str]:
        """Resolve the links of these pages; return the keys of all that changed with where they lead."""
        keys: set[str] = set()
        self._read(paths)
        for path in sorted(paths):
            page, record = self.pages.get(path), self.state.page(path)
            if page is None or record is None:
                continue
            asked: set[str] = set()
            self.lookup.keys = asked
            out, pairs = self._leads(page)
            asked.update("p:" + target for target in out)
            self._cited[path] = self._citations(page)
            befores.setdefault(path, record.out)
            self._replace(EXPORTS, path, record.derived, pairs, keys)
            self._asked(path, record.keys, frozenset(asked))
            self.state.put(PAGES, path, record._replace(out=out, derived=pairs, keys=frozenset(asked)))
        starts = [path for path in befores if path in self.roots]
        keys.update("r:" + path for path in mend(self.state, befores, starts))
        return keys

    def _leads(self, page: Page) -> tuple[tuple[str, ...], Pairs]:
        """Return the pages that a page names, and what follows from where its links lead."""
        lookup = self.lookup
        targets = [target for link in page.links if (target := lookup.resolve(link, page)).state == "found"]
        named = dict.fromkeys([target.path for target in targets])
        named |= dict.fromkeys(mentioned(page, lookup))
        named.pop(page.path, None)
        out = tuple(path for path in named if self.is_page(path))
        pairs = derived(page, targets, out, [pair for entry in page.entries for pair in self._superseded(page, entry)])
        config = lookup.config
        if config.profile == "adopt" or all(lookup.file(index) is None for index in index_of(page.path, config)):
            # only there does anybody ask who links to a page
            pairs += tuple(("o:" + path, "") for path in out)
        return out, pairs

    def _superseded(self, page: Page, entry: Entry) -> Iterable[tuple[str, str]]:
        if entry.status != "accepted":
            return
        for item in entry.supersedes:
            found = find_superseded(item, page, self.lookup)
            if found is not None:
                yield entry_key(*found), entry.id

    def judge(self, paths: set[str]) -> None:
        """Run the rules over these pages, which were linked before."""
        self._read(paths)
        ordered = sorted(path for path in paths if path in self.pages and self.state.page(path) is not None)
        for path in paths.difference(ordered):
            if self.state.get(FAULTS, path) is not None:
                self.state.put(FAULTS, path, None)
        # the rules are imported where there is a page to judge
        checks = self.checks() if ordered else ()
        for at in range(0, len(ordered), _BATCH):
            batch = ordered[at : at + _BATCH]
            self._prepare(batch)
            for path in batch:
                self._judge_page(path, checks)

    def _prepare(self, paths: list[str]) -> None:
        """Read what these pages cite, and follow their citations, all at once."""
        pages = [self.pages[path] for path in paths]
        cited = [(page, self._cited.get(page.path) or self._citations(page)) for page in pages]
        self.lookup.around.content.want(one.path for _, many in cited for one in many if one.state == "found")
        self.lookup.around.prepare(cited)

    def _citations(self, page: Page) -> tuple[Cited, ...]:
        return tuple(self.lookup.cited(citation, page) for citation in page.citations)

    def _judge_page(self, path: str, checks: Sequence[Check]) -> None:
        record = self.state.page(path)
        assert record is not None
        asked = set(record.keys)
        self.lookup.keys = asked
        problems = judge(self.pages[path], self.lookup, checks)
        if problems or self.state.get(FAULTS, path):
            self.state.put(FAULTS, path, problems or None)
        keys = frozenset(asked)
        self._asked(path, record.keys, keys)
        self.state.put(PAGES, path, record._replace(keys=keys))

    def _needing(self, keys: Iterable[str]) -> set[str]:
        """Return the pages that asked for one of these keys."""
        return set() if self.cold else self.state.needing(keys)

    def _asked(self, path: str, old: frozenset[str], new: frozenset[str]) -> None:
        if not self.state.indexed or old == new:
            return
        for key in old - new:
            self.state.take_from(NEEDS, key, path)
        for key in new - old:
            self.state.add_to(NEEDS, key, path)

    def _replace(self, table: int, path: str, old: Pairs, new: Pairs, keys: set[str]) -> None:
        """Exchange what a page exports under each key, and add the keys whose value changed to `keys`."""
        if old == new:
            return
        for key, value in set(old).symmetric_difference(new):
            keys.add(key)
            (self.state.add_to if (key, value) in new else self.state.take_from)(table, key, (path, value))


def _upwards(folder: str) -> Iterator[str]:
    """Yield a folder, those that hold it, and '' for the repository."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""
