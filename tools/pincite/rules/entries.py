"""Entries are dated, stand newest first, have an id of their own, name a source, and say something.

A date is written YYYY-MM-DD and lies at most one day ahead. Entries of one day stand in any order. A live decision
has a Source, be it only `conversation, 2026-10-01` or `not stated in the sources`. Text that an agent left out
("[… rest remains the same …]", a body of `...`) is refused outside of code.

Bad:
    ## 2026-10-01 Keep 3 keys

    - **Decision:** Keep 3 keys.
    - **Source:** conversation, 2026-10-01

    ## 2026-10-03 Keep 4 keys

    - **Decision:** Keep 4 keys.

Good:
    ## 2026-10-03 Name the keys

    - **Decision:** Every key has a name.
    - **Source:** not stated in the sources

    ## 2026-10-01 Keep 3 keys

    - **Decision:** Keep 3 keys.
    - **Source:** conversation, 2026-10-01
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from pincite.model import ROLE_PAGE, Entry, Heading, Page, Problem
from pincite.parse.mask import mask
from pincite.patterns import IGNORECASE, lazy
from pincite.rules._common import listed, place
from pincite.schema import is_date
from pincite.wiki import Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


KINDS = {
    "date": ("error", "warning"),
    "order": ("error", "warning"),
    "duplicate-id": ("error", "error"),
    "no-source": ("error", "warning"),
    "placeholder": ("error", "error"),
}

_LIKE_ENTRY = lazy(r"\[?(?:[0-9]{4}[./][0-9]{1,2}[./][0-9]{1,2}|[0-9]{4}-[0-9]{1,2}(?!-?[0-9]))\b")
_DOTS = r"(?:(?<!\.)\.{3,}+|…)"
_REST = (
    r"(?:rest|remainder|everything else)\b[^\n\[\](){}<>.…]{0,60}"
    r"\b(?:same|unchanged|omitted|as (?:before|above|is)|of the (?:file|page|document|content|entry|section|text))"
)
_MORE = (
    r"(?:existing|previous|remaining|other) (?:\w+ )?"
    r"(?:content|text|entry|entries|sections?|code|file|page|paragraphs?|items?|bullets?|lines?)"
    r"|unchanged|no changes?|same as (?:before|above)"
)
_CLOSE = rf"\b[^\n\[\](){{}}<>.…]{{0,40}}(?:{_DOTS}|[\])>])"
# Dots, words that say that something stays, and dots or a bracket again; a bracket alone may open it where "the rest"
# is spoken of. Less than that is prose.
_LEFT_OUT = lazy(
    rf"(?:[\[(<]\s?)?{_DOTS}\s?[(\[]?(?:the |all )?(?:{_REST}|{_MORE}){_CLOSE}|[\[(<](?:the |all )?{_REST}{_CLOSE}",
    IGNORECASE,
)
_NOTHING = lazy(rf"[\[(<]?{_DOTS}[\])>]?\s*\Z")


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem for each entry that is misdated, misplaced, a namesake, unsourced or empty."""
    if page.role != ROLE_PAGE:
        yield from _left_out(page)
        return
    yield from _dates(page, wiki)
    if page.entries:
        yield from _order(page)
        yield from _ids(page, wiki)
        yield from _sources(page)
    yield from _left_out(page)


def _problem(kind: str, page: Page, at: Entry | Heading, message: str, subject: str) -> Problem:
    return Problem(f"entries.{kind}", page.path, at.line, 1, message, subject)


def _dates(page: Page, wiki: Wiki) -> Iterator[Problem]:
    for entry in page.entries:
        if not is_date(entry.date):
            message = f"`{entry.date}` is no date; write YYYY-MM-DD, as in 2026-10-03"
            yield _problem("date", page, entry, message, entry.id)
        elif wiki.future(entry.date):
            message = f"{entry.date} lies in the future; date an entry when it is decided"
            yield _problem("date", page, entry, message, entry.id)
    for heading in page.headings:
        found = _LIKE_ENTRY.match(heading.text) if heading.level == 2 else None
        if found:
            message = f"`{found[0].lstrip('[')}` does not date an entry; write YYYY-MM-DD, as in 2026-10-03"
            yield _problem("date", page, heading, message, heading.text)


def _order(page: Page) -> Iterator[Problem]:
    dated = [entry for entry in page.entries if is_date(entry.date)]
    for above, entry in pairwise(dated):
        if entry.date > above.date:
            message = f"{entry.date} stands below {above.date} (line {above.line}); the newest entry stands first"
            yield _problem("order", page, entry, message, entry.id)


def _ids(page: Page, wiki: Wiki) -> Iterator[Problem]:
    twice = [entry_id for entry_id, number in Counter(entry.id for entry in page.entries).items() if number > 1]
    for entry in page.entries:
        places = list(wiki.with_id(entry.id)) if entry.explicit else []
        others = sorted({path for path in places if path != page.path})
        if others:
            message = f"the id `{entry.id}` also stands in {listed(others, 'and')}; give one of them another id"
            yield _problem("duplicate-id", page, entry, message, entry.id)
        elif entry.id in twice or len(places) > 1:
            message = f"the id `{entry.id}` stands twice in this page; give one of them another id"
            yield _problem("duplicate-id", page, entry, message, entry.id)


def _sources(page: Page) -> Iterator[Problem]:
    kind = page.frontmatter.values.get("type") if page.frontmatter else None
    for entry in page.entries:
        labels = {bullet.label for bullet in entry.bullets}
        decides = kind == "decision" or labels & {"decision", "rule"}
        if entry.live and decides and not any(text.strip() for text in entry.texts("source")):
            message = "this decision names no source; add `- **Source:** PATH:LINE`, `conversation, DATE` or"
            yield _problem("no-source", page, entry, f"{message} `not stated in the sources`", entry.id)


def _left_out(page: Page) -> Iterator[Problem]:
    """Find text that somebody meant to fill in, or that an agent did not write out again."""
    text = page.text
    if "..." not in text and "…" not in text:
        return
    shown = mask(text, page.body).linked
    for found in _LEFT_OUT.finditer(shown, page.body):
        written = text[found.start() : found.end()].strip()
        yield _placeholder(page, found.start(), f"`{written[:60]}` stands for text that is not there; write it out")
    if _NOTHING.match(shown[page.body :].strip("\0 \r\n\t")):
        yield _placeholder(page, page.body, "this page holds dots instead of text; write it, or remove the page")
    for entry in page.entries:
        if _NOTHING.match(shown[entry.heading_end : entry.end].strip()):
            yield _placeholder(page, entry.heading_end, "this entry holds dots instead of text; write it")
        for bullet in entry.bullets:
            if _NOTHING.match(bullet.text):
                yield _placeholder(page, bullet.start, f"“{bullet.label}” holds dots instead of text; write it")


def _placeholder(page: Page, offset: int, message: str) -> Problem:
    text = page.text
    while offset < len(text) and text[offset].isspace():
        offset += 1
    line, column = place(text, min(offset, len(text)))
    return Problem("entries.placeholder", page.path, line, column, message, message)
