"""English stems, so that "rotated", "rotating" and "rotation" meet.

The suffix tables are those of M. F. Porter, "An algorithm for suffix stripping" (Program 14(3), 1980), applied in his
order; a word that is not plain lower-case ASCII is its own stem.
"""

from __future__ import annotations

import re
from functools import cache

_PLAIN = re.compile(r"[a-z]{3,}\Z")
_VOWEL = re.compile(r"[aeiou]|(?<=[^aeiou])y")
_VC = re.compile(r"(?:[aeiou]|(?<=[^aeiou])y)+(?:[b-df-hj-np-tv-xz]|(?<=[aeiou])y|^y)")
_CVC = re.compile(r"[^aeiou][aeiouy][^aeiouwxy]\Z")

_STEP2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("abli", "able"),
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
    ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"),
    ("iviti", "ive"), ("biliti", "ble"),
)  # fmt: skip
_STEP3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
)  # fmt: skip
_STEP4 = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize",
    "al", "er", "ic", "ou",
)  # fmt: skip


@cache
def stem(word: str) -> str:
    """Return the stem of a word that is already case-folded."""
    if not _PLAIN.match(word):
        return word
    return _last_letters(_long_suffixes(_final_y(_past(_plural(word)))))


def _measure(part: str) -> int:
    """Return how many vowel-consonant sequences the part has (Porter's m)."""
    return len(_VC.findall(part))


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        part = word.removesuffix(suffix)
        if part != word and _VOWEL.search(part):
            return _restored(part)
    return word


def _restored(part: str) -> str:
    """Give back the letter that an -ed or -ing took or doubled."""
    if part.endswith(("at", "bl", "iz")):
        return part + "e"
    if len(part) > 1 and part[-1] == part[-2] and part[-1] not in "aeiouylsz":
        return part[:-1]
    return part + "e" if _measure(part) == 1 and _CVC.search(part) else part


def _final_y(word: str) -> str:
    return word[:-1] + "i" if word.endswith("y") and _VOWEL.search(word[:-1]) else word


def _long_suffixes(word: str) -> str:
    for table in (_STEP2, _STEP3):
        for suffix, shorter in table:
            if word.endswith(suffix):
                part = word[: -len(suffix)]
                word = part + shorter if _measure(part) > 0 else word
                break
    return _step4(word)


def _step4(word: str) -> str:
    for suffix in _STEP4:
        if word.endswith(suffix):
            return word[: -len(suffix)] if _measure(word[: -len(suffix)]) > 1 else word
    if word.endswith(("sion", "tion")) and _measure(word[:-3]) > 1:
        return word[:-3]
    return word


def _last_letters(word: str) -> str:
    if word.endswith("e"):
        part = word[:-1]
        if _measure(part) > 1 or (_measure(part) == 1 and not _CVC.search(part)):
            word = part
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
