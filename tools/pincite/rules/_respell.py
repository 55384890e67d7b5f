"""Write a citation's token anew, with other lines or another file, in the spelling that it has."""

from __future__ import annotations

from posixpath import dirname, relpath

from pincite.model import Citation, Page
from pincite.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias


Ranges: TypeAlias = "Sequence[tuple[int, int]]"

_LINE = r"L?[0-9]+(?:[C:][0-9]+)?"
_PARTS = rf"{_LINE}(?:[-–:]{_LINE})?(?:(?:,[  ]?(?:and )?| and | & ){_LINE}(?:[-–]{_LINE})?)*"
# What stands between the path and the lines, and the lines.
_TAIL = lazy(rf"(:|#lines-|#|[^\w/]*(?:[Ll]ines?[  ])?)({_PARTS})\Z")
# What ends a token, so that a path with it can only be written as a link.
_NO_TOKEN = lazy(r"[\s`\"'<>|*,;:=\\^{}]")
_UNSAFE = lazy(r"[^\w./~-]")


def respelled(citation: Citation, page: Page, path: str, ranges: Ranges) -> str | None:
    """Return the token for these lines of the file at `path`, None where its spelling cannot be kept."""
    tail = _TAIL.search(citation.text)
    if tail is None or not ranges:
        return None
    before, lead, lines = citation.text[: tail.start()], tail[1], tail[2]
    named = citation.path if path in ("", citation.path) else path
    if citation.form in ("link", "permalink"):
        head = _address(before, citation, page, named)
    else:
        head = before if named == citation.path or before.endswith("/" + named) else _renamed(before, citation, named)
    return None if head is None else f"{head}{lead}{_spelled(lead, lines, ranges, citation)}"


def _renamed(before: str, citation: Citation, path: str) -> str | None:
    if _NO_TOKEN.search(path) or not before.startswith(citation.path):
        return None
    return path + before[len(citation.path) :]


def _address(before: str, citation: Citation, page: Page, path: str) -> str | None:
    """Return the address of a file: from the page's folder for a link, from the repository's root on the forge."""
    if path == citation.path:
        return before
    if citation.form == "link":
        return _quoted(relpath(path, dirname(page.path) or "."))
    old = next((spelled for spelled in (citation.path, _quoted(citation.path)) if before.endswith("/" + spelled)), None)
    return None if old is None else before.removesuffix(old) + _quoted(path)


def _quoted(path: str) -> str:
    """Return a path as an address spells it."""
    return _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace")), path)


def _spelled(lead: str, lines: str, ranges: Ranges, citation: Citation) -> str:
    """Return the lines with the marks that the old ones have: 12-14, L12-L14, 12:14."""
    mark = "L" if lines.startswith("L") else ""
    second = mark if lines.count("L") != 1 or not _has_range(lines) else ""
    between = ":" if lead == "#lines-" else "-"
    if citation.form == "permalink" and not _has_range(lines) and "/-/blob/" in citation.text:
        second = ""
    return ",".join(
        f"{mark}{first}" if first == last else f"{mark}{first}{between}{second}{last}" for first, last in ranges
    )


def _has_range(lines: str) -> bool:
    return "-" in lines or "–" in lines
