"""Definitions of files in other languages, by tree-sitter and the official grammar of each (extra `symbols`)."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from pincite.symbols.definition import Definition, Symbols, in_order
from pincite.symbols.grammars import Language

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_NAMES = ("name", "declarator", "left", "property", "type")
_LEAVES = frozenset(
    (
        "identifier", "type_identifier", "field_identifier", "property_identifier", "private_property_identifier",
        "constant", "name", "variable_name", "word", "namespace_identifier", "simple_identifier", "string",
        "operator_name", "destructor_name", "setter", "predefined_type", "operator", "self",
    )
)  # fmt: skip
# Where the name of a generic type, a pointer or a qualified name stands in it.
_TYPE_PARTS = ("type", "name", "declarator")
_TOO_DEEP = 200


def read(data: bytes, language: Language) -> Symbols:
    """Return what the file defines; a problem where the grammar is not installed."""
    parser = _parser(language)
    if parser is None:
        return Symbols((), f"definitions of {language.name} files need: pip install 'pincite[symbols]'")
    root = parser.parse(data).root_node
    return Symbols(in_order(list(_definitions(root, language))))


@cache
def _parser(language: Language) -> Parser | None:
    try:
        from tree_sitter import Language as Grammar
        from tree_sitter import Parser

        module = importlib.import_module(language.module)
    except ImportError:
        return None
    return Parser(Grammar(getattr(module, language.entry)()))


def _definitions(root: Node, language: Language) -> Iterator[Definition]:
    """Walk the tree without recursion, so that no depth of nesting is too much for Python."""
    waiting = [(root, "", False)]
    while waiting:
        node, prefix, inside = waiting.pop()
        kind = _kind(node, language)
        if kind and not (inside and kind == "value"):
            for name in _names_of(node, language):
                yield _definition(node, prefix + name, kind)
        named = kind in ("function", "class") or node.type in language.holders
        name = next(iter(_names_of(node, language)), "") if named else ""
        below = f"{prefix}{name}." if name else prefix
        inner = inside or kind == "function"
        waiting.extend((child, below, inner) for child in node.named_children)


def _kind(node: Node, language: Language) -> str:
    """Return what a node defines: function, class, value, '' for nothing."""
    if node.type in language.functions:
        return "function"
    if node.type in language.classes:
        # a mere mention (`struct key *k`) has no body
        return "class" if node.child_by_field_name("body") or not node.type.endswith("_specifier") else ""
    if node.type in language.values:
        return "function" if _holds_function(node) else "value"
    return ""


def _holds_function(node: Node) -> bool:
    """Return whether a variable is given a function, as in `const f = () => …`."""
    value = node.child_by_field_name("value")
    return value is not None and value.type in ("arrow_function", "function_expression", "generator_function")


def _names_of(node: Node, language: Language) -> list[str]:
    """Return the names that a node defines: several where one declaration has several declarators."""
    receiver = node.child_by_field_name("receiver")
    prefix = f"{_name(receiver.named_children[0])}." if receiver and receiver.named_children else ""
    for field in _NAMES:
        found = [name for child in node.children_by_field_name(field) if (name := _name(child))]
        if found and not (field == "type" and node.type not in language.holders):
            return [prefix + name for name in found]
    held = [child for child in node.named_children if child.type == "variable_declaration"]
    declared = [child for one in (node, *held) for child in one.named_children if child.type == "variable_declarator"]
    if declared or held:
        return [name for child in declared or held if (name := _name(child))]
    return [name for child in node.named_children[:1] if (name := _name(child))]


def _name(node: Node, depth: int = 0) -> str:
    """Return the name that stands in a declarator, a type or a qualified name; '' where none does."""
    if node.type in _LEAVES and node.text is not None:
        return node.text.decode("utf-8", "replace").strip("\"'$")
    if depth > _TOO_DEEP:
        return ""
    scope = node.child_by_field_name("scope")
    for part in (*_TYPE_PARTS, "pattern"):
        child = node.child_by_field_name(part)
        if child is not None and (name := _name(child, depth + 1)):
            return f"{_name(scope, depth + 1)}.{name}" if scope is not None else name
    inner = [child for child in node.named_children if child.type.endswith(("declarator", "identifier", "type"))]
    return next((name for child in inner if (name := _name(child, depth + 1))), "")


def _definition(node: Node, name: str, kind: str) -> Definition:
    above = node.parent
    outer = above if above is not None and above.type in ("decorated_definition", "export_statement") else node
    first, last = outer.start_point.row + 1, outer.end_point.row + 1
    return Definition(name, kind, first, last - 1 if outer.end_point.column == 0 and last > first else last)
