"""What citations of a page ask of history: their marks, the file and lines that each means."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite.config import Config
from pincite.engine.places import page_test, under
from pincite.globs import matcher
from pincite.model import ROLE_LOG, Citation, Entry, Page
from pincite.parse.grammar import grammar_of
from pincite.parse.page import parse_page
from pincite.repo.follow import Claim
from pincite.repo.marks import Mark, Scan
from pincite.wiki import Cited


def scanner(config: Config) -> Scan:
    """Return what finds the marks on a version of a page."""
    grammar = grammar_of(config)
    return lambda path, data: marks(parse_page(path, data, grammar))


def marks(page: Page) -> list[Mark]:
    """Return a mark for each citation of a page.

    The reviews of a citation are the `Reviewed` bullets of its entry, and the `reviewed` field of its page.
    """
    lines = page.text.split("\n") if page.citations else []
    field = page.frontmatter.values.get("reviewed", "") if page.frontmatter else ""
    whole = field if isinstance(field, str) else ""
    return [Mark(citation.text, lines[citation.line - 1].strip(), _review(page, citation, whole))
            for citation in page.citations]  # fmt: skip


def claims(page: Page, cited: Sequence[Cited], config: Config) -> list[Claim]:
    """Return a claim for each citation; without lines where there is nothing to follow.

    That is so of a pin, which names lines of a commit that stay what they are, and of what is history: superseded
    entries, logs and frozen pages. What is followed is a file that is there, or was once.
    """
    history = page.role == ROLE_LOG or bool(config.frozen and matcher(config.frozen)(page.path))
    found = []
    for citation, mark, file in zip(page.citations, marks(page), cited, strict=True):
        entry = _entry(page, citation)
        past = history or (entry is not None and (entry.struck or entry.superseded is not None))
        followable = file.state in ("found", "missing") and citation.commit is None and not past
        ranges = tuple(lines for lines in citation.ranges if 0 < lines[0] <= lines[1])
        found.append(Claim(mark, file.path, ranges if followable and file.path else ()))
    return found


def quotes_code(config: Config) -> Callable[[str], bool]:
    """Return what tells files that quote code, pages and sources, from files that are code."""
    is_page, is_source = page_test(config), under(config.raw)
    return lambda path: is_page(path) or is_source(path)


def _review(page: Page, citation: Citation, whole: str) -> str:
    entry = _entry(page, citation)
    return "\n".join([*(entry.texts("reviewed") if entry else ()), *([whole] if whole else [])])


def _entry(page: Page, citation: Citation) -> Entry | None:
    return next((entry for entry in page.entries if entry.start <= citation.start < entry.end), None)
