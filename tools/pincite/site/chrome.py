"""What stands around the text of a page: what it is, when it changed, where its source is, and what links to it."""

from __future__ import annotations

from pincite.model import Page
from pincite.site.addresses import address, between
from pincite.site.agents import markdown_name
from pincite.site.gather import state_of
from pincite.site.history import History
from pincite.site.html import Markup, element, join
from pincite.site.wiki_site import Site


def page_line(page: Page, site: Site, history: History) -> Markup:
    """Return the line below a page's title: its type, its entries, its dates, and its source."""
    values = page.frontmatter.values if page.frontmatter else {}
    kind, reviewed = values.get("type"), values.get("reviewed")
    parts: list[Markup] = []
    if isinstance(kind, str) and kind:
        parts.append(element("span", kind, class_="pc-badge pc-badge--type"))
    if page.entries:
        parts.append(element("span", _counted(page)))
    if isinstance(reviewed, str) and reviewed:
        parts.append(element("span", f"reviewed {reviewed}"))
    changed = history.date(page.path)
    if changed:
        parts.append(element("span", f"changed {changed}"))
    parts += _sources(page, site)
    return element("p", join(parts, Markup(" ")), class_="pc-page", data_search_exclude=True)


def _counted(page: Page) -> str:
    live = sum(entry.live for entry in page.entries)
    waiting = sum(state_of(entry) == "proposed" for entry in page.entries)
    earlier = len(page.entries) - live - waiting
    counts = [(live, "live"), (waiting, "proposed"), (earlier, "earlier")]
    return ", ".join(f"{count} {name}" for count, name in counts if count)


def _sources(page: Page, site: Site) -> list[Markup]:
    name = site.name(page.path)
    copy = between(markdown_name(name, site.directories), address(name, site.directories))
    found = [element("a", "Markdown", href=copy, type="text/markdown")]
    source = site.source(page.path)
    if source:
        found.append(element("a", "Source", href=source))
    return found


def below_title(content: str, line: Markup) -> str:
    """Return a page's content with a line behind its title, which the theme puts in front where the page has none."""
    head, end, rest = content.partition("</h1>")
    return head + end + line + rest if end else line + content
