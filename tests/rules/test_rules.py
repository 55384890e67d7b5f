"""Every rule is held to its case files, and its documentation to its own examples."""

import inspect
import re
from pathlib import Path

import pytest
from cases import Case, build, differences, judge, read_case, read_steps

from pincite.levels import LEVELS, rule, rule_names

HERE = Path(__file__).parent
CASES = {path.relative_to(HERE).as_posix(): path for path in sorted(HERE.glob("*/*.txt"))}
RULES = rule_names()
# What judges pages that ignore something is the engine; the kinds of these rules have no generator of their own.
KINDS = [(name, kind) for name in RULES for kind in rule(name).KINDS]


def cases_of(name: str) -> list[Case]:
    return [read_case(path) for key, path in CASES.items() if key.startswith(f"{name}/")]


@pytest.mark.parametrize("key", CASES)
def test_a_case_finds_what_it_expects_and_nothing_else(key, repo):
    case = read_case(CASES[key])
    name = key.partition("/")[0]

    on_disk = build(case.steps, repo)

    assert not differences(case.expected, judge(repo, on_disk, (name,))), case.title


@pytest.mark.parametrize("name", RULES)
def test_a_rule_has_a_case_in_which_it_is_silent(name):
    assert [case for case in cases_of(name) if not case.expected], f"add a silent case to tests/rules/{name}/"


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_kind_has_a_case_in_which_it_is_found(name, kind):
    wanted = f"{name}.{kind}" if kind else name
    found = [one for case in cases_of(name) for one in case.expected if one.rule == wanted]

    assert found, f"add a case with {wanted} to tests/rules/{name}/"


def test_a_folder_of_cases_has_its_rule():
    assert {key.partition("/")[0] for key in CASES} == set(RULES)


@pytest.mark.parametrize("name", RULES)
def test_the_levels_of_a_rule_are_levels(name):
    assert all(level in LEVELS for levels in rule(name).KINDS.values() for level in levels)


def examples(name: str) -> dict[str, str]:
    """Return the blocks behind `Bad:` and `Good:` in a rule's documentation."""
    text = inspect.getdoc(rule(name)) or ""
    blocks = re.findall(r"^(Bad|Good):\n((?:(?:    .*)?\n)+)", text + "\n", re.MULTILINE)
    return {word: inspect.cleandoc(block) for word, block in blocks}


@pytest.mark.parametrize("name", RULES)
def test_the_documented_examples_are_what_they_say(name, repo, tmp_path):
    shown = examples(name)

    assert set(shown) == {"Bad", "Good"}, f"{name}: show a `Bad:` and a `Good:` page"
    on_disk = build(read_steps(shown["Good"]), repo)
    assert not judge(repo, on_disk, (name,)), "the good example must be silent"


@pytest.mark.parametrize("name", RULES)
def test_the_documented_faults_are_found(name, repo):
    on_disk = build(read_steps(examples(name)["Bad"]), repo)

    assert judge(repo, on_disk, (name,)), "the bad example must be found"


@pytest.mark.parametrize("name", RULES)
def test_the_first_line_of_the_documentation_is_a_sentence(name):
    first = (inspect.getdoc(rule(name)) or "").partition("\n")[0]

    assert first.endswith(".")
    assert len(first) <= 100
