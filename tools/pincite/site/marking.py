"""Put marks where the scanner found links and citations, so that Markdown leaves them alone (see `tokens`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pincite.model import Page
from pincite.parse.mask import mask
from pincite.site import tokens


class Marked(NamedTuple):
    """A page's text with marks, and the source text of each: `links[n]` and `citations[n]` are those of the page."""

    text: str
    sources: dict[tuple[str, int], str]


def marked(page: Page) -> Marked:
    """Return the text of a page behind its frontmatter, each wikilink and citation replaced by its mark.

    Markdown's own links and images stay: Markdown reads them, and `links` finds them by their addresses.
    """
    text = tokens.without_marks(page.text)
    parts: list[str] = []
    sources: dict[tuple[str, int], str] = {}
    at = page.body
    for start, end, kind, number in sorted(_spans(page, text)):
        if start < at:
            continue  # one within another: the outer one stands
        parts.append(text[at:start])
        if kind:
            parts.append(tokens.mark(kind, number))
            sources[kind, number] = text[start:end]
        at = end
    parts.append(text[at:])
    return Marked("".join(parts).removeprefix("\ufeff"), sources)


def _spans(page: Page, text: str) -> Iterator[tuple[int, int, str, int]]:
    """Yield (start, end, kind of mark, number); Obsidian's comments, which Markdown does not know, have no kind."""
    if "%%" in text:
        for start, end in mask(text, page.body).comments:
            if text.startswith("%%", start):
                yield start, end, "", 0
    for number, link in enumerate(page.links):
        if link.form in ("wikilink", "embed"):
            yield link.start, link.end, tokens.LINK, number
    for number, citation in enumerate(page.citations):
        if citation.form != "link":
            yield *_whole_code(text, citation.start, citation.end), tokens.CITATION, number


def _whole_code(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span widened by the backtick that it would leave without its partner: "`a.py` L20"."""
    if text.count("`", start, end) % 2:
        if text[start - 1 : start] == "`":
            return start - 1, end
        if text[end : end + 1] == "`":
            return start, end + 1
    return start, end
