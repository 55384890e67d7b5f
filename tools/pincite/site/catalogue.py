"""Lists of pages that the site makes: all pages by folder, and pages by tag."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.model import ROLE_PAGE, Page
from pincite.paths import folder_of
from pincite.site import tokens
from pincite.site.history import History
from pincite.site.html import Markup, element
from pincite.site.provider import Generated
from pincite.site.wiki_site import Site
from pincite.text import name_key, slug


def tags_of(page: Page) -> tuple[str, ...]:
    """Return the tags of a page's frontmatter, as a list or as words with commas between them."""
    value = page.frontmatter.values.get("tags") if page.frontmatter else None
    items = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    found = (item.strip().removeprefix("#") for item in items if isinstance(item, str))
    return tuple(dict.fromkeys(item for item in found if item))


def pages_page(site: Site, history: History, origin: str) -> Generated:
    """Return the page that lists every page, folder by folder."""
    folders: dict[str, list[Page]] = {}
    for page in site.pages.values():
        folders.setdefault(folder_of(site.name(page.path)), []).append(page)
    lines = ["# All pages", ""]
    parts: list[str] = []
    for folder, pages in sorted(folders.items()):
        heading = f"## {_plain(folder_title(folder))} {{#{folder_anchor(folder)}}}"
        lines += [heading, "", tokens.mark(tokens.HELD, len(parts)), ""]
        rows = [_row(page, site, history, origin) for page in sorted(pages, key=lambda page: name_key(page.title))]
        head = element("thead", element("tr", *[element("th", text, scope="col") for text in _COLUMNS]))
        parts.append(element("table", head, element("tbody", *rows), class_="pc-table"))
    return Generated("All pages", "\n".join(lines), tuple(parts))


_COLUMNS = ("Page", "Live", "Earlier", "Changed")


def folder_title(folder: str) -> str:
    """Return how a folder is called: its path with spaces for hyphens, capitalised as MkDocs does."""
    if not folder:
        return "Top"
    words = folder.replace("-", " ").replace("_", " ")
    return words.capitalize() if words.islower() else words


def folder_anchor(folder: str) -> str:
    """Return the id of a folder's section in the list of all pages."""
    return f"in-{slug(folder.replace('/', ' ')) or 'top'}"


def _row(page: Page, site: Site, history: History, origin: str) -> Markup:
    live = sum(entry.live for entry in page.entries)
    earlier = len(page.entries) - live
    title = element("a", page.title, href=site.url(page.path, "", origin))
    cells = [str(live or ""), str(earlier or ""), history.date(page.path)]
    return element("tr", element("td", title), *[element("td", cell) for cell in cells])


def by_tag(pages: Iterable[Page]) -> dict[str, list[Page]]:
    """Return the pages with each tag; tags that differ in case or hyphens alone are one."""
    found: dict[str, tuple[str, list[Page]]] = {}
    for page in pages:
        for tag in tags_of(page):
            found.setdefault(name_key(tag), (tag, []))[1].append(page)
    return {tag: list(tagged) for tag, tagged in sorted(found.values(), key=lambda item: name_key(item[0]))}


def tag_anchor(tag: str) -> str:
    """Return the id of a tag on the page of tags."""
    return f"tag-{slug(tag) or 'none'}"


def tags_page(site: Site, origin: str) -> Generated | None:
    """Return the page that lists pages by tag, None where no page has one."""
    tags = by_tag(page for page in site.pages.values() if page.role == ROLE_PAGE)
    if not tags:
        return None
    lines, parts = ["# Tags", "", tokens.mark(tokens.HELD, 0), ""], []
    cloud = [_tag(tag, len(pages)) for tag, pages in tags.items()]
    parts.append(element("nav", *cloud, class_="md-tags", aria_label="Tags"))
    for tag, pages in tags.items():
        lines += [f"## {_plain(tag)} {{#{tag_anchor(tag)}}}", "", tokens.mark(tokens.HELD, len(parts)), ""]
        items = [
            element("li", element("a", page.title, href=site.url(page.path, "", origin)))
            for page in sorted(pages, key=lambda page: name_key(page.title))
        ]
        parts.append(element("ul", *items, class_="pc-columns"))
    return Generated("Tags", "\n".join(lines), tuple(parts))


def _tag(tag: str, count: int) -> Markup:
    number = element("span", str(count), class_="pc-number")
    return element("a", tag, number, href=f"#{tag_anchor(tag)}", class_="md-tag")


def _plain(text: str) -> str:
    """Return a text as it may stand in markdown without being any."""
    return "".join(f"\\{char}" if char in "\\`*_{}[]()#+-.!|<>~$" else char for char in " ".join(text.split()))
