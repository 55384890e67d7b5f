"""A page is UTF-8 text of a readable size, in an ordinary file, with every fence closed.

Bad:
    Text.

    ```bash
    make site

Good:
    Text.

    ```bash
    make site
    ```
"""

from __future__ import annotations

from pincite.model import Page, Problem
from pincite.rules._common import faults
from pincite.wiki import Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


KINDS = {
    "encoding": ("error", "error"),
    "symlink": ("error", "error"),
    "unclosed-fence": ("warning", "warning"),
    "size": ("warning", "warning"),
}


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield what the parser found wrong with the page as a whole, and a problem where it is too long."""
    yield from faults(page, "pages")
    most = wiki.config.page_bytes
    # a character has at most four bytes, so that most pages need not be encoded to be known as short
    if len(page.text) * 4 > most and (size := len(page.text.encode("utf-8", "surrogatepass"))) > most:
        message = f"this page has {size:,} bytes, more than {most:,} (`page_bytes`); split it by topic"
        yield Problem("pages.size", page.path, 1, 1, message, page.path)
