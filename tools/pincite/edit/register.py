"""The index and the log: where a page is listed, and where it is told what happened to it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from pincite.edit.desk import Desk
from pincite.edit.index_line import Listed, listed
from pincite.edit.log_event import News, logged
from pincite.edit.names import link, page_name
from pincite.edit.sheets import Sheets
from pincite.engine.places import index_of
from pincite.model import Edit, Entry, Page
from pincite.paths import folder_of, joined, relative, root_of
from pincite.text import name_key

_KIND = "capture"


def list_page(sheets: Sheets, path: str) -> Edit | None:
    """Return the edit that lets the index of the wiki name the page, None where it does."""
    desk = sheets.desk
    indexed = any(desk.lookup.file(index) for index in index_of(path, desk.config))
    if indexed and desk.lookup.file(path) is not None and desk.lookup.listed(path):
        return None
    index = _own_file(sheets, path, desk.config.index_names, "# Decisions\n")
    if index is None or _names(sheets.page(index), path):
        return None
    page = sheets.page(index)
    title = sheets.page(path).title
    name = page_name(desk, path)
    wikilink = f"[[{name}]]" if name_key(name.rpartition("/")[2]) == name_key(title) else f"[[{name}|{title}]]"
    address = quote(relative(path, folder_of(index)), safe="/.-_~")
    beside = frozenset(one.target for one in page.links if _folder(one.target, index, desk) == folder_of(path))
    return listed(page, Listed(wikilink, f"[{title}]({address})", title), beside)


def _folder(target: str, index: str, desk: Desk) -> str | None:
    """Return the folder of the page that a link of the index names, None for none."""
    path = joined(folder_of(index), target)
    if path and desk.lookup.file(path):
        return folder_of(path)
    found = desk.lookup.named(f"{target.rpartition('/')[2]}.md")
    return folder_of(found[0]) if len(found) == 1 else None


def _names(index: Page, path: str) -> bool:
    """Return whether an index links to a page that may not exist yet."""
    wanted = name_key("/" + path)
    for one in index.links:
        target = joined(folder_of(index.path), one.target) if one.form == "markdown" else one.target
        if target and wanted.endswith(name_key("/" + target.removesuffix(".md") + ".md")):
            return True
    return False


def _own_file(sheets: Sheets, path: str, names: tuple[str, ...], head: str) -> str | None:
    """Return the index or log of the wiki that holds `path`; a wiki of our own making gets one, others go without."""
    root = root_of(path, sheets.desk.config.wiki)
    paths = [f"{root}/{name}" if root else name for name in names if "*" not in name]
    found = next((one for one in paths if sheets.exists(one)), None)
    if found is None and paths and sheets.desk.config.profile == "strict":
        sheets.make(paths[0], head)
        return paths[0]
    return found


def log_entry(sheets: Sheets, path: str, entry: Entry, older: Sequence[tuple[str, Entry]]) -> Edit | None:
    """Return the edit that lets the log tell of the entry and of what it supersedes, None where it does."""
    desk = sheets.desk
    log = _own_file(sheets, path, desk.config.log_names, "# Log\n")
    if log is None:
        return None
    page = sheets.page(log)
    links = [link(desk, log, path, entry)]
    links += [f"supersedes {link(desk, log, other, old)}" for other, old in older if other != path]
    if any(event.date == entry.date and links[0] in page.text[event.start : event.end] for event in page.events):
        return None
    title = entry.title.replace("[[", "").replace("]]", "")
    return logged(page, News(entry.date, _KIND, title, tuple(links)), desk.config.log_order, desk.grammar)
