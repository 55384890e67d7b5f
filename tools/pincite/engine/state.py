"""What is known of one tree: its files, what its pages say of themselves, who asked for what, and the problems.

A state is what changed in memory over what it was made from: nothing, another state, or a shelf (the last judged
commit, on disk). All answer alike, and `save` writes what is in memory to the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pincite.engine.shelf import Shelf, create
from pincite.model import Edit, Entry, Fix, Link, Problem, Supersedes
from pincite.record import NamedTuple
from pincite.text import name_key, slug
from pincite.wiki import File, Summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# FILES: path -> (mode, oid). NAMES: name key -> paths. FOLDERS: folder -> number of files below it.
# PAGES: path -> Record. EXPORTS: key -> ((path, value), ...). NEEDS: key -> paths of the pages that asked for it.
# FAULTS: path -> problems, before levels are applied. LISTINGS: folder -> names of the files directly in it.
# PLAIN: path -> Held, of pages that were accepted without parsing them; no page is in PAGES too.
# ANCHORS: path -> what is remembered of the history of its citations; see `memory`.
FILES, NAMES, FOLDERS, PAGES, EXPORTS, NEEDS, FAULTS, LISTINGS, PLAIN, ANCHORS = range(1, 11)
# keys that count as changed in every run, or in most: see `exports`
VOLATILE = frozenset(("b:", "c:", "h:", "k:", "u:"))
# in FOLDERS, the number of pages
ALL_PAGES = "\0pages"
# in NAMES, before the beginning of a name instead of a whole one (where the configuration has namespaces)
PREFIX = "\0"


class Record(NamedTuple):
    """What is kept of a page.

    `summary` is None for a plain page, which is not parsed before it is asked for. `exports` are the (key, value) pairs
    that others may look up; `derived` those that come from its resolved links; `keys` what it asked for when it was
    linked and judged; `out` the pages that it links to; `parent` the page from which an index reaches it ('' for an
    index itself, None where none does).
    """

    summary: Summary | None
    exports: tuple[tuple[str, str], ...]
    derived: tuple[tuple[str, str], ...] = ()
    keys: frozenset[str] = frozenset()
    out: tuple[str, ...] = ()
    parent: str | None = None


class Held(NamedTuple):
    """What is kept of a plain page: title, (date, title) of its entries, where its links lead, the files it cites."""

    title: str
    entries: tuple[tuple[str, str], ...]
    targets: tuple[str, ...]
    cited: tuple[str, ...]
    parent: str | None = None


class State:
    """Look-ups by table and key, and changes to them. Values are replaced, never changed in place.

    `indexed` tells whether NEEDS is kept up. A state that grows from nothing does without, until somebody needs it:
    whoever judges a commit once never does.
    """

    def __init__(self, base: State | Shelf | None = None) -> None:
        self.base = base
        self.indexed: bool
        self.indexed = base.indexed if isinstance(base, State) else base is not None and bool(base.meta["indexed"])
        self.tables: dict[int, dict[str, Any]] = {number: {} for number in range(FILES, ANCHORS + 1)}

    def get(self, table: int, key: str) -> Any:
        """Return the value of a key, None where it has none."""
        held = self.tables[table]
        if key in held or self.base is None:
            return held.get(key)
        value = self.base.get(table, key)
        if value is not None and table in _UNPACK and not isinstance(self.base, State):
            value = _UNPACK[table](value)
        held[key] = value
        return value

    def put(self, table: int, key: str, value: Any) -> None:
        """Set the value of a key; None takes it away."""
        self.tables[table][key] = value

    def items(self, table: int) -> Iterator[tuple[str, Any]]:
        """Yield every key of a table that has a value, with it."""
        held = self.tables[table]
        yield from ((key, value) for key, value in held.items() if value is not None)
        if self.base is not None:
            unpack = _same if isinstance(self.base, State) else _UNPACK.get(table, _same)
            yield from ((key, unpack(value)) for key, value in self.base.items(table) if key not in held)

    def file(self, path: str) -> File | None:
        """Return a tracked file."""
        value: File | None = self.get(FILES, path)
        return value

    def page(self, path: str) -> Record | None:
        """Return what is kept of a page."""
        value: Record | None = self.get(PAGES, path)
        if value is None and (held := self.get(PLAIN, path)) is not None:
            return _record(path, held)
        return value

    def leads(self, path: str) -> tuple[tuple[str, ...], str | None] | None:
        """Return where a page leads, and from where it is reached; None where there is no such page."""
        record: Record | None = self.get(PAGES, path)
        if record is not None:
            return record.out, record.parent
        held: Held | None = self.get(PLAIN, path)
        return None if held is None else (held.targets, held.parent)

    def hang(self, path: str, parent: str | None) -> None:
        """Set the page from which a page is reached."""
        table = PAGES if self.get(PAGES, path) is not None else PLAIN
        value: Record | Held | None = self.get(table, path)
        if value is not None and value.parent != parent:
            self.put(table, path, value._replace(parent=parent))

    def add_to(self, table: int, key: str, item: Any) -> None:
        """Add an item to a tuple of items."""
        self.put(table, key, (*(self.get(table, key) or ()), item))

    def take_from(self, table: int, key: str, item: Any) -> None:
        """Take one item out of a tuple of items."""
        items = list(self.get(table, key) or ())
        if item in items:
            items.remove(item)
        self.put(table, key, tuple(items) or None)

    def count(self, folder: str, by: int) -> bool:
        """Count a file below a folder in or out; return whether the folder came or went with it."""
        before: int = self.get(FOLDERS, folder) or 0
        self.put(FOLDERS, folder, before + by or None)
        return not before or not before + by

    def index_needs(self) -> None:
        """Make NEEDS from what every page asked for, unless it is kept up already."""
        if self.indexed:
            return
        needs: dict[str, list[str]] = {}
        for path, record in self.items(PAGES):
            for key in record.keys:
                needs.setdefault(key, []).append(path)
        for path, held in self.items(PLAIN):
            for key in _asked(path, held):
                needs.setdefault(key, []).append(path)
        self.tables[NEEDS] = {key: tuple(paths) for key, paths in needs.items()}
        self.indexed = True

    def needing(self, keys: Iterable[str]) -> set[str]:
        """Return the pages that asked for one of these keys."""
        keys = set(keys)
        if not self.indexed and keys <= VOLATILE:
            return self._volatile(keys)
        self.index_needs()
        return {path for key in keys for path in self.get(NEEDS, key) or ()}

    def _volatile(self, keys: set[str]) -> set[str]:
        held = self.tables[PAGES]
        found = {path for path, record in held.items() if record is not None and not keys.isdisjoint(record.keys)}
        if self.base is None:
            return found
        if isinstance(self.base, State):
            return found | (self.base._volatile(keys) - held.keys())
        return found | ({path for key in keys for path in self.base.meta["volatile"].get(key, ())} - held.keys())

    def save(self, path: str, meta: dict[str, Any]) -> bool:
        """Write what is in memory to the shelf that this state was made from, else to a new one at `path`.

        Return False where that failed, or where the state was made from another one.
        """
        if isinstance(self.base, State):
            return False
        packed = {number: _packed(number, values) for number, values in self.tables.items()}
        volatile = {} if self.indexed else {key: list(self._volatile({key})) for key in VOLATILE}
        meta = {**meta, "indexed": self.indexed, "volatile": volatile}
        if self.base is not None:
            return self.base.write(meta, packed)
        return create(path, meta, packed)

    def rewrite(self, path: str, shelf: Shelf) -> bool:
        """Write all of this state, which was made from a shelf, to a new one; return False where that failed.

        The buckets of a shelf are as many as its tables need when it is made: a table that was empty then has one.
        """
        meta = {**shelf.meta, "indexed": self.indexed, "volatile": {}}
        tables = {}
        for number, values in self.tables.items():
            whole = {**dict(shelf.items(number)), **_packed(number, values)}
            tables[number] = {key: value for key, value in whole.items() if value is not None}
        return create(path, meta, tables)


def _record(path: str, held: Held) -> Record:
    """Return the record of a plain page; its summary is not known without parsing it."""
    exports = (("t:" + name_key(held.title), ""),)
    return Record(None, exports, (), frozenset(_asked(path, held)), held.targets, held.parent)


def _asked(path: str, held: Held) -> list[str]:
    """Return every key whose change could give a rule something to say of a plain page."""
    keys = ["n:" + name_key(path.rpartition("/")[2]), "t:" + name_key(held.title)]
    keys += ["r:" + path, "i:" + path, "g:" + path]
    for entry in held.entries:
        name = f"{path}#{slug(' '.join(entry))}"
        keys += ["s:" + name, "g:" + name]
    for target in held.targets:
        name = target.rpartition("/")[2]
        keys += ["p:" + target, "f:" + target, "n:" + name_key(name), "n:" + name_key(name.removesuffix(".md"))]
    return keys + ["f:" + cited for cited in held.cited]


def _packed(table: int, values: dict[str, Any]) -> dict[str, Any]:
    pack = _PACK.get(table)
    if pack is None:
        return values
    return {key: None if value is None else pack(value) for key, value in values.items()}


def _same(value: Any) -> Any:
    return value


def _pack_page(record: Record) -> tuple[Any, ...]:
    summary = record.summary
    assert summary is not None, "the pages of PAGES are parsed"
    entries = tuple(_pack_entry(entry) for entry in summary.entries)
    return ((*summary[:-1], entries), record.exports, record.derived, tuple(record.keys), record.out, record.parent)


def _unpack_page(value: tuple[Any, ...]) -> Record:
    head, exports, derived, keys, out, parent = value
    summary = Summary._make((*head[:-1], tuple(_unpack_entry(entry) for entry in head[-1])))
    return Record(summary, exports, derived, frozenset(keys), out, parent)


def _pack_entry(entry: Entry) -> tuple[Any, ...]:
    supersedes = tuple((item.text, item.link and tuple(item.link)) for item in entry.supersedes)
    return tuple(entry._replace(supersedes=supersedes))  # type: ignore[arg-type]  # plain tuples, as marshal wants


def _unpack_entry(value: tuple[Any, ...]) -> Entry:
    entry = Entry(*value)
    return entry._replace(supersedes=tuple(Supersedes(text, link and Link(*link)) for text, link in entry.supersedes))


def _pack_problems(problems: Iterable[Problem]) -> tuple[Any, ...]:
    return tuple(tuple(problem._replace(fix=_pack_fix(problem.fix))) for problem in problems)  # type: ignore[arg-type]


def _unpack_problems(value: Iterable[tuple[Any, ...]]) -> tuple[Problem, ...]:
    problems = (Problem(*problem) for problem in value)
    return tuple(problem._replace(fix=_unpack_fix(problem.fix)) for problem in problems)


def _unpack_file(value: tuple[str, str]) -> File:
    return File(*value)


def _pack_fix(fix: Fix | None) -> tuple[Any, ...] | None:
    return None if fix is None else (fix.command, tuple(tuple(edit) for edit in fix.edits))


def _unpack_fix(value: Any) -> Fix | None:
    return None if value is None else Fix(value[0], tuple(Edit(*edit) for edit in value[1]))


_PACK: dict[int, Callable[[Any], Any]] = {FILES: tuple, PLAIN: tuple, PAGES: _pack_page, FAULTS: _pack_problems}
_UNPACK: dict[int, Callable[[Any], Any]] = {
    FILES: _unpack_file,
    PLAIN: Held._make,
    PAGES: _unpack_page,
    FAULTS: _unpack_problems,
}
