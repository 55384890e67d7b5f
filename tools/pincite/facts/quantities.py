"""Numbers with units in running text, in one spelling each: what a decision fixed, and other text may repeat."""

from __future__ import annotations

from pincite.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


# One of these stands in every text that holds a quantity; looking for them is cheaper than reading for numbers.
MARKS = ("day", "hour", "hr", "min", "sec", "ms", "week", "month", "year", "byte", "B", "%", "percent", "character",
         "chars", "request", "attempt", "retr", "connection", "天", "小时", "分钟", "時間", "日間")  # fmt: skip

_UNIT = (
    r"days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|ms|weeks?|months?|years?|bytes?|[kKMGT]i?B|%|percent|characters?"
    r"|chars?|requests?|attempts?|retries|retry|connections?|天|小时|分钟|時間|日間"
)
_QUANTITY = lazy(rf"(?<![\w.,:/#@$€£-])([0-9][0-9,_]{{0,15}}(?:\.[0-9]{{1,6}})?)[  -]?({_UNIT})(?![\w/])")
_SAME = {"hr": "hour", "min": "minute", "sec": "second", "percent": "%", "char": "character", "retries": "retry"}


def quantities_in(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[str, int, int]]:
    """Yield each quantity between two offsets of a text: its one spelling (`45 day`), where it begins and ends."""
    for found in _QUANTITY.finditer(text, start, len(text) if end is None else end):
        number, unit = found[1].replace(",", "").replace("_", ""), found[2]
        plain = unit[:-1] if unit.endswith("s") and unit != "ms" and unit not in _SAME else unit
        yield f"{number} {_SAME.get(plain, plain)}", found.start(), found.end()


def may_hold_quantities(text: str) -> bool:
    """Return whether a quantity can stand in a text: false for most texts that hold none, at little cost."""
    return any(mark in text for mark in MARKS)
