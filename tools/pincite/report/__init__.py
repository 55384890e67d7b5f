"""A verdict in the format that its reader wants: one module a format, each with `render(report, colour)`."""

from __future__ import annotations

import sys

from pincite.verdict import Report

FORMATS = ("text", "json", "sarif", "github", "gitlab")


def render(report: Report, form: str, colour: bool = False) -> str:
    """Return the report in one of `FORMATS`, with its line end. Only text has colours."""
    __import__(f"pincite.report.{form}")
    rendered: str = sys.modules[f"pincite.report.{form}"].render(report, colour)
    return rendered


def older(report: Report) -> list[str]:
    """Return the one sentence about what stood before and is not shown, nothing where there is none."""
    if not report.older:
        return []
    many = "problem that was" if report.older == 1 else "problems that were"
    return [f"{report.older} older {many} there before: not shown here, 'pincite check' shows all"]


def judged(report: Report) -> str:
    """Return what was judged: "14 pages in the index"."""
    where = {"disk": "on disk", "index": "in the index"}.get(report.snapshot, f"at {report.snapshot[:10]}")
    return f"{counted(report.pages, 'page')} {where}"


def counted(count: int, word: str) -> str:
    """Return a number with its word: "1 page", "2 pages"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
