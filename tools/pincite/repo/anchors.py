"""Since which commit a citation has stood on its page: the anchor, from which the cited text is followed.

It is the citation's token that counts, not its line: a paragraph that is wrapped anew says nothing new. The token is
followed through renames of its page, and through a merge into the parent that has it. It is not followed across a
change of the review that covers it: who confirms a citation cites it again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence

from pincite.record import NamedTuple
from pincite.repo.log import Change, Step, log
from pincite.repo.merging import merge_heads
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot
from pincite.repo.trees import Trees
from pincite.wiki import File


class Mark(NamedTuple):
    """A citation on a version of a page: its token, the line it stands in, and the reviews that cover it ('')."""

    token: str
    line: str
    review: str


class Anchor(NamedTuple):
    """The commit that a citation has stood since, '' where that is not committed yet. `known` is false at the edge of
    a shallow clone: it may have stood longer."""

    commit: str
    known: bool = True


class Thread(NamedTuple):
    """A citation that is followed backwards: as it stands in the version reached, and whose it is."""

    mark: Mark
    page: str
    number: int


# Finds the marks on a version of a page, in their order; given its path and its bytes.
Scan = Callable[[str, bytes], Sequence[Mark]]
Alive = dict[str, list[Thread]]


class Walk:
    """One walk from a snapshot back through the history of its pages."""

    def __init__(self, repository: Repository, scan: Scan, roots: Sequence[str]) -> None:
        self._repository = repository
        self._git = repository.git
        self._scan = scan
        self._roots = roots
        self._trees = Trees(repository.git)
        self._edges = _shallow_edges(repository)
        self._alive: dict[str, Alive] = {}
        self._found: dict[str, list[Anchor]] = {}

    def anchors(self, snapshot: Snapshot, pages: Mapping[str, Sequence[Mark]]) -> dict[str, list[Anchor]]:
        """Return the anchor of each mark of these pages of the snapshot."""
        self._found = {page: [Anchor("")] * len(marks) for page, marks in pages.items()}
        alive = {page: [Thread(mark, page, at) for at, mark in enumerate(marks)] for page, marks in pages.items()}
        if snapshot.commit is None:
            return self._found
        tips = [snapshot.commit, *(merge_heads(self._repository) if snapshot.tree is None else ())]
        steps = self._log(*tips)
        parents = tuple(self._top(tip, steps if len(tips) == 1 else self._log("-1", tip)) for tip in tips)
        if snapshot.tree is None:
            self._uncommitted(snapshot, parents, alive)
        else:
            self._alive[parents[0]] = alive
        for step in steps:
            self._pass(step)
        return self._found

    def _log(self, *revs: str) -> list[Step]:
        """Return the commits that touched the pages, and all merges, with the parents that they have among these."""
        return log(self._git, "--full-history", "--parents", revs=revs, paths=self._roots, renames=True)

    def _top(self, tip: str, steps: Sequence[Step]) -> str:
        """Return the commit that stands for a tip which itself did not touch the pages."""
        return steps[0].commit if steps else tip

    def _uncommitted(self, snapshot: Snapshot, tips: tuple[str, ...], alive: Alive) -> None:
        """Pass from the disk or the index to the commits that they will have as parents."""
        tree = self._repository.head_tree
        if tree is None:
            return
        changed = {path: file for path, file in snapshot.changes(tree) if path in alive}
        step = Step("", tips, tuple(self._change(snapshot, path, file) for path, file in changed.items()))
        data = dict(snapshot.contents((path, file) for path, file in changed.items() if file))
        self._alive[""] = alive
        self._pass(step, data)

    def _change(self, snapshot: Snapshot, path: str, file: File | None) -> Change:
        """Return how a page differs from HEAD."""
        source, old = path, self._trees.file(self._repository.head or "", path)
        if old is None:
            source = next((name for name, target in snapshot.renamed().items() if target == path), "")
            old = self._trees.file(self._repository.head or "", source) if source else None
        if old is None:
            return Change("A", "", "", "", file.oid if file else "", path, path)
        return Change("M", old.mode, "", old.oid, file.oid if file else "", path, source)

    def _pass(self, step: Step, data: Mapping[str, bytes | None] | None = None) -> None:
        """Hand the threads that have reached a commit on to its parents, and end those that it began."""
        alive = self._alive.pop(step.commit, None)
        if not alive:
            return
        for change in step.changes:
            threads = alive.pop(change.path, None)
            if threads:
                new = (data or {}).get(change.path) if not step.commit else self._bytes(change.oid)
                self._split(step, change, new or b"", threads)
        if not step.parents:
            self._end(step.commit, [thread for threads in alive.values() for thread in threads])
        elif step.parents[0] in self._alive:
            for path, threads in alive.items():
                self._carry(step.parents[0], path, threads)
        else:
            self._alive[step.parents[0]] = alive

    def _split(self, step: Step, change: Change, new: bytes, threads: list[Thread]) -> None:
        """Hand the threads of a page that differs from the first parent to those parents that have their tokens."""
        others = [(parent, self._trees.file(parent, change.path)) for parent in step.parents[1:]]
        for parent, file in others:
            if file is not None and file.oid == change.oid:
                self._carry(parent, change.path, threads)
                return
        if change.letter != "A":
            threads = self._into(step.parents[0], change.source, change.old, new, threads)
        for parent, file in others:
            if file is not None and threads:
                threads = self._into(parent, change.path, file.oid, new, threads)
        self._end(step.commit, threads)

    def _into(self, parent: str, path: str, oid: str, new: bytes, threads: list[Thread]) -> list[Thread]:
        """Hand on the threads whose marks stand on this version of the page, and return the others."""
        old = self._bytes(oid)
        if _as_often(new, old, threads):
            self._carry(parent, path, threads)
            return []
        stay, rest = paired(threads, self._scan(path, old))
        self._carry(parent, path, stay)
        return rest

    def _carry(self, commit: str, path: str, threads: list[Thread]) -> None:
        if threads:
            self._alive.setdefault(commit, {}).setdefault(path, []).extend(threads)

    def _end(self, commit: str, threads: Iterable[Thread]) -> None:
        for thread in threads:
            self._found[thread.page][thread.number] = Anchor(commit, commit not in self._edges)

    def _bytes(self, oid: str) -> bytes:
        ((_oid, data),) = self._git.objects([oid])
        return data or b""


def paired(threads: Sequence[Thread], marks: Sequence[Mark]) -> tuple[list[Thread], list[Thread]]:
    """Return the threads whose marks stand among these, and those whose marks do not.

    Of several equal tokens the one in the same line is the same; then they keep their order. A review that is no
    longer there takes nothing away; one that is new or another begins anew.
    """
    left: dict[str, list[Mark]] = {}
    for mark in marks:
        left.setdefault(mark.token, []).append(mark)
    stay: list[Thread] = []
    rest = threads
    for same_line in (True, False):
        still: list[Thread] = []
        for thread in rest:
            partner = _partner(thread.mark, left.get(thread.mark.token, ()), same_line)
            if partner is None:
                still.append(thread)
            else:
                left[partner.token].remove(partner)
                stay.append(thread._replace(mark=partner._replace(review=thread.mark.review)))
        rest = still
    return stay, list(rest)


def _partner(mark: Mark, among: Iterable[Mark], same_line: bool) -> Mark | None:
    for other in among:
        if (not same_line or other.line == mark.line) and mark.review in ("", other.review):
            return other
    return None


def _as_often(new: bytes, old: bytes, threads: Sequence[Thread]) -> bool:
    """Return whether every token stands as often on one version as on the other, so that none came or went.

    Equal tokens are told apart by their lines, and reviews by where they stand: then the version must be scanned.
    """
    if len({thread.mark.token for thread in threads}) < len(threads) or any(thread.mark.review for thread in threads):
        return False
    for thread in threads:
        raw = thread.mark.token.encode("utf-8", "surrogateescape")
        if new.count(raw) != old.count(raw) or not new.count(raw):
            return False
    return True


def _shallow_edges(repository: Repository) -> frozenset[str]:
    """Return the commits whose parents a shallow clone has not."""
    if not repository.shallow:
        return frozenset()
    with open(os.path.join(repository.common_dir, "shallow"), encoding="ascii") as file:
        return frozenset(file.read().split())
