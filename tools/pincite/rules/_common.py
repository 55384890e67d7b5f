"""What several rules need: places in a page, faults of the parser, what is history."""

from __future__ import annotations

from collections import Counter

from pincite.globs import matcher
from pincite.model import ROLE_LOG, Entry, Page, Problem
from pincite.wiki import Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def place(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column of an offset."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def faults(page: Page, rule: str) -> Iterator[Problem]:
    """Yield the problems that the parser found and that belong to this rule."""
    for fault in page.faults:
        if fault.kind.partition(".")[0] == rule:
            yield Problem(fault.kind, page.path, fault.line, fault.column, fault.message, fault.kind)


def entry_at(page: Page, offset: int) -> Entry | None:
    """Return the entry that an offset stands in."""
    return next((entry for entry in page.entries if entry.start <= offset < entry.end), None)


def is_superseded(entry: Entry) -> bool:
    """Return whether an entry is history: struck, or superseded."""
    return entry.struck or entry.superseded is not None


def is_frozen(page: Page, wiki: Wiki) -> bool:
    """Return whether this page is an archive: what it says is judged when it is said, and not again."""
    return bool(wiki.config.frozen) and matcher(wiki.config.frozen)(page.path)


def unborn(page: Page, wiki: Wiki, tokens: Callable[[Page], Iterable[str]]) -> Callable[[str], bool]:
    """Return a function that tells whether a token is new in this version of the page (counted, one by one)."""
    earlier = wiki.earlier(page.path)
    left = Counter(tokens(earlier)) if earlier is not None else Counter[str]()

    def is_new(token: str) -> bool:
        left[token] -= 1
        return left[token] < 0

    return is_new


def is_log(page: Page) -> bool:
    """Return whether this page is a chronicle, in which what was said stays as it was said."""
    return page.role == ROLE_LOG


def listed(items: Iterable[str], word: str = "or", most: int = 6) -> str:
    """Return items as a person lists them: a, b or c; the rest of a long list is counted."""
    shown = list(items)
    if len(shown) > most:
        shown = [*shown[: most - 1], f"{len(shown) - most + 1} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {word} {shown[-1]}" if shown else ""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 line, 3 lines."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
