"""Two branches that each record something merge by themselves: nothing dropped, nothing doubled, in either order."""

from __future__ import annotations

import os
import random
import re
import shutil
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Repo
from pincite.cli import main
from pincite.edit.entry import Draft, inserted, struck
from pincite.edit.index_line import Listed, listed
from pincite.edit.log_event import News, logged
from pincite.edit.merge.segments import cut, joined
from pincite.edit.merge.three_way import merge
from pincite.edit.text_edits import applied
from pincite.model import Edit, Page
from pincite.parse.grammar import Grammar
from pincite.parse.page import parse_page

GRAMMAR = Grammar()
PAGE, LOG, INDEX = "wiki/keys.md", "wiki/log.md", "wiki/index.md"


def both(path: str, base: str, ours: str, theirs: str) -> str:
    """Merge both ways round; return the text, which must be the same and without a conflict."""
    one = merge(path, base.encode(), ours.encode(), theirs.encode(), GRAMMAR)
    two = merge(path, base.encode(), theirs.encode(), ours.encode(), GRAMMAR)
    assert one == two
    assert not one.conflict
    return one.data.decode()


def entry(title: str, date: str = "2026-10-01", text: str = "x") -> str:
    return f"## {date} {title}\n\n- **Decision:** {text}\n- **Source:** conversation, {date}\n"


HEAD = "---\ntitle: keys\ntags: [t]\n---\n\n# Keys\n\n"
OLD = entry("Old")


def test_new_entries_of_both_sides_stand_newest_first() -> None:
    ours = HEAD + entry("Mine", "2026-10-03") + "\n" + OLD
    theirs = HEAD + entry("Theirs", "2026-10-04") + "\n" + entry("Also", "2026-10-02") + "\n" + OLD
    found = both(PAGE, HEAD + OLD, ours, theirs)
    assert found == HEAD + "\n".join(
        [entry("Theirs", "2026-10-04"), entry("Mine", "2026-10-03"), entry("Also", "2026-10-02"), OLD]
    )


def test_one_supersedes_what_the_other_keeps() -> None:
    ours = (
        HEAD
        + entry("New (supersedes [[#2026-10-01 Old]])", "2026-10-03")
        + "\n"
        + OLD.replace("Old", "~~Old~~ (superseded 2026-10-03)")
    )
    theirs = HEAD + entry("Other", "2026-10-03") + "\n" + OLD
    found = both(PAGE, HEAD + OLD, ours, theirs)
    assert [line for line in found.splitlines() if line.startswith("## ")] == [
        "## 2026-10-03 New (supersedes [[#2026-10-01 Old]])",
        "## 2026-10-03 Other",
        "## 2026-10-01 ~~Old~~ (superseded 2026-10-03)",
    ]


def test_the_same_on_both_sides_stands_once() -> None:
    new = HEAD + entry("New", "2026-10-03") + "\n" + OLD
    assert both(PAGE, HEAD + OLD, new, new) == new


def test_a_page_made_on_both_sides_holds_the_entries_of_both() -> None:
    ours, theirs = HEAD + entry("Mine"), HEAD + entry("Theirs")
    assert both(PAGE, "", ours, theirs) == HEAD + entry("Mine") + "\n" + entry("Theirs")


def test_both_sides_of_one_entry_conflict_in_that_entry_alone() -> None:
    base = HEAD + entry("Top", "2026-10-02") + "\n" + OLD
    ours = base.replace("Top\n\n- **Decision:** x", "Top\n\n- **Decision:** mine")
    theirs = (
        entry("New", "2026-10-03")
        + "\n"
        + base.removeprefix(HEAD).replace("Top\n\n- **Decision:** x", "Top\n\n- **Decision:** theirs")
    )
    found = merge(PAGE, base.encode(), ours.encode(), (HEAD + theirs).encode(), GRAMMAR, 9)
    assert found.conflict
    assert found.data.decode() == HEAD + entry("New", "2026-10-03") + "\n" + (
        "## 2026-10-02 Top\n\n"
        "<<<<<<<<< ours\n- **Decision:** mine\n=========\n- **Decision:** theirs\n>>>>>>>>> theirs\n"
        "- **Source:** conversation, 2026-10-02\n\n" + OLD
    )


def test_different_lines_of_one_entry_are_a_conflict_too() -> None:
    ours = HEAD + OLD.replace("Decision:** x", "Decision:** y")
    theirs = HEAD + OLD.replace("conversation, 2026-10-01", "not stated in the sources")
    found = merge(PAGE, (HEAD + OLD).encode(), ours.encode(), theirs.encode(), GRAMMAR)
    assert found.conflict
    assert found.data.decode().count("## 2026-10-01 Old") == 1


def test_an_entry_that_one_side_removed_and_the_other_changed_is_a_conflict() -> None:
    found = merge(PAGE, (HEAD + OLD).encode(), HEAD.encode(), (HEAD + OLD.replace("x", "y")).encode(), GRAMMAR)
    assert found.conflict
    assert "- **Decision:** y" in found.data.decode()


def test_fields_and_sections_merge_apart() -> None:
    base = HEAD + "Intro.\n\n## Background\n\nOld words.\n\nMore.\n\n" + OLD
    ours = base.replace("tags: [t]", "tags: [t, u]").replace("Old words.", "New words.")
    theirs = base.replace("title: keys", "title: Keys").replace("More.", "More of it.").replace("Intro.", "Introduced.")
    found = both(PAGE, base, ours, theirs)
    for text in ("tags: [t, u]", "title: Keys", "New words.", "More of it.", "Introduced."):
        assert text in found


def test_lines_of_an_index_are_joined() -> None:
    base = "# Index\n\n## A\n\n- [[keys]]\n- [[old]]: text\n\n## B\n\n- [[keys]]\n"
    ours = base.replace("- [[keys]]\n- [[old]]: text", "- [[one]]\n- [[keys]]\n- [[old]]: text\n- [[last]]")
    theirs = base.replace("- [[keys]]\n- [[old]]: text", "- [[two]]\n- [[keys]]\n- [[old]]: words")
    assert both(INDEX, base, ours, theirs) == (
        "# Index\n\n## A\n\n- [[one]]\n- [[two]]\n- [[keys]]\n- [[old]]: words\n- [[last]]\n\n## B\n\n- [[keys]]\n"
    )


def test_rows_of_a_table_are_joined() -> None:
    base = "| p | w |\n|---|---|\n| [[a]] | 1 |\n"
    ours = base.replace("|---|---|\n", "|---|---|\n| [[b]] | 2 |\n")
    theirs = base.replace("|---|---|\n", "|---|---|\n| [[c]] | 3 |\n")
    assert both(INDEX, base, ours, theirs) == "| p | w |\n|---|---|\n| [[b]] | 2 |\n| [[c]] | 3 |\n| [[a]] | 1 |\n"


LOGS = {
    "newest first": "# Log\n\n## [2026-10-02] a | b\n\n- x\n\n## [2026-10-01] a | c\n",
    "newest last": "# Log\n\n## [2026-10-01] a | b\n\n- x\n\n## [2026-10-02] a | c\n",
    "items": "# Log\n\n- 2026-10-01 — a — b\n- 2026-10-02 — a — c\n",
    "items under days": "# Log\n\n## 2026-10-02\n\n- add — b\n\n## 2026-10-01\n\n- add — c\n",
    "no final line end": "# Log\n\n## [2026-10-01] a | b\n\n## [2026-10-02] a | c",
    "empty": "# Log\n",
}


@pytest.mark.parametrize("base", LOGS.values(), ids=LOGS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_events_of_both_sides_stand_in_the_order_of_the_log(base: str, newline: str) -> None:
    def told(title: str, date: str) -> str:
        log = parse_page(LOG, base.encode(), GRAMMAR)
        return applied(base, [logged(log, News(date, "capture", title, (f"[[{title}]]",)), "any", GRAMMAR)])

    sides = [told("mine", "2026-10-04"), told("theirs", "2026-10-05")]
    found = both(LOG, *(text.replace("\n", newline) for text in (base, *sides)))
    events = parse_page(LOG, found.encode(), GRAMMAR).events
    before = parse_page(LOG, base.encode(), GRAMMAR).events
    assert len(events) == len(before) + 2
    dates = [event.date for event in events]
    assert dates in (sorted(dates), sorted(dates, reverse=True))
    assert found.count("\n") == found.count(newline)


def test_a_side_that_changed_line_ends_merges_with_one_that_did_not() -> None:
    base, ours = HEAD + OLD, (HEAD + entry("Mine", "2026-10-03") + "\n" + OLD).replace("\n", "\r\n")
    theirs = "\ufeff" + HEAD + entry("Theirs", "2026-10-04") + "\n" + OLD
    found = both(PAGE, base, ours, theirs)
    assert found.startswith("\ufeff---\r\n")
    assert found.count("##") == 3
    assert "\n" not in found.replace("\r\n", "")


@given(st.text(alphabet=st.sampled_from("#- \n[]:|ab2026-10-01<!>`\r\t~"), max_size=120))
def test_the_pieces_of_any_text_are_the_text(text: str) -> None:
    for path in (PAGE, LOG, INDEX):
        data = text.encode()
        assert joined(cut(path, data, GRAMMAR)) == data
        assert merge(path, data, data, data, GRAMMAR).data == data


@given(*(st.text(alphabet=st.sampled_from("#- \n[]|ab2026-10-01~"), max_size=80) for _ in range(3)))
def test_any_three_texts_merge_alike_in_either_order(base: str, ours: str, theirs: str) -> None:
    for path in (PAGE, LOG, INDEX):
        one = merge(path, base.encode(), ours.encode(), theirs.encode(), GRAMMAR)
        two = merge(path, base.encode(), theirs.encode(), ours.encode(), GRAMMAR)
        assert one.conflict == two.conflict
        assert one.conflict or one.data == two.data


# ---- random branches


class Branch:
    """A small wiki on which random things happen, as texts by path."""

    def __init__(self, files: dict[str, str], name: str, seed: int) -> None:
        self.files = dict(files)
        self.name = name
        self.chance = random.Random(seed)
        self.touched: set[tuple[str, str]] = set()

    def act(self, times: int) -> None:
        for number in range(times):
            self.record(f"{self.name} {number}", f"2026-10-{self.chance.randint(5, 9):02}")

    def record(self, title: str, date: str) -> None:
        path = f"wiki/p{self.chance.randint(1, 4)}.md"
        if path not in self.files:
            self.files[path] = "---\ntitle: " + path[5:-3] + "\ntype: decision\n---\n\n# Page\n"
            self.edit(listed(self.page(INDEX), Listed(f"[[{path[5:-3]}]]", "", ""), frozenset()))
        live = [one for one in self.page(path).entries if one.live and one.date <= date]
        old = self.chance.choice(live) if live and self.chance.random() < 0.4 else None
        tails = (f"[[#{old.date} {old.title}]]",) if old else ()
        if old:
            self.touched.add((path, old.id))
            mark = struck(self.page(path), old, date, GRAMMAR)
            assert mark is not None
            self.edit(mark)
        self.edit(inserted(self.page(path), Draft(date, title, (("Decision", title),), tails)))
        self.edit(
            logged(self.page(LOG), News(date, "capture", title, (f"[[{path[5:-3]}#{date} {title}]]",)), "any", GRAMMAR)
        )

    def page(self, path: str) -> Page:
        return parse_page(path, self.files[path].encode(), GRAMMAR)

    def edit(self, edit: Edit) -> None:
        self.files[edit.path] = applied(self.files[edit.path], [edit])


START = {
    INDEX: "# Index\n\n- [[p1]]\n",
    LOG: "# Log\n",
    "wiki/p1.md": "---\ntitle: p1\ntype: decision\n---\n\n# Page\n",
}


def pair(seed: int) -> tuple[Branch, Branch, Branch]:
    base = Branch(START, "base", seed)
    base.act(seed % 5)
    ours, theirs = (Branch(base.files, name, seed * 3 + n) for n, name in ((1, "ours"), (2, "theirs")))
    ours.act(ours.chance.randint(1, 4))
    theirs.act(theirs.chance.randint(1, 4))
    return base, ours, theirs


def facts(files: dict[str, str]) -> Counter[tuple[str, ...]]:
    """Return what a wiki says: its entries, events and lines of the index."""
    found: Counter[tuple[str, ...]] = Counter()
    for path, text in files.items():
        page = parse_page(path, text.encode(), GRAMMAR)
        found.update((path, entry.id) for entry in page.entries)
        found.update((path, event.date, event.title) for event in page.events)
        if path == INDEX:
            found.update((path, link.target) for link in page.links)
    return found


@pytest.mark.parametrize("seed", range(150))
def test_random_branches_lose_nothing_and_double_nothing(seed: int) -> None:
    base, ours, theirs = pair(seed)
    result = {}
    for path in {*ours.files, *theirs.files}:
        texts = [side.files.get(path, "") for side in (base, ours, theirs)]
        one = merge(path, *(text.encode() for text in texts), GRAMMAR)
        two = merge(path, texts[0].encode(), texts[2].encode(), texts[1].encode(), GRAMMAR)
        clash = {name for name in ours.touched & theirs.touched if name[0] == path}
        assert not one.conflict or clash, path
        assert one.conflict == two.conflict
        if not one.conflict:
            assert one.data == two.data
            result[path] = one.data.decode()
    expected = facts(ours.files) | facts(theirs.files)
    assert facts(result) == Counter({key: n for key, n in expected.items() if key[0] in result})
    for path, text in result.items():
        page = parse_page(path, text.encode(), GRAMMAR)
        assert all(one.date >= other.date for one, other in pairwise(page.entries))
        assert all(one.date >= other.date for one, other in pairwise(page.events))


# ---- in git


@pytest.fixture
def driven(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """A repository whose merge driver is ours, run by this Python."""
    monkeypatch.chdir(repo.root)
    folder = repo.root / ".git/bin"
    folder.mkdir()
    script = folder / "pincite"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{":".join(sys.path)}" exec "{sys.executable}" -m pincite "$@"\n')
    script.chmod(0o755)
    repo.env["PATH"] = f"{folder}:{os.environ['PATH']}"
    main(["init", "-y"])
    shutil.rmtree(repo.root / ".git/hooks")
    return repo


def put(repo: Repo, files: dict[str, str], branch: str) -> None:
    for path, text in files.items():
        repo.write(path, text)
    repo.git("add", "-A")
    repo.git("commit", "-q", "--allow-empty", "-m", branch)


def branches(repo: Repo, seed: int) -> None:
    base, ours, theirs = pair(seed)
    repo.git("checkout", "-q", "--orphan", f"base{seed}")
    put(repo, base.files, "base")
    for side in (ours, theirs):
        repo.git("checkout", "-q", "-b", f"{side.name}{seed}", f"base{seed}")
        put(repo, side.files, side.name)


@pytest.mark.parametrize("seed", [3, 8, 14, 21, 30])
def test_git_merges_random_branches_to_the_same_tree_in_either_order(driven: Repo, seed: int) -> None:
    branches(driven, seed)
    trees = []
    for ours, theirs in (("ours", "theirs"), ("theirs", "ours")):
        driven.git("checkout", "-q", "--detach", f"{ours}{seed}")
        driven.git("merge", "-q", "--no-edit", f"{theirs}{seed}")
        trees.append(driven.git("rev-parse", "HEAD^{tree}"))
    assert trees[0] == trees[1]
    assert main(["check", "--rev", "HEAD", "--rule", "entries.duplicate-id", "--rule", "log", "--rule", "markers"]) == 0


def test_after_the_fact_the_result_is_that_of_the_driver(driven: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    branches(driven, 8)
    driven.git("checkout", "-q", "ours8")
    driven.git("merge", "-q", "--no-edit", "theirs8")
    tree = driven.git("rev-parse", "HEAD^{tree}")
    driven.git("reset", "-q", "--hard", "HEAD^")
    driven.git("config", "--remove-section", "merge.pincite")
    driven.git("merge", "-q", "--no-edit", "theirs8", check=False)
    assert driven.git("ls-files", "-u")
    assert main(["merge"]) == 0
    assert driven.git("ls-files", "-u") == ""
    assert driven.git("write-tree") == tree
    assert main(["merge"]) == 0
    assert "nothing of the wiki is in conflict" in capsys.readouterr().out


def test_a_conflict_is_left_in_its_entry_by_git_and_afterwards(driven: Repo) -> None:
    base = HEAD + OLD
    put(driven, {PAGE: base}, "base")
    for name, text in (("one", "mine"), ("two", "theirs")):
        driven.git("checkout", "-q", "-b", name, "main")
        put(driven, {PAGE: HEAD + entry(name, "2026-10-03") + "\n" + OLD.replace("x", text)}, name)
    assert "CONFLICT" in driven.git("merge", "one", check=False)
    by_driver = (driven.root / PAGE).read_text()
    assert re.findall(r"^## .*", by_driver, re.MULTILINE) == [
        "## 2026-10-03 one", "## 2026-10-03 two", "## 2026-10-01 Old",
    ]  # fmt: skip
    assert by_driver.count("<<<<<<<") == 1
    driven.git("merge", "--abort")
    driven.git("config", "--remove-section", "merge.pincite")
    driven.git("merge", "one", check=False)
    assert main(["merge"]) == 1
    assert (driven.root / PAGE).read_text() == by_driver
    assert driven.git("ls-files", "-u")


def test_what_somebody_settled_by_hand_is_left_alone(driven: Repo) -> None:
    put(driven, {PAGE: HEAD + OLD}, "base")
    for name in ("one", "two"):
        driven.git("checkout", "-q", "-b", name, "main")
        put(driven, {PAGE: HEAD + entry(name, "2026-10-03") + "\n" + OLD}, name)
    driven.git("config", "--remove-section", "merge.pincite")
    driven.git("merge", "one", check=False)
    driven.write(PAGE, "by hand\n")
    assert main(["merge"]) == 1
    assert (driven.root / PAGE).read_text() == "by hand\n"


def test_without_pincite_the_driver_merges_as_git_does(driven: Repo, tmp_path: Path) -> None:
    (driven.root / ".git/bin/pincite").unlink()
    put(driven, {PAGE: HEAD + "a\n\nb\n\nc\n"}, "base")
    for name, text in (("one", HEAD + "A\n\nb\n\nc\n"), ("two", HEAD + "a\n\nb\n\nC\n")):
        driven.git("checkout", "-q", "-b", name, "main")
        put(driven, {PAGE: text}, name)
    driven.env["PATH"] = "/usr/bin:/bin"
    driven.git("merge", "-q", "--no-edit", "one")
    assert (driven.root / PAGE).read_text() == HEAD + "A\n\nb\n\nC\n"


def test_a_page_that_is_not_utf_8_is_merged_by_line(driven: Repo) -> None:
    driven.write(PAGE, b"caf\xe9\n\na\n\nb\n")
    driven.commit("base")
    for name, text in (("one", b"caf\xe9\n\nA\n\nb\n"), ("two", b"caf\xe9\n\na\n\nB\n")):
        driven.git("checkout", "-q", "-b", name, "main")
        driven.write(PAGE, text)
        driven.commit(name)
    driven.git("merge", "-q", "--no-edit", "one")
    assert (driven.root / PAGE).read_bytes() == b"caf\xe9\n\nA\n\nB\n"


def test_the_gate_finds_what_a_union_merge_corrupts(driven: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    driven.write(".gitattributes", "wiki/** merge=union\n")
    one = (
        entry("New (supersedes [[#2026-10-01 Old]])", "2026-10-03")
        + "\n"
        + OLD.replace("Old", "~~Old~~ (superseded 2026-10-03)")
    )
    two = (
        entry("Other (supersedes [[#2026-10-01 Old]])", "2026-10-04")
        + "\n"
        + OLD.replace("Old", "~~Old~~ (superseded 2026-10-04)")
    )
    put(driven, {PAGE: HEAD + OLD, INDEX: "- [[keys]]\n"}, "base")
    for name, text in (("one", one), ("two", two)):
        driven.git("checkout", "-q", "-b", name, "main")
        put(driven, {PAGE: HEAD + text}, name)
    driven.git("merge", "-q", "--no-edit", "one")
    assert main(["check", "--rev", "HEAD", "--since", "one"]) == 1
    assert "supersession.double" in capsys.readouterr().out
