"""The state of the wiki on one page: how claims are backed, how citations fare, what is open, what nobody has read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pincite.model import Entry, Page, Problem
from pincite.provenance import KINDS, provenance
from pincite.site import tokens
from pincite.site.gather import state_of
from pincite.site.html import Markup, element, join
from pincite.site.preview import STATES
from pincite.site.provider import Generated, WikiProvider
from pincite.site.wiki_site import Site

_PROVENANCE = {
    "cited": "rest on lines of the repository",
    "pinned": "rest on a pinned source",
    "release": "rest on a release",
    "conversation": "were only said",
    "unsourced": "have no source, and say so",
    "none": "name no source",
}


class Held(NamedTuple):
    """An entry with its page."""

    page: Page
    entry: Entry


def health_page(provider: WikiProvider, problems: Sequence[Problem], origin: str) -> Generated:
    """Return the page about the state of the wiki."""
    site = provider.site
    entries = [Held(page, entry) for page in site.pages.values() for entry in page.entries]
    live = [held for held in entries if held.entry.live]
    parts: list[str] = []
    lines = ["# Wiki health", ""]

    def add(part: Markup) -> None:
        lines.extend([tokens.mark(tokens.HELD, len(parts)), ""])
        parts.append(part)

    add(_numbers(site, entries, live))
    lines += ["## Citations", ""]
    add(_citations(provider, origin))
    lines += ["## Provenance of live entries", ""]
    add(_provenance(live, site))
    empty = []
    for title, part in (
        ("Open questions", _open(live, site, origin)),
        ("Stale dependencies", _problems(problems, ("stale.",), site, origin)),
        ("Failed checks", _problems(problems, ("facts.",), site, origin)),
        ("Entries without a source", _unsourced(live, site, origin)),
        ("Proposed, not decided", _proposed(entries, site, origin)),
        ("Longest unread", _reviews(live, provider, origin)),
    ):
        if part is None:
            empty.append(title.lower())
            continue
        lines += [f"## {title}", ""]
        add(part)
    if empty:
        lines += ["## Nothing to report", ""]
        add(element("p", f"None found: {', '.join(empty)}.", class_="pc-quiet"))
    return Generated("Wiki health", "\n".join(lines), tuple(parts))


def _numbers(site: Site, entries: Sequence[Held], live: Sequence[Held]) -> Markup:
    states = Counter(state_of(held.entry) for held in entries)
    shown = [("pages", len(site.pages)), ("live entries", len(live)),
             ("superseded", states["superseded"] + states["struck"]), ("proposed", states["proposed"]),
             ("open questions", sum(len(held.entry.texts("open")) for held in live))]  # fmt: skip
    items = [element("div", element("dt", name), element("dd", str(count))) for name, count in shown]
    return element("dl", *items, class_="pc-numbers")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup | None:
    """Return a table, None where it has no rows."""
    made = [element("tr", *[element("td", cell) for cell in row]) for row in rows]
    if not made:
        return None
    cells = [element("th", text, scope="col") for text in head]
    table = element("table", element("thead", element("tr", *cells)), element("tbody", *made), class_="pc-table")
    return element("div", table, class_="pc-scroll", tabindex=0, role="region", aria_label=", ".join(head))


def _bars(rows: Sequence[tuple[str, str, int]]) -> Markup:
    """Return counts as bars of a table: the numbers say it, the bars only show it."""
    total = sum(count for _, _, count in rows) or 1
    made = [
        element(
            "tr",
            element("th", element("span", name, class_=f"pc-badge pc-badge--{name}"), scope="row"),
            element("td", str(count), class_="pc-number"),
            element("td", element("meter", min=0, max=total, value=count, aria_hidden="true"), f" {what}"),
        )
        for name, what, count in rows
        if count
    ]
    return element("table", element("tbody", *made), class_="pc-table pc-bars") if made else Markup()


def _citations(provider: WikiProvider, origin: str) -> Markup:
    facts = [(page, fact) for page in provider.site.pages.values() for fact in provider.facts(page).citations]
    states = Counter(fact.state for _, fact in facts)
    bars = _bars([(state, STATES[state], states[state]) for state in STATES])
    rest = element("p", f"{states['']} are not followed: history, releases, or outside of the repository.",
                   class_="pc-quiet") if states[""] else Markup()  # fmt: skip
    due = [(page, fact) for page, fact in facts if fact.state in ("moved", "changed", "missing")]
    rows = [(_page(page, "", provider.site, origin), element("code", fact.text), fact.note) for page, fact in due]
    return join([bars, rest, _table(("Page", "Citation", "What happened"), rows) or ""])


def _provenance(live: Sequence[Held], site: Site) -> Markup:
    found: Counter[str] = Counter()
    for held in live:
        found.update(provenance(held.entry, held.page, site.wiki) or ("none",))
    return _bars([(kind, _PROVENANCE[kind], found[kind]) for kind in (*KINDS, "none")])


def _page(page: Page, anchor: str, site: Site, origin: str) -> Markup:
    return element("a", page.title, href=site.url(page.path, anchor, origin))


def _entry(held: Held, site: Site, origin: str) -> Markup:
    return element("a", held.entry.title, href=site.url(held.page.path, held.entry.id, origin))


def _open(live: Sequence[Held], site: Site, origin: str) -> Markup | None:
    rows = [(_page(held.page, "", site, origin), _entry(held, site, origin), " ".join(text.split()))
            for held in live for text in held.entry.texts("open")]  # fmt: skip
    return _table(("Page", "Entry", "Question"), rows)


def _problems(problems: Sequence[Problem], rules: tuple[str, ...], site: Site, origin: str) -> Markup | None:
    rows = []
    for problem in problems:
        page = site.pages.get(problem.path)
        if page is None or not problem.rule.startswith(rules):
            continue
        entry = next((one for one in page.entries if _holds(page, one, problem.line)), None)
        rows.append((_page(page, entry.id if entry else "", site, origin), problem.message))
    return _table(("Page", "What is wrong"), rows)


def _holds(page: Page, entry: Entry, line: int) -> bool:
    return entry.line <= line <= entry.line + page.text.count("\n", entry.start, entry.end)


def _unsourced(live: Sequence[Held], site: Site, origin: str) -> Markup | None:
    rows = []
    for held in live:
        kinds = provenance(held.entry, held.page, site.wiki)
        if not kinds or kinds == ("unsourced",):
            said = "says that no source states it" if kinds else "names none"
            rows.append((_page(held.page, "", site, origin), _entry(held, site, origin), said))
    return _table(("Page", "Entry", "Source"), rows)


def _proposed(entries: Sequence[Held], site: Site, origin: str) -> Markup | None:
    rows = [(_page(held.page, "", site, origin), _entry(held, site, origin), held.entry.date)
            for held in entries if held.entry.status == "proposed"]  # fmt: skip
    return _table(("Page", "Entry", "Since"), rows)


def _reviews(live: Sequence[Held], provider: WikiProvider, origin: str) -> Markup | None:
    """Return the ten live entries that were reviewed, or else written, longest ago."""
    dated = sorted((_read(held), held.page.path, held.entry.line, held) for held in live)
    rows = [(_page(held.page, "", provider.site, origin), _entry(held, provider.site, origin), date)
            for date, _, _, held in dated[:10]]  # fmt: skip
    return _table(("Page", "Entry", "Last read"), rows)


def _read(held: Held) -> str:
    said = [text.strip()[:10] for text in held.entry.texts("reviewed")]
    values = held.page.frontmatter.values if held.page.frontmatter else {}
    own = values.get("reviewed")
    return max([held.entry.date, *said, *([own] if isinstance(own, str) else [])])
