"""Whether quoted text stands in the lines that a citation names, white space aside, and where else it stands."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from pincite.model import Citation
from pincite.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias


Lines: TypeAlias = "Sequence[bytes]"
Finding = tuple[str, str, tuple[str, ...]]

_ELISION = lazy(r"\s*(?:\[?…\]?|\[?\.\.\.\]?)\s*")
_SHOWN = 3  # lines of code that a message shows


def judge_quote(citation: Citation, lines: Lines, path: str, token: str) -> Iterator[Finding]:
    """Yield what is wrong with the quote behind a citation, if it has one: moved, or not there."""
    if citation.quote is None or not citation.ranges:
        return
    cited = b"\n".join(line for first, last in citation.ranges for line in lines[max(first, 1) - 1 : last])
    if holds(citation.quote, cited.decode("utf-8", "replace")):
        return
    place = only_place(citation.quote, lines)
    if place is not None:
        was, now = spelled(citation.ranges), spelled((place,))
        message = f"{token}: the text that is quoted from line {was} stands at line {now} of {path}; cite {now}"
        yield "moved", message, ()
        return
    shown = [line.decode("utf-8", "replace").strip() for line in cited.split(b"\n")[:_SHOWN]]
    reads = " / ".join(line for line in shown if line) or "nothing"
    yield "quote", f"{token}: “{citation.quote[:80]}” is not there; what stands there now: {reads[:200]}", ()


def squeezed(text: str) -> str:
    """Return a text without its white space."""
    return "".join(text.split())


def holds(quote: str, text: str) -> bool:
    """Return whether a text holds the quote, white space aside; dots in a quote stand for what was left out."""
    plain = squeezed(text)
    if squeezed(quote) in plain:
        return True
    parts = [squeezed(part) for part in _ELISION.split(quote)]
    at = 0
    for part in parts:
        at = plain.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return len(parts) > 1 and any(parts)


def only_place(quote: str, lines: Lines) -> tuple[int, int] | None:
    """Return the first and last line of the one place in a file where a quote stands; None for nowhere or several."""
    wanted = squeezed(quote)
    plain = [squeezed(line.decode("utf-8", "replace")) for line in lines]
    whole = "".join(plain)
    at = whole.find(wanted)
    if not wanted or at < 0 or whole.find(wanted, at + 1) >= 0:
        return None
    starts = [0, *accumulate(map(len, plain))]
    return bisect_right(starts, at), bisect_right(starts, at + len(wanted) - 1)


def spelled(ranges: Sequence[tuple[int, int]]) -> str:
    """Return line ranges as citations spell them: 12, 12-14, 12,20-22."""
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)
