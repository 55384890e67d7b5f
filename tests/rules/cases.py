"""Case files: small repositories as text, each with the problems that must be found in it.

    A sentence that says what is true.

    The text of wiki/page.md, below the usual frontmatter (it begins in line 6).
    === page wiki/other.md
    The text of another page.
    === src/app.py
    A file as it stands.
    === commit
    === wiki/page.md
    ...
    === expect
    links.broken wiki/page.md:6:5 words of the message

Other steps: `bytes PATH` (with Python's escapes), `delete PATH`, `move OLD NEW`, `link PATH TARGET`, `untracked PATH`
and `ignored PATH` (then the disk is judged, else the last commit), `config` (pincite.toml). `@repeat N TEXT` is a line,
N times. An index that lists all pages is there unless the case has one.
"""

import re
from pathlib import Path
from typing import NamedTuple

from conftest import Repo
from pincite.check import Request, check
from pincite.configure import load
from pincite.model import Problem
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot

TODAY = "2026-11-01"
_EXPECTED = re.compile(r"(\S+) (.+?):(\d+)(?::(\d+))?(?: (.*))?\Z")


class Expected(NamedTuple):
    """A problem that must be found: column 0 means any."""

    rule: str
    path: str
    line: int
    column: int
    words: str


class Case(NamedTuple):
    """What one file says."""

    title: str
    steps: list[tuple[str, str]]
    expected: list[Expected]


def read_case(path: Path) -> Case:
    """Return the case in a file."""
    title, _, text = path.read_text(encoding="utf-8").partition("\n")
    steps = read_steps(text)
    expected = [_expected(line) for kind, body in steps if kind == "expect" for line in body.splitlines() if line]
    assert any(kind == "expect" for kind, _ in steps), f"{path} expects nothing: end it with `=== expect`"
    return Case(title, [step for step in steps if step[0] != "expect"], expected)


def read_steps(text: str) -> list[tuple[str, str]]:
    """Return the steps of a case; what stands before the first one is the text of wiki/page.md."""
    steps: list[tuple[str, str]] = []
    kind, lines = "page wiki/page.md", []
    for line in [*text.split("\n"), "=== end"]:
        if line.startswith("=== "):
            body = "\n".join(lines).strip("\n")
            if steps or body or kind != "page wiki/page.md":
                steps.append((kind, body + "\n"))
            kind, lines = line[4:].strip(), []
        elif line.startswith("@repeat "):
            _, number, words = line.split(" ", 2)
            lines += [words] * int(number)
        else:
            lines.append(line)
    return steps


def _expected(line: str) -> Expected:
    found = _EXPECTED.match(line)
    assert found, f"not `rule path:line[:column] [words]`: {line}"
    return Expected(found[1], found[2], int(found[3]), int(found[4] or 0), found[5] or "")


def build(steps: list[tuple[str, str]], repo: Repo) -> bool:
    """Make the repository; return whether the disk is to be judged, and not the last commit."""
    _index(steps, repo)
    late = [(kind, body) for kind, body in steps if kind.startswith(("untracked ", "ignored "))]
    for kind, body in steps:
        if (kind, body) not in late:
            _step(kind, body, repo)
    if any(kind.startswith("ignored ") for kind, _ in late):
        repo.write(".gitignore", "".join(kind.split(" ")[1] + "\n" for kind, _ in late if kind.startswith("ignored ")))
    repo.commit()
    for kind, body in late:
        repo.write(kind.split(" ")[1], body)
    return bool(late)


def _index(steps: list[tuple[str, str]], repo: Repo) -> None:
    paths = [kind.removeprefix("page ").removeprefix("bytes ") for kind, _ in steps]
    if "wiki/index.md" not in paths:
        pages = dict.fromkeys(
            path.removeprefix("wiki/").removesuffix(".md")
            for path in paths
            if path.startswith("wiki/") and path.endswith(".md") and path != "wiki/log.md"
        )
        repo.write("wiki/index.md", "# Index\n\n" + "".join(f"- [[{page}]]\n" for page in pages))


def _step(kind: str, body: str, repo: Repo) -> None:
    verb, _, rest = kind.partition(" ")
    if verb == "page":
        repo.page(rest, body.removesuffix("\n"))
    elif verb == "commit":
        repo.commit(rest or "commit")
    elif verb == "delete":
        (repo.root / rest).unlink()
    elif verb == "move":
        old, new = rest.split(" ")
        (repo.root / new).parent.mkdir(parents=True, exist_ok=True)
        (repo.root / old).rename(repo.root / new)
    elif verb == "link":
        path, target = rest.split(" ")
        (repo.root / path).symlink_to(target)
    elif verb == "bytes":
        repo.write(rest, body.removesuffix("\n").encode("latin-1").decode("unicode_escape").encode("latin-1"))
    elif verb == "config":
        repo.write("pincite.toml", body)
    else:
        repo.write(kind, body)


def judge(repo: Repo, on_disk: bool, rules: tuple[str, ...] = ()) -> tuple[Problem, ...]:
    """Return what the gate finds in the repository."""
    own = repo.root / "pincite.toml"
    settings = load(lambda name: own.read_bytes() if name == "pincite.toml" and own.exists() else None)
    with open_repository(str(repo.root)) as repository:
        snapshot = open_snapshot(repository, rev=None if on_disk else "HEAD")
        return check(repository, snapshot, settings.config, Request(rules=rules, today=TODAY)).problems


def differences(expected: list[Expected], found: tuple[Problem, ...]) -> str:
    """Return what was expected and not found, and what was found and not expected; '' where they agree."""
    left = list(found)
    missing = []
    for one in expected:
        same = next((problem for problem in left if _fits(one, problem)), None)
        if same is None:
            missing.append(one)
        else:
            left.remove(same)
    lines = [f"missing: {one}" for one in missing]
    lines += [f"found:   {one.rule} {one.path}:{one.line}:{one.column} {one.message}" for one in left]
    return "\n".join(lines)


def _fits(one: Expected, problem: Problem) -> bool:
    place = (problem.rule, problem.path, problem.line)
    column = one.column in (0, problem.column)
    return place == (one.rule, one.path, one.line) and column and one.words in problem.message
