"""Which repository is judged, with which git, and what the environment may say about it."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from conftest import Repo
from pincite.errors import RunError
from pincite.repo import environment, objects
from pincite.repo.plumbing import Git
from pincite.repo.process import Child, run
from pincite.repo.repository import Repository, open_repository
from pincite.repo.snapshot import open_snapshot


def staged(repository: Repository) -> dict[str, bytes | None]:
    snapshot = open_snapshot(repository, staged=True)
    return dict(snapshot.read(snapshot.files))


def another(repo: Repo, path: Path) -> Repo:
    made = Repo(path, repo.env)
    made.root.mkdir()
    made.git("init", "-q")
    made.write("other.md", "other\n")
    made.commit()
    return made


def test_no_repository_is_said_in_plain_words(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="is not in a git repository"):
        open_repository(str(tmp_path))
    with pytest.raises(RunError, match="not a folder"):
        open_repository(str(tmp_path / "nowhere"))


def test_a_refused_owner_names_the_setting(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit()
    # git's own switch for its test-suite: every repository belongs to somebody else.
    monkeypatch.setitem(environment._FIXED, "GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(RunError) as error:
        open_repository(str(repo.root))
    assert f"git config --global --add safe.directory {repo.root}" in str(error.value)
    assert error.value.status == 3


def test_a_hook_of_one_repository_may_look_at_another(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write("mine.md", "mine\n")
    repo.commit()
    other = another(repo, tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(repo.root / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(repo.root / ".git" / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(repo.root))
    monkeypatch.setenv("GIT_AUTHOR_DATE", "@1 +0100")
    for cwd in (repo.root, other.root, tmp_path):
        monkeypatch.chdir(cwd)
        with open_repository(str(other.root)) as repository:
            assert repository.root == str(other.root)
            assert staged(repository) == {"other.md": b"other\n"}
    monkeypatch.chdir(other.root)
    with open_repository() as repository:
        assert staged(repository) == {"other.md": b"other\n"}


@pytest.mark.parametrize("git_dir", [None, ".git", "absolute"])
@pytest.mark.parametrize("index", ["relative", "absolute", "elsewhere"])
def test_the_index_of_a_hook_is_followed_in_its_repository(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, git_dir: str | None, index: str
) -> None:
    repo.write("wiki/a.md", "a\n")
    repo.commit()
    places = {"relative": ".git/next-index-7.lock", "absolute": str(repo.root / ".git/next-index-7.lock")}
    place = places.get(index, str(tmp_path / "index"))
    repo.git("read-tree", "HEAD", GIT_INDEX_FILE=place)
    repo.write("wiki/b.md", "b\n")
    repo.git("add", "wiki/b.md", GIT_INDEX_FILE=place)
    monkeypatch.setenv("GIT_INDEX_FILE", place)
    if git_dir:
        monkeypatch.setenv("GIT_DIR", str(repo.root / ".git") if git_dir == "absolute" else git_dir)
    expected = {"wiki/a.md": b"a\n", "wiki/b.md": b"b\n"}
    monkeypatch.chdir(repo.root)
    for start in (".", "wiki", str(repo.root), str(repo.root / "wiki")):
        with open_repository(start) as repository:
            assert staged(repository) == expected
    if git_dir != ".git":
        monkeypatch.chdir(repo.root / "wiki")
        with open_repository() as repository:
            assert staged(repository) == expected


def test_a_hook_of_a_repository_with_its_git_directory_elsewhere(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write("a.md", "a\n")
    repo.commit()
    (repo.root / ".git").rename(tmp_path / "store")
    monkeypatch.chdir(repo.root)
    with pytest.raises(RunError, match="not in a git repository"):
        open_repository()
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "store"))
    monkeypatch.setenv("GIT_WORK_TREE", str(repo.root))
    with open_repository() as repository:
        assert repository.root == str(repo.root)
        assert staged(repository) == {"a.md": b"a\n"}


def test_a_git_in_the_repository_is_not_run(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("sub/a.md", "a\n")
    repo.commit()
    for folder in (repo.root, repo.root / "sub"):
        trap = folder / "git"
        trap.write_text("#!/bin/sh\necho trapped >&2; exit 1\n")
        trap.chmod(trap.stat().st_mode | stat.S_IXUSR)
    for entry in ("", ".", str(repo.root), f"{repo.root}/", "sub/.."):
        monkeypatch.setenv("PATH", f"{entry}:{repo.env['PATH']}")
        for cwd in (repo.root, repo.root / "sub"):
            monkeypatch.chdir(cwd)
            with open_repository() as repository:
                assert repository.root == str(repo.root)
    monkeypatch.setenv("PATH", f"{repo.root / 'sub'}:{repo.env['PATH']}")
    with open_repository() as repository:
        assert repository.root == str(repo.root)
    monkeypatch.setenv("PATH", ".")
    with pytest.raises(RunError, match="git is not installed"):
        open_repository()


def test_processes_end_with_the_repository(repo: Repo) -> None:
    repo.write("a.md", "a\n")
    repo.write("ignored", "")
    repo.commit()
    with open_repository(str(repo.root)) as repository:
        snapshot = open_snapshot(repository, rev="HEAD")
        list(snapshot.read(["a.md"]))
        repo.write("new", "")
        snapshot.on_disk("new")
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_requests_and_replies_larger_than_any_pipe(repo: Repo) -> None:
    big = os.urandom(300_000)
    repo.write("big", big)
    repo.write("small", "x")
    repo.commit()
    ids = [repo.git("hash-object", name) for name in ("big", "small")] * 400
    with open_repository(str(repo.root)) as repository:
        read = list(repository.git.objects([*ids, "0" * 40, *ids[:2]]))
        assert [oid for oid, _ in read] == [*ids, "0" * 40, *ids[:2]]
        assert [data for _, data in read] == [big, b"x"] * 400 + [None, big, b"x"]
        numbers = "".join(f"{n}\n" for n in range(200_000)).encode()
        assert repository.git.run("hash-object", "--stdin", data=numbers) != b""
        assert len(repository.git.run("stripspace", data=numbers)) == len(numbers)


def test_readings_may_be_left_and_nested(repo: Repo) -> None:
    repo.write("a", "a")
    repo.write("b", "b")
    repo.commit()
    a, b = (repo.git("hash-object", name) for name in ("a", "b"))
    with open_repository(str(repo.root)) as repository:
        for _ in repository.git.objects([a] * 100):
            assert dict(repository.git.objects([b])) == {b: b"b"}
            break
        assert dict(repository.git.objects([b])) == {b: b"b"}


def test_a_large_object_is_passed_over(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("large", "x" * 5000)
    repo.write("small", "x")
    repo.commit()
    monkeypatch.setattr(objects, "LARGEST", 4000)
    with open_repository(str(repo.root)) as repository:
        snapshot = open_snapshot(repository, rev="HEAD")
        assert dict(snapshot.read(["large", "small"])) == {"large": None, "small": b"x"}


def test_git_speaks_for_itself_where_it_fails(repo: Repo) -> None:
    with open_repository(str(repo.root)) as repository:
        with pytest.raises(RunError, match="git rev-list failed: bad revision 'nope'"):
            repository.git.run("rev-list", "nope", "--")
        assert repository.git.attempt("rev-list", "nope", "--").status == 128
    with pytest.raises(RunError, match="cannot start"):
        Git(str(repo.root), "/nowhere/git", {}).run("version")
    with pytest.raises(RunError, match="cannot start"):
        list(Git(str(repo.root), "/nowhere/git", {}).objects(["x"]))


def test_a_process_that_reads_nothing_does_not_hang() -> None:
    done = run(["/bin/sh", "-c", "echo out; echo err >&2; exit 3"], {}, b"x" * 1_000_000)
    assert (done.status, done.out, done.err) == (3, b"out\n", b"err\n")
    child = Child(["/bin/sh", "-c", "sleep 100"], {})
    began = time.monotonic()
    child.close(kill=True)
    assert time.monotonic() - began < 50
