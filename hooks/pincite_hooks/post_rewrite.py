"""post-rewrite: a rebase runs no pre-commit hook, so what it broke is said when it is done. It cannot be refused."""

from __future__ import annotations

import os
import sys

from pincite_hooks.pre_commit import judged


def run(arguments: list[str]) -> int:
    """Judge the new HEAD against the branch as it was before `git rebase`. An amended commit had its own hook.

    git hands over what rewrote (`amend` or `rebase`) and, on standard input, a line `OLD NEW` a commit.
    """
    if arguments[:1] == ["amend"]:
        return 0
    before = _before()
    return judged(["--rev", "HEAD", "--since", before, *arguments[1:]]) if before else 0


def _before() -> str:
    """Return the old tip: the last commit that was rewritten, else where git remembers it."""
    lines = [] if sys.stdin is None or sys.stdin.isatty() else sys.stdin.read().splitlines()
    if lines:
        return lines[-1].split(" ")[0]
    from pincite.repo.repository import open_repository

    with open_repository() as repository:
        found = os.path.exists(os.path.join(repository.git_dir, "ORIG_HEAD"))
    return "ORIG_HEAD" if found else ""
