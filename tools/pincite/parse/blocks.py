"""The exact reading of a page that has more than paragraphs and plain lists.

It follows what the site publishes, which is Python-Markdown: a list item, an admonition (`!!! note`), a `???` block, a
tab (`=== "x"`) and a footnote each open one level of four columns, and what stands four columns further right than
the open levels after a blank line is code. Fences follow CommonMark, which forgives more (a fence that Python-Markdown
does not recognise is nearly always meant as one), and so do comments.
"""

from __future__ import annotations

from pincite.parse.cursor import TAB, Line, Parts
from pincite.parse.inline import Inline
from pincite.parse.mask import Mask, without
from pincite.parse.walk import Walk
from pincite.patterns import lazy

_BREAK = lazy(r"\r\n|\n|\r")
_PREFIX = lazy(r"[ \t>]*")


def mask_blocks(text: str, body: int) -> Mask:
    """Return the copies of a page of any kind."""
    parts = Parts(text)
    Walk(parts, _lines(text, body), 0).run()
    parts.hidden.sort()
    cited = without(text, parts.hidden)
    inline = Inline(cited)
    for start, end in parts.inline:
        inline.read(start, end)
    for start, end in parts.raw:
        inline.tags_only(start, end)
    cited = without(cited, sorted(inline.hidden))
    linked = without(cited, sorted(inline.code + inline.escapes + inline.tags + parts.raw))
    comments = tuple(sorted(parts.comments + inline.comments))
    return Mask(cited, linked, tuple(inline.code), comments, tuple(sorted(set(inline.tags))),
                tuple(parts.headings), tuple(parts.faults))  # fmt: skip


def _lines(text: str, body: int) -> list[Line]:
    """Return the lines of the text behind the frontmatter."""
    found, at = [], body
    for match in _BREAK.finditer(text, body):
        found.append((_expanded(text[at : match.start()]), match.start()))
        at = match.end()
    found.append((_expanded(text[at:]), len(text)))
    return found


def _expanded(line: str) -> str:
    """Return the line with the tabs of its leading white space and quote marks expanded."""
    prefix = _PREFIX.match(line)
    if prefix is None or "\t" not in prefix[0]:
        return line
    return prefix[0].expandtabs(TAB) + line[prefix.end() :]
