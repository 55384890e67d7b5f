"""Read objects from one `git cat-file --batch` that serves the whole command."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice

from pincite.errors import RunError
from pincite.record import NamedTuple
from pincite.repo.process import Child

# A larger object is passed over: nobody cites or writes 50 MB of text, and it need not be held in memory.
LARGEST = 50_000_000
# How many requests are sent ahead of their replies.
_AHEAD = 256


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
        asked = list(islice(rest, _AHEAD))
        if not asked:
            return
        # Two readings may be under way at once: the inner one gets a process of its own.
        child, self._idle = self._idle or self._start(), None
        try:
            unsent = _lines(asked)
            while asked:
                following = list(islice(rest, _AHEAD))
                unsent += _lines(following)
                for name in asked:
                    unsent = _send(child, unsent) if unsent else unsent
                    yield name, _answer(child)
                asked = following
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
            child = Child(self._argv, self._env)
        except OSError as error:
            raise RunError(f"cannot start {self._argv[0]}: {error.strerror}") from error
        os.set_blocking(child.requests, False)
        return child


def _lines(names: list[str]) -> bytes:
    """Return the requests for these objects."""
    return "".join(f"{name}\n" for name in names).encode("utf-8", "surrogateescape")


def _send(child: Child, lines: bytes) -> bytes:
    """Send what the pipe takes without waiting, and return the rest.

    One thread writes and reads, and neither side waits for the other for ever: where the pipe is full, git has
    requests left to answer, so that a reply comes; and before each reply is read, the rest is tried again.
    """
    try:
        return lines[os.write(child.requests, lines) :]
    except BlockingIOError:
        return lines
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
