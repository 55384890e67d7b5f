"""What of a page is text: one copy of it for citations and one for links, both of the page's own length.

What can hold nothing (fences, indented code, comments, math, HTML tags) is overwritten with NUL characters, so that an
offset in a copy is an offset in the page. Inline code stays in the copy for citations, since that is how people write
them, and is overwritten in the copy for links.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from pincite.model import Fault

HIDDEN = "\0"
Span: TypeAlias = "tuple[int, int]"

_SPAN = re.compile(r"`[^`\n]+`")
# Anything that makes a page more than paragraphs, headings and lists of one level with inline code.
_UNUSUAL = re.compile(r"[\\<$\r]|```|~~~|%%|\n[ >]*(?:    |\t)|\n[ ]*>")


class Mask(NamedTuple):
    """`code` holds the spans of inline code with its backticks, `comments` and `tags` those of HTML.

    `headings` are the spans of headings that do not begin their line: in quotes, in lists.
    """

    cited: str
    linked: str
    code: tuple[Span, ...]
    comments: tuple[Span, ...] = ()
    tags: tuple[Span, ...] = ()
    headings: tuple[Span, ...] = ()
    faults: tuple[Fault, ...] = ()


def mask(text: str, body: int) -> Mask:
    """Return the copies of a page whose text begins at `body`."""
    if _UNUSUAL.search(text, max(0, body - 1)) is None and (body or not text.startswith((" ", "\t", ">"))):
        code = tuple(match.span() for match in _SPAN.finditer(text, body))
        if text.count("`", body) == 2 * len(code):
            return Mask(text, without(text, [span for span in code if "[" in text[span[0] : span[1]]]), code)
    from pincite.parse.blocks import mask_blocks

    return mask_blocks(text, body)


def without(text: str, spans: list[Span]) -> str:
    """Return `text` with these spans hidden, which are in order and may overlap; line ends stay."""
    if not spans:
        return text
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        if end > at:
            start = max(start, at)
            pieces += (text[at:start], hide(text[start:end]))
            at = end
    pieces.append(text[at:])
    return "".join(pieces)


def hide(text: str) -> str:
    """Return as many NUL characters, with the line ends kept."""
    if "\n" not in text:
        return HIDDEN * len(text)
    return "\n".join(HIDDEN * len(line) for line in text.split("\n"))
