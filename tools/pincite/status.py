"""The words for a status, of an entry and of a page: decision records are written in many languages."""

from __future__ import annotations

# What decision records were seen to say, by how the word begins.
_WORDS = {
    "proposed": ("proposed", "pending", "propuesta", "proposta", "proposto", "vorgeschlagen", "提议", "提案"),
    "accepted": ("accepted", "approved", "aceptad", "aceito", "aceita", "akzeptiert", "angenommen", "accepté", "已接受",
                 "承認"),
    "rejected": ("rejected", "declined", "rechazada", "rejeitad", "abgelehnt", "rejeté", "已拒绝", "却下"),
    "deprecated": ("deprecated", "obsolete", "retired", "obsoleta", "obsoleto", "veraltet", "已废弃", "非推奨"),
    "superseded": ("superseded", "superceded", "replaced", "reemplazada", "sustituida", "substituíd", "abgelöst",
                   "ersetzt", "remplacé", "已取代", "已被", "置換"),
}  # fmt: skip
STATUSES = tuple(_WORDS)


def status_of(text: str, own: tuple[tuple[str, str], ...] = ()) -> str:
    """Return which of STATUSES the text begins with, '' where it is none.

    `own` are a team's (status, word) pairs, which come before the known words.
    """
    start = text.strip(" \t*_`~:.\"'[(✅❌⚠️🚧").casefold()
    for status, word in own:
        if start.startswith(word.casefold()):
            return status
    for status, words in _WORDS.items():
        if start.startswith(words):
            return status
    return ""
