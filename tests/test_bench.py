"""The bench measures what it says: the same wiki each time, and the cost of children too."""

import subprocess
import sys

import pytest

from bench.__main__ import RATIOS, tables
from bench.generate import build, page, source, stream, usual
from bench.measure import Cost, cost


def test_the_same_wiki_is_generated_each_time(tmp_path):
    heads = set()
    for name in ("one", "two"):
        build(tmp_path / name, stream(usual(7)))
        head = subprocess.run(["git", "-C", tmp_path / name, "rev-parse", "HEAD"], stdout=subprocess.PIPE, check=True)
        heads.add(head.stdout)

    assert len(heads) == 1
    assert not subprocess.run(
        ["git", "-C", tmp_path / "one", "status", "--porcelain"], stdout=subprocess.PIPE, check=True
    ).stdout


def test_a_page_has_six_links_and_six_citations():
    text = page(3, usual(1000))

    assert text.count("[[") + text.count("](") == 6
    assert text.count("`src/") == 6


def test_another_edition_of_a_page_differs_in_prose_alone():
    first, second = page(3, usual(1000)), page(3, usual(1000), edition=2)

    assert second.replace(" Edition 2.", "") == first


def test_cited_files_are_long_enough_and_have_no_blank_line():
    lines = source(5).splitlines()

    assert len(lines) == 120
    assert all(line.strip() for line in lines)


def test_a_bigger_wiki_holds_more_files():
    assert b"".join(stream(usual(250))).count(b"M 100644 inline wiki/") == 250 + 1 + 3 * 2


def test_the_cost_of_children_is_counted(tmp_path):
    burn = "sum(i * i for i in range(2_000_000))"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}], check=True)"

    alone = cost((sys.executable, "-c", "pass"), tmp_path)
    with_child = cost((sys.executable, "-c", child), tmp_path)

    assert with_child.seconds > alone.seconds
    assert alone.megabytes > 1


def test_a_command_that_fails_is_not_measured(tmp_path):
    with pytest.raises(RuntimeError, match="exit 3"):
        cost((sys.executable, "-c", "raise SystemExit(3)"), tmp_path)


def test_the_table_shows_ratios_and_marks_what_misses_its_target():
    costs = {row.case: Cost(1.0, 10) for row in RATIOS} | {row.base: Cost(1.0, 10) for row in RATIOS}
    costs["commit hook"] = Cost(4.0, 10)

    lines = list(tables({10_000: costs}))

    assert "| commit hook | python | 4.00 (missed) | 3 |" in lines
    assert "| version | python | 1.00 | 2 |" in lines
    assert "| warm, nothing changed | cat-file | 1.00 (missed) | 0.5 from 10,000 |" in lines
    assert "| commit hook | 4.000 (10) |" in lines
