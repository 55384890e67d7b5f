"""Settle merges: as the driver that git calls for one file, and after the fact for what git left in conflict."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pincite.config import Config
from pincite.configure import load
from pincite.edit.disk import reader
from pincite.edit.merge.three_way import Result, merge
from pincite.edit.write import Change, writing
from pincite.engine.places import page_test
from pincite.errors import RunError, UsageError
from pincite.parse.grammar import grammar_of
from pincite.repo.plumbing import text
from pincite.repo.repository import Repository
from pincite.repo.snapshot import open_snapshot

_MARKER = b"<<<<<<< "


class Settled(NamedTuple):
    """What became of one unmerged path: merged, conflict (markers stand in it), or left (`why` tells)."""

    path: str
    state: str
    why: str = ""


def drive(repository: Repository, files: list[str], size: int, path: str) -> int:
    """Merge for git: `files` are base, ours and theirs; the result replaces ours. Return 0, or 1 for a conflict.

    Bytes that are not UTF-8 are merged by line, as git does.
    """
    contents = [_content(name) for name in files]
    try:
        result = merge(path, contents[0], contents[1], contents[2], grammar_of(_config(repository)), size)
    except UnicodeDecodeError:
        base, ours, theirs = files
        done = repository.git.attempt("merge-file", f"--marker-size={size}", "--", ours, base, theirs)
        return min(done.status, 1)
    try:
        with open(files[1], "wb") as file:
            file.write(result.data)
    except OSError as error:
        raise RunError(f"cannot write {files[1]}: {error.strerror}") from None
    return int(result.conflict)


def _content(name: str) -> bytes:
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        raise RunError(f"cannot read {name}: {error.strerror}") from None


def _config(repository: Repository) -> Config:
    """Return the configuration on disk; the defaults where that is in conflict itself."""
    try:
        return load(reader(repository.root)).config
    except UsageError:
        return Config()


def settle(repository: Repository, paths: list[str], say: Callable[[str], None]) -> list[Settled]:
    """Merge the unmerged pages of the index, or those among `paths`; write them, and add what has no conflict.

    A file that holds no conflict markers was settled by somebody, and is left alone.
    """
    config = _config(repository)
    is_page = page_test(config)
    stages = {path: found for path, found in _unmerged(repository).items() if is_page(path)}
    found, changes = [], []
    with writing(repository.root, repository.cache_dir, say) as writer:
        snapshot = open_snapshot(repository)
        for path, oids in stages.items():
            if paths and path not in paths:
                continue
            disk = snapshot.disk_content(path)
            settled, result = _one(repository, config, path, oids, disk)
            found.append(settled)
            if result is not None:
                changes.append(Change(path, disk, result.data))
        writer.apply(changes)
    merged = [one.path for one in found if one.state == "merged"]
    if merged:
        repository.git.run("add", "--", *merged)
    return found


def _unmerged(repository: Repository) -> dict[str, dict[str, str]]:
    """Return the object ids of the unmerged paths, by stage (1 base, 2 ours, 3 theirs)."""
    stages: dict[str, dict[str, str]] = {}
    for record in repository.git.fields("ls-files", "--unmerged", "-z"):
        head, path = text(record).split("\t", 1)
        _mode, oid, stage = head.split(" ")
        stages.setdefault(path, {})[stage] = oid
    return stages


def _one(
    repository: Repository, config: Config, path: str, oids: dict[str, str], disk: bytes | None
) -> tuple[Settled, Result | None]:
    if "2" not in oids or "3" not in oids:
        return Settled(path, "left", "one side deleted it: git add or git rm it"), None
    if disk is None or _MARKER not in disk:
        return Settled(path, "left", "it holds no conflict markers; where it is right, git add it"), None
    wanted = [oids[stage] for stage in ("1", "2", "3") if stage in oids]
    contents = dict(repository.git.objects(wanted))
    base, ours, theirs = (contents.get(oids.get(stage, "")) or b"" for stage in ("1", "2", "3"))
    try:
        result = merge(path, base, ours, theirs, grammar_of(config))
    except UnicodeDecodeError:
        return Settled(path, "left", "it is not UTF-8"), None
    return Settled(path, "conflict" if result.conflict else "merged"), result
