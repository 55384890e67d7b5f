"""For GitHub Actions: workflow commands, which become annotations in the pull request's files."""

from __future__ import annotations

from pincite.model import Problem
from pincite.output import printable
from pincite.report import older, text
from pincite.verdict import Report


def render(report: Report, colour: bool) -> str:
    """Return a command a problem, a notice a note, and the summary as plain text."""
    lines = [_annotation(problem) for problem in report.problems]
    lines += [f"::notice title=pincite::{_data(note)}" for note in (*report.notes, *older(report))]
    lines.append(text.summary(report))
    return "\n".join(lines) + "\n"


def _annotation(problem: Problem) -> str:
    place = f"file={_property(problem.path)},line={problem.line},col={problem.column},title={_property(problem.rule)}"
    fix = f"\nfix: {problem.fix.command}" if problem.fix is not None else ""
    return f"::{problem.level} {place}::{_data(problem.message + fix)}"


def _data(value: str) -> str:
    """Return a message without what could end it or begin another command."""
    return printable(value).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
