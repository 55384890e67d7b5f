"""Rename a page, and let every link and citation that led to it lead to it still."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pincite.check import standing
from pincite.edit.desk import Desk, on_disk
from pincite.edit.overlay import Overlay
from pincite.edit.refused import RefusedError, accepted
from pincite.edit.retarget import retargeted
from pincite.edit.sheets import Sheets
from pincite.edit.write import Change, writing
from pincite.errors import UsageError
from pincite.load import load_wiki
from pincite.model import ROLE_INDEX, ROLE_PAGE, Edit, Page
from pincite.parse.page import role_of
from pincite.paths import below, folder_of, joined, relative, root_of
from pincite.repo.repository import Repository
from pincite.rules._respell import respelled
from pincite.text import nfc, slug


class Renamed(NamedTuple):
    """What was renamed, and the pages whose links were rewritten (the page itself may be among them)."""

    old: str
    new: str
    rewritten: tuple[str, ...]


def rename(repository: Repository, old: str, new: str, say: Callable[[str], None]) -> Renamed:
    """Rename the page `old` (name, title, alias or path) to `new` (name or path), with all links to it.

    The index gets the page under its new name, as with `git mv`, with what it has staged of it. Raises UsageError for
    names that cannot be, `RefusedError` where the gate would refuse the result.
    """
    with writing(repository.root, repository.cache_dir, say) as writer:
        desk = on_disk(repository)
        path = desk.one_page(old)
        if path is None:
            raise UsageError(f"no page {old}; see pincite pages")
        target = _target(desk, path, new)
        changes = _changes(desk, path, target)
        _refuse_worse(desk, changes)
        writer.apply(changes)
        _rename_in_index(repository, path, target)
        before, after, *others = changes
        rewritten = [after] if after.new != before.old else []
        return Renamed(path, target, tuple(change.path for change in (*others, *rewritten)))


def _refuse_worse(desk: Desk, changes: list[Change]) -> None:
    """Raise `RefusedError` where a rule finds more errors than before; what was wrong before has other words now."""
    try:
        accepted(desk, changes)
    except RefusedError as error:
        after = Counter(problem.rule for problem in desk.after(changes) if problem.level == "error")
        before = Counter(problem.rule for problem in standing(desk.judged) if problem.level == "error")
        worse = [problem for problem in error.problems if after[problem.rule] > before[problem.rule]]
        if worse:
            raise RefusedError(worse) from None


def _target(desk: Desk, path: str, name: str) -> str:
    """Return the path that a page gets: beside the old one where only a name is given."""
    given = nfc(name.strip())
    folder, _, last = given.removesuffix(".md").rpartition("/")
    file = last if given.endswith(".md") or last == slug(last) else slug(last)
    if not file.strip("-") or not given.isprintable():
        raise UsageError(f"{name} cannot be the name of a page")
    root = root_of(path, desk.config.wiki)
    if ".." in folder.split("/"):
        raise UsageError(f"{name}: name the folder from the wiki or from the repository")
    inside = not folder or below(f"{folder}/x", desk.config.wiki)
    where = joined("" if inside else root, folder) if folder else folder_of(path)
    target = f"{where}/{file}.md" if where else f"{file}.md"
    outside = not inside and given.endswith(".md") and desk.lookup.folder(folder)
    if outside or not desk.is_page(target) or role_of(target, desk.grammar) != ROLE_PAGE:
        raise UsageError(f"{given if outside else target} would be no page of the wiki")
    if role_of(path, desk.grammar) != ROLE_PAGE:
        raise UsageError(f"{path} is an index or a log, and keeps its name")
    if target == path or desk.lookup.file(target) is not None or desk.snapshot.disk_content(target) is not None:
        raise UsageError(f"{target} is there already")
    return target


def _changes(desk: Desk, path: str, target: str) -> list[Change]:
    """Return the files as they shall be: the old path first, since file systems may take two names for one."""
    wiki = load_wiki(desk.repository, desk.snapshot, desk.config)
    after = Desk(desk.repository, Overlay(desk.snapshot, {path: None, target: desk.read(path)}), desk.config)
    sheets = Sheets(desk)
    for source in dict.fromkeys([*wiki.links_to(path), *_citing(wiki.pages, path), path]):
        page = sheets.page(source)
        edits = [*_links(desk, after, page, path, target), *_citations(desk, page, path, target)]
        edits += _in_code(page, path, target) if page.role == ROLE_INDEX else []
        sheets.edit(*dict.fromkeys(edits))
    changes = {change.path: change for change in sheets.changes()}
    moved = changes.pop(path, None)
    content = moved.new if moved else desk.read(path)
    return [Change(path, desk.read(path), None), Change(target, None, content), *changes.values()]


def _citing(pages: dict[str, Page], path: str) -> list[str]:
    return [name for name, page in pages.items() if any(one.path == path for one in page.citations)]


def _links(desk: Desk, after: Desk, page: Page, path: str, target: str) -> Iterator[Edit]:
    """Yield the edits of links that lead to the page; in the page itself also of those that count from its folder."""
    origin = target if page.path == path else page.path
    for link in page.links:
        found = desk.lookup.resolve(link, page)
        if not link.target or found.state != "found":
            continue
        if found.path == path and not _by_other_name(desk, link.target, path):
            edit = retargeted(after, page, link, target, origin)
        elif page.path == path and (link.form in ("markdown", "image") or link.target.startswith((".", ".."))):
            edit = retargeted(after, page, link, found.path, origin)
        else:
            edit = None
        if edit is not None:
            yield edit


def _by_other_name(desk: Desk, name: str, path: str) -> bool:
    """Return whether a link names the page by an alias, which it keeps."""
    return path in desk.lookup.aliased(name)


def _citations(desk: Desk, page: Page, path: str, target: str) -> Iterator[Edit]:
    """Yield the edits of citations of the page's own lines, and in the page of those that count from its folder."""
    moved = page._replace(path=target) if page.path == path else page
    for one in page.citations:
        cited = desk.lookup.cited(one, page)
        if cited.state != "found" or not (cited.path == path or (page.path == path and one.form == "link")):
            continue
        token = respelled(one, moved, target if cited.path == path else cited.path, one.ranges)
        if one.form == "link" and token is None:
            token = relative(cited.path, folder_of(moved.path))
        if token is not None and token != one.text:
            yield Edit(page.path, one.start, one.end, token)


def _in_code(page: Page, path: str, target: str) -> Iterator[Edit]:
    """Yield the edits of paths in inline code, by which an index names pages too."""
    at = page.text.find(f"`{path}`")
    while at >= 0:
        yield Edit(page.path, at + 1, at + 1 + len(path), target)
        at = page.text.find(f"`{path}`", at + 1)


def _rename_in_index(repository: Repository, path: str, target: str) -> None:
    """Give what the index has of the page its new name; a page that is not tracked has nothing there."""
    fields = repository.git.fields("ls-files", "--stage", "-z", "--", path)
    if len(fields) == 1:
        mode, oid, _ = fields[0].split(b"\t")[0].split(b" ")
        zeros = b"0" * len(oid)
        old, new = (name.encode("utf-8", "surrogateescape") for name in (path, target))
        data = b"0 %s\t%s\0%s %s\t%s\0" % (zeros, old, mode, oid, new)
        repository.git.run("update-index", "-z", "--index-info", data=data)
