"""Definitions of a Python file, by the standard library's own parser."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator

from pincite.symbols.definition import Definition, Symbols, in_order


def read(data: bytes) -> Symbols:
    """Return what the file defines. A file that this Python cannot parse has a problem in place of definitions."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f" (line {error.lineno})" if isinstance(error, SyntaxError) and error.lineno else ""
        return Symbols((), f"it is not Python that can be parsed{line}")
    try:
        return Symbols(in_order(list(_of_body(tree.body, ""))), imports=tuple(_imports(tree)))
    except RecursionError:
        return Symbols((), "it is nested too deeply")


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield what is imported by name from a module that is named in full."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((alias.name, node.module) for alias in node.names)


def _of_body(body: Iterable[ast.stmt], prefix: str) -> Iterator[Definition]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield _definition(node, prefix + node.name, "function")
            yield from _nested(node, prefix + node.name + ".")
        elif isinstance(node, ast.ClassDef):
            yield _definition(node, prefix + node.name, "class")
            yield from _of_body(node.body, prefix + node.name + ".")
        else:
            yield from _of_statement(node, prefix)


def _nested(node: ast.FunctionDef | ast.AsyncFunctionDef, prefix: str) -> Iterator[Definition]:
    """Yield the functions and classes in a function, and none of its variables."""
    return (found for found in _of_body(node.body, prefix) if found.kind != "value")


def _of_statement(node: ast.stmt, prefix: str) -> Iterator[Definition]:
    for target in _targets(node):
        yield from (_definition(node, prefix + name, "value") for name in _names(target))
    for field in ("body", "orelse", "finalbody"):
        yield from _of_body(getattr(node, field, ()), prefix)
    for handler in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield from _of_body(handler.body, prefix)


def _targets(node: ast.stmt) -> Iterable[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    if isinstance(node, ast.AnnAssign):
        return (node.target,)
    # `type X = …` is known to the parser from Python 3.12 on
    return (node.name,) if type(node).__name__ == "TypeAlias" and hasattr(node, "name") else ()


def _names(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        for item in target.elts:
            yield from _names(item)


def _definition(node: ast.stmt, name: str, kind: str) -> Definition:
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    return Definition(name, kind, first, node.end_lineno or node.lineno)
