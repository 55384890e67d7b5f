"""Since which commit a citation has stood on its page: the anchor, from which the cited text is followed.

It is the citation's token that counts, not its line: a paragraph that is wrapped anew says nothing new. The token is
followed through renames of its page, and through a merge into the parent that has it. It is not followed across a
change of the review that covers it: who confirms a citation cites it again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from pincite.repo.blobs import prefetch, read_blobs
from pincite.repo.commit import find_commit
from pincite.repo.log import Change, Step, changes, log
from pincite.repo.marks import Anchor, Mark, Memory, Row, Scan, Thread, as_often, paired
from pincite.repo.merging import merge_heads
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot
from pincite.repo.trees import Trees

Alive = dict[str, list[Thread]]


class Walk:
    """Finds the anchors of pages of one snapshot; its history is read once, and only where memory does not do."""

    def __init__(self, snapshot: Snapshot, scan: Scan, roots: Sequence[str], memory: Memory | None = None) -> None:
        self._snapshot = snapshot
        self._repository = snapshot.repository
        self._git = snapshot.repository.git
        self._scan = scan
        self._roots = roots
        self._memory = memory or Memory()
        self._trees = Trees(self._git)
        self._edges = _shallow_edges(self._repository)
        self._steps: dict[tuple[str, ...], list[Step]] = {}
        # by commit: the threads that have reached it, by the path of their page there; '' is what is not committed
        self._alive: dict[str, Alive] = {}
        self._found: dict[str, list[Anchor]] = {}

    def anchors(self, pages: Mapping[str, Sequence[Mark]], exact: bool = False) -> dict[str, list[Anchor]]:
        """Return the anchor of each mark of these pages of the snapshot; `exact` ones are never just steady.

        All marks on a page must be given, in their order.
        """
        self._found = {page: [Anchor("")] * len(marks) for page, marks in pages.items()}
        threads = {page: [Thread(mark, page, at) for at, mark in enumerate(marks)] for page, marks in pages.items()}
        commit, is_commit = self._snapshot.commit, self._snapshot.tree is not None
        if commit is None:
            return self._found
        self._alive = {commit if is_commit else "": {page: some for page, some in threads.items() if some}}
        if not is_commit:
            self._uncommitted(commit)
        elif self._memory.commit:
            self._latest(commit)
        self._recall(exact)
        self._walk()
        if is_commit:
            self._remember(commit, pages)
        return self._found

    def _uncommitted(self, commit: str) -> None:
        """Pass from the disk or the index to the commits that they will have as parents."""
        tree = self._repository.head_tree
        alive = self._alive[""]
        changed = {path: file for path, file in self._snapshot.changes(tree or commit) if path in alive}
        renamed = {new: old for old, new in self._snapshot.renamed().items()} if self._any_new(commit, changed) else {}
        data = dict(self._snapshot.contents((path, file) for path, file in changed.items() if file))
        found = [self._change(commit, path, renamed.get(path, path), file.oid if file else "")
                 for path, file in changed.items()]  # fmt: skip
        self._pass(Step("", (commit, *merge_heads(self._repository)), tuple(found)), data)

    def _latest(self, commit: str) -> None:
        """Pass a commit whose only parent is the one that is remembered."""
        found, before = find_commit(self._repository, commit), find_commit(self._repository, self._memory.commit)
        if found is None or before is None or found.parents != (before.oid,):
            return
        alive = self._alive[commit]
        changed = {path: file for path, file in self._snapshot.changes(before.tree) if path in alive}
        renamed: dict[str, str] = {}
        if self._any_new(before.oid, changed):
            made = changes(self._git, before.oid, commit, self._roots, renames=True)
            renamed = {change.path: change.source for change in made if change.letter == "R"}
        done = [self._change(before.oid, path, renamed.get(path, path), file.oid if file else "")
                for path, file in changed.items()]  # fmt: skip
        self._pass(Step(commit, found.parents, tuple(done)))

    def _any_new(self, commit: str, paths: Iterable[str]) -> bool:
        return any(self._trees.file(commit, path) is None for path in paths)

    def _change(self, commit: str, path: str, source: str, oid: str) -> Change:
        """Return how a page that is now this blob differs from a commit in which it was `source`."""
        old = self._trees.file(commit, source)
        return Change("M" if old else "A", "", "", old.oid if old else "", oid, path, source)

    def _recall(self, exact: bool) -> None:
        """End the threads that have reached the commit of which something is remembered."""
        commit = self._memory.commit
        alive = self._alive.get(commit, {}) if commit else {}
        for path in list(alive):
            row, file = self._memory.row(path), self._trees.file(commit, path)
            if row is not None and file is not None and file.oid == row[0]:
                alive[path] = self._end_as_remembered(row, alive[path], exact)
            elif row is None and not exact and self._memory.is_steady(path):
                for thread in alive.pop(path):
                    self._found[thread.page][thread.number] = Anchor(commit, steady=True)

    def _end_as_remembered(self, row: Row, threads: list[Thread], exact: bool) -> list[Thread]:
        """End the threads that stand on this version of their page; return those that memory cannot help with."""
        marks = [Mark(*one[:3]) for one in row[1]]
        anchors = [Anchor(*one[3:]) for one in row[1]]
        stay, rest = paired(threads, marks)
        for thread, number in stay:
            # Where a review was taken back, an older commit counts.
            if (anchors[number].steady and exact) or (marks[number].review and not thread.mark.review):
                rest.append(thread)
            else:
                self._found[thread.page][thread.number] = anchors[number]
        return rest

    def _remember(self, commit: str, pages: Mapping[str, Sequence[Mark]]) -> None:
        for page, marks in pages.items():
            file = self._trees.file(commit, page)
            if file is not None:
                found = zip(marks, self._found[page], strict=True)
                self._memory.keep(page, (file.oid, tuple((*mark, *anchor) for mark, anchor in found)))

    def _walk(self) -> None:
        """Pass through the history of the pages, from the commits that threads have reached to where they begin."""
        waiting = {tip: {path: some for path, some in alive.items() if some} for tip, alive in self._alive.items()}
        tips = tuple(tip for tip, alive in waiting.items() if alive)
        self._alive = {}
        if not tips:
            return
        steps = self._log(*tips)
        for tip in tips:
            # Its first commit stands for a tip that did not touch the pages itself.
            own = steps if len(tips) == 1 else self._log("-1", tip)
            for path, threads in waiting[tip].items():
                self._carry(own[0].commit if own else tip, path, threads)
        prefetch(self._repository, (oid for step in steps for one in step.changes for oid in (one.old, one.oid)))
        for step in steps:
            self._pass(step)

    def _log(self, *revs: str) -> list[Step]:
        """Return the commits that touched the pages, and all merges, with the parents that they have among these."""
        if revs not in self._steps:
            options = ("--full-history", "--parents")
            self._steps[revs] = log(self._git, *options, revs=revs, paths=self._roots, renames=True)
        return self._steps[revs]

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
        if old is None:
            for thread in threads:
                self._found[thread.page][thread.number] = Anchor(parent, known=False)
            return []
        if as_often(new, old, threads):
            self._carry(parent, path, threads)
            return []
        marks = self._scan(path, old)
        stay, rest = paired(threads, marks)
        here = [thread._replace(mark=marks[number]._replace(review=thread.mark.review)) for thread, number in stay]
        self._carry(parent, path, here)
        return rest

    def _carry(self, commit: str, path: str, threads: list[Thread]) -> None:
        if threads:
            self._alive.setdefault(commit, {}).setdefault(path, []).extend(threads)

    def _end(self, commit: str, threads: Iterable[Thread]) -> None:
        for thread in threads:
            self._found[thread.page][thread.number] = Anchor(commit, commit not in self._edges)

    def _bytes(self, oid: str) -> bytes | None:
        ((_oid, data),) = read_blobs(self._repository, [oid])
        return data


def _shallow_edges(repository: Repository) -> frozenset[str]:
    """Return the commits whose parents a shallow clone has not."""
    if not repository.shallow:
        return frozenset()
    with open(os.path.join(repository.common_dir, "shallow"), encoding="ascii") as file:
        return frozenset(file.read().split())
