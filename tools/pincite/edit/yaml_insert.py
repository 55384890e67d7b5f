"""Additions to YAML files of the user's, as text: every line stays, in the same order.

Where to put an addition is read from the positions in YAML's own node tree. The result is parsed again, and must be
the old tree with the addition and nothing else; in every other case there is no result, and the caller shows the user
what to add by hand.
"""

from __future__ import annotations

from typing import TypeAlias

import yaml

from pincite.edit.blocks import HASH, with_block

Tree: TypeAlias = "str | tuple[tuple[Tree, Tree], ...] | list[Tree] | None"


def tree_of(text: str) -> Tree:
    """Return the plain tree of a YAML text, tags aside: text, list, or pairs. Raises yaml.YAMLError."""
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    return None if node is None else _plain(node)


def value_of(tree: Tree, key: str) -> Tree:
    """Return what a mapping holds under `key`, None where it holds nothing or is no mapping."""
    pairs = tree if isinstance(tree, tuple) else ()
    return next((value for name, value in pairs if name == key), None)


def with_item(text: str, key: str, body: str, name: str) -> str | None:
    """Return `text` with the items of `body` at the end of the list under the top-level `key`, as block `name`.

    `body` is written as a YAML list without indentation. None where the list is not in block style, or its end is
    not certain.
    """
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        sequence = _sequence(root, key)
        if root is None or sequence is None:
            return None
        first = sequence.value[0].start_mark.index
        line = text[text.rfind("\n", 0, first) + 1 : first]
        indent = line[: len(line) - len(line.lstrip(" "))]
        if not line.strip().startswith("-"):
            return None
        new = with_block(text, name, body, HASH, _line_end(text, _end(sequence)), indent)
        return new if tree_of(new) == _extended(_plain(root), key, tree_of(body)) else None
    except yaml.YAMLError:
        return None


def with_keys(text: str, body: str, name: str) -> str | None:
    """Return `text` with the top-level keys of `body` at its end, as block `name`; None where that is not certain."""
    try:
        old, added = tree_of(text) or (), tree_of(body)
        new = with_block(text, name, body, HASH)
        whole = old + added if isinstance(old, tuple) and isinstance(added, tuple) else None
        return new if whole is not None and tree_of(new) == whole else None
    except yaml.YAMLError:
        return None


def has_item(tree: Tree, key: str, item: str) -> bool:
    """Return whether the list under `key` holds `item`, as a word or as the key of a mapping."""
    items = value_of(tree, key)
    found = items if isinstance(items, list) else [name for name, _ in items] if isinstance(items, tuple) else []
    return any(one == item or (isinstance(one, tuple) and any(name == item for name, _ in one)) for one in found)


def dumped(value: str) -> str:
    """Return a text as a YAML scalar of one line that reads back as that text."""
    return str(yaml.safe_dump(value, allow_unicode=True, width=10**9, default_style=None)).removesuffix("...\n").strip()


def _plain(node: yaml.Node) -> Tree:
    if isinstance(node, yaml.MappingNode):
        return tuple((_plain(key), _plain(value)) for key, value in node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item) for item in node.value]
    return str(node.value)


def _extended(tree: Tree, key: str, added: Tree) -> Tree:
    """Return a mapping whose list under `key` has more items, None where it has no such list."""
    pairs: list[tuple[Tree, Tree]] = []
    for name, value in tree if isinstance(tree, tuple) else ():
        if name == key and isinstance(value, list) and isinstance(added, list):
            value = [*value, *added]
        pairs.append((name, value))
    return tuple(pairs)


def _sequence(root: yaml.Node | None, key: str) -> yaml.SequenceNode | None:
    """Return the list in block style with at least one item under a top-level key."""
    if not isinstance(root, yaml.MappingNode):
        return None
    for name, value in root.value:
        if name.value == key and isinstance(value, yaml.SequenceNode) and not value.flow_style and value.value:
            return value
    return None


def _end(node: yaml.Node) -> int:
    """Return the offset behind the last leaf: the end of a block itself lies behind the comments that follow it."""
    if isinstance(node, yaml.MappingNode) and node.value and not node.flow_style:
        return max(max(_end(key), _end(value)) for key, value in node.value)
    if isinstance(node, yaml.SequenceNode) and node.value and not node.flow_style:
        return max(_end(item) for item in node.value)
    return int(node.end_mark.index)


def _line_end(text: str, index: int) -> int:
    """Return the offset of the line after the one in which the text before `index` ends."""
    newline = text.find("\n", len(text[:index].rstrip()))
    return len(text) if newline < 0 else newline + 1
