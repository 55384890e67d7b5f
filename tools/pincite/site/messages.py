"""What a build says of links that lead nowhere. A strict build fails where the gate would."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from pincite.levels import ERROR, all_levels
from pincite.model import Link, Page
from pincite.site.facts import PageFacts
from pincite.site.wiki_site import Site

_KINDS = {"ambiguous": "links.ambiguous", "case": "links.case", "untracked": "links.untracked",
          "ignored": "links.untracked"}  # fmt: skip


def broken_links(page: Page, facts: PageFacts, site: Site) -> Iterator[tuple[int, str]]:
    """Yield (level, message) for each link of a page that leads nowhere, at the level that its rule has."""
    for link, fact in zip(page.links, facts.links, strict=True):
        if fact.kind != "broken" or link.form == "frontmatter":
            continue
        kind = "links.heading" if fact.href else _KINDS.get(site.wiki.resolve(link, page).state, "links.broken")
        if _ignored(link, page, kind):
            continue
        weight = all_levels(site.wiki.config).get(kind, ERROR)
        number = logging.WARNING if weight == ERROR and not _stub(kind, site) else logging.INFO
        yield number, f"{page.path}:{link.line}:{link.column}: {_text(link, page)} leads nowhere. {fact.note}".rstrip()


def _stub(kind: str, site: Site) -> bool:
    return kind == "links.broken" and site.wiki.config.stubs


def _ignored(link: Link, page: Page, kind: str) -> bool:
    rules = {rule for ignore in page.ignores if link.line in (ignore.line, ignore.line + 1) for rule in ignore.rules}
    return bool(rules & {kind, kind.partition(".")[0]})


def _text(link: Link, page: Page) -> str:
    return page.text[link.start : link.end].replace("\n", " ")
