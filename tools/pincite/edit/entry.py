"""The text of entries: a new one, its place on a page, and the mark on one that is superseded."""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.edit.blocks import newline_of
from pincite.edit.text_edits import with_newlines
from pincite.errors import UsageError
from pincite.model import Edit, Entry, Page
from pincite.parse.grammar import Grammar
from pincite.parse.page import parse_page
from pincite.text import slug

# What a wikilink cannot hold in its fragment, or would show otherwise than it stands in the heading.
_UNLINKABLE = re.compile(r"[\[\]|#^`<>\\\n]")
_HEADING = re.compile(
    r"(?P<mark>##[ \t]+)(?P<date>\d{4}-\d{1,2}-\d{1,2}[^\w\s~*_]*[ \t]*(?:[—–:-][ \t]+)?)(?P<title>.*?)"
    r"(?P<tails>(?:[ \t]*\(\s*supersede[sd]\b.*\))?)(?P<attributes>(?:[ \t]+\{[^{}]*\})?)(?P<closing>(?:[ \t]+#+)?)\Z",
    re.DOTALL | re.IGNORECASE,
)


class Draft(NamedTuple):
    """An entry to be written. `bullets` are (label as shown, text); `supersedes` are links, ready to stand."""

    date: str
    title: str
    bullets: tuple[tuple[str, str], ...]
    supersedes: tuple[str, ...] = ()


def rendered(draft: Draft) -> str:
    """Return the entry as markdown with LF, without a line end at its end."""
    tail = f" (supersedes {', '.join(draft.supersedes)})" if draft.supersedes else ""
    lines = [f"## {draft.date} {draft.title}{tail}", ""]
    lines += [f"- **{label}:** {_continued(text)}" for label, text in draft.bullets]
    return "\n".join(lines)


def _continued(text: str) -> str:
    """Return a text of several lines as the content of one list item."""
    first, *rest = text.strip().replace("\r\n", "\n").split("\n")
    return "\n".join([first, *(f"  {line}" if line.strip() else "" for line in rest)])


def fragment_of(entry: Entry) -> str:
    """Return what links to an entry write behind the `#`: its date and title where that reads well, else its id."""
    text = f"{entry.date} {entry.title}"
    plain = not entry.explicit and _UNLINKABLE.search(text) is None and entry.id == slug(text)
    return text if plain else entry.id


def inserted(page: Page, draft: Draft) -> Edit:
    """Return the edit that puts an entry on a page: above all that are not newer, else behind the last one.

    A page without entries gets it before its first section, so that what introduces the page stays on top.
    """
    newline = newline_of(page.text)
    text = with_newlines(rendered(draft), newline)
    older = next((entry for entry in page.entries if entry.date <= draft.date), None)
    if older is not None:
        place = _before_ignore(page, older)
    elif page.entries:
        place = page.entries[-1].end
    else:
        place = next((heading.start for heading in page.headings if heading.level > 1), len(page.text))
    before, after = page.text[:place], page.text[place:]
    return Edit(page.path, place, place, _gap(before, newline) + text + (newline * 2 if after.strip() else newline))


def _gap(before: str, newline: str) -> str:
    """Return the line ends that are missing between what stands before and a heading."""
    if not before:
        return ""
    ends = len(before) - len(before.rstrip("\r\n"))
    count = before[len(before) - ends :].count("\n")
    return newline * max(0, 2 - count)


def _before_ignore(page: Page, entry: Entry) -> int:
    """Return the start of an entry, or of the comment on the line above that silences a rule in its heading."""
    if any(ignore.line == entry.line - 1 for ignore in page.ignores):
        return page.text.rfind("\n", 0, entry.start - 1) + 1
    return entry.start


def struck(page: Page, entry: Entry, date: str, grammar: Grammar) -> Edit | None:
    """Return the edit that strikes an entry's heading and dates it; None where that has been done.

    Raises UsageError where the heading is written in a way that cannot be struck with certainty.
    """
    if entry.struck and entry.superseded:
        return None
    old = page.text[entry.start : entry.heading_end]
    match = _HEADING.match(old)
    if match and ("~~" not in match["title"] or entry.struck):
        title = match["title"] if entry.struck else f"~~{match['title'].rstrip()}~~"
        tails = re.sub(r"[ \t]*\(\s*superseded\s*\)", "", match["tails"], flags=re.IGNORECASE)
        new = "".join([match["mark"], match["date"], title.rstrip(), tails, f" (superseded {date})",
                       match["attributes"], match["closing"]])  # fmt: skip
        edit = Edit(page.path, entry.start, entry.heading_end, new)
        if _says(page, edit, entry, date, grammar):
            return edit
    raise UsageError(f"{page.path}:{entry.line}: this heading cannot be struck with certainty; write it as "
                     f"'## {entry.date} ~~{entry.title}~~ (superseded {date})'")  # fmt: skip


def _says(page: Page, edit: Edit, entry: Entry, date: str, grammar: Grammar) -> bool:
    """Return whether the page with this edit says of the entry that it is superseded, and changes nothing else."""
    text = page.text[: edit.start] + edit.text + page.text[edit.end :]
    again = parse_page(page.path, text.encode("utf-8", "surrogateescape"), grammar)
    found = [one for one in again.entries if one.start == entry.start]
    return len(found) == 1 and found[0][:4] == entry[:4] and found[0].struck and found[0].superseded == date
