"""The graph: one row a page, its entries on a line of time, what supersedes what, and which pages rest on which.

It is drawn when the site is built, the same each time: rows are pages, newest first; a dot is an entry at its date; a
line between two dots says that the later one supersedes the earlier; an arc on the left ties two pages that link.
The table below it says the same in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date as calendar
from typing import NamedTuple

from pincite.model import ROLE_PAGE, Entry, Page
from pincite.site import tokens
from pincite.site.backlinks import Backlinks
from pincite.site.gather import older_of, state_of
from pincite.site.html import Markup, element, join
from pincite.site.provider import Generated
from pincite.site.wiki_site import Site

# Rows that are drawn; more would not be read. The table has all.
_ROWS = 80
_HEIGHT, _ARCS, _LABELS, _TIME, _MARGIN = 28, 56, 222, 500, 42


class Dot(NamedTuple):
    """An entry in the drawing: where it stands, and whose it is."""

    page: Page
    entry: Entry
    x: float
    y: float


def graph_page(site: Site, backlinks: Backlinks, origin: str) -> Generated:
    """Return the page with the drawing and the table."""
    pages = [page for page in site.pages.values() if page.role == ROLE_PAGE]
    pages.sort(key=lambda page: (max((entry.date for entry in page.entries), default=""), page.path), reverse=True)
    shown = pages[:_ROWS]
    more = f" The {len(shown)} pages that changed last are drawn; the table has all {len(pages)}."
    about = (
        "Each row is a page, each dot an entry at its date. Filled dots are live, hollow ones were superseded, and a "
        "line leads from each to what replaced it. Arcs on the left tie pages that rest on each other."
    )
    lines = ["# Graph", "", tokens.mark(tokens.HELD, 0), "", "## All pages as a table {#table}", "",
             tokens.mark(tokens.HELD, 1), ""]  # fmt: skip
    drawing = join([element("p", about + (more if len(pages) > len(shown) else ""), class_="pc-lead"),
                    _drawing(shown, site, backlinks, origin)])  # fmt: skip
    return Generated("Graph", "\n".join(lines), (drawing, _table(pages, site, backlinks, origin)), hide=("toc",))


def _drawing(pages: Sequence[Page], site: Site, backlinks: Backlinks, origin: str) -> Markup:
    if not pages:
        return element("p", "No pages.", class_="pc-quiet")
    dots = _dots(pages)
    places = {(dot.page.path, dot.entry.id): dot for dot in dots}
    rows = {page.path: _y(number) for number, page in enumerate(pages)}
    width, height = _ARCS + _LABELS + _TIME + _MARGIN, _y(len(pages)) + 10
    parts = [
        element("title", "Pages, their entries over time, and what supersedes what"),
        *_scale(dots, height),
        *[_row(page, rows[page.path], site, origin) for page in pages],
        *_arcs(pages, rows, backlinks),
        *_lines(dots, places, site),
        *[_dot(dot, site, origin) for dot in dots],
    ]
    svg = element("svg", *parts, viewBox=f"0 0 {width} {height}", role="group", class_="pc-graph",
                  aria_label="Graph of pages and entries", width=width, height=height)  # fmt: skip
    return element("div", svg, class_="pc-graph-scroll", tabindex=0, role="region", aria_label="Drawing of the graph")


def _y(row: int) -> int:
    return 44 + row * _HEIGHT


def _dots(pages: Sequence[Page]) -> list[Dot]:
    days = {entry.date: day for page in pages for entry in page.entries if (day := _day(entry.date))}
    first, last = (min(days.values()), max(days.values())) if days else (0, 0)
    span = max(1, last - first)
    left = _ARCS + _LABELS
    return [
        Dot(page, entry, round(left + _TIME * (days[entry.date] - first) / span, 1), _y(row))
        for row, page in enumerate(pages)
        for entry in reversed(page.entries)
        if entry.date in days
    ]


def _day(date: str) -> int:
    try:
        return calendar.fromisoformat(date).toordinal()
    except ValueError:
        return 0


def _scale(dots: Sequence[Dot], height: int) -> list[Markup]:
    """Return the first and last day and the turns of years and months between them, as far apart as can be read."""
    if not dots:
        return []
    ticks = {dot.entry.date: dot.x for dot in sorted(dots, key=lambda dot: dot.entry.date)}
    made: list[Markup] = []
    at = -1000.0
    for date, x in ticks.items():
        if x - at < 90:
            continue
        at = x
        made.append(element("line", x1=str(x), y1=26, x2=str(x), y2=height - 8, class_="pc-graph__tick"))
        made.append(element("text", date, x=str(x), y=18, class_="pc-graph__date", text_anchor="middle"))
    return made


def _row(page: Page, y: int, site: Site, origin: str) -> Markup:
    left = _ARCS + _LABELS
    title = page.title if len(page.title) <= 32 else page.title[:31] + "…"
    name = element("text", element("title", page.title), title, x=_ARCS + 8, y=y + 4,
                   class_="pc-graph__page")  # fmt: skip
    line = element("line", x1=left, y1=y, x2=left + _TIME, y2=y, class_="pc-graph__row")
    return join([line, element("a", name, href=site.url(page.path, "", origin))])


def _arcs(pages: Sequence[Page], rows: dict[str, int], backlinks: Backlinks) -> list[Markup]:
    """Return an arc for each pair of drawn pages of which one rests on the other."""
    pairs = {
        (min(link.source, page.path), max(link.source, page.path))
        for page in pages
        for link in backlinks.to(page.path)
        if link.kind != "mentions" and link.source in rows
    }
    made = []
    for one, other in sorted(pairs):
        top, bottom = sorted((rows[one], rows[other]))
        bend = min(_ARCS - 8, 10 + (bottom - top) // 3)
        path = f"M{_ARCS} {top} C{_ARCS - bend} {top} {_ARCS - bend} {bottom} {_ARCS} {bottom}"
        made.append(element("path", d=path, class_="pc-graph__arc"))
    return made


def _lines(dots: Sequence[Dot], places: dict[tuple[str, str], Dot], site: Site) -> list[Markup]:
    made = []
    for dot in dots:
        for pair in older_of(dot.entry, dot.page, site):
            old = places.get(pair)
            if old is None or old is dot:
                continue
            bend = -11 if old.y == dot.y else 0
            path = f"M{old.x} {old.y} Q{round((old.x + dot.x) / 2, 1)} {(old.y + dot.y) / 2 + bend} {dot.x} {dot.y}"
            made.append(element("path", d=path, class_="pc-graph__supersedes"))
    return made


def _dot(dot: Dot, site: Site, origin: str) -> Markup:
    state = state_of(dot.entry)
    words = f"{dot.page.title}: {dot.entry.date} {dot.entry.title} ({state})"
    title = element("title", words)
    circle = element("circle", title, cx=str(dot.x), cy=str(dot.y), r=5, class_=f"pc-graph__dot pc-dot--{state}")
    return element("a", circle, href=site.url(dot.page.path, dot.entry.id, origin), aria_label=words)


def _table(pages: Sequence[Page], site: Site, backlinks: Backlinks, origin: str) -> Markup:
    head = element("tr", *[element("th", text, scope="col") for text in ("Page", "Entry", "Supersedes", "Rests on it")])
    rows = [row for page in sorted(pages, key=lambda page: page.path) for row in _rows(page, site, backlinks, origin)]
    table = element("table", element("thead", head), element("tbody", *rows), class_="pc-table")
    return element("div", table, class_="pc-scroll", tabindex=0, role="region", aria_label="Table of pages and entries")


def _rows(page: Page, site: Site, backlinks: Backlinks, origin: str) -> list[Markup]:
    links = [link for link in backlinks.to(page.path) if link.kind == "rests"]
    resting = join([_link(link.source, link.entry, site, origin) for link in links], ", ")
    title = element("a", page.title, href=site.url(page.path, "", origin))
    rows = []
    for number, entry in enumerate(page.entries):
        older = join([_link(path, name, site, origin) for path, name in older_of(entry, page, site)], ", ")
        state = "" if entry.live else f" ({state_of(entry)})"
        name = element("a", f"{entry.date} {entry.title}", href=site.url(page.path, entry.id, origin))
        rows.append([title if number == 0 else "", join([name, state]), older, resting if number == 0 else ""])
    rows = rows or [[title, "", "", resting]]
    return [element("tr", *[element("td", cell) for cell in row]) for row in rows]


def _link(path: str, entry_id: str, site: Site, origin: str) -> Markup:
    page = site.wiki.pages.get(path)
    if page is None or path not in site.published:
        return element("span", path)
    entry = next((one for one in page.entries if one.id == entry_id), None)
    words = f"{page.title}: {entry.title}" if entry else page.title
    return element("a", words, href=site.url(path, entry_id, origin))
