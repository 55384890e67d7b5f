"""Make citations that hold more robust: a quote behind the token, or the name of the definition in place of lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pincite.edit.sheets import Sheets
from pincite.model import Citation, Edit, Page
from pincite.parse.page import parse_page
from pincite.rules._quotes import only_place, squeezed
from pincite.symbols import has_symbols, read_symbols

# Enough of a line to know it by, and little enough to be read past.
_LONGEST_QUOTE = 60
_FORMS = ("colon", "hash")


def to_quote(sheets: Sheets, path: str) -> list[Edit]:
    """Return the edits that put a quote behind the citations of a page that have none."""
    page = sheets.page(path)
    return [edit for one in _plain(sheets, page) if (edit := _quoting(sheets, page, one)) is not None]


def to_symbol(sheets: Sheets, path: str) -> list[Edit]:
    """Return the edits that let the citations of a page name the definition that holds their lines."""
    page = sheets.page(path)
    return [edit for one in _plain(sheets, page) if (edit := _naming(sheets, page, one)) is not None]


def _plain(sheets: Sheets, page: Page) -> Iterator[Citation]:
    """Yield the citations of one range that lead somewhere; superseded entries stay as they are."""
    history = [(entry.start, entry.end) for entry in page.entries if not entry.live]
    for one in page.citations:
        inside = any(start <= one.start < end for start, end in history)
        plain = one.form in _FORMS and one.quote is None and one.commit is None and len(one.ranges) == 1
        if plain and not inside and sheets.desk.lookup.cited(one, page).state == "found":
            yield one


def _quoting(sheets: Sheets, page: Page, citation: Citation) -> Edit | None:
    lines = sheets.desk.lookup.lines(sheets.desk.lookup.cited(citation, page).path) or ()
    quote = quote_of(lines, *citation.ranges[0])
    if quote is None:
        return None
    end = citation.end + (page.text[citation.end : citation.end + 1] == "`")
    edit = Edit(page.path, end, end, f' "{quote}"')
    return edit if _reads(sheets, page, edit, lambda one: one.quote == quote, citation) else None


def quote_of(lines: tuple[bytes, ...], first: int, last: int) -> str | None:
    """Return a piece of these lines that stands nowhere else in the file; None where no line has one."""
    for line in lines[max(first, 1) - 1 : last]:
        text = line.decode("utf-8", "replace").strip()
        piece = max(text.split('"'), key=len).strip()[:_LONGEST_QUOTE].rstrip()
        place = only_place(piece, lines) if len(squeezed(piece)) > 3 and "`" not in piece else None
        if place is not None and first <= place[0] and place[1] <= last:
            return piece
    return None


def _naming(sheets: Sheets, page: Page, citation: Citation) -> Edit | None:
    path = sheets.desk.lookup.cited(citation, page).path
    name = symbol_of(path, sheets.desk.read(path) or b"", *citation.ranges[0])
    if name is None:
        return None
    edit = Edit(page.path, citation.start, citation.end, f"{citation.path}#{name}")
    return edit if _reads(sheets, page, edit, lambda one: one.symbol == name, citation) else None


def symbol_of(path: str, data: bytes, first: int, last: int) -> str | None:
    """Return the name of the innermost definition that holds these lines, None where there is none of that name."""
    if not has_symbols(path):
        return None
    symbols = read_symbols(path, data)
    found = symbols.around(first, last)
    return found.name if found and len(symbols.named(found.name)) == 1 else None


def _reads(sheets: Sheets, page: Page, edit: Edit, as_meant: Callable[[Citation], bool], citation: Citation) -> bool:
    """Return whether the page, read again, says what the edit means, and of every other citation the same."""
    text = page.text[: edit.start] + edit.text + page.text[edit.end :]
    again = parse_page(page.path, text.encode("utf-8", "surrogateescape"), sheets.desk.grammar).citations
    number = page.citations.index(citation)
    return len(again) == len(page.citations) and as_meant(again[number])
