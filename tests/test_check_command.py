"""`pincite check`: what is typed, what is judged, what it exits with."""

import json

import pytest

from pincite.cli import main
from pincite.commands.check import Options, quick
from pincite.edit.write import Change, writing
from pincite.levels import all_kinds, rule_names
from pincite.usage import parser_of


def argparsed(arguments):
    from pincite.commands import check

    return Options(**vars(parser_of("check", check).read(arguments)))


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--staged"],
        ["--staged", "--since", "HEAD"],
        ["--since", "a", "--since", "b", "--rule", "links", "--rule", "citations.moved"],
        ["--rev", "HEAD", "--format", "sarif", "--require-history"],
        ["--json"],
    ],
)
def test_what_hooks_type_is_read_without_argparse_to_the_same_effect(arguments):
    read = quick(arguments)

    assert read is not None
    assert read._replace(paths=[], since=list(read.since), rule=list(read.rule)) == argparsed(arguments)


@pytest.mark.parametrize(
    "typed",
    ["wiki/a.md", "--rev", "--rev --staged", "--format x", "--staged --rev a", "--rev a --rev b", "--list", "--help",
     "--rev=a", "--nope"],
)  # fmt: skip
def test_everything_else_is_left_to_argparse(typed):
    assert quick(typed.split()) is None


@pytest.fixture
def check(repo, monkeypatch, capsys):
    monkeypatch.chdir(repo.root)

    def run(*arguments):
        status = main(["check", *arguments])
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def test_staged_and_rev_exclude_each_other(check):
    status, _, err = check("--staged", "--rev", "HEAD")

    assert status == 2
    assert "not allowed with" in err


def test_contradicting_formats_are_wrong_usage(check):
    assert check("--json", "--format", "sarif")[0] == 2
    assert check("--format", "xml")[0] == 2


def test_before_the_first_commit_there_is_nothing_to_compare_with(repo, check):
    repo.index()
    repo.git("add", "-A")

    assert check("--staged", "--since", "HEAD")[0] == 0


def test_an_unknown_revision_could_not_run(repo, check):
    repo.index()
    repo.commit()

    for arguments in (["--rev", "nope"], ["--since", "nope"], ["--staged", "--since", "nope"]):
        status, out, err = check(*arguments)
        assert (status, out) == (3, "")
        assert "nope" in err


def test_a_path_that_nothing_was_looked_at_for_is_wrong_usage(repo, check, tmp_path):
    repo.index()
    repo.commit()
    repo.write("wiki/new.md", "x\n")

    assert check("wiki")[0] == 0
    assert check(".")[0] == 0
    assert check(str(repo.root / "wiki/index.md"))[0] == 0
    assert "not tracked by git" in check("wiki/new.md")[2]
    assert check("wiki/new.md")[0] == 2
    assert check("wiki/gone.md")[0] == 2
    assert check(str(tmp_path))[0] == 2


def test_an_untracked_page_is_named_in_a_note(repo, check):
    repo.index()
    repo.commit()
    repo.page("wiki/new.md", "x")

    status, out, _ = check()

    assert status == 0
    assert "note: wiki/new.md is not tracked by git" in out


def test_stats_count_what_there_is_and_what_is_wrong(repo, check):
    repo.write("src/a.py", "one = 1\n")
    repo.page(
        "wiki/keys.md",
        "## 2026-10-03 Keep 4 keys (supersedes [[#2026-10-01 Keep 3 keys]])\n\n- **Decision:** Keep 4.\n"
        '- **Source:** `src/a.py:1` "one = 1", `example.org:443`\n- **Open:** Really?\n\n'
        "## 2026-10-01 ~~Keep 3 keys~~ (superseded 2026-10-03)\n\n- **Source:** conversation, 2026-10-01\n\n"
        "## 2026-09-30 Other\n\n- **Status:** proposed\n- **Source:** not stated in the sources\n\n"
        "[[nope]] [[nope2]]\n",
    )
    repo.index("keys")
    repo.commit()

    status, out, _ = check("--stats", "--json")
    told = json.loads(out)

    assert status == 1
    assert told["pages"] == 2
    assert told["entries"] == {"all": 3, "live": 1, "superseded": 1, "proposed": 1, "rejected": 0}
    assert {kind: count for kind, count in told["provenance"].items() if count} == {"cited": 1}
    assert told["open"] == {"all": 1}
    assert told["citations"] == {"all": 1, "with a quote": 1, "pinned to a commit": 0}
    assert {"rule": "links.broken", "level": "error", "count": 2} in told["problems"]
    text = check("--stats")[1]
    assert "entries     3: 1 live, 1 superseded, 1 proposed" in text
    assert "2 errors" in text
    assert check("--stats", "--format", "sarif")[0] == 2


def test_faults_before_the_configured_commit_are_forgiven(repo, check):
    repo.page("wiki/keys.md", "[[gone]]")
    repo.index("keys")
    first = repo.commit()
    repo.write("pincite.toml", f'since = "{first}"\n')
    repo.page("wiki/keys.md", "[[gone]]\n\n[[gone]]")
    repo.commit()

    status, out, _ = check()
    assert status == 1
    assert "1 error" in out
    assert "1 older problem" in out
    assert check("--since", "HEAD")[0] == 0

    repo.page("wiki/keys.md", "[[gone]]")
    assert check()[0] == 0


def test_a_configured_commit_that_is_gone_is_said(repo, check):
    repo.index()
    repo.write("pincite.toml", f'since = "{"1" * 40}"\n')
    repo.commit()

    status, _, err = check()

    assert status == 3
    assert "`since` names 1111" in err


def test_the_rules_are_listed_and_explained(check):
    status, out, _ = check("--list")
    assert status == 0
    assert all(name in out for name in [*rule_names(), *all_kinds()])

    listed = json.loads(check("--list", "--json")[1])
    assert [item["rule"] for item in listed["rules"]] == rule_names()

    for name in (*rule_names(), *all_kinds()):
        status, out, _ = check("--explain", name)
        assert status == 0
        assert "Bad:" in out
        assert "Good:" in out
    assert json.loads(check("--explain", "links", "--json")[1])["rule"] == "links"
    status, _, err = check("--explain", "link")
    assert status == 2
    assert "did you mean links?" in err


def test_a_rule_that_does_not_exist_is_wrong_usage(repo, check):
    repo.index()
    repo.commit()

    for name, near in (("link", "links"), ("links.brokn", "links.broken"), ("citations.mooved", "citations.moved")):
        status, _, err = check("--rule", name)
        assert status == 2
        assert f"did you mean {near}?" in err
    assert check("--rule", "links", "--rule", "citations.moved")[0] == 0


def test_only_what_is_asked_for_is_shown_and_counts(repo, check):
    repo.page("wiki/a.md", "[[gone]]")
    repo.page("wiki/b.md", "`src/gone.py:1` and [[gone]]")
    repo.write("src/x.py", "x\n")
    repo.index("a", "b")
    repo.commit()

    def found(*arguments):
        return {(item["rule"], item["path"]) for item in json.loads(check(*arguments, "--json")[1])["problems"]}

    assert found("wiki/a.md") == {("links.broken", "wiki/a.md")}
    assert found("--rule", "citations") == {("citations.missing", "wiki/b.md")}
    assert found("wiki/a.md", "--rule", "citations") == set()
    assert check("wiki/a.md", "--rule", "citations")[0] == 0
    assert check("wiki/index.md")[0] == 0
    assert found("wiki") == found()


def test_a_path_is_taken_from_where_one_stands(repo, check, monkeypatch):
    repo.page("wiki/a.md", "[[gone]]")
    repo.index("a")
    repo.commit()
    monkeypatch.chdir(repo.root / "wiki")

    assert check("a.md")[0] == 1
    assert check("index.md")[0] == 0
    assert check("../wiki/a.md")[0] == 1


def test_every_format_is_reached(repo, check):
    repo.page("wiki/a.md", "[[gone]]")
    repo.page("wiki/new.md", "x")
    repo.index("a")
    repo.git("add", "wiki/a.md", "wiki/index.md")

    assert check("--format", "github")[1].startswith("::error file=wiki/a.md,line=6,col=1,title=links.broken::")
    assert json.loads(check("--format", "sarif")[1])["version"] == "2.1.0"
    _, out, err = check("--format", "gitlab")
    assert [item["check_name"] for item in json.loads(out)] == ["links.broken"]
    assert "wiki/new.md is not tracked" in err
    assert check("--format", "json") == check("--json")


def test_a_shallow_clone_is_refused_where_history_is_required(repo, check, tmp_path, monkeypatch):
    repo.index()
    repo.commit()
    repo.commit("again")
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.root}", str(tmp_path / "shallow"))

    assert check("--require-history")[0] == 0
    monkeypatch.chdir(tmp_path / "shallow")
    status, _, err = check("--require-history")

    assert status == 3
    assert "fetch-depth: 0" in err


def test_a_write_that_was_broken_off_is_told(check, repo):
    """Who only reads learns that files are half exchanged, and what mends it; after that nothing is said."""
    repo.page("wiki/a.md", "Text.")
    repo.index("a")
    repo.commit()
    state = str(repo.root / ".git" / "pincite")
    change = Change("wiki/a.md", (repo.root / "wiki/a.md").read_bytes(), b"new")
    with writing(str(repo.root), state, print) as writer:
        writer._prepare([change], [writer._target(change)])

    assert "interrupted while it wrote wiki/a.md: `pincite fix` finishes it" in check()[1]
    with writing(str(repo.root), state, lambda _: None):
        pass
    assert (repo.root / "wiki/a.md").read_bytes() == b"new"
    assert "interrupted" not in check()[1]
