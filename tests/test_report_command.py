"""`pincite report`: what a range of commits does to decisions, as markdown that a forge shows and nobody can abuse."""

import json

import pytest

from pincite.cli import main

CODE = (
    '"""Sign."""\nKEYS_KEPT = 4\n\n\ndef sign(value):\n    return value\n\n\ndef unsign(value):\n    return value + 1\n'
)
OLD = """## 2026-09-30 Keep 3 keys

- **Decision:** Keep 3.
- **Source:** `src/signing.py:5-6`, `src/signing.py:10`
"""
NEW = """## 2026-10-03 Keep 4 keys (supersedes [[#2026-09-30 Keep 3 keys]])

- **Decision:** Keep 4.
- **Rejected:** 5 keys: too *many* for @everyone <b> in `a_b`.
- **Source:** `src/signing.py:2`

"""
STRUCK = OLD.replace("Keep 3 keys\n", "~~Keep 3 keys~~ (superseded 2026-10-03)\n", 1)
OTHER = """## 2026-10-01 Unsign adds one

- **Decision:** It adds one.
- **Source:** `src/signing.py:10`
"""


@pytest.fixture
def branch(repo, monkeypatch):
    """Return a repository with a branch that supersedes a decision and changes the code under another."""
    repo.write("src/signing.py", CODE)
    repo.page("wiki/keys.md", OLD)
    repo.page("wiki/unsign.md", OTHER)
    repo.index("keys", "unsign")
    repo.commit("base")
    repo.git("checkout", "-qb", "work")
    repo.page("wiki/keys.md", NEW + STRUCK)
    repo.write("src/signing.py", "import os\n" + CODE.replace("value + 1", "value - 1").replace("KEPT = 4", "KEPT = 4"))
    repo.commit("work")
    monkeypatch.chdir(repo.root)
    return repo


def report(capsys, *arguments):
    assert main(["report", *arguments]) == 0
    return capsys.readouterr().out


def test_what_a_branch_does_to_decisions(branch, capsys):
    got = json.loads(report(capsys, "main..work", "--json"))

    assert [one["title"] for one in got["added"]] == ["Keep 4 keys"]
    assert [(one["title"], one["by"]["title"]) for one in got["superseded"]] == [("Keep 3 keys", "Keep 4 keys")]
    assert [(one["path"], one["rule"]) for one in got["changed"]] == [("wiki/unsign.md", "citations.changed")]
    assert [one["title"] for one in got["resting"]] == ["Unsign adds one"]
    assert (got["version"], got["head"]) == (1, branch.git("rev-parse", "work"))


def test_the_report_is_markdown_with_a_section_each(branch, capsys):
    out = report(capsys, "main..work")

    assert out.startswith("<!-- pincite report -->\n## Decisions\n")
    assert [line for line in out.splitlines() if line.startswith("### ")] == [
        "### Decisions added (1)",
        "### Decisions superseded (1)",
        "### Citations that changed: read them again (1)",
        "### Decisions that rest on the code touched (1)",
    ]
    assert "- ~~Keep 3 keys (wiki/keys.md:12)~~, by Keep 4 keys (wiki/keys.md:6)" in out


def test_text_of_the_wiki_is_no_markup(branch, capsys):
    out = report(capsys, "main..work")

    assert "5 keys: too \\*many\\* for @\u200beveryone &lt;b&gt; in `a_b`." in out


def test_a_citation_that_moved_has_its_command(branch, capsys):
    branch.page("wiki/keys.md", OLD)
    branch.write("src/signing.py", "import os\n" + CODE)
    branch.commit("moved only")

    out = report(capsys, "main..work")

    assert "### Citations that moved (3)" in out
    assert "(`pincite fix wiki/keys.md`)" in out


def test_three_dots_leave_out_what_the_base_did_since(branch, capsys):
    branch.git("checkout", "-q", "main")
    branch.page(
        "wiki/more.md", "## 2026-10-09 On main\n\n- **Decision:** Yes.\n- **Source:** conversation, 2026-10-09\n"
    )
    branch.index("keys", "unsign", "more")
    branch.commit("main goes on")

    two, three = (json.loads(report(capsys, f"main{dots}work", "--json")) for dots in ("..", "..."))

    assert [one["title"] for one in three["added"]] == ["Keep 4 keys"]
    assert two["added"] == three["added"]
    assert json.loads(report(capsys, "work..main", "--json"))["added"][-1]["title"] == "On main"


def test_a_renamed_page_adds_no_decision(branch, capsys):
    branch.git("checkout", "-q", "main")
    branch.git("mv", "wiki/unsign.md", "wiki/adding.md")
    branch.index("keys", "adding")
    branch.commit("rename")

    assert json.loads(report(capsys, "HEAD~1..HEAD", "--json"))["added"] == []


def test_a_range_that_touches_nothing_says_so(branch, capsys):
    assert report(capsys, "main..main") == "<!-- pincite report -->\n## Decisions\n\nNo decision is touched.\n"


def test_with_an_address_the_lines_are_links(branch, capsys):
    branch.write("pincite.toml", 'permalinks = ["https://github.com/team/app"]\n')
    branch.commit("address")

    out = report(capsys, "main..HEAD")

    head = branch.git("rev-parse", "HEAD")
    assert f"[2026-10-03 Keep 4 keys](https://github.com/team/app/blob/{head}/wiki/keys.md?plain=1#L6)" in out


@pytest.mark.parametrize(
    ("given", "status"), [("main", 2), ("", 2), ("..work", 2), ("nope..work", 3), ("main..nope", 3)]
)
def test_what_is_no_range_is_refused(branch, given, status):
    assert main(["report", given]) == status


def test_the_head_may_be_left_out(branch, capsys):
    assert report(capsys, "main..") == report(capsys, "main..work")


def test_a_long_section_is_cut_and_counted(branch, capsys):
    entries = "\n".join(f"## 2026-10-05 Entry {n}\n\n- **Decision:** {n}.\n" for n in range(30))
    branch.page("wiki/many.md", entries)
    branch.commit("many")

    assert "- … and 11 more" in report(capsys, "main..HEAD")
