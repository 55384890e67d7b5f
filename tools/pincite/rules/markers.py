"""No marker of a merge conflict stands in a page, wherever it came from.

A row of `=======` alone is a heading's underline; it counts only behind a line that opens a conflict.

Bad:
    <<<<<<< HEAD
    Keep 3 keys.
    =======
    Keep 4 keys.
    >>>>>>> rotation

Good:
    Keys
    =======

    Keep 4 keys.
"""

from __future__ import annotations

from pincite.model import Page, Problem
from pincite.patterns import MULTILINE, lazy
from pincite.rules._common import place
from pincite.wiki import Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


KINDS = {"conflict": ("error", "error")}

_MARKER = lazy(r"^(?:<{7}|>{7}|\|{7})(?=[ \r\n]|\Z)[^\n]*", MULTILINE)


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem for every line that opens, closes or splits a conflict, code included."""
    text = page.text
    if "<<<<<<<" not in text and ">>>>>>>" not in text and "|||||||" not in text:
        return
    for found in _MARKER.finditer(text):
        line, column = place(text, found.start())
        marker = found[0].strip()
        message = f"`{marker[:40]}` is left of a merge conflict; settle it (`pincite merge` can) and remove the marker"
        yield Problem("markers.conflict", page.path, line, column, message, marker)
