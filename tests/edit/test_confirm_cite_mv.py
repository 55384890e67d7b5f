"""Reviews are dated, citations are printed ready to paste, and a renamed page keeps every link."""

from __future__ import annotations

import json

import pytest

from conftest import Repo
from pincite.cli import main
from pincite.edit import desk, review

TODAY = "2026-10-07"


@pytest.fixture
def wiki(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    repo.write("src/timed.py", "def one():\n    return 1\n\n\ndef two():\n    return 'a \"b\" c'\n\n# }\n")
    repo.write("src/x.js", "f({\n})\n")
    keep = "## 2026-10-03 Keep\n\n- **Decision:** Keep.\n- **Source:** `src/timed.py:2`"
    other = "## 2026-10-01 Other\n\n- **Decision:** Other.\n- **Source:** `src/timed.py:6`"
    repo.page("wiki/decisions/keys.md", f"{keep}\n\n{other}")
    repo.index("keys")
    repo.write("wiki/log.md", "# Log\n\n## [2026-10-01] capture | keys\n\n- [[keys]]\n")
    repo.commit()
    monkeypatch.chdir(repo.root)
    monkeypatch.setattr(desk, "today", lambda: TODAY)
    monkeypatch.setattr(review, "today", lambda: TODAY)
    return repo


def text(repo: Repo, path: str = "wiki/decisions/keys.md") -> str:
    return (repo.root / path).read_bytes().decode()


def change(repo: Repo, value: str = "2") -> None:
    repo.write("src/timed.py", text(repo, "src/timed.py").replace("return 1", f"return {value}"))
    repo.commit()


# ---- confirm


def test_a_changed_citation_holds_again_after_its_review(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    before = text(wiki)
    change(wiki)
    assert main(["check"]) == 1
    assert main(["confirm", "keys#Keep"]) == 0
    assert "src/timed.py:2 still holds" in capsys.readouterr().out
    assert text(wiki) == before.replace("`src/timed.py:2`\n", f"`src/timed.py:2`\n- **Reviewed:** {TODAY}\n")
    assert main(["check"]) == 0
    wiki.commit()
    assert main(["check"]) == 0


def test_a_second_time_on_one_day_changes_nothing_but_a_second_change_counts(wiki: Repo) -> None:
    change(wiki)
    main(["confirm", "keys#Keep"])
    wiki.commit()
    before = text(wiki)
    assert main(["confirm", "keys#Keep"]) == 0
    assert text(wiki) == before
    change(wiki, "2 + 1 # longer")
    wiki.write("src/timed.py", text(wiki, "src/timed.py").replace("return 2", "return 3"))
    wiki.commit()
    assert main(["check"]) == 1
    assert main(["confirm", "keys#Keep"]) == 0
    assert f"- **Reviewed:** {TODAY} (2)\n" in text(wiki)
    assert main(["check"]) == 0


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("", f"reviewed: {TODAY}\n---"),
        ("reviewed: 2026-01-01\n", f"reviewed: {TODAY}\n---"),
        ("reviewed:   '2026-01-01'   # by hand\n", f"reviewed:   '{TODAY}'   # by hand\n---"),
        ("reviewed:\n", f"reviewed: {TODAY}\n---"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_whole_page_is_reviewed_in_its_frontmatter(wiki: Repo, field: str, expected: str, newline: str) -> None:
    page = text(wiki).replace("tags: [t]\n", f"tags: [t]\n{field}").replace("\n", newline)
    wiki.write("wiki/decisions/keys.md", page)
    wiki.commit()
    assert main(["confirm", "keys"]) == 0
    assert f"tags: [t]\n{expected}".replace("\n", newline) in text(wiki)
    after = text(wiki)
    assert main(["confirm", "keys"]) == 0
    assert text(wiki) == after


def test_what_is_not_there_is_not_confirmed(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["confirm", "nope"]) == 2
    assert main(["confirm", "keys#nope"]) == 2
    assert "#2026-10-03 Keep" in capsys.readouterr().err


# ---- cite


def cite(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    capsys.readouterr()
    assert main(["cite", *args]) == 0
    return capsys.readouterr().out


def test_a_citation_comes_with_quote_symbol_and_lines(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    assert cite(capsys, "src/timed.py:2") == (
        '`src/timed.py:2` "return 1"\nsymbol: `src/timed.py#one`\n  2      return 1\n'
    )
    said = json.loads(cite(capsys, "src/timed.py:5-6", "--json"))
    assert (said["citation"], said["quote"], said["symbol"]) == (
        "`src/timed.py:5-6`",
        "def two():",
        "`src/timed.py#two`",
    )
    assert said["lines"][1] == {"line": 6, "text": "    return 'a \"b\" c'"}


def test_a_citation_as_it_is_printed_holds(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    for typed in ("src/timed.py:2", "timed.py:6", "src/timed.py#L1-L2", "src/timed.py#two", "`src/timed.py:5`"):
        said = json.loads(cite(capsys, typed, "--json"))
        wiki.page("wiki/decisions/new.md", f"{said['quoted'] or said['citation']} and {said['symbol']}")
        wiki.index("keys", "new")
        wiki.git("add", "-A")
        assert main(["check", "--staged"]) == 0


def test_lines_without_a_word_are_noted(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    assert "hold no word" in cite(capsys, "src/x.js:2")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("src/timed.py:99", "has 8 lines"),
        ("src/timed.py:6-2", "does not cite lines"),
        ("src/timd.py:2", "did you mean src/timed.py?"),
        ("src/timed.py#nope", "no such definition"),
        ("src/timed.py", "no citation"),
        ("src/new.py:1", "not in git (untracked)"),
        ("../x.py:1", "no"),
        ("--output=x:1", ""),
    ],
)
def test_what_cannot_be_cited_is_told_why(
    wiki: Repo, capsys: pytest.CaptureFixture[str], typed: str, said: str
) -> None:
    wiki.write("src/new.py", "x\n")
    assert main(["cite", typed]) == 2
    assert said in capsys.readouterr().err


# ---- mv


LINKS = (
    "[[keys]] [[keys#2026-10-03 Keep|K]] ![[keys]] [[decisions/keys]] [[wiki/decisions/keys.md]] "
    '[a](keys.md#2026-10-01-other "t") '
    "[b](<keys.md>) ![[keys|300]] `wiki/decisions/keys.md:9` [[Keys Alias]] [c](../decisions/keys.md)\n\n"
    "[ref]: keys.md\n\n| x |\n|---|\n| [[keys\\|K]] |"
)
MOVED = (
    "[[policy]] [[policy#2026-10-03 Keep|K]] ![[policy]] [[ops/policy]] [[wiki/ops/policy.md]] "
    '[a](../ops/policy.md#2026-10-01-other "t") '
    "[b](<../ops/policy.md>) ![[policy|300]] `wiki/ops/policy.md:9` [[Keys Alias]] [c](../ops/policy.md)\n\n"
    "[ref]: ../ops/policy.md\n\n| x |\n|---|\n| [[policy\\|K]] |"
)


def test_every_link_follows_a_renamed_page(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    page = text(wiki).replace("tags: [t]", "tags: [t]\naliases: [Keys Alias]")
    page += (
        "\nSee [other](other.md), [[keys#2026-10-01 Other]], [src](../../src/timed.py#L2) and [[#2026-10-01 Other]].\n"
    )
    wiki.write("wiki/decisions/keys.md", page)
    wiki.page("wiki/decisions/other.md", LINKS)
    wiki.write("wiki/index.md", "# Index\n\n- [[keys]]\n- `wiki/decisions/other.md`\n- `wiki/decisions/keys.md`\n")
    wiki.commit()
    errors = main(["check"])
    assert main(["mv", "keys", "wiki/ops/policy.md"]) == 0
    assert text(wiki, "wiki/decisions/other.md").endswith(MOVED + "\n")
    assert text(wiki, "wiki/ops/policy.md") == page.replace("(other.md)", "(../decisions/other.md)").replace(
        "[[keys#2026-10-01 Other]]", "[[policy#2026-10-01 Other]]"
    )
    assert text(wiki, "wiki/index.md").endswith("- [[policy]]\n- `wiki/decisions/other.md`\n- `wiki/ops/policy.md`\n")
    assert text(wiki, "wiki/log.md").endswith("- [[policy]]\n")
    assert not (wiki.root / "wiki/decisions/keys.md").exists()
    assert wiki.git("status", "--porcelain", "wiki/ops", "wiki/decisions/keys.md")[:1] == "R"
    wiki.git("add", "-A")
    assert main(["check"]) == errors == 0


def test_a_page_is_renamed_in_its_folder_by_a_name(wiki: Repo) -> None:
    assert main(["mv", "wiki/decisions/keys.md", "Signing Keys"]) == 0
    assert (wiki.root / "wiki/decisions/signing-keys.md").exists()
    assert main(["check"]) == 0


def test_what_is_staged_of_a_page_stays_staged(wiki: Repo) -> None:
    page = text(wiki)
    wiki.write("wiki/decisions/keys.md", page + "\nstaged\n")
    wiki.git("add", "-A")
    wiki.write("wiki/decisions/keys.md", page + "\nstaged\n\nunstaged\n")
    assert main(["mv", "keys", "policy"]) == 0
    assert wiki.git("show", ":wiki/decisions/policy.md") == (page + "\nstaged").strip()
    assert text(wiki, "wiki/decisions/policy.md") == page + "\nstaged\n\nunstaged\n"


@pytest.mark.parametrize("new", ["other", "index", "../../x", "wiki/../src/x", "!!!", "src/x.md", "keys"])
def test_a_name_that_cannot_be_is_refused(wiki: Repo, new: str) -> None:
    wiki.page("wiki/decisions/other.md", "x")
    wiki.index("keys", "other")
    wiki.commit()
    before = wiki.git("status", "--porcelain")
    assert main(["mv", "keys", new]) in (1, 2)
    assert wiki.git("status", "--porcelain") == before
    assert main(["mv", "nope", "x"]) == 2
    assert main(["mv", "index", "x"]) == 2
