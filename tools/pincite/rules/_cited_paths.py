"""Paths that a page's frontmatter names as its sources: `source-files: [src/app.py]`.

With lines (`source: src/app.py:12`) they are citations like those of the text, which the parser finds.
"""

from __future__ import annotations

from pincite.model import Citation, Page, Value
from pincite.patterns import lazy
from pincite.rules._common import place

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

_KEYS = frozenset(("source", "sources", "source-files", "source-file", "files", "file", "code", "paths", "path"))
_PATH = lazy(r"((?:[\w.@$()\[\]+-]+/)+[\w.@$()\[\]+-]*\.[A-Za-z][\w]{0,11})(?:(?::|#L)(\d{1,9})(?:-L?(\d{1,9}))?)?\Z")


def cited_paths(page: Page) -> Iterator[Citation]:
    """Yield a citation without lines for each path under a key that names sources."""
    matter = page.frontmatter
    for key, value in matter.values.items() if matter else ():
        if matter and key.casefold().replace("_", "-") in _KEYS:
            at = matter.start
            for text in _texts(value):
                found = _PATH.match(text)
                start = page.text.find(text, at, matter.end) if found else -1
                if found and start >= 0:
                    at = start + len(text)
                    yield _citation(page, found, start)


def _texts(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))


def _citation(page: Page, found: re.Match[str], start: int) -> Citation:
    line, column = place(page.text, start)
    return Citation(found[0], found[1], (), None, None, None, None, -1, "colon", (), start, start + len(found[0]),
                    line, column)  # fmt: skip
