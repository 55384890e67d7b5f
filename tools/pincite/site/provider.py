"""What the renderer asks about the wiki, answered from a loaded one (see `extension.Provider`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote

from pincite.model import Page
from pincite.parse.grammar import grammar_of
from pincite.parse.page import parse_page
from pincite.paths import folder_of, joined
from pincite.site.addresses import address, between
from pincite.site.facts import PageFacts
from pincite.site.gather import page_facts
from pincite.site.history import History, entry_history
from pincite.site.wiki_site import Site, stamped


class Generated(NamedTuple):
    """A page that the site makes: markdown with headings, and marks for the `parts` of ready HTML between them.

    `hide` names parts of the theme that it needs the room of. The search leaves such pages out: what they say stands
    in the pages that they link to.
    """

    title: str
    markdown: str
    parts: tuple[str, ...]
    hide: tuple[str, ...] = ()


class WikiProvider:
    """Pages and facts of a site, gathered once each."""

    def __init__(self, site: Site, history: History, diagrams: bool = False) -> None:
        self.site = site
        self.history = history
        self.pages_made: dict[str, Generated] = {}
        self.diagrams = diagrams
        self.raw_html = site.wiki.config.raw_html
        self._paths = {name: path for path, name in site.published.items()}
        self._facts: dict[str, PageFacts] = {}

    def page(self, name: str, text: str) -> tuple[Page, PageFacts] | None:
        """Return the page of the wiki with this name; one whose text is not the tracked one is read from the text."""
        path = self._paths.get(name)
        page = self.site.wiki.pages.get(path) if path else None
        if page is None:
            return None
        if text.strip() == page.text[page.body :].strip().replace("\r\n", "\n") or not text.strip():
            return page, self.facts(page)
        fresh = parse_page(page.path, text.encode("utf-8", "replace"), grammar_of(self.site.wiki.config))
        return fresh, page_facts(fresh, self.site)

    def facts(self, page: Page) -> PageFacts:
        """Return the facts of a page of the wiki."""
        if page.path not in self._facts:
            self._facts[page.path] = page_facts(page, self.site)
        return self._facts[page.path]

    def final(self, url: str, name: str) -> str:
        """Return the address on the site for one that is relative to the source of the page with this name."""
        target, mark, rest = url.partition("#")
        path = joined(folder_of(name), unquote(target))
        if path not in self._paths:
            return url
        directories = self.site.directories
        return between(address(path, directories), address(name, directories)) + mark + rest

    def stamp(self, html: str) -> str:
        """Return HTML with the id of the published commit where addresses wait for it."""
        return stamped(html, self.site.wiki.snapshot.commit or "")

    def generated(self, name: str) -> tuple[str, ...]:
        """Return the parts of a generated page."""
        made = self.pages_made.get(name)
        return made.parts if made else ()

    def slots(self, name: str) -> Callable[[int], str]:
        """Return what fills the slots of a page: the history of its entries, by their number."""
        path = self._paths.get(name)
        page = self.site.wiki.pages.get(path) if path else None
        if page is None:
            return lambda number: ""
        return lambda number: entry_history(page, page.entries[number], self.history, self.site)
