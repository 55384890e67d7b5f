"""Make one commit of given files and of nothing else, as `git commit` does: hooks run, nothing is amended or pushed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import NamedTuple

from pincite.errors import RunError
from pincite.repo.plumbing import Git, failure, raw, text
from pincite.repo.repository import Repository

# What `git rev-parse --local-env-vars` names: a commit is made in the repository that it is for.
_LOCAL = ("GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
          "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
          "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_SHALLOW_FILE",
          "GIT_COMMON_DIR", "GIT_LITERAL_PATHSPECS", "GIT_OPTIONAL_LOCKS")  # fmt: skip
_UNDER_WAY = {"MERGE_HEAD": "a merge", "CHERRY_PICK_HEAD": "a cherry-pick", "REVERT_HEAD": "a revert"}


class Content(NamedTuple):
    """A file to commit: what it is in the new commit, and what it is in the index then."""

    committed: bytes
    staged: bytes


class HookRefusedError(RunError):
    """git did not make the commit; the text is what it, or a hook, said."""

    status = 1


def refuse_under_way(repository: Repository) -> None:
    """Raise RunError where a commit now would conclude something that somebody else has begun."""
    for name, what in _UNDER_WAY.items():
        if os.path.exists(os.path.join(repository.git_dir, name)):
            raise RunError(f"{what} is under way; finish it first, or go on without --commit")


def commit_files(repository: Repository, message: str, files: Mapping[str, Content]) -> str | None:
    """Commit these files on top of HEAD and return the new commit, None where HEAD has them already.

    The index gets them too, and keeps everything else that is staged. Where git or a hook refuses, the index is as it
    was, and `HookRefusedError` says what they said.
    """
    git = repository.git
    committed = {path: _write(git, content.committed) for path, content in files.items()}
    staged = {path: _write(git, content.staged) for path, content in files.items()}
    before = _entries(git, files)
    apart = Git(git.root, git.program, _environment() | {"GIT_INDEX_FILE": _index_copy(repository)})
    try:
        apart.run("read-tree", repository.head or "--empty")
        _set(apart, committed, before)
        if repository.head and apart.attempt("diff-index", "--cached", "--quiet", "HEAD", "--").status == 0:
            return None
        if _head(git) != (repository.head or ""):
            raise RunError("HEAD moved meanwhile; run the command again to commit")
        _set(git, staged, before)
        _commit(apart, message, lambda: _index_info(git, {**_absent(files, repository), **before}))
    finally:
        os.unlink(apart.env["GIT_INDEX_FILE"])
        apart.close()
    git.attempt("update-index", "-q", "--refresh")
    return _head(git)


def _head(git: Git) -> str:
    return text(git.run("rev-parse", "--quiet", "--verify", "HEAD^{commit}", ok=(0, 1))).strip()


def _absent(files: Mapping[str, Content], repository: Repository) -> dict[str, tuple[str, str]]:
    """Return what takes paths out of the index."""
    return dict.fromkeys(files, ("0", "0" * (64 if repository.sha256 else 40)))


def _commit(apart: Git, message: str, undo: Callable[[], None]) -> None:
    """Commit from the index that holds our files alone; the real one has them staged, until git or a hook refuses."""
    done = apart.attempt("commit", "--quiet", "--cleanup=whitespace", "--file=-", data=message.encode())
    if done.status == 0:
        return
    undo()
    said = text(done.out + done.err).strip()
    raise HookRefusedError(f"git made no commit:\n{said}" if said else str(failure(done, "commit")))


def _environment() -> dict[str, str]:
    """Return the user's environment: author, committer, dates and what hooks need, without any one repository's."""
    own = {key: value for key, value in os.environ.items() if key not in _LOCAL}
    return {key: value for key, value in own.items() if not key.startswith(("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"))}


def _index_copy(repository: Repository) -> str:
    """Return the path of an index of our own; git makes it."""
    os.makedirs(repository.cache_dir, exist_ok=True)
    path = os.path.join(repository.cache_dir, f"commit-index-{os.getpid()}")
    with open(path, "wb"):
        pass
    os.unlink(path)
    return path


def _write(git: Git, data: bytes) -> str:
    """Store a blob as it is: it was read from git, so filters have had their say."""
    return text(git.run("hash-object", "-w", "--no-filters", "--stdin", data=data)).strip()


def _entries(git: Git, paths: Mapping[str, Content]) -> dict[str, tuple[str, str]]:
    """Return mode and id of those paths that the index has."""
    found = {}
    for record in git.fields("ls-files", "--stage", "-z", "--", *paths):
        head, path = text(record).split("\t", 1)
        mode, oid, _stage = head.split(" ")
        found[path] = mode, oid
    return found


def _set(git: Git, blobs: dict[str, str], before: dict[str, tuple[str, str]]) -> None:
    _index_info(git, {path: (before.get(path, ("100644", ""))[0], oid) for path, oid in blobs.items()})


def _index_info(git: Git, entries: dict[str, tuple[str, str]]) -> None:
    lines = b"".join(b"%s %s\t%s\0" % (mode.encode(), oid.encode(), raw(path)) for path, (mode, oid) in entries.items())
    git.run("update-index", "-z", "--index-info", data=lines)
