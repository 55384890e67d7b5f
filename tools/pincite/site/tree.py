"""What happens to the tree of a page once Markdown has read its inline text, before ids and addresses are fixed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from pincite.site import tokens
from pincite.site.entries import fold
from pincite.site.facts import LinkFact, PageFacts
from pincite.site.headings import identify
from pincite.site.inline import link_element, plain

_BLOCK = re.compile(r"[ \t]+\^([A-Za-z0-9-]+)[ \t]*$")
Make = Callable[[str, int], "Element | None"]


class TreeProcessor(Treeprocessor):
    """Put citations in code, markdown links, block ids, heading ids and entries right, in this order."""

    def __init__(
        self, md: Markdown, facts: Callable[[], PageFacts | None], make: Make, source: Callable[[str, int], str | None]
    ):
        super().__init__(md)
        self._facts, self._make, self._source = facts, make, source

    def run(self, root: Element) -> None:
        """Change the tree in place; a page that is not of the wiki stays as it is."""
        facts = self._facts()
        if facts is None:
            return
        for parent, position, child in list(_all(root)):
            if child.tag == "code" and tokens.OPEN in (child.text or ""):
                _open_code(parent, position, child, self._make)
        _unnest(root)
        _links(root, facts)
        _anchors(root, facts)
        identify(root, facts.headings)
        fold(root, facts)


def _all(root: Element) -> Iterator[tuple[Element, int, Element]]:
    """Yield (parent, position, child) from the end, so that replacing one child leaves the positions before it."""
    for parent in list(root.iter()):
        for position in range(len(parent) - 1, -1, -1):
            yield parent, position, parent[position]


def _open_code(parent: Element, position: int, code: Element, make: Make) -> None:
    """Replace a code span by the citations in it, and code spans for what stands around them."""
    if parent.tag == "pre":
        return
    parts: list[Element] = []
    rest = code.text or ""
    for match in tokens.TOKEN.finditer(code.text or ""):
        before, _, rest = rest.partition(match[0])
        made = make(match[1], tokens.number_of(match[2])) if match[1] == tokens.CITATION else None
        if made is None:
            return
        parts += _code(before)
        parts.append(made)
    parts += _code(rest)
    parts[-1].tail = code.tail
    parent.remove(code)
    for offset, part in enumerate(parts):
        parent.insert(position + offset, part)


def _code(text: str) -> list[Element]:
    """Return a code span for this text, none where it is only space or punctuation between citations."""
    if not text:
        return []
    made = Element("code" if text.strip(" ,;") else "span")
    made.text = AtomicString(text)
    return [made]


def _unnest(root: Element) -> None:
    for outer in [element for element in root.iter("a") if len(element)]:
        for inner in list(outer.iter()):
            if inner is not outer and inner.get("class", "").startswith(("pc-link", "pc-cite")):
                plain(inner)


def _links(root: Element, facts: PageFacts) -> None:
    """Lead markdown links and images where the gate says that they lead."""
    for parent, position, child in list(_all(root)):
        if child.tag not in ("a", "img") or child.get("class", "").startswith(("pc-", "footnote")):
            continue
        key = "href" if child.tag == "a" else "src"
        url = child.get(key)
        if url is None:
            child.tag = "span"
            continue
        fact = facts.targets.get(_address(url)) or _foreign_image(child.tag, url, child.get("alt", ""))
        if fact is not None:
            _lead(parent, position, child, fact, key)


def _address(url: str) -> tuple[str, str]:
    target, _, fragment = url.partition("#")
    return unquote(target.partition("?")[0]), unquote(fragment)


def _foreign_image(tag: str, url: str, text: str) -> LinkFact | None:
    """Return a link in place of an image of another host: the site asks nobody else for anything."""
    if tag != "img" or not (urlsplit(url).netloc or url.startswith("//")):
        return None
    return LinkFact("foreign", url, text or url, "An image that another host serves.")


def _lead(parent: Element, position: int, child: Element, fact: LinkFact, key: str) -> None:
    if fact.kind == "image" and key == "src":
        child.set("src", fact.href)
        child.set("loading", "lazy")
        return
    if key == "src":
        made = link_element(fact, child.get("alt") or None)
        made.tail = child.tail
        parent.remove(child)
        parent.insert(position, made)
        return
    child.set("class", f"pc-link pc-link--{fact.kind}")
    if fact.note:
        child.set("title", fact.note)
    if fact.href:
        child.set("href", fact.href)
    else:
        child.tag = "span"
        del child.attrib["href"]


def _anchors(root: Element, facts: PageFacts) -> None:
    """Turn the block ids at the end of paragraphs and bullets (`… ^id`) into anchors."""
    blocks = {anchor for anchor in facts.anchors if anchor.startswith("^")}
    if not blocks:
        return
    for element in root.iter():
        last = element[-1].tail if len(element) else element.text
        match = _BLOCK.search(last or "") if element.tag in ("p", "li", "td", "dd") else None
        if match is None or last is None or f"^{match[1]}" not in blocks:
            continue
        element.set("id", f"^{match[1]}")
        if len(element):
            element[-1].tail = last[: match.start()]
        else:
            element.text = last[: match.start()]


def restored(text: str, source: Callable[[str, int], str | None]) -> str:
    """Return HTML in which marks that ended up in code are their source text again."""

    def one(kind: str, number: int) -> str | None:
        made = source(kind, number)
        return None if made is None else escape(made)

    return tokens.replaced(text, one)
