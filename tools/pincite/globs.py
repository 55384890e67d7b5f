"""Patterns for paths, as the configuration spells them: git's ignore patterns without negation.

`*` and `?` stop at `/`, `**` does not, `[…]` is one character; a pattern without `/` (but at its end) matches at any
depth, one with `/` from the repository's root; a pattern that names a folder covers all below it. Case counts.
"""

from __future__ import annotations

from pincite.patterns import DOTALL, lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_TOKEN = lazy(r"\*+|\?|\[[!^]?\]?[^\]/]*\]|[^*?\[]+|\[")
_SPECIAL = set("\\.^$*+?{}[]|()")
_known: dict[tuple[str, ...], Callable[[str], bool]] = {}


def matcher(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    """Return a function that says whether a repository path matches one of the patterns."""
    if patterns not in _known:
        _known[patterns] = _matcher(patterns)
    return _known[patterns]


def _matcher(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    parts = [_translated(pattern) for pattern in patterns if pattern.strip("/")]
    if not parts:
        return _never
    expression = lazy(f"(?:{'|'.join(parts)})", DOTALL)
    return lambda path: expression.match(path) is not None


def _never(path: str) -> bool:
    return False


def _translated(pattern: str) -> str:
    """Return an expression that runs in linear time: every `*` and `**` but a segment's last is settled where it first
    fits, which loses no match, because the next one can take up whatever is left."""
    anchored = "/" in pattern.rstrip("/")
    segments = [part for part in pattern.strip("/").split("/") if part not in ("", ".")]
    if not anchored:
        segments.insert(0, "**")
    groups: list[list[str]] = [[]]
    for segment in segments:
        if segment == "**":
            if groups[-1] or len(groups) == 1:
                groups.append([])
        else:
            groups[-1].append(_segment(segment))
    return _joined(groups)


def _joined(groups: list[list[str]]) -> str:
    """Return an expression for runs of segments with `**` between them, up to the end of a folder's or file's name."""
    head, *rest = ("/".join(group) for group in groups)
    out = head
    for group in rest:
        out += "/" if out else ""
        out += rf"(?>(?:[^/]+/)*?{group}(?=/|\Z))" if group else r"(?=.)"
    return out if out.endswith("(?=.)") else out + r"(?=/|\Z)"


def _segment(segment: str) -> str:
    tokens: Iterable[str] = _TOKEN.findall(segment)
    literal, stars = "", []
    for token in tokens:
        if token[0] == "*":
            stars.append(literal)
            literal = ""
        else:
            literal += _character(token)
    if not stars:
        return literal
    first, *middle = stars
    inner = "".join(rf"(?>[^/]*?{part})" for part in middle if part)
    return rf"{first}{inner}[^/]*{literal}(?=/|\Z)"


def _character(part: str) -> str:
    if part == "?":
        return "[^/]"
    if part[0] == "[" and len(part) > 2:
        return _class(part[1:-1]) or _escaped(part)
    return _escaped(part)


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in _SPECIAL else letter for letter in text)


def _class(inside: str) -> str:
    """Return a character class, '' where it is none (`[!]`, `[z-a]`)."""
    import re

    negated = inside[0] in "!^"
    body = re.sub(r"([\\\[\]&~|])", r"\\\1", inside[1:] if negated else inside)
    try:
        re.compile(f"[{body}]")
    except re.error:
        return ""
    return f"(?!/)[{'^' if negated else ''}{body}]"
