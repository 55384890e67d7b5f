"""What kind of repository is this? `init` offers the settings that fit a wiki that stands already.

The signs are those that 43 public wikis and folders of decision records showed: an `.obsidian` folder, an index and a
log, wikilinks, numbered records with a status.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

_RECORD = re.compile(r"(?P<folder>.+)/\d{3,4}-[^/]+\.md\Z")
_STATUS = re.compile(r"^##? .*(?:Decision|Context|Status)|^status:|^\*? ?\*{0,2}Status", re.MULTILINE | re.IGNORECASE)
_WIKILINK = re.compile(r"\[\[[^\]\n]+\]\]")
_RELATIVE_LINK = re.compile(r"\]\((?!\w+:|#|/)[^)\s]+\.md[)#]")
_WIKI_NAMES = ("wiki", "docs/wiki", "doc/wiki", "knowledge", "kb", "memory", "notes", "vault", "docs")
_RAW_NAMES = ("raw", "sources", "Clippings")
# Enough to know a habit by, and few enough to be read in no time.
_SAMPLE = 40


class Found(NamedTuple):
    """What stands in a repository: `kind` is new, obsidian, wiki or records; the rest are settings that fit it.

    `records` are the folders with decision records, which `pincite import adr` can bring in.
    """

    kind: str
    profile: str
    wiki: tuple[str, ...]
    raw: tuple[str, ...]
    link_style: str
    records: tuple[str, ...]


def recognise(files: Sequence[str], read: Callable[[str], str]) -> Found:
    """Return what the repository with these files holds; `read` returns the text of one of them."""
    markdown = [path for path in files if path.endswith(".md")]
    records = _records(markdown, read)
    for kind, root in (("obsidian", _vault(files)), ("wiki", _wiki(markdown, records, read))):
        if root is not None:
            style = "obsidian" if kind == "obsidian" else _link_style(_below(markdown, root), read)
            return Found(kind, "adopt", (root or ".",), _raw(files, root), style, records)
    if records:
        return Found("records", "adopt", ("wiki", *records), ("raw",), "obsidian", records)
    return Found("new", "strict", ("wiki",), ("raw",), "obsidian", ())


def _vault(files: Sequence[str]) -> str | None:
    """Return the folder that holds `.obsidian`, the outermost one, '' for the root."""
    roots = {path.split(".obsidian/")[0].rstrip("/") for path in files if f"/{path}".find("/.obsidian/") >= 0}
    return min(roots, key=len, default=None)


def _wiki(markdown: Sequence[str], records: Sequence[str], read: Callable[[str], str]) -> str | None:
    """Return the folder of a wiki: one that is called so, or one whose pages speak in wikilinks or keep a log."""
    for root in _WIKI_NAMES:
        pages = [path for path in _below(markdown, root) if not path.startswith(tuple(f"{r}/" for r in records))]
        if not pages:
            continue
        names = {path.removeprefix(f"{root}/") for path in pages}
        linked = sum(1 for path in pages[:_SAMPLE] if _WIKILINK.search(read(path)))
        if root.endswith("wiki") or {"index.md", "log.md"} <= names or linked >= max(3, len(pages[:_SAMPLE]) // 4):
            return root
    return None


def _records(markdown: Sequence[str], read: Callable[[str], str]) -> tuple[str, ...]:
    """Return the folders with at least two numbered records that state a decision."""
    found = [match for match in map(_RECORD.match, markdown) if match]
    folders = Counter(match["folder"] for match in found)
    sample = {match["folder"]: match[0] for match in found}
    return tuple(sorted(folder for folder, count in folders.items()
                        if count > 1 and _STATUS.search(read(sample[folder]))))  # fmt: skip


def _link_style(pages: Sequence[str], read: Callable[[str], str]) -> str:
    texts = [read(path) for path in pages[:_SAMPLE]]
    wikilinks = sum(len(_WIKILINK.findall(text)) for text in texts)
    relative = sum(len(_RELATIVE_LINK.findall(text)) for text in texts)
    return "relative" if relative > wikilinks else "obsidian"


def _raw(files: Sequence[str], root: str) -> tuple[str, ...]:
    """Return the folders of sources beside and inside the wiki, `raw` where there is none."""
    inside = [f"{root}/{name}" if root else name for name in _RAW_NAMES]
    roots = dict.fromkeys([*_RAW_NAMES[:2], *inside])
    return tuple(name for name in roots if any(path.startswith(f"{name}/") for path in files)) or ("raw",)


def _below(paths: Sequence[str], root: str) -> list[str]:
    return [path for path in paths if not root or path.startswith(f"{root}/")]
