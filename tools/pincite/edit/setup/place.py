"""What `init` knows of a repository before it proposes anything, and how its templates are filled."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from pincite import __version__
from pincite.config import Config
from pincite.edit.setup.recognise import Found

_TEMPLATES = os.path.join(os.path.dirname(__file__), "templates")


class Place(NamedTuple):
    """The repository that is set up.

    `config` is what is configured already, else what `found` proposes; `configured` tells which. `branch` is the
    default branch, `ci` is github, gitlab or '', `since` a commit whose faults are forgiven ('' for none), `files`
    the paths that git tracks or would track, and `read` returns one's bytes, None where there is none.
    """

    name: str
    description: str
    found: Found
    config: Config
    configured: bool
    branch: str
    ci: str
    since: str
    files: frozenset[str]
    read: Callable[[str], bytes | None]

    @property
    def wiki(self) -> str:
        """The wiki that new pages go to, '' for the repository's root."""
        return "" if self.config.wiki[0] in (".", "") else self.config.wiki[0].strip("/")

    def text(self, path: str) -> str | None:
        """Return the text of a file, any bytes kept, None where there is none."""
        data = self.read(path)
        return None if data is None else data.decode("utf-8", "surrogateescape")

    def below(self, folder: str) -> bool:
        """Return whether a file stands below this folder."""
        return any(path.startswith(f"{folder}/") for path in self.files)


def template(name: str, **values: str) -> str:
    """Return a template with each `@NAME@` replaced; every value must be used, and no place may stay empty."""
    with open(os.path.join(_TEMPLATES, name), encoding="utf-8") as file:
        text = file.read()
    for key, value in {**values, "VERSION": _compatible(__version__)}.items():
        text = text.replace(f"@{key}@", value)
    return text


def _compatible(version: str) -> str:
    """Return what `~=` must name to accept all later releases that promise to be compatible."""
    return ".".join(version.split(".")[:3])
