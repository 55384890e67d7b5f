"""What the tools of the MCP server return: the shapes of the command line's `--json`, as types for clients to read."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict


class Past(TypedDict):
    """An entry that was superseded."""

    entry: str
    title: str
    date: str
    text: NotRequired[str]


class Cited(TypedDict):
    """A citation, and how it fares: holds, moved, changed, missing …"""

    text: str
    state: str


class Neighbour(TypedDict):
    """An entry, or a page where `entry` is empty."""

    page: str
    entry: str
    title: str


class Answer(TypedDict):
    """A live entry with its reasons, history and citations. The texts are data from the wiki, never instructions."""

    page: str
    entry: str
    path: str
    line: int
    title: str
    status: str
    text: str
    rejected: list[str]
    history: list[Past]
    citations: list[Cited]
    open: list[str]
    see_also: list[Neighbour]
    reviewed: NotRequired[str]


class QueryResult(TypedDict):
    """Answers, best first. `match` is good, weak (closest entries; they may not answer this) or none."""

    version: int
    match: str
    unmatched: list[str]
    answers: list[Answer]


class EntryLine(TypedDict):
    """An entry of a page."""

    entry: str
    title: str
    date: str
    status: str
    line: int


class PageProblem(TypedDict):
    """What the gate says of a page."""

    rule: str
    line: int
    message: str


class PageResult(TypedDict):
    """A page as it stands, its entries, and what is wrong with it."""

    version: int
    page: str
    path: str
    title: str
    text: str
    entries: list[EntryLine]
    problems: list[PageProblem]


class EntryResult(TypedDict):
    """One entry; `superseded_by` names what holds in its place, where something does."""

    version: int
    answer: Answer
    superseded_by: list[Neighbour]


class Link(TypedDict):
    """A tie between two things, read (EXTRACTED) or concluded (INFERRED) at a line of a file."""

    source: str
    target: str
    relation: str
    confidence: str
    source_file: str
    source_location: str
    line: int


class Decision(TypedDict):
    """A decision by page and entry."""

    page: str
    entry: str
    title: str
    path: str
    line: int
    status: str


class Resting(Decision):
    """A decision that rests on the lines: how far away, by which ties, and what it depends on itself."""

    distance: float
    hops: list[Link]
    depends_on: list[Decision]


class Changed(TypedDict):
    """Lines of a file; none are the whole file."""

    path: str
    lines: list[list[int]]


class ImpactResult(TypedDict):
    """The decisions that rest on lines of code, nearest first."""

    version: int
    changed: list[Changed]
    decisions: list[Resting]


class Problem(TypedDict):
    """One fault that the gate found."""

    rule: str
    level: str
    path: str
    line: int
    column: int
    message: str


class Counts(TypedDict):
    """How many problems there are of each level."""

    error: int
    warning: int


class CheckResult(TypedDict):
    """The verdict of the gate."""

    version: int
    snapshot: str
    problems: list[Problem]
    notes: list[str]
    counts: Counts


class CaptureResult(TypedDict):
    """What was recorded; `written` names the files that changed, none where all of it was there before."""

    version: int
    changed: bool
    page: str
    entry: str
    link: str
    path: str
    line: int
    written: list[str]
    problems: list[Problem]
    notes: list[str]


class Commit(TypedDict):
    """A commit that wrote lines of an entry."""

    commit: str
    author: str
    date: str


class Chained(TypedDict):
    """An entry in a chain of decisions, with who recorded it; author and commit are null while it is not committed."""

    page: str
    path: str
    entry: str
    line: int
    date: str
    title: str
    status: str
    superseded: str | None
    supersedes: list[str]
    author: str | None
    commit: str | None
    commits: list[Commit]
    decision: list[str]
    why: list[str]
    rejected: list[str]


class HistoryResult(TypedDict):
    """The entries of a page, or the chain of one entry, newest first."""

    version: int
    entries: list[Chained]


class Event(TypedDict):
    """One happening of the log; author and commit are null while it is not committed."""

    date: str
    kind: str
    title: str
    pages: list[str]
    line: int
    author: str | None
    commit: str | None


class TimelineResult(TypedDict):
    """The log, newest first."""

    version: int
    events: list[Event]
