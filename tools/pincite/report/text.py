"""For people: a line a problem, what to type below it, and a last line that says what was judged."""

from __future__ import annotations

from pincite.model import Problem
from pincite.output import one_line, printable
from pincite.report import counted, judged, older
from pincite.verdict import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Paint = Callable[[str, str], str]

_BOLD, _RED, _YELLOW, _DIM, _GREEN = "1", "31", "33", "2", "32"


def render(report: Report, colour: bool) -> str:
    """Return the report for a terminal or a log."""
    paint = _painted if colour else _plain
    lines = [line for problem in report.problems for line in _problem(problem, paint)]
    lines += [paint(f"note: {one_line(note)}", _DIM) for note in (*report.notes, *older(report))]
    lines.append(summary(report, paint))
    return "\n".join(lines) + "\n"


def _problem(problem: Problem, paint: Paint) -> list[str]:
    """Return `path:line:column: rule.kind  message`; a warning says that it is one."""
    warning = problem.level == "warning"
    place = paint(f"{one_line(problem.path)}:{problem.line}:{problem.column}:", _BOLD)
    rule = paint(problem.rule, _YELLOW if warning else _RED)
    first, *rest = printable(problem.message).split("\n")
    lines = [f"{place} {rule}  {'warning: ' if warning else ''}{first}", *(f"    {line}" for line in rest)]
    if problem.fix is not None:
        lines.append(f"    {paint('fix:', _GREEN)} {one_line(problem.fix.command)}")
    return lines


def _plain(text: str, code: str) -> str:
    return text


def summary(report: Report, paint: Paint = _plain) -> str:
    """Return the last line: how many problems, and what was judged."""
    errors, warnings = report.counts.get("error", 0), report.counts.get("warning", 0)
    parts = [counted(count, word) for count, word in ((errors, "error"), (warnings, "warning")) if count]
    if not parts:
        return paint(f"no {'new ' if report.older else ''}problems: {judged(report)}", _GREEN)
    return paint(f"{', '.join(parts)}: {judged(report)}", _RED if errors else _YELLOW)


def _painted(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"
