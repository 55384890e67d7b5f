"""pre-commit and pre-merge-commit: judge the index, and refuse it for what it breaks."""

from __future__ import annotations

from pincite.commands import check


def run(arguments: list[str]) -> int:
    """Judge the index against what it will be committed on; `arguments` are options of `pincite check`.

    Return the exit status of the check. Nothing is written: not the index, not the work tree.
    """
    return judged(["--staged", "--since", "HEAD", *arguments])


def judged(arguments: list[str]) -> int:
    """Run `pincite check` with these options and return its exit status."""
    quick = check.quick(arguments)
    if quick is not None:
        return check.run(quick)
    from pincite.usage import parse

    options = parse("check", check, arguments)
    return check.run(options) if options is not None else 0
