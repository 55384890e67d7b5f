"""Open the wiki that a site is built from: the tracked files as they are on disk."""

from __future__ import annotations

import os

from pincite.configure import of_snapshot
from pincite.load import LoadedWiki, load_wiki
from pincite.repo.repository import Repository, open_repository
from pincite.repo.snapshot import open_snapshot


def open_wiki(start: str) -> tuple[Repository, LoadedWiki]:
    """Return the repository around a folder and its wiki. The caller closes the repository.

    Raises RunError where there is no repository, UsageError where its configuration is wrong.
    """
    repository = open_repository(start)
    snapshot = open_snapshot(repository)
    settings = of_snapshot(snapshot)
    wiki = load_wiki(repository, snapshot, settings.config)
    wiki.problems()  # judging follows all citations at once, which is what the site asks next
    return repository, wiki


def place_of(folder: str, repository: Repository) -> str:
    """Return the repository path of a folder on disk, '' for the root."""
    found = os.path.relpath(os.path.realpath(folder), os.path.realpath(repository.root)).replace(os.sep, "/")
    return "" if found == "." else found
