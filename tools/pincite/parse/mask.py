"""What of a page is text: one copy of it for citations and one for links, both of the page's own length.

What can hold nothing (fences, indented code, comments, math, HTML tags) is overwritten with NUL characters, so that an
offset in a copy is an offset in the page. Inline code stays in the copy for citations, since that is how people write
them, and is overwritten in the copy for links.
"""

from __future__ import annotations

from pincite.model import Fault
from pincite.patterns import lazy
from pincite.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import TypeAlias


HIDDEN = "\0"
Span: TypeAlias = "tuple[int, int]"
Place: TypeAlias = "tuple[int, int, int, int, int]"  # of a heading: level, start, its content from and to, end

# Inline code on one line; the groups are those of a citation that fills it: path, first and last line, twice.
_SPAN = lazy(
    r"`(?:([\w./+-]*\w\.[A-Za-z]\w{0,11})(?::([0-9]{1,9})(?:-([0-9]{1,9}))?|#L([0-9]{1,9})(?:-L([0-9]{1,9}))?)"
    r"|[^`\n]+)`"
)
# What makes a page more than paragraphs, headings and lists of one level with inline code. Searches for one character,
# and expressions that begin with one, cost a tenth of one expression that has alternatives.
_UNUSUAL_CHARACTERS = ("\\", "<", "$", "\r", "\t")
_UNUSUAL_LINE = lazy(r"\n(?:    | {0,3}(?:>|(?:[-+*]|[0-9]+\.) +#))")


class Mask(NamedTuple):
    """`code` holds the spans of inline code with its backticks, `comments` and `tags` those of HTML.

    `headings` are the places of all headings where the exact reading found them, else None: then they begin lines.
    `plain` are the matches of inline code that is nothing but a citation, where they were found on the way.
    """

    cited: str
    linked: str
    code: tuple[Span, ...]
    comments: tuple[Span, ...] = ()
    tags: tuple[Span, ...] = ()
    headings: tuple[Place, ...] | None = None
    faults: tuple[Fault, ...] = ()
    plain: tuple[re.Match[str], ...] = ()


def mask(text: str, body: int) -> Mask:
    """Return the copies of a page whose text begins at `body`."""
    if _usual(text, body):
        spans = list(_SPAN.finditer(text, body))
        if text.count("`", body) == 2 * len(spans):
            code = tuple([match.span() for match in spans])
            linked = without(text, [span for span in code if "[" in text[span[0] : span[1]]]) if "[" in text else text
            return Mask(text, linked, code, plain=tuple([match for match in spans if match[1]]))
    from pincite.parse.blocks import mask_blocks

    return mask_blocks(text, body)


def _usual(text: str, body: int) -> bool:
    """Return whether the text behind the frontmatter has nothing that needs the exact reading of blocks."""
    for character in _UNUSUAL_CHARACTERS:
        if text.find(character, body) >= 0:
            return False
    if ("~" in text and "~~~" in text) or ("%" in text and "%%" in text):
        return False
    return _UNUSUAL_LINE.search(text, max(0, body - 1)) is None and (body > 0 or not text.startswith((" ", ">")))


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
