"""The lines of cited files, read in batches and kept within bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pincite.record import Protocol

# about what 20,000 lines of code are; three times as much in memory once they are split
_KEPT_BYTES = 24 << 20


class Reader(Protocol):
    """What reads files of a snapshot."""

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """Yield each path with its bytes, None where it has no content in this snapshot."""


class Content:
    """Lines by path. `want` reads many files at once; a file that was dropped is read again when it is asked for."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._lines: dict[str, tuple[bytes, ...] | None] = {}
        self._bytes = 0

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """Yield files that are needed once, and are not kept."""
        return self._reader.read(paths)

    def want(self, paths: Iterable[str]) -> None:
        """Read these files unless they are here, as many as are kept at once."""
        missing = [path for path in dict.fromkeys(paths) if path not in self._lines]
        if not missing:
            return
        for path, data in self._reader.read(missing):
            self._keep(path, data)

    def lines(self, path: str) -> tuple[bytes, ...] | None:
        """Return the lines of a file without their LF; None where it has no content."""
        if path not in self._lines:
            self.want([path])
        return self._lines.get(path)

    def _keep(self, path: str, data: bytes | None) -> None:
        if self._bytes > _KEPT_BYTES:
            self._lines.clear()
            self._bytes = 0
        self._lines[path] = None if data is None else split(data)
        self._bytes += len(data or b"")


def split(data: bytes) -> tuple[bytes, ...]:
    """Return the lines of a file as git counts them: LF ends a line, and the last one may lack it."""
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return tuple(lines)
