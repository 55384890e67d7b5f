"""The YAML block at the top of a page, as typed text: no date, no boolean and no number is made of a scalar."""

from __future__ import annotations

from pincite.model import Fault, Frontmatter, Value
from pincite.parse.plain_yaml import plain_yaml
from pincite.patterns import lazy
from pincite.record import NamedTuple

# A rule (`---`) that opens a page is no frontmatter: what follows must look like a key or be closed at once.
_OPEN = lazy(r"\ufeff?---[ \t]*\r?(?:\n|\Z)")
_CLOSE = lazy(r"\n(?:---|\.\.\.)[ \t]*\r?(?=\n|\Z)")
_KEY = lazy(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*+[\"'\w{?][^\n]*?:(?:[ \t\r\n]|\Z)|\{")


class Block(NamedTuple):
    """What stands at the top of a page: the frontmatter, the offset of the text behind it, and its faults."""

    frontmatter: Frontmatter | None
    body: int
    faults: tuple[Fault, ...]


def parse_frontmatter(text: str) -> Block:
    """Return the frontmatter of a page; a page without one has neither frontmatter nor faults."""
    opening = _OPEN.match(text)
    if opening is None:
        return Block(None, 1 if text.startswith("\ufeff") else 0, ())
    start = opening.end()
    closing = _CLOSE.search(text, start - 1)
    if closing is None:
        return _unclosed(text, start)
    body = min(closing.end() + 1, len(text))
    end = closing.start() + 1
    plain = plain_yaml(text, start, end, 2)
    if plain is not None:
        return Block(Frontmatter(*plain, start, end), body, ())
    inner = text[start:end]
    if inner.strip() and not _KEY.match(inner):
        return Block(None, opening.start() + text.startswith("\ufeff"), ())
    values, lines, faults = _load(inner)
    if values is None:
        return Block(None, body, faults)
    return Block(Frontmatter(values, lines, start, end), body, faults)


def _unclosed(text: str, start: int) -> Block:
    """Return the fault of a block that nothing ends, or none where the first line is a rule of the text."""
    if not _KEY.match(text, start):
        return Block(None, 1 if text.startswith("\ufeff") else 0, ())
    message = "the frontmatter is not closed: put a line `---` behind its last key"
    return Block(None, start, (Fault("frontmatter.syntax", message, 1, 1),))


def _load(inner: str) -> tuple[dict[str, Value] | None, dict[str, int], tuple[Fault, ...]]:
    """Return values, line of each key, and faults of the text between the delimiters, which begins in line 2."""
    from pincite.parse.yaml_text import load_yaml

    return load_yaml(inner, 2)
