"""The repository's files as seen at one moment: on disk, in the index, or at a commit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from pincite.errors import RunError
from pincite.repo.blobs import read_blobs
from pincite.repo.commit import commit_named
from pincite.repo.log import RENAME_LIMIT
from pincite.repo.objects import blob_id
from pincite.repo.plumbing import text
from pincite.repo.repository import Repository
from pincite.repo.worktree import WorkTree
from pincite.wiki import File

# No setting of the user's or of the repository's may change what these print.
_RAW = ("--raw", "-z", "-r", "--no-renames", "--no-abbrev", "--no-relative", "--ignore-submodules=none")
_INDEX = ("diff-index", *_RAW, "--cached", "--ita-invisible-in-index")
_SUBMODULE = "160000"
# From how many files on it pays to look for them on disk first: hashing them needs OpenSSL, whose import costs what
# git needs for some hundred blobs.
_MANY = 200
# git knows these two without having them.
_EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
_EMPTY_TREE_SHA256 = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"

Change = tuple[str, File | None]


class Snapshot:
    """What is judged. Use one of its three kinds, by `open_snapshot`.

    `name` is disk, index or the full id of a commit. `commit` is the commit it is or sits on (None before the first),
    `base` the one to compare it with (HEAD; of a commit its first parent), `tree` a commit's tree id. `notes` are
    sentences about what could not be judged as it is. `known` may be set by who knows each file here, by its path.
    """

    name: str
    commit: str | None
    base: str | None
    tree: str | None = None

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.notes: list[str] = []
        self.known: Callable[[str], File | None] | None = None
        self._git = repository.git
        self._disk = None if repository.bare else WorkTree(repository)
        self._listing: dict[str, File] | None = None
        self._known: dict[str, list[Change]] = {}

    @property
    def files(self) -> dict[str, File]:
        """All tracked files by path, listed when first asked for. An id is '' where the content is on disk alone."""
        if self._listing is None:
            self._listing = {path: file for path, file in self.changes(self._empty_tree()) if file}
        return self._listing

    def find(self, paths: Iterable[str]) -> dict[str, File]:
        """Return the tracked files among these paths, without listing all where that can be avoided."""
        wanted = set(paths)
        if self.known is not None:
            there = ((path, self.known(path)) for path in wanted)
            return {path: file for path, file in there if file is not None}
        if self._listing is None and len(wanted) <= _MANY:
            if not wanted:
                return {}
            return {path: file for path, file in self._changes(self._empty_tree(), wanted) if file and path in wanted}
        return {path: self.files[path] for path in wanted if path in self.files}

    def changes(self, tree: str) -> list[Change]:
        """Return what differs from that tree: paths with their File here, None where they are gone.

        One git process whose work does not grow with the number of files (on disk: two, and git looks at each file).
        RunError where there is no such tree.
        """
        if tree not in self._known:
            self._known[tree] = self._changes(tree, ())
        return self._known[tree]

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """Yield each path with its content, in any order, each once; see `contents`."""
        wanted = list(dict.fromkeys(paths))
        found = self.find(wanted)
        yield from ((path, None) for path in wanted if path not in found)
        yield from self.contents((path, found[path]) for path in wanted if path in found)

    def contents(self, files: Iterable[tuple[str, File]]) -> Iterator[tuple[str, bytes | None]]:
        """Yield the content of these files, in any order.

        None for what has none here: a submodule, a file larger than 50 MB, a blob that is missing. A symbolic link's
        content is the path that it names, as in git. A file on disk that is changed by a filter on checkout (line
        ends, LFS) has the content that git stores, so that every machine judges the same.
        """
        rest = iter(files)
        some = list(islice(rest, _MANY))
        look = self._looks_on_disk() and len(some) == _MANY
        blobs: list[tuple[str, File]] = []
        for path, file in (item for part in (some, rest) for item in part):
            data = self._from_disk(path, file, look)
            if data is not None or not file.oid or file.mode == _SUBMODULE:
                yield path, data
            else:
                blobs.append((path, file))
        for (path, _file), (_oid, data) in zip(blobs, self._blobs(file.oid for _, file in blobs), strict=True):
            yield path, data

    def renamed(self) -> dict[str, str]:
        """Return where files of the commit below stand now that were renamed without committing it."""
        return {}

    def on_disk(self, path: str) -> str:
        """Return 'untracked' or 'ignored' where an untracked path exists in the work tree, else ''. For messages."""
        if self._disk is None or not self._disk.exists(path) or path in self._tracked():
            return ""
        return "ignored" if self._disk.ignored(path) else "untracked"

    def disk_content(self, path: str) -> bytes | None:
        """Return the bytes of a file as the disk has them, without any filter, for who edits it; None for no file."""
        return self._disk.content(path) if self._disk else None

    def ignored(self, path: str) -> bool:
        """Return whether git would ignore a file of this path, whether or not there is one."""
        return self._disk is not None and self._disk.ignored(path)

    def untracked(self, prefixes: list[str]) -> list[str]:
        """Return the files below these folders that are neither tracked nor ignored, none without a work tree."""
        return self._disk.untracked(prefixes) if self._disk else []

    def _blobs(self, oids: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        return read_blobs(self.repository, oids)

    def _changes(self, tree: str, paths: Iterable[str]) -> list[Change]:
        raise NotImplementedError

    def _tracked(self) -> dict[str, File]:
        return self.files

    def _looks_on_disk(self) -> bool:
        """Return whether most files are likely to be on disk as they are here."""
        return self._disk is not None

    def _from_disk(self, path: str, file: File, look: bool) -> bytes | None:
        """Return the content from disk, where it is there alone, or if it is the very blob that git has."""
        if self._disk is None or not (look or not file.oid) or file.mode == _SUBMODULE:
            return None
        data = self._disk.content(path)
        return data if data is not None and (not file.oid or blob_id(data, file.oid) == file.oid) else None

    def _empty_tree(self) -> str:
        return _EMPTY_TREE_SHA256 if self.repository.sha256 else _EMPTY_TREE


class IndexSnapshot(Snapshot):
    """What `git commit` is about to commit. Files that are only announced (`git add -N`) are no part of it."""

    name = "index"
    _cached: tuple[str, ...] = ("--cached",)

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository)
        self.commit = self.base = repository.head

    def _changes(self, tree: str, paths: Iterable[str]) -> list[Change]:
        records = _raw_records(self._git.fields(*_INDEX, tree, "--", *paths))
        unmerged = {path for status, path, _ in records if status == "U"}
        changed = [(path, file) for status, path, file in records if path not in unmerged]
        return changed + self._our_side(unmerged) if unmerged else changed

    def renamed(self) -> dict[str, str]:
        """See `Snapshot.renamed`."""
        if self.commit is None:
            return {}
        options = ("--raw", "-z", "-M", f"-l{RENAME_LIMIT}", "--diff-filter=R", "--no-relative", *self._cached)
        fields = [text(field) for field in self._git.fields("diff-index", *options, self.commit, "--")]
        return dict(zip(fields[1::3], fields[2::3], strict=True))

    def _our_side(self, unmerged: set[str]) -> list[Change]:
        """Return the unmerged paths as they are on this branch, or else as they come in."""
        note = f"{len(unmerged)} unmerged path(s) in the index are judged as they are on this branch: "
        self.notes = [note + ", ".join(sorted(unmerged)[:5])]
        stages: dict[str, dict[str, File]] = {path: {} for path in unmerged}
        for record in self._git.fields("ls-files", "--unmerged", "-z"):
            head, path = text(record).split("\t", 1)
            mode, oid, stage = head.split(" ")
            stages.setdefault(path, {})[stage] = File(mode, oid)
        return [(path, found.get("2") or found.get("3")) for path, found in stages.items() if path in unmerged]


class DiskSnapshot(IndexSnapshot):
    """The tracked files as they are on disk. Outside a sparse checkout they are as in the index."""

    name = "disk"
    _cached = ()

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository)
        self._dirty: list[Change] | None = None

    def _changes(self, tree: str, paths: Iterable[str]) -> list[Change]:
        if self._dirty is None:
            self._dirty = self._disk.dirty() if self._disk else []
        found = dict(super()._changes(tree, paths))
        self.notes = []
        found.update(self._dirty)
        return list(found.items())


class CommitSnapshot(Snapshot):
    """A commit."""

    def __init__(self, repository: Repository, rev: str) -> None:
        super().__init__(repository)
        found = commit_named(repository, rev)
        self.name = self.commit = found.oid
        self.base = found.parents[0] if found.parents else None
        self.tree: str = found.tree

    def _changes(self, tree: str, paths: Iterable[str]) -> list[Change]:
        fields = self._git.fields("diff-tree", *_RAW, tree, self.tree, "--", *paths)
        return [(path, file) for _, path, file in _raw_records(fields)]

    def _tracked(self) -> dict[str, File]:
        return IndexSnapshot(self.repository).files

    def _looks_on_disk(self) -> bool:
        return self._disk is not None and self.commit == self.repository.head


def open_snapshot(repository: Repository, *, staged: bool = False, rev: str | None = None) -> Snapshot:
    """Return the files at `rev`, or in the index, or on disk; RunError for an unknown revision or a bare repository."""
    if rev is not None:
        return CommitSnapshot(repository, rev)
    if repository.bare:
        raise RunError(f"{repository.root} has no work tree; name a commit to judge with --rev")
    return IndexSnapshot(repository) if staged else DiskSnapshot(repository)


def _raw_records(fields: list[bytes]) -> list[tuple[str, str, File | None]]:
    """Read `:MODE MODE OID OID STATUS` NUL `PATH` NUL …: status, path, and the file on the right side."""
    records = []
    for head, path in zip(fields[::2], fields[1::2], strict=True):
        _old_mode, mode, _old_oid, oid, status = text(head).split(" ")
        records.append((status, text(path), File(mode, oid) if mode != "000000" else None))
    return records
