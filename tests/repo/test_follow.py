"""Following: what is told of an outcome, and what clones and odd files cannot tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from lab import SNAPSHOTS, follow, told

from conftest import Repo
from pincite.wiki import Followed

BODY = "".join(f"value_{n} = compute_something({n})\n" for n in range(1, 21))


def one(repo: Repo, page: str = "wiki/p.md", **how: object) -> Followed:
    (found,) = follow(repo, **how)[page]
    return found


def test_a_change_tells_what_was_and_is_and_who_did_it(repo: Repo) -> None:
    repo.write("src/a.py", BODY)
    repo.write("wiki/p.md", "`src/a.py:3-5`\n")
    first = repo.commit()
    repo.write("src/a.py", "# top\n" + BODY)
    repo.commit("only moves it")
    repo.write("src/a.py", "# top\n" + BODY.replace("value_4 =", "value_four ="))
    repo.commit("changes it")
    repo.write("src/a.py", "# top\n" + BODY.replace("value_4 =", "value_four =") + "# end\n")
    repo.commit("does nothing to it")
    found = one(repo, rev="HEAD")
    assert found.state == "changed"
    assert found.anchor == first
    assert found.commit == repo.git("rev-parse", "HEAD~2")
    assert found.was == tuple(f"value_{n} = compute_something({n})" for n in (3, 4, 5))
    assert found.now == ("value_3 = compute_something(3)", "value_four = compute_something(4)",
                         "value_5 = compute_something(5)")  # fmt: skip
    assert found.kept == 2


def test_an_uncommitted_change_has_no_commit(repo: Repo) -> None:
    repo.write("src/a.py", BODY)
    repo.write("wiki/p.md", "`src/a.py:3`\n")
    repo.commit()
    repo.write("src/a.py", "# top\n" + BODY)
    assert (told(one(repo)), one(repo).commit) == ("moved src/a.py:4", "")
    assert told(one(repo, staged=True)) == "holds"
    repo.git("rm", "-q", "--cached", "src/a.py")
    assert told(one(repo, staged=True)) == "missing"


def test_several_ranges_move_together(repo: Repo) -> None:
    repo.write("src/a.py", BODY)
    repo.write("wiki/p.md", "`src/a.py:3,10-11`\n")
    repo.commit()
    lines = BODY.splitlines(keepends=True)
    repo.write("src/a.py", "".join([*lines[:5], "# between\n", *lines[5:]]))
    assert told(one(repo)) == "moved src/a.py:3,11-12"
    repo.write("src/a.py", "".join([*lines[:5], "# between\n", *lines[5:]]).replace("value_10 ", "v "))
    assert told(one(repo)) == "changed 2"


def test_a_file_that_comes_after_its_citation_is_followed_from_there(repo: Repo) -> None:
    repo.write("wiki/p.md", "`src/a.py:3`\n")
    repo.commit("docs first")
    for how in SNAPSHOTS:
        assert told(one(repo, **how)) == "holds"
    repo.write("src/a.py", BODY)
    repo.commit("then code")
    for how in SNAPSHOTS:
        assert told(one(repo, **how)) == "holds"
    repo.write("src/a.py", "# top\n" + BODY)
    repo.git("add", "-A")
    assert [told(one(repo, **how)) for how in SNAPSHOTS] == ["moved src/a.py:4", "moved src/a.py:4", "holds"]


def test_a_citation_by_name_follows_its_file_into_another_folder(repo: Repo) -> None:
    """The token `a.py:3` means whichever file is called so; when it was written that stood elsewhere."""
    repo.write("lib/a.py", BODY)
    repo.write("wiki/p.md", "`src/a.py:3`\n")
    repo.commit()
    (repo.root / "src").mkdir()
    repo.git("mv", "lib/a.py", "src/a.py")
    for how in {}, {"staged": True}:
        assert told(one(repo, **how)) == "holds"
    repo.write("src/a.py", "# top\n" + BODY)
    assert told(one(repo)) == "moved src/a.py:4"
    repo.commit()
    assert told(one(repo, rev="HEAD")) == "moved src/a.py:4"


def test_a_review_begins_anew(repo: Repo) -> None:
    repo.write("src/a.py", BODY)
    repo.write("wiki/p.md", "`src/a.py:3`\n")
    repo.commit()
    repo.write("src/a.py", BODY.replace("value_3", "value_three"))
    repo.commit()
    assert told(one(repo)) == "changed 0"
    repo.write("wiki/p.md", "`src/a.py:3`\nreviewed: 2026-10-05\n")
    assert told(one(repo)) == "holds"
    repo.commit()
    for how in SNAPSHOTS:
        assert told(one(repo, **how)) == "holds"
    repo.write("src/a.py", BODY)
    assert told(one(repo)) == "changed 0"


def test_pages_and_sources_that_quote_code_are_not_where_it_went(repo: Repo) -> None:
    repo.write("src/a.py", BODY)
    repo.write("wiki/p.md", "`src/a.py:3`\n")
    repo.commit()
    repo.write("src/a.py", BODY.replace("value_3", "value_three"))
    repo.write("wiki/q.md", "It said:\n\n    value_3 = compute_something(3)\n")
    repo.commit()
    assert told(one(repo)) == "changed 0"


@pytest.mark.parametrize("line", ["}", "    return None", "", "x = 1"])
def test_what_says_nothing_is_not_found_elsewhere(repo: Repo, line: str) -> None:
    repo.write("src/a.py", f"def first():\n{line}\n")
    repo.write("wiki/p.md", "`src/a.py:2`\n")
    repo.commit()
    repo.write("src/a.py", "def first():\n    something_else()\n")
    repo.write("src/b.py", f"def second():\n{line}\n")
    assert told(one(repo)) in ("changed 0", "holds")
    assert told(one(repo)).startswith("changed") or not line


def test_a_shallow_clone_says_what_it_cannot_know(repo: Repo, tmp_path: Path) -> None:
    repo.write("src/a.py", BODY)
    repo.write("wiki/p.md", "`src/a.py:3`\n")
    repo.commit()
    repo.write("src/a.py", "# top\n" + BODY)
    repo.commit()
    repo.git("clone", "-q", "--depth=1", f"file://{repo.root}", str(tmp_path / "shallow"))
    shallow = Repo(tmp_path / "shallow", repo.env)
    for how in SNAPSHOTS:
        assert one(shallow, **how) == Followed("unknown", "src/a.py", ((3, 3),))
    shallow.write("src/a.py", "# two\n# top\n" + BODY)
    assert told(one(shallow)) == "moved src/a.py:4"
    shallow.write("wiki/p.md", "`src/a.py:3` and `src/a.py:5`\n")
    assert [told(found) for found in follow(shallow)["wiki/p.md"]] == ["moved src/a.py:4", "holds"]


def test_a_clone_without_old_blobs_fetches_what_it_needs(repo: Repo, tmp_path: Path) -> None:
    for n in range(30):
        repo.write(f"src/{n}.py", BODY.replace("value", f"value_of_{n}"))
    repo.write("wiki/p.md", "".join(f"`src/{n}.py:3`\n" for n in range(30)))
    repo.commit()
    for n in range(0, 30, 2):
        repo.write(f"src/{n}.py", "# top\n" + BODY.replace("value", f"value_of_{n}"))
    repo.commit()
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repo.git("clone", "-q", "--filter=blob:none", f"file://{repo.root}", str(tmp_path / "partial"))
    partial = Repo(tmp_path / "partial", repo.env)
    expected = [f"moved src/{n}.py:4" if n % 2 == 0 else "holds" for n in range(30)]
    assert [told(found) for found in follow(partial, rev="HEAD")["wiki/p.md"]] == expected


def test_what_a_clone_cannot_fetch_is_unknown(repo: Repo, tmp_path: Path) -> None:
    repo.write("src/a.py", BODY)
    repo.write("src/b.py", BODY.replace("value", "other"))
    repo.write("wiki/p.md", "`src/a.py:3` `src/b.py:3`\n")
    repo.commit()
    repo.write("src/a.py", "# top\n" + BODY)
    repo.commit()
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("clone", "-q", "--filter=blob:none", f"file://{repo.root}", str(tmp_path / "partial"))
    partial = Repo(tmp_path / "partial", repo.env)
    partial.git("remote", "set-url", "origin", "file:///nowhere")
    assert [found.state for found in follow(partial, rev="HEAD")["wiki/p.md"]] == ["unknown", "holds"]


def test_no_setting_changes_a_verdict(repo: Repo) -> None:
    repo.write("src/a.py", BODY)
    repo.write("src/gone.py", BODY.replace("value", "other"))
    repo.write("src/split.py", "def split_off_function(argument):\n    return argument.value\n" + BODY)
    repo.write("wiki/p.md", "`src/a.py:3` `src/gone.py:4` `src/split.py:1-2`\n")
    repo.commit()
    repo.write("src/a.py", "# top\n" + BODY)
    repo.git("mv", "src/gone.py", "src/there.py")
    repo.write("src/split.py", BODY)
    repo.write("src/new.py", "# new\ndef split_off_function(argument):\n    return argument.value\n")
    repo.git("add", "-A")
    expected = ["moved src/a.py:4", "moved src/there.py:4", "moved src/new.py:2-3"]
    for setting in ("diff.renames false", "diff.external false", "diff.renameLimit 1", "diff.algorithm minimal",
                    "color.ui always", "grep.lineNumber true", "grep.patternType perl", "grep.fullName false",
                    "grep.column true", "diff.noprefix true", "core.quotePath true", "log.follow true",
                    "core.attributesFile /nowhere", "log.showSignature true"):  # fmt: skip
        repo.git("config", *setting.split(" "))
    repo.write(".gitattributes", "*.py -diff binary filter=odd ident\n")
    repo.git("config", "diff.binary.textconv", "false")
    for how in {}, {"staged": True}:
        assert [told(found) for found in follow(repo, **how)["wiki/p.md"]] == expected
    repo.commit()
    assert [told(found) for found in follow(repo, rev="HEAD")["wiki/p.md"]] == expected
