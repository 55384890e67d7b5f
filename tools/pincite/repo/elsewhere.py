"""Work in another folder, as `-C DIR` asks, and leave behind what a hook's variables say of this one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from pincite.errors import UsageError
from pincite.repo import environment
from pincite.repo.plumbing import Git, text

# What git exports to hooks that is a path, and may be relative to the folder that the hook started in.
_PATHS = ("GIT_COMMON_DIR", "GIT_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_WORK_TREE")


@contextmanager
def working_in(folder: str) -> Iterator[None]:
    """Be in this folder for a while; UsageError where that cannot be.

    `git commit` tells its hooks by `GIT_INDEX_FILE` what is about to be committed, often without saying of which
    repository. That is known here, where the hook started, and not any more once we have gone elsewhere.
    """
    before, variables = os.getcwd(), dict(os.environ)
    if "GIT_DIR" in variables or "GIT_INDEX_FILE" in variables:
        os.environ.update({name: os.path.abspath(variables[name]) for name in _PATHS if name in variables})
        if _git_dir(folder) != _git_dir_of_hook():
            for name in [name for name in os.environ if name in (*_PATHS, *environment.of_repository())]:
                del os.environ[name]
    try:
        os.chdir(folder)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot change to {folder}: {getattr(error, 'strerror', error)}") from None
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(variables)


def _git_dir_of_hook() -> str:
    return os.path.realpath(os.environ["GIT_DIR"]) if "GIT_DIR" in os.environ else _git_dir(os.curdir)


def _git_dir(folder: str) -> str:
    """Return the git directory that git finds from this folder, '' where there is none."""
    done = Git(folder, environment.find_git(folder), environment.clean()).attempt("rev-parse", "--absolute-git-dir")
    return os.path.realpath(text(done.out).removesuffix("\n")) if not done.status else ""
