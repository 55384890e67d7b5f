"""The drift lab: what can happen to cited lines, and what must be said of it, from every kind of snapshot."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from lab import SNAPSHOTS, follow, told

from conftest import Repo

CODE = """\
import time

def age_of(token):
    stamp = token.timestamp()
    return int(time.time()) - stamp

def check(token, max_age):
    age = age_of(token)
    if age > max_age:
        raise SignatureExpired(age, max_age)
    return token.payload


def sign(payload, key):
    digest = hmac_of(payload, key)
    return payload + SEPARATOR + digest
"""
OTHER = "def other():\n    return 'something else entirely'\n"
CITED = "`src/timed.py:9-10`"
RAISE = "    if age > max_age:\n        raise SignatureExpired(age, max_age)\n"

Change = Callable[[Repo], None]


def rewrite(edit: Callable[[str], str]) -> Change:
    def change(repo: Repo) -> None:
        path = repo.root / "src/timed.py"
        path.write_text(edit(path.read_text()))

    return change


def to_another_file(repo: Repo) -> None:
    repo.write("src/timed.py", CODE.replace(RAISE, "    enforce(age, max_age)\n"))
    repo.write("src/limits.py", "def enforce(age, max_age):\n" + RAISE)


def with_its_function(repo: Repo) -> None:
    begin, end = CODE.index("def check"), CODE.index("\n\ndef sign")
    repo.write("src/timed.py", CODE[:begin] + CODE[end:])
    repo.write("src/check.py", "from timed import age_of\n\n" + CODE[begin:end])


def to_two_files(repo: Repo) -> None:
    to_another_file(repo)
    repo.write("src/more.py", "def enforce(age, max_age):\n" + RAISE)


def renamed(repo: Repo) -> None:
    repo.git("mv", "src/timed.py", "src/signer.py")


def renamed_and_moved(repo: Repo) -> None:
    renamed(repo)
    path = repo.root / "src/signer.py"
    path.write_text("# moved\n" + path.read_text())


def renamed_and_changed(repo: Repo) -> None:
    renamed(repo)
    path = repo.root / "src/signer.py"
    path.write_text(path.read_text().replace("age > max_age", "age >= max_age"))


def deleted(repo: Repo) -> None:
    (repo.root / "src/timed.py").unlink()


def copied(repo: Repo) -> None:
    repo.write("src/copy.py", CODE)


CASES = [
    pytest.param(lambda _: None, "holds", id="nothing"),
    pytest.param(rewrite(lambda t: "# one\n# two\n" + t), "moved src/timed.py:11-12", id="insert above"),
    pytest.param(rewrite(lambda t: t.replace("import time\n\n", "")), "moved src/timed.py:7-8", id="delete above"),
    pytest.param(rewrite(lambda t: t + "# end\n"), "holds", id="insert below"),
    pytest.param(rewrite(lambda t: t.replace("    ", "\t")), "holds", id="re-indent"),
    pytest.param(rewrite(lambda t: t.replace("\n", "\r\n")), "holds", id="other line ends"),
    pytest.param(rewrite(lambda t: t.replace("(age, max_age)\n    return", "(\n            age,\n            max_age,\n"
                                             "        )\n    return")), "moved src/timed.py:9-13", id="re-wrap"),
    pytest.param(rewrite(lambda t: t.replace("max_age:\n        raise", "max_age:\n\n        raise")),
                 "moved src/timed.py:9-11", id="a blank line within"),
    pytest.param(rewrite(lambda t: t.replace("SignatureExpired", "Expired")), "changed 1", id="rename symbol"),
    pytest.param(rewrite(lambda t: t.replace("def check", "def verify").replace("token.payload", "token.body")),
                 "holds", id="change neighbours only"),
    pytest.param(rewrite(lambda t: t.replace("age = age_of(token)", "age = age_of(token) - LEEWAY")), "holds",
                 id="change the line before"),
    pytest.param(rewrite(lambda t: t.replace("age > max_age", "age >= max_age")), "changed 1", id="change meaning"),
    pytest.param(rewrite(lambda t: t.replace("age > max_age", "age > max_age or token.revoked")), "changed 1",
                 id="the line goes on"),
    pytest.param(rewrite(lambda t: t.replace("        raise", "        log(age)\n        raise")), "changed 2",
                 id="insert within"),
    pytest.param(rewrite(lambda t: t.replace(RAISE, "")), "changed 0", id="delete the lines"),
    pytest.param(rewrite(lambda t: t.replace(RAISE, "    if age > max_age:\n        return None\n")), "changed 1",
                 id="change one of two"),
    pytest.param(rewrite(lambda t: t[t.index("def sign"):] + "\n" + t[: t.index("\n\ndef sign")]),
                 "moved src/timed.py:13-14", id="functions in another order"),
    pytest.param(to_another_file, "moved src/limits.py:2-3", id="move to another file"),
    pytest.param(with_its_function, "moved src/check.py:5-6", id="move to another file with its function"),
    pytest.param(to_two_files, "changed 0", id="to two other files"),
    pytest.param(copied, "holds", id="copy the file"),
    pytest.param(renamed, "moved src/signer.py:9-10", id="rename file"),
    pytest.param(renamed_and_moved, "moved src/signer.py:10-11", id="rename file and insert above"),
    pytest.param(renamed_and_changed, "changed 1", id="rename file and change meaning"),
    pytest.param(deleted, "missing", id="delete file"),
]  # fmt: skip


def begin(repo: Repo) -> str:
    """Commit the code and a page that cites it; return the commit."""
    repo.write("src/timed.py", CODE)
    repo.write("src/other.py", OTHER)
    repo.write("wiki/p.md", f"Too old raises, {CITED}.\n")
    return repo.commit("begin")


def verdicts(repo: Repo, *snapshots: dict[str, object]) -> list[str]:
    return [told(follow(repo, **how)["wiki/p.md"][0]) for how in snapshots or SNAPSHOTS]


@pytest.mark.parametrize(("change", "expected"), CASES)
def test_what_is_said_of_a_change(repo: Repo, change: Change, expected: str) -> None:
    begin(repo)
    change(repo)
    repo.git("add", "-A")
    assert verdicts(repo, {}, {"staged": True}) == [expected] * 2
    repo.commit("change")
    assert verdicts(repo) == [expected] * 3
    repo.write("src/other.py", OTHER + "# later\n")
    repo.commit("something else")
    assert verdicts(repo) == [expected] * 3


@pytest.mark.parametrize(("change", "expected"), CASES)
def test_what_is_put_back_holds(repo: Repo, change: Change, expected: str) -> None:
    first = begin(repo)
    change(repo)
    repo.commit("change")
    repo.git("checkout", first, "--", ".")
    for path in repo.git("diff", "--name-only", "--diff-filter=A", first).split():
        repo.git("rm", "-qf", path)
    assert verdicts(repo, {}, {"staged": True}) == ["holds"] * 2
    repo.commit("revert")
    assert verdicts(repo) == ["holds"] * 3


def test_a_squash_is_one_change(repo: Repo) -> None:
    first = begin(repo)
    repo.git("checkout", "-qb", "side")
    for number in range(3):
        rewrite(lambda t: f"# {number}\n{t}")(repo)  # noqa: B023
        repo.commit(f"step {number}")
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--squash", "side")
    assert verdicts(repo, {}, {"staged": True}) == ["moved src/timed.py:12-13"] * 2
    commit = repo.commit("squashed")
    (found,) = follow(repo, rev="HEAD")["wiki/p.md"]
    assert (told(found), found.anchor, found.commit) == ("moved src/timed.py:12-13", first, commit)


def test_a_rebase_anchors_anew_and_judges_alike(repo: Repo) -> None:
    repo.write("src/timed.py", CODE)
    repo.commit("base")
    repo.git("checkout", "-qb", "docs")
    repo.write("wiki/p.md", f"{CITED}\n")
    repo.commit("docs")
    assert verdicts(repo, {"rev": "docs"}) == ["holds"]
    repo.git("checkout", "-q", "main")
    rewrite(lambda t: "# header\n" + t)(repo)
    repo.commit("code")
    repo.git("checkout", "-q", "docs")
    repo.git("rebase", "-q", "main")
    # Written onto code that it was not written for: it cites that code now, and only its quote or a reader can tell.
    (found,) = follow(repo, rev="docs")["wiki/p.md"]
    assert (told(found), found.anchor) == ("holds", repo.git("rev-parse", "docs"))


@pytest.mark.parametrize("into", ["code", "docs"])
def test_both_sides_of_a_merge(repo: Repo, into: str) -> None:
    repo.write("src/timed.py", CODE)
    repo.write("wiki/old.md", f"{CITED}\n")
    repo.commit("base")
    repo.git("checkout", "-qb", "docs")
    repo.write("wiki/p.md", f"{CITED}\n")
    docs = repo.commit("docs")
    repo.git("checkout", "-qb", "code", "main")
    rewrite(lambda t: "# header\n# more\n" + t)(repo)
    code = repo.commit("code")
    assert verdicts(repo, {"rev": "docs"}) == ["holds"]
    repo.git("checkout", "-q", into)
    repo.git("merge", "-q", "--no-ff", "--no-commit", "docs" if into == "code" else "code")
    assert verdicts(repo, {}, {"staged": True}) == ["moved src/timed.py:11-12"] * 2
    repo.commit("merge")
    found = follow(repo, rev="HEAD")
    for page in "wiki/p.md", "wiki/old.md":
        assert told(found[page][0]) == "moved src/timed.py:11-12"
        assert found[page][0].commit == code
    assert found["wiki/p.md"][0].anchor == docs


def test_a_merge_of_branches_that_both_move_the_lines(repo: Repo) -> None:
    begin(repo)
    repo.git("checkout", "-qb", "side")
    rewrite(lambda t: t.replace("def age_of", "# side\ndef age_of"))(repo)
    repo.commit("side")
    repo.git("checkout", "-q", "main")
    rewrite(lambda t: "# main\n" + t)(repo)
    repo.commit("main")
    repo.git("merge", "-q", "-m", "merge", "side")
    assert verdicts(repo, {"rev": "side"}, {"rev": "HEAD^1"}, {"rev": "HEAD"}) == [
        "moved src/timed.py:10-11", "moved src/timed.py:10-11", "moved src/timed.py:11-12"]  # fmt: skip
