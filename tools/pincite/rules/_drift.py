"""What became of the cited lines since they were cited, as history tells it."""

from __future__ import annotations

from pincite.model import Citation, Edit, Fix, Page
from pincite.rules._common import counted, entry_at
from pincite.rules._quotes import only_place, spelled
from pincite.rules._respell import respelled
from pincite.wiki import Followed, Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


Finding = tuple[str, str, tuple[str, ...]]

_SHOWN = 3  # lines of code that a message shows
_WIDEST = 160


def judge_moved(citation: Citation, page: Page, wiki: Wiki, token: str) -> Iterator[Finding]:
    """Say where the cited lines stand now, if they stand at other lines or in another file."""
    followed = wiki.followed(citation, page)
    if followed is None or followed.state != "moved":
        return
    cited = wiki.cited(citation, page).path
    now = spelled(followed.ranges)
    lines = f"line {now}" if now.isdigit() else f"lines {now}"
    where = f"{lines} of {followed.path}" if followed.path != cited else lines
    yield "moved", f"{token} now reads at {where}{_how(citation, followed, cited)}", _asked(followed)


def judge_changed(citation: Citation, page: Page, wiki: Wiki, token: str) -> Iterator[Finding]:
    """Say that the cited lines are not what they were when they were cited, with what was and what is there now."""
    followed = wiki.followed(citation, page)
    if followed is None or followed.state != "changed":
        return
    commit = f" since {followed.commit[:7]}" if followed.commit else ""
    entry = entry_at(page, citation.start)
    again = f"pincite confirm {page.path}{f'#{entry.id}' if entry else ''}"
    message = (f"{token}: {_kept(followed)}{commit}; was: {_quoted(followed.was)}; now: {_quoted(followed.now)}; "
               f"read it again, then edit the claim, or type: {again}")  # fmt: skip
    yield "changed", message, _asked(followed)


def fix_of(citation: Citation, page: Page, wiki: Wiki) -> Fix | None:
    """Return the repair of a citation whose lines or quote have moved: its token with the place where they are now."""
    place = _place(citation, page, wiki)
    if place is None:
        return None
    token = respelled(citation, page, *place)
    edits = (Edit(page.path, citation.start, citation.end, token),) if token else ()
    return Fix(f"pincite fix {page.path}", edits)


def _place(citation: Citation, page: Page, wiki: Wiki) -> tuple[str, Sequence[tuple[int, int]]] | None:
    """Return the path ('' for the one that is cited) and the lines to cite instead."""
    cited = wiki.cited(citation, page).path
    if citation.quote is not None:
        quoted = only_place(citation.quote, wiki.lines(cited) or ())
        if quoted is not None:
            return "", (quoted,)
    followed = wiki.followed(citation, page)
    if followed is None or followed.state != "moved":
        return None
    return "" if followed.path == cited else followed.path, followed.ranges


def _how(citation: Citation, followed: Followed, cited: str) -> str:
    """Tell what happened, in brackets: how far the lines went, and in which commit."""
    commit = f" in {followed.commit[:7]}" if followed.commit else ""
    by = followed.ranges[0][0] - citation.ranges[0][0] if followed.ranges and citation.ranges else 0
    if followed.path != cited or not by:
        return f" (moved{commit})" if commit else ""
    return f" ({counted(abs(by), 'line')} further {'down' if by > 0 else 'up'}{commit and f' since{commit[3:]}'})"


def _kept(followed: Followed) -> str:
    """Tell how much of the cited lines still stands."""
    total = sum(1 for line in followed.was if line.strip())
    if not followed.kept:
        return "what it cites is gone"
    if followed.kept == total > 1:
        return f"other lines stand between the {total} lines that it cites"
    return f"{followed.kept} of {counted(total, 'cited line')} still stand"


def _quoted(lines: Sequence[str]) -> str:
    """Return lines of code as a message shows them."""
    said = [line.strip() for line in lines if line.strip()]
    if not said:
        return "nothing"
    shown = " / ".join(said[:_SHOWN])[:_WIDEST]
    return f"“{shown}”" + (f" and {counted(len(said) - _SHOWN, 'more line')}" if len(said) > _SHOWN else "")


def _asked(followed: Followed) -> tuple[str, ...]:
    return ("by", followed.commit) if followed.commit else ()
