"""`pincite check`: what is typed, what is judged, what it exits with."""

import pytest

from pincite.cli import main
from pincite.commands.check import Options, quick
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
