"""The pages of a wiki, told in a line each."""

from __future__ import annotations

from pincite.ask.answer import page_name
from pincite.ask.documents import entry_status, listed, status_of
from pincite.load import LoadedWiki
from pincite.model import ROLE_PAGE, Page, Value
from pincite.record import NamedTuple


class PageLine(NamedTuple):
    """A page: the name that links to it, what its frontmatter says, how many entries it has and how many are live.

    `newest` is the date of its newest entry, `latest` that entry's title; both are '' where there is none.
    """

    page: str
    path: str
    title: str
    type: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    status: str
    entries: int
    live: int
    newest: str
    latest: str
    frontmatter: dict[str, Value]


def pages(wiki: LoadedWiki) -> tuple[PageLine, ...]:
    """Return the pages by path, without indexes and logs."""
    return tuple(_line(page, wiki) for page in wiki.pages.values() if page.role == ROLE_PAGE)


def _line(page: Page, wiki: LoadedWiki) -> PageLine:
    state = status_of(page)
    live = [entry for entry in page.entries if entry_status(entry, state) == "live"
            and not wiki.superseders(page.path, entry.id)]  # fmt: skip
    newest = max(live, key=lambda entry: entry.date, default=None)
    return PageLine(
        page=page_name(page.path, wiki),
        path=page.path,
        title=page.title,
        type=" ".join(listed(page, "type")),
        tags=listed(page, "tags"),
        aliases=page.aliases,
        status=state,
        entries=len(page.entries),
        live=len(live),
        newest=newest.date if newest else "",
        latest=newest.title if newest else "",
        frontmatter=page.frontmatter.values if page.frontmatter else {},
    )
