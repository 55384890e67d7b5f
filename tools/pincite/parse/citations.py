"""Citations in every spelling, found by the mark of their lines and read from there to the left.

The mark (`:12`, `#L12`, ` L12`, `#Name`) is rare in prose, so that a page is searched for marks and not for paths. To
the left, a path is whatever stands there without a space; what its file is, and whether it is one of this repository,
is for look-ups to say. What cannot be a path is dropped: URLs, `host:port`, times, options, Windows paths.

Each expression begins with a literal character, because `re` finds that many times faster than a class.
"""

from __future__ import annotations

from bisect import bisect_right

from pincite.model import Citation
from pincite.parse.grammar import Grammar
from pincite.parse.links import Address, plain_address
from pincite.parse.mask import Span
from pincite.parse.names import Names
from pincite.parse.paths import LONGEST, extension, path_before, unpin
from pincite.parse.source import Source
from pincite.patterns import DOTALL, lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any


Ranges = tuple[tuple[int, int], ...]

_NUMBER = "[0-9]{1,9}"  # longer ones are no line numbers, and would cost time to convert
_LINE = rf"L?{_NUMBER}(?:C{_NUMBER}|:{_NUMBER})?"
_RANGE = rf"{_LINE}(?:[-–‑]{_LINE})?"
_COLON = lazy(rf":({_RANGE}(?:,{_RANGE})*(?:(?:, {_RANGE})+(?=`))?)(?![\w/]|\.[0-9]|:[0-9/])")
_HASH = lazy(
    rf"#(?:(L{_NUMBER}(?:C{_NUMBER})?(?:[-–‑,]{_LINE})*)(?![\w/])"
    r"|([A-Za-z_$][\w$]*+(?:(?:\.|::)[A-Za-z_$][\w$]*+)*+)(?!-))"
)
_LIST = rf"(?:(?:,[  ]?(?:and )?| and | & ){_RANGE})*"
_LETTER_L = lazy(rf"L({_NUMBER}(?:[-–‑]L?{_NUMBER})?(?:,L?{_NUMBER}(?:[-–‑]L?{_NUMBER})?)*)(?![\w/]|\.[0-9])")
_WORD_LINES = lazy(rf"ines?[  ]({_RANGE}(?: (?:to|through) {_LINE})?{_LIST})(?![\w/]|\.[0-9])")
_PART = lazy(r"L?([0-9]+)(?:[C:][0-9]+)?(?:(?:[-–‑]| to | through )L?([0-9]+))?")
_COMMIT = lazy(r"(?:`?[  ])?@([0-9a-f]{7,64})(?![\w@./-])")
# Between a path and ` L12` or ` (lines 12-14)`, in reversed text.
_GAP = lazy(r"(?:[(\[]\s*|\s+)(?:(?:ta|no)\s+)?[,:]?[)\]]?`?(?=[^\s`(\[,:])")
# Formats without definitions: what follows their `#` is the anchor of a heading, or a pointer.
_NOT_CODE = frozenset((
    "", ".md", ".markdown", ".mdx", ".rst", ".adoc", ".txt", ".pdf", ".html", ".htm", ".svg", ".json", ".yaml", ".yml",
    ".xml", ".csv", ".toml",
))  # fmt: skip
_QUOTE = lazy(r'[`)\]*_~]{0,4}(?::|(?=\s))[^\S\n]*(?:\n[ \t>]*)?(?:"((?:[^"\\\0]|\\.)*)"|“([^”\0]*)”)', DOTALL)
_BEFORE_QUOTE = frozenset((' "', " “", ": ", ":\n", " \n", "\n ", '\n"', "\n“", "\n>"))  # behind a code span
_REF = lazy(
    r"(?:/-)?/(?:blob|blame|raw|tree|src(?:/(?:commit|branch|tag))?)/([^/\s]+)/([^\s#?)>\]\"'`|]+)(?:\?[^\s#)>]*)?"
    r"#(?:L|lines-)([0-9]{1,9})(?:C[0-9]+)?(?:[-:]L?([0-9]{1,9}))?"
)
_HEX = lazy(r"[0-9a-f]{7,64}")
_VERSION = lazy(r"\.[A-Za-z]+`?[  ]+[\[(]?v?([0-9]+(?:\.[0-9A-Za-z]+)+(?:[-+][0-9A-Za-z.]+)?)")
_SUFFIX = lazy(r"\.[A-Za-z]+")
_NOT_IN_SPACED = lazy(r"[`\"'<>|*,;:=\\^{}\0\n]")

_FAR = 1 << 62  # behind every offset

_new: Any = tuple.__new__  # a third of the cost of a NamedTuple's own constructor


def find_citations(source: Source, grammar: Grammar, addresses: list[Address], wikilinks: list[Span]) -> list[Citation]:
    """Return the citations of a page in page order."""
    finder = _Finder(source, addresses, wikilinks)
    finder.plain()
    finder.marks()
    for address in addresses:
        finder.address(address)
    for prefix in grammar.permalinks:
        finder.permalinks(prefix)
    finder.releases(grammar.changelogs)
    finder.found.sort(key=_start)
    return finder.found


def _start(citation: Citation) -> int:
    return citation.start


class _Finder:
    """What was found so far, and what every spelling needs."""

    def __init__(self, source: Source, addresses: list[Address], wikilinks: list[Span]) -> None:
        self.source = source
        self.text = source.mask.cited
        self.found: list[Citation] = []
        self.names = Names(source)
        self.done: set[int] = set()  # the offsets of marks that are dealt with
        self.taken = wikilinks
        if addresses:
            self.taken = sorted([(address.start, address.end) for address in addresses] + wikilinks)

    def plain(self) -> None:
        """Add the inline code that is nothing but a citation, which the mask has matched on its way."""
        text, at, found, taken = self.text, self.source.at, self.found, self.taken
        done, names_on = self.done, self.names.on_line if self.names.any else None
        for match in self.source.mask.plain:
            start, end = match.span()
            path, first, last, hash_first, hash_last = match.groups()
            behind = text[end : end + 2]
            if path[0] in "-/" or behind == " @" or (taken and self._taken(start)):
                continue
            form = "colon"
            if first is None:
                first, last, form = hash_first, hash_last, "hash"
            start, end = start + 1, end - 1
            done.add(start + len(path))
            number = int(first)
            lines = ((number, int(last) if last else number),)
            quote, quote_start = _quote(text, end) if behind in _BEFORE_QUOTE else (None, -1)
            line, column = at(start)
            names = names_on(start) if names_on else ()
            found.append(
                _new(Citation, (text[start:end], path, lines, None, None, None, quote, quote_start, form, names,
                                start, end, line, column))
            )  # fmt: skip

    def marks(self) -> None:
        """Add what ends in `:12`, `#L12`, `#Name`, ` L12` or ` (lines 12-14)`."""
        text, done = self.text, self.done
        for match in _COLON.finditer(text):
            if match.start() not in done:
                self._mark(match, match[1], None)
        for match in _HASH.finditer(text):
            if match.start() not in done:
                self._mark(match, match[1], match[2])
        for match in _LETTER_L.finditer(text, self.source.body):
            self._prose(match, match.start())
        for match in _WORD_LINES.finditer(text, self.source.body):
            if text[match.start() - 1] in "lL":
                self._prose(match, match.start() - 1)

    def _mark(self, match: re.Match[str], lines: str | None, symbol: str | None) -> None:
        start, path = self._path(match.start())
        if not path or self._taken(start) or (symbol and extension(path) in _NOT_CODE):
            return
        path, commit = unpin(path)
        end = match.end()
        pin = None if symbol or commit else _COMMIT.match(self.text, end)
        if pin:
            commit, end = pin[1], end if pin[0][0] == "`" else pin.end()
        form = "symbol" if symbol else "colon" if match[0][0] == ":" else "hash"
        self._add(path, ranges(lines) if lines else (), commit, form, start, end, symbol=symbol)

    def _prose(self, match: re.Match[str], at: int) -> None:
        gap = _GAP.match(self.text[max(0, at - 12) : at][::-1])
        if gap is None:
            return
        start, path = self._path(at - gap.end())
        if path and not self._taken(start):
            path, commit = unpin(path)
            self._add(path, ranges(match[1]), commit, "prose", start, match.end())

    def address(self, address: Address) -> None:
        """Add the address of a markdown link that points at lines."""
        text, form = address.text, "link"
        if text.startswith("file://") and not text.startswith("file:///"):
            text, form = text[7:], "hash"
        elif "://" in text or text.startswith("//"):
            return
        mark = max(text.rfind("#"), text.find(":"))
        match = (_HASH if "#" in text else _COLON).fullmatch(text, mark) if mark > 0 else None
        if match and match[1]:
            path, commit = unpin(plain_address(text[:mark]))
            self._add(path, ranges(match[1]), commit, form, address.start, address.end, quoted=address.end + 1)

    def permalinks(self, prefix: str) -> None:
        """Add the addresses of lines of this repository at its forge."""
        text, at = self.source.text, -1
        while (at := text.find(prefix, at + 1)) >= 0:
            match = _REF.match(text, at + len(prefix))
            if match and self.text[at] == text[at]:
                commit = match[1] if _HEX.fullmatch(match[1]) else None
                lines = ((int(match[3]), int(match[4] or match[3])),)
                self._add(plain_address(match[2]), lines, commit, "permalink", at, match.end())

    def releases(self, changelogs: tuple[str, ...]) -> None:
        """Add `CHANGES.rst 2.1.0`."""
        for match in _VERSION.finditer(self.text):
            suffix = _SUFFIX.match(match[0])
            name_end = match.start() + (suffix.end() if suffix else 0)
            start, path = self._path(name_end)
            if path.rpartition("/")[2] in changelogs and not self._taken(start):
                self._add(path, (), None, "release", start, match.end(), release=match[1])

    def _path(self, end: int) -> tuple[int, str]:
        """Return where the path that ends at `end` begins, and the path; '' where none can stand there."""
        text = self.text
        start, path = path_before(text, end, code=bool(self.source.mask.code))
        if path and text[start - 1 : start] == " ":
            start = self._spaced(start, end)
        return start, text[start:end] if path else ""

    def _spaced(self, start: int, end: int) -> int:
        """Return where a path with spaces begins that fills a code span from its start: `docs/My Notes.md:12`."""
        code = self.source.mask.code
        at = bisect_right(code, (start, 0)) - 1
        if at < 0 or code[at][1] < end or start - code[at][0] > LONGEST:
            return start
        opened = code[at][0] + 1
        first, _, rest = self.text[opened:start].partition(" ")
        if "/" not in first or extension(first) or _NOT_IN_SPACED.search(self.text, opened, end) or " -" in rest:
            return start
        return opened

    def _taken(self, start: int) -> bool:
        """Return whether an address or a wikilink stands at this offset."""
        at = bisect_right(self.taken, (start, _FAR)) - 1
        return at >= 0 and start < self.taken[at][1]

    def _add(
        self, path: str, lines: Ranges, commit: str | None, form: str, start: int, end: int,
        *, symbol: str | None = None, release: str | None = None, quoted: int = 0,
    ) -> None:  # fmt: skip
        source = self.source
        quote, quote_start = _quote(self.text, quoted or end)
        line, column = source.at(start)
        names = self.names.on_line(start)
        text = source.text[start:end]
        fields = (text, path, lines, commit, symbol, release, quote, quote_start, form, names, start, end, line, column)
        self.found.append(_new(Citation, fields))


def ranges(text: str) -> Ranges:
    """Return the lines that `12-14,20` names, as written."""
    return tuple([(int(match[1]), int(match[2] or match[1])) for match in _PART.finditer(text)])


def _quote(text: str, end: int) -> tuple[str | None, int]:
    """Return the quoted text right behind `end` and where it begins; (None, -1) where there is none."""
    near = text[end : end + 40]
    match = _QUOTE.match(text, end) if '"' in near or "“" in near else None
    if match is None:
        return None, -1
    group = 1 if match[1] is not None else 2
    quote, start = match[group], match.start(group)
    if "\n\n" in quote or "\n\r\n" in quote or not quote.strip():
        return None, -1
    if quote[0] == "`" == quote[-1] and len(quote) > 2:
        quote, start = quote[1:-1], start + 1
    return (quote.replace('\\"', '"') if group == 1 else quote), start
