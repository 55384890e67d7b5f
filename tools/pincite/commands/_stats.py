"""What `check --stats` prints: what the wiki holds, how its claims are backed, and how many problems of each kind."""

from __future__ import annotations

from collections import Counter

from pincite.load import LoadedWiki
from pincite.model import Entry
from pincite.output import json_text
from pincite.provenance import KINDS, provenance
from pincite.report import counted, judged, older
from pincite.verdict import Report

Counts = dict[str, int]


def stats(report: Report, wiki: LoadedWiki, json: bool) -> str:
    """Return the numbers as JSON or as text, with a line end."""
    held = _held(wiki)
    problems = dict(sorted(Counter((problem.level, problem.rule) for problem in report.problems).items()))
    if json:
        found = [{"rule": rule, "level": level, "count": count} for (level, rule), count in problems.items()]
        told = {"version": 1, "snapshot": report.snapshot, "pages": report.pages, **held, "problems": found}
        return json_text({**told, "older": report.older, "notes": list(report.notes)}) + "\n"
    lines = [judged(report), *(f"  {name:11} {_row(counts)}" for name, counts in held.items())]
    lines += [f"  {rule:27} {counted(count, level)}" for (level, rule), count in problems.items()]
    return "\n".join([*lines, *older(report)]) + "\n"


def _row(counts: Counts) -> str:
    whole = counts.get("all")
    parts = ", ".join(f"{count} {name}" for name, count in counts.items() if name != "all" and count)
    return parts or "0" if whole is None else f"{whole}: {parts}" if parts else str(whole)


def _held(wiki: LoadedWiki) -> dict[str, Counts]:
    """Return what all pages hold together; provenance and open questions are those of live entries."""
    pages = wiki.pages.values()
    entries = Counter(_state(entry) for page in pages for entry in page.entries)
    backing = Counter(
        next(iter(provenance(entry, page, wiki)), "none") for page in pages for entry in page.entries if entry.live
    )
    citations = [one for page in pages for one in page.citations if wiki.cited(one, page).state != "foreign"]
    return {
        "entries": {"all": entries.total(), **{state: entries[state] for state in _STATES}},
        "provenance": {kind: backing[kind] for kind in (*KINDS, "none")},
        "open": {"all": sum(len(entry.texts("open")) for page in pages for entry in page.entries if entry.live)},
        "links": {"all": sum(len(page.links) for page in pages)},
        "citations": {
            "all": len(citations),
            "with a quote": sum(one.quote is not None for one in citations),
            "pinned to a commit": sum(one.commit is not None for one in citations),
        },
        "events": {"all": sum(len(page.events) for page in pages)},
    }


_STATES = ("live", "superseded", "proposed", "rejected")


def _state(entry: Entry) -> str:
    return "live" if entry.live else entry.status if entry.status != "accepted" else "superseded"
