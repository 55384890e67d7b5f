"""What a state remembers of history, so that the commit path walks none."""

from __future__ import annotations

from pincite.engine.shelf import Shelf
from pincite.engine.state import ANCHORS, PLAIN, State
from pincite.repo.marks import Memory, Row


class StateMemory(Memory):
    """Reads from the state of `commit`, on which `state` is built, and keeps what is found in `state`."""

    def __init__(self, state: State, commit: str) -> None:
        self.commit = commit if state.base is not None else ""
        self._before: State | Shelf | None = state.base
        self._now = state

    def row(self, path: str) -> Row | None:
        """See `Memory.row`."""
        found: Row | None = self._before.get(ANCHORS, path) if self._before is not None else None
        return found

    def is_steady(self, path: str) -> bool:
        """See `Memory.is_steady`: a page was only accepted as plain where this is so."""
        return self._before is not None and self._before.get(PLAIN, path) is not None

    def keep(self, path: str, row: Row) -> None:
        """See `Memory.keep`."""
        self._now.put(ANCHORS, path, row)
