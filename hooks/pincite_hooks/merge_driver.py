"""The merge driver: git hands over base, ours, theirs, the size of conflict markers, and the path."""

from __future__ import annotations

from pincite.errors import UsageError
from pincite.repo.repository import open_repository


def run(arguments: list[str]) -> int:
    """Merge by entry and event into the file of our side; return 0, or 1 where a conflict is left in it."""
    from pincite.edit.merge.settle import drive

    if len(arguments) != 5 or not arguments[3].isdigit():
        raise UsageError("git calls this as: pincite hook merge-driver %O %A %B %L %P")
    with open_repository() as repository:
        return drive(repository, arguments[:3], int(arguments[3]), arguments[4])
