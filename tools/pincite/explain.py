"""Complete the messages of the problems that are shown: what is costly to look up is looked up for these alone."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.model import Problem
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot
from pincite.wiki import Wiki


def explain(problems: Iterable[Problem], wiki: Wiki, repository: Repository, snapshot: Snapshot) -> list[Problem]:
    """Return the problems with what their `ask` names added to their messages."""
    return list(problems)
