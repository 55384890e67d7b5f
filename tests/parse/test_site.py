"""What is code, comment or text to the scanner is so on the site, which Python-Markdown renders."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import markdown
import pytest
from markdown_it import MarkdownIt
from pymdownx.slugs import slugify

from parse.documents import document
from pincite.parse.grammar import Grammar
from pincite.parse.page import parse_page
from pincite.parse.source import Source
from pincite.text import slug

WORD = re.compile("zq[0-9]+z")


def site() -> markdown.Markdown:
    """Return Python-Markdown with the extensions of the site that change what is code."""
    return markdown.Markdown(
        extensions=["tables", "admonition", "footnotes", "attr_list", "toc", "pymdownx.details", "pymdownx.superfences",
                    "pymdownx.tabbed", "pymdownx.tilde"],
        extension_configs={"pymdownx.tabbed": {"alternate_style": True}, "pymdownx.tilde": {"subscript": False},
                           "toc": {"slugify": slugify(case="lower")}},
    )  # fmt: skip


class States(HTMLParser):
    """Tell for each word of rendered HTML whether it is a code block (pre), inline code, a comment (gone), or text."""

    def __init__(self, rendered: str) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.found: dict[str, str] = {}
        self.feed(rendered)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in ("pre", "code"):
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            while self.inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        state = "pre" if "pre" in self.inside else "code" if "code" in self.inside else "text"
        self.found.update(dict.fromkeys(WORD.findall(data), state))

    def handle_comment(self, data: str) -> None:
        for word in WORD.findall(data):
            self.found.setdefault(word, "gone")


def scanned(text: str) -> dict[str, str]:
    """Return the same of the scanner's masks."""
    mask = Source(text, 0).mask
    found = {}
    for match in WORD.finditer(text):
        at = match.start()
        inline = any(start <= at < end for start, end in mask.code)
        comment = any(start <= at < end for start, end in mask.comments)
        hidden = mask.cited[at] == "\0"
        found[match[0]] = "gone" if comment else "pre" if hidden else "code" if inline else "text"
    return found


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_code_on_the_site_is_code_to_the_scanner_and_the_other_way_round(first: int) -> None:
    """Where Python-Markdown and CommonMark agree, so does the scanner; it hardly ever differs from the site alone."""
    renderer, other = site(), MarkdownIt("commonmark").enable("table")
    alone = 0
    for seed in range(first, first + 50):
        text = document(seed)
        mine = scanned(text)
        published, elsewhere = States(renderer.reset().convert(text)).found, States(other.render(text)).found
        wrong = [word for word in mine if published.get(word, mine[word]) != mine[word] and mine[word] != "gone"]
        assert not [word for word in wrong if elsewhere.get(word) == published[word]], (seed, text)
        alone += bool(wrong)
    assert alone <= 2


HEADINGS = ["Same", "Same", "Same_1", "max_age must be 60", "`code` x", "A & B", "*em* and **bold**", "snake_case_name",
            "__init__ and _em_", "[label](x.md) y", "![img](x.png) z", "C#", "a # b", "T {#tid}", "日本語：鍵",
            "İstanbul",
            "x \\* y", "x <b>b</b>", "~~old~~ new", "1. two", "note[^1]", "<https://a.example>", "a  b   c", "[a][b]",
            "&lt;x&gt;", "! foo", "決定：鍵のローテーション", "FAQ / Debug Guide", "max_age", "Same"]  # fmt: skip


def test_headings_have_the_ids_of_the_site() -> None:
    text = "\n\n".join(f"## {heading}" for heading in HEADINGS) + "\n\nTitle\n---\n\n> # In a quote\n\n- # In a list\n"

    rendered = re.findall(r'<h[1-6][^>]*? id="([^"]*)"', site().convert(text))
    page = parse_page("wiki/a.md", text.encode(), Grammar())

    assert [heading.id for heading in page.headings] == [html.unescape(one) for one in rendered]


def test_ids_are_made_by_the_function_of_the_site() -> None:
    theirs = slugify(case="lower")
    for text in [*HEADINGS, "<a <b", "x < y > z", "Ǆ ß ﬁ", "e\u0301", " -- ", "\t", "a/b", ""]:
        assert slug(text) == theirs(text, "-")
