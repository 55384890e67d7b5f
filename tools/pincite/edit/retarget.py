"""Point a link at another page, in the way that it is written: label, fragment, quotes and spaces stay."""

from __future__ import annotations

import html
import re
from urllib.parse import quote

from pincite.edit.desk import Desk
from pincite.edit.names import page_name
from pincite.model import Edit, Link, Page
from pincite.parse.links import plain_address
from pincite.paths import folder_of, relative, root_of
from pincite.text import name_key

_INNER = re.compile(r"!?\[\[(?P<target>[ \t]*[^\[\]|#\\\n]*?)(?=[ \t]*(?:#|\\?\||\]\]))")
_ADDRESS = re.compile(r"[^\s()<>\"'#?]+(?:\([^\s()<>\"'#?]*\)[^\s()<>\"'#?]*)*")


def retargeted(desk: Desk, page: Page, link: Link, path: str, origin: str = "") -> Edit | None:
    """Return the edit that lets a link of `page` lead to the page at `path`; None where that cannot be done surely.

    `origin` is the path from which relative links count, where it is not the page's own.
    """
    text = page.text[link.start : link.end]
    if link.form in ("markdown", "image"):
        place = _address(text, link)
        new = quote(relative(path, folder_of(origin or page.path)), safe="/.-_~!*,;@&=+$'")
    else:
        found = _INNER.match(text) if desk.config.link_style != "gollum" else None
        place = found.span("target") if found else None
        new = _named(desk, link, path, origin or page.path)
    if place is None or text[place[0] : place[1]] == new:
        return None
    return Edit(page.path, link.start + place[0], link.start + place[1], new)


def _address(text: str, link: Link) -> tuple[int, int] | None:
    """Return where the address of a markdown link stands: behind its label, the last one that reads as its target."""
    label = max(text.rfind("]("), text.find("]:"))
    places = [match.span() for match in _ADDRESS.finditer(text, label + 2 if label >= 0 else 0)]
    for start, end in reversed(places):
        if plain_address(html.unescape(text[start:end])).partition("?")[0] == link.target:
            return start, end
    return None


def _named(desk: Desk, link: Link, path: str, origin: str) -> str:
    """Return what a wikilink writes for a page: a bare name stays one where it can, a path stays a path."""
    ending = ".md" if link.target.endswith(".md") else ""
    if link.target.startswith(("./", "../")):
        near = relative(path, folder_of(origin)).removesuffix(".md")
        return (near if near.startswith("../") or not link.target.startswith("./") else f"./{near}") + ending
    if "/" not in link.target:
        return page_name(desk, path) + ending
    root = root_of(path, desk.config.wiki)
    whole = path.removesuffix(".md")
    from_root = bool(root) and name_key(link.target).startswith(name_key(root + "/"))
    return (whole if from_root or not root else whole.removeprefix(root + "/")) + ending
