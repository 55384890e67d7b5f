"""Write the wiki and all that the site makes into a folder, for a generator that runs no MkDocs plugin."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator

from pincite.errors import RunError
from pincite.site.backlinks import Backlinks
from pincite.site.made import About, made_files, made_pages
from pincite.site.provider import WikiProvider
from pincite.site.settings import THEME


def prepare(provider: WikiProvider, folder: str, about: About) -> list[str]:
    """Write the published files, the generated pages and the other files; return their names, sorted.

    RunError where the folder holds something already: nothing of anybody's is replaced.
    """
    if os.path.isdir(folder) and os.listdir(folder):
        raise RunError(f"{folder} is not empty; name a new folder")
    written = []
    for name, data in _files(provider, about):
        path = os.path.join(folder, *name.split("/"))
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        written.append(name)
    return sorted(written)


def _files(provider: WikiProvider, about: About) -> Iterator[tuple[str, bytes]]:
    site = provider.site
    names = site.published
    for path, data in site.wiki.snapshot.read(sorted(names)):
        if data is not None:
            yield names[path], data
    for name, page in made_pages(provider, Backlinks(site), with_tags=True).items():
        yield name, f"---\ntitle: {page.title}\n---\n\n{page.markdown}\n".encode()
    for file in made_files(provider, about):
        if not file.target:
            yield file.name, file.content.encode()
    for place, _, files in sorted(os.walk(os.path.join(THEME, "assets"))):
        for name in sorted(files):
            with open(os.path.join(place, name), "rb") as asset:
                yield os.path.relpath(os.path.join(place, name), THEME).replace(os.sep, "/"), asset.read()


def digest(provider: WikiProvider) -> str:
    """Return what changes with anything that the pages show besides their own text: for the extension's `digest`."""
    facts = "\n".join(repr(provider.facts(page)) for page in provider.site.pages.values())
    return f"{zlib.crc32(facts.encode('utf-8', 'surrogatepass')):08x}"
