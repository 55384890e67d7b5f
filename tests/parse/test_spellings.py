"""Every way in which people write a citation, a link, an event and a label, and what only looks like one."""

from __future__ import annotations

import pytest

from pincite.model import Page
from pincite.parse.grammar import Grammar
from pincite.parse.page import parse_page

FORGE = "https://forge.example/team/app"
GRAMMAR = Grammar(permalinks=(FORGE,), labels=(*Grammar().labels, ("entscheidung", "decision")))


def parse(text: str, path: str = "wiki/x.md") -> Page:
    return parse_page(path, text.encode(), GRAMMAR)


CITATIONS = [
    ("`src/a.py:20`", "src/a.py", ((20, 20),)),
    ("src/a.py:20-22", "src/a.py", ((20, 22),)),
    ("`src/a.py:12–14`", "src/a.py", ((12, 14),)),
    ("`src/a.py:20,22-23`", "src/a.py", ((20, 20), (22, 23))),
    ("`src/a.py:12, 40-44`", "src/a.py", ((12, 12), (40, 44))),
    ("`src/a.py:L20`", "src/a.py", ((20, 20),)),
    ("src/a.py:20:5", "src/a.py", ((20, 20),)),
    ("src/a.py:20, and", "src/a.py", ((20, 20),)),
    ("`src/a.py:25-22`", "src/a.py", ((25, 22),)),
    ("`src/a.py:0`", "src/a.py", ((0, 0),)),
    ("`src/a.py#L20-L22`", "src/a.py", ((20, 22),)),
    ("src/a.py#L20.", "src/a.py", ((20, 20),)),
    ("(`src/a.py` L20-22)", "src/a.py", ((20, 22),)),
    ("(src/a.py L20)", "src/a.py", ((20, 20),)),
    ("`src/a.py` (lines 12-14)", "src/a.py", ((12, 14),)),
    ("src/a.py, line 7", "src/a.py", ((7, 7),)),
    ("[x](../src/a.py#L20)", "../src/a.py", ((20, 20),)),
    ("[x](file://src/a.py#L1-L9)", "src/a.py", ((1, 9),)),
    (f"{FORGE}/blob/main/src/a.py#L20-L22", "src/a.py", ((20, 22),)),
    ("`app/[id]/(group)/$x.tsx:12`", "app/[id]/(group)/$x.tsx", ((12, 12),)),
    ("@scope/x.ts:4", "@scope/x.ts", ((4, 4),)),
    ("(src/a.py:12)", "src/a.py", ((12, 12),)),
    ("[src/a.py:12]", "src/a.py", ((12, 12),)),
    ("**src/a.py:12**", "src/a.py", ((12, 12),)),
    ("~~src/a.py:12~~", "src/a.py", ((12, 12),)),
    ("参见src/a.py:12。", "src/a.py", ((12, 12),)),
    ("`docs/My Notes.md:12`", "docs/My Notes.md", ((12, 12),)),
    ("`Makefile:3`", "Makefile", ((3, 3),)),
    ("../../outside.py:1", "../../outside.py", ((1, 1),)),
]


@pytest.mark.parametrize(("text", "path", "lines"), CITATIONS)
def test_citations(text: str, path: str, lines: tuple[tuple[int, int], ...]) -> None:
    page = parse(f"Text {text} text.\n")

    assert [(one.path, one.ranges) for one in page.citations] == [(path, lines)]
    assert page.text[page.citations[0].start : page.citations[0].end] == page.citations[0].text


@pytest.mark.parametrize(
    "text",
    ["http://localhost:8000/x.py:1", "nginx:1.25", "at 12:30", "v1.2:3", "C:\\\\x.py:10", "-o.py:1", "--output=x:1",
     "localhost:80", "git@host.example:team/app.git:12", "https://other.example/a.py#L3", "<!-- src/a.py:1 -->",
     "```\nsrc/a.py:1\n```", "    src/a.py:1", "$x_{src/a.py:1}$", "%%src/a.py:1%%", "[[src/a.py:1]]",
     "docs/a.md#heading", "src/a.py:12345678901", "`Class.method`"],
)  # fmt: skip
def test_what_is_no_citation(text: str) -> None:
    assert parse(f"\n{text}\n").citations == ()


def test_pins_symbols_and_releases() -> None:
    page = parse("`a/b.py@672971d:142` `a/b.py:142 @672971d` `a/b.py#Signer.unsign` CHANGES.rst 2.1.0 notes.md 2.1.0\n")

    assert [(one.commit, one.symbol, one.release) for one in page.citations] == [
        ("672971d", None, None), ("672971d", None, None), (None, "Signer.unsign", None), (None, None, "2.1.0")
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ['`a/b.py:1` "KEYS = 4"', "`a/b.py:1` “KEYS = 4”", '(a/b.py L1) "KEYS = 4"', '[x](a/b.py#L1) "KEYS = 4"',
     '`a/b.py:1`: "KEYS = 4"', '`a/b.py:1`\n"KEYS = 4"'],
)  # fmt: skip
def test_a_quote_stands_right_behind_its_citation(text: str) -> None:
    page = parse(text + "\n")

    assert [one.quote for one in page.citations] == ["KEYS = 4"]
    assert page.text[page.citations[0].quote_start :].startswith("KEYS = 4")


def test_names_on_the_line_of_a_citation_are_kept_but_files_are_not() -> None:
    page = parse("`max_age` and `Signer.sign()` in `a/b.py:1`, not `c.py`\n\n`other`\n")

    assert page.citations[0].names == ("max_age", "Signer.sign")


LINKS = [
    ("[[a]]", "a", None, None, "wikilink"),
    ("[[a#b|c]]", "a", "b", "c", "wikilink"),
    ("[[#b]]", "", "b", None, "wikilink"),
    ("[[p#a#b]]", "p", "a#b", None, "wikilink"),
    ("[[p#^id]]", "p", "^id", None, "wikilink"),
    ("![[a.png|x|300]]", "a.png", None, "x|300", "embed"),
    ("[[a\\|b]]", "a", None, "b", "wikilink"),
    ("[[a|`b` c]]", "a", None, "`b` c", "wikilink"),
    ("[[x]](y)", "x", None, None, "wikilink"),
    ("[b](a.md#c)", "a.md", "c", "b", "markdown"),
    ("[b](a%20c.md)", "a c.md", None, "b", "markdown"),
    ('[b](<a c.md> "t")', "a c.md", None, "b", "markdown"),
    ("[b](a_(c).md)", "a_(c).md", None, "b", "markdown"),
    ("![b](a.png)", "a.png", None, "b", "image"),
    ("\n[b]: a.md\n", "a.md", None, "b", "markdown"),
    ('<a href="a.md">', "a.md", None, None, "markdown"),
]


@pytest.mark.parametrize(("text", "target", "fragment", "label", "form"), LINKS)
def test_links(text: str, target: str, fragment: str | None, label: str | None, form: str) -> None:
    found = parse(f"Text {text} text\n" if not text.startswith("\n") else text).links

    assert [(one.target, one.fragment, one.label, one.form) for one in found] == [(target, fragment, label, form)]


@pytest.mark.parametrize("text", ["\\[[a]]", "\\[\\[a\\]\\]", "`[[a]]`", "`` [[a]] ` ``", "<!-- [[a]] -->", "%%[[a]]%%",
                                  "a[^1]", "[b](https://a.example)", "- x\n\n        [[a]]"])  # fmt: skip
def test_what_is_no_link(text: str) -> None:
    assert parse(text + "\n").links == ()


def test_links_of_frontmatter_count_quoted_or_not() -> None:
    page = parse('---\ntitle: x\nrelated: [[a]]\nsee: "[[b|c]]"\n---\n')

    assert [(one.target, one.form, one.line) for one in page.links] == [
        ("a", "frontmatter", 3),
        ("b", "frontmatter", 4),
    ]
    assert page.faults == ()


def test_an_alias_splits_a_table_row_unless_it_is_escaped() -> None:
    page = parse("| a | b |\n|---|---|\n| [[a|b]] | [[a\\|b]] |\n\n[[a|b]]\n")

    assert [(fault.kind, fault.line, fault.column) for fault in page.faults] == [("links.bare-pipe", 3, 3)]


EVENTS = [
    ("## [2026-10-03] capture | Keep 4 | keys", "capture", "Keep 4 | keys"),
    ("## 2026-10-03 — Keep 4 | keys", "", "Keep 4 | keys"),
    ("### 2026-10-03 — Keep 4 keys", "", "Keep 4 keys"),
    ("- 2026-10-03 — capture — Keep 4 keys", "capture", "Keep 4 keys"),
    ("- 2026-10-03 [capture] keys: keep 4", "capture", "keys: keep 4"),
    ("- 2026-10-03 — Keep 4 keys", "", "Keep 4 keys"),
]


@pytest.mark.parametrize(("line", "kind", "title"), EVENTS)
def test_events(line: str, kind: str, title: str) -> None:
    events = parse(f"# Log\n\n{line}\n", "wiki/log.md").events

    assert [(one.date, one.kind, one.title, one.struck, one.line) for one in events] == [
        ("2026-10-03", kind, title, False, 3)
    ]


def test_forms_of_events_mix_in_one_log_and_struck_ones_are_told() -> None:
    lines = [line for line, _, _ in EVENTS]
    page = parse("# Log\n\n" + "\n\n".join(lines[:5]) + "\n\n## ~~[2026-09-01] capture | Old~~\n", "wiki/log.md")

    assert [one.struck for one in page.events] == [False] * 5 + [True]


@pytest.mark.parametrize("label", ["**Decision:**", "**decision:**", "**Decision**:", "Decision:", "**Entscheidung:**"])
def test_labels(label: str) -> None:
    entry = parse(f"## 2026-10-03 Keep 4 keys\n\n- {label} Four.\n  Not five.\n\n  - nested\n").entries[0]

    assert [(one.label, one.text) for one in entry.bullets] == [("decision", "Four.\n  Not five.\n\n  - nested")]


def test_an_unclosed_fence_and_bytes_that_are_no_utf8_are_one_fault_each() -> None:
    page = parse_page("wiki/x.md", b"[[a]] \xff\n\n```\n[[b]]\n", GRAMMAR)

    assert [(fault.kind, fault.line) for fault in page.faults] == [("pages.encoding", 1), ("pages.unclosed-fence", 3)]
    assert [link.target for link in page.links] == ["a"]
