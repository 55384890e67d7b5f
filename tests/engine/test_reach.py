"""Reachability that is mended after a change equals the one that is grown from nothing."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.engine.reach import mend
from pincite.engine.state import NEEDS, PAGES, Record, State
from pincite.wiki import Summary

NAMES = ["index.md", "a.md", "b.md", "c.md", "d.md", "e.md", "f.md"]
GRAPHS = st.dictionaries(st.sampled_from(NAMES), st.lists(st.sampled_from(NAMES), max_size=4, unique=True))


def put(state, graph, before):
    """Put the graph into the state as linking would."""
    for path, old in before.items():
        for target in old:
            state.take_from(NEEDS, "p:" + target, path)
    for path in {*graph, *before}:
        out = tuple(graph[path]) if path in graph else ()
        was = state.page(path)
        record = Record(Summary(path, "page", "", (), (), (), ()), (), out=out, parent=was.parent if was else None)
        state.put(PAGES, path, record if path in graph else None)
        for target in out:
            state.add_to(NEEDS, "p:" + target, path)


def reached(graph):
    found, todo = set(), ["index.md"]
    while todo:
        path = todo.pop()
        if path in graph and path not in found:
            found.add(path)
            todo += graph[path]
    return found


@settings(max_examples=400, deadline=None)
@given(st.lists(GRAPHS, min_size=1, max_size=4))
def test_mended_equals_grown(graphs):
    """Whatever pages come, go, and change where they lead, a page is reached exactly if an index leads to it."""
    state, graph = State(), {}
    state.indexed = True
    for new in graphs:
        changed = {path for path in {*graph, *new} if graph.get(path) != new.get(path)}
        # who links to a page that comes or goes is linked again, as the engine does
        moved = {*graph} ^ {*new}
        changed |= {path for path, out in new.items() if moved.intersection(out)}
        before = {path: tuple(graph.get(path, ())) for path in changed}
        earlier = {path for path in graph if state.page(path).parent is not None}
        put(state, {path: new[path] for path in changed if path in new}, before)
        flipped = mend(state, before, [path for path in changed if path == "index.md"])
        graph = new

        now = {path for path in graph if state.page(path).parent is not None}
        assert now == reached(graph)
        assert {path for path in flipped if path in graph} >= (now ^ (earlier & set(graph))) - changed
