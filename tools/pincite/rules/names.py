r"""Every page has a name and a title of its own, which every file system and every link can spell.

Names that differ in case, spaces or Unicode form alone are one file on some machines. A link cannot spell
`# ^ [ ] |`, and Windows cannot store `: * ? " < >`. MkDocs refuses a `README.md` beside an `index.md`.

Bad:
    Signing keys are kept for 90 days.
    === page wiki/Page.md
    Signing keys are kept for 60 days.

Good:
    Signing keys are kept for 90 days.
    === page wiki/cookies.md
    Cookies are kept for 60 days.
"""

from __future__ import annotations

from pincite.model import ROLE_PAGE, Page, Problem
from pincite.rules._common import listed
from pincite.text import name_key
from pincite.wiki import Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


KINDS = {
    "collision": ("error", "error"),
    "title": ("error", "warning"),
    "readme": ("error", "warning"),
    "odd": ("warning", "warning"),
    "long": ("warning", "warning"),
}

_ODD = frozenset('#^[]|:*?"<>\\')
# Bytes of a name that encrypted home folders and some archives can still store.
_MOST_BYTES = 143


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem for each way in which the page's name or title is not its own, or cannot be spelled."""
    folder, _, name = page.path.rpartition("/")
    for kind, message in (
        *_collision(page.path, name, wiki),
        *_title(page, wiki),
        *_readme(folder, name, wiki),
        *_odd(name),
    ):
        yield Problem(f"names.{kind}", page.path, 1, 1, message, page.path)


def _collision(path: str, name: str, wiki: Wiki) -> Iterator[tuple[str, str]]:
    others = [other for other in wiki.named(name) if other != path]
    same = [other for other in others if name_key(other) == name_key(path)] if others else []
    if same:
        yield "collision", f"{listed(same, 'and')} differs in case, spaces or Unicode form alone; rename or merge one"


def _title(page: Page, wiki: Wiki) -> Iterator[tuple[str, str]]:
    if page.role != ROLE_PAGE or not page.title or not _says_its_title(page):
        return
    others = sorted({other for other in wiki.titled(page.title) if other != page.path})
    if others:
        yield "title", f"the title “{page.title}” also names {listed(others, 'and')}; merge the pages, or rename one"


def _says_its_title(page: Page) -> bool:
    """Return whether the title was written, and not made from the file's name; broken frontmatter hides it."""
    if page.frontmatter is None and any(fault.kind.startswith("frontmatter.") for fault in page.faults):
        return False
    given = page.frontmatter.values.get("title") if page.frontmatter else None
    return bool(given) or any(heading.level == 1 for heading in page.headings)


def _readme(folder: str, name: str, wiki: Wiki) -> Iterator[tuple[str, str]]:
    if name.lower() != "readme.md":
        return
    index = f"{folder}/index.md" if folder else "index.md"
    if wiki.file(index) is not None:
        yield "readme", f"MkDocs makes one page of README.md and {index}, and refuses both; rename it, or move it out"


def _odd(name: str) -> Iterator[tuple[str, str]]:
    stem = name.removesuffix(".md")
    odd = sorted(set(stem) & _ODD)
    if odd:
        yield "odd", f"`{name}` holds {listed([f'`{one}`' for one in odd], 'and')}, which links or Windows cannot spell"
    elif stem.endswith((".", " ")) or stem.startswith(" "):
        yield "odd", f"`{name}` begins or ends with a space or a dot, which Windows drops; rename it"
    size = len(name) if name.isascii() else len(name.encode("utf-8", "surrogateescape"))
    if size > _MOST_BYTES:
        yield (
            "long",
            f"this name has {size} bytes, more than the {_MOST_BYTES} that some file systems store; shorten it",
        )
