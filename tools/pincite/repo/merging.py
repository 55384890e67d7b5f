"""Which commits a merge that is under way brings in."""

from __future__ import annotations

import os

from pincite.repo.repository import Repository

# `git merge` names what it merges in variables of this form; MERGE_HEAD it writes after its pre-merge-commit hook.
_VARIABLE = "GITHEAD_"


def merge_heads(repository: Repository) -> list[str]:
    """Return the ids of the commits that are being merged into HEAD, none outside a merge."""
    try:
        with open(os.path.join(repository.git_dir, "MERGE_HEAD"), encoding="ascii") as file:
            named = file.read().split()
    except (FileNotFoundError, UnicodeDecodeError):
        named = [name.removeprefix(_VARIABLE) for name in os.environ if name.startswith(_VARIABLE)]
    found = [repository.git.object(f"{name}^{{commit}}") for name in named if name.isalnum()]
    return sorted({commit.oid for commit in found if commit is not None} - {repository.head})
