"""The code keeps to the house: small functions and modules, documented, and layered so that data flows one way."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.sources

ROOT = Path(__file__).parent.parent
FILES = sorted(path for top in ("tools", "hooks") for path in (ROOT / top).rglob("*.py"))
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef

# Each layer may import itself and what stands above it in this table. What is not named here is the engine.
LAYERS = (
    ("record", "sealed", "kept", "patterns"),
    ("errors", "text", "paths", "globs", "output", "status", "model", "config"),
    ("wiki", "parse", "schema", "facts", "symbols"),
    ("repo", "rules"),
    ("ENGINE",),
    ("report", "ask", "edit", "site"),
    ("commands", "mcp_server"),
    ("cli", "usage", "crash", "__main__", "pincite_hooks"),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def module_of(path: Path) -> str:
    """Return the dotted name of the module in this file."""
    parts = path.relative_to(ROOT).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in FILES}


def where(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"


def public(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the module and its public classes, functions and methods."""
    yield tree
    for node in tree.body:
        if isinstance(node, ast.ClassDef | FUNCTION) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from (sub for sub in node.body if isinstance(sub, FUNCTION) and not sub.name.startswith("_"))


def overrides(node: ast.AST) -> bool:
    """Whether a method says that its documentation stands where it was declared first."""
    return isinstance(node, FUNCTION) and any(
        getattr(d, "id", getattr(d, "attr", "")) in ("override", "overload", "setter") for d in node.decorator_list
    )


def imported(tree: ast.AST, module: str, package: bool) -> Iterator[tuple[ast.stmt, str]]:
    """Yield each import statement with the name of the module of ours that it loads, imports for types left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                parts = parts[: len(parts) - node.level + package]
                base = ".".join([*parts, base] if base else parts)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield node, inner if inner in MODULES else base
        else:
            yield from imported(node, module, package)


def ours(path: Path) -> Iterator[tuple[ast.stmt, str]]:
    """Yield the imports of our own modules in this file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node, name in imported(tree, module_of(path), path.name == "__init__.py"):
        if name.partition(".")[0] in ("pincite", "pincite_hooks"):
            yield node, name


def level(module: str) -> int:
    """Return the layer of a module: 0 is the ground."""
    parts = module.split(".")
    if parts == ["pincite"]:
        return 0
    name = parts[0] if parts[0] == "pincite_hooks" else parts[1]
    return LEVEL.get(name, LEVEL["ENGINE"])


def test_functions_have_at_most_50_lines():
    long = [
        f"{where(path, node)} {node.name}: {node.end_lineno - node.lineno + 1} lines"
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, FUNCTION) and (node.end_lineno or 0) - node.lineno >= 50
    ]

    assert not long, "split these:\n" + "\n".join(long)


def test_modules_have_at_most_400_lines():
    long = [
        f"{path.relative_to(ROOT)}: {count} lines" for path in FILES if (count := path.read_bytes().count(b"\n")) > 400
    ]

    assert not long, "split these:\n" + "\n".join(long)


def test_everything_public_has_a_docstring():
    bare = [
        f"{where(path, node)} {getattr(node, 'name', 'module')}"
        for path in FILES
        for node in public(ast.parse(path.read_text(encoding="utf-8")))
        if not ast.get_docstring(node) and not overrides(node)
    ]

    assert not bare, "say what these are for:\n" + "\n".join(bare)


def test_data_flows_one_way():
    wrong = [
        f"{where(path, node)} {module_of(path)} imports {name}"
        for path in FILES
        for node, name in ours(path)
        if level(name) > level(module_of(path))
    ]

    assert not wrong, "a lower layer must not know a higher one (LAYERS):\n" + "\n".join(wrong)


def test_only_repo_starts_git():
    wrong = [
        f"{where(path, node)} imports {name}"
        for path in FILES
        if "repo" not in path.parts
        for node, name in imported(ast.parse(path.read_text(encoding="utf-8")), module_of(path), False)
        if name.partition(".")[0] in ("subprocess", "git", "_posixsubprocess", "pty")
    ]

    assert not wrong, "git is started in tools/pincite/repo/ alone:\n" + "\n".join(wrong)


def test_modules_do_not_import_each_other_in_circles():
    graph = {
        module_of(path): {name for node, name in ours(path) if getattr(node, "col_offset", 0) == 0} for path in FILES
    }
    done: set[str] = set()

    def walk(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, "imports go in a circle: " + " -> ".join([*trail, module])
        if module not in done:
            for name in sorted(graph.get(module, ())):
                if name != module:
                    walk(name, (*trail, module))
            done.add(module)

    for module in sorted(graph):
        walk(module, ())
