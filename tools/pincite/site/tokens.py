"""Marks that stand for links, citations and ready HTML while Python-Markdown works on a page.

A mark is made of private-use characters alone, so no Markdown extension takes it for anything but text. The scanner
of the gate says where links and citations stand; what it found is marked before Markdown runs, so the site shows
exactly what the gate has checked. A mark that ends up in code after all is turned back into its source text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

OPEN, CLOSE = "\ue000", "\ue001"
# What a mark stands for: a link, a citation, HTML that is put in after cleaning, or a slot that the build fills in.
LINK, CITATION, HELD, SLOT = "\ue002", "\ue003", "\ue004", "\ue005"
_ZERO = 0xE010
_TOKEN = f"{OPEN}([{LINK}-{SLOT}])([\ue010-\ue019]+){CLOSE}"
TOKEN = re.compile(_TOKEN)
# Alone in a paragraph, held HTML replaces the paragraph: a `<div>` cannot stand in a `<p>`.
ALONE = re.compile(f"<p>\\s*({_TOKEN})\\s*</p>")
_RESERVED = re.compile(f"[{OPEN}-\ue019]")


def mark(kind: str, number: int) -> str:
    """Return the mark number `number` of this kind."""
    return OPEN + kind + "".join(chr(_ZERO + int(digit)) for digit in str(number)) + CLOSE


def number_of(digits: str) -> int:
    """Return the number that these digits of a mark spell."""
    return int("".join(str(ord(digit) - _ZERO) for digit in digits))


def without_marks(text: str) -> str:
    """Return a text in which nobody else has written a mark; its length stays."""
    return _RESERVED.sub("\ufffd", text)


def replaced(text: str, by: Callable[[str, int], str | None]) -> str:
    """Return the text with each mark (kind, number) replaced; None leaves a mark where it is."""
    if OPEN not in text:
        return text

    def one(match: re.Match[str]) -> str:
        made = by(match[1], number_of(match[2]))
        return match[0] if made is None else made

    return TOKEN.sub(one, text)
