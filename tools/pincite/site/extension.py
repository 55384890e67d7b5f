"""The renderer: a Python-Markdown extension that shows a page of the wiki as the gate understands it.

MkDocs and ProperDocs get it from the plugin. A generator that only reads Python-Markdown extensions (Zensical) names
`pincite.site.extension` in its configuration, with `digest` set by `pincite site prepare`: such a generator may keep a
page under its own text and this configuration, and the digest changes with whatever else the page shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from pincite.model import Page
from pincite.site import tokens
from pincite.site.cleaner import clean
from pincite.site.facts import CitationFact, PageFacts
from pincite.site.html import Markup, element, join
from pincite.site.inline import MarkProcessor, citation_element, link_element
from pincite.site.marking import Marked, marked
from pincite.site.preview import popover
from pincite.site.tree import TreeProcessor, restored


class Provider(Protocol):
    """What the extension asks about the wiki."""

    raw_html: str
    diagrams: bool

    def page(self, name: str, text: str) -> tuple[Page, PageFacts] | None:
        """Return the page with this name in the docs folder, None where the text is not a page of the wiki."""

    def final(self, url: str, name: str) -> str:
        """Return the address on the site for one that is relative to the source of the page with this name."""

    def stamp(self, html: str) -> str:
        """Return HTML with the id of the published commit where addresses wait for it."""

    def generated(self, name: str) -> tuple[str, ...]:
        """Return the HTML that the marks of a generated page stand for, empty where it is none of ours."""

    def slots(self, name: str) -> Callable[[int], str]:
        """Return what fills the slots of a page when nobody else does later."""


class Extras(NamedTuple):
    """What belongs to a rendered page and is put in when the page is written: the previews of its citations."""

    popovers: str = ""


class PinciteExtension(Extension):
    """Wikilinks, citations, entries and embeds; and the cleaning of what pages contain.

    `later` says that the caller fills slots and previews in (the plugin does, so that the search does not index them).
    """

    def __init__(self, provider: Provider | None = None, *, later: bool = False, **settings: Any) -> None:
        self.config = {
            "wiki": ["wiki", "the folder of the wiki in the repository"],
            "repo_url": ["", "the address of the repository at its forge"],
            "digest": ["", "what the pages show besides their own text; set by `pincite site prepare`"],
        }
        super().__init__(**settings)
        self.provider = provider
        self.later = later
        self.extras: dict[str, Extras] = {}
        # The page that is rendered now, where the caller says so: then addresses are made final, too.
        self.current = ""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Python-Markdown calls
        """Register the processors; each has its place, and the numbers say before or after which of Markdown's."""
        work = _Work(self, md)
        md.preprocessors.register(_Begin(md, work), "pincite", 100)  # before anything else has touched the text
        md.inlinePatterns.register(MarkProcessor(md, work.make), "pincite", 185)  # behind code, before escapes
        md.treeprocessors.register(TreeProcessor(md, lambda: work.facts, work.make, work.source), "pincite", 6)
        md.treeprocessors.register(_Addresses(md, work), "pincite-addresses", 0)  # where MkDocs has its `relpath`
        md.treeprocessors.register(_Ready(md, work), "pincite-ready", -100)  # when headings have been rendered
        md.postprocessors.register(_Finish(md, work), "pincite", -10)  # behind everything
        if self._provider().raw_html == "escape":
            md.preprocessors.deregister("html_block", strict=False)
            md.inlinePatterns.deregister("html", strict=False)

    def _provider(self) -> Provider:
        if self.provider is None:
            from pincite.site.standalone import provider

            self.provider = provider(self.getConfig("wiki"), self.getConfig("repo_url"))
        return self.provider


class _Work:
    """One run of Markdown over one page."""

    def __init__(self, extension: PinciteExtension, md: Markdown) -> None:
        self.extension, self.md = extension, md
        self.facts: PageFacts | None = None
        self.page: Page | None = None
        self.marked = Marked("", {})
        self.name = ""
        self.held: list[str] = []
        self.shown: dict[CitationFact, str] = {}
        self.ready = False

    def begin(self, text: str) -> str:
        """Return the text that Markdown is to read in place of this one."""
        provider = self.extension._provider()
        self.name, self.ready = self.extension.current or page_name(self.md), False
        self.page = self.facts = None
        self.held, self.shown, self.marked = list(provider.generated(self.name)), {}, Marked("", {})
        if self.held:
            return text
        found = provider.page(self.name, text)
        if found is None:
            return tokens.without_marks(text)
        self.page, self.facts = found
        self.marked = marked(self.page)
        return self.marked.text

    def make(self, kind: str, number: int) -> Element | None:
        """Return the element of a link or a citation of this page."""
        if self.page is None or self.facts is None:
            return None
        if kind == tokens.LINK and number < len(self.page.links):
            return link_element(self.facts.links[number], self.page.links[number].label)
        if kind == tokens.CITATION and number < len(self.facts.citations):
            return citation_element(self.facts.citations[number], self._opener(self.facts.citations[number]))
        return None

    def _opener(self, fact: CitationFact) -> str:
        """Return the mark of the button that opens the lines of this citation, '' where there are none to show."""
        if fact.now is None and fact.was is None:
            return ""
        fact = fact._replace(text="")  # however it is spelled, the same lines are shown once
        name = self.shown.setdefault(fact, f"pc-{len(self.shown) + 1}")
        state = f", state: {fact.state}" if fact.state else ""
        self.held.append(element("button", type="button", class_="pc-open", popovertarget=name,
                                 aria_label=f"Show the lines of {fact.label}{state}"))  # fmt: skip
        return tokens.mark(tokens.HELD, len(self.held) - 1)

    def source(self, kind: str, number: int) -> str | None:
        """Return the text that a mark stands for in the page, None for marks that are put in later."""
        return self.marked.sources.get((kind, number), "") if kind in (tokens.LINK, tokens.CITATION) else None

    def finish(self, html: str) -> str:
        """Return the rendered page, cleaned, with the site's own parts put in."""
        provider = self.extension._provider()
        html = restored(html, self.source)
        if provider.raw_html != "allow":
            html = clean(html, diagrams=provider.diagrams)
        if not self.ready:  # a heading, for the table of contents
            return tokens.TOKEN.sub("", html)
        html = tokens.replaced(tokens.ALONE.sub(r"\1", html), self._put_in)
        popovers = join([popover(fact, name) for fact, name in self.shown.items()])
        if self.extension.later:
            self.extension.extras[self.name] = Extras(popovers)
            return html
        return provider.stamp(filled(html, provider.slots(self.name)) + popovers)

    def _put_in(self, kind: str, number: int) -> str | None:
        if kind != tokens.HELD:
            return None
        return self.held[number] if number < len(self.held) else ""


def filled(html: str, slot: Callable[[int], str]) -> str:
    """Return rendered HTML with its slots filled."""
    return tokens.replaced(html, lambda kind, number: slot(number) if kind == tokens.SLOT else "")


def page_name(md: Markdown) -> str:
    """Return the name, relative to the docs folder, of the page that this Markdown renders; '' where nobody says."""
    if "relpath" in md.treeprocessors:  # MkDocs and ProperDocs
        return str(md.treeprocessors["relpath"].file.src_uri)  # type: ignore[attr-defined]
    if "rendering_context" in md.preprocessors:  # Zensical
        return str(md.preprocessors["rendering_context"].page.path)  # type: ignore[attr-defined]
    return ""


class _Begin(Preprocessor):
    def __init__(self, md: Markdown, work: _Work) -> None:
        super().__init__(md)
        self._work = work

    def run(self, lines: list[str]) -> list[str]:
        return self._work.begin("\n".join(lines)).split("\n")


class _Addresses(Treeprocessor):
    """Turns the addresses of source files into those of the site, where MkDocs does not do so."""

    def __init__(self, md: Markdown, work: _Work) -> None:
        super().__init__(md)
        self._work = work

    def run(self, root: Element) -> None:
        provider = self._work.extension._provider()
        if not self._work.extension.current:
            return
        for node in root.iter():
            key = {"a": "href", "img": "src"}.get(node.tag, "")
            url = node.get(key) if key else None
            if url is not None and "://" not in url and url[:1] not in ("#", "/", ""):
                node.set(key, provider.final(url, self._work.name))


class _Ready(Treeprocessor):
    """Says that the page itself is rendered next: `toc` runs all postprocessors on each heading before."""

    def __init__(self, md: Markdown, work: _Work) -> None:
        super().__init__(md)
        self._work = work

    def run(self, root: Element) -> None:
        self._work.ready = True


class _Finish(Postprocessor):
    def __init__(self, md: Markdown, work: _Work) -> None:
        super().__init__(md)
        self._work = work

    def run(self, text: str) -> str:
        return self._work.finish(text)


def makeExtension(**settings: Any) -> PinciteExtension:  # noqa: N802 - the name that Python-Markdown calls
    """Return the extension, as Python-Markdown asks for it by name."""
    return PinciteExtension(**settings)


__all__ = ["Extras", "Markup", "PinciteExtension", "filled", "makeExtension", "page_name"]
