"""What the site makes besides the wiki's pages: a feed, indexes for agents, pages about the wiki."""

import json
import xml.etree.ElementTree as ET

import pytest

from site_fixtures import FORGE

ATOM = "{http://www.w3.org/2005/Atom}"
URL = "https://wiki.example.org/app/"


def test_the_feed_is_valid_and_points_at_entries(demo_site):
    """Every entry has an id, a date, a title and an absolute address with the entry's anchor."""
    feed = ET.fromstring(demo_site.text("feed.xml"))
    entries = feed.findall(f"{ATOM}entry")

    assert [e.findtext(f"{ATOM}title") for e in entries] == [
        "Remember me: Ask again before paying",
        "Signing keys: Keep 4 signing keys",
        "Signing keys: Keep 3 signing keys",
        "Remember me: A remembered session lives 60 days",
    ]
    assert entries[1].find(f"{ATOM}link").get("href") == f"{URL}decisions/signing-keys/#2026-10-03-keep-4-signing-keys"
    assert entries[1].findtext(f"{ATOM}published") == "2026-10-03T00:00:00Z"
    assert entries[1].findtext(f"{ATOM}author/{ATOM}name") == "Grace"
    assert feed.findtext(f"{ATOM}updated") == "2026-10-08T00:00:00Z"
    assert len({e.findtext(f"{ATOM}id") for e in entries}) == 4


def test_an_entry_keeps_its_id_in_the_feed(wiki, build):
    """Superseding it, and moving the site, change nothing in it."""
    old = "## 2026-10-01 Old\n\n- **Decision:** x.\n- **Source:** conversation, 2026-10-01\n"
    wiki.page("wiki/decisions/keys.md", old)
    wiki.commit()
    first = ET.fromstring(build().text("feed.xml")).findtext(f"{ATOM}entry/{ATOM}id")
    new = old.replace("2026-10-01 Old", "2026-10-02 New (supersedes [[#2026-10-01 Old]])")
    wiki.page("wiki/decisions/keys.md", new + "\n" + old.replace("Old", "~~Old~~ (superseded 2026-10-02)"))
    wiki.commit("supersede")
    config = "site_name: x\nsite_url: https://elsewhere.example/\ndocs_dir: wiki\ntheme: {name: material}\n"

    feed = ET.fromstring(build(config + "plugins: [search, pincite]\n").text("feed.xml"))

    assert first in [e.findtext(f"{ATOM}id") for e in feed.findall(f"{ATOM}entry")]


def test_entries_are_listed_with_their_state(demo_site):
    found = {e["entry"]: e for e in json.loads(demo_site.text("entries.json"))["entries"]}
    new, old = found["2026-10-03-keep-4-signing-keys"], found["2026-09-30-keep-3-signing-keys"]

    assert (new["status"], old["status"], old["superseded"]) == ("live", "superseded", "2026-10-03")
    assert new["supersedes"] == [{"path": "wiki/decisions/signing-keys.md", "entry": "2026-09-30-keep-3-signing-keys"}]
    assert new["rejected"] == ["3 keys: a token stops verifying after 60 days."]
    assert new["provenance"] == ["cited", "pinned"]
    assert new["url"] == f"{URL}decisions/signing-keys/#2026-10-03-keep-4-signing-keys"
    assert found["2026-10-08-ask-again-before-paying"]["status"] == "proposed"


def test_agents_get_an_overview_and_all_text(demo_site):
    """llms.txt links to markdown that exists; llms-full.txt holds every page's text and no source's."""
    overview, full = demo_site.text("llms.txt"), demo_site.text("llms-full.txt")

    assert overview.startswith("# App decisions\n\n> ")
    links = [line.split("](")[1].split(")")[0] for line in overview.splitlines() if "](" in line]
    assert f"{URL}decisions/signing-keys/index.md" in links
    assert all(link.removeprefix(URL) in demo_site.files for link in links)
    assert "Keep 4 keys, drop the oldest at the same time." in full
    assert "Quarzhold" not in full


def test_health_counts_what_there_is(demo_site):
    page = demo_site.html("health").article
    numbers = dict(zip((e.text for e in page.all("dt")), (e.text for e in page.all("dd")), strict=True))

    assert numbers == {"pages": "5", "live entries": "2", "superseded": "1", "proposed": "1", "open questions": "1"}
    assert "Does the mobile app keep tokens longer?" in page.text
    assert "Ask again before paying" in page.text
    assert "None found:" in page.text


def test_health_lists_citations_that_need_a_person(wiki, build):
    text = (wiki.root / "src/timed.py").read_text()
    wiki.write("src/timed.py", text.replace("raise SignatureExpired(age)", "return None"))
    wiki.commit("change")

    page = build().html("health").article

    assert [e.text for e in page.all("span", "pc-badge--changed")] == ["changed"]
    assert "src/timed.py:20" in page.text


def test_the_graph_draws_and_tells_who_supersedes_whom(demo_site):
    """A link for each entry and page, a line between the two, and the same in a table."""
    page = demo_site.html("graph").article
    dots = [e for e in page.all("a") if any(inner.tag == "circle" for inner in e.inside)]

    assert len(dots) == 4
    assert all(e["aria-label"] and e["href"] for e in dots)
    assert len(page.all("path", "pc-graph__supersedes")) == 1
    assert len(page.all("path", "pc-graph__arc")) == 1
    rows = [e.text for e in page.all("tr")]
    assert any("Keep 4 signing keys" in row and "Signing keys: Keep 3 signing keys" in row for row in rows)


def test_all_pages_and_tags_are_listed(demo_site):
    pages, tags = demo_site.html("pages").article, demo_site.html("tags").article

    assert {"in-decisions", "in-top"} <= set(pages.ids)
    assert "../decisions/signing-keys/" in [e["href"] for e in pages.all("a")]
    assert {"tag-tokens", "tag-security", "tag-architecture"} <= set(tags.ids)


def test_generated_pages_are_not_in_the_search(demo_site):
    found = {
        doc["location"].partition("#")[0] for doc in json.loads(demo_site.text("search/search_index.json"))["docs"]
    }

    assert found == {"", "overview/", "log/", "decisions/remember-me/", "decisions/signing-keys/"}


@pytest.mark.parametrize("name", ["timeline", "health", "graph", "tags", "pages"])
def test_a_page_of_the_wiki_with_such_a_name_comes_first(wiki, build, name):
    wiki.page(f"wiki/{name}.md", "Our own text.", title=f"Our {name}")
    wiki.index("keys", name)
    wiki.commit()

    site = build()

    assert "Our own text." in site.html(name).article.text
    assert f"pincite/{name}/index.html" in site.files


def test_the_timeline_tells_who_recorded_what(demo_site):
    page = demo_site.html("timeline").article
    events = page.all("li", "pc-event")

    assert [e["data-who"] for e in events] == ["Grace", "Ada", "Ada", "Ada"]
    assert all(f"{FORGE}/commit/" in "".join(i["href"] for i in e.inside) for e in events)
    assert page.all("p", "pc-event__text")[0].text == "Keep 4 keys, drop the oldest at the same time."
    assert [i.text for i in events[1].inside if i.tag == "del"] == ["Keep 3 signing keys"]
    listed = json.loads(demo_site.text("timeline.json"))["events"]
    assert [e["author"] for e in listed] == ["Grace", "Ada", "Ada", "Ada"]
    assert all(len(e["commit"]) == 40 for e in listed)
