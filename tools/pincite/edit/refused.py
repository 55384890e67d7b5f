"""What the gate would refuse is not written: the same rules judge an edit before it happens."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.edit.desk import Desk
from pincite.edit.write import Change
from pincite.errors import PinciteError
from pincite.model import Problem


class RefusedError(PinciteError):
    """The gate would refuse what an edit would write (exit 1): `problems` say why. Nothing was written."""

    status = 1

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("the gate would refuse this, so nothing was written")
        self.problems = tuple(problems)


def accepted(desk: Desk, changes: Sequence[Change]) -> list[Problem]:
    """Return the warnings that these changes would bring. Raises `RefusedError` where they would bring errors."""
    problems = desk.arising(changes) if changes else []
    errors = [problem for problem in problems if problem.level == "error"]
    if errors:
        raise RefusedError(errors)
    return problems
