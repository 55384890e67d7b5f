"""Show pages, entries, files, definitions, sources and commits, and what ties them.

Every tie is EXTRACTED (read: a link, a citation, a supersession, the definition around cited lines) or INFERRED (a name
in prose that one definition alone bears). Where Graphify left graphify-out/graph.json, its code edges are joined.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

from pincite.ask.network import Edge, Graph, Node
from pincite.ask.whole import open_whole, the_node
from pincite.output import json_text, one_line
from pincite.verdict import EXIT_CLEAN


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("node", metavar="NODE", nargs="?", help="only what is tied to this page, entry, file or symbol")
    parser.add_argument("--rev", metavar="REV", help="the wiki at this commit")
    parser.add_argument("--json", action="store_true", help="print the graph in node-link form, as Graphify does")


def run(options: argparse.Namespace) -> int:
    """Print the graph, or what surrounds one node."""
    with open_whole(rev=options.rev) as whole:
        graph = whole.graph
        node = the_node(whole, options.node) if options.node else None
        if node:
            graph = _around(graph, node)
        if options.json:
            print(json_text(graph.as_json(whole.wiki.snapshot.name)))
            return EXIT_CLEAN
        lines = _ties(graph, node) if node else _counts(graph, whole.joined)
        print("\n".join(lines))
    return EXIT_CLEAN


def _around(graph: Graph, node: Node) -> Graph:
    part = Graph()
    part.add(node)
    for edge in (*graph.out(node.id), *graph.into(node.id)):
        for end in (edge.source, edge.target):
            part.add(graph.nodes[end])
        part.tie(edge)
    return part


def _counts(graph: Graph, joined: bool) -> Iterator[str]:
    kinds = Counter(node.kind for node in graph.nodes.values())
    yield f"{len(graph.nodes)} nodes: " + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    yield "ties:"
    for (relation, confidence), count in Counter((e.relation, e.confidence) for e in graph.edges).most_common():
        yield f"  {count:6} {one_line(relation):14} {confidence}"
    yield "with Graphify's code graph" if joined else "without Graphify's code graph (no graphify-out/graph.json)"


def _ties(graph: Graph, node: Node) -> Iterator[str]:
    yield one_line(f"{node.label} ({node.kind}, {node.path}:{node.line})")
    for edge in graph.edges:
        yield "  " + tie_text(edge, edge.source == node.id)


def tie_text(edge: Edge, forward: bool) -> str:
    """Return an edge as one line, seen from its source (`forward`) or its target."""
    arrow, end = ("→", edge.target) if forward else ("←", edge.source)
    lines = ":" + ",".join(_range(*one) for one in edge.ranges) if edge.ranges and "#" not in edge.target else ""
    return one_line(f"{arrow} {edge.relation} {end}{lines}  [{edge.confidence} {edge.path}:{edge.line}]")


def _range(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}-{last}"
