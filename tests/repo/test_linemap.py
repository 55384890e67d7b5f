"""Where lines stand in another version of a file."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.repo import linediff
from pincite.repo.linediff import matching
from pincite.repo.linemap import Fate, LineMap, Text, telling

BASE = b"""\
import os

def alpha(one, two):
    total = one + two
    return total


def beta(value):
    if value > 3:
        raise ValueError(value)
    return value * 2

def gamma():
    return None
"""


def fate(old: bytes, new: bytes, first: int, last: int | None = None) -> Fate:
    return LineMap(Text(old), Text(new)).fate(first, last or first)


def place(old: bytes, new: bytes, first: int, last: int | None = None) -> tuple[str, int, int]:
    return fate(old, new, first, last)[:3]


@pytest.mark.parametrize(
    ("edit", "cited", "expected"),
    [
        pytest.param(lambda t: t, (9, 10), ("holds", 9, 10), id="nothing happened"),
        pytest.param(lambda t: b"# new\n# lines\n" + t, (9, 10), ("moved", 11, 12), id="lines above"),
        pytest.param(lambda t: t + b"# below\n", (9, 10), ("holds", 9, 10), id="lines below"),
        pytest.param(lambda t: t.replace(b"import os\n\n", b""), (9, 10), ("moved", 7, 8), id="lines above taken away"),
        pytest.param(lambda t: t.replace(b"    ", b"\t\t"), (9, 10), ("holds", 9, 10), id="other indentation"),
        pytest.param(lambda t: t.replace(b"\n", b"\r\n"), (9, 10), ("holds", 9, 10), id="other line ends"),
        pytest.param(lambda t: t.replace(b"one + two", b"one  +  two"), (4, 4), ("holds", 4, 4), id="spaces within"),
        pytest.param(lambda t: t.replace(b"\n\n\n", b"\n\n"), (8, 8), ("moved", 7, 7), id="a blank line less"),
        pytest.param(lambda t: t.replace(b"value)\n    ", b"value)\n\n    "), (9, 11), ("moved", 9, 12),
                     id="a blank line within"),
        pytest.param(lambda t: t.replace(b"> 3", b"> 4"), (9, 10), ("changed", 9, 10), id="a number changed"),
        pytest.param(lambda t: t.replace(b"> 3", b"> 4"), (10, 10), ("holds", 10, 10), id="the line before changed"),
        pytest.param(lambda t: t.replace(b"> 3", b"> 4"), (8, 8), ("holds", 8, 8), id="the line behind changed"),
        pytest.param(lambda t: t.replace(b"    if value > 3:\n        raise ValueError(value)\n", b""), (9, 10),
                     ("changed", 9, 8), id="deleted"),
        pytest.param(lambda t: t.replace(b"        raise", b"        log(value)\n        raise"), (9, 10),
                     ("changed", 9, 11), id="a line put between"),
        pytest.param(lambda t: t.replace(b"(one, two)", b"(\n    one,\n    two,\n)"), (3, 3), ("moved", 3, 6),
                     id="wrapped by a formatter"),
        pytest.param(lambda t: t.replace(b"total\n", b"total + 1\n"), (5, 5), ("changed", 5, 5), id="a line goes on"),
        pytest.param(lambda t: t.replace(b"(value)\n    r", b"(value).more\n    r"), (10, 10), ("changed", 10, 10),
                     id="a call goes on"),
        pytest.param(lambda t: b"def beta" + t.partition(b"def beta")[2] + t.partition(b"def beta")[0], (3, 5),
                     ("moved", 10, 12), id="functions in another order"),
        pytest.param(lambda t: t[: t.index(b"def beta")] + t[t.index(b"def gamma") :] + b"def beta2(value):\n"
                     b"    if value > 3:\n        raise ValueError(value)\n", (9, 10), ("moved", 11, 12),
                     id="into another function"),
        pytest.param(lambda t: t.replace(b"    return None\n", b"    return 1\n\ndef delta():\n    return None\n"),
                     (14, 14), ("changed", 14, 17), id="a plain return is nobody's own"),
        pytest.param(lambda t: t.replace(b"raise ValueError(value)", b"pass") + b"raise ValueError(value)\n" * 2,
                     (10, 10), ("changed", 10, 10), id="in two other places"),
        pytest.param(lambda t: t.replace(b"def gamma():", b"def gamma(x):") + b"# end\n", (14, 14), ("holds", 14, 14),
                     id="all around a plain return changed"),
        pytest.param(lambda _: b"", (9, 10), ("changed", 1, 0), id="emptied"),
        pytest.param(lambda t: b"\n" + t, (6, 7), ("holds", 6, 7), id="blank lines are cited"),
        pytest.param(lambda t: b"# a\n" + t, (7, 8), ("moved", 8, 9), id="blank lines at the edge go along"),
    ],
)  # fmt: skip
def test_what_became_of_lines(edit: object, cited: tuple[int, int], expected: tuple[str, int, int]) -> None:
    assert place(BASE, edit(BASE), *cited) == expected


def test_words_wrapped_anew() -> None:
    old = b"# Alpha beta gamma delta\n# epsilon zeta eta theta.\n# Iota kappa lambda mu.\n#\n# Nu xi omicron pi.\n"
    new = b"# Alpha beta\n# gamma delta epsilon\n# zeta eta theta. Iota\n# kappa lambda mu.\n#\n# Nu xi omicron pi.\n"
    assert place(old, new, 2) == ("moved", 2, 3)
    assert place(old, new, 1, 3) == ("moved", 1, 4)
    assert place(old, new, 5) == ("moved", 6, 6)
    assert place(old, new.replace(b"eta theta", b"eta iota"), 2)[0] == "changed"


def test_kept_lines_are_counted() -> None:
    assert fate(BASE, BASE.replace(b"> 3", b"> 4"), 8, 11) == Fate("changed", 8, 11, 3, 4)
    assert fate(BASE, b"x\n", 8, 11) == Fate("changed", 1, 1, 0, 4)


def test_what_is_telling() -> None:
    assert telling([b"raiseSignatureExpired(age)"])
    assert telling([b"ifvalue>3:", b"raiseValueError(value)"])
    for block in [], [b"}"], [b"returnNone"], [b"else:", b"pass", b"}"], [b"x=0", b"y=0", b"z=0", b"w=0", b"v=0"]:
        assert not telling(block)


LINES = st.lists(st.sampled_from([b"a", b"b", b"c", b"{", b"}", b"x1", b"x2", b"x3"]), max_size=30)


@given(LINES, LINES)
def test_matched_lines_are_equal_and_in_order(old: list[bytes], new: list[bytes]) -> None:
    found = matching(old, new)
    pairs = [(index, there) for index, there in enumerate(found) if there >= 0]
    assert len(found) == len(old)
    assert all(old[index] == new[there] for index, there in pairs)
    assert [there for _, there in pairs] == sorted({there for _, there in pairs})


@given(LINES)
def test_a_text_matches_itself(lines: list[bytes]) -> None:
    assert matching(lines, lines) == list(range(len(lines)))


def edited(dice: random.Random, lines: list[bytes]) -> list[bytes]:
    made = list(lines)
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(made) + 1)
        if dice.random() < 0.5:
            made[at:at] = [b"new %d" % dice.randrange(10_000) for _ in range(dice.randint(1, 5))]
        else:
            del made[at : at + dice.randint(1, 5)]
    return made


@pytest.mark.parametrize("seed", range(12))
def test_edits_are_found_as_git_finds_them(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    old = [b"line %d" % dice.randrange(60) if dice.random() < 0.7 else b"}" for _ in range(200)]
    new = edited(dice, old)
    for name, lines in ("old", old), ("new", new):
        (tmp_path / name).write_bytes(b"".join(line + b"\n" for line in lines))
    args = ["git", "diff", "--no-index", "--histogram", "--numstat", "old", "new"]
    out = subprocess.run(args, cwd=tmp_path, capture_output=True, check=False, text=True).stdout
    added, removed, _ = out.split(None, 2) if out else ("0", "0", "")
    matched = sum(there >= 0 for there in matching(old, new))
    # git slides and merges hunks a little, so that it may keep a line more or less than we do.
    assert abs(matched - (len(old) - int(removed))) <= 3
    assert abs(matched - (len(new) - int(added))) <= 3


def test_hopeless_texts_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linediff, "_BUDGET", 20_000)
    dice = random.Random(1)
    old = [b"%d" % n for n in range(3000)]
    new = dice.sample(old, len(old))
    assert len(matching(old, new)) == 3000
    assert matching([b"{"] * 3000, [b"}", *[b"{"] * 2000, b"}"])
