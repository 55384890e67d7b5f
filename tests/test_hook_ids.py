"""What other repositories can name in their pre-commit configuration: every rule in one process, or one by itself."""

import inspect
from pathlib import Path

import pytest
import yaml

from pincite.levels import rule, rule_names

pytestmark = pytest.mark.sources
ROOT = Path(__file__).parent.parent

COMMON = {
    "language": "python",
    # A commit that only deletes a cited file, or only changes code, hands over no page: run all the same.
    "always_run": True,
    # Otherwise a large commit is cut in slices, and each is judged as if it were all.
    "pass_filenames": False,
    "stages": ["pre-commit", "pre-merge-commit"],
    "minimum_pre_commit_version": "3.2.0",
}


def expected() -> list[dict[str, object]]:
    """Return the hooks as they must stand: all rules first, then one a rule."""
    everything = {
        "id": "pincite",
        "name": "pincite",
        "description": "Judge the wiki as it is about to be committed: every rule, in one process.",
        "entry": "pincite hook pre-commit",
    }
    single = [
        {
            "id": f"pincite-{name}",
            "name": f"pincite: {name}",
            "description": (inspect.getdoc(rule(name)) or "").partition("\n")[0],
            "entry": f"pincite hook pre-commit --rule {name}",
        }
        for name in rule_names()
    ]
    return [hook | COMMON for hook in (everything, *single)]


def test_there_is_an_id_for_everything_and_one_for_each_rule():
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    wanted = yaml.safe_dump(expected(), sort_keys=False, allow_unicode=True, width=1000)

    assert yaml.safe_load(text) == expected(), f"write this to .pre-commit-hooks.yaml:\n{wanted}"


def test_our_own_configuration_runs_the_gate():
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    hooks = {hook["id"]: hook for repo in config["repos"] for hook in repo["hooks"]}

    assert "pincite hook pre-commit" in hooks["pincite"]["entry"]
    assert {key: hooks["pincite"][key] for key in ("always_run", "pass_filenames")} == {
        "always_run": True,
        "pass_filenames": False,
    }
    assert set(config["default_install_hook_types"]) == {"pre-commit", "pre-merge-commit"}
