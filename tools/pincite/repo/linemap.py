"""Where a block of lines of one version of a file stands in another version.

White space, blank lines and re-wrapping count for nothing: a block that is all there, in one piece, holds or has moved;
anything else has changed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from pincite.patterns import lazy_bytes
from pincite.record import NamedTuple
from pincite.repo.linediff import matching

_SPACE = b" \t\r\v\f"
_TOKEN = lazy_bytes(rb"\w+|[^\w\s]")
# What begins each line of a comment or a quote, and wanders when its words are wrapped anew.
_LEADER = lazy_bytes(rb"\s*(?:#+|//[/!]?|\*|--|;+|>|%+)\s+")
_WORD = lazy_bytes(rb"\w{3,}")
# The definition of a name, without its white space.
_DEFINES = lazy_bytes(
    rb"(?:async|export|default|pub|public|static|abstract)*"
    rb"(?:class|def|enum|fn|func|function|interface|struct|trait)[A-Za-z_]\w{3,}[(:{<]"
)
# Larger pieces were rewritten, not re-wrapped.
_WRAPPED = 400

Range = tuple[int, int]


class Fate(NamedTuple):
    """What became of a block: holds, moved or changed, and the lines where it stands (changed: what is there now, the
    last before the first where nothing is). `kept` of its `total` lines that are not blank stand unchanged."""

    state: str
    first: int
    last: int
    kept: int
    total: int


class Text:
    """A version of a file: its `lines`, and what counts of them (`keys`, with the line `numbers` they have)."""

    def __init__(self, data: bytes) -> None:
        self.lines = data.removesuffix(b"\n").split(b"\n") if data else []
        keys = [line.translate(None, _SPACE) for line in self.lines]
        self.numbers = [number for number, key in enumerate(keys, 1) if key]
        self.keys = [key for key in keys if key]
        self._places: dict[bytes, list[int]] | None = None

    def span(self, first: int, last: int) -> Range:
        """Return the indexes in `keys` that lines first to last have."""
        return bisect_left(self.numbers, first), bisect_right(self.numbers, last)

    def blank(self, number: int) -> bool:
        """Return whether there is a line of this number, and nothing in it."""
        return 1 <= number <= len(self.lines) and not self.lines[number - 1].strip()

    def block(self, first: int, last: int) -> list[bytes]:
        """Return what counts of these lines."""
        begin, end = self.span(first, last)
        return self.keys[begin:end]

    def places(self) -> dict[bytes, list[int]]:
        """Return where each key stands."""
        if self._places is None:
            self._places = {}
            for index, key in enumerate(self.keys):
                self._places.setdefault(key, []).append(index)
        return self._places

    def occurrences(self, block: Sequence[bytes]) -> list[int]:
        """Return the indexes in `keys` where this block begins."""
        places = self.places()
        if not block or any(key not in places for key in block):
            return []
        size = len(block)
        rarest = min(range(size), key=lambda index: len(places[block[index]]))
        starts = (place - rarest for place in places[block[rarest]])
        return [start for start in starts if start >= 0 and self.keys[start : start + size] == block]


def telling(block: Sequence[bytes]) -> bool:
    """Return whether a block says enough to be known again beside its neighbours: a bracket or a `return` does not."""
    words = {word for key in block for word in _WORD.findall(key)}
    return sum(map(len, block)) >= 16 and len(words) >= 2


def unmistakable(block: Sequence[bytes]) -> bool:
    """Return whether a block can be known again wherever it stands; `event = fields.pop("event")` may be anybody's.

    Replayed over releases of public packages, single lines below this measure that were found alone in another place
    were now and then other lines; above it none was.
    """
    if any(_DEFINES.match(key) for key in block):
        return True
    words = {word for key in block for word in _WORD.findall(key)}
    return len(words) >= 3 and sum(map(len, block)) >= (24 if len(block) > 1 else 40)


def goes_along(old: Text, begin: int, end: int, new: Text, low: int, high: int) -> bool:
    """Return whether a line next to a block still stands next to it elsewhere."""
    before = begin > 0 and low > 0 and old.keys[begin - 1] == new.keys[low - 1]
    after = end < len(old.keys) and high < len(new.keys) and old.keys[end] == new.keys[high]
    return before or after


class LineMap:
    """Two versions of a file, and which of their lines are the same."""

    def __init__(self, old: Text, new: Text) -> None:
        self.old = old
        self.new = new
        self._there = matching(old.keys, new.keys)

    def fate(self, first: int, last: int) -> Fate:
        """Return what became of the lines first to last of the old version."""
        begin, end = self.old.span(first, last)
        if begin == end:
            return Fate("holds", first, last, 0, 0)
        place = self._in_place(begin, end) or self._wrapped(begin, end) or self._elsewhere(begin, end)
        total = end - begin
        if place:
            return self._settled(first, last, place, total)
        kept = sum(there >= 0 for there in self._there[begin:end])
        return Fate("changed", *self._now(begin, end), kept, total)

    def _settled(self, first: int, last: int, place: Range, total: int) -> Fate:
        """Return where lines stand whose text now has this place, with the blank lines around it as far as they go."""
        begin, end = self.old.span(first, last)
        was = self.old.numbers[begin], self.old.numbers[end - 1]
        if place == was:
            return Fate("holds", first, last, total, total)
        low, high = place
        for _ in range(was[0] - first):
            low -= self.new.blank(low - 1)
        for _ in range(last - was[1]):
            high += self.new.blank(high + 1)
        return Fate("holds" if (low, high) == (first, last) else "moved", low, high, total, total)

    def _in_place(self, begin: int, end: int) -> Range | None:
        """Return where the lines stand, if all of them do, with nothing in between."""
        low, high = self._there[begin], self._there[end - 1]
        if low < 0 or high - low != end - begin - 1 or -1 in self._there[begin:end]:
            return None
        if not (unmistakable(self.old.keys[begin:end]) or self._is_own(begin, end, low, high)):
            return None
        return self.new.numbers[low], self.new.numbers[high]

    def _is_own(self, begin: int, end: int, low: int, high: int) -> bool:
        """Return whether a line that could be anybody's, a `return` or a bracket, is the one that it was.

        It is where the nearest line above or below that stayed is as many lines away as it was.
        """
        before, after = begin - 1, end
        while before >= 0 and self._there[before] < 0:
            before -= 1
        while after < len(self._there) and self._there[after] < 0:
            after += 1
        above = before >= 0 and begin - before == low - self._there[before]
        below = after < len(self._there) and after - end == self._there[after] - high - 1
        alone = before < 0 and after == len(self._there) and begin == low and len(self.new.keys) == len(self._there)
        return above or below or alone

    def _gap(self, begin: int, end: int) -> tuple[Range, Range]:
        """Return the smallest pieces of both versions that hold these lines and end at lines that are the same."""
        low, high = begin, end
        while low > 0 and self._there[low - 1] < 0:
            low -= 1
        while high < len(self._there) and self._there[high] < 0:
            high += 1
        there = self._there[low - 1] + 1 if low else 0
        there_end = self._there[high] if high < len(self._there) else len(self.new.keys)
        return (low, high), (there, there_end)

    def _now(self, begin: int, end: int) -> Range:
        """Return the lines that stand where these lines stood."""
        _, (there, there_end) = self._gap(begin, end)
        if there == there_end:
            before = self.new.numbers[there - 1] if there else 0
            return before + 1, before
        return self.new.numbers[there], self.new.numbers[there_end - 1]

    def _wrapped(self, begin: int, end: int) -> Range | None:
        """Return where the words of these lines stand, if only the line ends among them are others."""
        (low, high), (there, there_end) = self._gap(begin, end)
        if max(high - low, there_end - there) > _WRAPPED:
            return None
        old = list(_tokens(self.old, low, high))
        new = list(_tokens(self.new, there, there_end))
        numbers = {self.old.numbers[index] for index in range(begin, end)}
        mine = [index for index, (_, number) in enumerate(old) if number in numbers]
        if len(mine) < 3:
            return None
        found = _whole(old, mine[0], mine[-1] + 1, new)
        return (new[found[0]][1], new[found[1] - 1][1]) if found else None

    def _elsewhere(self, begin: int, end: int) -> Range | None:
        """Return where the block stands, if it is in exactly one place and was not there before."""
        block = self.old.keys[begin:end]
        found = self.new.occurrences(block) if telling(block) else []
        if len(found) != 1:
            return None
        low, high = found[0], found[0] + len(block)
        if not (unmistakable(block) or goes_along(self.old, begin, end, self.new, low, high)):
            return None
        stayed = {there for index, there in enumerate(self._there) if there >= 0 and not begin <= index < end}
        if stayed.issuperset(range(low, high)):
            return None
        return self.new.numbers[low], self.new.numbers[high - 1]


def _tokens(text: Text, begin: int, end: int) -> Iterator[tuple[bytes, int]]:
    """Yield each token with the number of its line; no comment leaders, no comma before a bracket that closes."""
    waiting: tuple[bytes, int] | None = None
    for number in text.numbers[begin:end]:
        line = text.lines[number - 1]
        leader = _LEADER.match(line)
        for token in _TOKEN.findall(line, leader.end() if leader else 0):
            if waiting and token not in (b")", b"]", b"}"):
                yield waiting
            waiting = (token, number) if token == b"," else None
            if not waiting:
                yield token, number
    if waiting:
        yield waiting


def _whole(old: list[tuple[bytes, int]], begin: int, end: int, new: list[tuple[bytes, int]]) -> tuple[int, int] | None:
    """Return where the old tokens begin:end stand among the new ones, exactly once, cut off at neither side.

    A side is whole where the new line begins or ends there, or where the same token stands beyond it as before.
    """
    block = [token for token, _ in old[begin:end]]
    texts = [token for token, _ in new]
    found = []
    for start in range(len(new) - len(block) + 1):
        stop = start + len(block)
        if texts[start:stop] != block:
            continue
        left = start == 0 or new[start - 1][1] != new[start][1] or (begin > 0 and texts[start - 1] == old[begin - 1][0])
        right = stop == len(new) or new[stop - 1][1] != new[stop][1] or (end < len(old) and texts[stop] == old[end][0])
        if left and right:
            found.append((start, stop))
    return found[0] if len(found) == 1 else None
