"""Where facts and checks stand in an entry: in inline code of its Facts and Check bullets, or in their plain text."""

from __future__ import annotations

from pincite.model import Bullet, Entry, Page
from pincite.patterns import lazy
from pincite.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


MOST_PARTS = 5  # of a name; each shape with `*` of a name is a key of its own

# A name of dotted words. A hyphen would be a minus in a check.
NAME = r"[^\W\d]\w*(?:\.\w+)*"

_CODE = lazy(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_DOTTED = lazy(r"(?<![\w./])[^\W\d]\w*(?:\.\w+)+(?![\w/])")
_FACT = lazy(rf"\s*({NAME})\s*=(?!=)\s*(\S.*?)\s*\Z")
# A comma separates facts where another one follows it.
_NEXT = lazy(rf"[,;]\s*(?={NAME}\s*=(?!=))|\n\s*[-*+]?\s*")


class Written(NamedTuple):
    """A fact or a check as it is written at an offset of its page; `name` is '' for a check and for what is none."""

    name: str
    text: str
    start: int


def facts_in(entry: Entry, page: Page) -> Iterator[Written]:
    """Yield the facts of an entry; one with name '' where something else stands there."""
    for bullet in entry.bullets:
        if bullet.label == "facts":
            for text, start in _pieces(bullet, page):
                found = _FACT.match(text)
                yield Written(found[1], found[2], start) if found else Written("", text, start)


def checks_in(entry: Entry, page: Page) -> Iterator[Written]:
    """Yield the checks of an entry."""
    for bullet in entry.bullets:
        if bullet.label == "check":
            for text, start in _spans(bullet, page):
                yield Written("", text.strip(), start)


def names_in(text: str) -> Iterator[str]:
    """Yield the dotted names that a text speaks of."""
    for found in _DOTTED.finditer(text):
        yield found[0]


def shapes_of(name: str) -> Iterator[str]:
    """Yield a name, and every shape that it has: with `*` for some of its parts."""
    parts = name.split(".")
    if len(parts) <= MOST_PARTS:
        for stars in range(2 ** len(parts)):
            yield ".".join("*" if stars >> place & 1 else part for place, part in enumerate(parts))


def _pieces(bullet: Bullet, page: Page) -> Iterator[tuple[str, int]]:
    """Yield what stands between commas in each span of code."""
    for text, start in _spans(bullet, page):
        at = 0
        for gap in _NEXT.finditer(text):
            if text[at : gap.start()].strip():
                yield text[at : gap.start()].strip(), start + at
            at = gap.end()
        if text[at:].strip():
            yield text[at:].strip(), start + at


def _spans(bullet: Bullet, page: Page) -> Iterator[tuple[str, int]]:
    """Yield the spans of code of a bullet with their offsets, and its other text as far as it reads like a fact."""
    start = page.text.find(bullet.text, bullet.start, bullet.end) if bullet.text else -1
    if start < 0:
        return
    at = 0
    for span in [*_CODE.finditer(bullet.text), None]:
        between = bullet.text[at : span.start() if span else None]
        if "=" in between or (span is None and at == 0):
            yield between.strip(" ,;\n"), start + at + len(between) - len(between.lstrip(" ,;\n"))
        if span:
            yield span[2], start + span.start(2)
            at = span.end()
