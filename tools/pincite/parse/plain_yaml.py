"""A quick reading of the YAML that nearly all frontmatter is: `key: words`, `key: [a, b]`, and lists below a key.

PyYAML's C parser takes longer for four lines than all else of a page together. Whatever YAML could read otherwise than
as the text that stands there (`: `, ` #`, anchors, block scalars, escapes, values over several lines) is left to it;
a test holds the two to the same values.
"""

from __future__ import annotations

from pincite.model import Value
from pincite.patterns import ASCII, lazy

# Characters of words: what is printable to YAML, without `:` and `#`, which could end a value.
_FIRST = "0-9A-Za-z\xa1-\u1fff\u3001-\ud7ff"
_REST = ' !"$-9;-~\xa0-\u1fff\u3001-\ud7ff'
_ITEM = " !$-+.-9;-Z\\^-z|~\xa0-\u1fff\u3001-\ud7ff"  # without `,`, `-` at the start, brackets, braces, quotes
_LINE = lazy(
    rf"([A-Za-z_][\w-]{{0,99}}+):(?: +(?:([{_FIRST}][{_REST}]*+)|\"([ !#-\[\]-~\xa0-\u1fff\u3001-\ud7ff]*+)\" *"
    rf"|\[((?:[{_FIRST}][{_ITEM}]*+(?:, *[{_FIRST}][{_ITEM}]*+)*+)?)\] *))?\r?(?:\n|\Z)",
    ASCII,
)
_BELOW = lazy(rf"( *)- +([{_FIRST}][{_REST}]*+)\r?(?:\n|\Z)")


def plain_yaml(text: str, start: int, end: int, first_line: int) -> tuple[dict[str, Value], dict[str, int]] | None:
    """Return values and the line of each key of `text[start:end]`, None where it takes a YAML parser to read it."""
    values: dict[str, Value] = {}
    lines: dict[str, int] = {}
    match = _LINE.match
    number = first_line
    while start < end:
        found = match(text, start, end)
        if found is None:
            return None
        key, words, quoted, items = found.groups()
        if key in values:
            return None
        lines[key] = number
        start = found.end()
        number += 1
        if words is not None:
            values[key] = words.rstrip(" ")
        elif quoted is not None:
            values[key] = quoted
        elif items is not None:
            values[key] = [item.strip(" ") for item in items.split(",")] if items else []
        else:
            below, start = _below(text, start, end)
            values[key] = below or ""
            number += len(below)
    return values, lines


def _below(text: str, start: int, end: int) -> tuple[list[Value], int]:
    """Return the items of the list that begins at `start`, all indented alike, and where it ends."""
    items: list[Value] = []
    indent = None
    while found := _BELOW.match(text, start, end):
        if indent is None:
            indent = found[1]
        elif found[1] != indent:
            break
        items.append(found[2].rstrip(" "))
        start = found.end()
    return items, start
