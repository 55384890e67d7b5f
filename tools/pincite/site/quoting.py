"""What the site says and shows of a citation: its state, the address at the forge, and the lines themselves."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.model import Citation, Entry, Page
from pincite.site.facts import CitationFact, Snippet
from pincite.site.wiki_site import COMMIT, Site
from pincite.wiki import Followed

# Lines shown before and behind the cited ones, the most that are shown, and the longest line.
_AROUND, _MOST, _LONGEST = 1, 40, 300
Ranges = tuple[tuple[int, int], ...]


def citation_fact(citation: Citation, page: Page, site: Site) -> CitationFact:
    """Return what the site makes of a citation of `page`."""
    cited = site.wiki.cited(citation, page)
    shown = citation.text.replace("`", "")
    if cited.state not in ("found", "missing"):
        return CitationFact(shown, "", "", shown)
    entry = next((one for one in page.entries if one.start <= citation.start < one.end), None)
    followed = site.wiki.followed(citation, page)
    if cited.state == "missing" and followed is None:
        return CitationFact(shown, "missing", "", cited.path or shown, note="The cited file is gone.")
    if entry is not None and not entry.live and entry.status == "accepted":
        return _history(citation, shown, cited.path, followed, entry, site)
    return _today(citation, shown, cited.path, followed, site)


def _history(
    citation: Citation, shown: str, path: str, followed: Followed | None, entry: Entry, site: Site
) -> CitationFact:
    """Return a citation of a superseded entry: it points at the file as it was, and nobody asks whether it holds."""
    commit = citation.commit or (followed.anchor if followed else "")
    lines = site.wiki.lines_at(commit, path) if commit else None
    then = None if lines is None or site.hidden(path) else snippet(path, lines, citation.ranges)
    href = site.source(path, citation.ranges, commit or COMMIT)
    when = f"This entry was superseded{f' on {entry.superseded}' if entry.superseded else ''}."
    note = f"{when} The lines are shown as they were when they were cited." if then else when
    return CitationFact(shown, "", href, _label(path, citation.ranges), now=then, note=note, at=commit or COMMIT)


def _today(citation: Citation, shown: str, path: str, followed: Followed | None, site: Site) -> CitationFact:
    ranges, commit = citation.ranges, citation.commit or COMMIT
    state = followed.state if followed else ""
    if followed is not None and followed.path and followed.ranges:
        path, ranges, commit = followed.path, followed.ranges, COMMIT
    hidden = site.hidden(path)
    lines = None if hidden else _lines(path, citation, commit, site)
    now = snippet(path, lines, ranges) if lines is not None else None
    was = None
    if followed is not None and state in ("changed", "missing") and followed.was and not hidden:
        was = _then(path, followed.was, citation.ranges)
    href = "" if state == "missing" else site.source(path, ranges, commit)
    note = "The source is not published." if hidden else _note(followed, ranges)
    return CitationFact(shown, state, href, _label(path, ranges), now=now, was=was, note=note, at=commit)


def _lines(path: str, citation: Citation, commit: str, site: Site) -> tuple[bytes, ...] | None:
    if citation.commit and commit == citation.commit:
        full = site.wiki.commit(citation.commit)
        return site.wiki.lines_at(full, path) if full else None
    return site.wiki.lines(path)


def _note(followed: Followed | None, ranges: Ranges) -> str:
    if followed is None or followed.state in ("holds", ""):
        return ""
    by = f" in {followed.commit[:7]}" if followed.commit else ""
    if followed.state == "moved":
        return f"The cited text moved{by}; it is shown where it stands now, at {_spelled(ranges)}."
    if followed.state == "changed":
        return f"The cited lines changed{by}: {followed.kept} of {len(followed.was)} still stand."
    if followed.state == "missing":
        return f"The cited file was deleted{by}."
    return "Whether these lines still read as they did cannot be told without the whole history."


def _label(path: str, ranges: Sequence[tuple[int, int]]) -> str:
    return f"{path}:{_spelled(ranges)}" if ranges else path


def _spelled(ranges: Sequence[tuple[int, int]]) -> str:
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)


def snippet(path: str, lines: Sequence[bytes], ranges: Ranges) -> Snippet | None:
    """Return the cited lines of a file with a few around them; None where there is nothing to show (no text)."""
    inside = tuple((first, last) for first, last in ranges if 1 <= first <= last <= len(lines))
    if not inside:
        return None
    first = max(1, inside[0][0] - _AROUND)
    last = min(len(lines), max(stop for _, stop in inside) + _AROUND)
    cut = max(0, last - first + 1 - _MOST)
    shown = lines[first - 1 : last - cut]
    if any(b"\0" in line for line in shown):
        return None
    return Snippet(path, first, tuple(_text(line) for line in shown), inside, cut)


def _then(path: str, lines: Sequence[str], ranges: Ranges) -> Snippet:
    first = ranges[0][0] if ranges else 1
    shown = tuple(line[:_LONGEST] for line in lines[:_MOST])
    return Snippet(path, first, shown, ((first, first + len(shown) - 1),), max(0, len(lines) - _MOST))


def _text(line: bytes) -> str:
    text = line.decode("utf-8", "replace").rstrip("\r")
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
