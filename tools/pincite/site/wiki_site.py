"""The wiki as the site sees it: which files are published and where, and what the forge shows of the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote

from pincite.globs import matcher
from pincite.load import LoadedWiki
from pincite.model import Page
from pincite.paths import below, folder_of, relative
from pincite.site.addresses import address, between, fragment
from pincite.site.forge import Forge, file_url

# Stand in rendered pages for the commit that is published, in full and in short, so that a page which a commit did not
# touch stays the same until it is written. No page can hold them by chance.
COMMIT, SHORT = "p1nc1te-c0mm1t-0f-th3-s1te", "p1nc1te-sh0rt"


class Site(NamedTuple):
    """A loaded wiki, the folder of the repository that is published ('' for the root), and where its files go.

    `published` maps the repository paths of published files to their names in that folder.
    """

    wiki: LoadedWiki
    docs: str
    forge: Forge | None
    published: dict[str, str]
    directories: bool = True

    @property
    def pages(self) -> dict[str, Page]:
        """Return the published pages by repository path, sorted."""
        return {path: page for path, page in self.wiki.pages.items() if path in self.published}

    def href(self, path: str, anchor: str, page: Page) -> str:
        """Return the address of a published file relative to the source of `page`, as a markdown link spells it."""
        name = "" if path == page.path else quote(relative(self.published[path], folder_of(self.name(page.path))))
        return name + fragment(anchor) or quote(self.name(path).rpartition("/")[2])

    def url(self, path: str, anchor: str, origin: str) -> str:
        """Return the address of a published file as the page named `origin` in the docs folder spells it when built."""
        here, there = address(origin, self.directories), address(self.name(path), self.directories)
        return fragment(anchor) if anchor and here == there else between(there, here) + fragment(anchor)

    def name(self, path: str) -> str:
        """Return the name of a file in the folder that is published."""
        return self.published.get(path) or path.removeprefix(self.docs + "/" if self.docs else "")

    def source(self, path: str, ranges: tuple[tuple[int, int], ...] = (), commit: str = COMMIT) -> str:
        """Return the forge's address of a file at a commit, '' where no forge is known."""
        return file_url(self.forge, commit, path, ranges) if self.forge else ""

    def hidden(self, path: str) -> bool:
        """Return whether the lines of this file must not appear on the site: a source that nobody allowed."""
        return hidden_sources(self.wiki.config.raw, self.wiki.config.publish_raw)(path)


def stamped(html: str, commit: str) -> str:
    """Return HTML with the id of the published commit in its place."""
    return html.replace(COMMIT, commit).replace(SHORT, commit[:7])


def hidden_sources(raw: tuple[str, ...], allowed: tuple[str, ...]) -> Callable[[str], bool]:
    """Return a test for files below `raw` that the patterns `allowed` do not name."""
    allows = matcher(allowed)
    return lambda path: below(path, raw) and not allows(path)
