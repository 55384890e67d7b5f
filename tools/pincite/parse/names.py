"""The identifiers in backticks that a citing line names: what the cited lines can be expected to hold."""

from __future__ import annotations

import re
from bisect import bisect_left

from pincite.parse.source import Source

_IDENTIFIER = re.compile(r"`([A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*)(?:\(\))?`\Z")
_WORDS = frozenset(("true", "false", "null", "none", "nil", "self", "this"))
_FILE = re.compile(
    r"\.(?:py|pyi|js|ts|tsx|jsx|mjs|rs|go|java|kt|rb|c|h|cc|cpp|hpp|cs|php|sh|sql|md|rst|txt|toml|yaml|yml|json|xml|"
    r"html|css|scss|cfg|ini|lock|proto|swift|scala|ex|exs|lua|vue|svelte|tf)\Z"
)


def names_on_line(source: Source, offset: int) -> tuple[str, ...]:
    """Return the identifiers in inline code on the line of `offset`, without the names of files."""
    code = source.mask.code
    start, end = source.line_start(offset), source.line_end(offset)
    names: list[str] = []
    for at in range(bisect_left(code, (start, 0)), len(code)):
        if code[at][1] > end:
            break
        match = _IDENTIFIER.match(source.text, *code[at])
        if match and match[1].lower() not in _WORDS and not _FILE.search(match[1]) and match[1] not in names:
            names.append(match[1])
    return tuple(names)
