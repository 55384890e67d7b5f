"""YAML by PyYAML's C parser, read as events: scalars stay typed text, and duplicate keys are faults.

Events instead of PyYAML's constructors: those make 10 of `0012`, False of `no`, raise ValueError for the date
2026-13-03, and let the last of two equal keys win without a word.
"""

from __future__ import annotations

import yaml

from pincite.model import Fault, Value
from pincite.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


_Parser: Any = getattr(getattr(yaml, "cyaml", None), "CParser", None)
_PAIR = lazy(r"(\s*(?:- )?[^\s:#][^:\n]*):\s+(\S.*?)\s*$")


class _RefusedError(Exception):
    """YAML that is valid and not accepted in frontmatter; `line` counts from 0."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message, self.line = message, line


def load_yaml(text: str, first_line: int) -> tuple[dict[str, Value] | None, dict[str, int], tuple[Fault, ...]]:
    """Return (values, line of each top-level key, faults) of a YAML mapping that begins in line `first_line`.

    Values are None where the text is no YAML or no mapping; a fault says why, and how to quote.
    """
    builder = _Builder(first_line)
    try:
        value = builder.build(_events(text))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        row = min(mark.line, text.count("\n")) if mark else 0
        return None, {}, (_syntax(text, row, str(getattr(error, "problem", None) or "no YAML"), first_line),)
    except _RefusedError as error:
        return None, {}, (Fault("frontmatter.syntax", error.message, error.line + first_line, 1),)
    if value is None or value == "":
        return {}, {}, ()
    if not isinstance(value, dict):
        return None, {}, (Fault("frontmatter.syntax", "frontmatter is a list of `key: value` lines", first_line, 1),)
    return value, builder.lines, (*builder.faults, *_cut(text, builder.ends, first_line))


def _events(text: str) -> Iterator[Any]:
    """Yield PyYAML's events for `text`; the C parser where PyYAML was built with it."""
    parser = _Parser(text) if _Parser else yaml.SafeLoader(text)
    try:
        while parser.check_event():
            yield parser.get_event()
    except (RecursionError, ValueError) as error:  # e.g. a character that YAML does not allow
        raise yaml.YAMLError(str(error)) from error
    finally:
        parser.dispose()


class _Builder:
    """Make one value of a stream of events, without recursion."""

    def __init__(self, first_line: int) -> None:
        self.first_line = first_line
        self.lines: dict[str, int] = {}
        self.faults: list[Fault] = []
        self.ends: list[tuple[int, int]] = []  # (row, column) where each plain scalar ends
        self.scalars: dict[str, str] = {}  # by anchor
        self.stack: list[tuple[Any, str | None]] = []  # open collections, each with the key that waits for a value
        self.root: Value | None = None

    def build(self, events: Iterator[Any]) -> Value | None:
        """Return the value of the only document, None where there is none."""
        documents = 0
        for event in events:
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.MappingStartEvent:
                self._open({}, event)
            elif kind is yaml.SequenceStartEvent:
                self._open([], event)
            elif kind in (yaml.MappingEndEvent, yaml.SequenceEndEvent):
                self._close(event)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    raise _RefusedError("the frontmatter holds two YAML documents", event.start_mark.line)
        return self.root

    def _scalar(self, event: Any) -> None:
        if event.anchor:
            self.scalars[event.anchor] = event.value
        if event.implicit[0] and not event.style:
            self.ends.append((event.end_mark.line, event.end_mark.column))
        self._add(event.value, event)

    def _alias(self, event: Any) -> None:
        """Put in the scalar that an alias names; of a collection it could grow without bounds."""
        if event.anchor not in self.scalars:
            raise _RefusedError(
                f"`*{event.anchor}` is a YAML alias: quote the value, or write it out", event.start_mark.line
            )
        self._add(self.scalars[event.anchor], event)

    def _open(self, value: Any, event: Any) -> None:
        if self.stack and isinstance(self.stack[-1][0], dict) and self.stack[-1][1] is None:
            raise _RefusedError("a key is a list or a mapping: quote it", event.start_mark.line)
        self.stack.append((value, None))

    def _close(self, event: Any) -> None:
        self._add(self.stack.pop()[0], event)

    def _add(self, value: Any, event: Any) -> None:
        if not self.stack:
            self.root = value
            return
        parent, key = self.stack[-1]
        if isinstance(parent, list):
            parent.append(value)
        elif key is None:
            self._key(parent, value, event)
        else:
            parent[key] = value
            self.stack[-1] = (parent, None)

    def _key(self, parent: dict[str, Value], key: str, event: Any) -> None:
        row = event.start_mark.line
        if key in parent:
            message = f"`{key}` stands twice; YAML keeps only the last: remove one"
            self.faults.append(
                Fault("frontmatter.duplicate-key", message, row + self.first_line, event.start_mark.column + 1)
            )
        elif len(self.stack) == 1:
            self.lines[key] = row + self.first_line
        parent.setdefault(key, "")
        self.stack[-1] = (parent, key)


def _cut(text: str, ends: list[tuple[int, int]], first_line: int) -> Iterator[Fault]:
    """Yield a fault for each plain value that ` #` cuts: a comment is written with a space behind its `#`."""
    if " #" not in text and "\t#" not in text:
        return
    rows = text.split("\n")
    for row, column in ends:
        line = rows[row] if row < len(rows) else ""
        rest = line[column:].lstrip(" \t")
        if rest.startswith("#") and rest[1:2].strip() and not rest.startswith("##"):
            pair = _PAIR.match(line)
            advice = f": write `{pair[1].strip()}: {_quoted(pair[2])}`" if pair else ": quote the value"
            message = f"YAML takes `{rest.rstrip()}` for a comment, which cuts the value{advice}"
            yield Fault("frontmatter.syntax", message, row + first_line, column + 1 + len(line[column:]) - len(rest))


def _syntax(text: str, row: int, problem: str, first_line: int) -> Fault:
    """Return the fault of text that is no YAML, with what to type instead where that can be told from the line."""
    rows = text.split("\n")
    for at in (row, row - 1):  # the parser often notices one line late
        line = rows[at].rstrip("\r") if 0 <= at < len(rows) else ""
        advice = _advice(line)
        if advice:
            return Fault("frontmatter.syntax", f"not valid YAML: {advice}", at + first_line, 1)
    message = f'not valid YAML: {problem}; quote the value: `key: "value"`'
    return Fault("frontmatter.syntax", message, row + first_line, 1)


def _advice(line: str) -> str:
    """Return what is wrong with this line and what to write, '' where nothing obvious is."""
    if line.lstrip(" ").startswith("\t"):
        return "a tab indents the line: use spaces (and quote a value that begins with a tab)"
    pair = _PAIR.match(line)
    if pair is None or len(line) > 200:
        return ""
    key, value = pair[1].strip(), pair[2]
    if value[0] in "\"'" and value[-1] == value[0] and len(value) > 1:
        value = value[1:-1]
    elif ": " not in value and not value.endswith(":") and value[0] not in "@`%&*!|>{}[],?#\"'-":
        return ""
    return f"quote the value: `{key}: {_quoted(value)}`"


def _quoted(value: str) -> str:
    """Return `value` as a YAML text that cannot be misread."""
    if '"' not in value and "\\" not in value:
        return f'"{value}"'
    doubled = value.replace("'", "''")
    return f"'{doubled}'"
