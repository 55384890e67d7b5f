"""The verdict from a kept state is the verdict from nothing, whatever changed in between."""

import random
import shutil

import pytest

from pincite.check import Request, check
from pincite.config import Config
from pincite.engine.plain import Accepter
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot

PAGES = ["wiki/index.md", "wiki/log.md", "wiki/a.md", "wiki/b.md", "wiki/x/a.md", "wiki/x/index.md", "wiki/c d.md"]
CODE = ["src/one.py", "src/two.py", "lib/one.py", "notes/one.py"]
TARGETS = ["a", "b", "x/a", "c d", "C D", "index", "x/index", "nope", "alias", "one.py", "d#2026-10-02 Use y"]
KINDS = ["decision"] * 9 + ["nonsense"]
TITLES = ["Use x", "Use y", "Use z"]


def body(pick):
    """Return the text of a page with links, entries and citations that may or may not hold."""
    lines = []
    for _ in range(pick.randint(0, 3)):
        target = pick.choice(TARGETS)
        lines.append(f"See [[{target}]] and [x]({pick.choice(PAGES)}) and `{pick.choice(CODE)}:{pick.randint(1, 8)}`.")
    if pick.random() < 0.2:
        lines.append("`one.py:3` `one.py:99` <!-- pincite: ignore citations.past-end -->")
    for _ in range(pick.randint(0, 2)):
        title, day = pick.choice(TITLES), pick.choice(["01", "02", "03"])
        tail = pick.choice(["", "", f" (supersedes [[a#2026-10-01 {pick.choice(TITLES)}]])", " {#same}"])
        heading = pick.choice([title, title, f"~~{title}~~"]) + tail + pick.choice(["", "", " (superseded 2026-10-04)"])
        lines += [
            "",
            f"## 2026-10-{day} {heading}",
            "",
            "- **Decision:** yes.",
            "- **Source:** conversation, 2026-10-01",
        ]
        if pick.random() < 0.3:
            lines.append(f"- **Depends on:** [[{pick.choice(TARGETS)}]]")
    return "\n".join(lines)


def page(pick, path):
    if path.endswith("log.md"):
        return "# Log\n\n" + "".join(
            f"## [2026-10-0{n}] capture | t\n\n- [[{pick.choice(TARGETS)}]]\n\n" for n in (3, 2)
        )
    title = pick.choice(["A", "B", "c", path])
    alias = pick.choice(["", "aliases: [alias]\n"])
    return f"---\ntitle: {title}\ntype: decision\n{alias}---\n{body(pick)}\n"


def change(pick, repo):
    """Make some random changes on disk."""
    for _ in range(pick.randint(1, 3)):
        path = pick.choice([*PAGES, *PAGES, *CODE])
        target = repo.root / path
        if target.exists() and pick.random() < 0.25:
            target.unlink()
        elif path in CODE:
            repo.write(path, "".join(f"line {pick.randint(1, 3)}\n" for _ in range(pick.randint(1, 8))))
        else:
            repo.write(path, page(pick, path))


def verdict(repo, fresh, **request):
    """Return the report, from nothing or from what is kept."""
    if fresh:
        shutil.rmtree(repo.root / ".git" / "pincite", ignore_errors=True)
    with open_repository(str(repo.root)) as repository:
        snapshot = open_snapshot(repository, staged=request.get("staged", False), rev=request.get("rev"))
        since = (request["since"],) if "since" in request else ()
        return check(repository, snapshot, Config(), Request(today="2026-10-20", since=since))


def same(repo, tmp_path, **request):
    """Assert that the two verdicts are equal, and leave the kept state as it was for the next step."""
    kept = verdict(repo, fresh=False, **request)
    state, saved = repo.root / ".git" / "pincite", tmp_path / "saved"
    if state.exists():
        shutil.copytree(state, saved)
    fresh = verdict(repo, fresh=True, **request)
    shutil.rmtree(state, ignore_errors=True)
    if saved.exists():
        saved.rename(state)
    assert kept == fresh


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10))])
def test_a_kept_state_gives_the_same_verdict(repo, tmp_path, seed):
    """After each of some random changes, disk, index and commit are judged as if for the first time."""
    pick = random.Random(seed)
    for path in (*PAGES, *CODE):
        repo.write(path, page(pick, path) if path in PAGES else "line 1\nline 2\nline 3\n")
    repo.commit("start")
    for _ in range(6):
        change(pick, repo)
        same(repo, tmp_path)
        repo.git("add", "-A")
        same(repo, tmp_path, staged=True)
        same(repo, tmp_path, staged=True, since="HEAD")
        repo.commit("change")
        same(repo, tmp_path, rev="HEAD")
        same(repo, tmp_path, rev="HEAD", since="HEAD~1")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10))])
def test_accepting_plain_pages_changes_no_verdict(repo, monkeypatch, seed):
    """Whether pages that are plainly in order are judged by the rules or not, the verdict is the same."""
    pick = random.Random(seed)
    for _ in range(8):
        plain_wiki(pick, repo)
        repo.commit("change")
        quick = verdict(repo, fresh=True, rev="HEAD")
        with monkeypatch.context() as slow:
            slow.setattr(Accepter, "usual", lambda self: False)
            assert verdict(repo, fresh=True, rev="HEAD") == quick
        change(pick, repo)
        after = verdict(repo, fresh=False)
        assert verdict(repo, fresh=True) == after


def plain_wiki(pick, repo):
    """Write a wiki of pages most of which are plain and in order, with a fault here and there."""
    names = [f"{word}-{number}" for number, word in enumerate(["cache", "token", "queue", "index", "ticket", "key"])]
    repo.write("wiki/index.md", "# Index\n\n" + "".join(f"- [[{name}]]\n" for name in names if pick.random() < 0.95))
    for path in CODE:
        repo.write(path, "".join(pick.choice(["a = 1\n", "\n", "}\n", "b = 2\n"]) for _ in range(9)))
    events = []
    for name in names:
        title = pick.choice([name, name, name, "Same"])
        date, low = pick.choice(
            [("2026-10-03", "2026-10-01"), ("2026-10-02", "2026-10-03"), ("2026-10-09", "2026-10-09")]
        )
        link, code = pick.choice(names), f"`{pick.choice(CODE)}:{pick.randint(1, 11)}`"
        fault = pick.choice(["", "", "", "", f"[[{link}#nope]]", "[[nope]]", "`one.py:3`", "(superseded)", "..."])
        tail = pick.choice(["", "", "", f" (supersedes [[{link}]])"])
        text = f"- **Decision:** Yes, see [[{link}]] and [it]({pick.choice(names)}.md). {fault}\n- **Source:** {code}\n"
        second = f"\n## {low} Before\n\n- **Source:** {code}\n" if pick.random() < 0.3 else ""
        body = f"# {title}\n\n## {date} Use {name}{tail}\n\n{text}{second}"
        repo.write(f"wiki/{name}.md", f"---\ntitle: {title}\ntype: {pick.choice(KINDS)}\ntags: [t]\n---\n{body}")
        events += [f"## [2026-10-09] capture | {name}\n\n- [[{name}]]\n\n"] if pick.random() < 0.9 else []
    repo.write("wiki/log.md", "# Log\n\n" + "".join(events))


def test_a_state_of_another_branch_is_of_use(repo, tmp_path):
    """Going to an unrelated branch and back gives each its own verdict."""
    repo.write("wiki/index.md", "# Index\n\n- [[a]]\n")
    repo.write("wiki/a.md", "---\ntitle: A\n---\n[[nope]]\n")
    repo.commit("main")
    repo.git("checkout", "-q", "--orphan", "other")
    repo.write("wiki/a.md", "---\ntitle: A\n---\n[[index]]\n")
    repo.commit("other")
    for branch in ("main", "other", "main"):
        repo.git("checkout", "-q", branch)
        same(repo, tmp_path)


@pytest.mark.parametrize("damage", [b"", b"not a database", None])
def test_a_damaged_state_is_only_slower(repo, damage):
    """What stands in place of the state does not matter, and a good state takes its place."""
    repo.write("wiki/index.md", "# Index\n\n[[nope]]\n")
    repo.commit()
    before = verdict(repo, fresh=True)
    state = repo.root / ".git" / "pincite" / "state.db"
    data = state.read_bytes()
    state.write_bytes(data[: len(data) // 2] if damage is None else damage)

    assert verdict(repo, fresh=False) == before
    assert verdict(repo, fresh=False) == before
    assert len(state.read_bytes()) == len(data)
