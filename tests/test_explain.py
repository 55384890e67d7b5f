"""Messages say what to type instead, and what became of what is gone."""

import pytest

from conftest import Repo
from pincite.check import Request, check
from pincite.config import Config
from pincite.nearest import nearest
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot

NAMES = ["chain-of-responsibility", "remember-me", "signing-keys", "keys", "rotation", "密钥轮换策略"]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("chain-of-responsponsibility", ["chain-of-responsibility"]),
        ("remeber-me", ["remember-me"]),
        ("Signing Keys", ["signing-keys"]),
        ("key", ["keys"]),
        ("密钥轮换", ["密钥轮换策略"]),
        ("nothing-like-it", []),
        ("", []),
    ],
)
def test_the_name_that_looks_most_like_it_comes_first(wrong, right):
    assert nearest([wrong], NAMES)[wrong][: len(right) or 3] == right


def test_many_wrong_names_cost_one_pass_over_the_names():
    """Every name is looked at once, however many are wrong."""
    seen = []
    names = (seen.append(name) or name for name in [f"page-{number}" for number in range(500)])

    found = nearest([f"pagee-{number}" for number in range(100)], names)

    assert len(seen) == 500
    assert found["pagee-7"][0] == "page-7"


def messages(repo: Repo, rev: str | None = "HEAD", staged: bool = False) -> dict[str, str]:
    """Return the messages by the token that they are about."""
    with open_repository(str(repo.root)) as repository:
        snapshot = open_snapshot(repository, staged=staged, rev=rev)
        found = check(repository, snapshot, Config(), Request(today="2026-11-01")).problems
    return {problem.subject: problem.message for problem in found if problem.level == "error"}


def test_a_link_to_nothing_names_what_it_can_have_meant(repo):
    repo.page(
        "wiki/a.md",
        "[[sesion]] [[Signing keys of the app]] [x](keys.md) [y](wiki/sub/keys.md) [[qqqq]] [z](../../wiki/a.md)\n\n"
        "[[sub/session]] [[k#Lifetim]] [[k#^none]] [t](k.md#lifetim)",
    )
    repo.page("wiki/session.md", "Text.")
    repo.page("wiki/sub/keys.md", "Text.", "Signing keys of the app")
    repo.page("wiki/k.md", "## Lifetime\n\nText. ^block-1")
    repo.index("a", "session", "sub/keys", "k")
    repo.commit()

    found = messages(repo)

    assert found["[[sesion]]"].endswith("did you mean [[session]]?")
    assert found["[[Signing keys of the app]]"].endswith("did you mean [[keys]]?")
    assert found["keys.md"].endswith("did you mean `sub/keys.md`?")
    assert found["wiki/sub/keys.md"].endswith("did you mean `sub/keys.md`?")
    assert found["[[qqqq]]"].endswith("(a page would be qqqq.md)")
    assert found["../../wiki/a.md"].endswith("did you mean `a.md`?")
    assert found["[[sub/session]]"].endswith("did you mean [[session]]?")
    assert found["[[k#Lifetim]]"].endswith("did you mean “Lifetime”?")
    assert found["[[k#^none]]"].endswith("its blocks are “^block-1”")
    assert found["k.md#lifetim"].endswith("did you mean “#lifetime”?")


def test_a_missing_file_says_what_became_of_it(repo):
    long = "".join(f"line {number}\n" for number in range(30))
    repo.write("src/old.py", long)
    repo.write("src/gone.py", "x = 1\n")
    repo.write("src/timed.py", "x = 1\n")
    repo.page("wiki/a.md", "`src/old.py:1` `old.py:2` `src/gone.py:1` `src/timmed.py:1`")
    repo.index("a")
    repo.commit()
    repo.git("mv", "src/old.py", "src/new.py")
    repo.write("src/new.py", long.replace("line 0\n", "nought\n").replace("line 1\n", "one\n"))
    repo.git("rm", "-q", "src/gone.py")
    commit = repo.commit("tidy", "2026-10-05T12:00:00+00:00")[:7]

    found = messages(repo)

    assert found["src/old.py:1"].endswith(f"renamed to src/new.py in {commit} (2026-10-05, Ada); write `src/new.py:1`")
    assert found["old.py:2"].endswith("write `new.py:2`")
    assert found["src/gone.py:1"].endswith(f"there is no file src/gone.py: deleted in {commit} (2026-10-05, Ada)")
    assert found["src/timmed.py:1"].endswith("and never was; did you mean `src/timed.py`?")


def test_a_file_that_this_commit_deletes_is_said_to_be_deleted_by_it(repo):
    repo.write("src/gone.py", "x = 1\n")
    repo.page("wiki/a.md", "`src/gone.py:1` `gone.py:1`")
    repo.index("a")
    repo.commit()
    repo.git("rm", "-q", "src/gone.py")

    found = messages(repo, rev=None, staged=True)

    assert found["src/gone.py:1"].endswith("deleted (not committed yet)")
    assert "gone.py:1" in found


def test_entries_versions_and_commits_are_named_too(repo):
    repo.page(
        "wiki/a.md", "## 2026-10-03 New (supersedes [[b#2026-10-01 Keep 3 key]])\n\n- **Source:** `CHANGES.md 2.2.0`"
    )
    repo.page("wiki/b.md", "## 2026-10-01 Keep 3 keys\n\n- **Source:** `src/x.py:1 @1234567`")
    repo.write("CHANGES.md", "## 2.1.0\n\n## 2.0.0\n")
    repo.write("src/x.py", "x = 1\n")
    repo.index("a", "b")
    repo.commit()

    found = messages(repo)

    assert found["2026-10-03-new"].endswith("did you mean “2026-10-01 Keep 3 keys”?")
    assert "“2.1.0”" in found["CHANGES.md 2.2.0"]
    assert found["src/x.py:1 @1234567"].endswith("pin one that `git log` shows")


def test_a_commit_that_moved_or_changed_something_says_when_and_by_whom(repo):
    repo.write("src/app.py", "one = 1\ntwo = 2\n")
    repo.page("wiki/a.md", "`src/app.py:1` and `src/app.py:2`")
    repo.index("a")
    repo.commit()
    repo.write("src/app.py", "# new\none = 11111\ntwo = 2\n")
    commit = repo.commit("change", "2026-10-07T12:00:00+00:00")[:7]

    found = messages(repo)

    assert f"{commit} of 2026-10-07 by Ada" in found["src/app.py:1"]
    assert f"{commit} of 2026-10-07 by Ada" in found["src/app.py:2"]
