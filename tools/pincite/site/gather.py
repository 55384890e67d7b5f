"""Collect the facts of a page from the look-ups of the wiki (see `facts`)."""

from __future__ import annotations

from posixpath import splitext

from pincite.config import LABELS
from pincite.model import Entry, Link, Page
from pincite.parse.grammar import grammar_of
from pincite.provenance import provenance
from pincite.resolve import find_superseded
from pincite.site.facts import EntryFact, LinkFact, PageFacts
from pincite.site.quoting import citation_fact
from pincite.site.wiki_site import Site
from pincite.wiki import Summary, Target

IMAGES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".bmp", ".ico"})
_NOTES = {
    "broken": "There is no such page.",
    "ambiguous": "Several pages have this name.",
    "untracked": "Not in the repository yet.",
    "ignored": "Not in the repository.",
    "outside": "Outside of the repository.",
    "absolute": "A path of one machine.",
}


def page_facts(page: Page, site: Site) -> PageFacts:
    """Return all that rendering `page` needs to know besides its text."""
    links, targets = [], {}
    for link in page.links:
        target = site.wiki.resolve(link, page)
        fact = _link(link, target, page, site)
        links.append(fact)
        if link.form in ("markdown", "image") and target.state != "foreign":
            targets[link.target, link.fragment or ""] = fact
    citations = tuple(citation_fact(citation, page, site) for citation in page.citations)
    for citation, made in zip(page.citations, citations, strict=True):
        if citation.form in ("link", "permalink"):
            address, _, fragment = page.text[citation.start : citation.end].partition("#")
            targets[address, fragment] = LinkFact("forge" if made.href else "plain", made.href, made.label, made.note)
    return PageFacts(
        path=page.path,
        title=page.title,
        links=tuple(links),
        targets=targets,
        citations=citations,
        headings=tuple((heading.level, heading.text, heading.id) for heading in page.headings),
        anchors=page.anchors,
        entries=entry_facts(page, site),
        labels=_labels(site),
        verdicts={},
    )


def _labels(site: Site) -> dict[str, str]:
    return dict(grammar_of(site.wiki.config).labels) | {label.lower(): label.lower() for label in LABELS}


def _link(link: Link, target: Target, page: Page, site: Site) -> LinkFact:
    """Return what the site makes of a link that leads to `target`."""
    shown = link.target + (f"#{link.fragment}" if link.fragment else "")
    if target.state == "foreign":
        return LinkFact("foreign", link.target if link.target.startswith(("http://", "https://")) else "", shown)
    if target.state == "placeholder":
        return LinkFact("plain", "", shown or link.label or "")
    if target.state not in ("found", "case"):
        return LinkFact("broken", "", shown, _NOTES.get(target.state, ""))
    if target.path not in site.published:
        return _elsewhere(link, target, shown, site)
    if link.form in ("embed", "image") and splitext(target.path)[1].lower() in IMAGES:
        return LinkFact("image", site.href(target.path, "", page), target.path.rpartition("/")[2])
    summary = site.wiki.summary(target.path)
    href = site.href(target.path, target.anchor, page)
    if summary is None:
        return LinkFact("file", href, shown)
    if target.where == "heading":
        return LinkFact("broken", href, shown, "That page has no such heading.")
    return LinkFact("page", href, _title(summary, target, link), _state_note(summary, target))


def _elsewhere(link: Link, target: Target, shown: str, site: Site) -> LinkFact:
    """Return a link to a file of the repository that the site does not hold."""
    href = site.source(target.path)
    if href and link.fragment and not target.anchor:
        href += f"#{link.fragment}"
    note = f"{target.path}, in the repository"
    return LinkFact("forge" if href else "plain", href, shown, note)


def _title(summary: Summary, target: Target, link: Link) -> str:
    """Return what a wikilink without a label reads: the page's title, and the entry's or heading's."""
    inner = next((text for text, anchor in summary.headings if anchor == target.anchor), "") if target.anchor else ""
    entry = _entry(summary, target)
    inner = entry.title if entry else inner or (link.fragment or "").removeprefix("^")
    if not link.target:
        return f"{entry.date} {entry.title}" if entry else inner
    return f"{summary.title} › {inner}" if inner else summary.title


def _entry(summary: Summary, target: Target) -> Entry | None:
    return next((entry for entry in summary.entries if entry.id == target.entry), None) if target.entry else None


def _state_note(summary: Summary, target: Target) -> str:
    entry = _entry(summary, target)
    if entry is None or entry.live:
        return ""
    return f"Superseded{f' on {entry.superseded}' if entry.superseded else ''}" if entry.struck else entry.status


def entry_facts(page: Page, site: Site) -> tuple[EntryFact, ...]:
    """Return what the entries of a page are today, and under which other entry of it each one is folded."""
    newer = {entry.id: _superseders(page, entry, site) for entry in page.entries}
    homes = {entry.id: _home(entry.id, newer, page) for entry in page.entries}
    return tuple(
        EntryFact(
            id=entry.id,
            date=entry.date,
            title=entry.title,
            state=state_of(entry),
            backing=provenance(entry, page, site.wiki),
            older=tuple(_named(path, name, page, site) for path, name in older_of(entry, page, site)),
            newer=tuple(_named(path, name, page, site) for path, name in newer[entry.id]),
            superseded=entry.superseded or "",
            home=homes[entry.id],
        )
        for entry in page.entries
    )


def state_of(entry: Entry) -> str:
    """Return live, superseded, struck, proposed or rejected."""
    if entry.status != "accepted":
        return entry.status
    if entry.superseded is not None:
        return "superseded"
    return "struck" if entry.struck else "live"


def older_of(entry: Entry, page: Page, site: Site) -> list[tuple[str, str]]:
    """Return the (path, entry id) pairs that this entry supersedes, those that cannot be found left out."""
    found = (find_superseded(item, page, site.wiki) for item in entry.supersedes)
    return [pair for pair in found if pair is not None]


def _superseders(page: Page, entry: Entry, site: Site) -> list[tuple[str, str]]:
    return sorted(set(site.wiki.superseders(page.path, entry.id)))


def _home(entry_id: str, newer: dict[str, list[tuple[str, str]]], page: Page) -> str:
    """Follow the chain of superseding entries of this page to its end; '' where there is none (or it is a circle)."""
    seen = [entry_id]
    while True:
        here = [name for path, name in newer.get(seen[-1], []) if path == page.path and name in newer]
        if not here:
            return seen[-1] if len(seen) > 1 else ""
        if here[0] in seen:
            return ""
        seen.append(here[0])


def _named(path: str, entry_id: str, page: Page, site: Site) -> tuple[str, str]:
    """Return (address, label) of an entry of this or another page."""
    summary = site.wiki.summary(path)
    entry = next((one for one in summary.entries if one.id == entry_id), None) if summary else None
    title = summary.title if summary else path
    label = f"{entry.date} {entry.title}" if entry else title
    if path not in site.published:
        return "", label
    return site.href(path, entry_id, page), label if path == page.path else f"{title}: {label}" if entry else title
