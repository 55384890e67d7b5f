"""One pass over the history knows who wrote each line, as git blame does a file at a time."""

import pytest

from pincite.repo.authorship import authorship
from pincite.repo.repository import open_repository


def blamed(repo, path, rev="HEAD"):
    """Return the (commit, author) of each line as git blame has them."""
    found, author = [], {}
    for line in repo.git("blame", "--line-porcelain", rev, "--", path).split("\n"):
        if len(line.split(" ")[0]) == 40:
            oid = line.split(" ")[0]
        elif line.startswith("author "):
            author[oid] = line[7:]
        elif line.startswith("\t"):
            found.append((oid, author[oid]))
    return found


def written(repo, path, disk=False):
    with open_repository(str(repo.root)) as repository:
        lines = authorship(repository, repository.head, ["wiki"], disk).lines(path)
    return [author and (author.commit, author.name) for author in lines]


def test_lines_belong_to_those_who_wrote_them(repo):
    """Insertions, changes and deletions in several commits."""
    repo.write("wiki/p.md", "a\nb\nc\nd\n")
    repo.commit("one")
    repo.write("wiki/p.md", "new\na\nB\nc\nd\nend\n")
    repo.commit("two")
    repo.write("wiki/p.md", "new\na\nc\nd\nend\n")
    repo.commit("three")

    assert written(repo, "wiki/p.md") == blamed(repo, "wiki/p.md")


def test_a_merge_is_nobodys_author(repo):
    """Lines of both sides of a merge keep their authors; a line that the merge made up is the merge's."""
    repo.write("wiki/p.md", "a\nb\nc\nd\ne\n")
    repo.commit("base")
    repo.git("checkout", "-qb", "side")
    repo.write("wiki/p.md", "side\na\nb\nc\nd\ne\n")
    repo.git("commit", "-qam", "side", "--author=Bo <bo@example.org>")
    repo.git("checkout", "-q", "main")
    repo.write("wiki/p.md", "a\nb\nc\nd\ne\nmain\n")
    repo.commit("main")
    repo.git("merge", "-q", "--no-commit", "side")
    repo.write("wiki/p.md", "side\na\nb\nc\nd\ne\nmain\nby the merge\n")
    repo.commit("merge")

    assert written(repo, "wiki/p.md") == blamed(repo, "wiki/p.md")
    assert written(repo, "wiki/p.md")[0][1] == "Bo"


def test_renames_are_followed(repo):
    repo.write("wiki/old.md", "".join(f"line {n}\n" for n in range(20)))
    first = repo.commit("one")
    repo.git("mv", "wiki/old.md", "wiki/new name.md")
    repo.commit("rename")
    repo.write("wiki/new name.md", "top\n" + "".join(f"line {n}\n" for n in range(20)))
    repo.commit("edit")

    assert written(repo, "wiki/new name.md") == blamed(repo, "wiki/new name.md")
    assert written(repo, "wiki/new name.md")[1][0] == first
    assert written(repo, "wiki/old.md") == []


@pytest.mark.parametrize("name", ["ünï.md", 'quote".md', "tab\t.md", "back\\slash.md", "empty.md"])
def test_any_name_will_do(repo, name):
    text = "" if name == "empty.md" else "@@ -1 +1 @@\n--- a/x\ndiff --git a/x b/x\n"
    repo.write(f"wiki/{name}", text and text + "\x0clast")
    repo.commit("one")
    repo.write(f"wiki/{name}", text and text + "last, changed\n")
    repo.commit("two")

    assert written(repo, f"wiki/{name}") == blamed(repo, f"wiki/{name}")


def test_what_is_not_committed_has_no_author(repo):
    repo.write("wiki/p.md", "a\nb\n")
    repo.commit("one")
    repo.write("wiki/p.md", "a\nnew\nb\n")

    assert [author is None for author in written(repo, "wiki/p.md", disk=True)] == [False, True, False]


def test_a_shallow_clone_names_nobody_for_what_is_older(repo, tmp_path):
    """A date at the edge of a shallow clone would be invented."""
    repo.write("wiki/p.md", "a\n")
    repo.commit("one")
    repo.write("wiki/p.md", "a\nb\n")
    repo.commit("two")
    repo.write("wiki/p.md", "a\nb\nc\n")
    last = repo.commit("three")
    repo.git("clone", "-q", "--depth", "2", f"file://{repo.root}", str(tmp_path / "shallow"))

    with open_repository(str(tmp_path / "shallow")) as repository:
        lines = authorship(repository, repository.head, ["wiki"]).lines("wiki/p.md")

    assert [author and author.commit for author in lines] == [None, None, last]


def test_the_users_diff_settings_do_not_matter(repo):
    settings = (
        "diff.noprefix=true diff.mnemonicPrefix=true diff.renames=false log.showSignature=true color.ui=always "
        "diff.algorithm=patience diff.interHunkContext=5 log.diffMerges=combined diff.external=false"
    )
    for setting in settings.split():
        repo.git("config", *setting.split("="))
    repo.write("wiki/p.md", "".join(f"{n}\n" for n in range(9)))
    repo.commit("one")
    repo.write("wiki/p.md", "".join(f"{n}\n" for n in (0, 10, 2, 3, 4, 11, 6, 7, 8)))
    repo.commit("two")

    assert written(repo, "wiki/p.md") == blamed(repo, "wiki/p.md")
