"""The events of a log, in every form in which logs are written."""

from __future__ import annotations

from bisect import bisect_left

from pincite.model import Event, Link
from pincite.parse.bullets import item_end
from pincite.parse.headings import RawHeading, plain
from pincite.parse.source import Source
from pincite.patterns import DOTALL, lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re


_DATE = r"([0-9]{4}-[0-9]{1,2}-[0-9]{1,2})(?:[T ][0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:Z|[+-][0-9:]{4,5})?)?"
_DASH = r"(?:[ \t]*[—–|:][ \t]*|[ \t]+-{1,2}[ \t]+)"
_MARKS = "~*_` \t"
_BRACKETED = lazy(rf"[{_MARKS}]*\[{_DATE}\][{_MARKS}]*(?:{_DASH})?(.*)\Z", DOTALL)
_PLAIN = lazy(rf"[{_MARKS}]*{_DATE}(?![\w-])[*_`~]*(?:({_DASH})[*_`~]*|[ \t]+|\Z)(.*)\Z", DOTALL)
_KIND = lazy(r"[*_`]*\[([^\[\]\n|]{1,40})\][*_`]*[ \t]*(?!\()(.*)\Z", DOTALL)
_BAR = lazy(r"([^\n|—–]{1,40}?)[ \t]*\|[ \t]*(.*)\Z", DOTALL)
_DASHED = lazy(r"([^\n|—–]{1,40}?)(?:[ \t]*[—–][ \t]*|[ \t]+-{1,2}[ \t]+)(.*)\Z", DOTALL)
_ITEM = lazy(r"\n {0,3}[-*+][ \t]+")


def find_events(source: Source, headings: list[RawHeading], links: list[Link]) -> tuple[Event, ...]:
    """Return the events of a log in page order."""
    found: list[Event] = []
    date, start = "", source.body
    for number, heading in enumerate(headings):
        parts = _dated(heading.content)
        if parts is None:
            continue
        _items(source, start, heading.start, date, found, links)
        start, date = heading.end, ""
        if not parts[1] and _ITEM.search(source.mask.linked, heading.end, _section_end(headings, number, source)):
            date = parts[0]
        else:
            end = _section_end(headings, number, source)
            found.append(_event(source, parts, heading.content, heading.start, end, links, _kind_of_heading(parts)))
    _items(source, start, len(source.text), date, found, links)
    return tuple(found)


def _section_end(headings: list[RawHeading], number: int, source: Source) -> int:
    """Return where the section of an event ends: at the next one, or at a heading that does not lie below it."""
    for heading in headings[number + 1 :]:
        if heading.level <= headings[number].level or _dated(heading.content):
            return heading.start
    return len(source.text)


def _dated(content: str) -> tuple[str, str, str] | None:
    """Return (date, rest, separator) of the text of an event, None where no date opens it; `[` for `[date]`."""
    match = _BRACKETED.match(content)
    if match:
        return match[1], match[2].strip(), "["
    match = _PLAIN.match(content)
    return (match[1], match[3].strip(), (match[2] or "").strip()) if match else None


def _items(source: Source, start: int, end: int, date: str, found: list[Event], links: list[Link]) -> None:
    """Add the list items in `start:end` that begin with a date, or all of them where a heading gave the `date`.

    In the body of an event only an item with a kind is an event of its own: other dated items tell of the event.
    """
    linked = source.mask.linked
    body = bool(found) and not date and found[-1].end > start
    items = list(_ITEM.finditer(linked, max(start - 1, 0), end)) if start < end else []
    for number, item in enumerate(items):
        stop = items[number + 1].start() + 1 if number + 1 < len(items) else end
        stop = item_end(linked, item.end(), stop)
        first = source.text[item.end() : min(source.line_end(item.end()), stop)].strip()
        parts = _dated(first) or ((date, first, "") if date else None)
        kind = _kind_of_item(parts) if parts else ("", "")
        if parts and (kind[0] or not body):
            if body and found[-1].end > item.start():
                found[-1] = _shorter(source, found[-1], item.start())
            found.append(_event(source, parts, first, item.start() + 1, stop, links, kind))


def _shorter(source: Source, event: Event, end: int) -> Event:
    """Return the event as it is when its section ends at `end`."""
    end = event.start + len(source.text[event.start : end].rstrip())
    return event._replace(end=end, links=tuple(link for link in event.links if link.start < end))


def _event(
    source: Source, parts: tuple[str, str, str], whole: str, start: int, end: int, links: list[Link],
    said: tuple[str, str],
) -> Event:  # fmt: skip
    end = start + len(source.text[start:end].rstrip())
    first = bisect_left(links, start, key=lambda link: link.start)
    last = bisect_left(links, end, key=lambda link: link.start)
    line = source.at(start)[0]
    kind, title = plain(said[0]).strip(" *_`~"), plain(said[1].replace("~~", "")).strip()
    return Event(parts[0], kind, title, _struck(whole), tuple(links[first:last]), line, start, end)


def _struck(content: str) -> bool:
    """Return whether strike marks stand around all of the text, or around what follows the date."""
    return content.count("~~") == 2 and content.rstrip().endswith("~~")


def _kind_of_heading(parts: tuple[str, str, str]) -> tuple[str, str]:
    """Return kind and title of `[date] kind | title`; `date — title` has no kind."""
    rest = parts[1].strip("~ ")
    match = (_KIND.match(rest) or _BAR.match(rest)) if parts[2] in ("[", "") else None
    if parts[2] == "[" and match is None:
        match = _DASHED.match(rest)
    return _split(match, rest)


def _kind_of_item(parts: tuple[str, str, str]) -> tuple[str, str]:
    """Return kind and title of `date — kind — title`, `date [kind] title`, or `date — title`."""
    rest = parts[1].strip("~ ")
    return _split(_KIND.match(rest) or _BAR.match(rest) or _DASHED.match(rest), rest)


def _split(match: re.Match[str] | None, rest: str) -> tuple[str, str]:
    if match and match[1].strip() and match[2].strip() and "[[" not in match[1] and match[1].count(" ") < 3:
        return match[1].strip(), match[2].strip()
    return "", rest
