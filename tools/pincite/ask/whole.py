"""The whole wiki with its graph, opened for what walks through all of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from pincite.ask import graphify
from pincite.ask.graph import Builder, named
from pincite.ask.network import Graph, Node
from pincite.configure import of_snapshot
from pincite.errors import UsageError, did_you_mean
from pincite.load import LoadedWiki, load_wiki
from pincite.output import one_line
from pincite.record import NamedTuple
from pincite.repo.repository import Repository, open_repository
from pincite.repo.snapshot import open_snapshot


class Whole(NamedTuple):
    """A wiki, its graph and what the graph was made with; `joined` tells whether Graphify's graph is part of it."""

    repository: Repository
    wiki: LoadedWiki
    builder: Builder
    graph: Graph
    joined: bool


@contextlib.contextmanager
def open_whole(start: str = ".", *, rev: str | None = None, staged: bool = False) -> Iterator[Whole]:
    """Open the wiki around a folder on disk, in the index or at a commit; RunError where there is none."""
    with open_repository(start) as repository:
        snapshot = open_snapshot(repository, staged=staged, rev=rev or ("HEAD" if repository.bare else None))
        wiki = load_wiki(repository, snapshot, of_snapshot(snapshot).config)
        builder = Builder(wiki)
        graph = builder.build()
        yield Whole(repository, wiki, builder, graph, graphify.join(builder, repository))


def the_node(whole: Whole, text: str) -> Node:
    """Return the node that a text means; a definition that nothing ties to the wiki becomes one.

    UsageError where it means nothing, or several things.
    """
    found = list(named(whole.graph, text)) or _definitions(whole, text)
    if len(found) == 1:
        return found[0]
    if found:
        names = "\n".join(f"    {one_line(node.id)}" for node in found[:10])
        raise UsageError(f"{one_line(text)} can mean {len(found)} things; name one of them:\n{names}")
    labels = (node.label for node in whole.graph.nodes.values())
    raise UsageError(f"nothing is called {one_line(text)}{one_line(did_you_mean(text, labels))}")


def _definitions(whole: Whole, text: str) -> list[Node]:
    """Return the nodes of the definitions and files of that name which the graph does not hold yet."""
    name = text.removesuffix("()").replace("::", ".")
    path, _, symbol = name.partition("#")
    if whole.wiki.file(path) is not None:
        bodies = whole.builder.code.symbols(path).named(symbol) if symbol else ()
        ids = [whole.builder.symbol(path, one) for one in bodies] if symbol else [whole.builder.file(path)]
    else:
        ids = [whole.builder.symbol(*place) for place in whole.builder.code.bearing([name]).get(name, ())]
    return [whole.graph.nodes[one] for one in ids]
