"""The index names every page, and is short enough to be loaded whole.

Agents that load an index cut it at 200 lines or 25,000 characters, so that what stands last is lost; from three
quarters of that on it is a warning. `budget_lines` and `budget_units` in the configuration set the limits.

Bad:
    The index does not name this page.
    === wiki/index.md
    # Index

Good:
    The index names this page.
    === wiki/index.md
    # Index

    - [[page]]
"""

from __future__ import annotations

from pincite.model import ROLE_INDEX, ROLE_PAGE, Page, Problem
from pincite.wiki import Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


KINDS = {"missing": ("warning", "warning"), "budget": ("error", "warning")}

# The part of the budget from which a warning comes early enough.
_EARLY = 0.75


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem for a page that no index names, and for an index that is too long or soon will be."""
    if page.role == ROLE_PAGE and not wiki.listed(page.path) and _expects_all(page, wiki):
        name = page.path.rpartition("/")[2].removesuffix(".md")
        message = f"the index does not name this page; add `- [[{name}]]` to it (`pincite fix` does)"
        yield Problem("index.missing", page.path, 1, 1, message, page.path)
    if page.role == ROLE_INDEX:
        yield from _budget(page, wiki)


def _expects_all(page: Page, wiki: Wiki) -> bool:
    """Return whether the index is meant to name every page: a new wiki's is; of one that stood before, only an index in
    the page's own folder is taken for a catalogue."""
    if wiki.config.profile == "strict":
        return True
    folder = page.path.rpartition("/")[0]
    return any(wiki.file(f"{folder}/{name}" if folder else name) is not None for name in wiki.config.index_names)


def _budget(page: Page, wiki: Wiki) -> Iterator[Problem]:
    lines = page.text.count("\n") + (not page.text.endswith("\n"))
    text = page.text
    units = len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
    for number, most, what in (
        (lines, wiki.config.budget_lines, "lines"),
        (units, wiki.config.budget_units, "characters"),
    ):
        if number > most * _EARLY:
            over = number > most
            cut = "what stands below is cut" if over else "what stands below is cut from there on"
            message = f"{number:,} {what} of {most:,} that an agent loads, {cut}; split the index by topic"
            level = "error" if over else "warning"
            line = most + 1 if over and what == "lines" else 1
            yield Problem("index.budget", page.path, line, 1, message, what, level=level)
            return
