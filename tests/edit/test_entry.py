"""Entries go on top of their page, and superseding strikes a heading without touching another byte."""

from __future__ import annotations

import pytest

from pincite.edit.entry import Draft, fragment_of, inserted, rendered, struck
from pincite.edit.text_edits import applied
from pincite.errors import UsageError
from pincite.model import Page
from pincite.parse.grammar import Grammar
from pincite.parse.page import parse_page

HEAD = "---\ntitle: keys\n---\n\n# Keys\n\nWhat this page is about.\n"


def parsed(text: str) -> Page:
    return parse_page("wiki/keys.md", text.encode(), Grammar())


def added(text: str, date: str = "2026-10-03", title: str = "New") -> str:
    page = parsed(text)
    return applied(text, [inserted(page, Draft(date, title, (("Decision", "It."),)))])


NEW = "## 2026-10-03 New\n\n- **Decision:** It.\n"
OLD = "## 2026-09-30 Old\n\n- **Decision:** That.\n"

PLACES = {
    "above an older entry": (HEAD + "\n" + OLD, HEAD + "\n" + NEW + "\n" + OLD),
    "above one of the same day": (HEAD + "\n## 2026-10-03 Same\n", HEAD + "\n" + NEW + "\n## 2026-10-03 Same\n"),
    "below a newer one": (
        HEAD + "\n## 2026-10-09 Newer\n\ntext\n\n" + OLD,
        HEAD + "\n## 2026-10-09 Newer\n\ntext\n\n" + NEW + "\n" + OLD,
    ),
    "behind the last one": (HEAD + "\n## 2026-10-09 Newer\n\ntext", HEAD + "\n## 2026-10-09 Newer\n\ntext\n\n" + NEW),
    "before what follows the entries": (
        HEAD + "\n## 2026-10-09 Newer\n\n## Notes\n\nx\n",
        HEAD + "\n## 2026-10-09 Newer\n\n" + NEW + "\n## Notes\n\nx\n",
    ),
    "behind the introduction": (HEAD, HEAD + "\n" + NEW),
    "before the first section": (HEAD + "\n## Background\n\nx\n", HEAD + "\n" + NEW + "\n## Background\n\nx\n"),
    "above a comment that silences": (
        HEAD + "\n<!-- pincite: ignore entries.no-source -->\n" + OLD,
        HEAD + "\n" + NEW + "\n<!-- pincite: ignore entries.no-source -->\n" + OLD,
    ),
    "without a final line end": (HEAD + "\nend", HEAD + "\nend\n\n" + NEW),
}


@pytest.mark.parametrize(("before", "after"), PLACES.values(), ids=PLACES)
def test_an_entry_finds_its_place(before: str, after: str) -> None:
    assert added(before) == after
    assert added(before.replace("\n", "\r\n")) == after.replace("\n", "\r\n")


def test_an_empty_page_gets_an_entry() -> None:
    assert added("") == NEW


def test_an_entry_of_several_lines_stays_one_list_item() -> None:
    text = rendered(
        Draft("2026-10-03", "T", (("Decision", "One\n\n```\n## 2026-01-01 No entry\n```\nend"), ("Why", "x")))
    )
    page = parsed(text)
    assert [entry.title for entry in page.entries] == ["T"]
    assert [bullet.label for bullet in page.entries[0].bullets] == ["decision", "why"]


HEADINGS = {
    "## 2026-09-30 Keep 3 keys": "## 2026-09-30 ~~Keep 3 keys~~ (superseded 2026-10-03)",
    "##  2026-09-30  Keep `a_b` and *c*": "##  2026-09-30  ~~Keep `a_b` and *c*~~ (superseded 2026-10-03)",
    "## 2026-09-30 Keep 3 {#d-7}": "## 2026-09-30 ~~Keep 3~~ (superseded 2026-10-03) {#d-7}",
    "## 2026-09-30 Keep 3 ##": "## 2026-09-30 ~~Keep 3~~ (superseded 2026-10-03) ##",
    "## 2026-09-30 New (supersedes [[#2026-09-01 Old (b)]])": (
        "## 2026-09-30 ~~New~~ (supersedes [[#2026-09-01 Old (b)]]) (superseded 2026-10-03)"
    ),
    "## 2026-09-30 ~~Old~~": "## 2026-09-30 ~~Old~~ (superseded 2026-10-03)",
    "## 2026-09-30 ~~Old~~ (superseded)": "## 2026-09-30 ~~Old~~ (superseded 2026-10-03)",
    "## 2026-09-30 — Dashed": "## 2026-09-30 — ~~Dashed~~ (superseded 2026-10-03)",
    "## 2026-09-30: Colon (really)": "## 2026-09-30: ~~Colon (really)~~ (superseded 2026-10-03)",
    "## 2026-09-30 決定：鍵": "## 2026-09-30 ~~決定：鍵~~ (superseded 2026-10-03)",
}


@pytest.mark.parametrize(("heading", "expected"), HEADINGS.items())
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_heading_is_struck_and_dated(heading: str, expected: str, newline: str) -> None:
    text = f"# Keys\n\n{heading}\n\n- **Decision:** x\n".replace("\n", newline)
    page = parsed(text)
    edit = struck(page, page.entries[0], "2026-10-03", Grammar())
    assert edit is not None
    after = applied(text, [edit])
    assert after == text.replace(heading, expected)
    again = parsed(after)
    assert again.entries[0].id == page.entries[0].id
    assert struck(again, again.entries[0], "2026-11-01", Grammar()) is None


@pytest.mark.parametrize("heading", ["## **2026-09-30 Bold**", "2026-09-30 Underlined\n---", "## 2026-09-30 a ~~b~~ c"])
def test_a_heading_that_cannot_be_struck_is_said(heading: str) -> None:
    page = parsed(f"# Keys\n\n{heading}\n\ntext\n")
    with pytest.raises(UsageError, match=r"wiki/keys\.md:3: .*write it as"):
        struck(page, page.entries[0], "2026-10-03", Grammar())


@pytest.mark.parametrize(
    ("heading", "fragment"),
    [
        ("Keep 3 keys", "2026-09-30 Keep 3 keys"),
        ("Use Redis (part 1), really", "2026-09-30 Use Redis (part 1), really"),
        ("Use [x] | y #1", "2026-09-30-use-x--y-1"),
        ("Use `x` & **y**", "2026-09-30 Use x & y"),
        ("Use <x>", "2026-09-30 Use"),
        ("Keep 3 {#d-7}", "d-7"),
    ],
)
def test_a_fragment_reads_well_or_is_the_id(heading: str, fragment: str) -> None:
    entry = parsed(f"## 2026-09-30 {heading}\n").entries[0]
    assert fragment_of(entry) == fragment


def test_equal_headings_are_told_apart_by_their_ids() -> None:
    entries = parsed("## 2026-09-30 A\n\n## 2026-09-30 A\n").entries
    assert [fragment_of(entry) for entry in entries] == ["2026-09-30 A", "2026-09-30-a_1"]
