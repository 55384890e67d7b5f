"""Everything that the site holds besides the wiki's own files: pages, feeds, indexes, and copies of the markdown."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pincite.site.addresses import address, between
from pincite.site.agents import copies, entries_json, llms_full, llms_txt
from pincite.site.backlinks import Backlinks
from pincite.site.catalogue import pages_page, tags_page
from pincite.site.feed import atom, newest
from pincite.site.graph import graph_page
from pincite.site.health import health_page
from pincite.site.provider import Generated, WikiProvider
from pincite.site.timeline import rows, timeline_json, timeline_page

# In the order of the navigation.
TIMELINE, HEALTH, GRAPH, TAGS, PAGES = NAMES = ("timeline.md", "health.md", "graph.md", "tags.md", "pages.md")


class About(NamedTuple):
    """What the site's configuration says of it."""

    title: str
    description: str
    url: str


class MadeFile(NamedTuple):
    """A file of the site: its name in the docs folder, its content, and where it goes if that is elsewhere."""

    name: str
    content: str
    target: str = ""


def name_of(wanted: str, taken: Collection[str]) -> str:
    """Return the name of a generated page: a page of the wiki's own with that name comes first."""
    return wanted if wanted not in taken else f"pincite/{wanted}"


def made_pages(provider: WikiProvider, backlinks: Backlinks, with_tags: bool) -> dict[str, Generated]:
    """Return the pages that the site makes, by their name in the docs folder, in the order of the navigation."""
    site, history = provider.site, provider.history
    taken = set(site.published.values())
    names = {wanted: name_of(wanted, taken) for wanted in NAMES}
    found = rows(site, names[TIMELINE], history)
    feed = between("feed.xml", address(names[TIMELINE], site.directories))
    made: dict[str, Generated | None] = {
        names[TIMELINE]: timeline_page(found, site, feed),
        names[HEALTH]: health_page(provider, site.wiki.problems(), names[HEALTH]),
        names[GRAPH]: graph_page(site, backlinks, names[GRAPH]),
        names[TAGS]: tags_page(site, names[TAGS]) if with_tags else None,
        names[PAGES]: pages_page(site, history, names[PAGES]),
    }
    return {name: page for name, page in made.items() if page is not None}


def made_files(provider: WikiProvider, about: About) -> list[MadeFile]:
    """Return the other files: JSON, the feed, what agents read."""
    site, history = provider.site, provider.history
    files = [
        MadeFile("timeline.json", timeline_json(rows(site, TIMELINE, history))),
        MadeFile("entries.json", entries_json(site, about.url)),
        MadeFile("feed.xml", atom(newest(site, history), site, about.title, about.url)),
        MadeFile("llms.txt", llms_txt(site, about.title, about.description, about.url)),
        MadeFile("llms-full.txt", llms_full(site, about.title)),
    ]
    taken = set(site.published.values())
    return [file for file in files if file.name not in taken] + [MadeFile(*copy) for copy in copies(site)]
