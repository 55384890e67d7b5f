"""The identifiers in backticks that a citing line names: what the cited lines can be expected to hold."""

from __future__ import annotations

from pincite.parse.source import Source
from pincite.patterns import lazy

_IDENTIFIER = lazy(r"`([A-Za-z_$][\w$]*+(?:(?:\.|::|->)[A-Za-z_$][\w$]*+)*+)(?:\(\))?`\Z")
_WORDS = frozenset(("true", "false", "null", "none", "nil", "self", "this"))
_FILES = frozenset((
    "c", "cc", "cfg", "cpp", "cs", "css", "ex", "exs", "go", "h", "hpp", "html", "ini", "java", "js", "json", "jsx",
    "kt", "lock", "lua", "md", "mjs", "php", "proto", "py", "pyi", "rb", "rs", "rst", "scala", "scss", "sh", "sql",
    "svelte", "swift", "tf", "toml", "ts", "tsx", "txt", "vue", "xml", "yaml", "yml",
))  # fmt: skip


class Names:
    """The names on each line of a page, found when they are first asked for."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.any = len(source.mask.code) > len(source.mask.plain)
        self.lines: dict[int, tuple[str, ...]] | None = None

    def on_line(self, offset: int) -> tuple[str, ...]:
        """Return the identifiers in inline code on the line of `offset`, without the names of files."""
        if not self.any:
            return ()
        if self.lines is None:
            self.lines = self._read()
        return self.lines.get(self.source.line_start(offset), ()) if self.lines else ()

    def _read(self) -> dict[int, tuple[str, ...]]:
        """Return the names of each line that has some, by the offset at which the line begins."""
        text = self.source.text
        found: dict[int, dict[str, None]] = {}
        for start, end in self.source.mask.code:
            match = _IDENTIFIER.match(text, start, end)
            if match and match[1].lower() not in _WORDS and match[1].rpartition(".")[2] not in _FILES:
                found.setdefault(self.source.line_start(start), {})[match[1]] = None
        return {line: tuple(names) for line, names in found.items()}
