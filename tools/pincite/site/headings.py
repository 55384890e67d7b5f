"""The ids of headings: those that the gate has checked links against, whatever Markdown would have called them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from pincite.text import slug

_LEVELS = {f"h{level}": level for level in range(1, 7)}
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")
_SUFFIX = re.compile(r"\s*\(\s*supersede[sd]\b.*$", re.DOTALL | re.IGNORECASE)


def level_of(element: Element) -> int:
    """Return the level of a heading, 0 for any other element."""
    return _LEVELS.get(element.tag, 0) if isinstance(element.tag, str) else 0


def identify(root: Element, headings: Sequence[tuple[int, str, str]]) -> None:
    """Give every heading of the tree its id: `headings` are (level, plain text, id) in page order.

    A heading that the scanner has not seen (raw HTML became one) gets an id of its own, as GitHub would make it.
    """
    used = {element.get("id", "") for element in root.iter()} | {name for _, _, name in headings}
    at = 0
    for element in root.iter():
        level = level_of(element)
        if not level:
            continue
        text = "".join(element.itertext())
        found = next((n for n in range(at, len(headings)) if _same(headings[n], level, text)), None)
        if found is None:
            if "id" not in element.attrib:
                element.set("id", _unused(slug(text), used))
            continue
        element.set("id", headings[found][2])
        at = found + 1


def _same(heading: tuple[int, str, str], level: int, text: str) -> bool:
    """Whether this is that heading; a dated one is known by its date and the words before its tail."""
    return heading[0] == level and _words(heading[1]) == _words(text)


def _words(text: str) -> str:
    plain = " ".join(text.split())
    return slug(_SUFFIX.sub("", plain) if _DATE.match(plain) else plain).replace("~", "")


def _unused(wanted: str, used: set[str]) -> str:
    name, number = wanted or "section", 0
    while name in used:
        number += 1
        name = f"{wanted}-{number}"
    used.add(name)
    return name


def shorten(heading: Element) -> None:
    """Take the "(supersedes …)" and "(superseded …)" tails off a dated heading, and mark its date as one.

    What the tails say stands in the line below the heading, with links in both directions.
    """
    text = "".join(heading.itertext())
    tail = _SUFFIX.search(text)
    if tail:
        _cut(heading, tail.start())
    date = _DATE.match(heading.text or "")
    if date and heading.text is not None:
        made = Element("time", {"datetime": date[0]})
        made.text, made.tail = date[0], heading.text[date.end() :]
        heading.text = ""
        heading.insert(0, made)


def _cut(element: Element, length: int) -> int:
    """Keep the first `length` characters of an element's text; return how many of them are left to keep after it."""
    own = element.text or ""
    element.text = own[:length]
    left = max(0, length - len(own))
    for child in list(element):
        if left <= 0:
            element.remove(child)
            continue
        left = _cut(child, left)
        tail = child.tail or ""
        child.tail = tail[:left]
        left = max(0, left - len(tail))
    return left


def sections(root: Element) -> Iterator[list[Element]]:
    """Yield the top-level elements in groups, each but the first beginning with a heading."""
    group: list[Element] = []
    for element in list(root):
        if level_of(element) and group:
            yield group
            group = []
        group.append(element)
    if group:
        yield group
