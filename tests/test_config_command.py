"""`pincite config` prints what is in force and where it comes from."""

import json
import tomllib

import pytest

from pincite.cli import main
from pincite.config import Config
from pincite.configure import load


@pytest.fixture
def config(repo, monkeypatch, capsys):
    monkeypatch.chdir(repo.root)

    def run(*arguments):
        status = main(["config", *arguments])
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


OWN = """\
profile = "adopt"
wiki = ["docs", "notes"]

[labels]
Decision = ["Entscheidung", "Beschluss"]
Why = "Warum"

[required]
"docs/adr/**" = ["owner", "date"]
"""


def test_every_value_and_its_origin_are_printed_as_json(repo, config):
    repo.write("pincite.toml", OWN)
    repo.commit()

    status, out, _ = config("--json")
    told = json.loads(out)

    assert status == 0
    assert told["version"] == 1
    assert set(told["values"]) == set(Config._fields) - {"levels"}
    assert told["values"]["wiki"] == {"value": ["docs", "notes"], "from": "pincite.toml:2"}
    assert told["values"]["raw"] == {"value": ["raw"], "from": "default"}
    assert told["values"]["index_names"]["from"] == "profile adopt"
    assert told["values"]["labels"]["value"] == {"Decision": ["Entscheidung", "Beschluss"], "Why": "Warum"}
    assert told["values"]["required"]["value"] == {"docs/adr/**": ["owner", "date"]}
    assert all(set(level) == {"level", "from"} for level in told["levels"].values())


@pytest.mark.parametrize("arguments", [[], ["--defaults"]])
def test_what_is_printed_is_a_configuration_that_means_the_same(arguments, repo, config):
    repo.write("pincite.toml", OWN)
    repo.commit()
    _, out, _ = config(*arguments)

    tomllib.loads(out)
    again = load(lambda path: out.encode() if path == "pincite.toml" else None).config

    expected = Config() if arguments else load(lambda path: OWN.encode() if path == "pincite.toml" else None).config
    assert again._replace(levels=()) == expected


def test_the_text_tells_origins_and_notes(repo, config):
    repo.write("pincite.toml", OWN)

    status, out, _ = config()

    assert status == 0
    assert out.startswith("# pincite.toml is not tracked by git yet")
    assert 'profile = "adopt"                     # pincite.toml:1\n' in out


def test_another_snapshot_can_be_asked(repo, config):
    repo.write("pincite.toml", "budget_lines = 7\n")
    repo.commit()
    repo.write("pincite.toml", "budget_lines = 8\n")

    assert "budget_lines = 7 " in config("--rev", "HEAD")[1]
    assert "budget_lines = 7 " in config("--staged")[1]
    assert "budget_lines = 8 " in config()[1]


def test_a_wrong_configuration_is_2_and_the_defaults_still_print(repo, config):
    repo.write("pincite.toml", "profil = 1\n")
    repo.commit()

    status, out, err = config()

    assert (status, out) == (2, "")
    assert err == "pincite: pincite.toml:1: no key profil; did you mean profile?\n"
    assert config("--defaults")[0] == 0


def test_outside_a_repository_it_cannot_run(tmp_path, config, monkeypatch):
    (tmp_path / "plain").mkdir()
    monkeypatch.chdir(tmp_path / "plain")

    status, _, err = config()

    assert status == 3
    assert "not in a git repository" in err
