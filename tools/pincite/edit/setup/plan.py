"""The plan of `init`, and its reverse: which files change, what is left to the user. Nothing is written here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from pincite import agents
from pincite.edit.blocks import is_made, without_blocks
from pincite.edit.setup import pieces
from pincite.edit.setup.pieces import ByHandError
from pincite.edit.setup.place import Place, template
from pincite.edit.write import Change
from pincite.errors import UsageError

Piece: TypeAlias = Callable[[Place, "str | None"], "str | None"]

_WITH_BLOCKS = (".gitattributes", ".pre-commit-config.yaml", ".gitignore", "mkdocs.yml", "mkdocs-wiki.yml",
                ".gitlab-ci.yml", "AGENTS.md", "CLAUDE.md")  # fmt: skip
# What is left of a file of ours without its blocks.
_SKELETONS = ("", "repos:\n")


class Plan(NamedTuple):
    """What shall be written, and a paragraph for each thing that is left to the user."""

    changes: tuple[Change, ...]
    advice: tuple[str, ...]


def setting_up(place: Place, schemas: dict[str, bytes]) -> Plan:
    """Return what `init` adds; `schemas` are the files of `schema/` by name."""
    changes, advice = [], []
    for path, piece in _pieces(place):
        old = place.text(path)
        try:
            new = piece(place, old)
        except (ByHandError, UsageError) as error:
            text = str(error)
            advice.append(text if text.startswith(path) else f"{path}: {text}")
            continue
        if new is not None and new != old:
            changes.append(Change(path, _bytes(old), _bytes(new)))
    folder = place.config.schema
    changes += [Change(f"{folder}/{name}", None, data) for name, data in schemas.items()
                if place.read(f"{folder}/{name}") is None]  # fmt: skip
    return Plan(tuple(changes), tuple(advice))


def _pieces(place: Place) -> Iterator[tuple[str, Piece]]:
    yield "pincite.toml", pieces.settings
    if place.found.kind in ("new", "records") and place.wiki:
        yield f"{place.wiki}/index.md", pieces.index
        yield f"{place.wiki}/log.md", pieces.log
    if not place.below(place.config.raw[0]):
        yield f"{place.config.raw[0]}/README.md", pieces.raw
    yield ".gitattributes", pieces.attributes
    yield ".pre-commit-config.yaml", pieces.pre_commit
    if place.wiki:  # MkDocs refuses a `docs_dir` that holds its own configuration
        yield ".gitignore", pieces.ignored
        yield pieces.site_file(place), pieces.site
    if place.ci == "github":
        yield ".github/workflows/pincite.yml", pieces.github
    if place.ci == "gitlab":
        yield ".gitlab-ci.yml", pieces.gitlab
    yield "AGENTS.md", pieces.agents
    yield "CLAUDE.md", pieces.agents
    for path, (_, folder) in agents.FILES.items():
        if not folder or place.below(folder):
            yield path, pieces.whole(agents.text_of(path))


def taking_back(place: Place, schemas: dict[str, bytes]) -> Plan:
    """Return what `uninit` changes: blocks go, and files of ours go while they hold nothing of the user's."""
    changes, advice = [], []
    for path in _WITH_BLOCKS:
        old = place.text(path)
        new = without_blocks(old) if old is not None else None
        if old is not None and new != old:
            gone = is_made(old) and new in _SKELETONS
            changes.append(Change(path, _bytes(old), None if gone else _bytes(new)))
    for path, written in _own_files(place, schemas).items():
        old = place.text(path)
        if old is not None and _as_written(old, written):
            changes.append(Change(path, _bytes(old), None))
        elif old is not None and place.wiki and path.startswith(f"{place.wiki}/"):
            advice.append(f"{path} stays: it holds what you wrote")
    return Plan(tuple(changes), tuple(advice))


def _own_files(place: Place, schemas: dict[str, bytes]) -> dict[str, str]:
    """Return the files that `init` makes whole, with what it writes; `…` stands for any text."""
    site = template("mkdocs.yml", NAME="…", DESCRIPTION="…", WIKI="…")
    files = {
        "pincite.toml": f"{pieces.SETTINGS_HEAD}…",
        ".github/workflows/pincite.yml": f"{pieces.GITHUB_HEAD}…",
        "mkdocs.yml": site,
        "mkdocs-wiki.yml": site,
        f"{place.config.raw[0]}/README.md": template("raw.md"),
    }
    if place.wiki:
        files |= {f"{place.wiki}/index.md": pieces.INDEX, f"{place.wiki}/log.md": pieces.LOG}
    files |= {path: agents.text_of(path) for path in agents.FILES}
    return files | {f"{place.config.schema}/{name}": data.decode() for name, data in schemas.items()}


def _as_written(text: str, written: str) -> bool:
    return re.fullmatch(".*?".join(map(re.escape, written.split("…"))), text, re.DOTALL) is not None


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "surrogateescape")
