"""Render the wiki's pages, each only where neither its text nor anything that it shows has changed since the last time.

One Markdown instance renders all pages (MkDocs makes one for each), and addresses come from the facts of the page,
which the gate has checked, instead of from MkDocs' own search for them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from markdown import Markdown

from pincite.site.defaults import EXTENSIONS
from pincite.site.extension import Extras, PinciteExtension
from pincite.site.facts import PageFacts
from pincite.site.shelf import Shelf

# Extensions whose output depends on the page's text and their settings alone. With any other one (it may include
# files, run code, or ask MkDocs something) MkDocs renders every page anew, as it does without this plugin.
_PURE = {name for name, _ in EXTENSIONS} | {
    "fenced_code", "attr_list", "meta", "nl2br", "smarty", "wikilinks", "codehilite", "extra", "legacy_attrs",
    "pymdownx.betterem", "pymdownx.caret", "pymdownx.critic", "pymdownx.emoji", "pymdownx.escapeall", "pymdownx.extra",
    "pymdownx.inlinehilite", "pymdownx.keys", "pymdownx.magiclink", "pymdownx.progressbar", "pymdownx.saneheaders",
    "pymdownx.smartsymbols", "pymdownx.fancylists", "pymdownx.blocks.admonition", "pymdownx.blocks.details",
    "pymdownx.blocks.tab", "pymdownx.blocks.definition", "pymdownx.blocks.html", "pymdownx.blocks.caption",
}  # fmt: skip
_LIBRARIES = ("markdown", "pymdown-extensions", "pygments", "nh3", "mkdocs", "properdocs")
_AT = re.compile(r" at 0x[0-9a-f]+")
_ID = re.compile(r'<[^<>]*? id="([^"]*)"')
Toc = list[dict[str, Any]]


class Renderer:
    """Stands between MkDocs and the rendering of its pages, with a shelf of rendered ones.

    `get_toc` is MkDocs' own maker of tables of contents.
    """

    def __init__(
        self, shelf: Shelf, stamp: str, config: Any, extension: PinciteExtension, get_toc: Callable[[Toc], Any]
    ) -> None:
        self.settings = stamp + _versions() + _AT.sub("", repr(settings(config)))
        self._shelf, self._extension, self._get_toc = shelf, extension, get_toc
        self._config = config
        self._markdown: Markdown | None = None
        named = {name for name in config["markdown_extensions"] if isinstance(name, str)}
        self._pure = not named - {f"markdown.extensions.{name}" for name in _PURE} - _PURE

    def attach(self, page: Any, facts: PageFacts | None) -> None:
        """Let this page of the wiki be rendered here when MkDocs renders it."""
        if self._pure and facts is not None:
            page.render = lambda config, files: self._render(page, facts)

    def _render(self, page: Any, facts: PageFacts) -> None:
        key = self._key(page, facts)
        found = self._shelf.get(key)
        if found is None:
            found = self._rendered(page)
            self._shelf.put(key, found)
        page.content, popovers, toc, anchors = json.loads(found)
        page.toc, page.present_anchor_ids, page.links_to_anchors = self._get_toc(toc), set(anchors), {}
        self._extension.extras[page.file.src_uri] = Extras(popovers)

    def _rendered(self, page: Any) -> bytes:
        md = self._instance()
        md.reset()
        self._extension.current = page.file.src_uri
        try:
            content = md.convert(page.markdown)
        finally:
            self._extension.current = ""
        popovers = self._extension.extras.pop(page.file.src_uri, Extras()).popovers
        toc = _tokens(getattr(md, "toc_tokens", []))
        made = [content, popovers, toc, _ID.findall(content)]
        return json.dumps(made, ensure_ascii=False).encode("utf-8", "surrogatepass")

    def _instance(self) -> Markdown:
        if self._markdown is None:
            settings = self._config["mdx_configs"] or {}
            self._markdown = Markdown(extensions=self._config["markdown_extensions"], extension_configs=settings)
        return self._markdown

    def _key(self, page: Any, facts: PageFacts) -> str:
        parts = (self.settings, page.file.src_uri, repr(facts), page.markdown)
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _tokens(toc: Iterable[dict[str, Any]]) -> Toc:
    return [{name: item[name] for name in ("name", "id", "level")} | {"children": _tokens(item["children"])}
            for item in toc]  # fmt: skip


def settings(config: Any) -> list[object]:
    """Return what of the configuration decides how a page is rendered."""
    names = [name for name in config["markdown_extensions"] if isinstance(name, str)]
    scripts = [str(name) for name in config["extra_javascript"]]
    return [names, config["mdx_configs"], config["use_directory_urls"], config["repo_url"], scripts]


def _versions() -> str:
    found = []
    for name in _LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return " ".join(found)
