"""What an agent should know when it starts: how decisions work here, what holds, what is open, and where to look.

What agents load at their start is cut at 200 lines or 25,000 UTF-16 units, so the whole of it keeps within that. What
does not fit is counted, the oldest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.ask.answer import page_name, plain
from pincite.ask.listing import PageLine, pages
from pincite.ask.render import DATA, fenced
from pincite.load import LoadedWiki
from pincite.model import ROLE_PAGE, Entry, Page
from pincite.output import one_line
from pincite.record import NamedTuple

LINES, UNITS = 200, 25_000
CONVENTIONS = """\
Decisions of this repository are dated entries in {where}; each cites the lines it rests on.
- Before changing how something works: pincite query "the question"; pincite impact PATH:LINES.
- After a decision: pincite capture --page PAGE --title "…" --decision "…" --why "…" --rejected "option: reason".
- Before committing: pincite check; pincite fix repairs what moved.
- Live entries bind; superseded ones are history, and are never reworded."""
# What of an entry says what must hold, in the order in which it is told.
_BINDING = ("rule", "check", "facts")
_LONGEST = 300
_FOOT = 60  # units left for the line that counts what was cut


class Told(NamedTuple):
    """One line: an entry's id as a link, and what it says."""

    link: str
    date: str
    text: str


class Primer(NamedTuple):
    """What is told: `constraints` and `open` of live entries and `pages`, all newest first."""

    where: str
    constraints: tuple[Told, ...]
    open: tuple[Told, ...]
    pages: tuple[PageLine, ...]


def primer(wiki: LoadedWiki) -> Primer:
    """Return what an agent should know of a wiki."""
    live = [(page, entry) for page, entry in _live(wiki)]
    live.sort(key=lambda both: both[1].date, reverse=True)
    found = sorted(pages(wiki), key=lambda line: line.newest, reverse=True)
    where = " and ".join(root.rstrip("/") + "/" for root in wiki.config.wiki)
    held, asked = (tuple(_told(live, labels, wiki)) for labels in (_BINDING, ("open",)))
    return Primer(where, held, asked, tuple(found))


def _told(live: Sequence[tuple[Page, Entry]], labels: Sequence[str], wiki: LoadedWiki) -> Iterator[Told]:
    for page, entry in live:
        for text in _texts(entry, labels):
            yield Told(f"{page_name(page.path, wiki)}#{entry.id}", entry.date, text)


def as_text(told: Primer, units: int = UNITS, lines: int = LINES) -> str:
    """Return the primer within so many UTF-16 units and lines, ending in a line feed."""
    head = CONVENTIONS.format(where=told.where)
    sections = (
        ("Open questions", [f"{item.text}  [[{item.link}]]" for item in told.open]),
        ("What holds", [f"{item.text}  [[{item.link}]]" for item in told.constraints]),
        ("Pages, newest decision first", [_page(line) for line in told.pages]),
    )
    parts, room = [head, DATA], Room(units - _size(head + DATA) - _FOOT, lines - head.count("\n") - 4)
    left = sum(len(items) for _, items in sections)
    for title, items in sections:
        kept = room.take(title, [fenced(one_line(item)) for item in items])
        left -= len(kept)
        if kept:
            parts += ["", f"{title}:", *kept]
    if left:
        parts.append(f"{left} more lines did not fit; ask with: pincite query, pincite pages")
    return "\n".join(parts) + "\n"


class Room:
    """What is left of the budget."""

    def __init__(self, units: int, lines: int) -> None:
        self.units = units
        self.lines = lines

    def take(self, title: str, items: Sequence[str]) -> list[str]:
        """Return as many of the items as there is room for, below their title."""
        kept: list[str] = []
        self.units -= _size(title) + 3
        self.lines -= 2
        for item in items:
            if self.lines < 1 or self.units < _size(item) + 1:
                break
            self.units -= _size(item) + 1
            self.lines -= 1
            kept.append(item)
        return kept


def _size(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _live(wiki: LoadedWiki) -> Iterator[tuple[Page, Entry]]:
    for page in wiki.pages.values():
        if page.role == ROLE_PAGE:
            yield from ((page, entry) for entry in page.entries
                        if entry.live and not wiki.superseders(page.path, entry.id))  # fmt: skip


def _texts(entry: Entry, labels: Sequence[str]) -> Iterator[str]:
    for label in labels:
        for text in entry.texts(label):
            short = " ".join(plain(text).split())
            said = short if len(labels) == 1 else f"{label.capitalize()}: {short}"
            yield said if len(said) <= _LONGEST else said[:_LONGEST].rsplit(" ", 1)[0] + " …"


def _page(line: PageLine) -> str:
    latest = f": {line.latest} ({line.newest})" if line.latest else ""
    return f"[[{line.page}]] {line.title}{latest}"
