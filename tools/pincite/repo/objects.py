"""Read objects from one `git cat-file --batch` that serves the whole command."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from pincite.errors import RunError
from pincite.repo.process import Child

# A larger object is passed over: nobody cites or writes 50 MB of text, and it need not be held in memory.
LARGEST = 50_000_000
# Requests that may wait in the pipe unread. POSIX promises a pipe 4096 bytes (PIPE_BUF), so that writing two groups
# never blocks on a git that is itself blocked writing a reply: one thread can do both without a deadlock.
_GROUP = 24


def blob_id(data: bytes, like: str) -> str:
    """Return the id that git gives a blob of this content, in the hash function of the object id `like`."""
    # Imported late: it loads OpenSSL, and the gate reads a handful of objects without it.
    import hashlib

    header = b"blob %d\0" % len(data)
    made = hashlib.sha1(header, usedforsecurity=False) if len(like) == 40 else hashlib.sha256(header)
    made.update(data)
    return made.hexdigest()


class Found(NamedTuple):
    """An object: its id, its type, its content (None where it is larger than `LARGEST`)."""

    oid: str
    type: str
    data: bytes | None


class Objects:
    """A `git cat-file --batch`, started when first asked and ended by `close`."""

    def __init__(self, argv: list[str], env: dict[str, str]) -> None:
        # The default of 96 MB throws away bases of deltas that the next object needs: half the time at 50,000 pages.
        self._argv = [*argv[:-2], "-c", "core.deltaBaseCacheLimit=256m", *argv[-2:]]
        self._env = env
        self._idle: Child | None = None

    def read(self, names: Iterable[str]) -> Iterator[tuple[str, Found | None]]:
        """Yield each name with its object (None for a missing one), in order. A name has no line end."""
        rest = iter(names)
        group = list(islice(rest, _GROUP))
        if not group:
            return
        # Two readings may be under way at once: the inner one gets a process of its own.
        child, self._idle = self._idle or self._start(), None
        try:
            _ask(child, group)
            while group:
                following = list(islice(rest, _GROUP))
                _ask(child, following)
                for name in group:
                    yield name, _answer(child)
                group = following
        except BaseException:
            # Also where the reader stopped half-way: the answers that wait in the pipe are nobody's.
            child.close(kill=True)
            raise
        self._keep(child)

    def close(self) -> None:
        """End the process."""
        if self._idle:
            self._idle.close()
            self._idle = None

    def _keep(self, child: Child) -> None:
        if self._idle:
            child.close()
        else:
            self._idle = child

    def _start(self) -> Child:
        try:
            return Child(self._argv, self._env)
        except OSError as error:
            raise RunError(f"cannot start {self._argv[0]}: {error.strerror}") from error


def _ask(child: Child, names: list[str]) -> None:
    """Send one request a name."""
    if names:
        lines = "".join(f"{name}\n" for name in names).encode("utf-8", "surrogateescape")
        try:
            while lines:
                lines = lines[os.write(child.requests, lines) :]
        except BrokenPipeError as error:
            raise RunError("git cat-file ended early: is the repository damaged? (git fsck)") from error


def _answer(child: Child) -> Found | None:
    """Read one reply: `OID TYPE SIZE`, the content and a line end; or `NAME missing` (or ambiguous)."""
    header = child.replies.readline()
    if not header:
        raise RunError("git cat-file ended early: is the repository damaged? (git fsck)")
    parts = header.split(b" ")
    if len(parts) != 3 or not parts[2].strip().isdigit():
        return None
    size = int(parts[2])
    data = _content(child, size)
    child.replies.read(1)
    return Found(parts[0].decode(), parts[1].decode(), data)


def _content(child: Child, size: int) -> bytes | None:
    """Read the content of an object; that of a too large one is read and forgotten."""
    if size <= LARGEST:
        return child.replies.read(size)
    while size > 0 and (chunk := child.replies.read(min(size, 1 << 20))):
        size -= len(chunk)
    return None
