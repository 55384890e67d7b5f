"""What a page of the wiki shows: the rule of today first, its history beneath, its sources beside."""

import pytest

from conftest import Repo, clean_environment
from site_fixtures import FORGE, blob, built

KEYS = "decisions/signing-keys"


@pytest.fixture
def keys(demo_site):
    return demo_site.html(KEYS).article


def test_an_entry_says_its_state_and_how_it_is_backed(demo_site, keys):
    """Live entries carry no badge of state; provenance is told of each."""
    assert [e.text for e in keys.all("span", "pc-badge") if e.has("pc-badge--pinned")] == ["pinned", "pinned"]
    assert "superseded" in [e.text for e in keys.all("span", "pc-badge")]
    badges = [e.text for e in demo_site.html("decisions/remember-me").article.all("span", "pc-badge")]
    assert {"proposed", "unsourced", "conversation"} <= set(badges)


def test_rejected_alternatives_are_set_apart(keys):
    rejected = keys.all("li", "pc-bullet--rejected")

    assert [e.text for e in rejected] == [
        "Rejected3 keys: a token stops verifying after 60 days.",
        "Rejected2 keys: a token of day 31 stops verifying.",
    ]


def test_relations_are_links_in_both_directions(keys):
    older, newer = keys.all("span", "pc-relation--older"), keys.all("span", "pc-relation--newer")

    assert [e["href"] for e in older[0].inside] == ["#2026-09-30-keep-3-signing-keys"]
    assert [e["href"] for e in newer[0].inside] == ["#2026-10-03-keep-4-signing-keys"]
    assert newer[0].text == "Superseded on 2026-10-03 by 2026-10-03 Keep 4 signing keys"


def test_an_entry_says_who_recorded_it_when_and_where(demo_site, keys):
    """Author, date and commit of its lines, with the address of the commit."""
    told = [e.text for e in keys.all("div", "pc-history")]

    assert told[0].startswith("Recorded 2026-10-03 by Grace in ")
    assert told[1].startswith("Recorded 2026-09-30 by Ada in ")
    links = [e["href"] for e in keys.all("a") if "/commit/" in e["href"]]
    assert all(link.startswith(f"{FORGE}/commit/") and len(link.rpartition("/")[2]) == 40 for link in links)
    assert len(set(links)) == 2


def test_what_links_here_is_grouped(demo_site):
    """What rests on a page comes before what mentions it; an index and a log are neither."""
    panel = demo_site.html(KEYS).article.all("aside", "pc-backlinks")[0]
    groups = [e.text for e in panel.inside if e.tag == "h3"]

    assert groups == ["Decisions that rest on this", "Mentioned in"]
    assert [e["href"] for e in panel.inside if e.tag == "a"] == [
        "../remember-me/#2026-09-12-a-remembered-session-lives-60-days",
        "../../overview/",
    ]


def test_the_cited_lines_are_shown_highlighted(keys):
    """The cited lines are marked, numbered as in the file, and one more stands on each side."""
    panels = keys.all("div", "pc-pop")
    lines = [e for e in panels[0].inside if e["data-n"]]

    assert [(e.tag, e["data-n"]) for e in lines] == [("span", "4"), ("mark", "5"), ("mark", "6"), ("span", "7")]
    assert lines[2].text == "KEYS_KEPT = 4"
    assert any(e.has("k") or e.has("kn") or e.has("o") for e in panels[0].inside)


def test_a_source_that_is_not_allowed_shows_no_lines(demo_site, keys):
    assert "Quarzhold" not in "".join(data.decode("utf-8", "replace") for data in demo_site.files.values())
    assert any("raw/conversations/keys.md" in e["href"] for e in keys.all("a", "pc-cite__link"))


def test_tags_lead_to_their_page(demo_site):
    page = demo_site.html(KEYS)

    assert [e["href"] for e in page.all("a", "md-tag")] == ["../../tags/#tag-security", "../../tags/#tag-tokens"]
    assert "tag-tokens" in demo_site.html("tags").ids


def test_the_markdown_stands_beside_the_html(demo_site):
    copy = demo_site.text(f"{KEYS}/index.md")

    assert copy.startswith("---\ntitle: Signing keys\n")
    assert "[[#2026-09-30 Keep 3 signing keys]]" in copy
    assert "index.md" in [e["href"] for e in demo_site.html(KEYS).article.all("a")]


def test_a_moved_citation_is_shown_where_its_text_stands_now(wiki, build):
    """The link and the lines are those of today, and the page says that the citation must be moved."""
    wiki.write("src/timed.py", "# new\n# lines\n" + (wiki.root / "src/timed.py").read_text())
    wiki.commit("code: header")

    page = build().html("decisions/keys").article

    assert [e["href"] for e in page.all("a", "pc-cite__link")] == [blob(wiki, "src/timed.py#L22")]
    assert page.all("span", "pc-cite--moved")
    panel = page.all("div", "pc-pop")[0]
    assert [e["data-n"] for e in panel.inside if e.tag == "mark"] == ["22"]
    assert "moved" in panel.text


def test_a_changed_citation_shows_was_and_now(wiki, build):
    wiki.page("wiki/decisions/keys.md", "Expiry raises (`src/timed.py:20`).")
    wiki.commit("without a quote")
    text = (wiki.root / "src/timed.py").read_text()
    wiki.write("src/timed.py", text.replace("raise SignatureExpired(age)", "return None"))
    wiki.commit("code: change")

    page = build().html("decisions/keys").article

    assert page.all("span", "pc-cite--changed")
    panel = page.all("div", "pc-pop")[0].text
    assert "raise SignatureExpired(age)" in panel
    assert "return None" in panel
    assert "When it was cited" in panel


def test_a_superseded_entry_cites_the_file_as_it_was(wiki, build):
    """Its link holds the commit at which it was cited, and its preview the lines of then."""
    body = "- **Decision:** Raise.\n- **Source:** `src/timed.py:20-21`"
    wiki.page("wiki/decisions/keys.md", f"## 2026-10-01 Raise\n\n{body}")
    then = wiki.commit("raise")
    wiki.page(
        "wiki/decisions/keys.md",
        "## 2026-10-03 Return (supersedes [[#2026-10-01 Raise]])\n\n- **Decision:** Return.\n"
        f"- **Source:** conversation, 2026-10-03\n\n## 2026-10-01 ~~Raise~~ (superseded 2026-10-03)\n\n{body}",
    )
    wiki.write("src/timed.py", "nothing\n" * 30)
    wiki.commit("return")

    page = build().html("decisions/keys").article

    assert [e["href"] for e in page.all("a", "pc-cite__link")] == [f"{FORGE}/blob/{then}/src/timed.py#L20-L21"]
    assert "raise SignatureExpired" in page.all("div", "pc-pop")[0].text


def test_a_shallow_clone_invents_no_dates(wiki, tmp_path, entry_points_known):
    """What is older than the clone has neither author nor date."""
    wiki.page(
        "wiki/decisions/keys.md", "## 2026-10-01 Old\n\n- **Decision:** x.\n- **Source:** conversation, 2026-10-01"
    )
    wiki.write("mkdocs.yml", "site_name: x\ndocs_dir: wiki\ntheme: {name: material}\nplugins: [search, pincite]\n")
    wiki.commit("old")
    wiki.write("src/new.py", "x = 1\n")
    wiki.commit("new")
    clone = tmp_path / "clone"
    wiki.git("clone", "-q", "--depth", "1", f"file://{wiki.root}", str(clone))

    page = built(clone).html("decisions/keys").article

    assert "Recorded" not in page.text
    assert "changed" not in "".join(e.text for e in page.all("p", "pc-page"))


def test_block_ids_are_anchors_and_comments_are_not_published(wiki, build):
    wiki.page(
        "wiki/decisions/keys.md",
        "A claim. ^claim\n\n- a bullet ^point\n\n%%Quarzhold%% <!-- Quarzhold -->\n\n[[#^claim]] [[keys#^point|p]]",
    )
    wiki.commit()

    site = build()
    page = site.html("decisions/keys").article

    assert {"^claim", "^point"} <= set(page.ids)
    assert [e["href"] for e in page.all("a", "pc-link")] == ["#^claim", "#^point"]
    assert "^" not in "".join(e.text for e in page.all("p"))
    assert not [name for name, data in site.files.items() if b"Quarzhold" in data]


def test_embeds_are_images_with_their_size_or_links(wiki, build):
    wiki.write("wiki/assets/plan.png", b"\x89PNG\r\n")
    wiki.page("wiki/decisions/keys.md", "![[plan.png|300]] ![[plan.png|A plan]] ![alt](../assets/plan.png) ![[index]]")
    wiki.commit()

    page = build().html("decisions/keys").article

    images = page.all("img")
    assert [e["src"] for e in images] == ["../../assets/plan.png"] * 3
    assert [(e["alt"], e["width"]) for e in images] == [("plan.png", "300"), ("A plan", ""), ("alt", "")]
    assert [e["href"] for e in page.all("a", "pc-link")] == ["../../"]


def test_a_page_from_windows_looks_the_same(wiki, build):
    """BOM and CRLF leave no trace."""
    body = "## 2026-10-01 One\n\n- **Decision:** x `src/timed.py:20`.\n- **Source:** conversation, 2026-10-01"
    text = f"---\ntitle: P\ntype: decision\ntags: [t]\n---\n{body}\n"
    wiki.write("wiki/decisions/keys.md", text)
    wiki.write("wiki/decisions/win.md", "\ufeff" + text.replace("\n", "\r\n"))
    wiki.write("pincite.toml", '[levels]\nnames = "off"\n')
    wiki.index("keys", "win")
    wiki.commit()

    site = build()
    pages = [site.html(f"decisions/{one}").article for one in ("keys", "win")]
    sections = [page.all("section", "pc-entry")[0].text for page in pages]

    assert sections[0] == sections[1]
    assert "One" in sections[1]
    assert [e.text for e in pages[1].all("h1")] == ["P"]


def test_a_repository_without_commits_builds(tmp_path, entry_points_known):
    repo = Repo(tmp_path / "fresh", clean_environment(tmp_path))
    repo.root.mkdir()
    repo.git("init", "-q")
    repo.index()
    repo.write("mkdocs.yml", "site_name: x\ndocs_dir: wiki\ntheme: {name: material}\nplugins: [search, pincite]\n")
    repo.git("add", "-A")

    assert "index.html" in built(repo.root).files
