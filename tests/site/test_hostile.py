"""No text of the wiki becomes script on the site, wherever the site shows it."""

from site_fixtures import Html

EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>"


def test_no_text_of_the_wiki_runs_as_script(wiki, build):
    """Titles, tags, metadata, entries, bullets, logs, commit authors, links: all of it is text."""
    wiki.git("config", "user.name", "<script>alert(9)</script>")
    entry = (
        f"## 2026-10-01 {EVIL} Title\n\n- **Decision:** {EVIL}\n- **Open:** {EVIL}\n- **Source:** conversation, {EVIL}"
    )
    wiki.write(
        "wiki/decisions/keys.md",
        f"---\ntitle: '</title>{EVIL}'\ntype: decision\ndescription: '\"{EVIL}'\ntags: ['{EVIL}']\n---\n\n"
        f"{entry}\n\n[x](javascript:alert(1)) <a href='data:text/html,x' onclick=alert(1)>y</a>{{onclick=alert(1)}}\n\n"
        '<div id="__config">{"base": "//evil.example"}</div>\n\n<iframe src="//evil.example"></iframe>\n',
    )
    wiki.write("wiki/log.md", f"# Log\n\n## [2026-10-01] capture | {EVIL} keys\n\n- [[keys]]\n")
    wiki.write("wiki/evil.js", "alert(1)")
    wiki.write("wiki/evil.html", EVIL)
    wiki.commit()

    site = build(strict=False)

    assert "evil.js" not in site.files
    assert "evil.html" not in site.files
    for name in (name for name in site.files if name.endswith(".html")):
        page = Html(site.text(name))
        assert not [e for e in page.all("script") if "alert" in e.text], name
        assert not [key for e in page.elements for key in e.attributes if key.startswith("on")], name
        links = [value.lower() for e in page.elements for key, value in e.attributes.items() if key in ("href", "src")]
        assert not [link for link in links if link.startswith(("javascript:", "data:", "//"))], name
        assert page.ids.count("__config") == 1, name
        assert not page.all("iframe"), name
