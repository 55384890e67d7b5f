"""Every page can be reached from the index by following links.

Links from superseded entries count, links from a page to itself do not. `orphans` in the configuration names pages
that may stand alone.

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

from collections.abc import Iterator

from pincite.globs import matcher
from pincite.model import ROLE_PAGE, Page, Problem
from pincite.wiki import Wiki

KINDS = {"": ("error", "warning")}


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem where no chain of links leads from an index to this page."""
    if page.role != ROLE_PAGE or wiki.reached(page.path) or matcher(wiki.config.orphans)(page.path):
        return
    name = page.path.rpartition("/")[2].removesuffix(".md")
    message = f"no page that the index leads to links here; add `- [[{name}]]` to the index, or link it from a page"
    yield Problem("orphans", page.path, 1, 1, message, page.path)
