"""`pincite site prepare` writes what a generator without plugins needs."""

import json

from pincite.cli import main
from site_fixtures import blob


def test_the_folder_holds_pages_and_what_the_site_makes(wiki, tmp_path, monkeypatch, capsys):
    """The wiki's tracked pages, the generated ones, feeds and style; no source, and nothing untracked."""
    wiki.write("raw/talk.md", "Quarzhold\n")
    wiki.commit()
    wiki.write("wiki/draft.md", "Quarzhold")
    monkeypatch.chdir(wiki.root)

    assert main(["site", "prepare", str(tmp_path / "out"), "--json"]) == 0

    names = json.loads(capsys.readouterr().out)["files"]
    found = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert set(names) == found
    assert {"index.md", "decisions/keys.md", "timeline.md", "health.md", "feed.xml", "llms.txt"} <= found
    assert "assets/stylesheets/pincite.css" in found
    assert not any(b"Quarzhold" in (tmp_path / "out" / name).read_bytes() for name in found)


def test_a_folder_in_use_is_left_alone(wiki, tmp_path, monkeypatch, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    monkeypatch.chdir(wiki.root)

    assert main(["site", "prepare", str(tmp_path)]) == 3
    assert "is not empty" in capsys.readouterr().err


def test_the_extension_alone_renders_a_page(wiki, monkeypatch):
    """Without MkDocs: links, citations with their lines, and the timeline's HTML."""
    import markdown

    from pincite.site.extension import PinciteExtension
    from pincite.site.standalone import provider

    monkeypatch.chdir(wiki.root)
    extension = PinciteExtension(provider("wiki", "https://github.com/example/app"))
    extension.current = "decisions/keys.md"
    html = markdown.markdown('Expiry raises (`src/timed.py:20` "raise SignatureExpired").', extensions=[extension])

    assert f'href="{blob(wiki, "src/timed.py#L20")}"' in html
    assert "SignatureExpired" in html
    assert 'popover="auto"' in html
