"""Text to terms: the one place that decides what counts as the same word in a question and in an entry."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from pincite.ask.stem import stem

_RUN = re.compile(r"\w+(?:['’]\w+)?")
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")
# Kana, ideographs and Hangul: scripts whose words are not told apart by spaces, or bend at their ends. Runs of them are
# cut into overlapping pairs of characters.
_CJK = "぀-ヿ㐀-䶿一-鿿豈-﫿ｦ-ﾟ가-힣"

NUMBERS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30",
    "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90", "hundred": "100",
}  # fmt: skip

# Words that carry the grammar of a question and no subject of their own.
_STOP = """
    a about after again all also although am an and any anybody anyone anything are as at be because been before
    being both but by can cannot could d did do does doing don done during each either else ever every everyone for
    from further had has have having he her here hers him his how however i if in instead into is isn it its just
    kind let ll m many may me might mine more most much must my myself neither no nobody none nor not nothing now of off
    on once only onto or other our ours ourselves out over own per please re s same shall she should since so some
    somebody someone something still such t than that the their theirs them then there these they thing things this
    those though to too until up upon us ve very was we were what whatever when where whether which while who whom
    whose why will with within without would yet you your yours
"""
STOP = frozenset(_STOP.split())

# Words that stand in questions about anything: they count, but for less.
_LIGHT = """
    ask change come create decide decision different end find get give go happen help keep know let like live look make
    mean need new number old option people person possible put question rule say see set show start stop stuff take
    team tell think time try use want way work
"""
LIGHT = frozenset(_LIGHT.split())


def folded(text: str) -> str:
    """Return the text case-folded, compatibility forms made one, accents taken off Latin letters."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKC", text).casefold().replace("ı", "i")
    parts = unicodedata.normalize("NFKD", plain)
    return unicodedata.normalize("NFC", "".join(c for c in parts if not "\u0300" <= c <= "\u036f"))


def words(text: str, single: bool = False) -> Iterator[str]:
    """Yield the words of a text, folded and in order; an identifier yields its parts.

    `single` yields each CJK character too, so that a question of one character finds the text.

    >>> list(words("SignatureExpired after max_age=90"))
    ['signature', 'expired', 'after', 'max', 'age', '90']
    """
    plain = text if text.isascii() else unicodedata.normalize("NFC", text)
    for run in _RUN.findall(plain):
        if run.isascii():
            yield from _latin(run)
            continue
        for cjk, other in _scripts().findall(run):
            yield from _pairs(folded(cjk), single) if cjk else _latin(other)


@cache
def _scripts() -> re.Pattern[str]:
    """Return what splits a run at the borders of CJK; compiled for texts that need it."""
    return re.compile(f"([{_CJK}]+)|([^{_CJK}]+)")


def term(word: str) -> str:
    """Return the term of one folded word: its stem, a number in digits."""
    return NUMBERS.get(word) or stem(word)


def _latin(run: str) -> Iterator[str]:
    run = re.split("['’]", run, maxsplit=1)[0]
    for part in filter(None, run.split("_")):
        pieces = _PIECE.findall(part) if part.isascii() else [part]
        if len(pieces) != 1:
            yield folded(part)  # "OAuth" is typed without its capitals too, and "k8s" is no 8
        yield from (folded(piece) for piece in pieces if len(pieces) == 1 or len(piece) > 1 or _tells(piece, part))


def _tells(piece: str, part: str) -> bool:
    """Return whether a digit stands for itself, as in "sha1", and is not part of a short name, as in "k8s"."""
    return piece.isdigit() and len(part) > 3


def _pairs(run: str, single: bool) -> Iterator[str]:
    if single or len(run) == 1:
        yield from run
    for at in range(len(run) - 1):
        yield run[at : at + 2]
