"""The three-way merge of two versions of a page, a log or an index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from pincite.edit.merge.lines import Merged, conflicted, merge_lines
from pincite.edit.merge.segments import DATED, FENCE, FIELD, LINE, TEXT, Cut, Segment, cut, falls, joined
from pincite.parse.grammar import Grammar
from pincite.parse.page import role_of

T = TypeVar("T")
Name = tuple[str, tuple[str, ...]]

# What comes first where both sides added something in the same place.
_RANK = {FENCE: 0, FIELD: 1, TEXT: 2, LINE: 3, DATED: 4}


class Result(NamedTuple):
    """The merged bytes, and whether they hold conflict markers."""

    data: bytes
    conflict: bool


def merge(path: str, base: bytes, ours: bytes, theirs: bytes, grammar: Grammar, size: int = 7) -> Result:
    """Merge two versions that come from `base` (empty where there is none).

    Entries and events that one side added, changed or removed are so in the result, each once, the newest first (a
    log keeps its own order); what both sides changed in different ways stands between conflict markers of this size,
    and nothing else does. Without a conflict the bytes are the same whichever side is ours. Raises UnicodeDecodeError
    for bytes that are not UTF-8.
    """
    versions = [cut(path, data, grammar) for data in (base, ours, theirs)]
    one, two, three = ({_name(segment): segment for segment in version.segments} for version in versions)
    merged = {}
    conflict = False
    for name in dict.fromkeys((*two, *three)):
        found = _merge_segment(one.get(name), two.get(name), three.get(name), size)
        if found is not None:
            merged[name] = found[0]
            conflict |= found[1]
    names = _ordered(versions, merged, falls(versions, role_of(path, grammar)))
    gaps = _gaps(versions, names)
    segments = tuple(merged[name]._replace(gap=gap) for name, gap in zip(names, gaps, strict=True))
    bom = _choose(*(version.bom for version in versions))
    windows = (
        _choose(*(version.windows for version in versions)) if base else versions[1].windows or versions[2].windows
    )
    data = joined(Cut(segments, bom, windows))
    if not conflict and _dated(cut(path, data, grammar)) != _dated(Cut(segments, bom, windows)):
        # The pieces read otherwise side by side (a comment that is opened and never closed, say): go by line.
        whole = merge_lines(base.decode(), ours.decode(), theirs.decode(), size)
        return Result(whole.text.encode(), whole.conflict)
    return Result(data, conflict)


def _dated(found: Cut) -> list[Name]:
    return [_name(segment) for segment in found.segments if segment.kind == DATED]


def _name(segment: Segment) -> Name:
    return segment.kind, segment.key


def _choose(base: T, ours: T, theirs: T) -> T:
    """Return what one side changed; where both did, it is the same, since there are but two values."""
    return theirs if ours == base else ours


def _merge_segment(
    base: Segment | None, ours: Segment | None, theirs: Segment | None, size: int
) -> tuple[Segment, bool] | None:
    """Return the merged segment and whether it is in conflict, None where it is gone."""
    old, mine, other = (segment.text if segment else None for segment in (base, ours, theirs))
    if mine == other or other == old:
        return (ours, False) if ours else None
    if mine == old:
        return (theirs, False) if theirs else None
    some = ours or theirs
    if some is None:  # gone on both sides, which the first line has dealt with
        return None
    if some.kind == DATED or mine is None or other is None:
        sides = [text.split("\n") if text is not None else [] for text in (mine, other)]
        found = Merged("\n".join(conflicted(sides[0], sides[1], size)), True)
    else:
        found = merge_lines(old or "", mine, other, size)
    return some._replace(text=found.text), found.conflict


def _ordered(versions: Sequence[Cut], merged: dict[Name, Segment], falling: bool) -> list[Name]:
    """Return the names of the merged segments in the order of both sides; what only one has is put in by its date."""
    base, ours, theirs = ([_name(one) for one in version.segments if _name(one) in merged] for version in versions)
    first = {name: place for place, name in enumerate(base)}
    mine, other = set(ours), set(theirs)
    out: dict[Name, None] = {}
    left, right = 0, 0
    while left < len(ours) or right < len(theirs):
        if left < len(ours) and ours[left] in out:
            left += 1
        elif right < len(theirs) and theirs[right] in out:
            right += 1
        elif left == len(ours) or right == len(theirs):
            out[(ours[left:] or theirs[right:])[0]] = None
        else:
            one, two = ours[left], theirs[right]
            lone = [name for name, others in ((one, other), (two, mine)) if name not in others]
            out[_before(lone or [one, two], first, merged, falling)] = None
    return list(out)


def _before(names: list[Name], first: dict[Name, int], merged: dict[Name, Segment], falling: bool) -> Name:
    """Return which of two comes first: by the order that they had, else by kind, date and name."""
    if len(names) == 1 or names[0] == names[1]:
        return names[0]
    if all(name in first for name in names):
        return min(names, key=first.__getitem__)
    one, two = sorted(names, key=_rank)
    dates = merged[one].date, merged[two].date
    newer_second = dates[1] > dates[0] if falling else dates[1] < dates[0]
    return two if one[0] == two[0] == DATED and newer_second else one


def _rank(name: Name) -> tuple[int, bool, list[str], Name]:
    """Return what the order of names goes by: a day's heading stands above what happened on it."""
    return _RANK[name[0]], name[1][0] != "day", [part.casefold() for part in name[1]], name


def _gaps(versions: Sequence[Cut], names: list[Name]) -> Iterator[str]:
    """Yield what separates each segment from the next one: as in a version where they are neighbours, else as usual."""
    pairs = [list(pairwise(version.segments)) for version in versions]
    known = [{(_name(one), _name(two)): one.gap for one, two in found} for found in pairs]
    usual: dict[tuple[str, str], Counter[str]] = {}
    for above, below in (pair for found in pairs for pair in found):
        usual.setdefault((above.kind, below.kind), Counter())[above.gap] += 1
    for upper, lower in pairwise(names):
        agreed = _agreed([gaps.get((upper, lower)) for gaps in known])
        tight = "\n" if upper[0] == lower[0] == LINE else "\n\n"
        yield _most(usual.get((upper[0], lower[0]))) or tight if agreed is None else agreed
    if names:
        yield _agreed([version.segments[-1].gap if version.segments else None for version in versions]) or ""


def _agreed(gaps: list[str | None]) -> str | None:
    """Return the gap that the sides agree on, or that one of them changed; of two the longer one."""
    base, ours, theirs = gaps
    if ours is None or theirs is None:
        return ours if theirs is None else theirs
    if ours == theirs or theirs == base:
        return ours
    return theirs if ours == base else max(ours, theirs, key=lambda gap: (len(gap), gap))


def _most(found: Counter[str] | None) -> str:
    return max(found.items(), key=lambda item: (item[1], len(item[0])))[0] if found else ""
