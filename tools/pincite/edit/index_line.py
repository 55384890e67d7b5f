"""A page's line in the index, written the way the index writes its others."""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.edit.blocks import newline_of
from pincite.model import Edit, Link, Page

_BULLET = re.compile(r"(?P<before>[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)")
_ROW = re.compile(r"[ \t]*\|")
_SEPARATOR = re.compile(r"[ \t]*\|?[ \t:|-]*-[ \t:|-]*\Z")


class Listed(NamedTuple):
    """How the new page is linked: as a wikilink, as a markdown link, with its title."""

    wikilink: str
    markdown: str
    title: str


def listed(index: Page, line: Listed, beside: frozenset[str]) -> Edit:
    """Return the edit that adds a page on top of the list it belongs to: the newest stands first.

    `beside` are the targets of links (as written) to pages of the same folder: their list is preferred. Without any
    list the line goes to the end.
    """
    newline = newline_of(index.text)
    links = [link for link in index.links if link.form in ("wikilink", "markdown")]
    near = next((link for link in links if link.target in beside), None) or next(iter(links), None)
    found = _first_of_list(index.text, near) if near else None
    if near is None or found is None:
        gap = _gap(index.text, newline)
        return Edit(index.path, len(index.text), len(index.text), f"{gap}- {line.wikilink}{newline}")
    start, sample = found
    text = line.markdown if near.form == "markdown" else line.wikilink
    if _ROW.match(sample):
        cells = max(1, sample.replace("\\|", "").strip().strip("|").count("|") + 1)
        row = [_cell(text), *([_cell(line.title)] if cells > 1 else []), *[""] * (cells - 2)]
        return Edit(index.path, start, start, f"| {' | '.join(row)} |{newline}")
    bullet = _BULLET.match(sample)
    return Edit(index.path, start, start, f"{bullet['before'] if bullet else '- '}{text}{newline}")


def _cell(text: str) -> str:
    return text.replace("\\|", "|").replace("|", "\\|")


def _first_of_list(text: str, link: Link) -> tuple[int, str] | None:
    """Return where the list or table of a link begins, with one of its lines; None where it stands in neither."""
    start = text.rfind("\n", 0, link.start) + 1
    line = _line(text, start)
    marker = _ROW if _ROW.match(line) else _BULLET if _BULLET.match(line) else None
    if marker is None:
        return None
    indent = _indent(line)
    first = start
    while start > 0:
        start = text.rfind("\n", 0, start - 1) + 1
        above = _line(text, start)
        if marker is _ROW and _SEPARATOR.match(above):
            break
        if marker.match(above) and _indent(above) == indent:
            first = start
        elif not above.strip() or _indent(above) <= indent:
            break
    return first, _line(text, first)


def _line(text: str, start: int) -> str:
    end = text.find("\n", start)
    return text[start : len(text) if end < 0 else end].rstrip("\r")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _gap(text: str, newline: str) -> str:
    """Return what separates a list that is begun at the end of `text`, or the line that continues one there."""
    last = _line(text, text.rstrip().rfind("\n") + 1)
    if not text:
        return ""
    ended = "" if text.endswith("\n") else newline
    blank = "" if _BULLET.match(last) or text.endswith(newline * 2) else newline
    return ended + blank
