"""`init` adds and never replaces; a second run changes nothing; `uninit` gives every byte back."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from conftest import Repo
from pincite.cli import main

USER_FILES = {
    "CLAUDE.md": b"# House rules\nnever commit to main\n",
    "AGENTS.md": b"# Agents\r\nrun make test",
    ".gitignore": b"node_modules/\n",
    ".gitattributes": b"*.png binary\n",
    ".pre-commit-config.yaml": (
        b"repos:\n- repo: local  # ours\n  hooks:\n"
        b'  - {id: own, name: own, language: system, entry: "true"}\n\n# the end\nfail_fast: true\n'
    ),
    "mkdocs.yml": b"site_name: Ours\nplugins:\n  - search  # first\ntheme: {name: material}",
    ".gitlab-ci.yml": b"stages: [build, ship]\npages:\n  stage: ship\n  script: [make]\n",
    "docs/notes.txt": b"caf\xe9\n",
}


@pytest.fixture
def used(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """A repository with files of a user's, committed, as the current folder."""
    for path, content in USER_FILES.items():
        repo.write(path, content)
    repo.commit()
    monkeypatch.chdir(repo.root)
    return repo


@pytest.fixture
def here(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.chdir(repo.root)
    return repo


def tree(repo: Repo) -> dict[str, bytes]:
    """Return every file outside `.git` and every hook."""
    found = {}
    for path in repo.root.rglob("*"):
        name = str(path.relative_to(repo.root))
        if path.is_file() and (not name.startswith(".git/") or name.startswith(".git/hooks/")):
            found[name] = path.read_bytes()
    return found


def config(repo: Repo) -> str:
    return repo.git("config", "--local", "--list")


def test_every_line_of_the_users_stays_in_order_and_goes_back_byte_for_byte(used: Repo) -> None:
    before, settings = tree(used), config(used)
    assert main(["init", "-y", "--ci", "gitlab"]) == 0
    after = tree(used)
    for path, content in USER_FILES.items():
        lines = iter(after[path].splitlines())
        assert all(line in lines for line in content.splitlines()), path
        added = after[path].replace(content, b"").splitlines()
        assert not added or b"pincite:begin" in after[path], path
    assert {"wiki/index.md", "wiki/log.md", "raw/README.md", "pincite.toml"} <= set(after)

    used.git("add", "-A")
    assert main(["init", "-y", "--ci", "gitlab"]) == 0
    assert tree(used) == after
    assert used.git("diff") == ""

    assert main(["uninit"]) == 0
    assert tree(used) == before
    assert config(used) == settings


def test_in_an_empty_repository_everything_is_made_and_removed(here: Repo) -> None:
    before = tree(here)
    assert main(["init", "-y", "--ci", "github"]) == 0
    made = tree(here)
    assert {"mkdocs.yml", ".pre-commit-config.yaml", "AGENTS.md", "CLAUDE.md", ".github/workflows/pincite.yml"} <= set(
        made
    )
    assert main(["init", "-y", "--ci", "github"]) == 0
    assert tree(here) == made
    assert main(["uninit"]) == 0
    assert tree(here) == before
    assert not [path for path in here.root.iterdir() if path.name != ".git"]


def test_what_was_written_since_stays(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    main(["init", "-y"])
    here.write("wiki/index.md", "# Decisions\n\n- [[mine]]\n")
    here.write("wiki/mine.md", "mine")
    here.write("AGENTS.md", (here.root / "AGENTS.md").read_text() + "my own rule\n")
    main(["uninit"])
    assert (here.root / "wiki/index.md").read_text() == "# Decisions\n\n- [[mine]]\n"
    assert (here.root / "AGENTS.md").read_text() == "my own rule\n"
    assert "wiki/index.md stays" in capsys.readouterr().out


def test_the_written_configuration_is_read_back(here: Repo) -> None:
    main(["init", "-y"])
    assert tomllib.loads((here.root / "pincite.toml").read_text()) == {
        "profile": "strict",
        "wiki": ["wiki"],
        "raw": ["raw"],
    }


def test_pre_commit_gets_its_hooks_and_their_types(used: Repo) -> None:
    main(["init", "-y"])
    read = yaml.safe_load((used.root / ".pre-commit-config.yaml").read_text())
    hooks = {hook["id"]: hook for repo in read["repos"] for hook in repo["hooks"]}
    assert list(hooks) == ["own", "pincite", "pincite-post-rewrite", "detect-secrets"]
    assert hooks["pincite"]["always_run"] is True
    assert hooks["pincite"]["pass_filenames"] is False
    assert set(read["default_install_hook_types"]) == {"pre-commit", "pre-merge-commit", "post-rewrite"}
    assert read["fail_fast"] is True


def test_a_detector_of_secrets_that_is_there_is_enough(here: Repo) -> None:
    here.write(
        ".pre-commit-config.yaml",
        "repos:\n- repo: https://github.com/Yelp/detect-secrets\n  rev: v1.4.0\n  hooks: [{id: detect-secrets}]\n",
    )
    main(["init", "-y"])
    read = yaml.safe_load((here.root / ".pre-commit-config.yaml").read_text())
    assert [repo["repo"] for repo in read["repos"]].count("https://github.com/Yelp/detect-secrets") == 1


def test_mkdocs_gets_the_plugin_in_its_list_and_the_folder(used: Repo) -> None:
    (used.root / "docs/notes.txt").unlink()
    main(["init", "-y"])
    read = yaml.safe_load((used.root / "mkdocs.yml").read_text())
    assert read["plugins"] == ["search", "pincite"]
    assert read["docs_dir"] == "wiki"


def test_a_site_of_the_users_with_its_own_folder_is_left_alone(used: Repo) -> None:
    main(["init", "-y"])
    assert (used.root / "mkdocs.yml").read_bytes() == USER_FILES["mkdocs.yml"]
    assert yaml.safe_load((used.root / "mkdocs-wiki.yml").read_text())["docs_dir"] == "wiki"


@pytest.mark.parametrize(
    ("path", "content", "advice"),
    [
        ("mkdocs.yml", "site_name: x\nplugins: [search]\n", "add `pincite` to `plugins`"),
        ("mkdocs.yml", "site_name: [x\n", "not valid YAML"),
        (".pre-commit-config.yaml", "repos: []\n", "entry: pincite hook pre-commit"),
        (".gitattributes", "# pincite:begin merge\nx\n", "by hand"),
    ],
)
def test_what_is_not_certain_is_left_to_the_user(
    here: Repo, capsys: pytest.CaptureFixture[str], path: str, content: str, advice: str
) -> None:
    here.write(path, content)
    assert main(["init", "-y"]) == 0
    assert (here.root / path).read_text() == content
    said = capsys.readouterr().out
    assert "left to you" in said
    assert advice in said


@pytest.mark.parametrize("ci", ["github", "gitlab"])
def test_ci_is_printed_and_nothing_written(here: Repo, capsys: pytest.CaptureFixture[str], ci: str) -> None:
    assert main(["init", "--ci", ci, "--print-ci"]) == 0
    said = capsys.readouterr().out
    read = yaml.safe_load(said)
    assert "@" not in said.replace("actions/", "").replace("@v", "")
    assert "pincite check" in said
    assert "--require-history" in said
    assert [path.name for path in here.root.iterdir()] == [".git"]
    if ci == "github":
        assert set(read["on"]) == {"push", "pull_request"}
        assert read["on"]["push"] == {"branches": ["main"]}
        steps = [step for job in read["jobs"].values() for step in job["steps"] if "checkout" in step.get("uses", "")]
        assert steps
        assert all(step["with"]["fetch-depth"] == 0 for step in steps)
    else:
        assert read[".pincite"]["variables"]["GIT_DEPTH"] == "0"
        assert read["pages"]["stage"] == "deploy"


def test_gitlab_jobs_fit_in_beside_the_users(used: Repo) -> None:
    main(["init", "-y"])
    read = yaml.safe_load((used.root / ".gitlab-ci.yml").read_text())
    assert read["pages"] == {"stage": "ship", "script": ["make"]}
    assert read["pincite:pages"]["stage"] == "ship"
    assert read[".pincite"]["stage"] == "build"


WIKIS = {
    "vault": (
        {"notes/.obsidian/app.json": "{}", "notes/a.md": "[[b]]", "notes/raw/x.md": "x"},
        {"profile": "adopt", "wiki": ["notes"], "raw": ["notes/raw"], "link_style": "obsidian"},
    ),
    "vault at the root": (
        {".obsidian/app.json": "{}", "a.md": "[[b]]"},
        {"profile": "adopt", "wiki": ["."], "raw": ["raw"], "link_style": "obsidian"},
    ),
    "wiki with markdown links": (
        {"wiki/index.md": "[a](a.md)", "wiki/log.md": "# Log", "wiki/a.md": "x", "sources/x.txt": "x"},
        {"profile": "adopt", "wiki": ["wiki"], "raw": ["sources"], "link_style": "relative"},
    ),
    "decision records": (
        {f"docs/adr/000{n}-x.md": "# X\n\n## Status\n\nAccepted\n\n## Decision\n\nx\n" for n in (1, 2, 3)},
        {"profile": "adopt", "wiki": ["wiki", "docs/adr"], "raw": ["raw"], "link_style": "obsidian"},
    ),
    "ordinary documentation": (
        {"docs/index.md": "# Docs", "docs/guide.md": "text", "README.md": "x"},
        {"profile": "strict", "wiki": ["wiki"], "raw": ["raw"]},
    ),
}


@pytest.mark.parametrize(("files", "settings"), WIKIS.values(), ids=WIKIS)
def test_what_stands_already_is_recognised(here: Repo, files: dict[str, str], settings: dict[str, object]) -> None:
    for path, content in files.items():
        here.write(path, content)
    head = here.commit()
    main(["init", "-y"])
    written = tomllib.loads((here.root / "pincite.toml").read_text())
    assert written.pop("since", None) == (head if settings["profile"] == "adopt" else None)
    assert written == settings
    for path, content in files.items():
        assert (here.root / path).read_text() == content


def test_a_configuration_that_is_there_stays_and_counts(here: Repo) -> None:
    here.write("pyproject.toml", '[tool.pincite]\nwiki = ["decisions"]\n')
    main(["init", "-y"])
    assert not (here.root / "pincite.toml").exists()
    assert (here.root / "decisions/index.md").exists()
    assert "decisions/**/*.md merge=pincite" in (here.root / ".gitattributes").read_text()


def run_hook(repo: Repo, name: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run a hook with a `pincite` on PATH that only tells what it was asked."""
    folder = repo.root / ".git/fake"
    folder.mkdir(exist_ok=True)
    (folder / "pincite").write_text('#!/bin/sh\necho "asked: $*"\nexit 1\n')
    (folder / "pincite").chmod(0o755)
    env = repo.env | {"PATH": f"{folder}:{os.environ['PATH']}"}
    return subprocess.run([path or f".git/hooks/{name}"], cwd=repo.root, env=env, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("name", "asked"),
    [("pre-commit", "hook pre-commit"), ("pre-merge-commit", "hook pre-commit"), ("post-rewrite", "hook post-rewrite")],
)
def test_the_hooks_of_a_clone_run_the_gate(here: Repo, name: str, asked: str) -> None:
    main(["init", "-y"])
    done = run_hook(here, name)
    assert (done.returncode, done.stdout.strip()) == (1, f"asked: {asked}")


def test_a_hook_that_pre_commit_put_aside_is_silent(here: Repo) -> None:
    main(["init", "-y"])
    legacy = here.root / ".git/hooks/pre-commit.legacy"
    (here.root / ".git/hooks/pre-commit").rename(legacy)
    done = run_hook(here, "", str(legacy))
    assert (done.returncode, done.stdout) == (0, "")


def test_a_hook_of_the_users_runs_after_ours_and_comes_back(here: Repo) -> None:
    mine = b"#!/usr/bin/env bash\necho mine\nexit 0\n"
    hook = here.write(".git/hooks/pre-commit", mine)
    hook.chmod(0o700)
    main(["init", "-y"])
    assert hook.read_bytes().startswith(b"#!/usr/bin/env bash\n# pincite:begin")
    assert hook.read_bytes().endswith(b"\necho mine\nexit 0\n")
    assert hook.stat().st_mode & 0o777 == 0o700
    assert run_hook(here, "pre-commit").stdout == "asked: hook pre-commit\n"
    main(["init", "-y"])
    assert hook.read_bytes().count(b"pincite:begin") == 1
    main(["uninit"])
    assert hook.read_bytes() == mine


@pytest.mark.parametrize(
    "content", [b"#!/usr/bin/env python3\nprint(1)\n", b"\x7fELF\0\xff", b"#!/bin/sh\n# lefthook\n"]
)
def test_a_hook_that_is_no_plain_script_is_left_alone(
    here: Repo, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    hook = here.write(".git/hooks/pre-commit", content)
    main(["init", "-y"])
    assert hook.read_bytes() == content
    assert "not a plain shell script" in capsys.readouterr().out


def test_the_hook_of_the_framework_is_enough(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    content = b"#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\n"
    hook = here.write(".git/hooks/pre-commit", content)
    main(["init", "-y"])
    assert hook.read_bytes() == content
    assert (here.root / ".git/hooks/pre-merge-commit").exists()


def test_hooks_stand_where_git_looks_for_them(here: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here.git("config", "core.hooksPath", ".husky/_")
    main(["init", "-y"])
    assert (here.root / ".husky/pre-commit").exists()
    main(["uninit"])
    here.git("config", "core.hooksPath", str(tmp_path / "everywhere"))
    main(["init", "-y"])
    assert not (tmp_path / "everywhere").exists()
    assert "outside this repository" in capsys.readouterr().out


def test_in_a_linked_worktree_the_hooks_are_those_of_the_repository(
    here: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.commit()
    here.git("worktree", "add", "-q", str(tmp_path / "wt"), "-b", "wt")
    monkeypatch.chdir(tmp_path / "wt")
    assert main(["init", "-y"]) == 0
    assert (here.root / ".git/hooks/pre-commit").exists()
    assert (tmp_path / "wt/wiki/index.md").exists()
    assert not (here.root / "wiki").exists()


def test_a_link_between_the_agents_files_is_kept(here: Repo) -> None:
    here.write("AGENTS.md", "mine\n")
    (here.root / "CLAUDE.md").symlink_to("AGENTS.md")
    main(["init", "-y"])
    assert (here.root / "CLAUDE.md").is_symlink()
    assert (here.root / "AGENTS.md").read_text().count("pincite:begin") == 1
    main(["uninit"])
    assert (here.root / "AGENTS.md").read_text() == "mine\n"


def test_a_bare_repository_is_refused(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.git("clone", "-q", "--bare", ".", "bare")
    assert main(["-C", "bare", "init", "-y"]) == 2
    assert "bare repository" in capsys.readouterr().err
