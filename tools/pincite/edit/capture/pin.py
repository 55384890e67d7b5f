"""Pinning: what a decision was based on, kept under `raw/` as it was said."""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.edit.capture.request import Request
from pincite.edit.desk import Desk
from pincite.text import nfc, slug

_WORD = re.compile(r"\w{3,}")
# A talk of so many lines is its own deciding lines.
_SHORT = 12
_LONGEST_SLUG = 80


class Pinned(NamedTuple):
    """A source to be written: its path, content, and the citation of its deciding lines."""

    path: str
    content: str
    citation: str


def must_pin(request: Request) -> bool:
    """Return whether this decision always pins: it rejects or supersedes something, or was told to."""
    return bool(request.rejected or request.supersedes or request.pin)


def _pins(request: Request) -> bool:
    """Return whether there is something to pin.

    Without a conversation that is the decision as it was told to capture, unless lines of the repository were given
    that say what it rests on.
    """
    if request.conversation.strip():
        return must_pin(request) or request.pin is not False
    return bool(request.pin or (must_pin(request) and not request.source))


def pinned(desk: Desk, request: Request, page: str, date: str, place: str = "") -> Pinned | None:
    """Return the source to pin, None where nothing is to be pinned.

    The same source again has the path that it had the first time: what is pinned is never written twice, nor over
    another. `place` is the path where that was chosen before.
    """
    if not _pins(request):
        return None
    said = request.conversation.replace("\r\n", "\n").strip("\n")
    body = said if said.strip() else _as_told(request)
    how = "Said" if said.strip() else "Recorded without a conversation"
    head = f"# {date} {request.title.strip()}\n\n{how}, for {page}.\n\n"
    content = f"{head}{body}\n"
    path = place or _free_path(desk, date, request.title, content)
    first = head.count("\n") + 1
    start, end = _deciding(body, request)
    lines = f"{first + start}" if start == end else f"{first + start}-{first + end}"
    return Pinned(path, content, f"`{path}:{lines}`")


def _as_told(request: Request) -> str:
    lines = [f"Decision: {request.decision or request.rule or request.title}"]
    lines += [f"Why: {request.why}"] if request.why else []
    lines += [f"Rejected: {text}" for text in request.rejected]
    lines += [f"Consequence: {text}" for text in request.consequence]
    lines += [f"Supersedes: {older.entry}" for older in request.supersedes]
    return "\n".join(lines)


def _free_path(desk: Desk, date: str, title: str, content: str) -> str:
    """Return `raw/conversations/DATE-slug.md`, numbered where another source has that name."""
    root = desk.config.raw[0].strip("/")
    name = nfc(slug(title))[:_LONGEST_SLUG].strip("-") or "decision"
    number = 1
    while True:
        path = f"{root}/conversations/{date}-{name}{f'-{number}' if number > 1 else ''}.md"
        there = desk.read(path)
        if there is None or there.decode("utf-8", "replace").replace("\r\n", "\n") == content:
            return path
        number += 1


def _deciding(body: str, request: Request) -> tuple[int, int]:
    """Return the first and last of the lines, from 0, that the decision rests on.

    A short text is cited whole. In a long one it is the run of lines around the one that shares most words with the
    decision, up to the blank lines on both sides.
    """
    lines = body.split("\n")
    if len(lines) <= _SHORT:
        return _trimmed(lines, 0, len(lines) - 1)
    wanted = _words(" ".join([request.title, request.decision, request.rule, *request.rejected]))
    scores = [len(wanted & _words(line)) for line in lines]
    best = scores.index(max(scores))
    start = end = best
    while start > 0 and lines[start - 1].strip():
        start -= 1
    while end + 1 < len(lines) and lines[end + 1].strip():
        end += 1
    return (start, end) if end - start < _SHORT else (best, best)


def _trimmed(lines: list[str], start: int, end: int) -> tuple[int, int]:
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end].strip():
        end -= 1
    return start, end


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}
