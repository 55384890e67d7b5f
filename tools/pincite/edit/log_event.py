"""A new event, in the form, and at the end of the log, that its events have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pincite.edit.blocks import newline_of
from pincite.edit.text_edits import with_newlines
from pincite.model import Edit, Event, Heading, Page
from pincite.parse.grammar import Grammar
from pincite.parse.page import parse_page

# `### date — title`, `- date — kind — title`, `- date [kind] target: summary` and items under a date are read, so they
# are written too where the log's own events look like that; everywhere else it is `## [date] kind | title`.
_HEADING = re.compile(r"(?P<mark>#{2,3})[ \t]+(?P<bracket>\[)?\d{4}-")
_ITEM = re.compile(r"(?P<mark>[-*+])[ \t]+\d{4}-\d\d-\d\d[ \t]*(?:(?P<bracket>\[)|(?P<dash>—|–|-{1,2})[ \t])")
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")


class News(NamedTuple):
    """What shall be told: `links` are ready to stand in the log, the first one is what the event is about."""

    date: str
    kind: str
    title: str
    links: tuple[str, ...]


def newest_first(log: Page, order: str) -> bool:
    """Return whether the log's newest event stands first; `order` is `log_order` of the configuration.

    Where neither says, the newest stands first, so that a reader who is cut off loses the oldest.
    """
    if order in ("newest-first", "newest-last"):
        return order == "newest-first"
    dates = [event.date for event in log.events]
    pairs = [(one, other) for one, other in pairwise(dates) if one != other]
    falling = sum(one > other for one, other in pairs)
    return falling * 2 >= len(pairs)


def logged(log: Page, news: News, order: str, grammar: Grammar) -> Edit:
    """Return the edit that adds an event to a log, and leaves every other event what it was."""
    edits = list(_proposals(log, news, newest_first(log, order)))
    return next((edit for edit in edits if _adds_one(log, edit, news, grammar)), edits[-1])


def _adds_one(log: Page, edit: Edit, news: News, grammar: Grammar) -> bool:
    text = log.text[: edit.start] + edit.text + log.text[edit.end :]
    after = [event[:4] for event in parse_page(log.path, text.encode("utf-8", "surrogateescape"), grammar).events]
    before = [event[:4] for event in log.events]
    return any(one[0] == news.date and after[:at] + after[at + 1 :] == before for at, one in enumerate(after))


def _proposals(log: Page, news: News, first: bool) -> Iterator[Edit]:
    """Yield the edit in the form of the neighbouring event, then the one in the written form."""
    neighbour, behind = _neighbour(log, news.date, first)
    if neighbour is None:
        yield _at(log, len(log.text), _written("", news), True)
        return
    sample = log.text[neighbour.start : neighbour.end]
    group = _group(log, neighbour)
    if group:
        yield _grouped(log, news, neighbour, group, behind)
    else:
        yield _at(log, neighbour.end if behind else neighbour.start, _written(sample, news), behind)
    place = log.events[-1].end if behind else group.start if group else log.events[0].start
    yield _at(log, place, _written("", news), behind)


def _neighbour(log: Page, date: str, first: bool) -> tuple[Event | None, bool]:
    """Return the event beside which a new one belongs, and whether it belongs behind that one."""
    if not log.events:
        return None, True
    if first:
        older = next((event for event in log.events if event.date <= date), None)
        return (older, False) if older else (log.events[-1], True)
    older = next((event for event in reversed(log.events) if event.date <= date), None)
    return (older, True) if older else (log.events[0], False)


def _group(log: Page, event: Event) -> Heading | None:
    """Return the heading that gives an event its date, None where the event has a date of its own."""
    above = [heading for heading in log.headings if heading.start <= event.start]
    if not above or above[-1].start == event.start or _ITEM.match(log.text, event.start):
        return None
    return above[-1] if _DATE.search(above[-1].text) else None


def _grouped(log: Page, news: News, neighbour: Event, group: Heading, behind: bool) -> Edit:
    """Return the edit that adds an item under its date, or under a new heading of the same make."""
    item = f"- {news.kind} — {news.title}: {', '.join(news.links)}"
    if neighbour.date == news.date:
        return _at(log, neighbour.end if behind else neighbour.start, item, behind)
    heading = _DATE.sub(news.date, log.text[group.start : group.end], count=1)
    return _at(log, neighbour.end if behind else group.start, f"{heading}\n\n{item}", behind)


def _written(sample: str, news: News) -> str:
    """Return the event in the form of `sample`."""
    date, kind, title, links = news
    listed, inline = "\n- ".join(links), ", ".join(links)
    heading, item = _HEADING.match(sample), _ITEM.match(sample)
    if heading and not heading["bracket"]:
        return f"{heading['mark']} {date} — {title}\n\n- {listed}"
    if item and item["bracket"]:
        return f"{item['mark']} {date} [{kind}] {inline}: {title}"
    if item:
        return f"{item['mark']} {date} {item['dash']} {kind} {item['dash']} {title}: {inline}"
    return f"{heading['mark'] if heading else '##'} [{date}] {kind} | {title}\n\n- {listed}"


def _at(log: Page, place: int, text: str, behind: bool) -> Edit:
    """Return the edit that puts an event at an offset, with the line ends that keep it apart from its neighbours."""
    newline = newline_of(log.text)
    apart = 1 if text.startswith("-") and log.events else 2
    written = with_newlines(text, newline)
    if not behind:
        return Edit(log.path, place, place, written + newline * apart)
    before = log.text[:place]
    ends = before[len(before.rstrip("\r\n")) :].count("\n")
    gap = newline * max(0, apart - ends) if before.strip() else ""
    return Edit(log.path, place, place, gap + written + ("" if log.text[place:].strip("\r") else newline))
