"""The renderer without the plugin: what a generator needs that knows Python-Markdown's extensions alone (Zensical)."""

from __future__ import annotations

import atexit
from functools import lru_cache

from pincite.repo.authorship import authorship
from pincite.site.backlinks import Backlinks
from pincite.site.forge import forge_of
from pincite.site.history import History
from pincite.site.made import made_pages
from pincite.site.openwiki import open_wiki
from pincite.site.provider import WikiProvider
from pincite.site.published import choose
from pincite.site.wiki_site import Site


@lru_cache(maxsize=8)
def provider(folder: str, repo_url: str) -> WikiProvider:
    """Return what the extension asks, for the wiki in this folder of the repository around the current directory."""
    repository, wiki = open_wiki(".")
    atexit.register(repository.close)
    docs = folder.strip("/").removeprefix("./")
    below = docs + "/" if docs not in ("", ".") else ""
    names = [path.removeprefix(below) for path in wiki.snapshot.files if path.startswith(below)]
    published, _ = choose(names, below.rstrip("/"), wiki, ())
    history = History(authorship(repository, wiki.snapshot.commit, wiki.config.wiki, disk=True))
    made = WikiProvider(Site(wiki, below.rstrip("/"), forge_of(repo_url), published), history)
    made.pages_made.update(made_pages(made, Backlinks(made.site), with_tags=True))
    return made
