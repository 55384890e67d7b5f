"""Which lines a commit changes: of the index, or between two commits."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.repo.patches import OPTIONS, FilePatch, read_patch
from pincite.repo.repository import Repository

Lines = dict[str, list[tuple[int, int]]]


def changed_lines(repository: Repository, base: str | None = None, head: str | None = None) -> Lines:
    """Return the changed lines by path, as they are numbered before the change, and after it where lines came.

    From `base` to `head`, two commits; without them from HEAD to the index.
    """
    if base is not None and head is not None:
        out = repository.git.run("diff-tree", "-r", *OPTIONS, base, head, "--")
    elif repository.head_tree is not None:
        out = repository.git.run("diff-index", "--cached", *OPTIONS, repository.head_tree, "--")
    else:
        return {}
    found: Lines = {}
    for patch in read_patch(out.split(b"\n"), 0)[0]:
        for path, first, last in _ranges(patch):
            found.setdefault(path, []).append((first, last))
    return found


def _ranges(patch: FilePatch) -> Iterator[tuple[str, int, int]]:
    """Yield path, first and last line of every hunk, before and after."""
    shift = 0
    for hunk in patch.hunks:
        if hunk.gone and patch.before:
            yield patch.before, hunk.old + 1, hunk.old + hunk.gone
        if hunk.came and patch.after:
            yield patch.after, hunk.old + shift + 1, hunk.old + shift + hunk.came
        shift += hunk.came - hunk.gone
