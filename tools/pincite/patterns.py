"""Regular expressions that are compiled when first used, and at most once on a machine.

Compiling those of the parser costs more than Python's own start, which a commit hook would pay at every commit. So the
compiled form is kept in a file of the cache folder (`keep_in`) and handed to `_sre` directly, as `re.compile` itself
does in its last step; `_sre` checks the code that it is given. The file is tied to the Python that wrote it, and
without it, or with a damaged one, everything is compiled as usual.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]  # typeshed leaves out what `re` is made of
import sys

from pincite.kept import keep, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any

# the numbers of `re`'s flags, for patterns that are written where `re` is not imported
IGNORECASE, MULTILINE, DOTALL, VERBOSE, ASCII = 2, 8, 16, 64, 256

_STAMP = (sys.hexversion, _sre.MAGIC, _sre.CODESIZE)
_FILE = "patterns"
# (pattern, flags) -> (flags, code as 32-bit numbers, number of groups, names of groups)
_known: dict[tuple[str | bytes, int], tuple[int, bytes, int, dict[str, int]]] = {}
_fresh: set[tuple[str | bytes, int]] = set()


def keep_in(folder: str) -> None:
    """Read what was compiled before from this folder. Nothing is wrong with a folder or file that is not there."""
    stamp, known = load(folder, _FILE) or ((), {})
    if stamp == _STAMP:
        _known.update(known)


def save_in(folder: str) -> None:
    """Write what this process had to compile to this folder, for the next one; do nothing where that fails."""
    if not _fresh:
        return
    keep(folder, _FILE, (_STAMP, _known))
    _fresh.clear()


def _compiled(pattern: str | bytes, flags: int) -> Any:
    if (pattern, flags) not in _known:
        return _compile(pattern, flags)
    real, code, groups, names = _known[pattern, flags]
    numbers = list(memoryview(code).cast("I"))
    by_number: list[str | None] = [None] * (groups + 1)
    for name, number in names.items():
        by_number[number] = name
    return _sre.compile(pattern, real, numbers, groups, names, tuple(by_number))


def _compile(pattern: str | bytes, flags: int) -> Any:
    """Compile a pattern, and keep its code where this Python compiles as those do that we know (3.11 and later)."""
    import re

    made = re.compile(pattern, flags)
    compiler, parser = getattr(re, "_compiler", None), getattr(re, "_parser", None)
    if compiler is not None and parser is not None and _sre.CODESIZE == 4:
        code = compiler._code(parser.parse(pattern, flags), flags)
        numbers = b"".join(number.to_bytes(4, sys.byteorder) for number in code)
        _known[pattern, flags] = (made.flags, numbers, made.groups, dict(made.groupindex))
        _fresh.add((pattern, flags))
    return made


class Lazy:
    """Stands for a compiled pattern. Its first use makes it; the methods then are those of the real one."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._source = pattern, flags

    def __getattr__(self, name: str) -> Any:
        real = _compiled(*self._source)
        for method in ("match", "search", "fullmatch", "finditer", "findall", "sub", "split", "pattern"):
            setattr(self, method, getattr(real, method))
        self.real = real
        return getattr(real, name)


if TYPE_CHECKING:

    def lazy(pattern: str, flags: int = 0) -> re.Pattern[str]:
        """Return a pattern that is compiled when it is first used; arguments as for `re.compile`."""

    def lazy_bytes(pattern: bytes, flags: int = 0) -> re.Pattern[bytes]:
        """Return a pattern over bytes that is compiled when it is first used."""
else:

    def lazy(pattern, flags=0):
        return Lazy(pattern, int(flags))

    lazy_bytes = lazy
