"""Where links lead: a page, a file, or why nowhere. Pure: all it knows comes from the look-ups of the wiki.

A wikilink is looked for as Obsidian does: as a path from the wiki's root, from the repository's root and (where it
names a folder) from the page's own; then as the end of a path; then by its name alone, which must be unique. A markdown
link is relative to its page, as forges and MkDocs read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from pincite.cited import find_cited as find_cited
from pincite.fragments import find_fragment, loose
from pincite.globs import matcher
from pincite.model import ROLE_INDEX, Entry, Link, Page, Supersedes, Value
from pincite.paths import below, folder_of, is_machine_path, is_url, joined, name_of, root_of
from pincite.patterns import lazy
from pincite.text import name_key, nfc
from pincite.wiki import Target, Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

BROKEN = Target("broken", "")
FOREIGN = Target("foreign", "")

# What people write where the reader is to put a name of their own. The words are those that were seen in the wild.
_PLACEHOLDER = lazy(
    r"\s*\Z|[^\w/]+\Z|.*(?:[<>{}…*]|\.\.\.)"
    r"|(?:slug|url|link|wiki-?links?|wiki-page|page-name|page-slug|path/to/.*)\Z"
)
# Pages of a forge that a relative link reaches from a rendered file: `../issues/1`, `../../releases`.
_FORGE = lazy(
    r"(?:\.\./)+(?:issues|pulls?|merge_requests|discussions|releases|actions|projects|milestones?|labels|compare"
    r"|commits?|graphs|security|packages|branches|tags|wiki|tree|blob|raw|edit|stargazers)(?:[/?]|\Z)"
)
_NUMBER = lazy(r"\d+")
_SCHEME = lazy(r"[A-Za-z][A-Za-z0-9+.\-]+:")
_EXTENSION = lazy(r"\.[A-Za-z][A-Za-z0-9]{0,9}\Z")
_CODE_PATH = lazy(r"`([^`\n]{1,300}\.md)`")
# How a "(supersedes …)" tail without a link may name an entry, the most exact way first.
_SPELLINGS: tuple[Callable[[Entry], str], ...] = (
    lambda entry: entry.date + entry.title,
    lambda entry: entry.title,
    lambda entry: entry.id,
    lambda entry: entry.date,
)
_NAMING_KEYS = ("related", "see-also", "see_also", "parent", "up", "children", "depends-on", "depends_on", "links",
                "supersedes", "superseded-by", "superseded_by", "replaces", "replaced-by")  # fmt: skip


def resolve_link(link: Link, page: Page, wiki: Wiki) -> Target:
    """Return where a link of `page` leads."""
    target = nfc(link.target.strip())
    if not target:
        empty = link.fragment is None and link.form not in ("markdown", "image")
        return Target("placeholder", "") if empty else _at(page.path, link, wiki)
    if link.form in ("markdown", "image"):
        return _markdown(target.partition("?")[0] or target, link, page, wiki)
    return _wikilink(target, link, page, wiki)


def find_superseded(item: Supersedes, page: Page, wiki: Wiki) -> tuple[str, str] | None:
    """Return the (path, entry id) that a "(supersedes …)" tail names; the id is '' for a page that has no entries.

    None where there is nothing of that name, or where a page with several entries is named without saying which.
    """
    if item.link is None:
        return _named_entry(item, page)
    target = wiki.resolve(item.link, page)
    if target.state != "found" or target.where == "heading":
        return None
    if target.entry:
        return target.path, target.entry
    summary = wiki.summary(target.path)
    entries = summary.entries if summary and not target.where else ()
    if summary is None or target.where or len(entries) > 1:
        return None
    return target.path, entries[0].id if entries else ""


def mentioned(page: Page, wiki: Wiki) -> Iterator[str]:
    """Yield the paths that a page leads to beside its links: names in its frontmatter, paths in code in an index."""
    values = page.frontmatter.values if page.frontmatter else {}
    for key in _NAMING_KEYS:
        for name in _names(values.get(key)):
            yield from _quietly(Link(name, None, None, "frontmatter", 0, 0, 0, 0), page, wiki)
    if page.role == ROLE_INDEX:
        for found in _CODE_PATH.finditer(page.text, page.body):
            yield from _quietly(Link(found[1], None, None, "wikilink", 0, 0, 0, 0), page, wiki)


def _names(value: Value | None) -> Iterator[str]:
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, str) and item and "[[" not in item and len(item) < 300:
            yield item


def _quietly(link: Link, page: Page, wiki: Wiki) -> Iterator[str]:
    target = wiki.resolve(link, page)
    if target.state == "found":
        yield target.path


def _named_entry(item: Supersedes, page: Page) -> tuple[str, str] | None:
    """Find an older entry of the same page by its heading, its title or its date."""
    own = next((entry for entry in page.entries if item in entry.supersedes), None)
    others = [entry for entry in page.entries if entry is not own and (own is None or entry.date <= own.date)]
    key = loose(item.text)
    for spelled in _SPELLINGS:
        found = [entry for entry in others if key and loose(spelled(entry)) == key]
        if len(found) == 1:
            return page.path, found[0].id
    return None


def _at(path: str, link: Link, wiki: Wiki, candidates: Sequence[str] = ()) -> Target:
    """Return the target for a file that was found, with how the link's fragment fares there."""
    summary = wiki.summary(path) if link.fragment else None
    if summary is None or link.fragment is None:
        return Target("found", path, tuple(candidates))
    where, entry, anchor = find_fragment(link.fragment, summary)
    return Target("found", path, tuple(candidates), where, entry, anchor)


def _wikilink(target: str, link: Link, page: Page, wiki: Wiki) -> Target:
    config = wiki.config
    if is_url(target) or _has_scheme(target, config.schemes) or target.partition("/")[0] in config.repositories:
        return FOREIGN
    if is_machine_path(target):
        return Target("absolute", "")
    tries = list(_exact_tries(target, page, wiki))
    for path in tries:
        if wiki.file(path) is not None:
            return _at(path, link, wiki)
    found = [] if _is_relative(target) or config.link_style == "relative" else _by_name(target, page, wiki)
    spelled = [path for path in found if _ends(path, target, config.link_style == "gollum")]
    if spelled:
        return _one_of(spelled, link, page, wiki)
    other = _by_alias(target, wiki) or _by_namespace(target, wiki)
    if other:
        return _one_of(other, link, page, wiki)
    cased = [path for path in found if _ends(nfc(path).casefold(), target.casefold())]
    return _nowhere(target, tries, cased, wiki)


def _exact_tries(target: str, page: Page, wiki: Wiki) -> Iterator[str]:
    """Yield the paths that a wikilink can spell out. A bare name spells one only at the wiki's root, and where the
    nearest of several wins, none."""
    root, folder, style = root_of(page.path, wiki.config.wiki), folder_of(page.path), wiki.config.link_style
    if _is_relative(target) or style == "relative":
        bases = [folder, root] if target.startswith("./") else [folder]
    elif "/" in target:
        bases = list(dict.fromkeys((root, "", folder)))
    else:
        bases = [] if style == "obsidian" else [root]
    for spelling in _spellings(target):
        for base in bases:
            path = joined(base, spelling)
            if path:
                yield path


def _is_relative(target: str) -> bool:
    return target.startswith(("./", "../"))


def _spellings(target: str) -> tuple[str, ...]:
    return (target,) if target.endswith(".md") else (target + ".md", target)


def _by_name(target: str, page: Page, wiki: Wiki) -> list[str]:
    """Return the files whose last part is the target's, up to case, spaces and Unicode form: those of the page's own
    wiki, else those of other wikis and sources, else (where the target says more than a bare name) any."""
    for spelling in _spellings(target):
        found = wiki.named(name_of(spelling.rstrip("/")))
        if not found:
            continue
        root, config = root_of(page.path, wiki.config.wiki), wiki.config
        near = [path for path in found if path.startswith(root + "/")] if root else list(found)
        if not near and spelling.endswith(".md"):
            near = [path for path in found if below(path, config.wiki + config.raw)]
        if not near and ("/" in target or _EXTENSION.search(target)):
            near = list(found)
        near = near or [path for path in found if "/" not in path]
        if any(_ends(path, target, loosely=True) for path in near):
            return near
    return []


def _ends(path: str, target: str, loosely: bool = False) -> bool:
    """Return whether the target spells the end of this path, part by part."""
    end = target.strip("/")
    spelled = nfc(path) if loosely or not path.isascii() else path
    if loosely:
        spelled, end = name_key(spelled), name_key(end)
    return any(spelled == spelling or spelled.endswith("/" + spelling) for spelling in _spellings(end))


def _one_of(paths: Sequence[str], link: Link, page: Page, wiki: Wiki) -> Target:
    """Return the target where one path is left, the nearest where the link style says so, else ambiguous."""
    if len(paths) > 1:
        excluded = matcher(wiki.config.exclude)
        paths = [path for path in paths if not excluded(path)] or paths
    if len(paths) == 1:
        return _at(paths[0], link, wiki)
    ordered = tuple(sorted(paths, key=lambda path: (_distance(path, page.path), path)))
    tie = _distance(ordered[0], page.path) == _distance(ordered[1], page.path)
    if tie or wiki.config.link_style != "obsidian":
        return Target("ambiguous", "", ordered)
    return _at(ordered[0], link, wiki, ordered)


def _distance(path: str, origin: str) -> tuple[int, int]:
    """Return how far a file is from a page: folders to leave, then folders to enter."""
    here, there = folder_of(origin).split("/"), folder_of(path).split("/")
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    return len(here) - shared, len(there) - shared


def _by_alias(target: str, wiki: Wiki) -> Sequence[str]:
    return tuple(dict.fromkeys(wiki.aliased(target)))


def _by_namespace(target: str, wiki: Wiki) -> Sequence[str]:
    """Return what an id such as ADR-0012 names: the files of a folder whose names begin with it or with its number, or
    the one file that holds all of its kind."""
    for pattern, place in wiki.config.namespaces:
        if _compiled(pattern).fullmatch(target) is None:
            continue
        if wiki.file(place) is not None:
            return (place,)
        for prefix in dict.fromkeys((target, *_NUMBER.findall(target))):
            paths = [path for path in wiki.prefixed(prefix) if below(path, (place,))]
            if paths:
                return paths
    return ()


@lru_cache(maxsize=32)
def _compiled(pattern: str) -> re.Pattern[str]:
    import re

    return re.compile(pattern)


def _has_scheme(target: str, schemes: Sequence[str]) -> bool:
    return any(target.startswith(scheme if scheme.endswith(":") else scheme + ":") for scheme in schemes)


def _nowhere(target: str, tries: Sequence[str], cased: Sequence[str], wiki: Wiki) -> Target:
    """Say why a link leads nowhere. `cased` are the files that differ from it in case alone."""
    if cased:
        return Target("case", cased[0], tuple(cased))
    for path in tries:
        state = wiki.on_disk(path)
        if state:
            return Target(state, path)
    for path in wiki.untracked(name_of(_spellings(target)[0])):
        if _ends(path, target):
            return Target("untracked", path)
    return Target("placeholder", "") if _PLACEHOLDER.match(target) else BROKEN


def _markdown(target: str, link: Link, page: Page, wiki: Wiki) -> Target:
    """Return where an ordinary markdown link or image leads."""
    if is_machine_path(target):
        return Target("absolute", "")
    if is_url(target) or _SCHEME.match(target) or _has_scheme(target, wiki.config.schemes):
        return FOREIGN
    if target.startswith("/"):
        return _from_root(target, link, page, wiki)
    path = joined(folder_of(page.path), target)
    tries = [path] if path is not None else []
    if wiki.config.link_style in ("obsidian", "gollum"):
        tries += [other for other in (joined(root_of(page.path, wiki.config.wiki), target),) if other]
        tries += [other + ".md" for other in tries]
    for spelled in tries:
        found = _tracked(spelled, wiki)
        if found is not None:
            return _at(found, link, wiki)
    if path is None or _FORGE.match(target):
        return _beyond(target, path, wiki)
    return _nowhere(target, tries, _differing_in_case(path, wiki), wiki)


def _beyond(target: str, path: str | None, wiki: Wiki) -> Target:
    """Judge a link that climbs out of the repository, or to a page of the forge that shows it."""
    if path is not None and wiki.folder(path.partition("/")[0]):
        return _nowhere(target, [path], _differing_in_case(path, wiki), wiki)
    first = target.replace("../", "").partition("/")[0]
    foreign = first in wiki.config.repositories or (_FORGE.match(target) is not None and not wiki.folder(first))
    return FOREIGN if foreign else Target("outside", "")


def _tracked(path: str, wiki: Wiki) -> str | None:
    """Return the tracked file that a path means: itself, or for a folder the page that stands for it."""
    if wiki.file(path) is not None:
        return path
    if path == "" or wiki.folder(path):
        for name in (*wiki.config.index_names, "README.md"):
            inside = f"{path}/{name}" if path else name
            if wiki.file(inside) is not None:
                return inside
        return path
    if not path.isascii():
        return next((real for real in wiki.named(name_of(path)) if nfc(real) == nfc(path)), None)
    return None


def _differing_in_case(path: str, wiki: Wiki) -> list[str]:
    wanted = nfc(path).casefold()
    return [real for real in wiki.named(name_of(path)) if nfc(real).casefold() == wanted]


def _from_root(target: str, link: Link, page: Page, wiki: Wiki) -> Target:
    """Resolve `/x`: from the wiki's root or the repository's; what is neither is a route of some site, unless it names
    a page in a folder that exists."""
    root = root_of(page.path, wiki.config.wiki)
    tries = [path for path in dict.fromkeys((joined(root, target), joined("", target))) if path]
    for path in tries:
        found = _tracked(path, wiki)
        if found is not None:
            return _at(found, link, wiki)
    page_like = target.endswith(".md") and any(wiki.folder(folder_of(path)) for path in tries if "/" in path)
    return _nowhere(target, tries, [], wiki) if page_like else FOREIGN
