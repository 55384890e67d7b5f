"""`capture --commit` makes one commit of its own files, as git makes commits, and leaves everything else as it was."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import Repo
from pincite.cli import main

DAY = "2026-10-03"


@pytest.fixture
def wiki(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    repo.write("src/a.py", "one\ntwo\nthree\n")
    repo.page("wiki/decisions/keys.md", "Keys.")
    repo.index("keys")
    repo.write("wiki/log.md", "# Log\n\n## [2026-10-01] capture | keep 3 keys\n\n- [[keys]]\n")
    repo.commit()
    monkeypatch.chdir(repo.root)
    return repo


def commit(*args: str, page: str = "keys", title: str = "Keep 4 keys") -> int:
    return main(["capture", "--page", page, "--title", title, "--decision", "x", "--date", DAY, "--commit", *args])


def changed(repo: Repo, rev: str = "HEAD") -> list[str]:
    return repo.git("show", "--format=", "--name-only", rev).splitlines()


def test_the_commit_holds_what_was_written_and_says_it(wiki: Repo) -> None:
    before = wiki.git("rev-parse", "HEAD")
    assert commit("--rejected", "y") == 0
    assert wiki.git("rev-parse", "HEAD^") == before
    assert changed(wiki) == ["raw/conversations/2026-10-03-keep-4-keys.md", "wiki/decisions/keys.md", "wiki/log.md"]
    assert wiki.git("show", "-s", "--format=%B").strip() == "Keep 4 keys\n\n[[keys#2026-10-03 Keep 4 keys]]"
    assert wiki.git("status", "--porcelain") == ""
    assert commit("--rejected", "y") == 0
    assert wiki.git("rev-parse", "HEAD^") == before


def test_staged_and_unstaged_work_stays_as_it_was(wiki: Repo) -> None:
    wiki.write("src/a.py", "one\nSTAGED\nthree\n")
    wiki.write("src/new.py", "new\n")
    wiki.git("add", "src")
    wiki.write("src/a.py", "one\nSTAGED\nUNSTAGED\n")
    wiki.write("src/untracked.py", "x\n")
    before = wiki.git("diff", "--cached"), wiki.git("diff"), wiki.git("status", "--porcelain")
    assert commit() == 0
    assert (wiki.git("diff", "--cached"), wiki.git("diff"), wiki.git("status", "--porcelain")) == before
    assert changed(wiki) == ["wiki/decisions/keys.md", "wiki/log.md"]


def test_work_in_the_very_files_does_not_come_along(wiki: Repo) -> None:
    log = (wiki.root / "wiki/log.md").read_text()
    index = (wiki.root / "wiki/index.md").read_text()
    wiki.write("wiki/index.md", index + "\nSTAGED\n")
    wiki.git("add", "wiki/index.md")
    wiki.write("wiki/index.md", index + "\nSTAGED\n\nUNSTAGED\n")
    wiki.write("wiki/log.md", log.replace("# Log", "# The log"))
    assert commit(page="new page") == 0
    shown = wiki.git("show", "--format=", "HEAD")
    assert "STAGED" not in shown
    assert "The log" not in shown
    assert "+- [[new-page]]" in shown
    assert [line for line in wiki.git("diff", "--cached", "-U0").splitlines()[4:] if line[0] in "+-"] == [
        "+",
        "+STAGED",
    ]
    unstaged = wiki.git("diff")
    assert "+UNSTAGED" in unstaged
    assert "+# The log" in unstaged
    assert "new-page" not in "".join(line for line in unstaged.splitlines(keepends=True) if line[:1] in "+-")


def test_decisions_that_were_not_committed_stay_so(wiki: Repo) -> None:
    main(["capture", "--page", "keys", "--title", "First", "--decision", "x", "--date", DAY])
    main(["capture", "--page", "fresh", "--title", "Other", "--decision", "x", "--date", DAY])
    assert commit(page="keys") == 0
    assert commit(page="fresh", title="Second") == 0
    for name, own, other in (("keys", "Keep 4 keys", "First"), ("fresh", "Second", "Other")):
        path = f"wiki/decisions/{name}.md"
        committed = wiki.git("show", f"HEAD:{path}")
        assert f"{DAY} {own}" in committed
        assert f"{DAY} {other}" not in committed
        assert f"{DAY} {other}" in (wiki.root / path).read_text()
    assert {line[:2] for line in wiki.git("status", "--porcelain").splitlines()} <= {"M ", " M"}
    assert main(["check", "--rev", "HEAD"]) == 0


def test_what_rests_on_an_uncommitted_entry_is_not_committed(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    main(["capture", "--page", "keys", "--title", "First", "--decision", "x", "--date", DAY])
    before = (wiki.root / "wiki/decisions/keys.md").read_bytes(), wiki.git("rev-parse", "HEAD")
    assert commit("--supersedes", "#First") == 2
    assert "commit what this rests on first" in capsys.readouterr().err
    assert ((wiki.root / "wiki/decisions/keys.md").read_bytes(), wiki.git("rev-parse", "HEAD")) == before


def test_hooks_run_on_the_commit_that_is_made(wiki: Repo) -> None:
    wiki.write("src/a.py", "staged\n")
    wiki.git("add", "src")
    hook = wiki.write(".git/hooks/pre-commit", "#!/bin/sh\ngit diff --cached --name-only > .git/seen\n")
    hook.chmod(0o755)
    assert commit() == 0
    assert (wiki.root / ".git/seen").read_text().split() == ["wiki/decisions/keys.md", "wiki/log.md"]


def test_a_hook_that_refuses_leaves_the_index_and_head(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    hook = wiki.write(".git/hooks/commit-msg", "#!/bin/sh\necho no ticket number >&2\nexit 1\n")
    hook.chmod(0o755)
    wiki.write("src/a.py", "staged\n")
    wiki.git("add", "src")
    head, staged = wiki.git("rev-parse", "HEAD"), wiki.git("diff", "--cached")
    assert commit("--rejected", "y", page="new") == 1
    said = capsys.readouterr().err
    assert "no ticket number" in said
    assert "stays in the work tree" in said
    assert (wiki.git("rev-parse", "HEAD"), wiki.git("diff", "--cached")) == (head, staged)
    assert (wiki.root / "wiki/decisions/new.md").exists()
    hook.unlink()
    assert commit("--rejected", "y", page="new") == 0
    assert wiki.git("status", "--porcelain").splitlines() == ["M  src/a.py"]


@pytest.mark.parametrize("under_way", ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"])
def test_in_the_midst_of_a_merge_nothing_happens(
    wiki: Repo, under_way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    wiki.write(f".git/{under_way}", wiki.git("rev-parse", "HEAD") + "\n")
    before = (wiki.root / "wiki/log.md").read_bytes()
    assert commit() == 3
    assert "under way" in capsys.readouterr().err
    assert (wiki.root / "wiki/log.md").read_bytes() == before


def test_the_first_commit_of_all(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.root)
    repo.write("other.txt", "x")
    repo.git("add", "other.txt")
    assert commit(page="first") == 0
    assert changed(repo) == ["wiki/decisions/first.md", "wiki/index.md", "wiki/log.md"]
    assert repo.git("status", "--porcelain") == "A  other.txt"


def test_the_author_is_who_the_environment_says(wiki: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Grace")
    monkeypatch.setenv("GIT_AUTHOR_DATE", "2026-10-03T10:00:00+00:00")
    commit()
    assert wiki.git("show", "-s", "--format=%an %aI") == "Grace 2026-10-03T10:00:00+00:00"


def test_in_a_worktree_and_with_a_detached_head(wiki: Repo, tmp_path: Path) -> None:
    wiki.git("worktree", "add", "-q", "--detach", str(tmp_path / "wt"))
    options = ["--page", "keys", "--title", "T", "--decision", "x", "--commit"]
    assert main(["-C", str(tmp_path / "wt"), "capture", *options]) == 0
    assert wiki.git("-C", str(tmp_path / "wt"), "log", "--format=%s", "-1") == "T"
    assert wiki.git("log", "--format=%s", "-1") == "commit"
    assert wiki.git("status", "--porcelain") == ""


def test_line_ends_that_git_converts_are_committed_as_git_stores_them(wiki: Repo) -> None:
    wiki.git("config", "core.autocrlf", "true")
    for path in ("wiki/decisions/keys.md", "wiki/log.md"):
        wiki.write(path, (wiki.root / path).read_text().replace("\n", "\r\n"))
    wiki.git("add", "-A")
    assert wiki.git("status", "--porcelain") == ""
    assert commit() == 0
    assert "\r" not in wiki.git("show", "HEAD:wiki/decisions/keys.md")
    assert "\n" not in (wiki.root / "wiki/decisions/keys.md").read_bytes().decode().replace("\r\n", "")
    assert wiki.git("status", "--porcelain") == ""


def test_commits_at_once_all_arrive(wiki: Repo) -> None:
    env = wiki.env | {"PYTHONPATH": ":".join(sys.path)}
    command = [sys.executable, "-m", "pincite", "capture", "--decision", "x", "--date", DAY, "--commit", "--page"]
    running = [
        subprocess.Popen(
            [*command, f"p{n}", "--title", f"Title {n}"], cwd=wiki.root, env=env, stdout=subprocess.DEVNULL
        )
        for n in range(4)
    ]
    assert [process.wait() for process in running] == [0] * 4
    assert sorted(wiki.git("log", "--format=%s", "-4").splitlines()) == [f"Title {n}" for n in range(4)]
    assert wiki.git("status", "--porcelain") == ""
    assert wiki.git("show", "HEAD:wiki/log.md").count("capture | Title") == 4
