"""The labelled list items of an entry: `- **Decision:** Keep 4 keys.`"""

from __future__ import annotations

from pincite.model import Bullet
from pincite.parse.grammar import Grammar
from pincite.parse.source import Source
from pincite.patterns import lazy
from pincite.text import name_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any


_known: dict[tuple[tuple[str, str], ...], dict[str, str]] = {}
# A list item, with its label where that has the usual form.
_ITEM = lazy(r"\n( {0,3})(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?:\*\*([^*\n:：]{1,60}):\*\*[ \t]*)?")
# The other forms: the colon behind the bold, another colon, underscores, or a known label without marks.
_LABEL = lazy(
    r"(?:\*\*|__)([^*\n:：]{1,60}?)[ \t]*(?:[:：](?:\*\*|__)|(?:\*\*|__)[ \t]*[:：])[ \t]*"
    r"|([^\W\d_][\w \t]{0,40}?)[ \t]*[:：](?=\s|\Z)[ \t]*"
)
_GAP = lazy(r"\n(?:(?:[ \t\r]*\n)++|(?=#{1,6}[ \t]))")

_new: Any = tuple.__new__


def find_bullets(source: Source, start: int, end: int, grammar: Grammar) -> tuple[Bullet, ...]:
    """Return the labelled list items in `start:end`; an item indented below another is part of that."""
    linked, text = source.mask.linked, source.text
    items = _siblings(linked, start, end)
    if not items:
        return ()
    starts = [item.start() for item in items[1:]]
    starts.append(end)
    names, line_of = _names(grammar.labels), source.at
    found = []
    for item, stop in zip(items, starts, strict=True):
        label, begin = item[2], item.end()
        name = names.get(label) if label else None
        if name is None:
            name, begin = _other_label(linked, item, names)
            if not name:
                continue
        at = item.start() + 1
        if linked.find("\n", begin, stop - 1) >= 0:
            stop = item_end(linked, begin, stop)
        content = text[begin:stop].rstrip()
        found.append(_new(Bullet, (name, content.lstrip(), line_of(at)[0], at, begin + len(content))))
    return tuple(found)


def item_end(linked: str, start: int, stop: int) -> int:
    """Return where the list item ends that reaches to `stop` at most: with its list, or with its section."""
    for gap in _GAP.finditer(linked, start, stop):
        if linked[gap.end() : gap.end() + 1] not in (" ", "\t", ""):
            return gap.start()
    return stop


def _siblings(linked: str, start: int, end: int) -> list[re.Match[str]]:
    """Return the list items that do not stand below another one."""
    items = list(_ITEM.finditer(linked, start, end))
    if any(item[1] for item in items):
        most = len(items[0][1]) + 1
        items = [item for item in items if len(item[1]) <= most]
    return items


def _other_label(linked: str, item: re.Match[str], names: dict[str, str]) -> tuple[str, int]:
    """Return the name of a label that is written otherwise, or is not known, and where the text behind it begins."""
    if item[2]:
        return names.get(name_key(item[2].strip())) or item[2].strip().lower(), item.end()
    label = _LABEL.match(linked, item.end())
    if label is None:
        return "", 0
    known = names.get(name_key((label[1] or label[2]).strip()))
    if known is None and label[2]:
        return "", 0
    return known or label[1].strip().lower(), label.end()


def _names(labels: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return the canonical label for each typed one, in the usual spelling and by its key."""
    if labels not in _known:
        names = {canonical.capitalize(): canonical for typed, canonical in labels if typed == name_key(canonical)}
        _known[labels] = names | dict(labels)
    return _known[labels]
