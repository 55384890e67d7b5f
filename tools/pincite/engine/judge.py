"""One page before all rules: its problems, less what it asks to ignore."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pincite.model import Ignore, Page, Problem
from pincite.wiki import Wiki

Check = Callable[[Page, Wiki], Iterator[Problem]]

UNUSED = "ignores.unused"


def judge(page: Page, wiki: Wiki, checks: Sequence[Check]) -> tuple[Problem, ...]:
    """Return the problems of a page under these checks, without levels, sorted by place."""
    found = [problem for check in checks for problem in check(page, wiki)]
    if page.ignores:
        found = _without_ignored(page, found)
    return tuple(sorted(found, key=by_place)) if len(found) > 1 else tuple(found)


def by_place(problem: Problem) -> tuple[str, int, int, str]:
    """Return what problems are sorted by: path, line, column and rule."""
    return problem.path, problem.line, problem.column, problem.rule


def _without_ignored(page: Page, found: Iterable[Problem]) -> list[Problem]:
    used: set[tuple[int, str]] = set()
    kept = [problem for problem in found if not _ignored(problem, page.ignores, used)]
    return kept + [
        Problem(
            UNUSED, page.path, ignore.line, ignore.column,
            f"the ignore of {rule} silences nothing on this line or the next; remove it", rule,
        )
        for ignore in page.ignores for rule in ignore.rules if (ignore.line, rule) not in used
    ]  # fmt: skip


def _ignored(problem: Problem, ignores: Iterable[Ignore], used: set[tuple[int, str]]) -> bool:
    """Return whether an ignore covers the problem, and note which one did."""
    for ignore in ignores:
        if problem.line not in (ignore.line, ignore.line + 1):
            continue
        for rule in ignore.rules:
            if rule in (problem.rule, problem.rule.partition(".")[0]):
                used.add((ignore.line, rule))
                return True
    return False
