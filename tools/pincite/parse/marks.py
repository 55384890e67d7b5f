"""Small marks in the text: targets of links that are no headings, and comments that silence a rule."""

from __future__ import annotations

from pincite.model import Ignore
from pincite.parse.headings import RawHeading
from pincite.parse.source import Source
from pincite.patterns import IGNORECASE, lazy

_BLOCK = lazy(r"(?:(?<=\s)|\A)\^([A-Za-z0-9-]+)(?=[ \t\r]*(?:\n|\Z))")
_NAMED = lazy(r"""\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", IGNORECASE)
_LISTED = lazy(r"\{:?[ \t]*(?:[^{}\n]*[ \t])?#([^\s{}]+)[^{}\n]*\}")
_IGNORE = lazy(r"<!--\s*pincite:\s*ignore\b([^>]*?)(?:--|\Z)")
_RULE = lazy(r"[a-z][a-z-]*(?:\.[a-z][a-z-]*)?\Z")


def find_anchors(source: Source, raw: list[RawHeading]) -> tuple[str, ...]:
    """Return the explicit targets of a page in page order, without the ids of its headings."""
    linked = source.mask.linked
    found: list[tuple[int, str]] = []
    if "^" in linked:
        found += [(match.start(), "^" + match[1]) for match in _BLOCK.finditer(linked, source.body)]
    if "{" in linked and "#" in linked:
        headings = {heading.explicit for heading in raw}
        found += [
            (match.start(), match[1]) for match in _LISTED.finditer(linked, source.body) if match[1] not in headings
        ]
    for start, end in source.mask.tags:
        found += [
            (start, m[1] or m[2] or m[3]) for m in _NAMED.finditer(source.text, start, end) if m[m.lastindex or 1]
        ]
    return tuple([name for _, name in sorted(found)]) if found else ()


def find_ignores(source: Source) -> tuple[Ignore, ...]:
    """Return the comments `<!-- pincite: ignore RULE… -->` of a page."""
    if not source.mask.comments:
        return ()
    found = []
    for start, end in source.mask.comments:
        match = _IGNORE.match(source.text, start, end)
        if match:
            words = match[1].replace(",", " ").split()
            rules = tuple(word for word in words if _RULE.match(word))
            found.append(Ignore(rules, *source.at(start)))
    return tuple(found)
