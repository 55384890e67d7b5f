"""A citation points at lines that are there, in a tracked file, and its quote stands in them.

A citation is a path with lines (`src/app/timed.py:142-150`, `src/app/timed.py#L142`), a symbol or a release. Only what
names a file of this repository is one: ports, times, URLs and other repositories are let be. Superseded entries, logs
and frozen pages are history: what they cite is judged when it is written.

Bad:
    Expiry raises `src/timed.py:3` (see `src/gone.py:1`).
    === src/timed.py
    raise Expired

Good:
    Expiry raises `src/timed.py:1` "raise Expired".
    === src/timed.py
    raise Expired
"""

from __future__ import annotations

from pincite.model import Citation, Page, Problem
from pincite.patterns import lazy_bytes
from pincite.rules._cited_paths import cited_paths
from pincite.rules._common import counted, entry_at, is_frozen, is_log, is_superseded, listed, unborn
from pincite.rules._drift import fix_of, judge_changed, judge_moved
from pincite.rules._quotes import judge_quote
from pincite.wiki import Cited, Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeAlias


KINDS = {
    "missing": ("error", "error"),
    "past-end": ("error", "error"),
    "one-past-end": ("warning", "warning"),
    "range": ("error", "error"),
    "untracked": ("error", "error"),
    "ambiguous": ("warning", "warning"),
    "case": ("error", "error"),
    "outside": ("warning", "warning"),
    "unreachable-commit": ("error", "error"),
    "weak": ("warning", "warning"),
    "moved": ("error", "error"),
    "changed": ("error", "error"),
    "quote": ("error", "error"),
}

Lines: TypeAlias = "Sequence[bytes]"

# Lines next to the cited ones that count as near, and lines above among which the definition around them is looked for.
_NEXT_TO = 3
_FARTHEST = 500

_LONE = lazy_bytes(rb"[\s{}()\[\];,]*\Z")
UNTRACKED = {
    "untracked": "is on disk but not in git; `git add` it, or cite something else",
    "ignored": "is ignored by git (.gitignore), so that nobody else has it; cite something else, or `git add -f` it",
}


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem for every citation that does not hold."""
    history = is_frozen(page, wiki) or is_log(page)
    past = [entry for entry in page.entries if is_superseded(entry)]
    is_new = unborn(page, wiki, _tokens) if page.citations and (history or past) else None
    for citation in page.citations:
        if is_new is not None:
            new, entry = is_new(citation.text), entry_at(page, citation.start)
            if not new and (history or (entry is not None and is_superseded(entry))):
                continue
        for kind, message, ask in _judge(citation, page, wiki):
            at = Problem(f"citations.{kind}", page.path, citation.line, citation.column, message, citation.text)
            yield at._replace(ask=ask, fix=fix_of(citation, page, wiki) if kind == "moved" else None)
    if not history:
        yield from _sources(page, wiki)


Finding = tuple[str, str, tuple[str, ...]]  # kind, message, what to look up before it is shown


def _tokens(page: Page) -> Iterable[str]:
    return (citation.text for citation in page.citations)


def _judge(citation: Citation, page: Page, wiki: Wiki) -> Iterator[Finding]:
    cited = wiki.cited(citation, page)
    token = _spelled(citation)
    if citation.commit is not None and cited.state != "foreign":
        yield from _pinned(citation, cited, token, wiki)
    elif cited.state == "found":
        yield from _found(citation, cited.path, token, page, wiki)
    elif cited.state == "ambiguous":
        yield from _ambiguous(citation, cited, token, wiki)
    else:
        moved = list(judge_moved(citation, page, wiki, token)) if cited.state == "missing" else ()
        yield from moved or _not_found(citation, cited, token)


def _spelled(citation: Citation) -> str:
    """Return a token for a message; one that is written around backticks loses them."""
    return "`" + citation.text.replace("`", "") + "`"


def _not_found(citation: Citation, cited: Cited, token: str) -> Iterator[Finding]:
    """Say why there is no file; nothing of a token that is not one of this repository."""
    state, path = cited.state, cited.path
    if state == "missing":
        yield "missing", f"{token}: there is no file {path}", ("gone", path)
    elif state in UNTRACKED:
        yield "untracked", f"{token}: {path} {UNTRACKED[state]}", ()
    elif state == "case":
        yield "case", f"{token}: the file is called {path}; case counts", ()
    elif state == "outside":
        yield "outside", f"{token} leads out of the repository, where nothing can be cited; pin a copy under raw/", ()


def _ambiguous(citation: Citation, cited: Cited, token: str, wiki: Wiki) -> Iterator[Finding]:
    """Judge a name that several files have: past the end only where it is in all of them."""
    ends = [[kind for kind, _, _ in _bounds(citation, wiki.lines(path), path, token)] for path in cited.candidates]
    if all("past-end" in kinds for kinds in ends):
        message = f"{token} is past the end of each of {listed(cited.candidates, 'and')}"
        yield "past-end", message, ()
    else:
        yield "ambiguous", f"{token} could be {listed(cited.candidates)}; write the path from the root", ()


def _pinned(citation: Citation, cited: Cited, token: str, wiki: Wiki) -> Iterator[Finding]:
    """Judge a citation of a file as it was at a commit."""
    commit = wiki.commit(citation.commit or "")
    if commit is None:
        message = f"{token}: no commit of this history is called {citation.commit}"
        yield "unreachable-commit", message, ("unreachable", citation.commit or "", citation.path)
        return
    if not commit:
        return
    path = cited.path or citation.path
    lines = wiki.lines_at(commit, path)
    if lines is None:
        yield "missing", f"{token}: there was no file {path} at {citation.commit}", ()
        return
    findings = list(_bounds(citation, lines, f"{path} at {citation.commit}", token))
    yield from findings or judge_quote(citation, lines, path, token)


def _found(citation: Citation, path: str, token: str, page: Page, wiki: Wiki) -> Iterator[Finding]:
    lines = wiki.lines(path) if citation.ranges or citation.release or citation.quote else None
    if lines is None:
        return
    if citation.release:
        yield from _release(citation.release, lines, path, token)
        return
    quoted = list(judge_quote(citation, lines, path, token))
    # a quote says by itself whether it still stands there; without one, history does
    moved = quoted if citation.quote is not None else list(judge_moved(citation, page, wiki, token))
    # that the lines stand elsewhere says more than that theirs are gone
    if any(kind == "moved" for kind, _, _ in moved):
        yield from moved
        return
    bounds = list(_bounds(citation, lines, path, token))
    if bounds or quoted:
        yield from bounds or quoted
    elif citation.quote is None:
        changed = list(judge_changed(citation, page, wiki, token))
        yield from changed or _weak(citation, lines, token)


def _bounds(citation: Citation, lines: Lines | None, path: str, token: str) -> Iterator[Finding]:
    """Hold the lines of a citation against the length of the file."""
    if lines is None:
        return
    size = len(lines)
    for first, last in citation.ranges:
        if first == 0:
            yield "range", f"{token}: lines count from 1", ()
        elif last < first:
            yield "range", f"{token}: {first}-{last} runs backwards; write {last}-{first}", ()
        elif last == size + 1 and size:
            message = f"{token}: line {last} is one past the end, {path} has {counted(size, 'line')}"
            yield "one-past-end", message, ()
        elif last > size:
            yield "past-end", f"{token} is past the end: {path} has {counted(size, 'line')}", ()
        else:
            continue
        return


def _weak(citation: Citation, lines: Lines, token: str) -> Iterator[Finding]:
    """Find lines that prove nothing: they are blank, hold a bracket alone, or nothing of what the citing line names."""
    for first, last in citation.ranges:
        if all(_LONE.match(line) for line in lines[first - 1 : last]):
            what = "blank" if not b"".join(lines[first - 1 : last]).strip() else "only brackets"
            where = f"line {first} is" if first == last else f"lines {first}-{last} are"
            yield "weak", f"{token}: {where} {what}; cite the line that says it", ()
            return
    if citation.names and not any(_stands(name, citation, lines) for name in citation.names):
        names = listed([f"`{name}`" for name in citation.names])
        yield "weak", f"{token}: neither its lines nor those next to them hold {names}; cite the line that does", ()


def _stands(name: str, citation: Citation, lines: Lines) -> bool:
    """Return whether a name stands in the cited lines, next to them, or in what they are inside of."""
    wanted = name.replace("::", ".").replace("->", ".").rpartition(".")[2].encode()
    for first, last in citation.ranges:
        if any(wanted in line for line in lines[max(0, first - 1 - _NEXT_TO) : last + _NEXT_TO]):
            return True
        if any(wanted in line for line in _around(lines, first)):
            return True
    return False


def _around(lines: Lines, number: int) -> Iterator[bytes]:
    """Yield the lines above that are indented less and less: the definitions that a line is inside of."""
    inside = _indent(lines[number - 1])
    for line in reversed(lines[max(0, number - 1 - _FARTHEST) : number - 1]):
        if inside == 0:
            return
        if line.strip() and (here := _indent(line)) < inside:
            inside = here
            yield line


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip())


def _release(release: str, lines: Lines, path: str, token: str) -> Iterator[Finding]:
    """Find the heading of a version in a changelog: a line that names it, marked as a heading or underlined."""
    import re

    named = re.compile(rb"(?<![\w.])v?" + re.escape(release.encode()) + rb"(?![\w]|\.\w)", re.IGNORECASE)
    for number, line in enumerate(lines):
        below = lines[number + 1].strip() if number + 1 < len(lines) else b""
        underlined = len(below) > 2 and len(set(below)) == 1 and not below[:1].isalnum()
        if named.search(line) and (line.lstrip().startswith((b"#", b"=", b"[")) or underlined):
            return
    yield "missing", f"{token}: {path} has no heading for version {release}", ("near-version", path, release)


def _sources(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Judge the paths that the frontmatter names as sources."""
    for citation in cited_paths(page):
        cited = wiki.cited(citation, page)
        if wiki.folder(citation.path):
            continue
        findings = _not_found(citation, cited, f"`{citation.text}`")
        for kind, message, ask in findings:
            at = Problem(f"citations.{kind}", page.path, citation.line, citation.column, message, citation.text)
            yield at._replace(ask=ask)
