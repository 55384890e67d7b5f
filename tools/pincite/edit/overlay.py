"""A snapshot with other contents at some paths: what the repository would be after an edit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pincite.repo.snapshot import Change, Snapshot
from pincite.wiki import File


class Overlay(Snapshot):
    """`under` with these files put over it, as if git tracked them; None for a file that is gone."""

    def __init__(self, under: Snapshot, contents: Mapping[str, bytes | None]) -> None:
        super().__init__(under.repository)
        self.name, self.commit, self.base = "disk", under.commit, under.base
        self.under = under
        self.over = dict(contents)

    def contents(self, files: Iterable[tuple[str, File]]) -> Iterator[tuple[str, bytes | None]]:
        """Yield the contents, those of the edit first."""
        rest = []
        for path, file in files:
            if path in self.over:
                yield path, self.over[path]
            else:
                rest.append((path, file))
        yield from self.under.contents(rest)

    def on_disk(self, path: str) -> str:
        """Return what `under` says of a path that is not part of the edit."""
        return "" if path in self.over else self.under.on_disk(path)

    def disk_content(self, path: str) -> bytes | None:
        """Return what the disk, or the edit, has at a path."""
        return self.over[path] if path in self.over else self.under.disk_content(path)

    def untracked(self, prefixes: list[str]) -> list[str]:
        """Return the untracked files that are not part of the edit."""
        return [path for path in self.under.untracked(prefixes) if path not in self.over]

    def _changes(self, tree: str, paths: Iterable[str]) -> list[Change]:
        wanted = set(paths)
        found = dict(self.under._changes(tree, wanted))
        for path, data in self.over.items():
            if not wanted or path in wanted:
                found[path] = None if data is None else File("100644", "")
        return list(found.items())
