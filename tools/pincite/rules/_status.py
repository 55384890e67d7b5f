"""The status of a page as decision records state it: in the frontmatter, in a line `Status: …`, in a section."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.model import Page
from pincite.patterns import IGNORECASE, MULTILINE, lazy
from pincite.record import NamedTuple
from pincite.rules._common import place

# The words of decision records for each status, in the languages they were met in.
_WORDS = {
    "proposed": ("proposed", "pending", "propuesta", "proposta", "proposto", "vorgeschlagen", "提议", "提案"),
    "accepted": ("accepted", "approved", "aceptad", "aceito", "aceita", "akzeptiert", "angenommen", "accepté", "已接受",
                 "承認"),
    "rejected": ("rejected", "declined", "rechazada", "rejeitad", "abgelehnt", "rejeté", "已拒绝", "却下"),
    "deprecated": ("deprecated", "obsolete", "retired", "obsoleta", "obsoleto", "veraltet", "已废弃", "非推奨"),
    "superseded": ("superseded", "superceded", "replaced", "reemplazada", "sustituida", "substituíd", "abgelöst",
                   "ersetzt", "remplacé", "已取代", "已被", "置換"),
}  # fmt: skip
_LINE = lazy(
    r"^[ \t>*+-]*(?:\*\*|__)?Status(?:\*\*|__)?[ \t]*:[ \t]*(?:\*\*|__)?[ \t]*([^\n|]{1,200})",
    MULTILINE | IGNORECASE,
)
_FIRST_LINES = 3000  # characters of the text in which the line of a status stands, where there is one


class Status(NamedTuple):
    """One statement of a page's status: its words, and where they stand."""

    text: str
    line: int
    offset: int


def word_of(text: str) -> str:
    """Return which status the text begins with (proposed, accepted, …), '' where it is none of these."""
    start = text.strip(" \t*_`~:.\"'[(✅❌⚠️🚧").casefold()
    for status, words in _WORDS.items():
        if any(start.startswith(word) for word in words):
            return status
    return ""


def is_superseded_status(text: str) -> bool:
    """Return whether a status says that something else is in force now."""
    return word_of(text) == "superseded"


def stated_status(page: Page) -> Iterator[Status]:
    """Yield every statement of the page's status that is outside of its entries, in page order."""
    given = page.frontmatter.values.get("status") if page.frontmatter else None
    if isinstance(given, str) and given:
        line = page.frontmatter.lines.get("status", 1) if page.frontmatter else 1
        yield Status(given, line, page.frontmatter.start if page.frontmatter else 0)
    first = page.entries[0].start if page.entries else len(page.text)
    if "tatus" in page.text:
        found = _LINE.search(page.text, page.body, min(first, page.body + _FIRST_LINES))
        if found:
            yield Status(found[1], place(page.text, found.start(1))[0], found.start(1))
        yield from _section(page, first)


def _section(page: Page, end: int) -> Iterator[Status]:
    """Yield the first line below a heading "Status"."""
    for heading in page.headings:
        if heading.text.strip(" :").casefold() == "status" and heading.end < end:
            at = heading.end
            while at < len(page.text) and page.text[at].isspace():
                at += 1
            stop = page.text.find("\n", at)
            text = page.text[at : stop if stop >= 0 else len(page.text)]
            if text and not text.startswith("#"):
                yield Status(text, place(page.text, at)[0], at)
            return
