r"""Links lead to a page, a file or a heading that exists, and to one alone.

A wikilink names a page by its path or, where one page alone has it, by its name; a markdown link is relative to its
page. Case counts, since it counts on the machines that build the site. Headings are known by their text or their id.

Bad:
    The lifetime is kept in [[sesion]] and in [[keys#Nowhere]].
    === page wiki/keys.md
    ## Lifetime
    === page wiki/session.md
    Text.

Good:
    The lifetime is kept in [[session]] and in [[keys#Lifetime]].
    === page wiki/keys.md
    ## Lifetime
    === page wiki/session.md
    Text.
"""

from __future__ import annotations

from pincite.model import Link, Page, Problem
from pincite.patterns import IGNORECASE, lazy
from pincite.rules._common import faults, is_frozen, is_log, listed, unborn
from pincite.wiki import Target, Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


KINDS = {
    "broken": ("error", "error"),
    "heading": ("error", "warning"),
    "prefix": ("warning", "off"),
    "ambiguous": ("error", "warning"),
    "case": ("error", "error"),
    "untracked": ("error", "error"),
    "absolute": ("error", "error"),
    "url": ("error", "error"),
    "bare-pipe": ("error", "warning"),
}

_URL = lazy(r"[a-z][a-z0-9+.-]*://|www\.", IGNORECASE)


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem for every link that does not lead to one thing that exists, and for aliases that split a row."""
    yield from faults(page, "links")
    others = _judged_elsewhere(page)
    is_new = unborn(page, wiki, _tokens) if is_frozen(page, wiki) else None
    for link in page.links:
        if is_new is not None and not is_new(_spelled(link)):
            continue
        if link.start not in others:
            yield from _judge(link, page, wiki)


def _judged_elsewhere(page: Page) -> set[int]:
    """Return where the links stand that other rules judge: tails of entries, and addresses of cited lines."""
    starts = {item.link.start for entry in page.entries for item in entry.supersedes if item.link}
    cited = [citation.start for citation in page.citations if citation.form == "link"]
    if cited:
        starts.update(link.start for link in page.links if any(link.start <= at < link.end for at in cited))
    return starts


def _tokens(page: Page) -> Iterable[str]:
    return map(_spelled, page.links)


def _spelled(link: Link) -> str:
    """Return a link as its author spelled it, less its label."""
    name = link.target if link.fragment is None else f"{link.target}#{link.fragment}"
    return name if link.form in ("markdown", "image") else f"[[{name}]]"


def _judge(link: Link, page: Page, wiki: Wiki) -> Iterator[Problem]:
    target = wiki.resolve(link, page)
    state = target.state
    if state == "found" and target.where in ("", "found") and not target.candidates:
        return
    if state == "foreign" and (link.form not in ("wikilink", "embed") or not _URL.match(link.target)):
        return
    if state == "placeholder" or (state == "broken" and wiki.config.stubs and link.form == "wikilink"):
        return
    if is_log(page) and (state == "broken" or target.where == "heading") and _in_event(link, page):
        return  # `log.dangling`
    kind, message, ask = _explained(link, target, page)
    yield Problem(f"links.{kind}", page.path, link.line, link.column, message, _spelled(link), ask=ask)


def _in_event(link: Link, page: Page) -> bool:
    return any(event.start <= link.start < event.end for event in page.events)


def _explained(link: Link, target: Target, page: Page) -> tuple[str, str, tuple[str, ...]]:
    """Return the kind of problem, what to say, and what to look up before it is said."""
    spelled = f"`{_spelled(link)}`"
    if target.state in ("ambiguous", "found") and target.candidates and target.where in ("", "found"):
        return "ambiguous", _choices(spelled, target, page), ()
    if target.state == "found":
        return _about_heading(spelled, link, target)
    if target.state in ("untracked", "ignored"):
        return "untracked", f"{spelled} leads to {target.path}, which {UNTRACKED[target.state]}", ()
    if target.state == "case":
        return "case", f"{spelled} is spelled otherwise on disk: {listed(target.candidates or (target.path,))}", ()
    if target.state == "absolute":
        return "absolute", f"{spelled} is a path of one machine; write the path from this page instead", ()
    if target.state == "foreign":
        return "url", f"{spelled} is an address, not a page; write [{link.label or 'text'}]({link.target})", ()
    if target.state == "outside":
        return "broken", f"{spelled} leads out of the repository", ("near-name", link.form, link.target)
    return "broken", f"{spelled} leads to nothing", ("near-name", link.form, link.target)


UNTRACKED = {
    "untracked": "is on disk but not in git; `git add` it, or remove this",
    "ignored": "is ignored by git (.gitignore), so that nobody else has it; remove this, or `git add -f` it",
}


def _about_heading(spelled: str, link: Link, target: Target) -> tuple[str, str, tuple[str, ...]]:
    if target.where == "prefix":
        return "prefix", f"{spelled} is only the beginning of a heading of {target.path} (#{target.anchor})", ()
    what = "block" if link.fragment and link.fragment.startswith("^") else "heading"
    message = f"{spelled}: {target.path} has no such {what}"
    return "heading", message, ("near-heading", target.path, link.fragment or "")


def _choices(spelled: str, target: Target, page: Page) -> str:
    """Say which files a name could mean, and how to write each."""
    names = [f"[[{name}]]" for name in _shortest(target.candidates)]
    if target.path:
        return f"{spelled} has several candidates, and the nearest wins ({target.path}): write {listed(names)}"
    return f"{spelled} could be {listed(target.candidates)}; write {listed(names)}"


def _shortest(paths: tuple[str, ...]) -> Iterator[str]:
    """Yield for each path the shortest end that no other one has, without `.md`."""
    for path in paths:
        parts = path.removesuffix(".md").split("/")
        for size in range(2, len(parts) + 1):
            end = "/".join(parts[-size:])
            if sum(("/" + other.removesuffix(".md")).endswith("/" + end) for other in paths) == 1:
                break
        else:
            end = path.removesuffix(".md")
        yield end
