"""Disk, index and commit, in every state that a repository can be in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from conftest import Repo
from pincite.errors import RunError
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import Snapshot, open_snapshot
from pincite.wiki import File


def contents(repo: Repo, start: str = ".", **how: object) -> dict[str, bytes | None]:
    with open_repository(str(repo.root / start)) as repository:
        snapshot = open_snapshot(repository, **how)
        return dict(snapshot.read(snapshot.files))


def opened(repo: Repo, **how: object) -> Snapshot:
    return open_snapshot(open_repository(str(repo.root)), **how)


def test_disk_index_and_commit_see_what_each_holds(repo: Repo) -> None:
    repo.write("a.md", "committed\n")
    repo.write("gone.md", "x\n")
    first = repo.commit()
    repo.write("a.md", "staged\n")
    repo.git("add", "a.md")
    repo.write("a.md", "on disk\n")
    (repo.root / "gone.md").unlink()
    repo.write("new.md", "untracked\n")
    assert contents(repo) == {"a.md": b"on disk\n"}
    assert contents(repo, staged=True) == {"a.md": b"staged\n", "gone.md": b"x\n"}
    assert contents(repo, rev="HEAD") == {"a.md": b"committed\n", "gone.md": b"x\n"}
    for how, name in ({}, "disk"), ({"staged": True}, "index"), ({"rev": "main"}, first):
        snapshot = opened(repo, **how)
        assert (snapshot.name, snapshot.commit) == (name, first)
        assert snapshot.base == (None if how.get("rev") else first)


def test_a_subdirectory_sees_the_whole_repository(repo: Repo) -> None:
    repo.write("deep/er/a.md", "a\n")
    repo.write("b.md", "b\n")
    repo.commit()
    for how in {}, {"staged": True}, {"rev": "HEAD"}:
        assert contents(repo, "deep/er", **how) == {"deep/er/a.md": b"a\n", "b.md": b"b\n"}


@pytest.mark.parametrize("kind", ["sha1", "sha256"])
def test_before_the_first_commit(tmp_path: Path, repo: Repo, kind: str) -> None:
    made = Repo(tmp_path / "young", repo.env)
    made.root.mkdir()
    made.git("init", "-q", f"--object-format={kind}")
    assert contents(made) == {}
    made.write("a.md", "a\n")
    made.git("add", "a.md")
    made.write("a.md", "aa\n")
    assert contents(made) == {"a.md": b"aa\n"}
    assert contents(made, staged=True) == {"a.md": b"a\n"}
    snapshot = opened(made, staged=True)
    assert (snapshot.commit, snapshot.base, snapshot.tree) == (None, None, None)
    with pytest.raises(RunError, match="unknown revision 'HEAD'"):
        opened(made, rev="HEAD")
    commit = made.commit()
    assert opened(made, rev="HEAD").name == commit
    assert contents(made, rev="HEAD") == {"a.md": b"aa\n"}


def test_a_detached_head_and_its_first_parent(repo: Repo) -> None:
    first = repo.commit("one")
    repo.write("a.md", "a\n")
    second = repo.commit("two")
    repo.git("checkout", "-q", "--detach")
    snapshot = opened(repo, rev="HEAD")
    assert (snapshot.commit, snapshot.base) == (second, first)
    assert snapshot.tree == repo.git("rev-parse", "HEAD^{tree}")
    assert opened(repo, rev=first[:9]).base is None


@pytest.mark.parametrize(
    "name", ["nope", "--output=x", "-h", "", "HEAD:a.md", "a\nb", "x y 3", "HEAD^{tree}", "é" * 999]
)
def test_what_is_no_commit_is_said_so(repo: Repo, name: str) -> None:
    repo.write("a.md", "a\n")
    repo.commit()
    with pytest.raises(RunError, match="unknown revision"):
        opened(repo, rev=name)
    assert sorted(os.listdir(repo.root)) == [".git", "a.md"]


def test_a_bare_repository_has_commits_alone(repo: Repo, tmp_path: Path) -> None:
    repo.write("a.md", "a\n")
    repo.commit()
    bare = Repo(tmp_path / "bare.git", repo.env)
    repo.git("clone", "-q", "--bare", ".", str(bare.root))
    assert contents(bare, rev="HEAD") == {"a.md": b"a\n"}
    for how in {}, {"staged": True}:
        with pytest.raises(RunError, match="--rev"):
            opened(bare, **how)
    snapshot = opened(bare, rev="main")
    assert snapshot.on_disk("a.md") == ""
    assert snapshot.untracked(["wiki"]) == []


def test_a_linked_worktree_has_an_index_of_its_own(repo: Repo, tmp_path: Path) -> None:
    repo.write("a.md", "a\n")
    repo.commit()
    repo.git("worktree", "add", "-q", str(tmp_path / "wt"), "-b", "wt")
    linked = Repo(tmp_path / "wt", repo.env)
    linked.write("b.md", "b\n")
    linked.git("add", "b.md")
    assert contents(linked, staged=True) == {"a.md": b"a\n", "b.md": b"b\n"}
    assert contents(repo, staged=True) == {"a.md": b"a\n"}
    with open_repository(str(linked.root)) as repository:
        assert repository.root == str(linked.root)
        assert repository.cache_dir.startswith(str(repo.root / ".git"))


def test_files_outside_a_sparse_checkout_exist(repo: Repo) -> None:
    repo.write("wiki/a.md", "a\n")
    repo.write("src/x.py", "x\n")
    repo.commit()
    repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "wiki")
    assert not (repo.root / "src").exists()
    for how in {}, {"staged": True}, {"rev": "HEAD"}:
        assert contents(repo, **how) == {"wiki/a.md": b"a\n", "src/x.py": b"x\n"}


def test_only_what_is_added_is_staged(repo: Repo) -> None:
    repo.write("empty.py", "")
    repo.commit()
    repo.write("announced.md", "later\n")
    repo.write("announced-empty.md", "")
    repo.git("add", "-N", "announced.md", "announced-empty.md")
    repo.write("also-empty.py", "")
    repo.git("add", "also-empty.py")
    assert contents(repo, staged=True) == {"empty.py": b"", "also-empty.py": b""}
    assert contents(repo)["announced.md"] == b"later\n"


def test_what_git_was_told_to_take_as_unchanged_is_as_git_has_it(repo: Repo) -> None:
    repo.write("a.md", "a\n")
    repo.commit()
    repo.git("update-index", "--assume-unchanged", "a.md")
    repo.write("a.md", "mine\n")
    assert contents(repo) == {"a.md": b"a\n"}


def test_unmerged_paths_are_judged_and_named(repo: Repo) -> None:
    repo.write("a.md", "base\n")
    repo.write("b.md", "base\n")
    repo.commit()
    repo.git("checkout", "-qb", "other")
    repo.write("a.md", "theirs\n")
    repo.write("b.md", "theirs\n")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("a.md", "ours\n")
    (repo.root / "b.md").unlink()
    repo.commit()
    repo.git("merge", "-q", "other", check=False)
    assert contents(repo, staged=True) == {"a.md": b"ours\n", "b.md": b"theirs\n"}
    assert b"<<<<<<<" in (contents(repo)["a.md"] or b"")
    snapshot = opened(repo, staged=True)
    assert snapshot.files
    assert snapshot.notes == ["2 unmerged path(s) in the index are judged as they are on this branch: a.md, b.md"]
    assert not opened(repo).notes


def test_line_ends_made_on_checkout_change_nothing(repo: Repo) -> None:
    repo.write("a.md", "one\ntwo\n")
    repo.write("b.md", "one\ntwo\n")
    repo.write(".gitattributes", "*.md text eol=crlf\n")
    repo.commit()
    for name in ("a.md", "b.md"):
        (repo.root / name).unlink()
    repo.git("checkout", "-q", "--", ".")
    os.utime(repo.root / "b.md", (1, 1))
    assert (repo.root / "a.md").read_bytes() == b"one\r\ntwo\r\n"
    found = contents(repo)
    assert found["a.md"] == found["b.md"] == b"one\ntwo\n"
    assert opened(repo).changes(repo.git("rev-parse", "HEAD^{tree}")) == []


def test_links_are_their_own_text_and_pipes_are_never_opened(repo: Repo, tmp_path: Path) -> None:
    outside = tmp_path / "secret"
    outside.write_text("secret\n")
    for name, target in ("dangling", "nowhere"), ("absolute", str(outside)), ("inside", "a.md"):
        (repo.root / name).symlink_to(target)
    repo.write("a.md", "a\n")
    repo.write("pipe", "was a file\n")
    repo.write("dir/x", "x\n")
    repo.commit()
    expected = {"dangling": b"nowhere", "absolute": str(outside).encode(), "inside": b"a.md"}
    for how in {}, {"staged": True}, {"rev": "HEAD"}:
        assert expected.items() <= contents(repo, **how).items()
    assert opened(repo).files["dangling"].mode == "120000"
    (repo.root / "dangling").unlink()
    (repo.root / "dangling").symlink_to("elsewhere")
    (repo.root / "pipe").unlink()
    os.mkfifo(repo.root / "pipe")
    (repo.root / "dir" / "x").unlink()
    (repo.root / "dir").rmdir()
    (tmp_path / "dir").mkdir()
    (tmp_path / "dir" / "x").write_text("outside\n")
    (repo.root / "dir").symlink_to(tmp_path / "dir")
    found = contents(repo)
    assert found["dangling"] == b"elsewhere"
    assert found.get("pipe") is None
    assert "dir/x" not in found
    repo.git("update-index", "--assume-unchanged", "dir/x")
    assert contents(repo)["dir/x"] == b"x\n"


def test_a_submodule_exists_without_content(repo: Repo, tmp_path: Path) -> None:
    inner = Repo(tmp_path / "inner", repo.env)
    inner.root.mkdir()
    inner.git("init", "-q")
    inner.write("x", "x\n")
    commit = inner.commit()
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.root), "sub")
    repo.commit()
    for how in {}, {"staged": True}, {"rev": "HEAD"}:
        assert opened(repo, **how).files["sub"] == File("160000", commit)
        assert contents(repo, **how)["sub"] is None
    assert opened(repo).on_disk("sub/x") == "untracked"
    assert opened(repo).on_disk("sub/y") == ""


def test_names_that_are_not_utf8(repo: Repo) -> None:
    (repo.root / "w").mkdir()
    name = b"w/caf\xe9.md"
    with open(os.path.join(os.fsencode(repo.root), name), "wb") as file:
        file.write(b"x\n")
    repo.write("tab\there.md", "t\n")
    repo.write("line\nend.md", "l\n")
    repo.commit()
    as_text = name.decode("utf-8", "surrogateescape")
    for how in {}, {"staged": True}, {"rev": "HEAD"}:
        assert contents(repo, **how) == {as_text: b"x\n", "tab\there.md": b"t\n", "line\nend.md": b"l\n"}


def test_untracked_and_ignored(repo: Repo) -> None:
    repo.write(".gitignore", "*.log\nbuild/\n!keep.log\n")
    repo.write("src/a.py", "a\n")
    repo.commit()
    for name in ("src/x.log", "build/y.txt", "src/new.py", "wiki/draft.md", "wiki/x.log", "keep.log", "src/staged.py"):
        repo.write(name, "x\n")
    repo.git("add", "src/staged.py")
    (repo.root / "link").symlink_to("/etc")
    for how in {}, {"staged": True}, {"rev": "HEAD"}:
        snapshot = opened(repo, **how)
        names = ["src/x.log", "build/y.txt", "src/new.py", "keep.log", "nope.py", "link/passwd", "link", "../repo",
                 ".git/config", "src/a.py", "src/staged.py", "/etc/passwd", "src/a.py/x", ""]  # fmt: skip
        assert [snapshot.on_disk(name) for name in names] == [
            "ignored", "ignored", "untracked", "untracked", "", "", "untracked", *[""] * 7]  # fmt: skip
        assert snapshot.untracked(["wiki", "raw"]) == ["wiki/draft.md"]
        assert snapshot.untracked([]) == []


def test_changes_are_those_against_a_tree(repo: Repo) -> None:
    repo.write("same.md", "same\n")
    repo.write("edited.md", "1\n")
    repo.write("gone.md", "1\n")
    repo.write("moved.md", "moved\n")
    repo.commit()
    tree = repo.git("rev-parse", "HEAD^{tree}")
    for how in {}, {"staged": True}, {"rev": "HEAD"}:
        assert opened(repo, **how).changes(tree) == []
    repo.write("edited.md", "2\n")
    repo.git("rm", "-q", "gone.md")
    repo.git("mv", "moved.md", "here.md")
    assert sorted(opened(repo).changes(tree)) == [
        ("edited.md", File("100644", "")), ("gone.md", None),
        ("here.md", File("100644", repo.git("hash-object", "here.md"))), ("moved.md", None)]  # fmt: skip
    repo.git("add", "-A")
    expected = [
        ("edited.md", File("100644", repo.git("hash-object", "edited.md"))), ("gone.md", None),
        ("here.md", File("100644", repo.git("hash-object", "here.md"))), ("moved.md", None)]  # fmt: skip
    assert sorted(opened(repo, staged=True).changes(tree)) == expected
    repo.commit()
    assert sorted(opened(repo, rev="HEAD").changes(tree)) == expected
    with pytest.raises(RunError):
        opened(repo).changes("0" * 39 + "1")


def test_find_needs_no_listing(repo: Repo) -> None:
    for name in ("a.md", "d/b.md", "*.md"):
        repo.write(name, name)
    repo.commit()
    for how in {}, {"staged": True}, {"rev": "HEAD"}:
        snapshot = opened(repo, **how)
        assert set(snapshot.find(["a.md", "d", "nope", "*.md"])) == {"a.md", "*.md"}
        assert snapshot.find([]) == {}
        assert dict(snapshot.read(["d/b.md", "nope", "d/b.md"])) == {"d/b.md": b"d/b.md", "nope": None}


def test_many_files_are_read_alike_from_disk_and_from_git(repo: Repo) -> None:
    names = {f"d{n % 7}/{n}.md": f"page {n}\n".encode() * (n % 50 + 1) for n in range(700)}
    for name, data in names.items():
        repo.write(name, data)
    repo.commit()
    repo.write("d1/1.md", "changed on disk")
    (repo.root / "d2/2.md").unlink()
    assert contents(repo, rev="HEAD") == contents(repo, staged=True) == names
    assert contents(repo) == {**{k: v for k, v in names.items() if k != "d2/2.md"}, "d1/1.md": b"changed on disk"}


@pytest.mark.parametrize(
    "setting",
    ["diff.external=false", "diff.renames=copies", "diff.ignoreSubmodules=all", "core.quotePath=true", "core.abbrev=4",
     "diff.noprefix=true", "core.fsmonitor=/bin/false", "color.ui=always", "core.pager=false", "status.short=true",
     "status.showUntrackedFiles=all", "status.relativePaths=false", "diff.relative=true", "log.showSignature=true",
     "core.hooksPath=/nowhere", "core.untrackedCache=true"],
)  # fmt: skip
def test_no_setting_changes_what_is_seen(repo: Repo, setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("é/a.md", "1\n" * 30)
    repo.write("b.md", "b\n")
    repo.commit()
    tree = repo.git("rev-parse", "HEAD^{tree}")
    repo.git("mv", "é/a.md", "é/moved.md")
    repo.write("b.md", "c\n")
    before = [sorted(opened(repo, **how).changes(tree)) for how in ({}, {"staged": True}, {"rev": "HEAD"})]
    repo.git("config", *setting.split("=", 1))
    monkeypatch.setenv("LC_ALL", "de_DE.ISO-8859-1")
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
    monkeypatch.setenv("GIT_PAGER", "false")
    assert before == [sorted(opened(repo, **how).changes(tree)) for how in ({}, {"staged": True}, {"rev": "HEAD"})]


def test_nothing_is_written(repo: Repo) -> None:
    repo.write("a.md", "a\n")
    repo.write("wiki/b.md", "b\n")
    repo.commit()
    os.utime(repo.root / "a.md", (1, 1))

    def state() -> dict[str, tuple[int, bytes]]:
        files = [path for path in repo.root.rglob("*") if path.is_file()]
        return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}

    before = state()
    for how in {}, {"staged": True}, {"rev": "HEAD"}:
        snapshot = opened(repo, **how)
        assert snapshot.changes(repo.git("rev-parse", "HEAD^{tree}")) == []
        assert len(dict(snapshot.read(snapshot.files))) == 2
        assert snapshot.on_disk("x") == ""
        assert snapshot.untracked(["wiki"]) == []
    assert state() == before
