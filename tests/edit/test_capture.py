"""Recording a decision is one command: valid the first time, all or nothing, and the same twice is nothing."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import Repo
from pincite.cli import main

DAY = "2026-10-03"


@pytest.fixture
def wiki(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """A small wiki, committed, as the current folder."""
    repo.write("src/timed.py", "".join(f"line_{n} = {n}\n" for n in range(1, 31)))
    repo.page("wiki/decisions/keys.md", "Keys.")
    repo.index("keys")
    repo.write("wiki/log.md", "# Log\n\n## [2026-10-01] capture | keep 3 keys\n\n- [[keys]]\n")
    repo.commit()
    monkeypatch.chdir(repo.root)
    return repo


def capture(*args: str, page: str = "keys", title: str = "Keep 4 keys", date: str = DAY) -> int:
    return main(["capture", "--page", page, "--title", title, *(["--date", date] if date else []), *args])


def content(repo: Repo) -> dict[str, bytes]:
    names = repo.git("ls-files", "-co", "--exclude-standard").splitlines()
    return {name: (repo.root / name).read_bytes() for name in names if (repo.root / name).exists()}


def text(repo: Repo, path: str) -> str:
    return (repo.root / path).read_bytes().decode()


def is_content(repo: Repo) -> bool:
    """Whether the gate has nothing to say, warnings included, once everything is added."""
    repo.git("add", "-A")
    done = subprocess.run(
        [sys.executable, "-m", "pincite", "check", "--staged", "--json"],
        cwd=repo.root, env=repo.env | {"PYTHONPATH": ":".join(sys.path)}, capture_output=True, text=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["problems"] == []
    return True


def test_a_decision_is_written_with_everything_it_touches(wiki: Repo) -> None:
    wiki.write("talk.txt", "A: four keys?\nB: yes, four.\n")
    assert capture(
        "--decision", "Keep 4 keys.", "--why", "The cookie lives longer ([[keys]]).", "--rejected", "3 keys: too few.",
        "--rejected", "5 keys: slow.", "--consequence", "No token above 90 days.", "--fact", "keys.count = 4",
        "--fact", "keys.rotation = 30 days", "--check", "keys.count >= 2", "--depends-on", "keys", "--open", "Who?",
        "--source", 'src/timed.py:3-4 "line_3 = 3"', "--from", "talk.txt",
    ) == 0  # fmt: skip
    assert text(wiki, "wiki/decisions/keys.md") == (
        "---\ntitle: keys\ntype: decision\ntags: [t]\n---\nKeys.\n\n"
        "## 2026-10-03 Keep 4 keys\n\n"
        "- **Decision:** Keep 4 keys.\n"
        "- **Why:** The cookie lives longer ([[keys]]).\n"
        "- **Rejected:** 3 keys: too few.\n"
        "- **Rejected:** 5 keys: slow.\n"
        "- **Consequence:** No token above 90 days.\n"
        "- **Facts:** `keys.count = 4`, `keys.rotation = 30 days`\n"
        "- **Check:** `keys.count >= 2`\n"
        "- **Depends on:** [[keys]]\n"
        "- **Open:** Who?\n"
        '- **Source:** `raw/conversations/2026-10-03-keep-4-keys.md:5-6`, `src/timed.py:3-4` "line_3 = 3"\n'
    )
    assert text(wiki, "raw/conversations/2026-10-03-keep-4-keys.md") == (
        "# 2026-10-03 Keep 4 keys\n\nSaid, for keys.\n\nA: four keys?\nB: yes, four.\n"
    )
    assert text(wiki, "wiki/log.md") == (
        "# Log\n\n## [2026-10-03] capture | Keep 4 keys\n\n- [[keys#2026-10-03 Keep 4 keys]]\n\n"
        "## [2026-10-01] capture | keep 3 keys\n\n- [[keys]]\n"
    )
    assert is_content(wiki)


def test_the_same_again_changes_nothing_on_whatever_day(wiki: Repo) -> None:
    more = ["--decision", "Four.", "--rejected", "3: too few."]
    capture(*more)
    before = content(wiki)
    stamps = {path: (wiki.root / path).stat().st_mtime_ns for path in before}
    assert capture(*more) == 0
    assert capture(*more, date="") == 0
    assert content(wiki) == before
    assert {path: (wiki.root / path).stat().st_mtime_ns for path in before} == stamps


def test_a_repetition_is_known_after_the_entry_was_superseded_and_its_source_moved(wiki: Repo) -> None:
    capture("--decision", "Four.", "--source", "src/timed.py:3")
    capture("--decision", "Five.", "--supersedes", "#Keep 4 keys", title="Keep 5 keys", date="2026-10-04")
    page = wiki.root / "wiki/decisions/keys.md"
    page.write_text(page.read_text().replace("src/timed.py:3", "src/timed.py:4"))
    before = content(wiki)
    assert capture("--decision", "Four.", "--source", "src/timed.py:3") == 0
    assert content(wiki) == before


def test_what_a_repetition_lacks_is_added(wiki: Repo) -> None:
    capture("--decision", "Four.", page="new page")
    whole = content(wiki)
    wiki.write("wiki/log.md", "# Log\n\n## [2026-10-01] capture | keep 3 keys\n\n- [[keys]]\n")
    wiki.index("keys")
    assert capture("--decision", "Four.", page="new page") == 0
    assert content(wiki) == whole


def test_another_decision_of_the_same_name_and_day_is_refused(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    capture("--decision", "Four.")
    before = content(wiki)
    assert capture("--decision", "Not four.") == 2
    assert "wiki/decisions/keys.md:8 is another entry" in capsys.readouterr().err
    assert content(wiki) == before


# ---- supersession


def test_superseding_is_told_on_both_sides(wiki: Repo) -> None:
    capture("--decision", "Three.", title="Keep 3 keys", date="2026-09-30")
    assert capture("--decision", "Four.", "--supersedes", "keys#2026-09-30 Keep 3 keys") == 0
    page = text(wiki, "wiki/decisions/keys.md")
    assert "## 2026-10-03 Keep 4 keys (supersedes [[#2026-09-30 Keep 3 keys]])\n" in page
    assert "## 2026-09-30 ~~Keep 3 keys~~ (superseded 2026-10-03)\n" in page
    assert page.index("Keep 4 keys") < page.index("Keep 3 keys~~")
    assert is_content(wiki)


@pytest.mark.parametrize(
    "name",
    ["#2026-09-30 Keep 3 keys", "keys#2026-09-30", "keys#Keep 3 keys", "[[keys#2026-09-30-keep-3-keys]]", "Keep 3 keys",
     "wiki/decisions/keys.md#2026-09-30 keep 3 keys", "KEYS#keep-3-keys", "keys"],
)  # fmt: skip
def test_the_older_entry_is_found_however_it_is_named(wiki: Repo, name: str) -> None:
    capture("--decision", "Three.", title="Keep 3 keys", date="2026-09-30")
    assert capture("--decision", "Four.", "--supersedes", name) == 0
    assert "~~Keep 3 keys~~ (superseded 2026-10-03)" in text(wiki, "wiki/decisions/keys.md")


def test_several_entries_on_several_pages_are_superseded_at_once(wiki: Repo) -> None:
    capture("--decision", "Three.", title="Keep 3 keys", date="2026-09-30")
    capture("--decision", "60.", page="max age", title="60 days", date="2026-09-30")
    assert capture("--decision", "Four.", "--supersedes", "#Keep 3 keys", "--supersedes", "max-age#60 days") == 0
    assert (
        "## 2026-10-03 Keep 4 keys (supersedes [[#2026-09-30 Keep 3 keys]], [[max-age#2026-09-30 60 days]])\n"
        in text(wiki, "wiki/decisions/keys.md")
    )
    assert "## 2026-09-30 ~~60 days~~ (superseded 2026-10-03)\n" in text(wiki, "wiki/decisions/max-age.md")
    assert "- supersedes [[max-age#2026-09-30 60 days]]\n" in text(wiki, "wiki/log.md")
    assert is_content(wiki)


def test_a_part_is_superseded_and_the_rest_stays_live(wiki: Repo) -> None:
    capture("--decision", "Three, monthly.", title="Keep 3 keys", date="2026-09-30")
    wiki.commit()
    more = ["--decision", "Weekly.", "--supersedes", "#Keep 3 keys", "--scope", "the rotation"]
    assert capture(*more, title="Rotate weekly") == 0
    page = text(wiki, "wiki/decisions/keys.md")
    assert "## 2026-10-03 Rotate weekly\n" in page
    assert "- **Amends:** [[#2026-09-30 Keep 3 keys]]: the rotation\n" in page
    assert "## 2026-09-30 Keep 3 keys\n" in page
    assert page.endswith("- **Amended:** 2026-10-03 [[#2026-10-03 Rotate weekly]]: the rotation\n")
    before = content(wiki)
    assert capture(*more, title="Rotate weekly") == 0
    assert content(wiki) == before
    assert is_content(wiki)


def test_a_proposal_supersedes_nothing_yet(wiki: Repo) -> None:
    capture("--decision", "Three.", title="Keep 3 keys", date="2026-09-30")
    assert capture("--decision", "Four.", "--supersedes", "#Keep 3 keys", "--status", "proposed") == 0
    page = text(wiki, "wiki/decisions/keys.md")
    assert "\n\n- **Status:** proposed\n- **Decision:** Four.\n" in page
    assert "## 2026-09-30 Keep 3 keys\n" in page
    assert is_content(wiki)


@pytest.mark.parametrize("name", ["keys#Nope", "nope#2026-09-30 Keep 3 keys", "nope"])
def test_an_entry_that_is_not_there_is_not_superseded(
    wiki: Repo, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capture("--decision", "Three.", title="Keep 3 keys", date="2026-09-30")
    before = content(wiki)
    assert capture("--decision", "Four.", "--supersedes", name) == 2
    said = capsys.readouterr().err
    assert "#2026-09-30 Keep 3 keys" in said or "no page 'nope'" in said
    assert content(wiki) == before


# ---- pages


@pytest.mark.parametrize(
    "name",
    ["Signing Keys", "signing-keys", "signing_keys", "SIGNING KEYS", "Schlüssel", "the keys", "decisions/signing-keys",
     "wiki/decisions/signing-keys.md"],
)  # fmt: skip
def test_a_page_is_known_by_its_name_title_and_aliases(wiki: Repo, name: str) -> None:
    wiki.write(
        "wiki/decisions/signing-keys.md",
        "---\ntitle: Schlu\u0308ssel\ntype: decision\naliases: [The Keys]\n---\n\ntext [[keys]]\n",
    )
    wiki.index("keys", "signing-keys")
    before = set(content(wiki))
    assert capture("--decision", "x", page=name) == 0
    assert "## 2026-10-03 Keep 4 keys\n" in text(wiki, "wiki/decisions/signing-keys.md")
    assert set(content(wiki)) == before


@pytest.mark.parametrize(
    ("name", "path", "title"),
    [
        ("İstanbul kararı", "wiki/decisions/istanbul-kararı.md", "İstanbul kararı"),
        ("密钥轮换策略", "wiki/decisions/密钥轮换策略.md", "密钥轮换策略"),
        ("signing-keys", "wiki/decisions/signing-keys.md", "Signing keys"),
        ("cookies", "wiki/decisions/cookies.md", "Cookies"),
        ("ops/alerts", "wiki/ops/alerts.md", "Alerts"),
        ("wiki/ops/Alerts.md", "wiki/ops/Alerts.md", "Alerts"),
        ("Use Redis: not (really) Memcached #1", "wiki/decisions/use-redis-not-really-memcached-1.md",
         "Use Redis: not (really) Memcached #1"),
    ],
)  # fmt: skip
def test_a_new_page_is_made_and_listed_and_linked_as_printed(
    wiki: Repo, capsys: pytest.CaptureFixture[str], name: str, path: str, title: str
) -> None:
    assert capture("--decision", "x", "--json", page=name) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["path"] == path
    assert f"\n# {title}\n\n## 2026-10-03 Keep 4 keys\n" in text(wiki, path)
    wiki.page("wiki/decisions/other.md", f"See {said['link']}.")
    wiki.write("wiki/index.md", text(wiki, "wiki/index.md") + "- [[other]]\n")
    assert is_content(wiki)


@pytest.mark.parametrize(
    "name",
    [
        "index",
        "log",
        "../keys",
        "a/../b",
        ".hidden",
        "wiki/.x.md",
        "!!!",
        "x" * 200,
        "template",
        "/etc/passwd/..",
        "a\x1bb",
    ],
)
def test_a_name_that_cannot_be_a_page_is_refused(wiki: Repo, name: str) -> None:
    before = content(wiki)
    assert capture("--decision", "x", page=name) == 2
    assert content(wiki) == before


def test_a_page_that_git_would_ignore_is_refused(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    wiki.write(".gitignore", "draft*\n")
    assert capture("--decision", "x", page="draft keys") == 2
    assert "git ignores wiki/decisions/draft-keys.md" in capsys.readouterr().err


def test_a_name_that_could_be_two_pages_is_asked_back(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    wiki.page("wiki/ops/keys.md", "x", title="Other keys")
    assert capture("--decision", "x") == 2
    assert "wiki/decisions/keys.md or wiki/ops/keys.md" in capsys.readouterr().err
    assert capture("--decision", "x", page="ops/keys") in (0, 1)


# ---- what stands around


def test_line_ends_bom_comments_and_quoting_stay(wiki: Repo) -> None:
    head = '\ufeff---\r\ntitle:   "win"   # the title\r\ntype: decision\r\ntags: [ t ]\r\n---\r\n\r\ntext [[keys]]'
    wiki.write("wiki/decisions/win.md", head + "\r\n\r\n## 2026-10-01 Use CRLF\r\n\r\n- **Decision:** CRLF.\r\n"
               "- **Source:** conversation, 2026-10-01")  # fmt: skip
    wiki.write("wiki/index.md", "# Index\r\n\r\n- [[keys]]\r\n- [[win]]")
    assert capture("--decision", "LF.", "--supersedes", "#2026-10-01", page="win", title="Use LF") == 0
    page = text(wiki, "wiki/decisions/win.md")
    assert page.startswith(head)
    assert page.count("\ufeff") == 1
    assert "\n" not in page.replace("\r\n", "")
    assert "~~Use CRLF~~ (superseded 2026-10-03)\r\n" in page
    assert page.endswith("- **Source:** conversation, 2026-10-01")
    assert is_content(wiki)


def test_a_table_or_a_list_of_markdown_links_is_continued(wiki: Repo) -> None:
    wiki.write("wiki/index.md", "# Index\n\n| page | what |\n|---|---|\n| [[keys\\|K]] | the keys |\n")
    capture("--decision", "x", page="Max age|limit")
    assert "|---|---|\n| [[max-agelimit\\|Max age\\|limit]] | Max age\\|limit |\n" in text(wiki, "wiki/index.md")
    wiki.write("wiki/index.md", "# Index\n\n* [Keys](decisions/keys.md)\n* [Limit](decisions/max-agelimit.md)\n")
    capture("--decision", "x", page="Cookies")
    assert "\n\n* [Cookies](decisions/cookies.md)\n* [Keys]" in text(wiki, "wiki/index.md")
    assert is_content(wiki)


def test_prose_keeps_its_pipes(wiki: Repo) -> None:
    capture("--decision", "See [[keys|the keys]] a|b.")
    assert "See [[keys|the keys]] a|b." in text(wiki, "wiki/decisions/keys.md")
    assert "\\" not in text(wiki, "wiki/decisions/keys.md")


def test_words_of_the_team_are_used(wiki: Repo) -> None:
    wiki.write("pincite.toml", '[labels]\nDecision = "Entscheidung"\nSource = "Quelle"\n')
    capture("--decision", "Vier.")
    assert "- **Entscheidung:** Vier.\n- **Quelle:** conversation, 2026-10-03\n" in text(wiki, "wiki/decisions/keys.md")
    before = content(wiki)
    assert capture("--decision", "Vier.") == 0
    assert content(wiki) == before


def test_a_wiki_with_markdown_links_gets_markdown_links(wiki: Repo) -> None:
    wiki.write("pincite.toml", 'link_style = "relative"\n')
    wiki.write("wiki/index.md", "# Index\n\n- [keys](decisions/keys.md)\n")
    log = "# Log\n\n## [2026-09-01] capture | keys\n\n- [keys](decisions/keys.md)\n"
    wiki.write("wiki/log.md", log)
    wiki.commit()
    capture("--decision", "Three.", title="Keep 3 (keys)", date="2026-09-30")
    capture("--decision", "Four.", "--supersedes", "keys#2026-09-30", page="ops/new keys")
    page = text(wiki, "wiki/ops/new-keys.md")
    assert "(supersedes [2026-09-30 Keep 3 (keys)](../decisions/keys.md#2026-09-30-keep-3-keys))" in page
    assert "- [New keys](ops/new-keys.md)\n" in text(wiki, "wiki/index.md")
    assert is_content(wiki)


def test_the_first_decision_of_a_repository_needs_nothing_else(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.root)
    assert capture("--decision", "x", page="first") == 0
    assert set(content(repo)) == {"wiki/decisions/first.md", "wiki/index.md", "wiki/log.md"}
    assert is_content(repo)


def test_it_works_from_a_subfolder_and_in_a_linked_worktree(wiki: Repo, tmp_path: Path) -> None:
    wiki.git("worktree", "add", "-q", str(tmp_path / "wt"), "-b", "wt")
    before = content(wiki)
    assert main(["-C", str(tmp_path / "wt/src"), "capture", "--page", "keys", "--title", "T", "--decision", "x"]) == 0
    assert " T\n" in (tmp_path / "wt/wiki/decisions/keys.md").read_text()
    assert content(wiki) == before


# ---- pins


def test_nothing_rejected_nothing_pinned(wiki: Repo) -> None:
    capture("--decision", "Four.")
    assert "- **Source:** conversation, 2026-10-03\n" in text(wiki, "wiki/decisions/keys.md")
    assert not (wiki.root / "raw").exists()


@pytest.mark.parametrize(
    ("options", "pins"),
    [
        (["--from", "talk.txt"], True),
        (["--from", "talk.txt", "--no-pin"], False),
        (["--from", "talk.txt", "--no-pin", "--rejected", "x"], True),
        (["--pin"], True),
        (["--rejected", "x"], True),
        (["--source", "src/timed.py:3"], False),
    ],
)
def test_what_is_pinned(wiki: Repo, options: list[str], pins: bool) -> None:
    wiki.write("talk.txt", "four\n")
    assert capture("--decision", "Four.", *options) == 0
    assert (wiki.root / "raw/conversations/2026-10-03-keep-4-keys.md").exists() is pins
    assert ("raw/conversations" in text(wiki, "wiki/decisions/keys.md")) is pins


def test_two_sources_of_one_name_are_two_files(wiki: Repo) -> None:
    capture("--decision", "x", "--rejected", "a")
    capture("--decision", "y", "--rejected", "b", page="other")
    assert (wiki.root / "raw/conversations/2026-10-03-keep-4-keys-2.md").exists()
    assert "2026-10-03-keep-4-keys-2.md:5" in text(wiki, "wiki/decisions/other.md")
    assert is_content(wiki)


def test_of_a_long_talk_the_deciding_lines_are_cited(wiki: Repo) -> None:
    talk = [f"Chatter number {n} about lunch.\n" for n in range(20)]
    talk[11:14] = ["\n", "Let us keep 4 keys, rotated monthly.\n", "\n"]
    wiki.write("talk.txt", "".join(talk))
    capture("--decision", "Keep 4 keys, rotated monthly.", "--from", "talk.txt")
    assert ":17`" in text(wiki, "wiki/decisions/keys.md")
    assert text(wiki, "raw/conversations/2026-10-03-keep-4-keys.md").splitlines()[16] == (
        "Let us keep 4 keys, rotated monthly."
    )


# ---- refusals


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        (["--source", "src/nope.py:3"], "citations.missing"),
        (["--source", "src/timed.py:99"], "citations.past-end"),
        (["--why", "See [[nope]]."], "links.broken"),
        (["--why", "[… rest remains the same …]"], "entries.placeholder"),
        (["--date", "2999-01-01"], "entries.date"),
    ],
)
def test_what_the_gate_would_refuse_is_refused_with_its_words(
    wiki: Repo, capsys: pytest.CaptureFixture[str], options: list[str], rule: str
) -> None:
    before = content(wiki)
    assert capture("--decision", "Four.", "--rejected", "3", *options, date="" if "--date" in options else DAY) == 1
    said = capsys.readouterr().err
    assert rule in said
    assert "nothing was written" in said
    assert content(wiki) == before


def test_what_was_wrong_before_refuses_nothing(wiki: Repo) -> None:
    wiki.page("wiki/decisions/bad.md", "[[nope]] `src/timed.py:99`")
    wiki.commit()
    assert capture("--decision", "Four.") == 0


@pytest.mark.parametrize(
    ("title", "options"),
    [
        ("Keep {#mine}", []),
        ("~~Keep~~", []),
        ("Keep (superseded 2026-10-03)", []),
        ("Keep (supersedes [[keys]])", []),
        ("   ", []),
        ("Fine", ["--decision", "x\n- **Source:** forged"]),
    ],
)
def test_a_text_that_would_be_read_as_something_else_is_refused(wiki: Repo, title: str, options: list[str]) -> None:
    before = content(wiki)
    assert capture(*(options or ["--decision", "x"]), title=title) == 2
    assert content(wiki) == before


@pytest.mark.parametrize(
    ("title", "decision"),
    [
        ("Use `x_y` and **z**", "a *b* `c`"),
        ("Line\none  two", "several\n\nparagraphs\n\n```\n## 2026-01-01 code\n```"),
        ('Say "yes" — or no', "# not a heading"),
        ("[x] | y #1 ^2", "| a | b |"),
        ("a <b>bold</b> \\ & {x} c", "a <!-- remark --> b"),
        ("決定：鍵", "鍵を四つ"),
        ("-rf --output=x", "--output=x"),
    ],
)
def test_any_other_text_is_recorded_and_linked(wiki: Repo, title: str, decision: str) -> None:
    done = main(["capture", "--page", "keys", f"--title={title}", f"--decision={decision}", "--date", DAY])
    assert done == 0
    before = content(wiki)
    assert main(["capture", "--page", "keys", f"--title={title}", f"--decision={decision}", "--date", DAY]) == 0
    assert content(wiki) == before
    assert is_content(wiki)


@pytest.mark.parametrize("date", ["2026-13-03", "tomorrow", "2026-10-3"])
def test_a_date_that_is_none_is_refused(wiki: Repo, date: str) -> None:
    assert capture("--decision", "x", date=date) == 2


def test_a_log_that_cannot_be_written_leaves_no_page(wiki: Repo) -> None:
    (wiki.root / "wiki/log.md").chmod(0o444)
    before = content(wiki)
    assert capture("--decision", "x", "--rejected", "y", page="fresh") == 3
    assert content(wiki) == before
    assert not (wiki.root / "raw").exists()


# ---- documents


def document(monkeypatch: pytest.MonkeyPatch, text: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return main(["capture", "--input", "-"])


YAML = """\
page: keys
title: Keep 4 keys
date: 2026-10-03
decision: "Four: no more"
rejected:
  - 3 keys
fact: keys.count = 4
supersedes:
  - entry: "#Keep 3 keys"
pin: yes
conversation: |
  A: four?
  B: four.
"""


def test_json_yaml_and_options_say_the_same(wiki: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    capture("--decision", "Three.", title="Keep 3 keys", date="2026-09-30")
    fields = {"page": "keys", "title": "Keep 4 keys", "date": DAY, "decision": "Four: no more", "rejected": ["3 keys"],
              "fact": ["keys.count = 4"], "supersedes": "#Keep 3 keys", "pin": True,
              "conversation": "A: four?\nB: four.\n"}  # fmt: skip
    assert document(monkeypatch, json.dumps(fields)) == 0
    before = content(wiki)
    assert document(monkeypatch, YAML) == 0
    wiki.write("../talk.txt", fields["conversation"])
    assert capture("--decision", "Four: no more", "--rejected", "3 keys", "--fact", "keys.count = 4", "--supersedes",
                   "#Keep 3 keys", "--pin", "--from", "../talk.txt") == 0  # fmt: skip
    assert content(wiki) == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"page": "keys"}', "title"),
        ('{"page": "keys", "title": "T", "decison": "x"}', "did you mean decision?"),
        ('{"page": "keys", "title": "T", "rejected": [1]}', "rejected"),
        ('{"page": "keys", "title": "T", "status": "done"}', "status"),
        ('{"page": "keys", "title": "T", "date": "3.10.2026"}', "date"),
        ("[]", "one decision"),
        ("page: a: b", "line 1"),
        ("", "page"),
    ],
)
def test_a_document_that_does_not_fit_is_told_which_field(
    wiki: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    assert document(monkeypatch, text) == 2
    assert said in capsys.readouterr().err


def test_the_published_schema_accepts_what_capture_accepts(capsys: pytest.CaptureFixture[str]) -> None:
    import jsonschema

    assert main(["capture", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(schema)
    good = {
        "page": "p",
        "title": "t",
        "rejected": "one",
        "supersedes": [{"entry": "e", "scope": "s"}, "f"],
        "pin": False,
    }
    jsonschema.validate(good, schema)
    for bad in ({"page": "p"}, good | {"x": 1}, good | {"rejected": 3}, good | {"supersedes": [{"scope": "s"}]}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, schema)


def test_what_was_written_is_said_as_json(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    capture("--decision", "x", "--source", "src/timed.py:3-4", "--json")
    said = json.loads(capsys.readouterr().out)
    assert said["changed"] is True
    assert said["entry"] == "2026-10-03-keep-4-keys"
    assert said["written"] == ["wiki/decisions/keys.md", "wiki/log.md"]
    assert said["cited"] == [{"text": "src/timed.py:3-4", "lines": ["3: line_3 = 3", "4: line_4 = 4"]}]
    capture("--decision", "x", "--source", "src/timed.py:3-4", "--json")
    again = json.loads(capsys.readouterr().out)
    assert (again["changed"], again["written"]) == (False, [])


def test_options_that_are_missing_or_contradict_are_said(wiki: Repo) -> None:
    assert main(["capture", "--title", "x"]) == 2
    assert main(["capture", "--page", "x"]) == 2
    assert main(["capture", "--input", "x", "--title", "y"]) == 2
    assert main(["capture", "--page", "x", "--title", "y", "--scope", "z"]) == 2
    assert main(["capture", "--input", "nope.json"]) == 3
