"""Read a page of the plainest form with a handful of splits, a twentieth of the work of `parse_page`.

Most pages of a wiki are plain: simple frontmatter, dated entries of labelled bullets, links to pages by name, citations
in code. Where anything else stands in a page, and be it only a character that could mean something, the answer is None
and the page is read in full. For a plain page the two readings agree (a property test holds them to that).
"""

from __future__ import annotations

from pincite.facts.quantities import may_hold_quantities, quantities_in
from pincite.record import NamedTuple

# Bytes that could open code, math, a comment, a quote, a table, an escape, a tag, an image, a footnote or an id, or end
# a line for some reader.
_BYTES = b'\\<~$%{^|"@!\t\r\f\v\0\x1c\x1d\x1e'
# Dots that stand for text, words that other rules look for, and the one way to cite lines that needs no colon or hash.
_UNPLAIN = ("...", "tatus", "supersede", "(line")
_UNPLAIN_WIDE = ("“", "…", "\x85", "\u2028", "\u2029")
# What the labels of a plain page may be; the others mean more than text.
_LABELS = frozenset(("Decision", "Rule", "Why", "Rejected", "Consequence", "Source"))
_KEYS = frozenset(("title", "type", "tags"))
_DIGITS = "0123456789"


# Path, first and last line of a citation.
Cite = tuple[str, int, int]


class PlainPage(NamedTuple):
    """What a plain page holds: frontmatter, (date, title) of each entry, names and addresses of links, citations."""

    title: str
    type: str
    tags: tuple[str, ...]
    entries: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    addresses: tuple[str, ...]
    cites: tuple[Cite, ...]


def read_plain(data: bytes, releases: tuple[str, ...]) -> PlainPage | None:
    """Return what a page holds, None where it is not plain. `releases` comes from `release_marks`."""
    if not data.startswith(b"---\n") or len(data.translate(None, _BYTES)) != len(data):
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    head, found, body = text[4:].partition("\n---\n")
    matter = _matter(head) if found else None
    if matter is None or _is_odd(body, releases):
        return None
    pieces = ("\n" + body).split("`")
    cites = _cites(pieces[1::2])
    prose = "\0".join(pieces[::2])
    links = _links(prose)
    entries = _lines(prose)
    if cites is None or links is None or entries is None or len(pieces) % 2 == 0 or _has_number_behind_colon(prose):
        return None
    return PlainPage(*matter, entries, *links, cites)


def release_marks(changelogs: tuple[str, ...]) -> tuple[str, ...]:
    """Return what stands in every text that cites a release: the end of a changelog's name, and a space."""
    return tuple({name[max(0, name.rfind(".")) :] + " " for name in changelogs})


def _is_odd(body: str, releases: tuple[str, ...]) -> bool:
    """Return whether the text holds anything that the readers below do not look for."""
    for mark in _UNPLAIN:
        if mark in body:
            return True
    for mark in releases:
        if mark in body:
            return True
    if may_hold_quantities(body) and next(quantities_in(body), None) is not None:
        return True  # whether a number is one that was superseded elsewhere is for a rule to say
    if not body.isascii() and any(mark in body for mark in _UNPLAIN_WIDE):
        return True
    return " L" in body and any(piece[:1] in _DIGITS for piece in body.split(" L")[1:] if piece)


def _matter(head: str) -> tuple[str, str, tuple[str, ...]] | None:
    """Read `key: value` lines with values that YAML takes as they stand."""
    values = {}
    for line in head.split("\n"):
        key, found, value = line.partition(": ")
        if not found or key not in _KEYS or key in values:
            return None
        values[key] = value
    title, kind, tags = values.get("title", ""), values.get("type", ""), values.get("tags", "[]")
    if not (_scalar(title) and _scalar(kind) and tags[0] == "[" and tags[-1] == "]"):
        return None
    items = tags[1:-1].split(", ") if len(tags) > 2 else []
    return (title, kind, tuple(items)) if all(map(_scalar, items)) else None


def _scalar(value: str) -> bool:
    return value.replace(" ", "").replace("-", "").isalnum() and value[0].isalnum() and value[-1].isalnum()


def _cites(codes: list[str]) -> tuple[Cite, ...] | None:
    """Read spans of code as citations. A page that has code of another kind too is not plain: it may name what the
    cited lines hold."""
    found = []
    for code in codes:
        path, colon, lines = code.partition(":")
        if not colon:
            path, colon, lines = code.partition("#L")
            lines = lines.replace("-L", "-")
        first, dash, last = lines.partition("-")
        last = last if dash else first
        if not (first.isdecimal() and last.isdecimal() and lines.isascii()):
            return None
        found.append((path, int(first), int(last)))
    return tuple(found)


def _links(prose: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Read `[[name]]` and `[text](address)`; every bracket must belong to one of these."""
    names, addresses = [], []
    pieces = iter(prose.split("[")[1:])
    for piece in pieces:
        if piece:
            text, found, rest = piece.partition("](")
            address, closed, after = rest.partition(")")
            if not (found and closed and address) or "]" in text or "\n\n" in piece[: len(text) + len(address)]:
                return None
            addresses.append(address)
        else:
            name, found, after = next(pieces, "").partition("]]")
            if not (found and name) or name[0] == " " or name[-1] == " " or "\n" in name or after[:1] == "(":
                return None
            names.append(name)
        if "]" in after or "\0" in (addresses[-1] if piece else name):
            return None
    return tuple(names), tuple(addresses)


def _lines(prose: str) -> tuple[tuple[str, str], ...] | None:
    """Read the headings and bullets; the prose begins with a line end. Every entry must name a source."""
    entries: list[tuple[str, str]] = []
    sourced = True
    hashes = 0
    for line in prose.split("\n"):
        if not line:
            continue
        start = line[0]
        if start == "-":
            label = _label(line)
            if label is None:
                return None
            sourced = sourced or label == "Source"
        elif start == "#":
            level, _, title = line.partition(" ")
            hashes += len(level)
            if not _is_heading(level, title) or (len(level) < 3 and not sourced):
                return None
            if level == "##" and title[0] in _DIGITS:
                entries.append((title[:10], title[11:]))
                sourced = False
        elif not start.isalpha() and start not in "(\0[":
            return None
    return tuple(entries) if sourced and prose.count("#") == hashes else None


def _is_heading(level: str, title: str) -> bool:
    """Return whether this is a heading whose text is its own plain text, dated as entries are if it is dated."""
    if level.strip("#") or len(level) > 6 or (level == "##" and title[:1] in _DIGITS and title[10:11] != " "):
        return False
    plain = title.replace(" ", "").replace("-", "")
    return plain.isalnum() and title[0].isalnum() and "  " not in title


def _label(line: str) -> str | None:
    """Return the label of a bullet, '' where it has none; None where it is not plain."""
    if not line.startswith("- **"):
        return "" if line[:2] == "- " and line[2:3].isalpha() else None
    label, found, text = line[4:].partition(":** ")
    return label if found and label in _LABELS and text.strip() else None


def _has_number_behind_colon(prose: str) -> bool:
    """Return whether a citation, or an address, could stand outside of code."""
    return any(piece[:1] in "0123456789/" for piece in prose.split(":")[1:] if piece)
