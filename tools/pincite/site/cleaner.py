"""Nothing that a page contains may run as script, or reach another host, on the published site.

The whole rendered page is cleaned, not the raw HTML alone: `attr_list` can write any attribute, and a link any scheme.
What the site itself adds (previews, badges) is put in afterwards. The cleaning is done by nh3 (ammonia).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import nh3

_TAGS = set(nh3.ALLOWED_TAGS) | {"input", "label", "section", "tfoot"}
_BOTH = {"id", "class", "title", "dir", "lang", "role", "hidden", "align"}
_ATTRIBUTES = {tag: set(names) for tag, names in nh3.ALLOWED_ATTRIBUTES.items()} | {
    "*": _BOTH,
    "a": {"href", "hreflang", "name", "rel", "download"},
    "code": {"data-lang"},
    "data": {"value"},
    "details": {"open"},
    "div": {"data-tabs"},
    "img": {"src", "alt", "width", "height", "loading"},
    "input": {"checked", "disabled", "name", "type"},
    "label": {"for"},
    "ol": {"start", "type", "reversed"},
    "td": {"colspan", "rowspan", "headers", "style"},
    "th": {"colspan", "rowspan", "headers", "scope", "style"},
    "time": {"datetime"},
    "abbr": {"title"},
}
# The theme finds its own parts by ids with two underscores in front, its configuration among them; the ids of tabs
# and numbered code lines are written by extensions, and name nothing else.
_OWN_ID = re.compile(r"__(?!tabbed_|codelineno-|span-|toc$)")
_SCHEMES = {"http", "https", "mailto", "tel", "ftp", "sftp", "irc", "xmpp", "matrix", "obsidian", "vscode"}
# Material fetches a script for diagrams from another host where it meets this class.
_FETCHES = re.compile(r"(?:^|\s)mermaid(?=\s|$)")


def clean(html: str, *, diagrams: bool = False) -> str:
    """Return the HTML without anything that could run, submit, or take the place of a part of the theme.

    `diagrams` says that the site brings its own script for mermaid.
    """
    return _cleaner(diagrams).clean(html)


@lru_cache(maxsize=2)
def _cleaner(diagrams: bool) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        attribute_filter=_filter(diagrams),
        generic_attribute_prefixes={"aria-"},
        filter_style_properties={"text-align"},
        link_rel=None,
        strip_comments=True,
        url_schemes=_SCHEMES,
    )


def _filter(diagrams: bool) -> Callable[[str, str, str], str | None]:
    """Return what nh3 asks for each attribute: its value, perhaps another, or None to drop it."""

    def checked(tag: str, name: str, value: str) -> str | None:
        if name in ("id", "name", "for"):
            return None if _OWN_ID.match(value) else value
        if name == "class" and not diagrams:
            return _FETCHES.sub("", value)
        if tag == "input" and name == "type":
            return value if value in ("checkbox", "radio") else "hidden"
        return value

    return checked
