"""Nodes, what ties them, and how sure that is: the values of the graph."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.record import NamedTuple

EXTRACTED, INFERRED = "EXTRACTED", "INFERRED"
PAGE, ENTRY, FILE, SYMBOL, SOURCE, COMMIT = KINDS = ("page", "entry", "file", "symbol", "source", "commit")


class Node(NamedTuple):
    """A page, entry, file, symbol, source (a file that is pinned) or commit.

    `id` is the path of a page or file, `path#entry`, `path#Class.method`, or a commit's id. `status` is that of an
    entry, index or log for such a page, '' for all else.
    """

    id: str
    label: str
    kind: str
    path: str
    line: int
    status: str = ""


class Edge(NamedTuple):
    """A tie from one node to another, read (EXTRACTED) or concluded (INFERRED) at this line of this file.

    Relations of the wiki: contains, links_to, lists (an index or a log names it), supersedes, depends_on, cites,
    mentions, pinned_to. Relations between symbols are those of Graphify: calls, inherits, imports, uses and others.
    `ranges` are the lines that a citation of a file names.
    """

    source: str
    target: str
    relation: str
    confidence: str
    path: str
    line: int
    ranges: tuple[tuple[int, int], ...] = ()


class Graph:
    """Nodes by id, and edges by where they begin and where they end."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self._edges: dict[tuple[str, str, str, str, int], Edge] = {}
        self._out: dict[str, list[Edge]] = {}
        self._into: dict[str, list[Edge]] = {}

    @property
    def edges(self) -> Iterator[Edge]:
        """All edges, in the order in which they were found."""
        return iter(self._edges.values())

    def add(self, node: Node) -> str:
        """Add a node unless one has this id; return its id."""
        self.nodes.setdefault(node.id, node)
        return node.id

    def tie(self, edge: Edge) -> None:
        """Add an edge; the same relation between the same nodes at the same place is one edge."""
        key = (edge.source, edge.target, edge.relation, edge.path, edge.line)
        if key in self._edges or edge.source == edge.target:
            return
        self._edges[key] = edge
        self._out.setdefault(edge.source, []).append(edge)
        self._into.setdefault(edge.target, []).append(edge)

    def out(self, node: str) -> list[Edge]:
        """Return the edges that begin here."""
        return self._out.get(node, [])

    def into(self, node: str) -> list[Edge]:
        """Return the edges that end here."""
        return self._into.get(node, [])

    def as_json(self, snapshot: str) -> dict[str, object]:
        """Return the graph in node-link form, with the keys that Graphify's `graph.json` has."""
        return {
            "version": 1,
            "directed": True,
            "multigraph": True,
            "graph": {"generator": "pincite", "snapshot": snapshot},
            "nodes": [_node(node) for node in self.nodes.values()],
            "links": [link(edge) for edge in self.edges],
        }


def link(edge: Edge) -> dict[str, object]:
    """Return an edge as a link of the node-link form."""
    return {
        "source": edge.source,
        "target": edge.target,
        "relation": edge.relation,
        "confidence": edge.confidence,
        "source_file": edge.path,
        "source_location": f"L{edge.line}",
        "line": edge.line,
    }


def _node(node: Node) -> dict[str, object]:
    shown: dict[str, object] = {
        "id": node.id,
        "label": node.label,
        "kind": node.kind,
        "file_type": "code" if node.kind in (FILE, SYMBOL) else "document",
        "source_file": node.path,
        "source_location": f"L{node.line}",
        "line": node.line,
    }
    return shown | ({"status": node.status} if node.status else {})
