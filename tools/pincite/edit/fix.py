"""Repair what is certain, again and again until nothing is left that is: a second run finds nothing to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import unified_diff
from typing import NamedTuple

from pincite.check import standing
from pincite.edit.desk import Desk, DiskDesk, on_disk
from pincite.edit.overlay import Overlay
from pincite.edit.repair import repairs
from pincite.edit.sheets import Sheets
from pincite.edit.write import Change, writing
from pincite.errors import UsageError
from pincite.model import Edit, Problem
from pincite.repo.repository import Repository

# Each round mends what the one before uncovered; more than a few are a fault of ours, and end all the same.
_MOST_ROUNDS = 8

Strengthen = Callable[[Sheets, str], list[Edit]]


class Repaired(NamedTuple):
    """One repair: where, of what problem ('' for a citation that was strengthened), what stood there, what does now."""

    path: str
    line: int
    rule: str
    was: str
    now: str


class Fixed(NamedTuple):
    """What was repaired, the files as they are then, and the problems that are left to people."""

    repaired: tuple[Repaired, ...]
    changes: tuple[Change, ...]
    left: tuple[Problem, ...]


def fix(
    repository: Repository, names: Sequence[str], say: Callable[[str], None], dry: bool = False,
    strengthen: Strengthen | None = None,
) -> Fixed:  # fmt: skip
    """Repair the pages that are named, all where none is, and write them unless the run is `dry`.

    Only files in the work tree change: not the index, and no byte but those of the tokens at fault. `strengthen` may
    add edits to a page that has no problem left. Raises UsageError for a name that is no page.
    """
    with writing(repository.root, repository.cache_dir, say) as writer:
        desk = on_disk(repository)
        chosen = _chosen(desk, names)
        work = _Work(desk, chosen)
        work.mend()
        if strengthen is not None:
            work.strengthen(strengthen)
        changes = work.changes()
        if not dry:
            writer.apply(changes)
        return Fixed(tuple(work.done), changes, tuple(work.left))


def _chosen(desk: Desk, names: Sequence[str]) -> Callable[[str], bool]:
    """Return a function that tells whether a page was named: by name, path or folder."""
    paths = []
    for name in names:
        found = desk.named(name)
        if not found and not any(desk.is_page(path) and _below(path, name) for path in desk.snapshot.files):
            raise UsageError(f"no page or folder {name}; see pincite pages")
        paths += found or [name]
    return lambda path: not names or any(_below(path, one) for one in paths)


def _below(path: str, place: str) -> bool:
    return place in (".", "") or path == place or path.startswith(place.rstrip("/") + "/")


class _Work:
    """The files as they are after the repairs so far."""

    def __init__(self, desk: Desk, chosen: Callable[[str], bool]) -> None:
        self.first = desk
        self.chosen = chosen
        self.over: dict[str, bytes | None] = {}
        self.done: list[Repaired] = []
        self.left: list[Problem] = []

    def mend(self) -> None:
        """Repair until a round finds nothing more."""
        for _ in range(_MOST_ROUNDS):
            desk = self._desk()
            sheets = Sheets(desk)
            self.left = [problem for problem in standing(desk.judged) if self.chosen(problem.path)]
            # Pages are listed last: a link that is mended may have listed one already.
            unlisted = [problem for problem in self.left if problem.rule == "index.missing"]
            others = [problem for problem in self.left if problem.rule != "index.missing"]
            if not any(self._apply(sheets, some) for some in (others, unlisted)):
                return

    def strengthen(self, edits: Strengthen) -> None:
        """Let edits be added to the pages that were chosen."""
        desk = self._desk()
        sheets = Sheets(desk)
        pages = [path for path in sorted(desk.snapshot.files) if desk.is_page(path) and self.chosen(path)]
        self._edit(sheets, [(edit, "") for path in pages for edit in edits(sheets, path)])

    def changes(self) -> tuple[Change, ...]:
        """Return what is to be written."""
        made = (Change(path, self.first.read(path), data) for path, data in self.over.items())
        return tuple(change for change in made if change.old != change.new)

    def _desk(self) -> Desk:
        first = self.first
        return DiskDesk(first.repository, Overlay(first.snapshot, self.over), first.config)

    def _apply(self, sheets: Sheets, problems: Sequence[Problem]) -> bool:
        """Repair what can be repaired of these problems; return whether anything was."""
        return self._edit(sheets, [(edit, problem.rule) for problem in problems for edit in repairs(sheets, problem)])

    def _edit(self, sheets: Sheets, found: Sequence[tuple[Edit, str]]) -> bool:
        """Apply the edits that do not meet; those that do have their turn in the next round."""
        taken: list[Edit] = []
        for edit, rule in found:
            page = sheets.page(edit.path)
            was = page.text[edit.start : edit.end]
            if was == edit.text or any(_meet(edit, other) for other in taken):
                continue
            taken.append(edit)
            line = page.text.count("\n", 0, edit.start) + 1
            self.done.append(Repaired(edit.path, line, rule, was.strip(), edit.text.strip()))
        sheets.edit(*taken)
        self.over |= {change.path: change.new for change in sheets.changes()}
        return bool(taken)


def _meet(one: Edit, other: Edit) -> bool:
    """Return whether two edits change the same characters; insertions in one place do not."""
    if one.path != other.path:
        return False
    same = (one.start, one.end) == (other.start, other.end) and one.start < one.end
    return same or (one.start < other.end and other.start < one.end)


def diff_of(changes: Sequence[Change]) -> str:
    """Return the changes as a unified diff, as `git apply` takes it."""
    out = []
    for change in changes:
        old, new = (_lines(data) for data in (change.old, change.new))
        out += list(unified_diff(old, new, f"a/{change.path}", f"b/{change.path}"))
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in out)


def _lines(data: bytes | None) -> list[str]:
    text = (data or b"").decode("utf-8", "surrogateescape")
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
