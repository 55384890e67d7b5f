"""The two failures a user can meet that are not problems of the wiki, with their exit statuses."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class PinciteError(Exception):
    """An expected failure: its text is what the user reads, `status` what the process exits with."""

    status = 3


class UsageError(PinciteError):
    """The command line or the configuration is wrong (exit 2). The text says what to type instead."""

    status = 2


class RunError(PinciteError):
    """The command could not run: no repository, an unknown revision, git refused (exit 3)."""

    status = 3


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean X?" with the known name that looks most like this one, '' where none does."""
    import difflib

    found = difflib.get_close_matches(name, list(known), 1, 0.5)
    return f"; did you mean {found[0]}?" if found else ""
