"""An Atom feed of decisions. The same entry always has the same id, and no clock is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import urljoin
from uuid import NAMESPACE_URL, uuid5

from pincite.model import Entry, Page
from pincite.output import printable
from pincite.site.addresses import address, fragment
from pincite.site.history import History
from pincite.site.wiki_site import Site

# How many entries a reader gets; feeds are read from the top.
MOST = 100


class Item(NamedTuple):
    """An entry of the wiki as the feed tells it."""

    page: Page
    entry: Entry
    author: str


def newest(site: Site, history: History) -> list[Item]:
    """Return the newest entries of all pages, newest first."""
    found = [(page, entry) for page in site.pages.values() for entry in page.entries]
    found.sort(key=lambda pair: (pair[1].date, pair[0].path, -pair[1].line), reverse=True)
    return [Item(page, entry, _author(page, entry, history)) for page, entry in found[:MOST]]


def _author(page: Page, entry: Entry, history: History) -> str:
    authors = history.entry(page, entry)
    return authors[0].name if authors else ""


def atom(items: Sequence[Item], site: Site, title: str, site_url: str) -> str:
    """Return the feed. Without a `site_url` its addresses are relative to it, as RFC 4287 allows."""
    updated = max((item.entry.date for item in items), default="1970-01-01")
    own, timeline = urljoin(site_url, "feed.xml"), urljoin(site_url, address("timeline.md", site.directories))
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"  <title>{_text(title)}</title>",
        f"  <id>urn:uuid:{uuid5(NAMESPACE_URL, site_url or title)}</id>",
        f"  <updated>{_moment(updated)}</updated>",
        f"  <author><name>{_text(title)}</name></author>",
        f'  <link rel="self" href="{_text(own)}"/>',
        f'  <link rel="alternate" type="text/html" href="{_text(timeline)}"/>',
    ]
    for item in items:
        lines += _entry(item, site, site_url)
    return "\n".join([*lines, "</feed>"]) + "\n"


def identity(page: Page, entry: Entry) -> str:
    """Return an id that stays while the entry stays in its page: made from the page's path and the entry's id."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'{page.path}#{entry.id}')}"


def _entry(item: Item, site: Site, site_url: str) -> Iterator[str]:
    page, entry, author = item
    href = urljoin(site_url, address(site.name(page.path), site.directories)) + fragment(entry.id)
    yield "  <entry>"
    yield f"    <title>{_text(f'{page.title}: {entry.title}')}</title>"
    yield f"    <id>{identity(page, entry)}</id>"
    yield f'    <link rel="alternate" type="text/html" href="{_text(href)}"/>'
    yield f"    <published>{_moment(entry.date)}</published>"
    yield f"    <updated>{_moment(entry.superseded or entry.date)}</updated>"
    if author:
        yield f"    <author><name>{_text(author)}</name></author>"
    yield f'    <category term="{_state(entry)}"/>'
    yield f'    <summary type="text">{_text(summary(entry))}</summary>'
    yield "  </entry>"


def summary(entry: Entry) -> str:
    """Return what an entry decides, in plain words: its Decision or Rule, else its title."""
    said = [*entry.texts("decision"), *entry.texts("rule")]
    return " ".join(" ".join(said).split()) or entry.title


def _state(entry: Entry) -> str:
    return "live" if entry.live else entry.status if entry.status != "accepted" else "superseded"


def _moment(date: str) -> str:
    """Return a date as RFC 3339 has it; what is no date is the beginning of time, so that the feed stays valid."""
    from datetime import date as calendar

    try:
        return f"{calendar.fromisoformat(date).isoformat()}T00:00:00Z"
    except ValueError:
        return "1970-01-01T00:00:00Z"


def _text(value: str) -> str:
    """Return a text as XML may hold it: most control characters are not allowed even when they are escaped."""
    return escape(printable(value))
