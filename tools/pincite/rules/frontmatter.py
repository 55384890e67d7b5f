"""A page has frontmatter that is YAML, says a thing once, and fits the schema of the page's type.

The schemas are `schema/TYPE.page.json` of the repository, or the shipped ones where it has none. Values stay as they
are typed: `no` is a text, and so is `2026-10-03`. An index and a log need no frontmatter.

Bad:
    === wiki/page.md
    ---
    title: Signing keys
    type: decision
    reviewed: 2026-13-03
    ---
    Text.

Good:
    === wiki/page.md
    ---
    title: Signing keys
    type: decision
    reviewed: 2026-10-03
    ---
    Text.
"""

from __future__ import annotations

from itertools import pairwise

from pincite import schema
from pincite.errors import UsageError
from pincite.globs import matcher
from pincite.model import ROLE_PAGE, Frontmatter, Page, Problem, Value
from pincite.rules._common import faults, listed
from pincite.rules._status import stated_status
from pincite.status import status_of
from pincite.wiki import Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


KINDS = {
    "missing": ("error", "off"),
    "syntax": ("error", "error"),
    "schema": ("error", "error"),
    "duplicate-key": ("error", "error"),
    "status": ("warning", "warning"),
}


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield the faults of the YAML block, and what in it does not fit."""
    broken = False
    for problem in faults(page, "frontmatter"):
        broken = True
        yield problem
    if page.role != ROLE_PAGE:
        return
    if page.frontmatter is not None:
        yield from _required(page, page.frontmatter, wiki)
        yield from _schema(page, page.frontmatter, wiki)
        yield from _status(page, wiki)
    elif not broken and page.text:
        message = f"this page has no frontmatter; begin it with `---`, `title: …`, `type: {_types(wiki)}`, `---`"
        yield Problem("frontmatter.missing", page.path, 1, 1, message)


def check_all(wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem for each schema of the repository that is none."""
    for page_type in _own_types(wiki):
        path = f"{wiki.config.schema}/{page_type}{schema.SUFFIX}"
        try:
            schema.misfits(_read(path, wiki), {})
        except UsageError as error:
            yield Problem("frontmatter.schema", path, 1, 1, str(error), path)


def _own_types(wiki: Wiki) -> tuple[str, ...]:
    return schema.types_among(list(wiki.listing(wiki.config.schema)))


def _types(wiki: Wiki) -> str:
    return listed(_own_types(wiki) or schema.shipped_types(), most=20)


def _read(path: str, wiki: Wiki) -> bytes:
    return b"\n".join(wiki.lines(path) or ())


def _problem(page: Page, key: str, message: str) -> Problem:
    line = page.frontmatter.lines.get(key, 1) if page.frontmatter else 1
    return Problem("frontmatter.schema", page.path, line, 1, message, key)


def _required(page: Page, matter: Frontmatter, wiki: Wiki) -> Iterator[Problem]:
    """Find the fields that the configuration requires in this folder."""
    for pattern, keys in wiki.config.required:
        if matcher((pattern,))(page.path):
            missing = [f"`{key}`" for key in keys if matter.values.get(key) in (None, "", [])]
            if missing:
                yield _problem(page, "", f"pages of {pattern} must have {listed(missing, 'and')}")


def schema_of(page_type: Value | None, wiki: Wiki) -> bytes | None:
    """Return the schema that pages of this type are held to: the repository's own, else the shipped one."""
    if not isinstance(page_type, str) or not page_type:
        return None
    path = f"{wiki.config.schema}/{page_type}{schema.SUFFIX}"
    if wiki.file(path) is not None:
        return _read(path, wiki)
    return schema.shipped(page_type) if not _own_types(wiki) and page_type in schema.shipped_types() else None


def _schema(page: Page, matter: Frontmatter, wiki: Wiki) -> Iterator[Problem]:
    own = wiki.config.schema
    page_type = matter.values.get("type", "")
    if wiki.config.profile == "adopt" and not _own_types(wiki):
        return  # the words for types are those of the team that wrote the wiki
    wanted = schema_of(page_type, wiki)
    if wanted is not None:
        yield from _misfits(page, wanted)
    else:
        said = f"`type: {page_type}` is not known" if "type" in matter.values else "the frontmatter has no `type`"
        yield _problem(page, "type", f"{said}; write {_types(wiki)}, or add {own}/TYPE{schema.SUFFIX}")


def _misfits(page: Page, data: bytes) -> Iterator[Problem]:
    matter = page.frontmatter
    try:
        found = schema.misfits(data, matter.values if matter else {})
    except UsageError:
        return  # told once, by check_all
    for misfit in found:
        subject = f"`{'.'.join(misfit.path)}`" if misfit.path else "the frontmatter"
        yield _problem(page, misfit.path[0] if misfit.path else "", f"{subject} {misfit.expected}")


def _status(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Find a page whose status is stated twice, in words that do not mean the same."""
    known = [(status, word) for status in stated_status(page) if (word := status_of(status.text, wiki.config.status))]
    for (first, word), (second, other) in pairwise(known):
        if word != other:
            message = f"the status is {word} in line {first.line} and {other} here; say it once, or say the same"
            yield Problem("frontmatter.status", page.path, second.line, 1, message, "status")
            return
