"""What the part behind `#` means on a page: a heading, an entry, a block, an explicit anchor."""

from __future__ import annotations

from pincite.patterns import lazy
from pincite.text import nfc, slug
from pincite.wiki import Summary

# Valid on any page: the top, a line of the source as forges number them, a text fragment, a footnote of the renderer.
_ANYWHERE = lazy(r"top\Z|L\d+(?:-L?\d+)?\Z|:~:|fn(?:ref)?\d*:|page=\d+\Z")
_NOT_WORD = lazy(r"[\W_]+")


def loose(text: str) -> str:
    """Return the letters and digits of a heading alone: what is left when punctuation, markup and case do not count."""
    return _NOT_WORD.sub("", nfc(text)).casefold()


def spaced(text: str) -> str:
    """Return the words of a heading, one space between them, so that a prefix can end at a word's end."""
    return _NOT_WORD.sub(" ", nfc(text)).strip().casefold()


def find_fragment(fragment: str, summary: Summary) -> tuple[str, str, str]:
    """Return how a fragment fares on a page, as (where, entry, anchor) of `wiki.Target`."""
    part = fragment.rpartition("#")[2].strip()
    if not part or _ANYWHERE.match(part):
        return "", "", ""
    anchor = part if part in summary.anchors else "" if part[0] == "^" else _heading(part, summary)
    if anchor:
        return "found", _entry(anchor, summary), anchor
    anchor = "" if part[0] == "^" else _beginning(part, summary)
    return ("prefix", _entry(anchor, summary), anchor) if anchor else ("heading", "", "")


def _entry(anchor: str, summary: Summary) -> str:
    return anchor if any(entry.id == anchor for entry in summary.entries) else ""


def _heading(part: str, summary: Summary) -> str:
    """Return the id of the heading, entry or anchor that is meant, '' where there is none."""
    wanted, plain, key = nfc(part), slug(part), loose(part)
    ids = [anchor for _, anchor in summary.headings]
    for spelling in (wanted, plain):
        if spelling in ids:
            return spelling
    if not key:
        return ""
    for text, anchor in summary.headings:
        if key in (loose(text), loose(anchor)):
            return anchor
    for entry in summary.entries:
        if loose(f"{entry.date} {entry.title}") == key or entry.id == plain:
            return entry.id
    return next((anchor for anchor in summary.anchors if loose(anchor) == key and anchor[0] != "^"), "")


def _beginning(part: str, summary: Summary) -> str:
    """Return the id of the heading that begins with an id of the team's (`SEC-12`), which holds a digit; words that
    some heading begins with are a heading that reads otherwise."""
    start = spaced(part) + " "
    if not any(character.isdigit() for character in start):
        return ""
    return next((anchor for text, anchor in summary.headings if spaced(text).startswith(start)), "")
