"""Who decided what and when: entries and events with their authors and commits."""

from __future__ import annotations

import json

import pytest

from conftest import Repo
from pincite.cli import main


@pytest.fixture
def wiki(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.chdir(repo.root)
    repo.page(
        "wiki/decisions/keys.md",
        "## 2026-10-01 Keep 3\n\n- **Decision:** Three.\n- **Source:** conversation, 2026-10-01",
    )
    repo.index("keys")
    repo.write("wiki/log.md", "# Log\n\n## [2026-10-01] capture | Keep 3\n\n- [[keys]]\n")
    repo.commit("one", date="2026-10-01T12:00:00+00:00")
    repo.git("config", "user.name", "Grace")
    main(["capture", "--page", "keys", "--title", "Keep 4", "--decision", "Four.", "--supersedes", "#Keep 3",
          "--source", "conversation, 2026-10-03", "--no-pin", "--date", "2026-10-03"])  # fmt: skip
    monkeypatch.delenv("GIT_AUTHOR_DATE")
    repo.commit("two", date="2026-10-03T12:00:00+00:00")
    return repo


def told(capsys: pytest.CaptureFixture[str], *args: str) -> list[dict[str, object]]:
    capsys.readouterr()
    assert main([*args, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["version"] == 1
    return said["events" if args[0] == "timeline" else "entries"]


def test_each_entry_has_who_recorded_it_and_who_superseded_it(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    new, old = told(capsys, "history", "keys")
    one, two = wiki.git("rev-parse", "HEAD^"), wiki.git("rev-parse", "HEAD")
    assert (new["title"], new["status"], new["author"], new["commit"]) == ("Keep 4", "live", "Grace", two)
    assert (old["title"], old["status"], old["author"], old["commit"]) == ("Keep 3", "superseded", "Ada", one)
    assert [commit["commit"] for commit in old["commits"]] == [one, two]
    assert new["supersedes"] == ["wiki/decisions/keys.md#2026-10-01-keep-3"]
    assert [entry["title"] for entry in told(capsys, "history", "keys#Keep 3")] == ["Keep 4", "Keep 3"]


def test_renames_and_reformatting_are_seen_through(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    before = told(capsys, "history", "keys")
    main(["mv", "keys", "policy"])
    wiki.commit("rename")
    page = (wiki.root / "wiki/decisions/policy.md").read_text()
    wiki.write("wiki/decisions/policy.md", page.replace("- **", "* **"))
    reformat = wiki.commit("reformat")
    wiki.write(".git-blame-ignore-revs", f"{reformat}\n")
    after = told(capsys, "history", "policy")
    assert [(one["author"], one["commit"]) for one in after] == [(one["author"], one["commit"]) for one in before]


def test_the_timeline_has_the_published_shape(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    events = told(capsys, "timeline")
    two = wiki.git("rev-parse", "HEAD")
    assert events[0] == {"date": "2026-10-03", "kind": "capture", "title": "Keep 4", "pages": ["keys"], "line": 3,
                         "author": "Grace", "commit": two}  # fmt: skip
    assert [event["author"] for event in events] == ["Grace", "Ada"]
    wiki.git("checkout", "-q", "--detach")
    main(["capture", "--page", "keys", "--title", "New", "--decision", "x", "--date", "2026-10-05"])
    events = told(capsys, "timeline")
    assert (events[0]["title"], events[0]["author"], events[0]["commit"]) == ("New", None, None)


def test_text_and_markdown(wiki: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    main(["history", "keys"])
    assert "2026-10-03  Keep 4  [live]" in capsys.readouterr().out
    main(["history", "keys", "--format", "markdown"])
    assert "## 2026-10-01 ~~Keep 3~~\n" in capsys.readouterr().out
    main(["timeline"])
    assert "2026-10-03  capture | Keep 4  [keys]  (Grace, " in capsys.readouterr().out
    assert main(["history", "nope"]) == 2
    assert main(["history", "keys#nope"]) == 2
