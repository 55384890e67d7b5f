"""Read what `git log -p -U0` and `git diff -U0` print, as numbers of lines: contents are counted and thrown away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.repo.plumbing import text

# What fixes the form of a patch, whatever is configured.
OPTIONS = ("-p", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames", "--src-prefix=a/",
           "--dst-prefix=b/", "--no-relative", "--submodule=short", "--inter-hunk-context=0",
           "--diff-algorithm=myers")  # fmt: skip
_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPE = re.compile(rb'\\([0-7]{3}|[abtnvfr"\\])')
_NAMED = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}


class Hunk(NamedTuple):
    """`gone` lines behind line `old` of the file were replaced by `came` lines; counted from 0."""

    old: int
    gone: int
    came: int


class FilePatch(NamedTuple):
    """How one file changed: its path before ('' if it is new), after ('' if it was deleted), and its hunks."""

    before: str
    after: str
    hunks: tuple[Hunk, ...]


def read_patch(lines: list[bytes], at: int) -> tuple[list[FilePatch], int]:
    """Return the files of a patch that begins at `lines[at]`, and where it ends: at a line that is none of it."""
    files = []
    while at < len(lines) and lines[at].startswith(b"diff --git "):
        file, at = _file(lines, at)
        if file is not None:
            files.append(file)
    return files, at


def _file(lines: list[bytes], at: int) -> tuple[FilePatch | None, int]:
    before = after = None
    hunks: list[Hunk] = []
    same = lines[at]
    new = deleted = False
    at += 1
    while at < len(lines) and not lines[at].startswith(b"diff --git "):
        line = lines[at]
        if line.startswith(b"@@ "):
            hunk, at = _hunk(lines, at)
            hunks.append(hunk)
            continue
        if line.startswith((b"--- ", b"rename from ", b"copy from ")):
            before = _path(line.partition(b" from ")[2] if b" from " in line[:12] else line[4:])
        elif line.startswith((b"+++ ", b"rename to ", b"copy to ")):
            after = _path(line.partition(b" to ")[2] if b" to " in line[:10] else line[4:])
        elif line.startswith(b"new file mode"):
            new = True
        elif line.startswith(b"deleted file mode"):
            deleted = True
        elif not line.startswith(_HEADERS):
            break
        at += 1
    if before is None and after is None:
        both = _both(same)
        if both is None:
            return None, at
        before, after = ("" if new else both), ("" if deleted else both)
    return FilePatch(before or "", after or "", tuple(hunks)), at


_HEADERS = (b"index ", b"old mode", b"new mode", b"similarity index", b"dissimilarity index", b"Binary files", b"\\ ")


def _hunk(lines: list[bytes], at: int) -> tuple[Hunk, int]:
    match = _HUNK.match(lines[at])
    assert match is not None, lines[at]
    old, gone, came = int(match[1]), int(match[2] or 1), int(match[4] or 1)
    at += 1
    left = gone + came
    while at < len(lines) and (left or lines[at].startswith(b"\\")):
        left -= not lines[at].startswith(b"\\")
        at += 1
    return Hunk(old if not gone else old - 1, gone, came), at


def _path(field: bytes) -> str:
    """Return the path of a header line: unquoted, without its prefix; '' for /dev/null."""
    field = field.removesuffix(b"\t")
    if field.startswith(b'"') and field.endswith(b'"'):
        field = _ESCAPE.sub(_unescaped, field[1:-1])
    if field == b"/dev/null":
        return ""
    return text(field[2:] if field.startswith((b"a/", b"b/")) else field)


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8)]) if len(code) == 3 else _NAMED.get(code, code)


def _both(header: bytes) -> str | None:
    """Return the path that stands twice in `diff --git a/x b/x`: all there is for an empty file or a mode."""
    rest = header.removeprefix(b"diff --git ")
    half = len(rest) // 2
    first, second = rest[:half], rest[half + 1 :]
    found, other = _path(first), _path(second)
    return found if found == other else None


def applied(lines: list[int], hunks: tuple[Hunk, ...], own: int) -> list[int]:
    """Return who wrote each line of a file after these hunks, `lines` before them; new lines are `own`."""
    made: list[int] = []
    at = 0
    for hunk in hunks:
        made += lines[at : hunk.old]
        made += [own] * hunk.came
        at = hunk.old + hunk.gone
    return made + lines[at:]


def split_commits(out: bytes, mark: bytes) -> Iterator[tuple[bytes, list[FilePatch]]]:
    """Yield (header, patch) for each commit that `git log --format=MARK…` printed; the header is the line's rest."""
    lines = out.split(b"\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith(mark):
            while at < len(lines) and not lines[at]:
                at += 1
            files, at = read_patch(lines, at)
            yield line[len(mark) :], files
