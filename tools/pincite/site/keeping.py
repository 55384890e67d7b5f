"""Write a page as it was written last, where nothing that the theme prints on it has changed.

Only where the theme is Material's own and no other plugin or template has a say: then what a page can show is known,
and stands in the key. Anything else is rendered by the theme as ever.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from pincite.site.settings import THEME
from pincite.site.shelf import Shelf

_BLANK = re.compile(r"\s*\n\s*")
_PLUGINS = {"search", "material/search", "pincite", "tags", "material/tags", "offline", "material/offline"}
_CONFIGURED = ("site_name", "site_url", "site_description", "site_author", "copyright", "repo_url", "repo_name",
               "edit_uri", "edit_uri_template", "use_directory_urls")  # fmt: skip


def keepable(config: Any) -> bool:
    """Return whether all that decides how a page is printed is known here."""
    return config.theme.name == "material" and not config.theme.custom_dir and set(config.plugins) <= _PLUGINS


class Template:
    """A template of the theme whose pages are taken from the shelf where they are there."""

    def __init__(self, template: Any, shelf: Shelf, stamp: str) -> None:
        self._template, self._shelf, self._stamp = template, shelf, hashlib.sha256(stamp.encode()).hexdigest()

    def render(self, context: Any) -> str:
        """Return the page, as the theme prints it."""
        shown = self._stamp + _page(context) + context["page"].content
        key = hashlib.sha256(shown.encode("utf-8", "surrogatepass")).hexdigest()
        found = self._shelf.get(key)
        if found is not None:
            return zlib.decompress(found).decode("utf-8")
        made = dense(self._template.render(context))
        self._shelf.put(key, zlib.compress(made.encode("utf-8", "xmlcharrefreplace"), 1))
        return made


def dense(output: str) -> str:
    """Return a page without the blank lines and indents that templates leave around its text."""
    head, begin, rest = output.partition("<article")
    text, end, foot = rest.rpartition("</article>")
    if not begin or "<pre" in head or "<pre" in foot:
        return output
    return _BLANK.sub("\n", head) + begin + text + end + _BLANK.sub("\n", foot)


def theme_stamp(config: Any, rendering: str) -> str:
    """Return what of the configuration and the theme can be seen on every page; `rendering` is that of the text."""
    shown: list[list[Any]] = [[name, str(config[name])] for name in _CONFIGURED]
    shown += [["theme", _plain(dict(config.theme))], ["extra", _plain(config["extra"])]]
    shown += [["files", [str(name) for key in ("extra_css", "extra_javascript") for name in config[key]]]]
    shown += [["plugins", [[name, _plain(dict(plugin.config))] for name, plugin in config.plugins.items()]]]
    return json.dumps([rendering, list(_files(THEME)), shown], ensure_ascii=False)


def _plain(value: Any) -> str:
    return json.dumps(value, default=str, sort_keys=True, ensure_ascii=False)


def _files(folder: str) -> Iterable[str]:
    """Yield name, size and time of our own parts of the theme."""
    for place, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            status = os.stat(os.path.join(place, name))
            yield f"{name} {status.st_size} {status.st_mtime_ns}"


def _page(context: Any) -> str:
    """Return all that a page's own part of the context can show."""
    page = context["page"]
    around = [[item.title, item.url] for item in (page.previous_page, page.next_page) if item is not None]
    around += [[section.title, _first(section).url] for section in page.ancestors]
    parts = [page.title, page.meta, _contents(page.toc), page.url, page.canonical_url, page.edit_url,
             page.is_homepage, around, context.get("tags"), [_item(item) for item in context["nav"].items],
             context["base_url"]]  # fmt: skip
    return json.dumps(parts, default=str, ensure_ascii=False)


def _first(item: Any) -> Any:
    """Return the page that the path above a title leads to for a section: the first in it."""
    while item.children:
        item = item.children[0]
    return item


def _contents(toc: Iterable[Any]) -> list[Any]:
    return [[item.title, item.id, item.level, _contents(item.children)] for item in toc]


def _item(item: Any) -> list[Any]:
    """Return what a line of the navigation can show; that of a section holds its children."""
    children: Sequence[Any] | None = item.children
    inside = None if children is None else [_item(child) for child in children]
    own = [getattr(item, name, None) for name in ("url", "active", "is_index", "meta")]
    return [item.title, *own, inside]
