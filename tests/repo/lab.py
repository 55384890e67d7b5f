"""A small language of pages for tests of history: what stands in backticks, `path:1-2`, cites lines of a file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conftest import Repo
from pincite.repo.anchors import Walk
from pincite.repo.follow import Claim, follow_all
from pincite.repo.marks import Mark, Memory
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot
from pincite.wiki import Followed

SNAPSHOTS = ({}, {"staged": True}, {"rev": "HEAD"})


def scan(_path: str, data: bytes) -> Sequence[Mark]:
    """Take what stands in backticks for a citation; a line `reviewed: X` covers the whole page."""
    text = data.decode()
    review = " ".join(re.findall(r"^reviewed: (.*)$", text, re.MULTILINE))
    return [Mark(token, line, review) for line in text.split("\n") for token in re.findall("`[^`]+`", line)]


def claim(mark: Mark) -> Claim:
    """Return what a mark asks for."""
    path, _, lines = mark.token.strip("`").rpartition(":")
    ranges = [part.partition("-") for part in lines.split(",")]
    return Claim(mark, path, tuple((int(first), int(last or first)) for first, _, last in ranges))


def follow(repo: Repo, memory: Memory | None = None, **how: object) -> dict[str, list[Followed]]:
    """Follow every citation of the pages below wiki/, by page."""
    with open_repository(str(repo.root)) as repository:
        snapshot = open_snapshot(repository, **how)
        texts = {path: data or b"" for path, data in snapshot.read(snapshot.files) if path.startswith("wiki/")}
        pages = {path: [claim(mark) for mark in scan(path, data)] for path, data in texts.items()}
        walk = Walk(snapshot, scan, ["wiki"], memory)
        return follow_all(snapshot, walk, pages, lambda path: path.startswith("wiki/"))


def told(followed: Followed) -> str:
    """Return a verdict as a test spells it: `holds`, `moved src/a.py:3-4`, `changed 2`, `missing`."""
    if followed.state == "moved":
        lines = ",".join(str(first) if first == last else f"{first}-{last}" for first, last in followed.ranges)
        return f"moved {followed.path}:{lines}"
    return f"changed {followed.kept}" if followed.state == "changed" else followed.state
