"""The bullets of an entry: what a request says, in the words and the order that pages have."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.config import LABELS, Config
from pincite.edit.capture.request import Request
from pincite.model import Bullet
from pincite.parse.grammar import Grammar
from pincite.parse.page import parse_page

# Told of a supersession in part, on both sides; the older entry stays live.
AMENDS, AMENDED = "Amends", "Amended"


def bullets(request: Request, depends: tuple[str, ...], amends: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield (canonical label, text) of everything but the sources; `depends` and `amends` are links, ready to stand."""
    if request.status != "accepted":
        yield "Status", request.status
    yield from (("Decision", text) for text in _texts(request.decision))
    yield from (("Rule", text) for text in _texts(request.rule))
    yield from (("Why", text) for text in _texts(request.why))
    yield from (("Rejected", text) for text in _texts(*request.rejected))
    yield from (("Consequence", text) for text in _texts(*request.consequence))
    facts = ", ".join(_code(text) for text in _texts(*request.fact))
    yield from (("Facts", text) for text in _texts(facts))
    yield from (("Check", _code(text)) for text in _texts(*request.check))
    yield from (("Depends on", text) for text in depends)
    yield from ((AMENDS, text) for text in amends)
    yield from (("Open", text) for text in _texts(*request.open))


def sources(request: Request, pinned: str, date: str, grammar: Grammar) -> str:
    """Return the text of the Source bullet: what was pinned, what was given, a conversation where it is neither."""
    given = [_cited(text, grammar) for text in _texts(*request.source)]
    return ", ".join([pinned, *given] if pinned else given) or f"conversation, {date}"


def shown(label: str, config: Config) -> str:
    """Return a canonical label as this team writes it."""
    typed = {canonical.casefold(): name for canonical, name in config.labels}
    return typed.get(label.casefold(), label)


def says(found: tuple[Bullet, ...], meant: list[tuple[str, str]]) -> bool:
    """Return whether bullets that were parsed hold all that was meant, word for word; they may hold more."""
    known = {label.casefold() for label in LABELS} | {AMENDS.casefold()}
    left = [(bullet.label, _words(bullet.text)) for bullet in found if bullet.label in known]
    for label, text in meant:
        one = (label.casefold(), _words(text))
        if one not in left:
            return False
        left.remove(one)
    return True


def _texts(*texts: str) -> list[str]:
    return [text.strip() for text in texts if text.strip()]


def _code(text: str) -> str:
    return text if "`" in text else f"`{text}`"


def _cited(text: str, grammar: Grammar) -> str:
    """Return a source as it stands in a page: a bare citation in backticks, everything else as it was typed."""
    found = parse_page("source.md", text.encode("utf-8", "surrogateescape"), grammar).citations
    for citation in reversed(found):
        if "`" not in text and citation.form != "link" and "://" not in citation.text:
            text = f"{text[: citation.start]}`{text[citation.start : citation.end]}`{text[citation.end :]}"
    return text


def _words(text: str) -> str:
    return " ".join(text.split())
