"""`-C DIR` judges what is there, whatever a hook of this repository says of itself."""

import os

import pytest

from pincite.errors import UsageError
from pincite.repo.elsewhere import working_in
from pincite.repo.merging import merge_heads
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot


@pytest.fixture
def other(tmp_path, repo):
    folder = tmp_path / "other"
    folder.mkdir()
    repo.git("init", "-q", str(folder))
    (folder / "other.md").write_text("x\n")
    repo.git("-C", str(folder), "add", "-A")
    return folder


def staged():
    with open_repository() as repository:
        return sorted(open_snapshot(repository, staged=True).files)


HOOKS = [
    {"GIT_INDEX_FILE": ".git/index"},
    {"GIT_INDEX_FILE": "{root}/.git/index.lock"},
    {"GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index"},
    {"GIT_DIR": "{root}/.git", "GIT_WORK_TREE": "{root}"},
]


@pytest.mark.parametrize("variables", HOOKS)
def test_a_hook_that_looks_at_another_repository_sees_that_one(variables, repo, other, monkeypatch):
    repo.write("own.md", "x\n")
    repo.git("add", "-A")
    (repo.root / ".git/index.lock").write_bytes((repo.root / ".git/index").read_bytes())
    monkeypatch.chdir(repo.root)
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(root=repo.root))
    before = dict(os.environ)

    with working_in("../other"):
        assert staged() == ["other.md"]
        assert not [name for name in os.environ if name in variables]

    assert os.getcwd() == str(repo.root)
    assert dict(os.environ) == before


@pytest.mark.parametrize("variables", HOOKS[:3])
def test_a_hook_that_looks_at_its_own_repository_from_a_folder_sees_what_is_committed(variables, repo, monkeypatch):
    repo.write("wiki/own.md", "x\n")
    repo.git("add", "-A")
    (repo.root / ".git/index.lock").write_bytes((repo.root / ".git/index").read_bytes())
    repo.write("wiki/later.md", "x\n")
    monkeypatch.chdir(repo.root)
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(root=repo.root))

    with working_in("wiki"):
        assert staged() == ["wiki/own.md"]


def test_a_folder_that_is_no_repository_is_not_the_one_of_the_hook(repo, tmp_path, monkeypatch):
    (tmp_path / "plain").mkdir()
    monkeypatch.chdir(repo.root)
    monkeypatch.setenv("GIT_DIR", str(repo.root / ".git"))

    with working_in("../plain"), pytest.raises(Exception, match="not in a git repository"):
        staged()


def test_a_folder_that_is_not_there_is_wrong_usage(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    for folder in ("gone", "a\0b"):
        with pytest.raises(UsageError, match="cannot change to"), working_in(folder):
            pass


def heads(repo):
    with open_repository(str(repo.root)) as repository:
        return merge_heads(repository)


def test_a_merge_under_way_knows_what_it_brings(repo, monkeypatch):
    repo.write("a", "1\n")
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.write("a", "2\n")
    side = repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("a", "3\n")
    head = repo.commit()
    assert heads(repo) == []

    monkeypatch.setenv(f"GITHEAD_{side}", "side")
    monkeypatch.setenv(f"GITHEAD_{head}", "main")
    monkeypatch.setenv("GITHEAD_HEAD~1", "no id")
    monkeypatch.setenv(f"GITHEAD_{'0' * 40}", "gone")
    assert heads(repo) == [side]

    repo.git("merge", "side", check=False)
    monkeypatch.delenv(f"GITHEAD_{side}")
    assert heads(repo) == [side]
