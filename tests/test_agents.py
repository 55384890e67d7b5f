"""Instructions for coding agents: short, true to the command line, and put where agents look for them."""

import re

import pytest

from pincite import agents
from pincite.cli import main
from pincite.commands import COMMANDS
from pincite.edit.setup.place import template

TEXTS = {path: agents.text_of(path) for path in agents.FILES} | {"AGENTS.md": template("agents.md", WHERE="x", RAW="y")}


@pytest.mark.parametrize("path", TEXTS)
def test_instructions_are_short(path):
    assert len(TEXTS[path].split()) < 300


@pytest.mark.parametrize("path", TEXTS)
def test_instructions_name_only_commands_that_there_are(path):
    named = set(re.findall(r"pincite ([a-z]+)\b", TEXTS[path]))

    assert named
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("path", TEXTS)
def test_instructions_name_only_options_that_there_are(path, capsys):
    for command, rest in re.findall(r"pincite ([a-z]+)([^`]*)`", TEXTS[path]):
        options = set(re.findall(r"--[a-z][a-z-]*", rest))
        if options:
            assert main([command, "--help"]) == 0
            assert options <= set(re.findall(r"--[a-z][a-z-]*", capsys.readouterr().out)), command


@pytest.mark.parametrize("path", agents.FILES)
def test_whole_files_say_what_they_are_for(path):
    head = agents.text_of(path).split("---\n")[1]

    assert "description: " in head


def test_init_writes_them_and_uninit_takes_them_back(repo, monkeypatch):
    monkeypatch.chdir(repo.root)
    repo.write(".cursor/settings.json", "{}\n")
    repo.commit()

    assert main(["init", "-y"]) == 0
    assert {path: (repo.root / path).read_text() for path in agents.FILES} == {
        path: agents.text_of(path) for path in agents.FILES
    }
    assert main(["uninit"]) == 0
    assert not [path for path in agents.FILES if (repo.root / path).exists()]


def test_rules_for_cursor_are_for_those_who_use_it(repo, monkeypatch):
    monkeypatch.chdir(repo.root)
    repo.commit()

    assert main(["init", "-y"]) == 0
    assert not (repo.root / ".cursor").exists()


def test_a_command_of_the_teams_own_stays(repo, monkeypatch):
    monkeypatch.chdir(repo.root)
    repo.write(".claude/commands/decide.md", "ours\n")
    repo.commit()

    assert main(["init", "-y"]) == 0
    assert main(["uninit"]) == 0
    assert (repo.root / ".claude/commands/decide.md").read_text() == "ours\n"
