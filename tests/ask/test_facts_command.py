"""`pincite facts` lists what decisions in force state, and how the checks over them fare."""

import json

import pytest

from pincite.cli import main

BODY = """\
## 2026-10-03 Keep 4 keys (supersedes [[#2026-09-30 Keep 3 keys]])

- **Decision:** Four.
- **Facts:** `keys.count = 4`, `keys.rotation = 30 days`, `token.max_age = {age} days`
- **Check:** `token.* <= (keys.count - 1) * keys.rotation`
- **Check:** `nowhere.at_all > 1`
- **Source:** conversation, 2026-10-03

## 2026-09-30 ~~Keep 3 keys~~ (superseded 2026-10-03)

- **Decision:** Three.
- **Facts:** `keys.count = 3`
- **Source:** conversation, 2026-09-30
"""


@pytest.fixture
def told(repo, capsys, monkeypatch):
    """Return a function that runs `pincite facts` on a wiki in which a token lives for so many days."""

    def run(age: int, *options: str) -> str:
        repo.page("wiki/keys.md", BODY.format(age=age))
        repo.index("keys")
        repo.commit()
        monkeypatch.chdir(repo.root)
        assert main(["facts", *options]) == 0
        return capsys.readouterr().out

    return run


def test_facts_of_superseded_entries_are_history(told):
    found = json.loads(told(75, "--json"))

    assert [(fact["name"], fact["value"]) for fact in found["facts"]] == [
        ("keys.count", "4"),
        ("keys.rotation", "30 days"),
        ("token.max_age", "75 days"),
    ]
    assert {fact["entry"] for fact in found["facts"]} == {"2026-10-03-keep-4-keys"}
    assert {fact["line"] for fact in found["facts"]} == {9}


def test_checks_are_judged_and_what_is_missing_is_unknown(told):
    found = json.loads(told(75, "--json"))

    assert [(check["state"], check["line"]) for check in found["checks"]] == [("holds", 10), ("unknown", 11)]


def test_a_failed_check_tells_what_its_sides_come_to(told):
    assert "failed: token.* <= (keys.count - 1) * keys.rotation (100 days <= 90 days)  keys#2026-10-03" in told(100)


def test_a_wiki_without_facts_says_how_to_state_one(repo, capsys, monkeypatch):
    repo.page("wiki/keys.md", "Nothing.")
    repo.commit()
    monkeypatch.chdir(repo.root)

    assert main(["facts"]) == 0
    assert "**Facts:**" in capsys.readouterr().out
