"""What README and CONTRIBUTING promise is there: commands, targets, links, and examples that are tried."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pincite.commands import COMMANDS
from pincite.configure import load

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "schema/README.md")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str, text: str = README) -> list[str]:
    """Return the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(repo, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pincite in a repository."""
    env = repo.env | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "pincite", *arguments]
    return subprocess.run(command, cwd=repo.root, env=env, capture_output=True, text=True, check=False)


def named_commands() -> set[str]:
    """Return the commands that README names."""
    table = README.partition("## Commands")[2].partition("## Configuration")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    return {
        code.removeprefix("pincite ").split(" ")[0].split("[")[0]
        for row in rows
        for code in re.findall(r"`([^`]+)`", row)
    }


def test_the_commands_of_readme_exist():
    assert named_commands() <= set(COMMANDS)


def test_readme_names_each_command_that_a_person_types():
    assert named_commands() >= set(COMMANDS) - {"hook", "site"}


@pytest.mark.parametrize("name", sorted(named_commands()))
def test_each_command_of_readme_can_be_asked_for_help(name):
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-m", "pincite", name, "--help"], env=env, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert f"pincite {name}" in done.stdout


def test_the_options_of_readme_exist():
    table = README.partition("## Commands")[2].partition("## Configuration")[0]
    check = next(row for row in table.splitlines() if row.startswith("| `pincite check`"))
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run(
        [sys.executable, "-m", "pincite", "check", "--help"], env=env, capture_output=True, text=True, check=True
    ).stdout

    missing = [option for option in re.findall(r"--[a-z-]+", check) if option not in told]
    assert not missing


@pytest.mark.parametrize("block", blocks("toml"))
def test_the_configuration_of_readme_is_accepted(block):
    settings = load({"pincite.toml": block.encode()}.get)

    assert settings.config.profile == "adopt"
    assert settings.config.wiki == ("docs/wiki",)


@pytest.mark.parametrize("name", PAGES)
def test_links_between_the_documents_lead_somewhere(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = [t for t in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text) if "://" not in t]

    assert [t for t in targets if not ((ROOT / name).parent / t).exists()] == []


def test_the_targets_that_are_named_exist_in_the_makefile():
    rules = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        word
        for name in PAGES
        for word in re.findall(r"\bmake ([a-z]+)", "\n".join(blocks("bash", (ROOT / name).read_text(encoding="utf-8"))))
    }

    assert named
    assert named <= rules


def test_the_example_page_of_readme_passes_the_gate(repo):
    page = blocks("markdown")[0]
    repo.write(
        "src/app/signing.py", "".join(f"line_{n} = {n}\n" for n in range(1, 12)) + "KEYS_KEPT = 4\n" + "x = 1\n" * 10
    )
    repo.write("raw/conversations/2026-10-03-signing-keys.md", "# Signing keys\n" + "said\n" * 10)
    repo.write("wiki/decisions/signing-keys.md", page)
    repo.page("wiki/decisions/remember-me.md", "How long the cookie lives.", "Remember me")
    repo.write("wiki/log.md", "# Log\n\n## [2026-10-03] capture | Keys\n\n- [[signing-keys]]\n- [[remember-me]]\n")
    repo.index("signing-keys", "remember-me")
    repo.commit()

    done = run(repo, "check")

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_fault_that_readme_shows_is_what_the_gate_says(repo):
    lines = [f"line_{n} = {n}\n" for n in range(1, 20)]
    repo.write("src/app/signing.py", "".join(lines))
    repo.write("wiki/log.md", "# Log\n")
    repo.page("wiki/signing-keys.md", "\n" * 8 + "Stands in `src/app/signing.py:12` alone.")
    repo.index("signing-keys")
    repo.commit(date="2026-10-01T12:00:00+00:00")
    repo.write("src/app/signing.py", "# one\n# two\n# three\n" + "".join(lines))
    repo.commit(date="2026-10-02T12:00:00+00:00")

    shown = blocks("console")[0].partition("\n")[2]
    said = run(repo, "check").stdout

    hide = re.compile(r"\b[0-9a-f]{7,40}\b")
    assert hide.sub("COMMIT", shown).splitlines() == hide.sub("COMMIT", said).splitlines()[: len(shown.splitlines())]


def test_contributing_names_the_folders_that_are_there():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = [path for path in re.findall(r"`((?:tools|tests|wiki)/[\w/]*)`", text) if "NAME" not in path]

    assert paths
    for path in paths:
        module = path.removeprefix("tools/").strip("/").replace("/", ".")
        found = importlib.util.find_spec(module) if path.startswith("tools/") else (ROOT / path).exists()
        assert found, path
