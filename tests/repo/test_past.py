"""What history says of a path that is gone, and of sources that are not what was pinned."""

from __future__ import annotations

import pytest

from conftest import DATE, Repo
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import Snapshot, open_snapshot
from pincite.repo.sources import raw_changes
from pincite.repo.trees import Trees
from pincite.repo.why import Gone, why_gone
from pincite.wiki import File, RawChange

TEXT = "".join(f"line {n}\n" for n in range(40))
SNAPSHOTS = ({}, {"staged": True}, {"rev": "HEAD"})


def opened(repo: Repo, **how: object) -> Snapshot:
    return open_snapshot(open_repository(str(repo.root)), **how)


def gone(repo: Repo, path: str, **how: object) -> Gone | None:
    snapshot = opened(repo, **how)
    return why_gone(snapshot.repository, snapshot, path)


def raw(repo: Repo, *roots: str, **how: object) -> list[RawChange]:
    snapshot = opened(repo, **how)
    return raw_changes(snapshot.repository, snapshot, roots or ("raw",))


def test_a_path_that_never_was(repo: Repo) -> None:
    assert gone(repo, "nope") is None
    repo.write("a", "a")
    repo.commit()
    for how in SNAPSHOTS:
        for path in ("nope", "--output=x", ":(glob)*", "a\0b", ""):
            assert gone(repo, path, **how) is None


def test_a_deleted_path_names_its_commit(repo: Repo) -> None:
    repo.write("src/a.py", TEXT)
    repo.write("b", "b")
    repo.commit()
    (repo.root / "src/a.py").unlink()
    commit = repo.commit("code: drop a\n\nlong story")
    repo.write("b", "c")
    repo.commit()
    for how in SNAPSHOTS:
        assert gone(repo, "src/a.py", **how) == Gone("deleted", "", commit, DATE[:10], "Ada", "code: drop a")


def test_a_renamed_path_is_followed_to_where_it_is(repo: Repo) -> None:
    repo.write("a.py", TEXT)
    repo.commit()
    repo.git("mv", "a.py", "b.py")
    first = repo.commit("to b")
    repo.write("b.py", TEXT + "more\n")
    repo.commit()
    repo.git("mv", "b.py", "c.py")
    repo.commit("to c")
    for how in SNAPSHOTS:
        assert gone(repo, "a.py", **how) == Gone("renamed", "c.py", first, DATE[:10], "Ada", "to b")
    repo.git("rm", "-q", "c.py")
    repo.commit("end")
    found = gone(repo, "a.py")
    assert found is not None
    assert (found.kind, found.commit) == ("deleted", first)


@pytest.mark.parametrize("staged", [True, False])
def test_an_uncommitted_rename(repo: Repo, staged: bool) -> None:
    repo.write("a.py", TEXT)
    repo.write("d.py", "d\n")
    repo.commit()
    repo.git("mv", "a.py", "b.py")
    repo.git("rm", "-q", "d.py")
    how = {"staged": True} if staged else {}
    assert gone(repo, "a.py", **how) == Gone("renamed", "b.py", "", "", "", "")
    assert gone(repo, "d.py", **how) == Gone("deleted", "", "", "", "", "")


def test_what_a_branch_deleted_names_the_commit_of_the_branch(repo: Repo) -> None:
    repo.write("a.py", TEXT)
    repo.commit("base")
    repo.git("checkout", "-qb", "side")
    (repo.root / "a.py").unlink()
    commit = repo.commit("on the side")
    repo.git("checkout", "-q", "main")
    repo.write("x", "x")
    repo.commit("meanwhile")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    found = gone(repo, "a.py")
    assert found is not None
    assert found.commit == commit
    repo.write("late.py", TEXT)
    repo.commit()
    repo.git("checkout", "-qb", "other", "HEAD~1")
    repo.write("y", "y")
    repo.commit()
    repo.git("merge", "-q", "--no-commit", "main", check=False)
    repo.git("rm", "-qf", "late.py")
    merge = repo.commit("evil merge")
    found = gone(repo, "late.py")
    assert found is not None
    assert found.commit == merge


def test_a_tree_is_looked_up_exactly(repo: Repo) -> None:
    for name in ("d/e/f.py", "d/e.py", "é/ü.md", "x"):
        repo.write(name, name)
    commit = repo.commit()
    with open_repository(str(repo.root)) as repository:
        trees = Trees(repository.git)
        assert trees.file(commit, "d/e/f.py") == File("100644", repo.git("hash-object", "d/e/f.py"))
        assert trees.file(f"{commit}^{{tree}}", "é/ü.md") == File("100644", repo.git("hash-object", "é/ü.md"))
        for path in ("d", "d/e", "d/e/", "", "nope", "x/y", "/x", "d//e.py", "D/e.py", "../x"):
            assert trees.file(commit, path) is None
        assert trees.file("0" * 40, "x") is None


def test_sources_may_be_added_and_stay(repo: Repo) -> None:
    assert raw(repo) == []
    repo.write("raw/a.md", "a\n")
    repo.write("other/b.md", "b\n")
    repo.commit()
    repo.write("raw/b.md", "b\n")
    repo.write("other/b.md", "changed\n")
    repo.git("add", "-A")
    for how in SNAPSHOTS:
        assert raw(repo, **how) == []


def test_a_source_that_was_edited_or_deleted_or_renamed(repo: Repo) -> None:
    for name in ("edited", "deleted", "renamed", "reverted", "again"):
        repo.write(f"raw/{name}.md", name + TEXT)
    repo.commit()
    repo.write("raw/edited.md", "1")
    first = repo.commit()
    repo.write("raw/edited.md", "2")
    (repo.root / "raw/deleted.md").unlink()
    (repo.root / "raw/again.md").unlink()
    repo.write("raw/reverted.md", "3")
    second = repo.commit()
    repo.git("mv", "raw/renamed.md", "raw/new.md")
    repo.write("raw/reverted.md", "reverted" + TEXT)
    repo.write("raw/again.md", "again" + TEXT)
    third = repo.commit()
    expected = [RawChange("raw/deleted.md", "deleted", second), RawChange("raw/edited.md", "modified", second),
                RawChange("raw/renamed.md", "renamed", third, "raw/new.md")]  # fmt: skip
    for how in SNAPSHOTS:
        assert raw(repo, **how) == expected
    assert raw(repo, rev=first) == [RawChange("raw/edited.md", "modified", first)]
    assert raw(repo, "raw", rev=f"{first}^") == []
    assert raw(repo, ".") == expected


@pytest.mark.parametrize("staged", [True, False])
def test_what_is_not_committed_yet(repo: Repo, staged: bool) -> None:
    for name in ("edited", "deleted", "renamed", "reverted"):
        repo.write(f"raw/{name}.md", name + TEXT)
    repo.commit()
    repo.write("raw/reverted.md", "3")
    repo.commit()
    repo.write("raw/edited.md", "1")
    repo.write("raw/reverted.md", "reverted" + TEXT)
    (repo.root / "raw/deleted.md").unlink()
    repo.git("mv", "raw/renamed.md", "raw/new.md")
    repo.git("add", "-A")
    how = {"staged": True} if staged else {}
    assert raw(repo, **how) == [RawChange("raw/deleted.md", "deleted", ""), RawChange("raw/edited.md", "modified", ""),
                                RawChange("raw/renamed.md", "renamed", "", "raw/new.md")]  # fmt: skip


def test_a_branch_may_work_on_its_source_until_it_is_merged(repo: Repo) -> None:
    repo.write("raw/old.md", "old\n")
    repo.commit()
    repo.git("checkout", "-qb", "side")
    repo.write("raw/new.md", "draft\n")
    repo.commit()
    repo.write("raw/new.md", "final\n")
    repo.commit()
    assert [change.path for change in raw(repo, rev="side")] == ["raw/new.md"]
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    assert raw(repo, rev="main") == []


def test_a_checkout_with_other_line_ends_is_the_same_source(repo: Repo) -> None:
    repo.write("raw/a.md", "a\nb\n")
    repo.commit()
    repo.write("raw/a.md", "changed\n")
    repo.commit()
    repo.write("raw/a.md", "a\r\nb\r\n")
    assert raw(repo) == []
    repo.write("raw/a.md", "a\r\nc\r\n")
    assert raw(repo) == [RawChange("raw/a.md", "modified", "")]
