"""Apply edits to texts: no byte changes but those that an edit names."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.errors import RunError
from pincite.model import Edit, Page


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` with the edits of one page, whose offsets all count in `text`; doubled ones count once.

    Insertions at one place keep their order. Raises RunError where two edits change the same characters.
    """
    out, at = [], 0
    for edit in sorted(dict.fromkeys(edits), key=lambda edit: (edit.start, edit.end)):
        if edit.start < at:
            raise RunError(f"two repairs of {edit.path} meet in one place; run the command again")
        out += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*out, text[at:]])


def encoded(page: Page, text: str, data: bytes) -> bytes:
    """Return the bytes of a changed page. Raises RunError where the page, read as `data`, is not editable UTF-8."""
    if page.text.encode("utf-8", "surrogateescape") != data:
        raise RunError(f"{page.path} is not UTF-8; save it as UTF-8 first")
    return text.encode("utf-8", "surrogateescape")


def with_newlines(text: str, newline: str) -> str:
    """Return a text that was written with LF with the line ends of the page that it goes into."""
    return text if newline == "\n" else text.replace("\n", newline)
