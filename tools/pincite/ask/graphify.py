"""The code graph that Graphify left in a repository, joined to ours: what calls, inherits from and imports what."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pincite.ask.graph import Builder
from pincite.ask.network import EXTRACTED, INFERRED, Edge
from pincite.paths import name_of
from pincite.repo.repository import Repository
from pincite.repo.worktree import WorkTree
from pincite.symbols import Definition

FILE = "graphify-out/graph.json"
# What says that one piece of code needs another, and what merely says where it stands (we know that ourselves).
_OURS = ("contains", "method")
_NO_CODE = ("rationale", "concept", "document", "image", "paper")


def join(builder: Builder, repository: Repository) -> bool:
    """Add the code edges of `graphify-out/graph.json`; return whether there is one that can be read.

    It is read from disk, since most teams do not track it. Only nodes of files that the snapshot tracks count.
    """
    data = None if repository.bare else _parsed(WorkTree(repository).content(FILE))
    if data is None:
        return False
    nodes = {node["id"]: node for node in _dictionaries(data.get("nodes")) if _is_code(node, builder)}
    builder.code.want(sorted({node["source_file"] for node in nodes.values()}))
    for link in _dictionaries(data.get("links") or data.get("edges")):
        ends = nodes.get(str(link.get("source"))), nodes.get(str(link.get("target")))
        relation = link.get("relation")
        if ends[0] and ends[1] and isinstance(relation, str) and relation not in _OURS:
            _tie(builder, ends[0], ends[1], relation, link)
    return True


def _tie(builder: Builder, source: dict[str, Any], target: dict[str, Any], relation: str, link: dict[str, Any]) -> None:
    confidence = EXTRACTED if link.get("confidence") == EXTRACTED else INFERRED
    said = link.get("source_file")
    path = said if isinstance(said, str) else source["source_file"]
    ids = _node(builder, source), _node(builder, target)
    builder.graph.tie(Edge(*ids, relation, confidence, path, _line(link)))


def _node(builder: Builder, node: dict[str, Any]) -> str:
    """Return our node for one of Graphify's: the definition of that name nearest to its line, or the file."""
    path, label = node["source_file"], str(node.get("label", ""))
    if label == name_of(path):
        return builder.file(path)
    name = label.strip(".").removesuffix("()")
    bearing = [one for one in builder.code.symbols(path).definitions if one.name.rpartition(".")[2] == name]
    line = _line(node)
    if bearing:
        return builder.symbol(path, min(bearing, key=lambda one: abs(one.first - line)))
    return builder.symbol(path, Definition(name, "value", line, line))


def _is_code(node: dict[str, Any], builder: Builder) -> bool:
    path = node.get("source_file")
    if not isinstance(node.get("id"), str) or not isinstance(path, str) or node.get("file_type") in _NO_CODE:
        return False
    return builder.wiki.file(path) is not None


def _line(item: dict[str, Any]) -> int:
    digits = str(item.get("source_location", "")).lstrip("L").partition("-")[0]
    return max(1, int(digits)) if digits.isascii() and digits.isdigit() and len(digits) < 9 else 1


def _dictionaries(value: Any) -> Iterable[dict[str, Any]]:
    return (item for item in value if isinstance(item, dict)) if isinstance(value, list) else ()


def _parsed(data: bytes | None) -> dict[str, Any] | None:
    """Return the object in a JSON file, None where there is none."""
    if data is None:
        return None
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
