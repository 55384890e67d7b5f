"""Addresses on the published site: where a file of the docs folder ends up, and how one page spells another's."""

from __future__ import annotations

import posixpath
from functools import lru_cache
from urllib.parse import quote


def destination(name: str, directories: bool) -> str:
    """Return the file of the site that a file of the docs folder becomes; `directories` is `use_directory_urls`."""
    folder, file = posixpath.split(name)
    stem, dot, ending = file.rpartition(".")
    if ending.lower() not in ("md", "markdown", "mdown", "mkdn", "mkd") or not dot:
        return name
    stem = "index" if stem == "README" else stem
    if not directories or stem == "index":
        return posixpath.join(folder, f"{stem}.html")
    return posixpath.join(folder, stem, "index.html")


@lru_cache(maxsize=65_536)
def address(name: str, directories: bool) -> str:
    """Return the address of a file of the docs folder, relative to the site's root: '' is the front page."""
    made = destination(name, directories)
    if directories and posixpath.basename(made) == "index.html":
        made = posixpath.dirname(made) + "/" if "/" in made else ""
    return quote(made)


@lru_cache(maxsize=65_536)
def between(target: str, origin: str) -> str:
    """Return how the page at address `origin` spells the address `target`."""
    base = origin.rpartition("/")[0]
    folder = target.endswith("/") or target == ""
    found = posixpath.relpath(target or ".", base or ".")
    return found + "/" if folder else found


def fragment(anchor: str) -> str:
    """Return the fragment that leads to an id, '' for none. Letters of any script stay: browsers and MkDocs compare
    them with ids as they are."""
    return "#" + anchor.replace("%", "%25").replace(" ", "%20").replace('"', "%22") if anchor else ""
