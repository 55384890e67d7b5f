"""Random histories: what is remembered, and what is judged before it is committed, never changes a verdict."""

from __future__ import annotations

import random

import pytest
from lab import follow, scan, told

from conftest import Repo
from pincite.repo.anchors import Walk
from pincite.repo.between import touched
from pincite.repo.marks import Memory, Row
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot
from pincite.wiki import Followed

FILES = ["src/one.py", "src/two.py", "lib/three.py"]
PAGES = ["wiki/a.md", "wiki/b.md", "wiki/deep/c.md"]


class Notes(Memory):
    """A memory in a dictionary, kept as the gate keeps its own: true of one commit, brought up to the next one."""

    def __init__(self) -> None:
        self.rows: dict[str, Row] = {}
        self.fresh: dict[str, Row] = {}

    def row(self, path: str) -> Row | None:
        return self.rows.get(path)

    def keep(self, path: str, row: Row) -> None:
        self.fresh[path] = row

    def go_to(self, repo: Repo, commit: str) -> None:
        """Take over what was found, and forget what is not true of the new commit."""
        self.rows, self.fresh = {**self.rows, **self.fresh}, {}
        if self.commit and commit != self.commit:
            with open_repository(str(repo.root)) as repository:
                changed = touched(repository, self.commit, commit, ["wiki"])
            self.rows = {} if changed is None else {p: row for p, row in self.rows.items() if p not in changed}
        self.commit = commit


class Author:
    """Somebody who does random things to a repository."""

    def __init__(self, repo: Repo, seed: int) -> None:
        self.repo = repo
        self.dice = random.Random(seed)
        self.number = 0

    def begin(self) -> None:
        for path in FILES:
            self.repo.write(path, "".join(self.line() for _ in range(12)))
        self.repo.write("wiki/a.md", "# A\n\nwords\nwords\nwords\n")
        self.repo.commit("begin")

    def line(self) -> str:
        self.number += 1
        if self.dice.random() < 0.25:
            return self.dice.choice(["}\n", "    return None\n", "\n", "else:\n"])
        return f"    value_{self.number} = compute({self.dice.randrange(9)}, of='{self.number}')\n"

    def change(self) -> None:
        """Do one to three things, and add them to the index."""
        things = [self.edit, self.edit, self.cite, self.cite, self.reword, self.rename, self.move, self.review]
        for _ in range(self.dice.randint(1, 3)):
            self.dice.choice(things)()
        self.repo.git("add", "-A")

    def some(self, folders: tuple[str, ...]) -> str | None:
        found = [path.relative_to(self.repo.root).as_posix() for folder in folders
                 for path in sorted((self.repo.root / folder).rglob("*.*"))]  # fmt: skip
        return self.dice.choice(found) if found else None

    def lines(self, path: str) -> list[str]:
        return (self.repo.root / path).read_text().splitlines(keepends=True)

    def edit(self) -> None:
        path = self.some(("src", "lib"))
        if path:
            lines = self.lines(path)
            at = self.dice.randrange(len(lines) + 1)
            kind = self.dice.random()
            if kind < 0.5:
                lines[at:at] = [self.line() for _ in range(self.dice.randint(1, 3))]
            elif kind < 0.8:
                lines[at : at + 1] = [self.line()]
            else:
                lines = [line.replace("    ", "\t") for line in lines]
            self.repo.write(path, "".join(lines) or self.line())

    def move(self) -> None:
        path, target = self.some(("src", "lib")), self.some(("src", "lib"))
        if path and target:
            lines = self.lines(path)
            at = self.dice.randrange(len(lines) + 1)
            block = lines[at : at + 3]
            self.repo.write(path, "".join(lines[:at] + lines[at + 3 :]) or self.line())
            self.repo.write(target, "".join(self.lines(target) + block))

    def cite(self) -> None:
        page, path = self.dice.choice(PAGES), self.some(("src", "lib"))
        old = self.lines(page) if (self.repo.root / page).exists() else ["# Page\n"]
        if path and self.dice.random() < 0.8:
            first = self.dice.randint(1, 10)
            last = first + self.dice.choice([0, 0, 2])
            token = f"`{path}:{first}`" if first == last else f"`{path}:{first}-{last}`"
            at = self.dice.randint(1, len(old))
            old[at:at] = [f"word {token}\n"]
        elif len(old) > 1:
            del old[self.dice.randrange(1, len(old))]
        self.repo.write(page, "".join(old))

    def reword(self) -> None:
        page = self.some(("wiki",))
        if page:
            self.repo.write(page, "".join(line.replace("word", "words") for line in self.lines(page)) + "more\n")

    def review(self) -> None:
        page = self.some(("wiki",))
        if page:
            lines = [line for line in self.lines(page) if not line.startswith("reviewed: ")]
            self.repo.write(page, "".join(lines) + f"reviewed: {self.dice.randrange(9)}\n")

    def rename(self) -> None:
        path = self.some(("src", "wiki"))
        if path:
            folder, _, name = path.rpartition("/")
            target = f"{folder}/{self.dice.choice('uvwxyz')}{name[1:]}"
            if not (self.repo.root / target).exists():
                self.repo.git("add", "-A")
                self.repo.git("mv", path, target)

    def branch(self) -> bool:
        """Work on a branch and on main, and begin to merge them; return whether that went without conflict."""
        self.repo.git(
            "checkout", "-qb", f"side{self.number}", self.dice.choice(["HEAD", "HEAD", "HEAD~1"]), check=False
        )
        side = self.repo.git("branch", "--show-current")
        if side == "main":
            return False
        self.change()
        self.repo.commit("side")
        self.repo.git("checkout", "-q", "main")
        self.change()
        self.repo.commit("main")
        self.repo.git("merge", "-q", "--no-ff", "--no-commit", side, check=False)
        if self.repo.git("diff", "--name-only", "--diff-filter=U"):
            self.repo.git("merge", "--abort")
            return False
        return True


def spelled(found: dict[str, list[Followed]]) -> dict[str, list[str]]:
    return {page: [told(one) for one in many] for page, many in found.items()}


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 16))])
def test_memory_and_index_judge_as_a_full_walk_does(repo: Repo, seed: int) -> None:
    author, notes = Author(repo, seed), Notes()
    author.begin()
    for _ in range(9):
        kind = author.dice.random()
        if kind < 0.25 and not author.branch():
            continue
        if kind >= 0.25:
            author.change()
        notes.go_to(repo, repo.git("rev-parse", "HEAD"))
        staged = follow(repo, staged=True)
        assert follow(repo, notes, staged=True) == staged
        assert spelled(follow(repo, notes)) == spelled(staged)
        if kind > 0.9:
            repo.git("commit", "-q", "--amend", "--allow-empty", "-m", "amended")
        else:
            repo.commit("change")
            # What is judged before the commit is what is judged after it.
            assert spelled(follow(repo, rev="HEAD")) == spelled(staged)
        assert follow(repo, notes, rev="HEAD") == follow(repo, rev="HEAD")


def test_what_is_remembered_needs_no_history(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    author, notes = Author(repo, 3), Notes()
    author.begin()
    repo.write("wiki/a.md", "`src/one.py:1` `src/two.py:2-3`\n")
    head = repo.commit()
    notes.go_to(repo, head)
    follow(repo, notes, rev="HEAD")
    notes.go_to(repo, head)

    def no_log(*_: object) -> None:
        raise AssertionError("history was walked")

    monkeypatch.setattr(Walk, "_log", no_log)
    author.edit()
    repo.write("wiki/a.md", "words `src/one.py:1` `src/two.py:2-3` `lib/three.py:1`\n")
    repo.write("wiki/new.md", "`src/one.py:1`\n")
    repo.git("add", "-A")
    follow(repo, notes, staged=True)
    repo.commit()
    follow(repo, notes, rev="HEAD")
    with pytest.raises(AssertionError, match="history was walked"):
        follow(repo, rev="HEAD")


def test_touched_is_what_trees_do_not_tell(repo: Repo) -> None:
    repo.write("wiki/a.md", "one\n")
    repo.write("wiki/b.md", "one\n")
    first = repo.commit()
    repo.write("wiki/a.md", "two\n")
    second = repo.commit()
    repo.write("wiki/a.md", "one\n")
    third = repo.commit()
    repo.git("checkout", "-q", "--orphan", "other")
    orphan = repo.commit("unrelated")
    with open_repository(str(repo.root)) as repository:
        assert touched(repository, first, second, ["wiki"]) == set()
        assert touched(repository, first, third, ["wiki"]) == {"wiki/a.md"}
        assert touched(repository, third, first, ["wiki"]) == {"wiki/a.md"}
        assert touched(repository, first, third, ["raw"]) == set()
        assert touched(repository, "0" * 40, third, ["wiki"]) is None
        assert touched(repository, orphan, third, ["wiki"]) == {"wiki/a.md", "wiki/b.md"}
        assert open_snapshot(repository, rev=orphan).base is None
        assert scan("", b"") == []
