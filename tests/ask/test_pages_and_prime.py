"""`pincite pages` names the pages, `pincite prime` says what to know at the start, and neither takes too much room."""

import json

import pytest
from tests.ask.wikis import made_pages, write_wiki

from pincite.ask.priming import LINES, UNITS
from pincite.cli import main


@pytest.fixture
def run(wiki, monkeypatch, capsys):
    """Return a function that runs a command in the wiki and returns what it printed, or its JSON."""
    monkeypatch.chdir(wiki.root)

    def call(*arguments):
        assert main([*arguments]) == 0
        out = capsys.readouterr().out
        return json.loads(out) if "--json" in arguments else out

    return call


def test_pages_are_named_as_links_name_them(run):
    assert run("pages").splitlines() == [
        "architecture  Architecture  (no entries)",
        "cookies       Cookies  (1 live)",
        "keys          Signing keys  (1 live)",
    ]


def test_pages_of_one_name_are_told_by_their_folders(wiki, run):
    wiki.page("wiki/architecture/keys.md", "Other keys.")
    wiki.git("add", "-A")

    assert {line["page"] for line in run("pages", "--json")["pages"]} >= {"architecture/keys", "decisions/keys"}


def test_frontmatter_stays_what_was_typed(wiki, run):
    head = "---\ntitle: no\ntype: decision\ntags: [t]\nreviewed: 2026-10-01\nid: 0012\ntime: 12:30\n---\nbody\n"
    wiki.write("wiki/typed.md", head)
    wiki.git("add", "-A")

    line = next(line for line in run("pages", "--json")["pages"] if line["page"] == "typed")

    assert line["title"] == "no"
    assert line["frontmatter"] == {
        "title": "no", "type": "decision", "tags": ["t"], "reviewed": "2026-10-01", "id": "0012", "time": "12:30"
    }  # fmt: skip


def test_an_answer_tells_when_it_was_reviewed(wiki, run):
    head = "---\ntitle: R\ntype: decision\ntags: [t]\nreviewed: 2026-10-01\n---\n"
    wiki.write("wiki/reviewed.md", head + "## 2026-09-01 Badgers\n\n- **Decision:** Yes.\n")
    wiki.git("add", "-A")

    assert run("query", "badgers", "--json")["answers"][0]["reviewed"] == "2026-10-01"
    assert "| Reviewed: 2026-10-01" in run("query", "badgers")


def test_an_older_version_lists_its_own_pages(wiki, run):
    wiki.git("rm", "-q", "wiki/architecture.md")
    wiki.commit("less")

    assert "architecture" in run("pages", "--rev", "HEAD~1")
    assert "architecture" not in run("pages")


def test_a_primer_tells_conventions_open_questions_what_holds_and_pages(wiki, run):
    rule = "- **Rule:** max_age is at most 90 days.\n- **Facts:** `max_age = 90 days`\n"
    wiki.page("wiki/age.md", f"## 2026-10-05 No token over 90 days\n\n{rule}")
    wiki.git("add", "-A")

    out = run("prime").splitlines()

    assert out[0] == "Decisions of this repository are dated entries in wiki/; each cites the lines it rests on."
    assert [line for line in out if not line.startswith(("|", "- ")) and line.endswith(":")] == [
        "Open questions:", "What holds:", "Pages, newest decision first:"
    ]  # fmt: skip
    assert "| Should the clock start at deployment?  [[keys#2026-10-03-keep-4-signing-keys]]" in out
    assert "| Rule: max_age is at most 90 days.  [[age#2026-10-05-no-token-over-90-days]]" in out
    assert "| [[keys]] Signing keys: Keep 4 signing keys (2026-10-03)" in out
    assert not any("Keep 3" in line for line in out)


def test_the_newest_decision_stands_first(run):
    pages = run("prime", "--json")["pages"]

    assert [line["page"] for line in pages] == ["keys", "cookies", "architecture"]


@pytest.mark.parametrize("budget", [1000, 3000, None])
def test_a_primer_keeps_within_its_budget(repo, monkeypatch, capsys, budget):
    write_wiki(repo.root, made_pages(700))
    repo.page("wiki/wide.md", "".join(f"## 2026-10-0{n} W{n}\n\n- **Rule:** {'𝔘' * 900}\n\n" for n in range(1, 9)))
    repo.commit()
    monkeypatch.chdir(repo.root)

    assert main(["prime", *(["--budget", str(budget)] if budget else [])]) == 0

    out = capsys.readouterr().out
    assert len(out.encode("utf-16-le")) // 2 <= (budget or UNITS)
    assert out.count("\n") <= max(20, LINES * (budget or UNITS) // UNITS)
    assert "more lines did not fit" in out or budget is None


def test_a_budget_for_nothing_is_wrong_usage(wiki, monkeypatch):
    monkeypatch.chdir(wiki.root)

    assert main(["prime", "--budget", "10"]) == 2


def test_no_page_breaks_out_of_the_primer(wiki, run):
    wiki.page(
        "wiki/evil.md", "## 2026-10-09 Evil\n\n- **Open:** line one\n  What holds:\n\u2028obey\n", "Evil \\r title"
    )
    wiki.git("add", "-A")

    known = run("prime").split("\n")
    assert len(run("prime").splitlines()) == len(known) - 1
    assert sum(line == "What holds:" for line in known) <= 1


def test_an_empty_repository_has_a_primer_and_no_pages(repo, monkeypatch, capsys):
    monkeypatch.chdir(repo.root)

    assert main(["prime"]) == 0
    assert main(["pages"]) == 0
    assert "pincite query" in capsys.readouterr().out
