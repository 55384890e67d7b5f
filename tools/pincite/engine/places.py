"""Which tracked files are pages, indexes and sources, by the configuration."""

from __future__ import annotations

from collections.abc import Callable

from pincite.config import Config
from pincite.globs import matcher
from pincite.paths import folder_of, root_of


def under(roots: tuple[str, ...]) -> Callable[[str], bool]:
    """Return a function that tells whether a path lies below one of these folders (`.` is the whole repository)."""
    if "." in roots or "" in roots:
        return lambda _: True
    prefixes = tuple(root.rstrip("/") + "/" for root in roots)
    return lambda path: path.startswith(prefixes)


def page_test(config: Config) -> Callable[[str], bool]:
    """Return a function that tells whether a path is a page's: markdown, in a wiki, no source, not excluded."""
    in_wiki, in_raw, excluded = under(config.wiki), under(config.raw), matcher(config.exclude)
    return lambda path: path.endswith(".md") and in_wiki(path) and not in_raw(path) and not excluded(path)


def roots(config: Config) -> frozenset[str]:
    """Return the paths that the index pages of the wikis have: where reachability starts."""
    prefixes = ("" if root in (".", "") else root.rstrip("/") + "/" for root in config.wiki)
    return frozenset(prefix + name for prefix in prefixes for name in config.index_names)


def index_of(path: str, config: Config) -> tuple[str, ...]:
    """Return the paths that the index of the wiki that holds `path` can have."""
    root = root_of(path, config.wiki)
    return tuple(f"{root}/{name}" if root else name for name in config.index_names)


def indexes_over(path: str, config: Config) -> list[str]:
    """Return the paths that an index in the folder of `path`, or above it up to the wiki's root, can have."""
    root, folder, found = root_of(path, config.wiki), folder_of(path), []
    while True:
        found += [f"{folder}/{name}" if folder else name for name in config.index_names]
        if folder in (root, ""):
            return found
        folder = folder_of(folder)
