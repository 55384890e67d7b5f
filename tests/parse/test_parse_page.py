"""A page's values, from the bytes of its file."""

from __future__ import annotations

from pincite.model import Page
from pincite.parse.grammar import Grammar
from pincite.parse.page import parse_page

HEAD = "---\ntitle: x\ntype: decision\ntags: [t]\n---\n"


def parse(body: str, path: str = "wiki/x.md", head: str = HEAD, grammar: Grammar | None = None) -> Page:
    """Return the page with this text below a frontmatter of five lines."""
    return parse_page(path, (head + body).encode(), grammar or Grammar())


def test_code_comments_escapes_and_footnotes_hold_no_links() -> None:
    page = parse(
        '`[[inline]]` and ``[[ -f "$F" ]]``\n\n'
        '```bash\nif [[ ! -f "$F" ]]; then exit 1; fi   # src/nope.py:999\n```\n\n'
        "    [[tool.poetry.source]]\n\n"
        "Text with <!-- [[commented]] --> and \\[\\[escaped\\]\\] and [[keys]] and again [[keys#nope]] after [^1].\n\n"
        "[^1]: footnote\n"
    )

    assert [(link.line, link.target, link.fragment) for link in page.links] == [
        (14, "keys", None),
        (14, "keys", "nope"),
    ]
    assert page.citations == ()


def test_an_entry_says_what_it_replaces_and_keeps_its_id_when_struck() -> None:
    page = parse(
        "## 2026-10-03 Keep 4 keys (supersedes [[#2026-09-30 Keep 3 keys]])\n\n- **Decision:** Four.\n"
        "- **Source:** `src/a.py:12-18` \"KEYS = 4\"\n\n"
        "## 2026-09-30 ~~Keep 3 keys~~ (superseded 2026-10-03)\n\n- **Decision:** Three.\n"
    )  # fmt: skip
    new, old = page.entries

    assert (new.id, new.date, new.title, new.live) == ("2026-10-03-keep-4-keys", "2026-10-03", "Keep 4 keys", True)
    assert [(one.text, one.link and one.link.fragment) for one in new.supersedes] == [
        ("#2026-09-30 Keep 3 keys", "2026-09-30 Keep 3 keys")
    ]
    assert (old.id, old.struck, old.superseded, old.live) == ("2026-09-30-keep-3-keys", True, "2026-10-03", False)
    assert new.texts("source") == ('`src/a.py:12-18` "KEYS = 4"',)
    assert page.citations[0].quote == "KEYS = 4"
