"""What is defined where in a file of code: for citations by name, and for what ties decisions to code.

Python is read by the standard library; other languages by tree-sitter, if the extra `symbols` is installed.
"""

from __future__ import annotations

from pincite.symbols.definition import Definition, Symbols

__all__ = ["Definition", "Symbols", "has_symbols", "read_symbols"]

_PYTHON = ("py", "pyi", "pyw")
_MOST_BYTES = 4_000_000


def has_symbols(path: str) -> bool:
    """Return whether files of this name are code whose definitions can be told, with the extra `symbols` at least."""
    from pincite.symbols.grammars import BY_ENDING

    return _ending(path) in _PYTHON or _ending(path) in BY_ENDING


def read_symbols(path: str, data: bytes) -> Symbols:
    """Return what the file at this path defines. Never raises: `problem` says why it cannot be told."""
    ending = _ending(path)
    if len(data) > _MOST_BYTES:
        return Symbols((), f"it is larger than {_MOST_BYTES // 1_000_000} MB")
    if ending in _PYTHON:
        from pincite.symbols import python

        return python.read(data)
    from pincite.symbols.grammars import BY_ENDING

    if ending not in BY_ENDING:
        return Symbols((), "definitions of such files are not known")
    from pincite.symbols import treesitter

    return treesitter.read(data, BY_ENDING[ending])


def _ending(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2].lower()
