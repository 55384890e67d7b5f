"""An ignore silences something: one that silences nothing hides the next fault.

`<!-- pincite: ignore RULE -->` silences a rule or one of its kinds on its own line and on the next.

Bad:
    <!-- pincite: ignore links.broken -->
    The link leads to [[other]].
    === page wiki/other.md
    Text.

Good:
    <!-- pincite: ignore links.broken -->
    The link will lead to [[planned]].
"""

from __future__ import annotations

from pincite.model import Page, Problem
from pincite.wiki import Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


KINDS = {"unused": ("warning", "warning")}


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield nothing: who applies the ignores knows which of them were of no use."""
    yield from ()
