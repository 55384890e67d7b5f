"""One function for each way in which two spellings count as the same, and for the ids of headings."""

from __future__ import annotations

from pincite.patterns import lazy

_NOT_IN_SLUG = lazy(r"[^\w\- ]")
_TAG = lazy(r"</?[^>]*>")


def nfc(text: str) -> str:
    """Return the composed Unicode form, in which two spellings of one name are equal."""
    if text.isascii():
        return text
    import unicodedata  # most names never need it

    return unicodedata.normalize("NFC", text)


def slug(text: str) -> str:
    """Return the id of a heading with this plain text, in GitHub's form, CJK kept.

    The same as `pymdownx.slugs.slugify(case="lower")`, which the site is configured with (a test compares the two).
    """
    plain = nfc(text)
    if "<" in plain:
        closed, mark, rest = plain.rpartition(">")  # behind the last `>`, each `<` would be searched to the end
        plain = _TAG.sub("", closed + mark) + rest
    return _NOT_IN_SLUG.sub("", plain.strip().lower()).replace(" ", "-")


def name_key(text: str) -> str:
    """Return the key under which two names of pages are the same: NFC, case folded, spaces, `-` and `_` alike."""
    folded = nfc(text)
    return folded.casefold().replace(" ", "-").replace("_", "-")
