"""The verdict of one run, as every report format and every door reads it. No I/O."""

from __future__ import annotations

from pincite.model import Problem
from pincite.record import NamedTuple

# What `check` and the hooks exit with; `errors.PinciteError.status` carries the last two.
EXIT_CLEAN, EXIT_PROBLEMS, EXIT_USAGE, EXIT_FAILED = 0, 1, 2, 3


class Report(NamedTuple):
    """What a check found in one snapshot.

    `problems` are those that are shown, sorted by path, line, column and rule, with their levels set and their
    messages complete; none of them has level `off`. `counts` has the keys error and warning and counts `problems`.
    `older` is how many more there are that the revision of `--since` had already. `pages` is how many were judged.
    `notes` say, a sentence each, what the reader must know besides (untracked pages, a shallow clone, …).
    `snapshot` is disk, index or a full commit id.
    """

    version: int
    snapshot: str
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]
    counts: dict[str, int]
    older: int = 0
    pages: int = 0

    @property
    def status(self) -> int:
        """Return the exit status that this verdict means: 1 where an error is among the problems, else 0."""
        return EXIT_PROBLEMS if self.counts.get("error") else EXIT_CLEAN
