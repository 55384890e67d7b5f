"""`fix` repairs what is certain, touches only the tokens at fault, and finds nothing to do the second time."""

from __future__ import annotations

import json
import subprocess

import pytest

from conftest import Repo
from pincite.cli import main

CODE = "".join(f"line_{n} = {n}\n" for n in range(1, 31))


@pytest.fixture
def wiki(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    repo.write("src/timed.py", CODE.replace("line_20 = 20", "    raise SignatureExpired(age)"))
    repo.page("wiki/decisions/keys.md", "A `src/timed.py:20`, see `src/timed.py:20`, [here](../../src/timed.py#L20).")
    repo.index("keys")
    repo.write("wiki/log.md", "# Log\n\n## [2026-10-01] capture | keys\n\n- [[keys]]\n")
    repo.commit()
    monkeypatch.chdir(repo.root)
    return repo


def text(repo: Repo, path: str) -> str:
    return (repo.root / path).read_bytes().decode()


def push_down(repo: Repo, lines: int = 2) -> None:
    repo.write("src/timed.py", "# more\n" * lines + (repo.root / "src/timed.py").read_text())


def fixed(repo: Repo, *args: str) -> str:
    """Fix, check that a second time changes nothing, and return the page."""
    assert main(["fix", *args]) == 0
    page = text(repo, "wiki/decisions/keys.md")
    assert main(["fix", *args]) == 0
    assert text(repo, "wiki/decisions/keys.md") == page
    return page


def test_moved_citations_follow_their_text(wiki: Repo) -> None:
    before = text(wiki, "wiki/decisions/keys.md")
    push_down(wiki)
    wiki.commit()
    assert main(["check"]) == 1
    assert fixed(wiki) == before.replace("timed.py:20", "timed.py:22").replace("#L20", "#L22")
    assert main(["check"]) == 0


def test_a_dry_run_prints_a_diff_that_applies(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    push_down(wiki)
    before = text(wiki, "wiki/decisions/keys.md")
    capsys.readouterr()
    assert main(["fix", "--dry-run"]) == 0
    diff = capsys.readouterr().out
    assert text(wiki, "wiki/decisions/keys.md") == before
    subprocess.run(["git", "apply", "-"], input=diff.encode(), cwd=wiki.root, env=wiki.env, check=True)
    after = text(wiki, "wiki/decisions/keys.md")
    assert after != before
    wiki.write("wiki/decisions/keys.md", before)
    assert fixed(wiki) == after


def test_a_file_that_was_renamed_is_cited_by_its_new_name(wiki: Repo) -> None:
    wiki.git("mv", "src/timed.py", "src/signing.py")
    wiki.commit()
    page = fixed(wiki)
    assert "`src/signing.py:20`" in page
    assert "(../../src/signing.py#L20)" in page
    assert main(["check"]) == 0


def test_what_changed_is_left_to_a_person(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    before = text(wiki, "wiki/decisions/keys.md")
    wiki.write("src/timed.py", text(wiki, "src/timed.py").replace("raise SignatureExpired(age)", "return None"))
    wiki.commit()
    assert fixed(wiki) == before
    assert "left to you" in capsys.readouterr().out


def test_links_to_a_renamed_page_follow_it(wiki: Repo) -> None:
    wiki.page("wiki/decisions/other.md", "[[keys]] [[keys|K]] [[decisions/keys#x]] ![[keys]] [k](keys.md) [[log]]")
    wiki.commit()
    wiki.git("mv", "wiki/decisions/keys.md", "wiki/decisions/signing-keys.md")
    wiki.commit()
    main(["fix"])
    assert text(wiki, "wiki/decisions/other.md").endswith(
        "[[signing-keys]] [[signing-keys|K]] [[decisions/signing-keys#x]] ![[signing-keys]] [k](signing-keys.md) "
        "[[log]]\n"
    )
    assert text(wiki, "wiki/index.md").count("[[signing-keys") == 1
    assert "- [[signing-keys]]\n" in text(wiki, "wiki/log.md")


def test_a_link_to_a_deleted_page_stays(wiki: Repo) -> None:
    wiki.page("wiki/decisions/other.md", "words of its own, quite many of them, so that nothing looks like a rename")
    wiki.commit()
    (wiki.root / "wiki/decisions/other.md").unlink()
    wiki.page("wiki/decisions/more.md", "[[other]]")
    wiki.commit()
    before = text(wiki, "wiki/decisions/more.md")
    main(["fix"])
    assert text(wiki, "wiki/decisions/more.md") == before


ONE_SIDED = (
    "## 2026-10-03 New (supersedes [[#2026-10-01 Old]])\n\n"
    "- **Decision:** x\n- **Source:** conversation, 2026-10-03\n\n"
    "## 2026-10-01 Old\n\n- **Decision:** y\n- **Source:** conversation, 2026-10-01"
)


def test_the_missing_side_of_a_supersession_is_told(wiki: Repo) -> None:
    wiki.page("wiki/decisions/keys.md", ONE_SIDED)
    wiki.commit()
    assert "## 2026-10-01 ~~Old~~ (superseded 2026-10-03)\n" in fixed(wiki)


def test_a_missing_date_of_a_supersession_is_added(wiki: Repo) -> None:
    wiki.page("wiki/decisions/keys.md", ONE_SIDED.replace("## 2026-10-01 Old", "## 2026-10-01 ~~Old~~ (superseded)"))
    wiki.commit()
    assert "## 2026-10-01 ~~Old~~ (superseded 2026-10-03)\n" in fixed(wiki)


def test_the_side_of_a_proposal_and_of_two_rivals_is_not_guessed(wiki: Repo) -> None:
    wiki.page("wiki/decisions/keys.md", ONE_SIDED.replace("- **Decision:** x", "- **Status:** proposed"))
    wiki.commit()
    assert "~~" not in fixed(wiki)
    rival = ONE_SIDED.replace("2026-10-03 New", "2026-10-04 Rival").split("\n\n## 2026-10-01")[0]
    wiki.page("wiki/decisions/keys.md", f"{rival}\n\n{ONE_SIDED}")
    wiki.commit()
    assert "~~" not in fixed(wiki)


def test_pages_that_the_index_lacks_are_listed(wiki: Repo) -> None:
    for n in range(12):
        wiki.page(f"wiki/decisions/p{n}.md", f"Page {n}, see [[keys]].")
    wiki.page("wiki/decisions/keys.md", " ".join(f"[[p{n}]]" for n in range(12)))
    wiki.commit()
    main(["fix"])
    lines = text(wiki, "wiki/index.md").splitlines()
    assert sorted(lines[2:]) == sorted([f"- [[p{n}]]" for n in range(12)] + ["- [[keys]]"])
    assert main(["check", "--rule", "index"]) == 0


def test_spelling_and_bars_are_mended(wiki: Repo) -> None:
    wiki.page("wiki/decisions/other.md", "[[Keys#x|K]] [k](Keys.md)\n\n| a | b |\n|---|---|\n| [[keys|K]] | x |")
    wiki.index("keys", "other")
    wiki.commit()
    main(["fix"])
    assert text(wiki, "wiki/decisions/other.md").endswith(
        "[[keys#x|K]] [k](keys.md)\n\n| a | b |\n|---|---|\n| [[keys\\|K]] | x |\n"
    )


def test_only_the_named_pages_are_mended(wiki: Repo) -> None:
    wiki.page("wiki/decisions/other.md", "`src/timed.py:20`")
    wiki.index("keys", "other")
    wiki.commit()
    push_down(wiki)
    wiki.commit()
    before = text(wiki, "wiki/decisions/other.md")
    assert "timed.py:22" in fixed(wiki, "keys")
    assert text(wiki, "wiki/decisions/other.md") == before
    main(["fix", "wiki/decisions"])
    assert "timed.py:22" in text(wiki, "wiki/decisions/other.md")
    assert main(["fix", "nope"]) == 2


def test_bytes_around_the_token_stay(wiki: Repo) -> None:
    head = '\ufeff---\r\ntitle:  "keys"  # why\r\ntype: decision\r\n---\r\n\r\n'
    odd = f"{head}A\x0c `src/timed.py:20` \u2028 ü\r\n\r\nno end"
    wiki.write("wiki/decisions/keys.md", odd)
    wiki.commit()
    push_down(wiki)
    wiki.commit()
    assert fixed(wiki) == odd.replace(":20", ":22")


def test_line_ends_that_git_converts_stay_on_disk(wiki: Repo) -> None:
    wiki.git("config", "core.autocrlf", "true")
    windows = text(wiki, "wiki/decisions/keys.md").replace("\n", "\r\n").replace("A `src", "One\r\nA `src")
    wiki.write("wiki/decisions/keys.md", windows)
    push_down(wiki)
    wiki.git("add", "-A")
    wiki.git("commit", "-q", "-m", "x")
    assert fixed(wiki) == windows.replace("timed.py:20", "timed.py:22").replace("#L20", "#L22")


def test_a_partly_staged_page_keeps_what_is_staged_and_what_is_not(wiki: Repo) -> None:
    push_down(wiki)
    wiki.commit()
    page = text(wiki, "wiki/decisions/keys.md")
    wiki.write("wiki/decisions/keys.md", page + "\nstaged\n")
    wiki.git("add", "wiki/decisions/keys.md")
    wiki.write("wiki/decisions/keys.md", page + "\nstaged\n\nunstaged\n")
    staged = wiki.git("diff", "--cached")
    assert fixed(wiki) == (page + "\nstaged\n\nunstaged\n").replace(":20", ":22").replace("#L20", "#L22")
    assert wiki.git("diff", "--cached") == staged


def test_what_was_repaired_is_said(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    push_down(wiki)
    capsys.readouterr()
    main(["fix", "--json"])
    said = json.loads(capsys.readouterr().out)
    assert said["repaired"][0] == {
        "path": "wiki/decisions/keys.md", "line": 6, "rule": "citations.moved",
        "was": "src/timed.py:20", "now": "src/timed.py:22",
    }  # fmt: skip
    assert (said["written"], said["left"]) == (["wiki/decisions/keys.md"], 0)


# ---- stronger citations


def test_a_quote_is_added_where_one_is_sure(wiki: Repo) -> None:
    wiki.write("src/twice.py", "same\nsame\n")
    cited = 'A `src/timed.py:20`, B src/timed.py:3, C `src/timed.py:4` "line_4", D `src/twice.py:1`'
    wiki.page("wiki/decisions/keys.md", cited)
    wiki.commit()
    assert fixed(wiki, "--to-quote").splitlines()[5] == (
        'A `src/timed.py:20` "raise SignatureExpired(age)", B src/timed.py:3 "line_3 = 3", '
        'C `src/timed.py:4` "line_4", D `src/twice.py:1`'
    )
    assert main(["check", "--rule", "citations"]) == 0


def test_a_definition_is_cited_by_name(wiki: Repo) -> None:
    wiki.write("src/sign.py", "X = 1\n\n\nclass Signer:\n    def sign(self):\n        return 1\n\n\nprint(X)\n")
    wiki.page("wiki/decisions/keys.md", "A `src/sign.py:5-6`, B `src/sign.py#L6`, C `src/sign.py:9`")
    wiki.commit()
    assert fixed(wiki, "--to-symbol").splitlines()[5] == (
        "A `src/sign.py#Signer.sign`, B `src/sign.py#Signer.sign`, C `src/sign.py:9`"
    )
    assert main(["check", "--rule", "citations"]) == 0


def test_history_is_not_strengthened(wiki: Repo) -> None:
    told = ONE_SIDED.replace("## 2026-10-01 Old", "## 2026-10-01 ~~Old~~ (superseded 2026-10-03)")
    wiki.page("wiki/decisions/keys.md", told.replace("conversation, 2026-10-01", "`src/timed.py:20`"))
    wiki.commit()
    assert '"' not in fixed(wiki, "--to-quote")
