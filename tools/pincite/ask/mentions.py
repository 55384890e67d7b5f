"""Identifiers that a text names: what looks like code in inline code, and what can be nothing else in prose."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Iterator

from pincite.model import Page
from pincite.parse.mask import mask
from pincite.record import NamedTuple

# A name in inline code, alone but for its call's brackets: `Signer.sign()`. (`max_age=90` is an argument of anything.)
_NAME = re.compile(r"([A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*)(?:\(.*\))?\Z")
# In prose only what no English word looks like: SignatureExpired, loads_unsafe, HMAC_KEY.
_SHAPED = re.compile(
    r"\b(?:[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[A-Z]{3,}[a-z]{2,}\w*|[A-Z]{2,}[a-z]+[A-Z]\w*|[A-Za-z][a-z0-9]*(?:_[A-Za-z0-9]+)+)\b"
)
# A plain word in inline code is as often a command, an option or a value as the function of that name.
_PLAIN = re.compile(r"[a-z]+\Z")
_LEAST = 4
_BUILTIN = frozenset(dir(builtins))


class Mention(NamedTuple):
    """An identifier, where it stands in the page's text, and on which line."""

    name: str
    start: int
    line: int


def mentions(page: Page) -> Iterator[Mention]:
    """Yield the identifiers that the text of a page names, outside fences, comments, links and citations."""
    masked = mask(page.text, page.body)
    taken = [(link.start, link.end) for link in page.links] + [(cited.start, cited.end) for cited in page.citations]
    text = _blanked(masked.cited, taken)
    for start, end in masked.code:
        inside = text[start:end].strip("` ")
        found = _NAME.match(inside)
        if found and not _PLAIN.match(inside) and _tells(found[1]):
            yield _mention(page, found[1].replace("::", "."), start)
    for found in _SHAPED.finditer(_blanked(text, masked.code), page.body):
        yield _mention(page, found[0], found.start())


def _tells(name: str) -> bool:
    """Return whether a name in inline code says which definition it means: no short one, no builtin, no `__init__`."""
    if "." in name or "::" in name:
        return True
    return len(name) >= _LEAST and name not in _BUILTIN and not (name.startswith("__") and name.endswith("__"))


def _mention(page: Page, name: str, start: int) -> Mention:
    return Mention(name, start, page.text.count("\n", 0, start) + 1)


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return the text with these spans blank; offsets stay."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
