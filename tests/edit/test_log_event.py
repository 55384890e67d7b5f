"""A new event takes the form and the place that the log's own events have."""

from __future__ import annotations

import pytest

from pincite.edit.log_event import News, logged, newest_first
from pincite.edit.text_edits import applied
from pincite.model import Page
from pincite.parse.grammar import Grammar
from pincite.parse.page import parse_page

NEWS = News("2026-10-03", "capture", "Keep 4 keys", ("[[keys#2026-10-03 Keep 4 keys]]",))
EVENT = "## [2026-10-03] capture | Keep 4 keys\n\n- [[keys#2026-10-03 Keep 4 keys]]\n"


def parsed(text: str) -> Page:
    return parse_page("wiki/log.md", text.encode(), Grammar())


CASES = {
    "an empty file": ("", EVENT),
    "a title alone": ("# Log\n", "# Log\n\n" + EVENT),
    "no final line end": ("# Log", "# Log\n\n" + EVENT),
    "newest first": (
        "# Log\n\n## [2026-10-02] a | b\n\n- x\n\n## [2026-10-01] a | c\n",
        "# Log\n\n" + EVENT + "\n## [2026-10-02] a | b\n\n- x\n\n## [2026-10-01] a | c\n",
    ),
    "newest last": (
        "# Log\n\n## [2026-10-01] a | b\n\n## [2026-10-02] a | c\n\n- x",
        "# Log\n\n## [2026-10-01] a | b\n\n## [2026-10-02] a | c\n\n- x\n\n" + EVENT,
    ),
    "older than all, newest first": ("# Log\n\n## [2026-10-09] a | b\n", "# Log\n\n## [2026-10-09] a | b\n\n" + EVENT),
    "between two, newest last": (
        "# Log\n\n## [2026-10-01] a | b\n\n## [2026-10-09] a | c\n",
        "# Log\n\n## [2026-10-01] a | b\n\n" + EVENT + "\n## [2026-10-09] a | c\n",
    ),
    "headings with a dash": (
        "# Log\n\n### 2026-10-02 — b\n\ntext\n\n### 2026-10-01 — c\n",
        "# Log\n\n### 2026-10-03 — Keep 4 keys\n\n- [[keys#2026-10-03 Keep 4 keys]]\n\n"
        "### 2026-10-02 — b\n\ntext\n\n### 2026-10-01 — c\n",
    ),
    "items with dashes": (
        "# Log\n\n- 2026-10-01 — a — b\n- 2026-10-02 — a — c\n",
        "# Log\n\n- 2026-10-01 — a — b\n- 2026-10-02 — a — c\n"
        "- 2026-10-03 — capture — Keep 4 keys: [[keys#2026-10-03 Keep 4 keys]]\n",
    ),
    "items with brackets": (
        "# Log\n\n- 2026-10-02 [add] x: y\n- 2026-10-01 [add] x: z\n",
        "# Log\n\n- 2026-10-03 [capture] [[keys#2026-10-03 Keep 4 keys]]: Keep 4 keys\n"
        "- 2026-10-02 [add] x: y\n- 2026-10-01 [add] x: z\n",
    ),
    "items under today": (
        "# Log\n\n## 2026-10-03\n\n- add — b\n\n## 2026-10-01\n\n- add — c\n",
        "# Log\n\n## 2026-10-03\n\n- capture — Keep 4 keys: [[keys#2026-10-03 Keep 4 keys]]\n- add — b\n\n"
        "## 2026-10-01\n\n- add — c\n",
    ),
    "items under another day": (
        "# Log\n\n## 2026-10-02\n\n- add — b\n\n## 2026-10-01\n\n- add — c\n",
        "# Log\n\n## 2026-10-03\n\n- capture — Keep 4 keys: [[keys#2026-10-03 Keep 4 keys]]\n\n"
        "## 2026-10-02\n\n- add — b\n\n## 2026-10-01\n\n- add — c\n",
    ),
    "items under days, newest last": (
        "# Log\n\n## 2026-10-01\n\n- add — b\n\n## 2026-10-02\n\n- add — c\n",
        "# Log\n\n## 2026-10-01\n\n- add — b\n\n## 2026-10-02\n\n- add — c\n\n"
        "## 2026-10-03\n\n- capture — Keep 4 keys: [[keys#2026-10-03 Keep 4 keys]]\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_an_event_takes_the_form_of_its_neighbour(before: str, after: str) -> None:
    assert applied(before, [logged(parsed(before), NEWS, "any", Grammar())]) == after
    assert len(parsed(after).events) == len(parsed(before).events) + 1


@pytest.mark.parametrize(("before", "after"), list(CASES.values())[3:], ids=list(CASES)[3:])
def test_line_ends_are_the_logs_own(before: str, after: str) -> None:
    windows = before.replace("\n", "\r\n")
    assert applied(windows, [logged(parsed(windows), NEWS, "any", Grammar())]) == after.replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("dates", "order", "first"),
    [
        ([], "any", True),
        (["2026-10-01"], "any", True),
        (["2026-10-01", "2026-10-02"], "any", False),
        (["2026-10-02", "2026-10-01"], "any", True),
        (["2026-10-02", "2026-10-01"], "newest-last", False),
        (["2026-10-01", "2026-10-02"], "newest-first", True),
        (["2026-10-01", "2026-10-02", "2026-10-03", "2026-10-01"], "any", False),
    ],
)
def test_the_order_is_read_from_the_log(dates: list[str], order: str, first: bool) -> None:
    log = parsed("# Log\n" + "".join(f"\n## [{date}] a | b\n" for date in dates))
    assert newest_first(log, order) is first
