"""Who recorded an entry or an event, when, and in which commit; nothing where git cannot tell."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.model import Entry, Page
from pincite.repo.authorship import Author, Authorship
from pincite.site.forge import commit_url
from pincite.site.html import Markup, element, join
from pincite.site.wiki_site import Site

# More changes than these are summed up.
_MOST = 8


class History:
    """The authors of the lines of all pages, asked by page, entry and line."""

    def __init__(self, authorship: Authorship) -> None:
        self._authorship = authorship
        self._lines: dict[str, list[Author | None]] = {}

    def line(self, path: str, number: int) -> Author | None:
        """Return who wrote a line (counted from 1) of a page."""
        lines = self._of(path)
        return lines[number - 1] if 0 < number <= len(lines) else None

    def date(self, path: str) -> str:
        """Return the date of the newest line of a page, '' where it is not known."""
        return max((author.date for author in self._of(path) if author), default="")

    def entry(self, page: Page, entry: Entry) -> list[Author]:
        """Return the commits that the lines of an entry come from, oldest first.

        The dates decide, and within a day the order in which the commits' lines stand.
        """
        first = entry.line
        last = first + page.text.count("\n", entry.start, entry.end)
        found = dict.fromkeys(author for author in self._of(page.path)[first - 1 : last] if author)
        return sorted(found, key=lambda author: author.date)

    def _of(self, path: str) -> list[Author | None]:
        if path not in self._lines:
            self._lines[path] = self._authorship.lines(path)
        return self._lines[path]


def entry_history(page: Page, entry: Entry, history: History, site: Site) -> Markup:
    """Return the line below an entry's heading that says who recorded it, with later changes folded behind it."""
    authors = history.entry(page, entry)
    if not authors:
        return Markup()
    first, later = authors[0], authors[1:]
    recorded = join([f"Recorded {first.date} by {first.name} in ", _commit(first, site)])
    if not later:
        return element("div", recorded, class_="pc-history")
    rows = [element("li", f"{author.date} {author.name} ", _commit(author, site)) for author in later[-_MOST:]]
    if len(later) > _MOST:
        rows.insert(0, element("li", f"{len(later) - _MOST} more"))
    times = f"changed {_times(later)}, last {later[-1].date}"
    more = element("details", element("summary", times), element("ol", *rows), class_="pc-history__more")
    return element("div", recorded, ", ", more, class_="pc-history")


def _times(later: Sequence[Author]) -> str:
    return "once" if len(later) == 1 else f"{len(later)} times"


def _commit(author: Author, site: Site) -> Markup:
    short = element("code", author.commit[:7])
    return element("a", short, href=commit_url(site.forge, author.commit)) if site.forge else short
