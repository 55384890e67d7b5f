"""How a claim is backed: by lines of the repository, a pinned source, a release, a talk, or by nothing that says so."""

from __future__ import annotations

import re

from pincite.model import Bullet, Citation, Entry, Page
from pincite.paths import below
from pincite.wiki import Wiki

# In the order of their strength, which is the order in which they are shown.
KINDS = ("cited", "pinned", "release", "conversation", "unsourced")

_CONVERSATION = re.compile(r"\bconversations?\b|\btalk\b|\bmeeting\b|\bchat\b|\bcall\b", re.IGNORECASE)
_UNSOURCED = re.compile(r"\bnot stated\b|\bno source\b|\bunsourced\b|\bunknown\b", re.IGNORECASE)


def provenance(entry: Entry, page: Page, wiki: Wiki) -> tuple[str, ...]:
    """Return how an entry of `page` is backed: some of KINDS, none where it names no source and cites nothing.

    The Source bullets say it; where there are none, the citations in the rest of the entry do.
    """
    sources = [bullet for bullet in entry.bullets if bullet.label == "source"]
    found: set[str] = set()
    for bullet in sources:
        found |= _of_bullet(bullet, page, wiki)
    if not sources:
        found |= _of_citations(page, wiki, entry.start, entry.end)
    return tuple(kind for kind in KINDS if kind in found)


def _of_bullet(bullet: Bullet, page: Page, wiki: Wiki) -> set[str]:
    found = _of_citations(page, wiki, bullet.start, bullet.end)
    if _UNSOURCED.search(bullet.text) and not found:
        return {"unsourced"}
    if _CONVERSATION.search(bullet.text) and "pinned" not in found:
        found.add("conversation")
    return found


def _of_citations(page: Page, wiki: Wiki, start: int, end: int) -> set[str]:
    return {_kind(citation, page, wiki) for citation in page.citations if start <= citation.start < end} - {""}


def _kind(citation: Citation, page: Page, wiki: Wiki) -> str:
    if citation.form == "release":
        return "release"
    cited = wiki.cited(citation, page)
    if cited.state == "foreign":
        return ""
    return "pinned" if below(cited.path or citation.path, wiki.config.raw) else "cited"
