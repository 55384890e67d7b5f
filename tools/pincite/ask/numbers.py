"""What decisions in force state as facts, and how the checks over them fare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pincite.ask.answer import page_name
from pincite.facts.judging import judge_check
from pincite.facts.language import parse_check
from pincite.facts.reading import Written, checks_in, facts_in
from pincite.load import LoadedWiki
from pincite.model import Entry, Page
from pincite.record import NamedTuple
from pincite.wiki import Fact


class Stated(NamedTuple):
    """A fact of an entry in force, its value as it is typed, and where it stands."""

    name: str
    value: str
    page: str
    entry: str
    path: str
    line: int


class Checked(NamedTuple):
    """A check of an entry in force. `state` is holds, failed, unknown, mismatch or syntax; `why` says more."""

    check: str
    state: str
    why: str
    page: str
    entry: str
    path: str
    line: int


def stated(wiki: LoadedWiki) -> list[Stated]:
    """Return the facts in force, by name."""
    found = (
        Stated(written.name, written.text, *_place(page, entry, written, wiki))
        for page, entry, written in _written(wiki, facts_in)
        if written.name
    )
    return sorted(found)


def checked(wiki: LoadedWiki) -> list[Checked]:
    """Return the checks in force in the order of the pages, each judged over the whole wiki."""
    found = []
    for page, entry, written in _written(wiki, checks_in):
        state, why = _outcome(written.text, wiki.facts)
        found.append(Checked(written.text, state, why, *_place(page, entry, written, wiki)))
    return found


def _written(
    wiki: LoadedWiki, read: Callable[[Entry, Page], Iterator[Written]]
) -> Iterator[tuple[Page, Entry, Written]]:
    for page in wiki.pages.values():
        for entry in page.entries:
            if entry.live:
                yield from ((page, entry, written) for written in read(entry, page))


def _outcome(text: str, facts: Callable[[str], Sequence[Fact]]) -> tuple[str, str]:
    try:
        outcome = judge_check(parse_check(text), facts)
    except ValueError as error:
        return "syntax", str(error)
    return outcome.state, outcome.why


def _place(page: Page, entry: Entry, written: Written, wiki: LoadedWiki) -> tuple[str, str, str, int]:
    return page_name(page.path, wiki), entry.id, page.path, page.text.count("\n", 0, written.start) + 1
