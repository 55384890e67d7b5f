"""For code scanning: SARIF 2.1.0 (OASIS), as GitHub, GitLab, Azure DevOps and editors read it."""

from __future__ import annotations

import inspect
from urllib.parse import quote

from pincite import __version__
from pincite.levels import rule
from pincite.model import Problem
from pincite.output import json_text
from pincite.report import older
from pincite.report.fingerprint import fingerprints
from pincite.verdict import Report

Value = dict[str, object]
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"


def render(report: Report, colour: bool) -> str:
    """Return the report as a SARIF log with one run."""
    kinds = sorted({problem.rule for problem in report.problems})
    pairs = zip(report.problems, fingerprints(report.problems), strict=True)
    run: Value = {
        "tool": {"driver": {"name": "pincite", "version": __version__, "rules": [_rule(kind) for kind in kinds]}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": _notifications(report)}],
        "results": [_result(problem, kinds.index(problem.rule), mark) for problem, mark in pairs],
    }
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _rule(kind: str) -> Value:
    """Return a rule with its documentation, which is the docstring of its module."""
    about = inspect.getdoc(rule(kind.partition(".")[0])) or kind
    return {
        "id": kind,
        "shortDescription": {"text": about.partition("\n")[0]},
        "fullDescription": {"text": about},
        "help": {"text": f"{about}\n\npincite check --explain {kind}"},
    }


def _result(problem: Problem, index: int, fingerprint: str) -> Value:
    fix = f"\nfix: {problem.fix.command}" if problem.fix is not None else ""
    uri = quote(problem.path, safe="/", encoding="utf-8", errors="surrogateescape")
    region = {"startLine": max(problem.line, 1), "startColumn": max(problem.column, 1)}
    place = {"artifactLocation": {"uri": uri, "uriBaseId": _ROOT}, "region": region}
    return {
        "ruleId": problem.rule,
        "ruleIndex": index,
        "level": problem.level,
        "message": {"text": problem.message + fix},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"pincite/v1": fingerprint},
    }


def _notifications(report: Report) -> list[Value]:
    return [{"level": "note", "message": {"text": note}} for note in (*report.notes, *older(report))]
