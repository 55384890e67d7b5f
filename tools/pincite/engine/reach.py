"""Which pages an index reaches, kept up when links change: a tree of parents that is mended, not grown anew."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.engine.state import State

Edges = dict[str, tuple[str, ...]]


def mend(state: State, before: Edges, roots: Iterable[str]) -> set[str]:
    """Bring the parents up to date after some pages changed where they lead; return the pages whose answer changed.

    `before` maps each page that was linked again, came or went to where it led before (() for a new one); the records
    already say where they lead now. `roots` are the index pages among the changed ones.
    """
    was = {path: _parent(state, path) for path in before}
    suspects = _subtree(state, before)
    known = {path: _parent(state, path) for path in suspects} | was
    for path in suspects:
        state.hang(path, None)
    fresh = [path for path in roots if state.leads(path) is not None]
    for path in fresh:
        known.setdefault(path, _parent(state, path))
        state.hang(path, "")
    _spread(state, fresh + [path for path in suspects if _adopt(state, path)], known)
    _spread(state, [path for path in before if _parent(state, path) is not None], known)
    return {path for path, old in known.items() if (old is None) != (_parent(state, path) is None)}


def _subtree(state: State, before: Edges) -> list[str]:
    """Return the pages that may have lost the link that reached them, with all that hang on them."""
    todo = [child for path, old in before.items() for child in _lost(state, path, old)]
    todo += [path for path in before if state.leads(path) is None]
    found: dict[str, None] = {}
    while todo:
        path = todo.pop()
        if path not in found:
            found[path] = None
            todo += [child for child in _out(state, path, before) if _parent(state, child) == path]
    return [path for path in found if state.leads(path) is not None]


def _lost(state: State, path: str, old: tuple[str, ...]) -> list[str]:
    now = set(_out(state, path, {}))
    return [child for child in old if child not in now and _parent(state, child) == path]


def _out(state: State, path: str, before: Edges) -> tuple[str, ...]:
    leads = state.leads(path)
    return tuple(dict.fromkeys((*(leads[0] if leads else ()), *before.get(path, ()))))


def _adopt(state: State, path: str) -> bool:
    """Hang a page on a reached page that links to it, if there is one."""
    for source in state.needing(["p:" + path]):
        leads = state.leads(source)
        if leads is not None and source != path and leads[1] is not None and path in leads[0]:
            state.hang(path, source)
            return True
    return False


def _spread(state: State, reached: list[str], known: dict[str, str | None]) -> None:
    """Reach what these pages link to, and so on; note in `known` what each page's parent was."""
    while reached:
        path = reached.pop()
        leads = state.leads(path)
        for child in leads[0] if leads else ():
            here = state.leads(child)
            if here is not None and here[1] is None:
                known.setdefault(child, None)
                state.hang(child, path)
                reached.append(child)


def _parent(state: State, path: str) -> str | None:
    leads = state.leads(path)
    return None if leads is None else leads[1]
