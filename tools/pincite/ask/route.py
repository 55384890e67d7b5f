"""How one thing leads to another: the shortest way through the graph, and what can be reached from a place."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator

from pincite.ask.network import INFERRED, Edge, Graph
from pincite.record import NamedTuple

# A conclusion is a longer step than what was read, and a page that merely holds both is a poor tie between entries.
_INFERRED, _CONTAINS = 0.4, 0.5
# An index names everything: that ties nothing.
_NEVER = ("lists",)


class Hop(NamedTuple):
    """One step along an edge; `forward` where it goes from the edge's source to its target."""

    edge: Edge
    forward: bool

    @property
    def end(self) -> str:
        """The node where the step ends."""
        return self.edge.target if self.forward else self.edge.source


Steps = Callable[[str], Iterable[tuple[Hop, float]]]


def way(graph: Graph, starts: Iterable[str], ends: Iterable[str]) -> tuple[Hop, ...] | None:
    """Return the shortest way from one of these nodes to one of those, along edges in either direction."""
    wanted = set(ends)
    for node, _, hops in reached(starts, lambda node: _either_way(graph, node)):
        if node in wanted:
            return hops
    return None


def reached(starts: Iterable[str], steps: Steps) -> Iterator[tuple[str, float, tuple[Hop, ...]]]:
    """Yield the nodes that can be reached with how far they are and the hops to them, nearest first (Dijkstra)."""
    waiting: list[tuple[float, int, str]] = [(0.0, number, node) for number, node in enumerate(dict.fromkeys(starts))]
    came: dict[str, Hop | None] = {node: None for _, _, node in waiting}
    far = {node: 0.0 for _, _, node in waiting}
    done: set[str] = set()
    count = len(waiting)
    while waiting:
        distance, _, node = heapq.heappop(waiting)
        if node in done:
            continue
        done.add(node)
        yield node, distance, _hops(node, came)
        for hop, cost in steps(node):
            total = distance + cost
            if hop.end not in done and total < far.get(hop.end, float("inf")):
                far[hop.end], came[hop.end] = total, hop
                count += 1
                heapq.heappush(waiting, (total, count, hop.end))


def _hops(node: str, came: dict[str, Hop | None]) -> tuple[Hop, ...]:
    found: list[Hop] = []
    while (hop := came[node]) is not None:
        found.append(hop)
        node = hop.edge.source if hop.forward else hop.edge.target
    return tuple(reversed(found))


def _either_way(graph: Graph, node: str) -> Iterator[tuple[Hop, float]]:
    for edges, forward in ((graph.out(node), True), (graph.into(node), False)):
        for edge in edges:
            if edge.relation not in _NEVER:
                yield Hop(edge, forward), cost_of(edge)


def cost_of(edge: Edge) -> float:
    """Return how long a step along this edge is."""
    extra = _INFERRED if edge.confidence == INFERRED else 0.0
    return 1.0 + extra + (_CONTAINS if edge.relation == "contains" else 0.0)
