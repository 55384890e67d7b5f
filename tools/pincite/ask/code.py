"""The definitions in a repository's code: of the files that are asked for, or of those that bear a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pincite.repo.snapshot import Snapshot
from pincite.symbols import Definition, Symbols, has_symbols, read_symbols

_NONE = Symbols(())
_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|spec|__tests__)/|(?:^|/)(?:test_[^/]*|[^/]*(?:_test|\.test|\.spec))\.\w+$"
)
_LINK, _SUBMODULE = "120000", "160000"


class Code:
    """The code of one snapshot. What was read is kept."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._known: dict[str, Symbols] = {}
        self.problems: dict[str, str] = {}
        self._modules: set[str] = set()

    def symbols(self, path: str) -> Symbols:
        """Return the definitions of a file; none where they cannot be told."""
        self.want([path])
        return self._known.get(path, _NONE)

    def want(self, paths: Iterable[str]) -> None:
        """Read several files at once."""
        missing = [path for path in dict.fromkeys(paths) if path not in self._known and has_symbols(path)]
        for path, data in self._snapshot.read(missing):
            self._keep(path, data)

    def bearing(self, names: Iterable[str]) -> dict[str, list[tuple[str, Definition]]]:
        """Return for each name (`sign`, `Signer.sign`) the definitions that bear it, with their paths.

        Only files in which the last part of a name occurs as a word are parsed. A definition in a test does not count
        beside others. A name that some file imports from a module outside the repository is not ours to tell.
        """
        wanted = {name: name.rpartition(".")[2] for name in names}
        found: dict[str, list[tuple[str, Definition]]] = {name: [] for name in wanted}
        foreign: set[str] = set()
        for path in self._holding(set(wanted.values())):
            symbols = self._known.get(path, _NONE)
            foreign.update(name for name, module in symbols.imports if not self._is_ours(module))
            lasts = {one.name.rpartition(".")[2] for one in symbols.definitions}
            for name, last in wanted.items():
                if last in lasts:
                    found[name] += ((path, one) for one in _named(name, path, symbols))
        return {name: _outside_tests(places) for name, places in found.items() if name not in foreign}

    def _is_ours(self, module: str) -> bool:
        """Return whether a Python module is a file of the repository."""
        if not self._modules:
            paths = (path for path in self._snapshot.files if path.endswith(".py"))
            parts = (path.removesuffix(".py").removesuffix("/__init__").split("/") for path in paths)
            self._modules = {".".join(part[at:]) for part in parts for at in range(len(part))}
        return module in self._modules

    def _holding(self, words: set[str]) -> list[str]:
        """Return the code files that hold one of these words, read."""
        if not words:
            return []
        code = [(path, file) for path, file in self._snapshot.files.items()
                if has_symbols(path) and file.mode not in (_LINK, _SUBMODULE)]  # fmt: skip
        wanted, held = {word.encode() for word in words}, []
        for path, data in self._snapshot.contents(code):
            if data is not None and not wanted.isdisjoint(_WORDS.findall(data)):
                self._keep(path, data)
                held.append(path)
        return sorted(held)

    def _keep(self, path: str, data: bytes | None) -> None:
        if path in self._known:
            return
        symbols = self._known[path] = read_symbols(path, data) if data is not None else _NONE
        if symbols.problem:
            self.problems[path] = symbols.problem


_WORDS = re.compile(rb"[A-Za-z_$][\w$]*")


def is_test(path: str) -> bool:
    """Return whether a file is a test by its name or folder."""
    return _TEST.search(path) is not None


def _named(name: str, path: str, symbols: Symbols) -> tuple[Definition, ...]:
    """Return the definitions of a file that bear a name: `Signer.sign`, or with its module, `app.Signer.sign`."""
    found = symbols.named(name)
    parts, folders = name.split("."), re.split(r"[/.]", path)
    for count in range(1, len(parts)):
        if found or not set(parts[:count]) <= set(folders):
            break
        rest = ".".join(parts[count:])
        found = tuple(one for one in symbols.definitions if one.name == rest)
    return found


def _outside_tests(places: list[tuple[str, Definition]]) -> list[tuple[str, Definition]]:
    return [place for place in places if not is_test(place[0])] or places


def within(symbols: Symbols, ranges: Iterable[tuple[int, int]]) -> Iterator[Definition]:
    """Yield the definitions that lines belong to: the innermost one around them, and the outermost ones among them."""
    for first, last in ranges:
        around = symbols.around(first, last)
        if around is not None:
            yield around
        end = 0
        for one in symbols.definitions:
            if first <= one.first and one.last <= last and one.first > end and one != around:
                end = one.last
                yield one
