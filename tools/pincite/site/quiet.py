"""Keep a built site out of `git status`: it is made from the repository and belongs to no commit."""

from __future__ import annotations

import os

from pincite.load import LoadedWiki
from pincite.repo.repository import Repository
from pincite.site.openwiki import place_of


def exclude(site_dir: str, repository: Repository, wiki: LoadedWiki) -> str:
    """Let this clone ignore the folder of the site where nothing else does; return its path, '' where nothing was done.

    The entry goes into `info/exclude` below the git directory: no file of the work tree is touched, and a site that
    somebody commits, or has in `.gitignore`, is left as it is.
    """
    place = place_of(site_dir, repository)
    if repository.bare or not place or place.startswith("..") or "\n" in place:
        return ""
    below = place + "/"
    if any(path.startswith(below) for path in wiki.snapshot.files):
        return ""
    if wiki.snapshot.on_disk(below + "index.html") != "untracked":
        return ""
    path = os.path.join(repository.common_dir, "info", "exclude")
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "a", encoding="utf-8", errors="surrogateescape") as file:
            file.write(f"# the site that mkdocs builds with pincite\n/{place}/\n")
    except OSError:
        return ""
    return place
