"""The status of a page as decision records state it: in the frontmatter, in a line `Status: …`, in a section."""

from __future__ import annotations

from pincite.model import Page
from pincite.patterns import IGNORECASE, MULTILINE, lazy
from pincite.record import NamedTuple
from pincite.rules._common import place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


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
