"""What stood at a path in a commit, read from tree objects alone, so that a clone without old blobs fetches none."""

from __future__ import annotations

from pincite.patterns import DOTALL, lazy_bytes
from pincite.repo.plumbing import Git, raw
from pincite.wiki import File

# `MODE NAME` NUL and the bytes of the id, without anything between two entries.
_ENTRIES = {size: lazy_bytes(rb"(\d{5,6}) ([^\0]+)\0(.{%d})" % size, DOTALL) for size in (20, 32)}
_FOLDER = b"40000"

Entries = dict[bytes, tuple[bytes, bytes]]


class Trees:
    """Looks paths up in commits and trees; each tree is read once."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._entries: dict[str, Entries] = {}
        self._folders: dict[tuple[str, str], str] = {}

    def file(self, commit: str, path: str) -> File | None:
        """Return the file at a path in a commit (or a tree), None where there is none or it is a folder."""
        folder, slash, name = path.rpartition("/")
        mode, oid = self._entry(self._folder(commit, folder), name) if folder or not slash else (b"", b"")
        return None if mode in (b"", _FOLDER) else File(mode.decode(), oid.hex())

    def _folder(self, commit: str, path: str) -> str:
        """Return the id of the tree at a path in a commit, '' where there is none."""
        known = self._folders.get((commit, path))
        if known is None:
            if path:
                folder, _, name = path.rpartition("/")
                mode, oid = self._entry(self._folder(commit, folder), name)
                known = oid.hex() if mode == _FOLDER else ""
            else:
                root = self._git.object(f"{commit}^{{tree}}")
                known = root.oid if root else ""
            self._folders[commit, path] = known
        return known

    def _entry(self, tree: str, name: str) -> tuple[bytes, bytes]:
        """Return mode and id of a name in a tree, empty where it is not there."""
        if not tree:
            return b"", b""
        if tree not in self._entries:
            ((_oid, data),) = self._git.objects([tree])
            found = _ENTRIES[len(tree) // 2].findall(data or b"")
            self._entries[tree] = {entry: (mode, oid) for mode, entry, oid in found}
        return self._entries[tree].get(raw(name), (b"", b""))
