"""Links and citations as elements of the tree that Python-Markdown builds."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from pincite.site import tokens
from pincite.site.facts import CitationFact, LinkFact
from pincite.site.preview import STATES

_SIZE = re.compile(r"(\d+)(?:x(\d+))?")


class MarkProcessor(InlineProcessor):
    """Turn a mark in running text into the element that it stands for."""

    def __init__(self, md: Markdown, make: Callable[[str, int], Element | None]) -> None:
        super().__init__(tokens.TOKEN.pattern, md)
        self._make = make

    def handleMatch(  # type: ignore[override]  # noqa: N802 - the name that Python-Markdown calls
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """Return the element for one mark, or nothing for a mark that is put in later."""
        made = self._make(m[1], tokens.number_of(m[2]))
        return (None, None, None) if made is None else (made, m.start(0), m.end(0))


def link_element(fact: LinkFact, label: str | None) -> Element:
    """Return a link, an image, or a span where there is nothing to link to: MkDocs wants an address in every `<a>`."""
    if fact.kind == "image":
        return _image(fact, label)
    made = Element("a" if fact.href else "span", {"class": f"pc-link pc-link--{fact.kind}"})
    if fact.href:
        made.set("href", fact.href)
    if fact.note:
        made.set("title", fact.note)
    made.text = label or fact.text
    return made


def _image(fact: LinkFact, label: str | None) -> Element:
    """Return an embedded image; Obsidian writes its width where a label would stand: `![[a.png|300]]`."""
    made = Element("img", {"src": fact.href, "alt": fact.text, "loading": "lazy"})
    size = _SIZE.fullmatch((label or "").strip())
    if size:
        made.set("width", size[1])
        if size[2]:
            made.set("height", size[2])
    elif label:
        made.set("alt", label)
    return made


def citation_element(fact: CitationFact, opener: str) -> Element:
    """Return a citation: its token as a link to the forge, and the mark `opener` of the button that shows its lines."""
    state = fact.state or "plain"
    made = Element("span", {"class": f"pc-cite pc-cite--{state}"})
    holder = made
    if fact.href:
        holder = SubElement(made, "a", {"class": "pc-cite__link", "href": fact.href})
        if fact.state:
            holder.set("title", STATES[fact.state])
    code = SubElement(holder, "code")
    code.text = AtomicString(fact.text)
    made[-1].tail = AtomicString(opener)
    return made


def plain(element: Element) -> None:
    """Turn a link or citation that stands within another link into mere text: links cannot nest."""
    text = "".join(element.itertext())
    tail, kept = element.tail, element.get("class", "")
    element.clear()
    element.tag = "code" if "pc-cite" in kept else "span"
    element.text, element.tail = AtomicString(tokens.TOKEN.sub("", text)), tail
