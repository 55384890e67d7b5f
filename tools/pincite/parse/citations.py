"""Citations in every spelling, found by the mark of their lines and read from there to the left.

The mark (`:12`, `#L12`, ` L12`, `#Name`) is rare in prose, so that a page is searched for marks and not for paths. To
the left, a path is whatever stands there without a space; what its file is, and whether it is one of this repository,
is for look-ups to say. What cannot be a path is dropped here: URLs, `host:port`, times, options, Windows paths.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from pincite.model import Citation
from pincite.parse.grammar import Grammar
from pincite.parse.links import Address, plain_address
from pincite.parse.names import names_on_line
from pincite.parse.source import Source

Ranges = tuple[tuple[int, int], ...]

_LINE = r"L?[0-9]{1,9}(?:C[0-9]{1,9}|:[0-9]{1,9})?"
_RANGE = rf"{_LINE}(?:[-–]{_LINE})?"
_MARK = re.compile(
    rf":({_RANGE}(?:,{_RANGE})*)(?![\w/]|\.[0-9]|:[\w/])"
    rf"|#(L[0-9]{{1,9}}(?:C[0-9]{{1,9}})?(?:[-–,]{_LINE})*)(?![\w/])"
    r"|#([A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*)"
)
_PROSE = re.compile(
    r"(?:L(?=[0-9])|[Ll]ines?[  ](?=[L0-9]))"
    rf"({_RANGE}(?:(?:,[  ]?(?:and )?| and | & ){_RANGE})*)(?![\w/]|\.[0-9])"
)
_PART = re.compile(r"L?([0-9]+)(?:[C:][0-9]+)?(?:[-–]L?([0-9]+))?")
_COMMIT = re.compile(r"(?:`?[  ])?@([0-9a-f]{7,64})(?![\w@./-])")
_PINNED = re.compile(r"@([0-9a-f]{7,64})\Z")
# Read backwards: the token to the left of a mark.
_TOKEN = re.compile(r"[^\s`\"'“”‘’«»<>|*,;:=\\^{}\0…—，。；：、（）「」『』【】《》？！]+")
_BEFORE_PROSE = re.compile(r"[(\[]?(?:\s+|,\s*|:\s*)*,?:?`?(?=[^\s`(\[,:])")
_NOT_IN_PATH = re.compile(r"[`\"'<>|*,;:=\\^{}\0\n]")
_EXTENSION = re.compile(r"\.[A-Za-z][\w+-]{0,11}\Z")
# Well-known files whose names have no extension.
_BARE = frozenset((
    "Makefile", "Dockerfile", "Containerfile", "Jenkinsfile", "Vagrantfile", "Procfile", "Gemfile", "Rakefile",
    "Brewfile", "Justfile", "justfile", "LICENSE", "LICENCE", "README", "CHANGELOG", "NOTICE", "AUTHORS",
    "CODEOWNERS", "BUILD", "WORKSPACE", "Tiltfile", "Earthfile", "Caddyfile",
))  # fmt: skip
_HAS_LETTER = re.compile(r"[^\W\d_]")
_NOT_CODE = frozenset((".md", ".markdown", ".html", ".htm", ".mdx", ".rst", ".adoc", ".txt", ".pdf", ".svg"))
_QUOTE = re.compile(r'[`)\]]{0,3}:?[ \t]*(?:\r?\n[ \t>]*)?(?:"((?:[^"\\\0]|\\.)*)"|“([^”\0]*)”)', re.DOTALL)
_REF = re.compile(
    r"(?:/-)?/(?:blob|blame|raw|tree|src(?:/(?:commit|branch|tag))?)/([^/\s]+)/([^\s#?)>\]\"'`|]+)(?:\?[^\s#)>]*)?"
    r"#(?:L|lines-)([0-9]{1,9})(?:C[0-9]+)?(?:[-:]L?([0-9]{1,9}))?"
)
_RELEASE = r"`?[  ]+[\[(]?v?([0-9]+(?:\.[0-9A-Za-z]+)+(?:[-+][0-9A-Za-z.]+)?)"
_LONGEST = 512  # characters of a path that are read; longer ones are no citation


def find_citations(
    source: Source, grammar: Grammar, addresses: list[Address], wikilinks: list[tuple[int, int]]
) -> list[Citation]:
    """Return the citations of a page in page order."""
    finder = _Finder(source, addresses, wikilinks)
    text = source.mask.cited
    for match in _MARK.finditer(text):
        finder.mark(match)
    if "L" in text or "ine" in text:
        for match in _PROSE.finditer(text, source.body):
            finder.prose(match)
    for address in addresses:
        finder.address(address)
    for prefix in grammar.permalinks:
        finder.permalinks(prefix)
    for name in grammar.changelogs:
        if name in text:
            finder.releases(name)
    finder.found.sort(key=lambda citation: citation.start)
    return finder.found


class _Finder:
    """What was found so far, and what every spelling needs."""

    def __init__(self, source: Source, addresses: list[Address], wikilinks: list[tuple[int, int]]) -> None:
        self.source = source
        self.text = source.mask.cited
        self.found: list[Citation] = []
        self.opened = {start for start, _ in source.mask.code}
        self.taken = sorted([(address.start, address.end) for address in addresses] + wikilinks)

    def mark(self, match: re.Match[str]) -> None:
        """Add what ends in `:12`, `#L12` or `#Name`."""
        at = match.start()
        start, path = self.path(at)
        if not path or self._taken(start):
            return
        lines, symbol = match[1] or match[2], match[3]
        if symbol and (_extension(path) in _NOT_CODE or not _EXTENSION.search(path)):
            return
        path, commit = _unpin(path)
        end = match.end()
        pin = None if symbol or commit else _COMMIT.match(self.text, end)
        if pin:
            commit, end = pin[1], end if pin[0][0] == "`" else pin.end()
        form = "symbol" if symbol else "colon" if match[1] else "hash"
        self._add(path, ranges(lines) if lines else (), commit, form, start, end, symbol=symbol)

    def prose(self, match: re.Match[str]) -> None:
        """Add what is written `path L12`, `path (lines 12-14)`, with or without backticks around the path."""
        back = self.text[max(0, match.start() - 8) : match.start()][::-1]
        gap = _BEFORE_PROSE.match(back)
        if gap is None or not gap[0].strip("([,:`"):
            return
        start, path = self.path(match.start() - gap.end())
        if path and not self._taken(start):
            path, commit = _unpin(path)
            self._add(path, ranges(match[1]), commit, "prose", start, match.end())

    def address(self, address: Address) -> None:
        """Add the address of a markdown link that points at lines."""
        text = address.text
        form = "link"
        if text.startswith("file://"):
            if text.startswith("file:///"):
                return
            text, form = text[7:], "hash"
        elif "://" in text or text.startswith("//"):
            return
        for match in _MARK.finditer(text):
            if (match[1] or match[2]) and match.end() == len(text):
                path, commit = _unpin(plain_address(text[: match.start()]))
                if path:
                    lines = ranges(match[1] or match[2])
                    self._add(path, lines, commit, form, address.start, address.end, quoted=address.end + 1)

    def permalinks(self, prefix: str) -> None:
        """Add the addresses of lines of this repository at its forge."""
        text, at = self.source.text, -1
        hidden = self.source.mask.cited
        while (at := text.find(prefix, at + 1)) >= 0:
            match = _REF.match(text, at + len(prefix))
            if match and hidden[at] == text[at]:
                commit = match[1] if re.fullmatch(r"[0-9a-f]{7,64}", match[1]) else None
                lines = ((int(match[3]), int(match[4] or match[3])),)
                self._add(plain_address(match[2]), lines, commit, "permalink", at, match.end())

    def releases(self, name: str) -> None:
        """Add `CHANGES.rst 2.1.0`."""
        for match in re.finditer(re.escape(name) + _RELEASE, self.text):
            start, path = self.path(match.start() + len(name))
            if path.rpartition("/")[2] == name and not self._taken(start):
                self._add(path, (), None, "release", start, match.end(), release=match[1])

    def path(self, end: int) -> tuple[int, str]:
        """Return where the path that ends at `end` begins, and the path; '' where none can stand there."""
        back = self.text[max(0, end - _LONGEST) : end][::-1]
        match = _TOKEN.match(back)
        if match is None or match.end() == _LONGEST:
            return end, ""
        start = end - match.end()
        start += _unbalanced(self.text[start:end])
        path = self.text[start:end]
        start = self._spaced(start, end)
        path = self.text[start:end]
        before = self.text[start - 1 : start]
        if path.startswith("~~"):
            start, path = start + 2, path[2:]
        if (before in (":", "=", "\\") and before) or path.startswith("-") or not _like_path(path):
            return end, ""
        return start, path

    def _spaced(self, start: int, end: int) -> int:
        """Return where a path with spaces begins that fills a code span from its start: `docs/My Notes.md:12`."""
        if self.text[start - 1 : start] != " ":
            return start
        opened = self.text.rfind("`", max(0, end - _LONGEST), start) + 1
        first, _, rest = self.text[opened:start].partition(" ")
        if not opened or (opened - 1) not in self.opened or "/" not in first or _EXTENSION.search(first):
            return start
        return start if _NOT_IN_PATH.search(self.text, opened, end) or " -" in rest else opened

    def _taken(self, start: int) -> bool:
        """Return whether an address or a wikilink stands at this offset."""
        at = bisect_right(self.taken, (start, len(self.text)))
        return at > 0 and start < self.taken[at - 1][1]

    def _add(
        self, path: str, lines: Ranges, commit: str | None, form: str, start: int, end: int,
        *, symbol: str | None = None, release: str | None = None, quoted: int = 0,
    ) -> None:  # fmt: skip
        source = self.source
        quote, quote_start = _quote(self.text, quoted or end)
        line, column = source.at(start)
        names = names_on_line(source, start)
        text = source.text[start:end]
        self.found.append(
            Citation(text, path, lines, commit, symbol, release, quote, quote_start, form, names,
                     start, end, line, column)
        )  # fmt: skip


def ranges(text: str) -> Ranges:
    """Return the lines that `12-14,20` names, as written."""
    return tuple((int(match[1]), int(match[2] or match[1])) for match in _PART.finditer(text))


def _quote(text: str, end: int) -> tuple[str | None, int]:
    """Return the quoted text right behind `end` and where it begins; (None, -1) where there is none."""
    match = _QUOTE.match(text, end)
    if match is None:
        return None, -1
    group = 1 if match[1] is not None else 2
    quote, start = match[group], match.start(group)
    if "\n\n" in quote or "\n\r\n" in quote or not quote.strip():
        return None, -1
    if quote[0] == "`" == quote[-1] and len(quote) > 2:
        quote, start = quote[1:-1], start + 1
    return (quote.replace('\\"', '"') if group == 1 else quote), start


def _unpin(path: str) -> tuple[str, str | None]:
    """Return path and commit of `path@commit`."""
    match = _PINNED.search(path) if "@" in path else None
    return (path[: match.start()], match[1]) if match else (path, None)


def _unbalanced(token: str) -> int:
    """Return how much of the token stands before its path: up to the last bracket that nothing closes."""
    if "(" not in token and "[" not in token:
        return 0
    depth = 0
    for at in range(len(token) - 1, -1, -1):
        if token[at] in ")]":
            depth += 1
        elif token[at] in "([":
            depth -= 1
            if depth < 0:
                return at + 1
    return 0


def _extension(path: str) -> str:
    match = _EXTENSION.search(path)
    return match[0].lower() if match else ""


def _like_path(path: str) -> bool:
    """Return whether this can be the path of a file: it has an extension or a folder, or is a well-known name."""
    if not _HAS_LETTER.search(path) or path.startswith("//"):
        return False
    return "/" in path.rstrip("/") or _EXTENSION.search(_unpin(path)[0]) is not None or path in _BARE


def citations_within(citations: tuple[Citation, ...], start: int, end: int) -> Iterator[Citation]:
    """Yield the citations whose token begins in `start:end`."""
    return (citation for citation in citations if start <= citation.start < end)
