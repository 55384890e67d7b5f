"""Links in every form: wikilinks, embeds, markdown links and images, definitions, HTML, and those in frontmatter."""

from __future__ import annotations

from bisect import bisect_right

from pincite.model import Fault, Link
from pincite.parse.source import Source
from pincite.patterns import IGNORECASE, MULTILINE, lazy
from pincite.record import NamedTuple, cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator
    from typing import Any


# A wikilink, or a markdown link whose label holds at most one level of brackets. Possessive, so that brackets that
# nothing closes cost no more than linear time.
_LINK = lazy(
    r"\[(?:\[(?!\[)([^\[\]\n]*+(?:(?:\[(?!\[)|\](?!\]))[^\[\]\n]*+)*+)\]\]"
    r"|([^\[\]]*+(?:\[[^\[\]]*+\][^\[\]]*+)*+)\]"
    r"\(([^()]*+(?:\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)[^()]*+)*+)\))"
)
_BLANK_LINE = lazy(r"\n[ \t\r]*\n")
_DEFINITION = lazy(r"^ {0,3}\[(?!\^)([^\[\]\n]+)\]:[ \t]*(?:\n[ \t]*)?(<[^<>\n]*>|[^\s<]\S*)", MULTILINE)
# An address that needs no second look: no title, escape, entity, query, line number or scheme.
_PLAIN = lazy(r"(?!//)([\w./~+@,!-]++)(?:#(?!L[0-9])([\w-]*+))?")
_FRONTMATTER = lazy(r"!?\[\[([^\[\]\n]+)\]\]")
_ATTRIBUTE = lazy(r"""\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", IGNORECASE)
_WEB = lazy(r"(?:https?|ftp|mailto|tel|data|javascript|wss?|ssh|git|irc|news|sms|magnet):|//", IGNORECASE)
_LINES = lazy(r"(?:#L[0-9]|:L?[0-9]+(?:[-–:,][0-9]|\Z))")
_PERCENT = lazy(r"(?:%[0-9A-Fa-f]{2})+")
_ESCAPE = lazy(r"\\([!-/:-@\[-`{-~])")
_SEPARATOR = lazy(r"\n(?=[^\n]*\|)[ \t>]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+\r?(?=\n|\Z)")

_new: Any = tuple.__new__  # a third of the cost of a NamedTuple's own constructor


class Address(NamedTuple):
    """The destination of a markdown link as it stands, at `start:end`."""

    text: str
    start: int
    end: int


def find_links(source: Source, gollum: bool) -> tuple[list[Link], list[Address], list[tuple[int, int]]]:
    """Return links in page order, the addresses of markdown links that point at lines, and the spans of wikilinks."""
    found: list[Link] = []
    cited: list[Address] = []
    spans: list[tuple[int, int]] = []
    linked = source.mask.linked
    if "[[" in linked or "](" in linked:
        for match in _LINK.finditer(linked, source.body):
            if match[1] is not None:
                found.append(_wikilink(source, match, gollum))
                if ":" in match[1] or "#" in match[1] or " " in match[1]:
                    spans.append(match.span())
            else:
                _markdown(source, match, found, cited)
    if "]:" in linked:
        for match in _DEFINITION.finditer(linked, source.body):
            _address(source, match.span(), match.span(2), source.text[slice(*match.span(1))], "markdown", found, cited)
    for start, end in source.mask.tags:
        _tag(source, start, end, found, cited)
    if source.mask.tags or "]:" in linked or "![" in linked:
        found.sort(key=lambda link: link.start)
    return found, cited, spans


def frontmatter_links(source: Source, start: int, end: int) -> Iterator[Link]:
    """Yield the wikilinks of the frontmatter at `start:end`, quoted or not."""
    if "[[" in source.text[start:end]:
        for match in _FRONTMATTER.finditer(source.text, start, end):
            target, fragment, label = split_wikilink(match[1], False)
            yield Link(target, fragment, label, "frontmatter", *match.span(), *source.at(match.start()))


def split_wikilink(inner: str, gollum: bool) -> tuple[str, str | None, str | None]:
    """Return (target, fragment, label) of what stands between the brackets: `page#heading|label`."""
    if "|" not in inner and "#" not in inner:
        return inner.strip(), None, None
    target, bar, label = inner.replace("\\|", "|").partition("|")
    if bar and gollum:
        target, label = label, target
    target, hash_, fragment = target.partition("#")
    return target.strip(), fragment.strip() if hash_ else None, label.strip() if bar else None


def _wikilink(source: Source, match: re.Match[str], gollum: bool) -> Link:
    start, end = match.span()
    linked, inner = source.mask.linked, match[1]
    if "\0" in inner:
        inner = _ESCAPE.sub(r"\1", source.text[start + 2 : end - 2].replace("`", ""))
    target, fragment, label = split_wikilink(inner, gollum)
    form = "wikilink"
    if start and linked[start - 1] == "!":
        start, form = start - 1, "embed"
    line, column = source.at(start)
    return cast("Link", _new(Link, (target, fragment, label, form, start, end, line, column)))


def _markdown(source: Source, match: re.Match[str], found: list[Link], cited: list[Address]) -> None:
    """Add what `[label](address "title")` points at, and the images and links inside its label."""
    start, end = match.span()
    label = match[2]
    if "](" in label:
        for inner in _LINK.finditer(source.mask.linked, *match.span(2)):
            if inner[1] is None:
                _markdown(source, inner, found, cited)
    if "\n" in match[0] and _BLANK_LINE.search(match[0]):
        return
    if "\0" in label:
        label = source.text[slice(*match.span(2))]
    form = "markdown"
    if start and source.mask.linked[start - 1] == "!":
        start, form = start - 1, "image"
    plain = _PLAIN.fullmatch(match[3])
    if plain:
        found.append(_new(Link, (plain[1], plain[2], label, form, start, end, *source.at(start))))
    else:
        _address(source, (start, end), match.span(3), label, form, found, cited)


def _address(
    source: Source, span: tuple[int, int], inner: tuple[int, int], label: str | None, form: str,
    found: list[Link], cited: list[Address],
) -> None:  # fmt: skip
    """Add the link or the citation that an address at `inner` makes; the web is nobody's business here."""
    start, end = _without_title(source.text, *inner)
    text = source.text[start:end]
    if not text:
        return
    if _LINES.search(text):
        cited.append(Address(text, start, end))
        if not text.partition("#")[0].endswith(".md"):
            return
        text = text.partition("#")[0]
    if _WEB.match(text):
        return
    target, hash_, fragment = text.partition("#")
    target, fragment = plain_address(target.partition("?")[0]), plain_address(fragment)
    found.append(Link(target, fragment if hash_ else None, label, form, *span, *source.at(span[0])))


def _without_title(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the address proper stands within the parentheses of a link."""
    inner = text[start:end]
    stripped = inner.strip()
    start += len(inner) - len(inner.lstrip())
    if stripped.startswith("<") and ">" in stripped:
        return start + 1, start + stripped.index(">")
    if stripped[-1:] in ("'", '"'):
        quote = stripped[-1]
        for gap in (" ", "\n", "\t"):
            at = stripped.find(gap + quote)
            if 0 < at < len(stripped) - 2:
                stripped = stripped[:at].rstrip()
                break
    return start, start + len(stripped)


def plain_address(text: str) -> str:
    """Return an address without backslash escapes, entities and percent-encoding."""
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    if "&" in text and ";" in text:
        import html

        text = html.unescape(text)
    if "%" in text:
        text = _PERCENT.sub(lambda match: bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "replace"), text)
    return text


def _tag(source: Source, start: int, end: int, found: list[Link], cited: list[Address]) -> None:
    """Add what `<a href>` or `<img src>` points at."""
    name = source.text[start + 1 : start + 5].lower()
    if not name.startswith(("a ", "a\n", "img")):
        return
    match = _ATTRIBUTE.search(source.text, start, end)
    if match:
        group = match.lastindex or 1
        form = "image" if name.startswith("img") else "markdown"
        _address(source, (start, end), match.span(group), None, form, found, cited)


def bare_pipes(source: Source, links: list[Link]) -> tuple[Fault, ...]:
    """Return a fault for each wikilink whose `|` splits the table row that it stands in."""
    return tuple(_bare_pipes(source, links)) if "|" in source.mask.linked else ()


def _bare_pipes(source: Source, links: list[Link]) -> Iterator[Fault]:
    if "|" not in source.mask.linked:
        return
    piped = [link for link in links if link.form in ("wikilink", "embed") and _bare(source.text[link.start : link.end])]
    if not piped:
        return
    rows = _table_rows(source)
    for link in piped:
        at = bisect_right(rows, (link.start, len(source.text))) - 1
        if at >= 0 and link.start < rows[at][1]:
            text = source.text[link.start : link.end]
            escaped = text.replace("\\|", "|").replace("|", "\\|")
            message = f"the `|` in `{text}` splits the table row: write `{escaped}`"
            yield Fault("links.bare-pipe", message, link.line, link.column)


def _bare(text: str) -> bool:
    return text.count("|") > text.count("\\|")


def _table_rows(source: Source) -> list[tuple[int, int]]:
    """Return the spans of tables: from the row over a separator line to the next blank line."""
    linked = source.mask.linked
    spans = []
    at = source.body
    while match := _SEPARATOR.search(linked, at):
        at = match.end()
        header = linked.rfind("\n", 0, match.start()) + 1
        if "|" in linked[header : match.start()]:
            blank = _BLANK_LINE.search(linked, at)
            at = blank.start() if blank else len(linked)
            spans.append((header, at))
    return spans
