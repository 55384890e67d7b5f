"""Real git repositories in temporary folders, with fixed dates and a clean git environment."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A machine that is busy with something else must not fail a property: only its examples count, not their time.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# The fixtures of tests/site: a conftest.py there would hide this one from `from conftest import …`.
pytest_plugins = ("site_fixtures",)

DATE = "2026-10-01T12:00:00+00:00"


def clean_environment(home: Path) -> dict[str, str]:
    """Return this environment without what git exports to hooks, with a configuration of its own below `home`."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "PRE_COMMIT", "PINCITE_"))}
    config = home / "gitconfig"
    if not config.exists():
        config.write_text(
            "[user]\nname = Ada\nemail = ada@example.org\n[init]\ndefaultBranch = main\n[core]\nautocrlf = false\n"
        )
    return kept | {"GIT_CONFIG_GLOBAL": str(config), "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(home), "TZ": "UTC",
                   "GIT_AUTHOR_DATE": DATE, "GIT_COMMITTER_DATE": DATE}  # fmt: skip


class Repo:
    """A git repository to play with: `write` files, `commit`, run `git` and `pincite` in it."""

    def __init__(self, root: Path, env: dict[str, str]) -> None:
        self.root = root
        self.env = env

    def git(self, *args: str, check: bool = True, **env: str) -> str:
        done = subprocess.run(
            ["git", *args], cwd=self.root, env=self.env | env, capture_output=True, check=False, text=True
        )
        if check and done.returncode:
            raise AssertionError(f"git {' '.join(args)}: {done.stderr}")
        return done.stdout.strip()

    def write(self, path: str, content: str | bytes) -> Path:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        return target

    def commit(self, message: str = "commit", date: str = DATE) -> str:
        """Add everything, commit, return the commit's id."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
        return self.git("rev-parse", "HEAD")

    def page(self, path: str, body: str, title: str | None = None, kind: str = "decision") -> Path:
        """Write a page whose body begins in line 6."""
        name = title or path.rsplit("/", 1)[-1].removesuffix(".md")
        return self.write(path, f"---\ntitle: {name}\ntype: {kind}\ntags: [t]\n---\n{body}\n")

    def index(self, *names: str) -> Path:
        return self.write("wiki/index.md", "# Index\n\n" + "".join(f"- [[{name}]]\n" for name in names))


@pytest.fixture(autouse=True)
def _hermetic(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test see the git environment or configuration of the machine."""
    env = clean_environment(tmp_path_factory.getbasetemp())
    for key in [key for key in os.environ if key.startswith(("GIT_", "PRE_COMMIT", "PINCITE_"))]:
        monkeypatch.delenv(key, raising=False)
    for key in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "HOME", "GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE", "TZ"):
        monkeypatch.setenv(key, env[key])


@pytest.fixture
def repo(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """Return an empty repository on branch main."""
    root = tmp_path / "repo"
    root.mkdir()
    made = Repo(root, clean_environment(tmp_path_factory.getbasetemp()))
    made.git("init", "-q")
    return made
