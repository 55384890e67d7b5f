"""The timeline: every event of the logs, newest first, as a page that needs no script, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from pincite.model import ROLE_LOG, Event, Page
from pincite.output import json_text
from pincite.repo.authorship import Author
from pincite.site import tokens
from pincite.site.feed import summary
from pincite.site.forge import commit_url
from pincite.site.gather import state_of
from pincite.site.history import History
from pincite.site.html import Markup, element, join
from pincite.site.provider import Generated
from pincite.site.wiki_site import Site

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip


class Row(NamedTuple):
    """An event as the timeline shows it. `pages` are (name, title, address), `author` and `commit` may be ''.

    `text` says what was decided, and `state` how the entry fares that the event leads to, '' where it leads to none.
    """

    date: str
    kind: str
    title: str
    struck: bool
    href: str
    pages: tuple[tuple[str, str, str], ...]
    path: str
    line: int
    author: str
    commit: str
    text: str = ""
    state: str = ""


def rows(site: Site, origin: str, history: History) -> list[Row]:
    """Return the events of all logs, newest first, with addresses as the page named `origin` spells them."""
    found = []
    for page in site.wiki.pages.values():
        if page.role != ROLE_LOG:
            continue
        events = list(page.events)
        if _rises(events):
            events.reverse()
        found += [_row(event, page, site, origin, history.line(page.path, event.line)) for event in events]
    return sorted(found, key=lambda row: row.date, reverse=True)


def _rises(events: Sequence[Event]) -> bool:
    """Whether a log is written oldest first."""
    dates = [event.date for event in events if event.date]
    return bool(dates) and dates[0] < dates[-1]


def _row(event: Event, page: Page, site: Site, origin: str, author: Author | None) -> Row:
    pages: dict[str, tuple[str, str, str]] = {}
    href, told = "", ("", "")
    for link in event.links:
        target = site.wiki.resolve(link, page)
        summary = site.wiki.summary(target.path) if target.state == "found" else None
        if summary is None or target.path not in site.published:
            continue
        if not href:
            href, told = site.url(target.path, target.anchor, origin), _told(site.wiki.pages[target.path], target.entry)
        name = target.path.rpartition("/")[2].removesuffix(".md")
        pages.setdefault(target.path, (name, summary.title, site.url(target.path, "", origin)))
    who = (author.name, author.commit) if author else ("", "")
    return Row(event.date, event.kind, event.title, event.struck, href, tuple(pages.values()), page.path, event.line,
               *who, *told)  # fmt: skip


def _told(page: Page, entry_id: str) -> tuple[str, str]:
    """Return what an entry decides, where that is more than its title, and its state unless it is live."""
    entry = next((one for one in page.entries if one.id == entry_id), None)
    if entry is None:
        return "", ""
    said, state = summary(entry), state_of(entry)
    return "" if said == entry.title else said, "" if state == "live" else state


def timeline_json(found: Iterable[Row]) -> str:
    """Return the events as `pincite timeline --json` prints them."""
    events = [
        {"date": row.date, "kind": row.kind, "title": row.title, "pages": [name for name, _, _ in row.pages],
         "line": row.line, "author": row.author or None, "commit": row.commit or None}
        for row in found
    ]  # fmt: skip
    return json_text({"version": 1, "events": events}, None) + "\n"


def timeline_page(found: Sequence[Row], site: Site, feed: str) -> Generated:
    """Return the page of the timeline, by year and month; `feed` is the address of the Atom feed."""
    parts: list[str] = [_head(found, feed)]
    lines = ["# Timeline", "", tokens.mark(tokens.HELD, 0), ""]
    for year, in_year in groupby(found, key=lambda row: row.date[:4]):
        lines += [f"## {year or 'Undated'} {{#y{year or 'undated'}}}", ""]
        for month, in_month in groupby(in_year, key=lambda row: row.date[:7]):
            title = _month(month)
            if title:
                lines += [f"### {title} {{#m{month}}}", ""]
            events = list(in_month)
            parts.append(element("ol", *[_event(row, site) for row in events], class_="pc-events"))
            lines += [tokens.mark(tokens.HELD, len(parts) - 1), ""]
    return Generated("Timeline", "\n".join(lines), tuple(parts))


def _month(month: str) -> str:
    number = month[5:7]
    return f"{MONTHS[int(number) - 1]} {month[:4]}" if number.isdigit() and 1 <= int(number) <= 12 else ""


def _head(found: Sequence[Row], feed: str) -> Markup:
    """Return the count of events, the feed, and the filters, which the script shows when it is there."""
    kinds = sorted({row.kind for row in found if row.kind})
    people = sorted({row.author for row in found if row.author})
    pages = sorted({(title, name) for row in found for name, title, _ in row.pages})
    fields = [
        _field("Text", element("input", type="search", name="text", class_="pc-filter__input")),
        _select("Kind", "kind", [(kind, kind) for kind in kinds]),
        _select("Page", "page", pages),
        _select("Recorded by", "who", [(name, name) for name in people]),
        element("button", "Clear", type="reset", class_="pc-filter__clear"),
    ]
    count = element("p", element("span", str(len(found)), class_="pc-count", role="status"), " events, newest first. ",
                    element("a", "Atom feed", href=feed), class_="pc-lead")  # fmt: skip
    form = element("form", *fields, class_="pc-filter", role="search", aria_label="Filter the timeline", hidden=True)
    return join([count, form])


def _field(label: str, field: Markup) -> Markup:
    return element("label", element("span", label, class_="pc-filter__label"), field, class_="pc-filter__field")


def _select(label: str, name: str, options: Sequence[tuple[str, str]]) -> Markup:
    if not options:
        return Markup()
    choices = [element("option", "All", value="")] + [element("option", text, value=value) for text, value in options]
    return _field(label, element("select", *choices, name=name, class_="pc-filter__input"))


def _event(row: Row, site: Site) -> Markup:
    title = element("a", row.title, href=row.href) if row.href else element("span", row.title)
    if row.struck or row.state in ("superseded", "struck"):
        title = element("del", title)
    pages = [element("a", text, href=href, class_="pc-event__page") for _, text, href in row.pages]
    return element(
        "li",
        element("time", _day(row.date), datetime=row.date or None, class_="pc-event__day"),
        element("div",
            element("p", title, class_="pc-event__title"),
            element("p", row.text, class_="pc-event__text") if row.text else "",
            element("p", *_details(row, pages, site), class_="pc-event__meta"),
            class_="pc-event__body"),
        class_="pc-event", data_kind=row.kind, data_page=" ".join(name for name, _, _ in row.pages),
        data_who=row.author,
    )  # fmt: skip


def _day(date: str) -> str:
    number = date[8:10].lstrip("0")
    return f"{number} {MONTHS[int(date[5:7]) - 1][:3]}" if _month(date[:7]) and number else date


def _details(row: Row, pages: Sequence[Markup], site: Site) -> list[Markup]:
    made = [element("span", row.kind, class_="pc-badge pc-badge--kind")] if row.kind else []
    if row.state:
        made.append(element("span", row.state, class_=f"pc-badge pc-badge--{row.state}"))
    made += pages
    if row.author:
        made.append(element("span", row.author, class_="pc-event__who"))
    if row.commit:
        short = element("code", row.commit[:7])
        made.append(element("a", short, href=commit_url(site.forge, row.commit)) if site.forge else short)
    return [join(made, Markup(" "))]
