"""What links to a page: what supersedes it, what rests on it, and what only mentions it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pincite.model import ROLE_INDEX, ROLE_LOG, Entry, Link, Page
from pincite.site.html import Markup, element, join
from pincite.site.wiki_site import Site

# What each kind of link is called, in the order in which the groups stand.
GROUPS = (("supersedes", "Superseded by"), ("rests", "Decisions that rest on this"), ("mentions", "Mentioned in"))


class Backlink(NamedTuple):
    """A link from a page (and the entry in it, '' outside of one) to an entry of another page, or to it as a whole."""

    kind: str
    source: str
    entry: str
    target: str


class Backlinks:
    """The links of all pages, turned round."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._found: dict[str, set[Backlink]] = {}
        for page in site.pages.values():
            if page.role not in (ROLE_INDEX, ROLE_LOG):
                for path, link in _links(page, site):
                    self._found.setdefault(path, set()).add(link)

    def to(self, path: str) -> list[Backlink]:
        """Return what links to a page, in a fixed order; a link that rests on it outweighs a mention of it."""
        links = self._found.get(path, set())
        strong = {(link.source, link.entry) for link in links if link.kind != "mentions"}
        kept = (link for link in links if link.kind != "mentions" or (link.source, link.entry) not in strong)
        return sorted(kept)

    def panel(self, page: Page) -> Markup:
        """Return the list of what links to a page, '' where nothing does."""
        links = self.to(page.path)
        groups = [
            join([element("h3", title), element("ul", *items)])
            for kind, title in GROUPS
            if (items := [self._item(link, page) for link in links if link.kind == kind])
        ]
        if not groups:
            return Markup()
        heading = element("h2", "What links here")
        return element("aside", heading, *groups, class_="pc-backlinks", aria_label="What links here")

    def _item(self, link: Backlink, page: Page) -> Markup:
        source = self._site.wiki.pages[link.source]
        entry = next((one for one in source.entries if one.id == link.entry), None)
        origin = self._site.name(page.path)
        title = element("a", source.title, href=self._site.url(link.source, link.entry, origin))
        about = next((one for one in page.entries if one.id == link.target), None)
        parts = [title]
        if entry is not None:
            parts.append(element("span", f" {entry.date} {entry.title}", class_="pc-quiet"))
        if about is not None:
            parts.append(element("span", f", on {about.date} {about.title}", class_="pc-quiet"))
        return element("li", *parts)


def _links(page: Page, site: Site) -> Iterator[tuple[str, Backlink]]:
    for link in page.links:
        target = site.wiki.resolve(link, page)
        if target.state != "found" or target.path == page.path or target.path not in site.wiki.pages:
            continue
        entry = next((one for one in page.entries if one.start <= link.start < one.end), None)
        yield target.path, Backlink(_kind(link, entry), page.path, entry.id if entry else "", target.entry)


def _kind(link: Link, entry: Entry | None) -> str:
    """Return what a link says of its target: a live entry rests on what it links to, its tail supersedes it."""
    if entry is None:
        return "mentions"
    if link.start < entry.heading_end:
        return "supersedes" if entry.status == "accepted" else "mentions"
    return "rests" if entry.live else "mentions"
