"""Since which commit a citation stands on its page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from conftest import Repo
from pincite.repo.anchors import Walk
from pincite.repo.marks import Anchor, Mark
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot

A, B = "`src/a.py:3`", "`src/b.py:7`"


def scan(_path: str, data: bytes) -> Sequence[Mark]:
    """Take what stands in backticks for a citation; a line `reviewed: X` covers the whole page."""
    text = data.decode()
    review = " ".join(re.findall(r"^reviewed: (.*)$", text, re.MULTILINE))
    return [Mark(token, line, review) for line in text.split("\n") for token in re.findall("`[^`]+`", line)]


def anchors(repo: Repo, **how: object) -> dict[str, list[str]]:
    """Return the anchors of all pages; '?' for an unknown one."""
    with open_repository(str(repo.root)) as repository:
        snapshot = open_snapshot(repository, **how)
        pages = {path: scan(path, data or b"") for path, data in snapshot.read(snapshot.files) if path[:5] == "wiki/"}
        found = Walk(snapshot, scan, ["wiki"]).anchors(pages)
        return {page: [one.commit if one.known else "?" for one in found[page]] for page in found}


def one(repo: Repo, page: str = "wiki/p.md", **how: object) -> list[str]:
    return anchors(repo, **how)[page]


def test_a_token_is_anchored_where_it_came(repo: Repo) -> None:
    repo.write("wiki/p.md", f"one {A}\n")
    first = repo.commit()
    repo.write("wiki/p.md", f"one {A}\ntwo {B}\n")
    second = repo.commit()
    repo.write("src/x", "no page")
    repo.commit()
    for how in {}, {"staged": True}, {"rev": "HEAD"}:
        assert one(repo, **how) == [first, second]
    assert one(repo, rev=first) == [first]


def test_the_prose_around_it_may_change(repo: Repo) -> None:
    repo.write("wiki/p.md", f"one {A} and {B}\n")
    first = repo.commit()
    repo.write("wiki/p.md", f"words\n\nother words {B}\nand {A}.\n")
    repo.commit()
    assert one(repo) == [first, first]


def test_it_must_have_stood_ever_since(repo: Repo) -> None:
    repo.write("wiki/p.md", f"one {A}\n")
    repo.commit()
    repo.write("wiki/p.md", "none\n")
    repo.commit()
    repo.write("wiki/p.md", f"again {A}\n")
    third = repo.commit()
    assert one(repo) == [third]


def test_an_equal_token_that_comes_later_has_its_own_anchor(repo: Repo) -> None:
    repo.write("wiki/p.md", f"old {A}\n")
    first = repo.commit()
    repo.write("wiki/p.md", f"new {A}\n\nold {A}\n")
    second = repo.commit()
    repo.write("wiki/p.md", f"new one {A}\n\nold {A} one\n")
    repo.commit()
    assert one(repo) == [second, first]


def test_a_longer_token_is_another(repo: Repo) -> None:
    repo.write("wiki/p.md", "see `a:1`\n")
    first = repo.commit()
    repo.write("wiki/p.md", "see `a:14` and `a:1`\n")
    second = repo.commit()
    assert one(repo) == [second, first]


def test_renames_of_the_page_are_followed(repo: Repo) -> None:
    body = "".join(f"line {n}\n" for n in range(20))
    repo.write("wiki/p.md", f"{body}{A}\n")
    first = repo.commit()
    repo.git("mv", "wiki/p.md", "wiki/q.md")
    repo.commit()
    repo.write("wiki/q.md", f"{body}{A} {B}\n")
    third = repo.commit()
    (repo.root / "wiki/deep").mkdir()
    repo.git("mv", "wiki/q.md", "wiki/deep/r.md")
    for how in {}, {"staged": True}:
        assert one(repo, "wiki/deep/r.md", **how) == [first, third]
    repo.commit()
    assert one(repo, "wiki/deep/r.md") == [first, third]


def test_what_is_not_committed_has_no_anchor_yet(repo: Repo) -> None:
    repo.write("wiki/p.md", f"{A}\n")
    repo.git("add", "-A")
    assert one(repo, staged=True) == [""]
    first = repo.commit()
    repo.write("wiki/p.md", f"{A} {B}\n")
    repo.write("wiki/new.md", f"{A}\n")
    assert one(repo, staged=True) == [first]
    repo.git("add", "-A")
    for how in {}, {"staged": True}:
        assert anchors(repo, **how) == {"wiki/p.md": [first, ""], "wiki/new.md": [""]}


def test_a_review_begins_anew(repo: Repo) -> None:
    repo.write("wiki/p.md", f"{A}\n")
    first = repo.commit()
    repo.write("wiki/p.md", f"{A}\nreviewed: 2026-10-05\n")
    second = repo.commit()
    repo.write("wiki/p.md", f"words {A}\n\nreviewed: 2026-10-05\n")
    repo.commit()
    assert one(repo) == [second]
    repo.write("wiki/p.md", f"words {A}\n\nreviewed: 2026-10-06\n")
    assert one(repo, staged=True) == [second]
    repo.git("add", "-A")
    assert one(repo, staged=True) == [""]
    repo.write("wiki/p.md", f"words {A}\n")
    repo.commit("a review taken back")
    assert one(repo) == [first]


def test_a_merge_is_followed_into_the_parent_that_has_it(repo: Repo) -> None:
    repo.write("wiki/p.md", "".join(f"line {n}\n" for n in range(9)))
    repo.commit()
    repo.git("checkout", "-qb", "side")
    repo.write("wiki/p.md", "".join(f"line {n}\n" for n in range(9)) + f"{A}\n")
    repo.write("wiki/side.md", f"{A}\n")
    side = repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("wiki/p.md", f"{B}\n" + "".join(f"line {n}\n" for n in range(9)))
    main = repo.commit()
    repo.git("merge", "-q", "--no-ff", "--no-commit", "side")
    expected = {"wiki/p.md": [main, side], "wiki/side.md": [side]}
    for how in {}, {"staged": True}:
        assert anchors(repo, **how) == expected
    repo.commit("merge")
    assert anchors(repo, rev="HEAD") == expected
    repo.write("src/x", "x")
    repo.commit("no page")
    assert anchors(repo, rev="HEAD") == expected
    assert anchors(repo) == expected


def test_what_a_merge_itself_says_is_its_own(repo: Repo) -> None:
    repo.write("wiki/p.md", "base\n")
    repo.commit()
    repo.git("checkout", "-qb", "side")
    repo.write("wiki/p.md", "side\n")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("wiki/p.md", "main\n")
    repo.commit()
    repo.git("merge", "-q", "side", check=False)
    repo.write("wiki/p.md", f"both {A}\n")
    merge = repo.commit("by hand")
    assert one(repo) == [merge]


def test_the_edge_of_a_shallow_clone_is_no_anchor(repo: Repo, tmp_path: Path) -> None:
    repo.write("wiki/p.md", f"{A}\n")
    repo.commit()
    repo.write("src/x", "x")
    repo.commit()
    repo.write("wiki/p.md", f"{A}\n{B}\n")
    repo.commit()
    repo.git("clone", "-q", "--depth=2", f"file://{repo.root}", str(tmp_path / "shallow"))
    shallow = Repo(tmp_path / "shallow", repo.env)
    assert one(shallow) == ["?", repo.git("rev-parse", "HEAD")]
    assert Anchor("x").known


def test_no_setting_changes_the_walk(repo: Repo) -> None:
    body = "".join(f"line {n}\n" for n in range(20))
    repo.write("wiki/p.md", f"{body}{A}\n")
    first = repo.commit()
    repo.git("mv", "wiki/p.md", "wiki/q.md")
    repo.commit()
    for setting in ("diff.renames false", "log.showRoot false", "log.follow true", "log.diffMerges off",
                    "log.showSignature true", "color.ui always", "diff.renameLimit 1", "format.pretty oneline",
                    "log.date iso", "diff.orderFile /nowhere", "diff.external false", "core.abbrev 4"):  # fmt: skip
        repo.git("config", *setting.split(" "))
    assert one(repo, "wiki/q.md") == [first]
