"""The quick reading of a plain page agrees with the full one, on every page that it does not leave to it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.config import Config
from pincite.parse.grammar import grammar_of
from pincite.parse.page import parse_page
from pincite.parse.plain import read_plain, release_marks

GRAMMAR = grammar_of(Config())
RELEASES = release_marks(Config().changelogs)

PIECES = [
    "word", "two words", " ", "\n", "\n\n", "\n", ". ", ", ", ": ", "(", ")", "# Title", "## ", "## 2026-10-03 Use x",
    "## 2026-10-02 Use y", "### Part", "- **Decision:** yes", "- **Why:** [[a-page]] says so", "- **Source:** ",
    "- **Source:** `src/a.py:12`", "- **Source:** conversation", "- item", "[[a-page]]", "[[x/y]]", "[text](../b.md)",
    "[text](c.md)", "`src/a.py:1`", "`src/a.py:3-9`", "`src/a.py#L7`", "`src/a.py#L7-L9`", "- **Status:** rejected",
]  # fmt: skip
ODD = [
    "`code`", "``", "`", "```\n", "[", "]", "![", "[[a|b]]", "[[a#b]]", "[a][b]", "[a]: b", "[^1]", "src/a.py:12",
    "(src/a.py L12)", "`src/a.py` L12", "src/a.py#L12", "CHANGES.rst 2.1.0", "`src/a.py:1` \"quote\"", "<!-- [[x]] -->",
    "    [[x]]", "\t", "* ", "1. ", "> ", "{#id}", "~~x~~", "(supersedes z)", "**b**", "_i_", "===", "---", "...", "…",
    "\\[", "$x$", "http://h/a.py:1", "%%", "|", "`src/a.py:12,14`", "`a.py:1@abc`", "^id", "&amp;", "`src/a.py:5-3`",
    "\r\n", "\x0c", "é", "密钥", "  ", "#", "#tag", "##", "- ", "-", "+", "12:30", "?", "!!! note\n", "[x] ",
    "- [ ] do",
    "[text](a b.md)", "[text](<a.md>)", "[[ a ]]", "(`src/a.py:1`)", "[`src/a.py:1`](x.md)", "[[a]](x)", "([x](y.md))",
]  # fmt: skip


def agrees(data):
    """Return whether the page was plain; fail where the two readings differ."""
    plain = read_plain(data, RELEASES)
    if plain is None:
        return False
    page = parse_page("wiki/p.md", data, GRAMMAR)
    assert page.faults == page.ignores == page.aliases == page.anchors == page.events == ()
    assert page.frontmatter is not None
    values = page.frontmatter.values
    assert (values.get("title", ""), values.get("type", "")) == (plain.title, plain.type)
    assert tuple(values.get("tags", ())) == plain.tags
    assert [link.target for link in page.links if link.form == "wikilink"] == list(plain.names)
    assert [link.target for link in page.links if link.form == "markdown"] == list(plain.addresses)
    assert len(page.links) == len(plain.names) + len(plain.addresses)
    assert all(link.fragment is None for link in page.links)
    cited = [(one.path, one.ranges, one.quote, one.commit, one.names) for one in page.citations]
    assert cited == [(path, ((first, last),), None, None, ()) for path, first, last in plain.cites]
    assert [(entry.date, entry.title) for entry in page.entries] == list(plain.entries)
    for entry in page.entries:
        assert entry.live
        assert not entry.explicit
        assert any(text.strip() for text in entry.texts("source"))
        assert {bullet.label for bullet in entry.bullets} <= {
            "decision",
            "rule",
            "why",
            "rejected",
            "consequence",
            "source",
        }
    return True


def page_of(pieces):
    return ("---\ntitle: A page\ntype: decision\ntags: [t, u]\n---\n" + "".join(pieces)).encode()


@settings(max_examples=600, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_plain_pieces_are_read_alike(pieces):
    """Pages of ordinary pieces in any order."""
    agrees(page_of(pieces))


@settings(max_examples=600, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.sampled_from(ODD)), max_size=14))
def test_odd_pieces_are_read_alike_or_left(pieces):
    """Pages with pieces that mean something else."""
    agrees(page_of(pieces))


HEADS = ["title: A page", "title: 12", "title: no", "type: decision", "tags: [a, b]", "tags: []", "tags: [ a ]", "x: y",
         "title: a: b", "title: a #b", "title: 'q'", "title:", "title: - a", "tags: a", "title: é", "# comment", "",
         "title:  two", "title: a  b", "tags: [a,b]", "type: [x]", "title: x-", "title: 2026-10-03"]  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(HEADS), max_size=4))
def test_frontmatter_is_read_alike_or_left(lines):
    """Frontmatter in any spelling."""
    agrees(("---\n" + "\n".join(lines) + "\n---\ntext\n").encode())


def test_usual_pages_are_plain():
    """The quick reading is of use: a page as `capture` writes it is plain."""
    body = (
        "# A page\n\n## 2026-10-03 Use x\n\n- **Decision:** Use x ([[y]]).\n- **Why:** It is so (`src/a.py:12-14`),\n"
        "  "[:0]
        + "and more.\n- **Source:** `src/a.py:3`\n\n## 2026-10-01 Use w\n\n- **Source:** conversation, 2026-10-01\n"
    )

    assert agrees(page_of([body]))


@pytest.mark.parametrize("seed", range(20))
def test_any_bytes_are_left_alone(seed):
    """No bytes make the quick reading fail."""
    pick = random.Random(seed)
    for _ in range(50):
        data = bytearray(page_of(pick.choices(PIECES + ODD, k=20)))
        for _ in range(pick.randint(0, 6)):
            data[pick.randrange(len(data))] = pick.randrange(256)
        agrees(bytes(data))
