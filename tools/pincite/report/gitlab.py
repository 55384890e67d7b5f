"""For GitLab: a Code Quality report, shown in the merge request."""

from __future__ import annotations

from pincite.model import Problem
from pincite.output import json_text
from pincite.report.fingerprint import fingerprints
from pincite.verdict import Report

_SEVERITY = {"error": "major", "warning": "minor"}


def render(report: Report, colour: bool) -> str:
    """Return the report as a JSON list; what GitLab has no place for (notes, counts) is left out."""
    pairs = zip(report.problems, fingerprints(report.problems), strict=True)
    return json_text([_issue(problem, fingerprint) for problem, fingerprint in pairs]) + "\n"


def _issue(problem: Problem, fingerprint: str) -> dict[str, object]:
    return {
        "description": problem.message,
        "check_name": problem.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITY[problem.level],
        "location": {"path": problem.path, "lines": {"begin": problem.line}},
    }
