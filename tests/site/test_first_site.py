"""A `mkdocs.yml` of five lines publishes the wiki: links, citations, ids, the timeline, and nothing private."""

import json
import re

import pytest
from mkdocs.exceptions import Abort

from site_fixtures import CONFIG, FORGE, blob


def test_a_citation_links_to_the_forge_at_the_commit(wiki, build):
    """The address holds the full id of the commit that is published, and the cited line."""
    page = build().html("decisions/keys").article

    links = [e["href"] for e in page.all("a", "pc-cite__link")]

    assert links == [blob(wiki, "src/timed.py#L20")]


def test_without_a_repo_url_a_citation_is_text(wiki, build):
    page = build("site_name: x\ndocs_dir: wiki\ntheme: {name: material}\nplugins: [search, pincite]\n")
    article = page.html("decisions/keys").article

    assert [e.text for e in article.all("span", "pc-cite")] == ["src/timed.py:20"]
    assert not article.all("a", "pc-cite__link")


def test_links_lead_to_pages_and_headings(wiki, build):
    """Wikilinks in every spelling, and relative ones, come out as the same address."""
    wiki.page("wiki/decisions/use-redis.md", "## Why\n\nText.", title="Use Redis")
    spellings = "[[use-redis]] [[decisions/use-redis]] [[./use-redis]] [[use-redis.md]] [x](use-redis.md)"
    wiki.page("wiki/decisions/keys.md", spellings + " [[use-redis#Why|reason]] [[#Here]]\n\n## Here")
    wiki.index("keys", "use-redis")
    wiki.commit()

    links = build().html("decisions/keys").article.all("a", "pc-link")

    assert [e["href"] for e in links] == ["../use-redis/"] * 5 + ["../use-redis/#why", "#here"]
    assert [e.text for e in links] == ["Use Redis"] * 4 + ["x", "reason", "Here"]


def test_names_with_spaces_and_parentheses_are_encoded(wiki, build):
    wiki.page("wiki/Use Redis (part 1).md", "Text.")
    wiki.page("wiki/decisions/keys.md", "[[Use Redis (part 1)]]")
    wiki.index("keys", "Use Redis (part 1)")
    wiki.commit()

    site = build()

    assert [e["href"] for e in site.html("decisions/keys").article.all("a", "pc-link")] == [
        "../../Use%20Redis%20%28part%201%29/"
    ]
    assert "Use Redis (part 1)/index.html" in site.files


def test_no_wikilink_is_left_in_the_text(wiki, build):
    """What leads nowhere is shown as text without brackets; code keeps its brackets."""
    wiki.page("wiki/decisions/keys.md", '[[nowhere]] `[[code]]` ``[[ -f "$F" ]]``\n\n```\n[[fence]]\n```\n')
    wiki.commit()

    article = build(strict=False).html("decisions/keys").article
    text = re.sub(r"<(code|pre)\b.*?</\1>", "", article.text, flags=re.DOTALL)

    assert "[[" not in text
    assert "[[code]]" in article.text
    assert "[[fence]]" in article.text
    assert [e.text for e in article.all("span", "pc-link--broken")] == ["nowhere"]


def test_a_strict_build_fails_at_a_broken_link(wiki, build):
    wiki.page("wiki/decisions/keys.md", "[[nowhere]]")
    wiki.commit()

    with pytest.raises(Abort):
        build()


def test_a_broken_link_that_is_ignored_does_not_fail_the_build(wiki, build):
    wiki.page("wiki/decisions/keys.md", "<!-- pincite: ignore links.broken -->\n[[nowhere]]")
    wiki.commit()

    assert "nowhere" in build().html("decisions/keys").article.text


def test_struck_text_is_struck_and_a_tilde_is_a_tilde(wiki, build):
    wiki.page("wiki/decisions/keys.md", "~~x~~ costs ~$5, H~2~O, from ~10 % to ~5.")
    wiki.commit()

    article = build().html("decisions/keys").article

    assert [e.text for e in article.all("del")] == ["x"]
    assert not article.all("sub")


HEADINGS = """## FAQ / Debug Guide

## 決定：鍵のローテーション

## Details

## Details

{entries}"""
OLD = (
    "## 2026-10-03 max_age must be at most 60 days\n\n"
    "- **Rule:** at most 60 days.\n- **Source:** conversation, 2026-10-03"
)
STRUCK = OLD.replace(
    "max_age must be at most 60 days", "~~max_age must be at most 60 days~~ (superseded 2026-10-09)", 1
)
NEW = (
    "## 2026-10-09 max_age must be at most 90 days (supersedes [[#2026-10-03 max_age must be at most 60 days]])\n\n"
    "- **Rule:** at most 90 days.\n- **Source:** conversation, 2026-10-09\n\n"
)


def test_superseding_an_entry_keeps_its_id_and_every_link(wiki, build):
    """The ids are those that the gate checks, CJK headings have words for ids, and every link lands."""
    links = (
        "[[h#FAQ / Debug Guide]] [[h#決定：鍵のローテーション]] [[h#Details]] "
        "[[h#2026-10-03 max_age must be at most 60 days]] [github form](h.md#faq--debug-guide)"
    )
    wiki.page("wiki/decisions/l.md", links)
    wiki.page("wiki/decisions/h.md", HEADINGS.format(entries=OLD))
    wiki.index("keys", "h", "l")
    wiki.commit()
    before = build().html("decisions/h").ids
    wiki.page("wiki/decisions/h.md", HEADINGS.format(entries=NEW + STRUCK))
    wiki.commit("supersede")

    site = build()
    after = site.html("decisions/h").ids

    assert "2026-10-03-max_age-must-be-at-most-60-days" in before
    assert "2026-10-03-max_age-must-be-at-most-60-days" in after
    assert {"faq--debug-guide", "決定鍵のローテーション", "details"} <= set(after)
    assert not [name for name in after if re.fullmatch(r"_\d+", name)]
    assert len(after) == len(set(after))
    fragments = [e["href"].partition("#")[2] for e in site.html("decisions/l").article.all("a", "pc-link")]
    assert len(fragments) == 5
    assert set(fragments) <= set(after)


def test_a_superseded_entry_is_folded_under_its_successor(wiki, build):
    wiki.page("wiki/decisions/keys.md", NEW + STRUCK)
    wiki.commit()

    article = build().html("decisions/keys").article
    outer = next(e for e in article.all("section", "pc-entry--live"))
    older = next(e for e in outer.inside if e.tag == "details" and e.has("pc-older"))

    assert [e["id"] for e in older.inside if e.tag == "h2"] == ["2026-10-03-max_age-must-be-at-most-60-days"]
    assert "1 earlier entry" in older.text
    assert [e.text for e in older.inside if e.tag == "del"] == ["max_age must be at most 60 days"]
    assert "Superseded on 2026-10-09 by 2026-10-09 max_age must be at most 90 days" in older.text


def test_sources_stay_private(wiki, build):
    """No file of the site holds a word of a source; a link to one leads to the forge."""
    wiki.write("raw/conversations/keys.md", "customer Quarzhold, node 0x55fdbeef17\n")
    wiki.page(
        "wiki/decisions/c.md",
        "Source: `raw/conversations/keys.md:1` and [conversation](../../raw/conversations/keys.md).\n\n"
        "## 2026-10-02 Keep it private\n\n- **Decision:** Raw notes stay in the repository.\n"
        "- **Source:** `raw/conversations/keys.md:1`",
        title="Confidential",
    )
    wiki.index("keys", "c")
    wiki.commit("raw")

    site = build()

    leaks = [name for name, data in site.files.items() if b"Quarzhold" in data or b"0x55fdbeef17" in data]
    assert leaks == []
    assert [e["href"] for e in site.html("decisions/c").article.all("a", "pc-link--forge")] == [
        blob(wiki, "raw/conversations/keys.md")
    ]
    assert wiki.git("status", "--porcelain", "--", "wiki", "raw", "src") == ""


def test_the_lines_of_an_allowed_source_are_shown(wiki, build):
    wiki.write("raw/conversations/keys.md", "said: four keys\n")
    wiki.write("raw/conversations/other.md", "said: Quarzhold\n")
    wiki.write("pincite.toml", 'publish_raw = ["raw/conversations/keys.md"]\n')
    wiki.page("wiki/decisions/keys.md", "`raw/conversations/keys.md:1` `raw/conversations/other.md:1`")
    wiki.commit()

    site = build()

    assert "said: four keys" in "".join(e.text for e in site.html("decisions/keys").all("div", "pc-pop"))
    assert not [name for name, data in site.files.items() if b"Quarzhold" in data]


def test_a_raw_folder_inside_the_docs_folder_is_not_published(wiki, build):
    wiki.write("wiki/raw/talk.md", "customer Quarzhold\n")
    wiki.write("wiki/raw/talk.txt", "customer Quarzhold\n")
    wiki.write("pincite.toml", 'raw = ["wiki/raw"]\n')
    wiki.commit()

    assert not [name for name, data in build().files.items() if b"Quarzhold" in data]


def test_what_git_does_not_track_is_not_published(wiki, build):
    """A draft and an ignored note stay at home, and the build says so."""
    wiki.write("wiki/draft.md", "Quarzhold")
    wiki.write("wiki/notes.txt", "Quarzhold")

    site = build()

    assert not [name for name, data in site.files.items() if b"Quarzhold" in data]
    assert any("draft.md is not published: git does not track it" in line for line in site.log)


def test_the_timeline_is_made_from_the_log(wiki, build):
    """Newest first, by year and month, whatever the order of the log."""
    wiki.write(
        "wiki/log.md",
        "# Log\n\n## [2025-12-30] ingest | first\n\n## [2026-10-01] capture | keep 3 keys\n\n- [[keys]]\n\n"
        "## [2026-10-03] capture | keep 4 keys\n\n- [[keys]]\n",
    )
    wiki.commit()

    site = build()
    page = site.html("timeline").article

    assert [e.text for e in page.all("p", "pc-event__title")] == ["keep 4 keys", "keep 3 keys", "first"]
    assert [e["id"] for e in page.elements if e.tag in ("h2", "h3")] == ["y2026", "m2026-10", "y2025", "m2025-12"]
    assert [e["href"] for e in page.all("a", "pc-event__page")] == ["../decisions/keys/"] * 2
    events = json.loads(site.text("timeline.json"))["events"]
    assert [(e["date"], e["kind"], e["pages"]) for e in events] == [
        ("2026-10-03", "capture", ["keys"]),
        ("2026-10-01", "capture", ["keys"]),
        ("2025-12-30", "ingest", []),
    ]


def test_the_same_commit_gives_the_same_bytes(wiki, build, monkeypatch):
    """The clock and the place leave no trace."""
    config = f"site_url: https://wiki.example.org/\nrepo_url: {FORGE}\nsite_name: x\ndocs_dir: wiki\n"
    config += "theme: {name: material}\nplugins: [search, pincite]\n"
    first = build(config).files
    monkeypatch.setattr("mkdocs.utils._build_datetime", None, raising=False)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "4102444800")

    assert build(config).files == first


def test_nothing_is_written_into_the_work_tree(wiki, build):
    before = wiki.git("status", "--porcelain", "--ignored")
    build()

    assert before == ""
    assert wiki.git("status", "--porcelain", "--ignored") == "?? mkdocs.yml\n!! site/"


def test_git_status_is_clean_after_a_build_that_nothing_ignores(wiki, build):
    """The clone ignores the site; no file of the work tree says so, and a second build adds nothing."""
    wiki.write(".gitignore", "")
    wiki.write("mkdocs.yml", CONFIG)
    wiki.commit("no ignore")
    build()
    once = (wiki.root / ".git/info/exclude").read_text()
    build()

    assert wiki.git("status", "--porcelain") == ""
    assert (wiki.root / ".git/info/exclude").read_text() == once
