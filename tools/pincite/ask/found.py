"""Find a page or an entry by the name that somebody typed. Only pages of the wiki are ever found: no path is opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pincite.ask.reading import Reading
from pincite.errors import UsageError, did_you_mean
from pincite.model import Entry, Page
from pincite.output import one_line
from pincite.paths import name_of
from pincite.text import slug


def find_page(reading: Reading, name: str) -> Page:
    """Return the page with this path, name, title or alias; UsageError where there is none, or more than one."""
    wanted = name.strip().removeprefix("[[").removesuffix("]]").removeprefix("./")
    for paths in _candidates(reading, wanted):
        found = [page for path in dict.fromkeys(paths) if (page := reading.page(path)) is not None]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(one_line(page.path) for page in found)
            raise UsageError(f"{one_line(name)} can be {names}; name one of them")
    raise UsageError(f"no page is called {one_line(name)}{one_line(did_you_mean(wanted, reading.page_names()))}")


def _candidates(reading: Reading, wanted: str) -> Iterator[Iterable[str]]:
    wiki, plain = reading.wiki, wanted.removesuffix(".md")
    yield [wanted, plain + ".md", *(f"{root.rstrip('/')}/{plain}.md" for root in wiki.config.wiki)]
    same = wiki.named(name_of(plain) + ".md") if name_of(plain) else ()
    yield [path for path in same if f"/{path}".removesuffix(".md").casefold().endswith(f"/{plain}".casefold())]
    if "/" not in plain:
        yield same
    yield wiki.titled(wanted)
    yield wiki.aliased(wanted)


def find_entry(page: Page, name: str) -> Entry:
    """Return the entry of a page with this id, `date title` or title; UsageError where there is none."""
    wanted = name.strip().removeprefix("#")
    ids = {entry.id: entry for entry in reversed(page.entries)}
    titles = {entry.title: entry for entry in reversed(page.entries)}
    found = ids.get(wanted) or ids.get(slug(wanted)) or titles.get(wanted)
    if found is not None:
        return found
    near = did_you_mean(wanted, [entry.id for entry in page.entries])
    raise UsageError(f"{one_line(page.path)} has no entry {one_line(wanted)}{one_line(near)}")
