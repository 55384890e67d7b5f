"""For programs: the shape is a contract, and `version` changes with it."""

from __future__ import annotations

from pincite.model import Fix, Problem
from pincite.output import json_text
from pincite.report import older
from pincite.verdict import Report


def render(report: Report, colour: bool) -> str:
    """Return the report as one JSON object."""
    value = {
        "version": report.version,
        "snapshot": report.snapshot,
        "problems": [as_json(problem) for problem in report.problems],
        "notes": [*report.notes, *older(report)],
        "counts": {"error": report.counts.get("error", 0), "warning": report.counts.get("warning", 0)},
    }
    return json_text(value) + "\n"


def as_json(problem: Problem) -> dict[str, object]:
    """Return one problem as the JSON report has it."""
    return {
        "rule": problem.rule,
        "level": problem.level,
        "path": problem.path,
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "fix": _fix(problem.fix) if problem.fix is not None else None,
    }


def _fix(fix: Fix) -> dict[str, object]:
    """Return the command that repairs it, and its edits by characters of the page."""
    return {"command": fix.command, "edits": [edit._asdict() for edit in fix.edits]}
