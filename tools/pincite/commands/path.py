"""Show how one thing leads to another, hop by hop, each with its relation, how sure it is, file and line.

A and B are pages, entries (by title, id or page#entry), files or definitions:
pincite path "Keep 4 signing keys" SignatureExpired
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from pincite.ask.network import Graph, Node, link
from pincite.ask.route import Hop, way
from pincite.ask.whole import open_whole, the_node
from pincite.commands.graph import tie_text
from pincite.output import json_text, one_line
from pincite.verdict import EXIT_CLEAN


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("start", metavar="A", help="where to begin")
    parser.add_argument("end", metavar="B", help="where to arrive")
    parser.add_argument("--rev", metavar="REV", help="the wiki at this commit")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print the shortest way; 0 also where there is none."""
    with open_whole(rev=options.rev) as whole:
        start, end = the_node(whole, options.start), the_node(whole, options.end)
        hops = way(whole.graph, [start.id], [end.id])
        if options.json:
            print(json_text(_as_json(start, end, hops)))
        else:
            print(_as_text(whole.graph, start, end, hops))
    return EXIT_CLEAN


def _as_json(start: Node, end: Node, hops: Sequence[Hop] | None) -> dict[str, object]:
    return {
        "version": 1,
        "from": start.id,
        "to": end.id,
        "found": hops is not None,
        "hops": [{**link(hop.edge), "forward": hop.forward} for hop in hops or ()],
    }


def _as_text(graph: Graph, start: Node, end: Node, hops: Sequence[Hop] | None) -> str:
    if hops is None:
        return one_line(f"nothing ties {start.id} to {end.id}")
    lines = [_place(start)]
    for hop in hops:
        node = graph.nodes[hop.end]
        lines.append(f"  {tie_text(hop.edge, hop.forward)}")
        lines.append(_place(node))
    return "\n".join(lines)


def _place(node: Node) -> str:
    return one_line(f"{node.label} ({node.kind}, {node.path}:{node.line})")
