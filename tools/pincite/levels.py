"""The rules by name, and the level of each of their kinds: off, warning or error."""

from __future__ import annotations

import os
import sys

from pincite import rules
from pincite.config import Config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType

OFF, WARNING, ERROR = LEVELS = ("off", "warning", "error")
PROFILES = ("strict", "adopt")


def rule_names() -> list[str]:
    """Return the names of all rules in alphabetical order: the modules of `pincite.rules`."""
    found = {name.partition(".")[0] for folder in rules.__path__ for name in os.listdir(folder) if name.endswith(".py")}
    return sorted(name for name in found if not name.startswith("_"))


def rule(name: str) -> ModuleType:
    """Return the module of a rule; KeyError where there is none of this name."""
    if name not in rule_names():
        raise KeyError(name)
    return _module(name)


def _module(name: str) -> ModuleType:
    __import__(f"pincite.rules.{name}")
    return sys.modules[f"pincite.rules.{name}"]


def all_kinds(names: Iterable[str] | None = None) -> dict[str, tuple[str, str]]:
    """Return the default levels, (in strict, in adopt), of every kind by its id: `citations.weak`, or the rule's name
    where it has one kind alone."""
    return {
        f"{name}.{kind}" if kind else name: levels
        for name in (rule_names() if names is None else names)
        for kind, levels in _module(name).KINDS.items()
    }


def leveller(config: Config) -> Callable[[str], str]:
    """Return a function from a problem's id (`links.broken`) to off, warning or error: what is configured for the kind,
    else for its rule, else the default of the profile."""
    chosen = dict(config.levels)
    profile = PROFILES.index(config.profile)
    known: dict[str, str] = {}

    def level(problem: str) -> str:
        if problem not in known:
            name, _, kind = problem.partition(".")
            known[problem] = chosen.get(problem) or chosen.get(name) or _module(name).KINDS[kind][profile]
        return known[problem]

    return level


def all_levels(config: Config) -> dict[str, str]:
    """Return the level in force of every kind by its id."""
    level = leveller(config)
    return {kind: level(kind) for kind in all_kinds()}
