"""The graph of a wiki and the code under it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pincite.ask.code import Code, is_test, within
from pincite.ask.documents import entry_status, status_of
from pincite.ask.mentions import mentions
from pincite.ask.network import COMMIT, ENTRY, EXTRACTED, FILE, INFERRED, PAGE, SOURCE, SYMBOL, Edge, Graph, Node
from pincite.load import LoadedWiki
from pincite.model import ROLE_PAGE, Citation, Entry, Link, Page
from pincite.paths import below, name_of
from pincite.resolve import find_superseded
from pincite.symbols import Definition

_DEPENDS = "depends on"


class Builder:
    """Makes the graph of a wiki, a page at a time."""

    def __init__(self, wiki: LoadedWiki) -> None:
        self.wiki = wiki
        self.code = Code(wiki.snapshot)
        self.graph = Graph()

    def build(self) -> Graph:
        """Return the graph of all pages."""
        for page in self.wiki.pages.values():
            self._page(page)
        for page in self.wiki.pages.values():
            self._links(page)
        self._citations()
        self._mentions()
        return self.graph

    def symbol(self, path: str, definition: Definition) -> str:
        """Add a definition, what it stands in, and its file; return its id."""
        graph, line = self.graph, definition.first
        node = graph.add(Node(symbol_id(path, definition.name), definition.name, SYMBOL, path, line))
        outer = definition.name.rpartition(".")[0]
        holder = (
            next((one for one in self.code.symbols(path).definitions if one.name == outer), None) if outer else None
        )
        above = self.symbol(path, holder) if holder else self.file(path)
        graph.tie(Edge(above, node, "contains", EXTRACTED, path, line))
        return node

    def file(self, path: str) -> str:
        """Add a file that is no page; return its id."""
        kind = SOURCE if below(path, self.wiki.config.raw) else FILE
        return self.graph.add(Node(path, path, kind, path, 1))

    def _page(self, page: Page) -> None:
        role = "" if page.role == ROLE_PAGE else page.role
        self.graph.add(Node(page.path, page.title, PAGE, page.path, 1, role))
        state = status_of(page)
        for entry in page.entries:
            status = self._status(page, entry, state)
            node = self.graph.add(Node(f"{page.path}#{entry.id}", entry.title, ENTRY, page.path, entry.line, status))
            self.graph.tie(Edge(page.path, node, "contains", EXTRACTED, page.path, entry.line))

    def _status(self, page: Page, entry: Entry, of_page: str) -> str:
        said = entry_status(entry, of_page)
        return "superseded" if said == "live" and self.wiki.superseders(page.path, entry.id) else said

    def _links(self, page: Page) -> None:
        """Tie the page and its entries to what they supersede, depend on and link to."""
        taken: set[int] = set()
        for entry in page.entries:
            for item in entry.supersedes:
                key = find_superseded(item, page, self.wiki)
                if key is not None and key[1]:
                    self._tie(page, _id(page, entry), f"{key[0]}#{key[1]}", "supersedes", entry.line)
            taken.update(link.start for link in page.links if entry.start <= link.start < entry.heading_end)
        for link in page.links:
            if link.start not in taken:
                self._link(page, link)

    def _link(self, page: Page, link: Link) -> None:
        target = self.wiki.resolve(link, page)
        if target.state != "found" or (target.path == page.path and not target.entry):
            return
        node = f"{target.path}#{target.entry}" if target.entry else target.path
        if node not in self.graph.nodes:
            node = self.file(target.path)
        entry = _entry_at(page, link.start)
        depends = entry is not None and any(
            bullet.start <= link.start < bullet.end for bullet in entry.bullets if bullet.label == _DEPENDS
        )
        relation = "depends_on" if depends else "links_to" if page.role == ROLE_PAGE else "lists"
        self._tie(page, _owner(page, link.start), node, relation, link.line)

    def _citations(self) -> None:
        found = [
            (page, citation, cited.path)
            for page in self.wiki.pages.values()
            for citation in page.citations
            if (cited := self.wiki.cited(citation, page)).state == "found"
        ]
        self.code.want(path for _, _, path in found)
        for page, citation, path in found:
            self._citation(page, citation, path)

    def _citation(self, page: Page, citation: Citation, path: str) -> None:
        owner, line = _owner(page, citation.start), citation.line
        if path in self.graph.nodes and self.graph.nodes[path].kind == PAGE:
            self._tie(page, owner, path, "cites", line)
            return
        symbols = self.code.symbols(path)
        bodies = symbols.named(citation.symbol) if citation.symbol else tuple(within(symbols, citation.ranges))
        ranges = citation.ranges or tuple((one.first, one.last) for one in bodies)
        edge = Edge(owner, self.file(path), "cites", EXTRACTED, page.path, line, ranges)
        self.graph.tie(edge)
        for definition in bodies:
            self.graph.tie(edge._replace(target=self.symbol(path, definition)))
        if citation.commit:
            pin = self.graph.add(Node(citation.commit, citation.commit, COMMIT, page.path, line))
            self._tie(page, owner, pin, "pinned_to", line)

    def _mentions(self) -> None:
        """Tie entries to the one definition that bears a name which they mention."""
        named = [(page, one) for page in self.wiki.pages.values() if page.role == ROLE_PAGE for one in mentions(page)]
        places = self.code.bearing({one.name for _, one in named})
        for page, one in named:
            bearing = places.get(one.name, [])
            if len(bearing) == 1 and self._is_meant(one.name, *bearing[0]):
                node = self.symbol(*bearing[0])
                edge = Edge(_owner(page, one.start), node, "mentions", INFERRED, page.path, one.line)
                if not _cites(self.graph.out(edge.source), node):
                    self.graph.tie(edge)

    def _is_meant(self, name: str, path: str, found: Definition) -> bool:
        """Return whether a definition is what its bare name means: none in a test, and nothing that is spoken of by the
        name of what it belongs to, as fields and functions within functions are."""
        holder = found.name.rpartition(".")[0]
        if is_test(path):
            return False
        if not holder or "." in name:
            return True
        kinds = {one.kind for one in self.code.symbols(path).definitions if one.name == holder}
        return found.kind != "value" and "function" not in kinds

    def _tie(self, page: Page, source: str, target: str, relation: str, line: int) -> None:
        self.graph.tie(Edge(source, target, relation, EXTRACTED, page.path, line))


def symbol_id(path: str, name: str) -> str:
    """Return the id of a definition's node."""
    return f"{path}#{name}"


def _cites(edges: Iterable[Edge], node: str) -> bool:
    """Return whether one of these edges is a citation of the node: then a mention says nothing more."""
    return any(edge.target == node and edge.relation == "cites" for edge in edges)


def _entry_at(page: Page, start: int) -> Entry | None:
    return next((entry for entry in page.entries if entry.start <= start < entry.end), None)


def _owner(page: Page, start: int) -> str:
    """Return the id of the entry in which an offset lies, else of the page."""
    entry = _entry_at(page, start)
    return _id(page, entry) if entry else page.path


def _id(page: Page, entry: Entry) -> str:
    return f"{page.path}#{entry.id}"


def named(graph: Graph, text: str) -> Iterator[Node]:
    """Yield the nodes that a text can mean, those of the closest kind of name alone.

    In this order: an id; the id of an entry, `page#entry`, the name of a page; a title; a definition's name or its last
    parts; the name of a file.
    """
    wanted = text.strip().removeprefix("[[").removesuffix("]]").removeprefix("./")
    if wanted in graph.nodes:
        yield graph.nodes[wanted]
        return
    nodes = graph.nodes.values()
    for test in (_by_entry, _by_title, _by_symbol, _by_file):
        found = [node for node in nodes if test(node, wanted)]
        live = [node for node in found if node.status in ("", "live")]
        if found:
            yield from live or found
            return


def _by_entry(node: Node, wanted: str) -> bool:
    page, _, entry = wanted.rpartition("#")
    if node.kind == PAGE:
        return not page and name_of(node.path).removesuffix(".md") == wanted.removesuffix(".md")
    if node.kind != ENTRY or node.id.partition("#")[2] != entry:
        return False
    return not page or node.path.removesuffix(".md").endswith(page.removesuffix(".md"))


def _by_title(node: Node, wanted: str) -> bool:
    return node.kind in (PAGE, ENTRY) and node.label.casefold() == wanted.casefold()


def _by_symbol(node: Node, wanted: str) -> bool:
    plain = wanted.removesuffix("()").replace("::", ".")
    return node.kind == SYMBOL and (node.label == plain or node.label.endswith("." + plain))


def _by_file(node: Node, wanted: str) -> bool:
    return node.kind not in (PAGE, ENTRY, SYMBOL) and (node.path == wanted or node.path.endswith("/" + wanted))
