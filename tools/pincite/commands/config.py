"""Print the effective configuration and where each value comes from.

The configuration is pincite.toml, or [tool.pincite] in pyproject.toml, at the repository's root.
"""

from __future__ import annotations

import argparse

from pincite.configure import Settings, load, of_snapshot
from pincite.keys import KEYS, typed
from pincite.levels import all_levels
from pincite.output import json_text, printable
from pincite.verdict import EXIT_CLEAN

Table = dict[str, object]


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--staged", action="store_true", help="read it from the index")
    which.add_argument("--rev", metavar="REV", help="read it from this commit")
    which.add_argument("--defaults", action="store_true", help="print what every key means, with its default")


def run(options: argparse.Namespace) -> int:
    """Print the configuration as JSON, or as a valid `pincite.toml`."""
    settings = load(lambda path: None) if options.defaults else _settings(options.staged, options.rev)
    if options.json:
        print(json_text(_as_json(settings)))
    else:
        print(printable(as_toml(settings, explained=options.defaults)), end="")
    return EXIT_CLEAN


def _settings(staged: bool, rev: str | None) -> Settings:
    from pincite.repo.repository import open_repository
    from pincite.repo.snapshot import open_snapshot

    with open_repository() as repository:
        return of_snapshot(open_snapshot(repository, staged=staged, rev=rev))


def _values(settings: Settings) -> Table:
    """Return every key but the levels with its value as TOML has it: a list, or a table."""
    held = {key: getattr(settings.config, key) for key in KEYS if key != "levels"}
    return {
        key: _as_table(value) if KEYS[key].table else list(value) if isinstance(value, tuple) else value
        for key, value in held.items()
    }


def _as_table(pairs: tuple[tuple[str, object], ...]) -> Table:
    """Return pairs as a table; a key that stands in several has a list."""
    table: dict[str, list[object]] = {}
    for key, item in pairs:
        table.setdefault(key, []).extend(item if isinstance(item, tuple) else [item])
    return {key: items[0] if len(items) == 1 else items for key, items in table.items()}


def _levels(settings: Settings) -> list[tuple[str, str, str]]:
    """Return (kind, level in force, where that comes from) of every kind."""
    config, origins = settings.config, settings.origins

    def origin(kind: str) -> str:
        keys = [f"levels.{kind}", f"levels.{kind.partition('.')[0]}"]
        return next((origins[key] for key in keys if key in origins), f"profile {config.profile}")

    return [(kind, level, origin(kind)) for kind, level in all_levels(config).items()]


def _as_json(settings: Settings) -> Table:
    return {
        "version": 1,
        "values": {key: {"value": value, "from": settings.origins[key]} for key, value in _values(settings).items()},
        "levels": {kind: {"level": level, "from": origin} for kind, level, origin in _levels(settings)},
        "notes": list(settings.notes),
    }


def as_toml(settings: Settings, explained: bool) -> str:
    """Return plain keys, then tables; behind each what it is for (`explained`), or where its value comes from."""
    values = _values(settings)
    behind = {key: KEYS[key].about if explained else settings.origins[key] for key in KEYS}
    lines = [f"# {note}" for note in settings.notes]
    lines += [_line(key, value, behind[key]) for key, value in values.items() if not KEYS[key].table]
    for key, table in values.items():
        if isinstance(table, dict):
            lines += ["", f"[{key}]  # {behind[key]}", *(_line(name, item, "") for name, item in table.items())]
    lines += ["", f"[levels]  # {behind['levels']}"]
    lines += [_line(kind, level, origin) for kind, level, origin in _levels(settings)]
    return "\n".join(lines) + "\n"


def _line(key: str, value: object, behind: str) -> str:
    text = f"{json_text(key, None) if '.' in key else typed(key)} = {json_text(value, None)}"
    return f"{text:36}  # {behind}" if behind else text
