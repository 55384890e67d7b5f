"""In which line a key of a TOML file stands: `tomllib` does not tell."""

from __future__ import annotations

import re

# One piece of TOML 1.0 at a time: enough to know what is a key at the start of a line and what is inside a value.
_TOKEN = re.compile(
    r'(?P<long>"""(?:[^\\]|\\.)*?"""+|\'\'\'.*?\'\'\'+)'
    r'|(?P<text>"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\')'
    r"|(?P<comment>#[^\n]*)"
    r"|(?P<bare>[A-Za-z0-9_-]+)"
    r"|(?P<mark>[\[\]{}=.,\n])"
    r"|(?P<other>[^\[\]{}=.,\n\"'#A-Za-z0-9_-]+|.)",
    re.DOTALL,
)
Path = tuple[str, ...]


def key_lines(text: str) -> dict[Path, int]:
    """Return the line of every table header and key of a valid TOML text by its path, inline tables left out.

    >>> key_lines('[a.b]\\nc = 1\\n')
    {('a', 'b'): 1, ('a', 'b', 'c'): 2}
    """
    lines: dict[Path, int] = {}
    table: Path = ()
    for line, statement in _statements(text):
        path = _path(statement)
        if statement[0] == "[":
            table = path
        elif path:
            path = table + path
        for end in range(1, len(path) + 1):
            lines.setdefault(path[:end], line)
    return lines


def _statements(text: str) -> list[tuple[int, list[str]]]:
    """Return the pieces of each key/value line or header with the line it begins in."""
    found: list[tuple[int, list[str]]] = []
    line, depth, begun, pieces = 1, 0, 1, list[str]()
    for match in _TOKEN.finditer(text):
        piece = match[0]
        if piece == "\n" and depth <= 0:
            if pieces:
                found.append((begun, pieces))
            pieces, depth = [], 0
        elif match.lastgroup != "comment" and not piece.isspace():
            begun = begun if pieces else line
            pieces.append(piece)
            depth += (piece in "[{") - (piece in "]}") if len(piece) == 1 else 0
        line += piece.count("\n")
    return [*found, (begun, pieces)] if pieces else found


def _path(statement: list[str]) -> Path:
    """Return the dotted key that a statement begins with."""
    keys: list[str] = []
    for piece in statement:
        if piece in ("=", "]"):
            break
        if piece not in ("[", "."):
            keys.append(_plain(piece))
    return tuple(keys)


def _plain(piece: str) -> str:
    if piece[0] == "'":
        return piece[1:-1]
    if piece[0] == '"':
        import tomllib

        return str(tomllib.loads(f"k = {piece}")["k"])
    return piece
