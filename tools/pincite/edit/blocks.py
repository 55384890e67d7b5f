"""Blocks of our own in files of the user's: put in between markers, taken out again without a trace.

A block is whole lines. Where the file had no final line end, the block gets none either, so that taking it out gives
back the very bytes that were there.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.errors import UsageError

_ADDED = "added by pincite init; pincite uninit takes it out"
_MADE = "a file made by pincite init; pincite uninit removes it"
_BLOCK = re.compile(
    r"^[ \t]*(?:#|<!--) pincite:begin (?P<name>[\w-]+)[^\n]*\n"
    r"(?:(?![ \t]*(?:#|<!--) pincite:(?:begin|end)\b)[^\n]*\n)*"
    r"[ \t]*(?:#|<!--) pincite:end\b[^\n]*(?:\n|\Z)",
    re.MULTILINE,
)
_MARKER = re.compile(r"^[ \t]*(?:#|<!--) pincite:(?:begin|end)\b", re.MULTILINE)


class Comment(NamedTuple):
    """How a file writes a comment of one line."""

    before: str
    after: str


HASH, HTML = Comment("# ", ""), Comment("<!-- ", " -->")


def newline_of(text: str) -> str:
    """Return the line end that most lines of `text` have, LF where there is none."""
    return "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"


def with_block(
    text: str | None, name: str, body: str, comment: Comment, at: int | None = None, indent: str = ""
) -> str:
    """Return `text` with the block `name`, which holds the lines of `body`; a text of None is a file to be made.

    A block of that name gets the new lines where it stands; else it is put at the offset `at`, the start of a line or
    the end of the text (the default). Raises UsageError where markers are broken, since nothing is safe then.
    """
    if text is None:
        return with_block("", name, body, comment, indent=indent).replace(_ADDED, _MADE)
    refuse_broken(text)
    newline = newline_of(text)
    for found in _BLOCK.finditer(text):
        if found["name"] == name:
            first, *_, last = found[0].removesuffix("\n").removesuffix("\r").split("\n")
            indent = first[: len(first) - len(first.lstrip())]
            block = newline.join([first.rstrip("\r"), *_lines(body, indent), last])
            end = newline if found[0].endswith("\n") else ""
            return text[: found.start()] + block + end + text[found.end() :]
    first, last = (f"{indent}{comment.before}pincite:{word}{comment.after}" for word in
                   (f"begin {name} ({_ADDED})", f"end {name}"))  # fmt: skip
    block = newline.join([first, *_lines(body, indent), last])
    place = len(text) if at is None else at
    if place and text[place - 1] != "\n":
        return text[:place] + newline + block + text[place:]
    return text[:place] + block + newline + text[place:]


def without_blocks(text: str) -> str:
    """Return `text` as it was before any block of ours was put in. Raises UsageError where markers are broken."""
    refuse_broken(text)
    while blocks := list(_BLOCK.finditer(text)):
        found = blocks[-1]  # the last one first: the one before it then ends the text as it did when it was put in
        before = text[: found.start()]
        if not found[0].endswith("\n"):
            before = before.removesuffix("\n").removesuffix("\r")
        text = before + text[found.end() :]
    return text


def is_made(text: str) -> bool:
    """Return whether a block says that its file did not exist before."""
    return any(_MADE in found[0].partition("\n")[0] for found in _BLOCK.finditer(text))


def has_block(text: str, name: str) -> bool:
    """Return whether `text` has a whole block of this name."""
    return any(found["name"] == name for found in _BLOCK.finditer(text))


def refuse_broken(text: str) -> None:
    """Raise UsageError where the markers do not stand in pairs."""
    if len(_MARKER.findall(text)) != 2 * len(_BLOCK.findall(text)):
        line = text.count("\n", 0, next(_MARKER.finditer(text)).start()) + 1
        raise UsageError(f"a pincite marker has lost its counterpart (first marker in line {line}): mend it by hand")


def _lines(body: str, indent: str) -> list[str]:
    return [f"{indent}{line}" if line else "" for line in body.rstrip("\n").split("\n")]
