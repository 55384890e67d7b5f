"""Where links and citations lead, case by case."""

import unicodedata

import pytest

from fakes import FakeWiki, a_citation, a_link, a_page, a_summary
from pincite.cited import find_cited
from pincite.config import Config
from pincite.resolve import mentioned, resolve_link

STRICT = Config(link_style="strict")
NEAREST = Config(link_style="obsidian")
FILES = [
    "README.md", "src/app/timed.py", "src/app/signing.py", "src/lib/signing.py", "src/[id]/page.tsx", "CHANGES.md",
    "wiki/index.md", "wiki/log.md", "wiki/decisions/keys.md", "wiki/architecture/keys.md", "wiki/decisions/todo.md",
    "wiki/decisions/another-todo.md", "wiki/Use Redis (part 1).md", "wiki/a/index.md", "wiki/img/plan.png",
    "wiki/adr/0012-use-redis.md", "raw/conversations/talk.md", "raw/timed.py", "wiki/top.md", "wiki/deep/top.md",
    "wiki/" + unicodedata.normalize("NFD", "café") + ".md", "docs/guide.md", "wiki/a b.md",
]  # fmt: skip


def target(text: str, page: str = "wiki/decisions/x.md", config: Config = STRICT, form: str = "wikilink") -> str:
    """Return where a link leads as `state path`."""
    name, hash_mark, fragment = text.partition("#")
    wiki = FakeWiki(FILES, config)
    found = resolve_link(a_link(name, fragment if hash_mark else None, form), a_page(page), wiki)
    return f"{found.state} {found.path or ' '.join(found.candidates)}".strip()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("todo", "found wiki/decisions/todo.md"),
        ("todo.md", "found wiki/decisions/todo.md"),
        ("keys", "ambiguous wiki/decisions/keys.md wiki/architecture/keys.md"),
        ("decisions/keys", "found wiki/decisions/keys.md"),
        ("/decisions/keys", "found wiki/decisions/keys.md"),
        ("wiki/decisions/keys", "found wiki/decisions/keys.md"),
        ("./keys", "found wiki/decisions/keys.md"),
        ("../architecture/keys", "found wiki/architecture/keys.md"),
        ("architecture/todo", "broken"),
        ("top", "found wiki/top.md"),
        ("a/index", "found wiki/a/index.md"),
        ("./a/index", "found wiki/a/index.md"),
        ("a/index.md", "found wiki/a/index.md"),
        ("plan.png", "found wiki/img/plan.png"),
        ("timed.py", "ambiguous raw/timed.py src/app/timed.py"),
        ("conversations/talk", "found raw/conversations/talk.md"),
        ("talk", "found raw/conversations/talk.md"),
        ("README", "found README.md"),
        ("guide", "broken"),
        ("docs/guide", "found docs/guide.md"),
        ("Use Redis (part 1)", "found wiki/Use Redis (part 1).md"),
        ("Todo", "case wiki/decisions/todo.md"),
        ("use redis (part 1)", "case wiki/Use Redis (part 1).md"),
        ("a-b", "broken"),
        ("caf\u00e9", "found wiki/cafe\u0301.md"),
        ("cafe\u0301", "found wiki/cafe\u0301.md"),
        ("nope", "broken"),
        ("odo", "broken"),
        ("", "placeholder"),
        ("slug", "placeholder"),
        ("<name>", "placeholder"),
        ("{{x}}", "placeholder"),
        ("…", "placeholder"),
        ("*.jpg", "placeholder"),
        ("https://example.org/x", "foreign"),
        ("/Users/me/wiki/x.md", "absolute"),
        ("C:\\wiki\\x.md", "absolute"),
        ("../../../x", "broken"),
    ],
)
def test_a_wikilink_leads_to(text, expected):
    assert target(text) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("wiki/decisions/x.md", "found wiki/decisions/keys.md"),
        ("wiki/architecture/sub/x.md", "found wiki/architecture/keys.md"),
        ("wiki/x.md", "ambiguous wiki/architecture/keys.md wiki/decisions/keys.md"),
    ],
)
def test_the_nearest_of_several_wins_where_the_link_style_says_so(page, expected):
    assert target("keys", page, NEAREST) == expected


def test_a_nearest_target_still_names_the_others():
    found = resolve_link(a_link("keys"), a_page("wiki/decisions/x.md"), FakeWiki(FILES, NEAREST))

    assert found.candidates == ("wiki/decisions/keys.md", "wiki/architecture/keys.md")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("keys.md", "found wiki/decisions/keys.md"),
        ("../architecture/keys.md", "found wiki/architecture/keys.md"),
        ("../../src/app/timed.py", "found src/app/timed.py"),
        ("../a/", "found wiki/a/index.md"),
        ("../architecture", "found wiki/architecture"),
        ("/top.md", "found wiki/top.md"),
        ("/src/app/timed.py", "found src/app/timed.py"),
        ("/pricing", "foreign"),
        ("/decisions/gone.md", "broken"),
        ("top.md", "broken"),
        ("todo", "broken"),
        ("Keys.md", "case wiki/decisions/keys.md"),
        ("../Architecture/keys.md", "case wiki/architecture/keys.md"),
        ("keys.md?plain=1", "found wiki/decisions/keys.md"),
        ("https://example.org", "foreign"),
        ("mailto:a@example.org", "foreign"),
        ("//example.org/x", "foreign"),
        ("kb:17", "foreign"),
        ("../../issues/1", "foreign"),
        ("../../../issues/1", "foreign"),
        ("../../../other/x.md", "outside"),
        ("../../../wiki/top.md", "outside"),
        ("file:///home/me/x.md", "absolute"),
        ("/C:/Projects/x.ts", "absolute"),
        ("/home/me/src/x.py", "absolute"),
        ("…", "placeholder"),
        ("path/to/file.md", "placeholder"),
    ],
)
def test_a_markdown_link_is_relative_to_its_page(text, expected):
    assert target(text, form="markdown") == expected


def test_a_bare_target_and_a_fragment_alone_are_the_page_itself():
    wiki = FakeWiki(FILES)
    wiki.summaries["wiki/top.md"] = a_summary("wiki/top.md", "Here")

    found = resolve_link(a_link("", "Here"), a_page("wiki/top.md"), wiki)

    assert (found.state, found.path, found.where, found.anchor) == ("found", "wiki/top.md", "found", "here")


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        ("FAQ / Debug Guide", ("found", "faq--debug-guide")),
        ("faq--debug-guide", ("found", "faq--debug-guide")),
        ("FAQ Debug Guide", ("found", "faq--debug-guide")),
        ("決定：鍵のローテーション", ("found", "決定鍵のローテーション")),
        ("Chapter#Use `x` now", ("found", "use-x-now")),
        ("^block-1", ("found", "^block-1")),
        ("^block-2", ("heading", "")),
        ('"quoted" text', ("found", "quoted-text")),
        ("SEC-12", ("prefix", "sec-12-rotate-keys")),
        ("SEC-1", ("heading", "")),
        ("timed-out", ("heading", "")),
        ("Nope", ("heading", "")),
        ("L20-L30", ("", "")),
        ("", ("", "")),
        ("spot", ("found", "spot")),
        ("!!!", ("heading", "")),
    ],
)
def test_a_fragment_fares(fragment, expected):
    wiki = FakeWiki(FILES)
    wiki.summaries["wiki/top.md"] = a_summary(
        "wiki/top.md", "FAQ / Debug Guide", "決定：鍵のローテーション", "Use x now", "Quoted text",
        "SEC-12: Rotate keys", "Timed out, or slow",
        anchors=("^block-1", "spot"),
    )  # fmt: skip

    found = resolve_link(a_link("top", fragment), a_page("wiki/x.md"), wiki)

    assert (found.where, found.anchor) == expected


def test_aliases_and_ids_of_a_namespace_name_pages():
    wiki = FakeWiki(FILES, STRICT._replace(namespaces=((r"ADR-\d+", "wiki/adr"), (r"B-\d+", "README.md"))))
    wiki.summaries["wiki/top.md"] = a_summary("wiki/top.md", aliases=("The summit",))

    assert resolve_link(a_link("the summit"), a_page("wiki/x.md"), wiki).path == "wiki/top.md"
    assert resolve_link(a_link("ADR-0012"), a_page("wiki/x.md"), wiki).path == "wiki/adr/0012-use-redis.md"
    assert resolve_link(a_link("B-7"), a_page("wiki/x.md"), wiki).path == "README.md"
    assert resolve_link(a_link("ADR-0013"), a_page("wiki/x.md"), wiki).state == "broken"


def test_other_styles_and_schemes():
    gollum = STRICT._replace(link_style="gollum")

    assert target("A-B", config=gollum) == "found wiki/a b.md"
    assert target("todo", config=STRICT._replace(link_style="relative")) == "found wiki/decisions/todo.md"
    assert target("top", config=STRICT._replace(link_style="relative")) == "broken"
    assert target("kb:17", config=STRICT._replace(schemes=("kb:",))) == "foreign"
    assert target("todo", config=STRICT, form="markdown") == "broken"
    assert target("todo", config=NEAREST, form="markdown") == "found wiki/decisions/todo.md"


def test_what_only_the_disk_has_is_said():
    wiki = FakeWiki(FILES)
    wiki.disk = {"wiki/decisions/draft.md": "untracked", "wiki/img/secret.png": "ignored"}

    assert resolve_link(a_link("draft"), a_page("wiki/x.md"), wiki).state == "untracked"
    assert resolve_link(a_link("img/secret.png", form="markdown"), a_page("wiki/x.md"), wiki).state == "ignored"


def cited(path: str, form: str = "colon", page: str = "wiki/decisions/x.md", text: str = "") -> str:
    wiki = FakeWiki(FILES, STRICT._replace(repositories=("other-app",)))
    wiki.former = ["src/app/old.py", "src/lonely.py"]
    wiki.disk = {"src/new.py": "untracked"}
    found = find_cited(a_citation(path, form), a_page(page, text=text), wiki)
    return f"{found.state} {found.path or ' '.join(found.candidates)}".strip()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/app/timed.py", "found src/app/timed.py"),
        ("timed.py", "found src/app/timed.py"),
        ("app/timed.py", "found src/app/timed.py"),
        ("todo.md", "found wiki/decisions/todo.md"),
        ("../../src/app/timed.py", "found src/app/timed.py"),
        ("src/[id]/page.tsx", "found src/[id]/page.tsx"),
        ("signing.py", "ambiguous src/app/signing.py src/lib/signing.py"),
        ("lib/signing.py", "found src/lib/signing.py"),
        ("src/App/timed.py", "case src/app/timed.py"),
        ("Timed.py", "foreign"),
        ("CHANGES.MD", "case CHANGES.md"),
        ("src/new.py", "untracked src/new.py"),
        ("src/app/old.py", "missing src/app/old.py"),
        ("old.py", "missing src/app/old.py"),
        ("lonely.py", "missing src/lonely.py"),
        ("src/nope.py", "missing src/nope.py"),
        ("src/bench.log", "missing src/bench.log"),
        ("lib/nope.py", "foreign"),
        ("nope.py", "foreign"),
        ("localhost", "foreign"),
        ("src/Class.method", "foreign"),
        ("-o.py", "foreign"),
        ("http://localhost:8000/x.py", "foreign"),
        ("C:\\x.py", "foreign"),
        ("/etc/passwd", "foreign"),
        ("other-app/src/x.py", "foreign"),
        ("../outside.py", "outside"),
        ("../../../outside.py", "outside"),
    ],
)
def test_a_citation_means(path, expected):
    assert cited(path) == expected


def test_a_markdown_link_cites_from_its_page_alone():
    assert cited("../../src/app/timed.py", "link") == "found src/app/timed.py"
    assert cited("timed.py", "link") == "missing wiki/decisions/timed.py"
    assert cited("../../../x.py", "link") == "outside"


def test_a_path_that_the_page_spells_out_settles_a_bare_name():
    assert cited("signing.py", text="see `src/lib/signing.py`") == "found src/lib/signing.py"
    assert cited("solver.py", text="(`src/packs/solver.py`)") == "missing src/packs/solver.py"
    assert cited("solver.py", text="(`vendor/solver.py`)") == "foreign"


def test_an_index_also_leads_to_paths_in_code_and_any_page_to_names_in_its_frontmatter():
    from pincite.model import Frontmatter

    index = a_page("wiki/index.md", role="index", text="- `decisions/todo.md`\n")
    matter = Frontmatter({"related": ["top", "nowhere"]}, {}, 0, 0)

    assert list(mentioned(index, FakeWiki(FILES))) == ["wiki/decisions/todo.md"]
    assert list(mentioned(a_page("wiki/x.md", frontmatter=matter), FakeWiki(FILES))) == ["wiki/top.md"]
