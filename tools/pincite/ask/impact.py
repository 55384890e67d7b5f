"""Which decisions rest on lines of code: those that cite them, and those that lead there through code or decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pincite.ask.code import Code
from pincite.ask.network import ENTRY, PAGE, SYMBOL, Edge, Graph, Node
from pincite.ask.route import Hop, cost_of, reached
from pincite.record import NamedTuple

Ranges = Sequence[tuple[int, int]]

# What needs its target: a change of the target may change what is said or done at the source.
_NEEDS = frozenset(
    ("cites", "mentions", "depends_on", "links_to", "calls", "inherits", "implements", "uses", "imports_from",
     "references", "extends")
)  # fmt: skip
_LINK, _MEMBER = 2.0, 0.5  # a mere link says less than "depends on"; a method belongs to its class
_FARTHEST = 5.0


class Resting(NamedTuple):
    """A decision that rests on the lines: how far away, by which hops (from the decision to the code), and what it
    itself depends on. A page that has no entries counts as one."""

    node: Node
    distance: float
    hops: tuple[Hop, ...]
    needs: tuple[Node, ...]


def impact(graph: Graph, code: Code, changed: Mapping[str, Ranges]) -> tuple[Resting, ...]:
    """Return the live decisions that rest on these lines of files (no lines: the whole file), nearest first."""
    starts: dict[str, Hop | None] = {}
    for path, ranges in changed.items():
        starts |= dict.fromkeys(_touched(graph, code, path, ranges))
        starts |= {edge.source: Hop(edge, False) for edge in _citing(graph, path, ranges)}
    found: dict[str, Resting] = {}
    for node, distance, hops in reached(starts, lambda node: _dependents(graph, node)):
        if distance > _FARTHEST:
            break
        first = hops[0].edge.target if hops else node
        direct = starts.get(first)
        way = tuple(reversed(((direct,) if direct else ()) + hops))
        known = graph.nodes[node]
        if _is_decision(graph, known) and node not in found:
            found[node] = Resting(known, distance, way, tuple(_needed(graph, node)))
    return tuple(found.values())


def _touched(graph: Graph, code: Code, path: str, ranges: Ranges) -> Iterator[str]:
    """Yield the nodes of the definitions that the lines touch, and of the file where no lines are named."""
    if not ranges:
        yield from (node for node in (path,) if node in graph.nodes)
    for one in code.symbols(path).definitions:
        node = f"{path}#{one.name}"
        if node in graph.nodes and (
            not ranges or any(first <= one.last and one.first <= last for first, last in ranges)
        ):
            yield node


def _citing(graph: Graph, path: str, ranges: Ranges) -> Iterator[Edge]:
    """Yield the citations of the file that name one of the lines."""
    for edge in graph.into(path):
        if edge.relation == "cites" and (not ranges or _overlap(edge.ranges, ranges)):
            yield edge


def _overlap(some: Ranges, others: Ranges) -> bool:
    """Return whether some of these lines are among those."""
    pairs = ((sorted(one), sorted(other)) for one in some for other in others)
    return any(first <= high and low <= last for (first, last), (low, high) in pairs)


def _dependents(graph: Graph, node: str) -> Iterator[tuple[Hop, float]]:
    """Yield the steps from a node to what needs it."""
    here = graph.nodes[node]
    for edge in graph.into(node):
        above = graph.nodes[edge.source]
        if edge.relation == "contains" and here.kind == above.kind == SYMBOL:
            yield Hop(edge, False), _MEMBER
        elif edge.relation in _NEEDS:
            yield Hop(edge, False), cost_of(edge) + (_LINK - 1 if edge.relation == "links_to" else 0)


def _is_decision(graph: Graph, node: Node) -> bool:
    if node.kind == ENTRY:
        return node.status in ("live", "proposed")
    inside = (graph.nodes[edge.target].kind for edge in graph.out(node.id) if edge.relation == "contains")
    return node.kind == PAGE and not node.status and ENTRY not in inside


def _needed(graph: Graph, node: str) -> Iterator[Node]:
    """Yield the decisions that this one says it depends on or links to, the former first."""
    edges = [edge for edge in graph.out(node) if edge.relation in ("depends_on", "links_to")]
    targets = dict.fromkeys(edge.target for edge in sorted(edges, key=lambda edge: edge.relation))
    yield from (found for target in targets if (found := graph.nodes[target]).kind in (ENTRY, PAGE))
