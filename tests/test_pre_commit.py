"""The gate behind real pre-commit, in repositories of its own, with an environment that pre-commit builds itself."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import Repo, clean_environment

pytestmark = [pytest.mark.slow, pytest.mark.sources]
ROOT = Path(__file__).parent.parent
SHIPPED = (
    "tools",
    "hooks",
    "schema",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    ".pre-commit-hooks.yaml",
)

CONFIG = """\
default_install_hook_types: [pre-commit, pre-merge-commit]
repos:
- repo: {repo}
  rev: {rev}
  hooks:
  - {{id: {hook}, verbose: true}}
"""


@pytest.fixture(scope="session")
def product(tmp_path_factory) -> Repo:
    """Return a repository that holds what we ship, committed, as other repositories name it."""
    base = tmp_path_factory.mktemp("product")
    home = tmp_path_factory.mktemp("home")
    env = clean_environment(home) | {"PRE_COMMIT_HOME": str(home / "pre-commit"), "LC_ALL": "C.UTF-8"}
    made = Repo(base, env)
    for name in SHIPPED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, base / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, base / name)
    made.git("init", "-q")
    made.commit("product")
    return made


class Guarded(Repo):
    """A repository whose commits the gate judges."""

    def try_commit(self, *arguments: str, cwd: str = ".") -> subprocess.CompletedProcess[str]:
        return self.run("git", *(arguments or ("commit", "-q", "-m", "change")), cwd=cwd)

    def run(self, *command: str, cwd: str = ".") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.root / cwd, env=self.env, capture_output=True, text=True, check=False, errors="replace"
        )

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")


def guarded(product: Repo, root: Path, hook: str = "pincite") -> Guarded:
    """Return a repository with a small wiki, committed, and the hooks installed."""
    root.mkdir()
    repo = Guarded(root, product.env | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"})
    repo.git("init", "-q")
    repo.write("src/timed.py", "".join(f"line_{n} = {n}\n" for n in range(1, 31)))
    repo.write(
        ".pre-commit-config.yaml", CONFIG.format(repo=product.root, rev=product.git("rev-parse", "HEAD"), hook=hook)
    )
    repo.page("wiki/keys.md", 'Kept in `src/timed.py:20` "line_20 = 20".')
    repo.page("wiki/other.md", "See [[keys]].")
    repo.index("keys", "other")
    repo.commit("base")
    done = repo.run("pre-commit", "install", "--install-hooks")
    assert done.returncode == 0, done.stdout + done.stderr
    return repo


@pytest.fixture
def repo(product, tmp_path) -> Guarded:
    return guarded(product, tmp_path / "repo")


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    told = done.stdout + done.stderr
    assert done.returncode != 0, told
    assert all(word in told for word in words), told
    assert "Traceback" not in told


def taken(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_page_that_breaks_is_refused_and_once_mended_taken(repo):
    before = repo.head
    repo.page("wiki/keys.md", "See [[nope]].")
    repo.git("add", "-A")

    refused(repo.try_commit(), "wiki/keys.md:6:5: links.broken", "1 error")
    assert repo.head == before

    repo.page("wiki/keys.md", "See [[other]].")
    repo.git("add", "-A")
    taken(repo.try_commit())


def test_a_page_that_others_link_to_cannot_be_deleted_unnoticed(repo):
    repo.git("rm", "-q", "wiki/keys.md")

    refused(repo.try_commit(), "wiki/index.md:3:", "wiki/other.md:6:", "links.broken")


def test_code_that_moves_a_cited_line_is_refused_though_no_page_changed(repo):
    code = (repo.root / "src/timed.py").read_text()
    repo.write("src/timed.py", "# header\n" + code)
    repo.git("add", "-A")

    refused(repo.try_commit(), "wiki/keys.md:6:", "citations.moved", "21")


def test_four_hundred_pages_are_one_run_of_the_whole_wiki(repo):
    names = [f"page-{n:03}" for n in range(400)]
    for name, after in zip(names, [*names[1:], "keys"], strict=True):
        repo.page(f"wiki/{name}.md", f"See [[{after}]].")
    repo.index("keys", "other", *names[:1])
    repo.git("add", "-A")

    done = repo.try_commit()

    taken(done)
    told = done.stdout + done.stderr
    assert told.count("pages in the index") == 1
    assert "403 pages in the index" in told
    assert "orphans" not in told


def test_a_clean_merge_with_a_wrong_result_is_refused(repo):
    base = repo.head
    repo.git("checkout", "-q", "-b", "docs")
    repo.page("wiki/other.md", 'See [[keys]] and `src/timed.py:22` "line_22 = 22".')
    repo.git("add", "-A")
    taken(repo.try_commit())
    repo.git("checkout", "-q", "-b", "code", base)
    lines = (repo.root / "src/timed.py").read_text().splitlines(keepends=True)
    repo.write("src/timed.py", "".join([*lines[:20], "extra = 0\n", *lines[20:]]))
    repo.git("add", "-A")
    taken(repo.try_commit())

    refused(repo.try_commit("merge", "-q", "--no-edit", "docs"), "wiki/other.md:6:", "citations.moved", "23")


def test_a_merge_is_not_refused_for_what_the_other_side_had_broken(repo):
    base = repo.head
    repo.git("checkout", "-q", "-b", "theirs")
    repo.page("wiki/other.md", "See [[keys]] and [[gone]].")
    repo.git("add", "-A")
    taken(repo.try_commit("commit", "-q", "--no-verify", "-m", "broken"))
    repo.git("checkout", "-q", "-b", "ours", base)
    repo.write("src/more.py", "x = 1\n")
    repo.git("add", "-A")
    taken(repo.try_commit())

    done = repo.try_commit("merge", "-q", "--no-edit", "theirs")

    taken(done)
    assert "1 older problem" in done.stdout + done.stderr


def test_what_was_broken_before_stops_nobody_and_is_counted(repo):
    repo.page("wiki/other.md", "See [[keys]] and [[gone]].")
    repo.git("add", "-A")
    taken(repo.try_commit("commit", "-q", "--no-verify", "-m", "broken"))
    repo.page("wiki/keys.md", "See [[other]].")
    repo.git("add", "-A")

    done = repo.try_commit()

    taken(done)
    assert "1 older problem" in done.stdout + done.stderr


def test_a_second_copy_of_a_known_fault_is_new(repo):
    repo.page("wiki/other.md", "See [[keys]] and [[gone]].")
    repo.git("add", "-A")
    taken(repo.try_commit("commit", "-q", "--no-verify", "-m", "broken"))
    repo.page("wiki/other.md", "See [[keys]] and [[gone]].\n\nAgain [[gone]].")
    repo.git("add", "-A")

    refused(repo.try_commit(), "links.broken", "1 error", "1 older problem")


@pytest.mark.parametrize("cwd", [".", "wiki"])
@pytest.mark.parametrize("arguments", [("commit", "-q", "-m", "x"), ("commit", "-q", "-am", "x")])
def test_a_linked_worktree_is_judged_by_itself(repo, cwd, arguments):
    repo.git("worktree", "add", "-q", "../linked", "-b", "linked")
    linked = Guarded(repo.root.parent / "linked", repo.env)
    before = (repo.head, repo.git("status", "--porcelain"), (repo.root / ".git/index").read_bytes())
    config = (repo.root / ".git/config").read_bytes()
    linked.page("wiki/keys.md", "See [[nope]].")
    linked.git("add", "-A")

    refused(linked.try_commit(*arguments, cwd=cwd), "wiki/keys.md:6:5: links.broken", "1 error")

    assert (repo.head, repo.git("status", "--porcelain"), (repo.root / ".git/index").read_bytes()) == before
    assert (repo.root / ".git/config").read_bytes() == config


def test_a_partly_staged_page_stays_as_it_is(repo):
    repo.page("wiki/keys.md", "See [[nope]].")
    repo.git("add", "-A")
    with (repo.root / "wiki/keys.md").open("ab") as page:
        page.write(b"\r\nnot staged [[keys]]\r\n")
    before = repo.git("diff"), repo.git("diff", "--cached"), (repo.root / "wiki/keys.md").read_bytes()

    refused(repo.try_commit(), "links.broken")

    assert (repo.git("diff"), repo.git("diff", "--cached"), (repo.root / "wiki/keys.md").read_bytes()) == before


def test_an_unstaged_repair_does_not_help_and_an_unstaged_fault_does_not_hurt(repo):
    repo.page("wiki/keys.md", "See [[nope]].")
    repo.git("add", "-A")
    repo.page("wiki/keys.md", "See [[other]].")
    refused(repo.try_commit(), "links.broken")

    repo.git("add", "-A")
    repo.page("wiki/keys.md", "See [[nope]].")
    taken(repo.try_commit())


def test_one_rule_alone(product, tmp_path):
    repo = guarded(product, tmp_path / "repo", "pincite-links")
    repo.page("wiki/keys.md", 'See [[nope]] and `src/gone.py:1` "x".')
    repo.git("add", "-A")

    done = repo.try_commit()

    refused(done, "pincite: links", "links.broken", "1 error")
    assert "citations" not in done.stdout + done.stderr


def test_it_can_be_tried_before_it_is_configured(product, repo):
    repo.page("wiki/keys.md", "See [[nope]].")
    repo.git("add", "-A")

    done = repo.run("pre-commit", "try-repo", str(product.root), "pincite")

    refused(done, "links.broken")
