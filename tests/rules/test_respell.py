"""Tokens of citations written anew, each in the spelling that it has."""

import pytest

from pincite.config import Config
from pincite.parse.grammar import grammar_of
from pincite.parse.page import parse_page
from pincite.rules._respell import respelled

GRAMMAR = grammar_of(Config(permalinks=("https://forge.example/o/r",)))


def respell(token, path, *ranges):
    """Return a page's text after its citation was written anew."""
    page = parse_page("wiki/deep/page.md", f"See {token} there.\n".encode(), GRAMMAR)
    (citation,) = page.citations
    made = respelled(citation, page, path, ranges)
    return None if made is None else page.text[: citation.start] + made + page.text[citation.end :]


@pytest.mark.parametrize(
    ("token", "ranges", "expected"),
    [
        ("`src/a.py:12`", [(15, 15)], "`src/a.py:15`"),
        ("`src/a.py:12`", [(15, 16)], "`src/a.py:15-16`"),
        ("`src/a.py:12-14`", [(15, 17)], "`src/a.py:15-17`"),
        ("`src/a.py:12-14`", [(15, 15)], "`src/a.py:15`"),
        ("`src/a.py:12,14-15`", [(1, 1), (3, 4)], "`src/a.py:1,3-4`"),
        ("`src/a.py:L12`", [(15, 15)], "`src/a.py:L15`"),
        ("`src/a.py:L12`", [(15, 16)], "`src/a.py:L15-L16`"),
        ("`src/a.py:20:5`", [(21, 21)], "`src/a.py:21`"),
        ("`src/a.py#L12`", [(15, 15)], "`src/a.py#L15`"),
        ("`src/a.py#L12-L14`", [(15, 17)], "`src/a.py#L15-L17`"),
        ("`src/a.py#L12-14`", [(15, 17)], "`src/a.py#L15-17`"),
        ("(src/a.py L12)", [(15, 15)], "(src/a.py L15)"),
        ("(`src/a.py` L12-14)", [(15, 17)], "(`src/a.py` L15-17)"),
        ("`src/a.py` (lines 12-14)", [(15, 17)], "`src/a.py` (lines 15-17)"),
        ("`a.py:12`", [(15, 15)], "`a.py:15`"),
        ("[x](../../src/a.py#L12)", [(15, 15)], "[x](../../src/a.py#L15)"),
        ("https://forge.example/o/r/blob/main/src/a.py#L12", [(15, 16)],
         "https://forge.example/o/r/blob/main/src/a.py#L15-L16"),
        ("https://forge.example/o/r/-/blob/main/src/a.py#L12", [(15, 16)],
         "https://forge.example/o/r/-/blob/main/src/a.py#L15-16"),
    ],
)  # fmt: skip
def test_other_lines(token, ranges, expected):
    assert respell(token, "", *ranges) == f"See {expected} there.\n"


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("`src/a.py:12`", "`lib/new.py:15`"),
        ("`src/a.py#L12`", "`lib/new.py#L15`"),
        ("(src/a.py L12)", "(lib/new.py L15)"),
        ("(`src/a.py` L12)", "(`lib/new.py` L15)"),
        ("`a.py:12`", "`lib/new.py:15`"),
        ("[x](../../src/a.py#L12)", "[x](../../lib/new.py#L15)"),
        ("https://forge.example/o/r/blob/main/src/a.py#L12", "https://forge.example/o/r/blob/main/lib/new.py#L15"),
    ],
)
def test_another_file(token, expected):
    assert respell(token, "lib/new.py", (15, 15)) == f"See {expected} there.\n"


def test_a_path_that_only_a_link_can_spell():
    assert respell("`src/a.py:12`", "lib/new name.py", (15, 15)) is None
    assert "(../../lib/new%20name.py#L15)" in respell("[x](../../src/a.py#L12)", "lib/new name.py", (15, 15))


def test_a_symbol_has_no_lines():
    assert respell("`src/a.py#Class.method`", "", (3, 4)) is None
