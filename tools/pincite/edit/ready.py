"""A citation that is ready to be pasted: its token, a quote of what it cites, the definition around it, the lines."""

from __future__ import annotations

from typing import NamedTuple

from pincite.edit.desk import Desk
from pincite.edit.strengthen import quote_of, symbol_of
from pincite.errors import UsageError, did_you_mean
from pincite.model import Citation, Page
from pincite.parse.page import parse_page
from pincite.paths import name_of
from pincite.symbols import read_symbols

# The page that the citation will stand on is not known; what is relative is taken from the repository's root.
_NOWHERE = "cite.md"


class Ready(NamedTuple):
    """A citation: as a token in backticks, with a quote behind it where one is sure, by symbol where there is one."""

    citation: str
    path: str
    quote: str | None
    quoted: str | None
    symbol: str | None
    lines: tuple[tuple[int, str], ...]
    notes: tuple[str, ...]


def ready(desk: Desk, typed: str) -> Ready:
    """Return the citation that `typed` (PATH:LINES, PATH#L1-L9, PATH#SYMBOL) spells. UsageError where it is none."""
    page, citation = _parsed(desk, typed)
    found = desk.lookup.cited(citation, page)
    if found.state != "found":
        raise UsageError(_why_not(desk, found.state, citation, found.candidates))
    path = found.path
    lines = desk.lookup.lines(path) or ()
    ranges = _ranges(citation, path, b"\n".join(lines))
    last = max(end for _, end in ranges)
    if last > len(lines) or any(first < 1 or first > end for first, end in ranges):
        raise UsageError(f"{path} has {len(lines)} lines; {citation.text} does not cite lines of it")
    one = ranges[0] if len(ranges) == 1 else None
    quote = quote_of(lines, *one) if one and not citation.symbol else None
    symbol = symbol_of(path, desk.read(path) or b"", *one) if one else None
    token = f"`{citation.text if citation.path == path else citation.text.replace(citation.path, path, 1)}`"
    shown = [(n, lines[n - 1].decode("utf-8", "replace").rstrip("\r")) for a, b in ranges for n in range(a, b + 1)]
    blank = not any(any(map(str.isalnum, text)) for _, text in shown)
    return Ready(
        citation=token,
        path=path,
        quote=quote,
        quoted=f'{token} "{quote}"' if quote else None,
        symbol=f"`{path}#{symbol}`" if symbol else None,
        lines=tuple(shown),
        notes=("these lines hold no word; cite the ones that carry the claim",) if blank else (),
    )


def _parsed(desk: Desk, typed: str) -> tuple[Page, Citation]:
    page = parse_page(_NOWHERE, f"`{typed.strip().strip('`')}`".encode("utf-8", "surrogateescape"), desk.grammar)
    found = [one for one in page.citations if one.ranges or one.symbol]
    if len(found) != 1:
        raise UsageError(f"{typed} is no citation; write PATH:LINE, PATH:FIRST-LAST or PATH#NAME")
    return page, found[0]


def _ranges(citation: Citation, path: str, data: bytes) -> tuple[tuple[int, int], ...]:
    """Return the lines of a citation, of a symbol those of its definition."""
    if citation.symbol is None:
        return citation.ranges
    symbols = read_symbols(path, data)
    named = symbols.named(citation.symbol)
    if len(named) != 1:
        names = [one.name for one in symbols.definitions]
        why = symbols.problem or (
            "several definitions of that name" if named else f"no such definition{did_you_mean(citation.symbol, names)}"
        )
        raise UsageError(f"{path}#{citation.symbol}: {why}")
    return ((named[0].first, named[0].last),)


def _why_not(desk: Desk, state: str, citation: Citation, candidates: tuple[str, ...]) -> str:
    path = citation.path
    if state == "ambiguous":
        return f"{path} could be {' or '.join(candidates)}; give the path"
    if state in ("untracked", "ignored"):
        return f"{path} is not in git ({state}): git add it first, or cite something else"
    if state == "case":
        return f"the file is called {' or '.join(candidates) or 'otherwise'}; case counts"
    known = [one for one in desk.snapshot.files if name_of(one) == name_of(path)] or desk.snapshot.files
    return f"no file {path}{did_you_mean(path, known)}"
