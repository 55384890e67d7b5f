"""Which page a decision goes to, and what a page that does not exist yet looks like."""

from __future__ import annotations

from typing import NamedTuple

from pincite.edit.capture.request import Request
from pincite.edit.desk import Desk
from pincite.edit.yaml_insert import dumped
from pincite.errors import UsageError
from pincite.model import ROLE_PAGE
from pincite.parse.page import role_of
from pincite.paths import below
from pincite.text import nfc, slug

# Of names in UTF-8: file systems that encrypt names take no more (and `names` warns of longer ones).
_MOST_BYTES = 143


class Where(NamedTuple):
    """The page that takes the entry: its path, and the whole text of a page to be made ('' where it exists)."""

    path: str
    made: str


def where(desk: Desk, request: Request) -> Where:
    """Return the page that a request names, or the one to make. UsageError where the name cannot be a page."""
    path = desk.one_page(request.page)
    if path is not None:
        if role_of(path, desk.grammar) != ROLE_PAGE:
            raise UsageError(f"{path} is the index or the log; name the page that the decision belongs to")
        return Where(path, "")
    path = _new_path(desk, request.page)
    if role_of(path, desk.grammar) != ROLE_PAGE:
        raise UsageError(f"{path} would be read as an index or a log; choose another name for the page")
    if not desk.is_page(path):
        raise UsageError(f"{path} would be no page of the wiki (see `wiki`, `raw` and `exclude` in pincite config)")
    if desk.snapshot.ignored(path):
        raise UsageError(f"git ignores {path}; choose another name, or change .gitignore")
    return Where(path, _page_text(request))


def _new_path(desk: Desk, name: str) -> str:
    """Return the path for a new page: where a folder is named, there; else where most decisions stand."""
    root = _root(desk)
    given = nfc(name.strip().strip("/"))
    folder, _, last = given.removesuffix(".md").rpartition("/")
    if not given.isprintable() or any(not part or part.startswith(".") for part in given.split("/")):
        raise UsageError(f"{name} cannot be the name of a page")
    file = last if given.endswith(".md") and slug(last) else nfc(slug(last)).strip("-")
    if not file or len(f"{file}.md".encode()) > _MOST_BYTES:
        raise UsageError(f"{name} cannot be the name of a page: {'too long' if file else 'it has no letters'}")
    if below(given, desk.config.wiki) and folder:
        return f"{folder}/{file}.md"
    inside = folder or _usual_folder(desk, root)
    return "/".join(part for part in (root, inside, f"{file}.md") if part)


def _root(desk: Desk) -> str:
    root = desk.config.wiki[0]
    return "" if root in (".", "") else root.strip("/")


def _usual_folder(desk: Desk, root: str) -> str:
    """Return the folder within the wiki that new decisions go to: `decisions`, unless its pages lie flat."""
    prefix = f"{root}/" if root else ""
    inside = [
        path.removeprefix(prefix) for path in desk.snapshot.files if path.startswith(prefix) and desk.is_page(path)
    ]
    pages = [path for path in inside if role_of(path, desk.grammar) == ROLE_PAGE]
    flat = any("/" not in path for path in pages) and not any(path.startswith("decisions/") for path in pages)
    return "" if flat else "decisions"


def _page_text(request: Request) -> str:
    """Return a new page without entries."""
    tags = f"tags: [{', '.join(map(dumped, request.tags))}]\n" if request.tags else ""
    title = page_title(request.page)
    return f"---\ntitle: {dumped(title)}\ntype: {dumped(request.type)}\n{tags}---\n\n# {title}\n"


def page_title(name: str) -> str:
    """Return the title of a new page: its name as typed, a name of a file's form as words."""
    last = name.strip().removesuffix(".md").rpartition("/")[2]
    if last == slug(last) and "-" in last:
        last = last.replace("-", " ")
    return last[:1].upper() + last[1:] if last.islower() else last
