"""Addresses on the forge that hosts the repository: a file at a commit, its lines, and the commit itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote, urlsplit

# Files that GitHub renders: it jumps to a line of these only where their source is asked for.
_RENDERED = (".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".org", ".textile")
_HOSTS = (("gitlab", "gitlab"), ("bitbucket", "bitbucket"), ("codeberg", "gitea"), ("gitea", "gitea"),
          ("forgejo", "gitea"), ("github", "github"))  # fmt: skip


class Forge(NamedTuple):
    """A repository's home: `base` is its address without a slash at the end, `kind` decides the form of links.

    `kind` is github, gitlab, gitea (Forgejo and Codeberg too) or bitbucket.
    """

    base: str
    kind: str


def forge_of(repo_url: str | None, kind: str = "") -> Forge | None:
    """Return the forge of this `repo_url`, None where there is none that a link could be made from.

    An unknown host is taken for a GitHub of one's own unless `kind` names its form.
    """
    url = (repo_url or "").strip().rstrip("/").removesuffix(".git")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return None
    host = parts.netloc.lower()
    found = next((form for name, form in _HOSTS if name in host), "github")
    return Forge(url, kind or found)


def file_url(forge: Forge, commit: str, path: str, ranges: Sequence[tuple[int, int]] = ()) -> str:
    """Return the address of a file at a commit, at the first of these ranges of lines."""
    name = quote(path)
    middle = {"gitlab": "/-/blob/", "gitea": "/src/commit/", "bitbucket": "/src/"}.get(forge.kind, "/blob/")
    return f"{forge.base}{middle}{commit}/{name}{_lines(forge.kind, path, ranges)}"


def _lines(kind: str, path: str, ranges: Sequence[tuple[int, int]]) -> str:
    if not ranges:
        return ""
    first, last = ranges[0]
    if kind == "bitbucket":
        return f"#lines-{first}" + (f":{last}" if last != first else "")
    plain = "?plain=1" if kind in ("github", "gitlab") and path.lower().endswith(_RENDERED) else ""
    end = ("" if last == first else f"-{last}") if kind == "gitlab" else ("" if last == first else f"-L{last}")
    return f"{plain}#L{first}{end}"


def commit_url(forge: Forge, commit: str) -> str:
    """Return the address of a commit."""
    middle = {"gitlab": "/-/commit/", "bitbucket": "/commits/"}.get(forge.kind, "/commit/")
    return f"{forge.base}{middle}{commit}"
