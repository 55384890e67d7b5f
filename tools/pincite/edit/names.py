"""How a page and an entry are called in a link, in the style of this wiki's links."""

from __future__ import annotations

from urllib.parse import quote

from pincite.edit.desk import Desk
from pincite.edit.entry import fragment_of
from pincite.errors import UsageError
from pincite.fragments import loose
from pincite.model import Entry, Page
from pincite.paths import folder_of, relative, root_of
from pincite.text import slug


def page_name(desk: Desk, path: str) -> str:
    """Return what a wikilink to a page writes: its name where no other file of the wiki has it, else its path."""
    name = path.rpartition("/")[2].removesuffix(".md")
    others = [one for one in desk.lookup.named(f"{name}.md") if one != path]
    root = root_of(path, desk.config.wiki)
    whole = path.removeprefix(f"{root}/" if root else "").removesuffix(".md")
    return whole if others else name


def link(desk: Desk, origin: str, path: str, entry: Entry | None) -> str:
    """Return a link from the page at `origin` to a page, or to an entry of it."""
    if desk.config.link_style == "relative":
        return _markdown(origin, path, entry, desk)
    fragment = f"#{fragment_of(entry)}" if entry else ""
    target = "" if path == origin and entry else page_name(desk, path)
    return f"[[{target}{fragment}]]"


def _markdown(origin: str, path: str, entry: Entry | None, desk: Desk) -> str:
    target = "" if path == origin and entry else quote(relative(path, folder_of(origin)), safe="/.-_~")
    label = f"{entry.date} {entry.title}" if entry else desk.page(path).title
    escaped = label.replace("[", "\\[").replace("]", "\\]")
    return f"[{escaped}]({target}{f'#{entry.id}' if entry else ''})"


def find_entry(page: Page, name: str) -> Entry:
    """Return the entry that a person means by `name`: id, heading, title or date. UsageError tells the choice."""
    wanted = name.strip().lstrip("#").strip()
    for spell in (
        lambda entry: entry.id,
        lambda entry: f"{entry.date} {entry.title}",
        lambda entry: entry.title,
        lambda entry: entry.date,
    ):
        found = [entry for entry in page.entries if _same(spell(entry), wanted)]
        if len(found) == 1:
            return found[0]
    known = "\n".join(f"  #{fragment_of(entry)}" for entry in page.entries) or "  (none)"
    raise UsageError(f"{page.path} has no entry {wanted!r}; its entries are\n{known}")


def _same(one: str, other: str) -> bool:
    return one == other or slug(one) == slug(other) or (loose(one) == loose(other) != "")


def split(name: str) -> tuple[str, str]:
    """Return the page and the entry of `page#entry`, as `[[page#entry]]` or bare; '' for what is not named."""
    inner = name.strip().removeprefix("[[").removesuffix("]]").partition("|")[0]
    page, _, entry = inner.partition("#")
    return page.strip(), entry.strip()
