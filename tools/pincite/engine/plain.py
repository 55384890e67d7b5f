"""Accept the pages that are plainly in order, without parsing them in full or running a rule over them.

A page is accepted when it is of the plainest form (`parse.plain`), and every question that a rule would ask about such
a page has the answer that makes it silent. Any doubt leaves the page to the rules. What is kept of an accepted page is
little; it is parsed when another page asks about it, and judged in full when a key changes that it depends on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pincite import schema
from pincite.engine.lookup import Lookup
from pincite.engine.places import index_of, page_test, roots
from pincite.engine.state import EXPORTS, FILES, NAMES, PAGES, PLAIN, Held
from pincite.model import ROLE_PAGE, Value
from pincite.parse.grammar import grammar_of
from pincite.parse.page import role_of
from pincite.parse.plain import PlainPage, read_plain, release_marks
from pincite.paths import folder_of, joined, name_of, root_of
from pincite.rules.frontmatter import schema_of
from pincite.text import name_key, slug

_FILE = ("100644", "100755")
_LONE = b"\t\n\v\f\r {}()[];,"
_MOST_BYTES = 143


class Accepter:
    """Reads pages of an empty state's snapshot; what it accepts stands in PLAIN and EXPORTS."""

    def __init__(self, lookup: Lookup) -> None:
        config = lookup.config
        self.lookup = lookup
        self.state = lookup.state
        self.config = config
        self.grammar = grammar_of(config)
        self.releases = release_marks(config.changelogs)
        self.is_page = page_test(config)
        self.indexes = roots(config)
        self._cites: dict[str, list[tuple[str, int, int]]] = {}
        self._types: dict[str, bytes | None] = {}
        self._dates: dict[str, bool] = {}
        self._links: dict[tuple[str, str], str] = {}

    def usual(self) -> bool:
        """Return whether the configuration leaves links, labels and fields as they are by default."""
        config = self.config
        special = (config.namespaces, config.labels, config.frozen, config.required, config.repositories)
        return config.profile == "strict" and config.link_style in ("strict", "obsidian") and not any(special)

    def accept(self, paths: Iterable[str]) -> set[str]:
        """Read these pages; return those that were accepted."""
        wanted = [path for path in sorted(paths) if self._may_be_plain(path)]
        for path, data in self.lookup.around.content.read(wanted):
            if data is not None and len(data) <= self.config.page_bytes:
                self._read(path, data)
        refused = self._refused_by_cited()
        for path in refused:
            del self.state.tables[PLAIN][path]
        held: dict[str, Held] = self.state.tables[PLAIN]
        for path, page in held.items():
            self.state.add_to(EXPORTS, "t:" + name_key(page.title), (path, ""))
        return set(held)

    def _may_be_plain(self, path: str) -> bool:
        """Return whether the name of a page, and the index of its wiki, are such that no rule has a word to say."""
        name = name_of(path)
        stem = name.removesuffix(".md")
        ordinary = stem.replace("-", "").replace("_", "").isalnum() and len(name.encode()) <= _MOST_BYTES
        if not ordinary or role_of(path, self.grammar) != ROLE_PAGE or name.lower() == "readme.md":
            return False
        if self.lookup.around.differs(path):
            return False  # what became of its older entries is for a rule to say
        if self.state.tables[FILES][path].mode not in _FILE or len(self.state.get(NAMES, name_key(name))) > 1:
            return False
        return any(index in self.state.tables[FILES] for index in index_of(path, self.config))

    def _read(self, path: str, data: bytes) -> None:
        page = read_plain(data, self.releases)
        if page is None or not page.title or not self._fits(page) or not self._dated(page.entries):
            return
        targets = self._targets(path, page)
        files: dict[str, object] = self.state.tables[FILES]
        if targets is None or any(cite[0] not in files or cite[0][0] in "-~." for cite in page.cites):
            return
        cited = tuple(dict.fromkeys(cite[0] for cite in page.cites))
        if not all(self.lookup.around.is_steady(path, file) for file in cited):
            return  # whether the lines are those that were cited is for the history to say
        self.state.put(PLAIN, path, Held(page.title, page.entries, targets, cited))
        for cite in page.cites:
            self._cites.setdefault(cite[0], []).append((path, cite[1], cite[2]))

    def _fits(self, page: PlainPage) -> bool:
        """Return whether the frontmatter is as the schema of its type wants it."""
        if page.type not in self._types:
            self._types[page.type] = schema_of(page.type, self.lookup)
        data = self._types[page.type]
        values: dict[str, Value] = {"title": page.title, "type": page.type, "tags": list(page.tags)}
        return data is not None and schema.is_known_to_fit(data, values)

    def _dated(self, entries: Sequence[tuple[str, str]]) -> bool:
        """Return whether the dates are days of the past that do not rise, and the ids differ."""
        above = ""
        for date, _ in entries:
            if date not in self._dates:
                self._dates[date] = schema.is_date(date) and not self.lookup.future(date)
            if not self._dates[date] or (above and date > above):
                return False
            above = date
        return len(entries) < 2 or len({slug(" ".join(entry)) for entry in entries}) == len(entries)

    def _targets(self, path: str, page: PlainPage) -> tuple[str, ...] | None:
        """Return the pages that the links lead to, None where one does not plainly lead to one."""
        found: dict[str, None] = {}
        folder = folder_of(path)
        for name in page.names:
            found[self._named(name, path)] = None
        for address in page.addresses:
            found[self._addressed(address, folder)] = None
        if "" in found:
            return None
        found.pop(path, None)
        return tuple(found)

    def _addressed(self, address: str, folder: str) -> str:
        """Return the page that a relative address of a page in this folder leads to, '' where that is not plain."""
        target = joined(folder, address) if address[0] not in "/~" and address.endswith(".md") else None
        return target if target in self.state.tables[FILES] and self.is_page(target) else ""

    def _named(self, name: str, path: str) -> str:
        """Return the page that a wikilink names: the only file of this name, in the wiki of the page, spelled so."""
        root = root_of(path, self.config.wiki)
        key = (root, name)
        if key not in self._links:
            base = name_of(name)
            files: Sequence[str] = self.state.get(NAMES, name_key(base + ".md")) or ()
            only = files[0] if len(files) == 1 and not self.state.get(NAMES, name_key(base)) else ""
            spelled = only.endswith(f"/{name}.md") and "." not in name and (not root or only.startswith(root + "/"))
            self._links[key] = only if spelled and self.is_page(only) else ""
        return self._links[key]

    def _refused_by_cited(self) -> set[str]:
        """Read every cited file once; return the pages that cite lines which it has not, or which say nothing."""
        refused: set[str] = set()
        files = self.state.tables[FILES]
        for path, data in self.lookup.around.content.read(sorted(self._cites)):
            lines = data.split(b"\n") if data is not None and files[path].mode in _FILE else []
            size = len(lines) - (1 if lines and not lines[-1] else 0)
            for page, first, last in self._cites[path]:
                if not 0 < first <= last <= size or not any(line.strip(_LONE) for line in lines[first - 1 : last]):
                    refused.add(page)
        self._cites.clear()
        return refused

    def refuse(self) -> set[str]:
        """Take back, now that all is linked, the pages that a rule has something to say of after all; return them."""
        pages = self.state.tables[PAGES]
        uneasy = {path for path, record in pages.items() if not all(entry.live for entry in record.summary.entries)}
        superseded = {key[2:].partition("#")[0] for key in self.state.tables[EXPORTS] if key.startswith("s:")}
        held: dict[str, Held] = self.state.tables[PLAIN]
        return {
            path
            for path, page in held.items()
            if page.parent is None
            or path in superseded
            or len(self.state.get(EXPORTS, "t:" + name_key(page.title))) > 1
            or not self.lookup.listed(path)
            or not self._logged(path, page)
            or not uneasy.isdisjoint(page.targets)
        }

    def _logged(self, path: str, page: Held) -> bool:
        return all(
            self.state.get(EXPORTS, "g:" + path) or self.lookup.logged(path, slug(" ".join(entry)))
            for entry in page.entries
        )
