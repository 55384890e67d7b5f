"""Every page can be reached from the index by following links.

Links from superseded entries count, links from a page to itself do not, and a page in the `nav` of mkdocs.yml is
reached. In profile adopt it is enough that another page links to it. `orphans` in the configuration names pages that
may stand alone.

Bad:
    No page links here.
    === wiki/index.md
    # Index

Good:
    The index links here.
    === wiki/index.md
    # Index

    - [[page]]
"""

from __future__ import annotations

from pincite.globs import matcher
from pincite.model import ROLE_PAGE, Page, Problem
from pincite.paths import root_of
from pincite.wiki import Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


KINDS = {"": ("error", "warning")}


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem where no chain of links leads from an index to this page."""
    strict = wiki.config.profile == "strict"
    if page.role != ROLE_PAGE or (wiki.reached(page.path) if strict else wiki.linked(page.path)):
        return
    if matcher(wiki.config.orphans)(page.path) or _in_nav(page.path, wiki):
        return
    name = page.path.rpartition("/")[2].removesuffix(".md")
    who = "no page that the index leads to" if strict else "no other page"
    message = f"{who} links here; add `- [[{name}]]` to the index, or link it from a page"
    yield Problem("orphans", page.path, 1, 1, message, page.path)


def _in_nav(path: str, wiki: Wiki) -> bool:
    """Return whether the navigation of the site names the page, by its path below the wiki."""
    lines = wiki.lines("mkdocs.yml")
    if not lines:
        return False
    import re

    root = root_of(path, wiki.config.wiki)
    name = re.escape(path.removeprefix(root + "/").encode())
    entry = re.compile(rb"(?<![\w/.-])" + name + rb"[\"']?\s*(?:[,\]}#]|\Z)")
    return any(entry.search(line) for line in lines)
