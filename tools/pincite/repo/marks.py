"""Citations as they stand on versions of a page, which of them are the same, and what is remembered of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pincite.record import NamedTuple


class Mark(NamedTuple):
    """A citation on a version of a page: its token, the line it stands in, and the reviews that cover it ('')."""

    token: str
    line: str
    review: str


class Anchor(NamedTuple):
    """The commit that a citation has stood since, '' where that is not committed yet.

    `known` is false at the edge of a shallow clone: it may have stood longer. `steady` stands for any commit up to this
    one: what the page cites did not change in between.
    """

    commit: str
    known: bool = True
    steady: bool = False


class Thread(NamedTuple):
    """A citation that is followed backwards: as it stands in the version reached, and whose it is."""

    mark: Mark
    page: str
    number: int


# Finds the marks on a version of a page, in their order; given its path and its bytes.
Scan = Callable[[str, bytes], Sequence[Mark]]
# What is remembered of a page: its blob, and (token, line, review, commit, known, steady) of each mark on it.
Row = tuple[str, tuple[tuple[str, str, str, str, bool, bool], ...]]


class Memory:
    """What an earlier walk found, true of the pages as they are in `commit` ('': nothing). This one remembers nothing.

    With it, a walk from that commit, or from what is built on it, needs no history at all.
    """

    commit = ""

    def row(self, path: str) -> Row | None:
        """Return what is remembered of the page at this path."""
        return None

    def is_steady(self, path: str) -> bool:
        """Return whether no file that this page cites ever changed while the page cited it."""
        return False

    def keep(self, path: str, row: Row) -> None:
        """Remember this of a page of the snapshot that is judged, which is a commit."""


def paired(threads: Sequence[Thread], marks: Sequence[Mark]) -> tuple[list[tuple[Thread, int]], list[Thread]]:
    """Return the threads whose marks stand among these, each with the number of its mark, and the other threads.

    Of several equal tokens the one in the same line is the same; then they keep their order. A review that is no
    longer there takes nothing away; one that is new or another begins anew.
    """
    left: dict[str, list[int]] = {}
    for number, mark in enumerate(marks):
        left.setdefault(mark.token, []).append(number)
    stay: list[tuple[Thread, int]] = []
    rest = list(threads)
    for same_line in (True, False):
        still: list[Thread] = []
        for thread in rest:
            among = left.get(thread.mark.token, [])
            partner = next((one for one in among if _is(thread.mark, marks[one], same_line)), None)
            if partner is None:
                still.append(thread)
            else:
                among.remove(partner)
                stay.append((thread, partner))
        rest = still
    return stay, rest


def _is(mark: Mark, earlier: Mark, same_line: bool) -> bool:
    return (not same_line or earlier.line == mark.line) and mark.review in ("", earlier.review)


def as_often(new: bytes, old: bytes, threads: Sequence[Thread]) -> bool:
    """Return whether every token stands as often on one version as on the other, so that none came or went.

    Equal tokens are told apart by their lines, and reviews by where they stand: then the version must be scanned.
    """
    if len({thread.mark.token for thread in threads}) < len(threads) or any(thread.mark.review for thread in threads):
        return False
    raws: Iterable[bytes] = (thread.mark.token.encode("utf-8", "surrogateescape") for thread in threads)
    return all(new.count(raw) == old.count(raw) > 0 for raw in raws)
