"""What a page says of itself that other pages may look up, as (key, value) pairs.

The first letter of a key tells what it is about: n a name, f a file, d a folder, p a page's summary, t a title, a an
alias, e an explicit entry id, s who supersedes an entry, g what the log names, i what an index names, o that a page is
linked to, r whether one is reached, l a folder's files, u what lies on disk only, y what was there once, k a commit, b
the version compared with, c the calendar, v a fact by its name or shape, z a fact that is an open question, q that a
quantity stood in a superseded entry, w the quantities of an entry that supersedes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pincite.facts.quantities import quantities_in
from pincite.facts.reading import facts_in, names_in, shapes_of
from pincite.model import ROLE_INDEX, ROLE_LOG, Entry, Page
from pincite.text import name_key
from pincite.wiki import Summary, Target

Pairs = tuple[tuple[str, str], ...]


def summarise(page: Page) -> Summary:
    """Return what other pages may know of a page."""
    headings = tuple((heading.text, heading.id) for heading in page.headings)
    entries = tuple(map(_bare, page.entries))
    return Summary(page.path, page.role, page.title, page.aliases, headings, page.anchors, entries)


def _bare(entry: Entry) -> Entry:
    bare = tuple(item._replace(link=item.link and item.link._replace(start=0, end=0, line=0, column=0))
                 for item in entry.supersedes)  # fmt: skip
    return entry._replace(bullets=(), supersedes=bare, line=0, start=0, heading_end=0, end=0)


def exported(page: Page) -> Pairs:
    """Return the pairs that stand in the page itself."""
    pairs = [("t:" + name_key(page.title), "")]
    pairs += [("a:" + name_key(alias), "") for alias in page.aliases]
    # numbered, so that an id that stands twice in one page is there twice
    pairs += [("e:" + entry.id, str(number)) for number, entry in enumerate(page.entries) if entry.explicit]
    for entry in page.entries:
        if entry.live:
            pairs += _said(entry, page)
        if entry.supersedes or entry.struck or entry.superseded is not None:
            pairs += _measured(entry, page)
    return tuple(dict.fromkeys(pairs))


def _said(entry: Entry, page: Page) -> Iterator[tuple[str, str]]:
    """Yield the facts of an entry in force, under every shape of their names, and the facts that it calls open."""
    labels = {bullet.label for bullet in entry.bullets}
    if "facts" in labels:
        for fact in facts_in(entry, page):
            if fact.name:
                for shape in shapes_of(fact.name):
                    yield "v:" + shape, f"{entry.id} {fact.name} {fact.text}"
    if "open" in labels:
        for text in entry.texts("open"):
            for name in names_in(text):
                yield "z:" + name, entry.id


def _measured(entry: Entry, page: Page) -> Iterator[tuple[str, str]]:
    """Yield the quantities of an entry that supersedes or is superseded, without those of what it was not, or why."""
    aside = [(bullet.start, bullet.end) for bullet in entry.bullets if bullet.label in ("rejected", "why", "open")]
    found = [quantity for quantity, _, _ in quantities_in(entry.title)]
    for quantity, at, _ in quantities_in(page.text, entry.heading_end, entry.end):
        if not any(start <= at < end for start, end in aside):
            found.append(quantity)
    for quantity in found:
        if entry.supersedes:
            yield "w:" + entry_key(page.path, entry.id), quantity
        if entry.struck or entry.superseded is not None:
            yield "q:" + quantity, entry.id


def derived(page: Page, targets: Iterable[Target], out: Iterable[str], superseded: Iterable[tuple[str, str]]) -> Pairs:
    """Return the pairs that come from where its links lead: `targets` those found, `out` the paths of all it names.

    `superseded` are (key of the superseded entry, id of the superseding one).
    """
    pairs = [("s:" + key, entry) for key, entry in superseded]
    if page.role == ROLE_INDEX:
        pairs += [("i:" + path, "") for path in out]
    if page.role == ROLE_LOG:
        pairs += [("g:" + entry_key(target.path, target.entry), "") for target in targets]
    return tuple(dict.fromkeys(pairs))


def entry_key(path: str, entry: str) -> str:
    """Return the key of an entry, or of a page as a whole where `entry` is ''."""
    return f"{path}#{entry}" if entry else path
