"""Which files of the docs folder are published: only what git tracks, no hidden source, nothing that runs as script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pincite.load import LoadedWiki
from pincite.paths import below
from pincite.site.wiki_site import hidden_sources

# What a browser runs, or shows as a page of its own, when it is opened by its address.
_RUNS = (".html", ".htm", ".xhtml", ".xht", ".js", ".mjs", ".cjs", ".wasm", ".swf", ".xml", ".xsl", ".xslt")
_SCRIPTED = re.compile(rb"<script|\son\w+\s*=|javascript:|<foreignObject|<iframe|<embed|<object|<!ENTITY", re.I)


class Left(NamedTuple):
    """A file of the docs folder that is not published, and why."""

    name: str
    why: str


def choose(
    names: Iterable[str], docs: str, wiki: LoadedWiki, listed: Iterable[str]
) -> tuple[dict[str, str], list[Left]]:
    """Return which of these files are published, {repository path: name}, and which are left out.

    `names` are relative to the docs folder, `docs` is its repository path. `listed` are scripts and styles that the
    site's own configuration names.
    """
    published: dict[str, str] = {}
    left: list[Left] = []
    scripts = frozenset(listed)
    hidden = hidden_sources(wiki.config.raw, wiki.config.publish_raw)
    for name in names:
        path = f"{docs}/{name}" if docs else name
        why = next(_reasons(path, name, wiki, hidden(path), name in scripts), "")
        if why:
            left.append(Left(name, why))
        else:
            published[path] = name
    return published, left


def _reasons(path: str, name: str, wiki: LoadedWiki, hidden: bool, listed: bool) -> Iterator[str]:
    if wiki.file(path) is None:
        yield "git does not track it"
    if hidden:
        yield "it is a source (publish_raw allows some)"
    if name.endswith(".md") and path not in wiki.pages and below(path, wiki.config.wiki):
        yield "it is excluded from the wiki"
    if not listed and wiki.config.raw_html != "allow":
        if name.lower().endswith(_RUNS):
            yield "it would run as script (raw_html allows that)"
        if name.lower().endswith(".svg") and _SCRIPTED.search(b"\n".join(wiki.lines(path) or ())):
            yield "it holds script (raw_html allows that)"
