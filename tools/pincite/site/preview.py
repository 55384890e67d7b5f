"""The lines that a citation points at, highlighted, as static HTML in a native popover: no script is needed."""

from __future__ import annotations

from functools import lru_cache

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_for_filename
from pygments.lexers.special import TextLexer

from pincite.output import printable
from pincite.site.facts import CitationFact, Snippet
from pincite.site.html import Markup, element, join
from pincite.site.wiki_site import COMMIT, SHORT

STATES = {
    "holds": "The cited lines read as they did when they were cited.",
    "moved": "The cited text stands at other lines now.",
    "changed": "The cited lines have changed since they were cited.",
    "missing": "The cited file is gone.",
    "unknown": "Whether the cited lines still hold cannot be told without the whole history.",
}
_FORMATTER = HtmlFormatter(nowrap=True)


def popover(fact: CitationFact, name: str) -> Markup:
    """Return the popover with id `name` that shows the lines of this citation."""
    close = element("button", "×", type="button", popovertarget=name, popovertargetaction="hide",
                    class_="pc-pop__close", aria_label="Close")  # fmt: skip
    head = element("div", element("code", fact.label), _badge(fact.state), _source(fact), close, class_="pc-pop__head")
    parts: list[Markup] = [head]
    if fact.note:
        parts.append(element("p", fact.note, class_="pc-pop__note"))
    if fact.was is not None:
        parts.append(element("p", "When it was cited", class_="pc-pop__side"))
        parts.append(code(fact.was))
    if fact.now is not None:
        if fact.was is not None:
            parts.append(element("p", "Today", class_="pc-pop__side"))
        parts.append(code(fact.now))
    return element("div", join(parts), id=name, popover="auto", class_="pc-pop", role="dialog",
                   aria_label=f"Lines cited: {fact.label}", data_search_exclude=True)  # fmt: skip


def _badge(state: str) -> Markup:
    if not state:
        return Markup()
    return element("span", state, class_=f"pc-badge pc-badge--{state}", title=STATES[state])


def _source(fact: CitationFact) -> Markup:
    if not fact.href:
        return Markup()
    at = SHORT if fact.at == COMMIT else fact.at[:7]
    return element("a", f"Open at {at}", href=fact.href, class_="pc-pop__source")


def code(snippet: Snippet) -> Markup:
    """Return the lines of a snippet, numbered, the cited ones marked."""
    source = [printable(line) for line in snippet.lines]
    rows = [
        element("mark" if _cited(snippet, number) else "span", Markup(html), data_n=number)
        for number, html in enumerate(_highlighted(snippet.path, source), snippet.first)
    ]
    if snippet.cut:
        rows.append(element("span", f"… {snippet.cut} more lines", class_="pc-cut"))
    # without a `<code>` in it, which the theme would give a button for copying
    return element("pre", join(rows, "\n"), class_="pc-code highlight", tabindex=0)


def _cited(snippet: Snippet, number: int) -> bool:
    return any(first <= number <= last for first, last in snippet.marked)


def _highlighted(path: str, lines: list[str]) -> list[str]:
    """Return each line as HTML; Pygments closes its spans at every line end."""
    name = path.rpartition("/")[2]
    ending = name.rpartition(".")[2]
    # The lexer of an ending is looked for once; only what any text is called may be known by its whole name.
    lexer = _lexer(name if ending in (name, "txt", "conf", "cfg", "in") else f"x.{ending}")
    html = highlight("\n".join(lines) + "\n", lexer, _FORMATTER)
    made = html.split("\n")[:-1]
    return made if len(made) == len(lines) else [element("span", line) for line in lines]


@lru_cache(maxsize=512)
def _lexer(name: str) -> Lexer:
    found = find_lexer_class_for_filename(name)
    return (found or TextLexer)(stripnl=False, ensurenl=True)
