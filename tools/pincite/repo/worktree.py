"""The files on disk, seen through git: what differs from the index, what is untracked, and what may be read.

Nothing is followed out of the repository: a symbolic link is its own text, and only regular files are opened.
"""

from __future__ import annotations

import os
import stat

from pincite.repo.objects import LARGEST
from pincite.repo.plumbing import raw, text
from pincite.repo.process import Child
from pincite.repo.repository import Repository
from pincite.wiki import File

_STATUS = ("status", "--porcelain=v2", "-z", "--untracked-files=no", "--ignored=no", "--no-renames",
           "--ignore-submodules=all")  # fmt: skip
_GONE = "000000"


class WorkTree:
    """The work tree of a repository."""

    def __init__(self, repository: Repository) -> None:
        self._git = repository.git
        self._top = raw(repository.root).rstrip(b"/")
        self._inside: dict[bytes, bool] = {}
        self._ignoring: Child | None = None

    def content(self, path: str) -> bytes | None:
        """Return a regular file's bytes, a symbolic link's text, None for anything else, large or not there."""
        place = self._place(path)
        try:
            status = os.lstat(place)
            kind = stat.S_IFMT(status.st_mode)
            if kind not in (stat.S_IFREG, stat.S_IFLNK) or status.st_size > LARGEST or not self._is_inside(place):
                return None
            return _read(place, status.st_size) if kind == stat.S_IFREG else os.readlink(place)
        except OSError:
            return None

    def dirty(self) -> list[tuple[str, File | None]]:
        """Return the tracked paths that are not what the index says: their File (without id), or None where gone.

        git itself compares, filters included (line ends, LFS), so that a mere `touch` or a checkout with CRLF is no
        difference; and it leaves the index file as it is.
        """
        records = [text(record) for record in self._git.fields(*_STATUS)]
        return [found for record in records if (found := _differing(record)) is not None]

    def untracked(self, prefixes: list[str]) -> list[str]:
        """Return the files below these folders that are neither tracked nor ignored."""
        if not prefixes:
            return []
        return [text(path) for path in self._git.fields("ls-files", "-o", "--exclude-standard", "-z", "--", *prefixes)]

    def exists(self, path: str) -> bool:
        """Return whether something is there, without following any symbolic link on the way."""
        parts = raw(path).split(b"/")
        if any(part in (b"", b".", b"..") or part.lower() == b".git" for part in parts):
            return False
        place = self._place(path)
        return os.path.lexists(place) and self._is_inside(place)

    def ignored(self, path: str) -> bool:
        """Return whether git ignores this path, by one `git check-ignore` for all that are asked."""
        self._ignoring = self._ignoring or self._git.child("check-ignore", "-z", "--stdin", "--verbose", "-n")
        try:
            os.write(self._ignoring.requests, raw(path) + b"\0")
            _source, _line, pattern, _path = [_field(self._ignoring) for _ in range(4)]
        except (BrokenPipeError, EOFError):
            # It stops at what it will not judge, e.g. a path within a submodule.
            self.close()
            return False
        return bool(pattern) and not pattern.startswith(b"!")

    def close(self) -> None:
        """End the process that `ignored` started."""
        if self._ignoring:
            self._ignoring.close()
            self._ignoring = None

    def _place(self, path: str) -> bytes:
        return self._top + b"/" + raw(path)

    def _is_inside(self, place: bytes) -> bool:
        """Return whether a file's folder is where its name says: no symbolic link below the top of the work tree."""
        folder = place[: place.rindex(b"/")]
        known = self._inside.get(folder)
        if known is None:
            real_top = os.path.realpath(self._top)
            expected = os.path.normpath(os.path.join(real_top, os.path.relpath(folder, self._top)))
            known = self._inside[folder] = os.path.realpath(folder) == expected
        return known


def _read(place: bytes, size: int) -> bytes:
    """Read a regular file of this size whole (or what has become of it meanwhile)."""
    # Without Python's file objects, which take longer than the reading.
    fd = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        data = os.read(fd, size + 1)
        if len(data) == size:
            return data
        os.lseek(fd, 0, os.SEEK_SET)
        return b"".join(iter(lambda: os.read(fd, 1 << 20), b""))
    finally:
        os.close(fd)


def _field(child: Child) -> bytes:
    """Read up to the next NUL."""
    found = bytearray()
    while (byte := child.replies.read(1)) != b"\0":
        if not byte:
            raise EOFError
        found += byte
    return bytes(found)


def _differing(record: str) -> tuple[str, File | None] | None:
    """Read one record of `git status --porcelain=v2`; None where the work tree is as the index."""
    if record.startswith("1 "):
        _kind, xy, _sub, _head, _index, mode, _o1, _o2, path = record.split(" ", 8)
        if xy[1] == ".":
            return None
    elif record.startswith("u "):
        _kind, _xy, _sub, _m1, _m2, _m3, mode, _o1, _o2, _o3, path = record.split(" ", 10)
    else:
        return None
    return path, None if mode == _GONE else File(mode, "")
