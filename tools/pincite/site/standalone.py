"""The renderer without the plugin: what a generator needs that knows Python-Markdown's extensions alone (Zensical)."""

from __future__ import annotations

import atexit
from functools import lru_cache

from pincite.repo.authorship import authorship
from pincite.site.forge import forge_of
from pincite.site.history import History
from pincite.site.openwiki import open_wiki
from pincite.site.provider import WikiProvider
from pincite.site.wiki_site import Site


@lru_cache(maxsize=8)
def provider(folder: str, repo_url: str) -> WikiProvider:
    """Return what the extension asks, for the wiki in this folder of the repository around the current directory."""
    repository, wiki = open_wiki(".")
    atexit.register(repository.close)
    docs = folder.strip("/")
    published = {path: path.removeprefix(docs + "/") for path in wiki.snapshot.files if path.startswith(docs + "/")}
    history = History(authorship(repository, wiki.snapshot.commit, wiki.config.wiki, disk=True))
    return WikiProvider(Site(wiki, docs, forge_of(repo_url), published), history)
