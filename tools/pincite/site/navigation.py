"""The navigation that a page shows: its own section, and one line for each of the others.

Printing all of a large wiki's navigation on every page is most of a build's time and nearly all of its bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pincite.site.catalogue import folder_anchor

# A navigation of up to this many pages is shown whole. Of a larger section this many pages stand on each side.
WHOLE, AROUND = 50, 7


class Branch:
    """A section, or a link, of a navigation: what Material's templates ask of one."""

    is_section, is_page, is_link, is_index = True, False, False, False
    meta: dict[str, Any] | None = None

    def __init__(self, title: str, url: str = "", children: Sequence[Any] | None = None, active: bool = False) -> None:
        self.title, self.url, self.children, self.active = title, url, children, active


class LocalNavigation:
    """The navigation of one page; all else is that of the whole site."""

    def __init__(self, whole: Any, items: Sequence[Any]) -> None:
        self.items, self.pages, self.homepage = items, whole.pages, whole.homepage

    def __iter__(self) -> Any:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


def arrange(nav: Any, made: Sequence[Any], logs: Sequence[Any], section: Callable[[str, list[Any]], Any]) -> None:
    """Put the pages that the site makes where readers look for them: the first (the timeline) behind the front page,
    the others, with the logs, in a section of their own at the end."""
    apart = [page for page in (*made, *logs) if page is not None]
    items = [item for item in nav.items if not any(item is page for page in apart)]
    front = 1 if items and items[0] is nav.homepage else 0
    if made:
        items.insert(front, made[0])
    rest = [page for page in apart if page is not made[0]] if made else apart
    if rest:
        last = section("About this wiki", rest)
        for page in rest:
            page.parent = last
        items.append(last)
    nav.items[:] = items


def local(nav: Any, page: Any | None, all_pages: str) -> Any:
    """Return the navigation that `page` shows; `all_pages` is the address of the list of all pages."""
    if len(nav.pages) <= WHOLE:
        return nav
    chain = [] if page is None else [page, *page.ancestors]
    return LocalNavigation(nav, [_item(item, chain, all_pages) for item in _window(nav.items, chain, all_pages, "")])


def _item(item: Any, chain: Sequence[Any], all_pages: str, folder: str = "") -> Any:
    """Return an item of the navigation: open where the page stands in it, else a single line."""
    if item.children is None:
        return item
    if any(item is one for one in chain):
        inside = f"{folder}/{item.title}" if folder else item.title
        shown = _window(item.children, chain, all_pages, _folder_of(item))
        return Branch(item.title, "", [_item(child, chain, all_pages, inside) for child in shown], active=True)
    index = next((child for child in item.children if getattr(child, "is_index", False)), None)
    return Branch(item.title, index.url if index is not None else _listed(_folder_of(item), all_pages))


def _window(items: Sequence[Any], chain: Sequence[Any], all_pages: str, folder: str) -> list[Any]:
    """Return the items around the one that leads to the page, and a line for the others where they are many."""
    if len(items) <= 2 * AROUND + 4:
        return list(items)
    at = next((number for number, item in enumerate(items) if any(item is one for one in chain)), 0)
    first = max(0, min(at - AROUND, len(items) - 2 * AROUND - 1))
    shown = list(items[first : first + 2 * AROUND + 1])
    return [*shown, Branch(f"All {len(items)} pages", _listed(folder, all_pages))]


def _folder_of(section: Any) -> str:
    """Return the folder that a section of an automatic navigation was made from, by the first page in it."""
    depth, item = 0, section
    while item.children:
        item, depth = item.children[0], depth + 1
    name = getattr(getattr(item, "file", None), "src_uri", "")
    parts: list[str] = name.split("/")[:-1]
    return "/".join(parts[: len(parts) - depth + 1]) if depth else ""


def _listed(folder: str, all_pages: str) -> str:
    return f"{all_pages}#{folder_anchor(folder)}"
