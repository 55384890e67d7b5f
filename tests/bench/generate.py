"""A wiki of any size, always the same bytes: pages with 6 links and 6 citations each, and the files they cite."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

PAGES_A_FOLDER = 100
LINES = 120
PAGES_A_SOURCE = 4
DATE = 1790000000
VOCABULARY = """
accept archive balance batch budget cache cancel channel claim cluster collect commit compare cookie cursor deadline
deliver deny device domain drain encode event expire export fallback feed field filter fold gather grant guard
header ignore import index journal label lease limit listen lookup merge meter mirror notify offset order parse
pending pool publish quota queue rate reader record refuse replay report reserve retry rotate route sample schema
session shard signal snapshot stage stream sweep table ticket token trace transfer update verify version window
worker
"""
WORDS = VOCABULARY.split()


def source_path(number: int) -> str:
    """Return the path of the source file with this number."""
    return f"src/part{number // PAGES_A_FOLDER:03}/file{number:05}.py"


def page_name(number: int) -> str:
    """Return the name of the page with this number, unique in the wiki."""
    return f"{WORDS[number % len(WORDS)]}-{number:05}"


def page_path(number: int) -> str:
    """Return the path of the page with this number."""
    return f"wiki/area{number // PAGES_A_FOLDER:03}/{page_name(number)}.md"


class Size(NamedTuple):
    """How many pages a wiki has, and how many source files stand beside it."""

    pages: int
    sources: int


def usual(pages: int) -> Size:
    """Return the size of a repository with so many pages, where nothing else is asked for."""
    return Size(pages, max(20, pages // PAGES_A_SOURCE))


def sentence(dice: random.Random, length: int = 12) -> str:
    """Return words that read like a sentence to a tokenizer."""
    return " ".join(dice.choices(WORDS, k=length)).capitalize()


def source(number: int) -> str:
    """Return a source file of LINES lines, none of them blank, each unlike the others."""
    dice = random.Random(number * 2 + 1)
    lines = [f"# file {number}: {sentence(dice)}"]
    while len(lines) < LINES:
        name = f"{dice.choice(WORDS)}_{len(lines)}"
        lines += [f"def {name}({dice.choice(WORDS)}: int) -> int:", f'    """{sentence(dice, 8)}."""']
        lines += [f"    {dice.choice(WORDS)}_{len(lines)} = {dice.randrange(9999)} * {number}" for _ in range(6)]
    return "\n".join(lines[:LINES]) + "\n"


def cited(dice: random.Random, size: Size) -> Iterator[str]:
    """Yield six citations in the spellings that people use."""
    for form in range(6):
        path = source_path(dice.randrange(size.sources))
        line = dice.randrange(2, LINES - 4)
        yield (f"`{path}:{line}`", f"`{path}:{line}-{line + 3}`", f"`{path}#L{line}`")[form % 3]


def linked(dice: random.Random, size: Size) -> Iterator[str]:
    """Yield six links: three wikilinks, and three ordinary ones, which are all that other checkers follow."""
    for form in range(6):
        number = dice.randrange(size.pages)
        name, beside = page_name(number), page_path(number).replace("wiki", "..", 1)
        yield f"[[{name}]]" if form % 2 else f"[{name}]({beside})"


def page(number: int, size: Size, edition: int = 0) -> str:
    """Return a page with one entry; another `edition` has other prose and the same links and citations."""
    dice = random.Random(number * 2)
    links, citations = list(linked(dice, size)), list(cited(dice, size))
    prose = [sentence(dice, 25) for _ in range(4)]
    title = f"{sentence(dice, 3)} {number}"
    edited = f" Edition {edition}." if edition else ""
    return f"""\
---
title: {title}
type: decision
tags: [{dice.choice(WORDS)}]
---

# {title}

{prose[0]}, see {links[0]} and {links[1]}.{edited}

## 2026-09-{1 + number % 28:02} {sentence(dice, 5)} {number}

- **Decision:** {prose[1]} ({citations[0]}).
- **Why:** {prose[2]}, as {links[2]} says; {citations[1]} and {citations[2]}.
- **Rejected:** {sentence(dice, 10)}: {sentence(dice, 6)}, see {links[3]}.
- **Consequence:** {prose[3]} ({links[4]}, {links[5]}), in {citations[3]} and {citations[4]}.
- **Source:** {citations[5]}
"""


def listing(number: int, pages: int) -> Iterator[tuple[str, str]]:
    """Yield the index and the log of the folder that begins with this page."""
    area = f"area{number // PAGES_A_FOLDER:03}"
    numbers = range(number, min(number + PAGES_A_FOLDER, pages))
    yield f"wiki/{area}/index.md", f"# {area}\n\n" + "".join(f"- [[{page_name(n)}]]\n" for n in numbers)
    by_date = sorted(numbers, key=lambda n: (n % 28, n))
    events = "".join(
        f"\n## [2026-09-{1 + n % 28:02}] capture | {page_name(n)}\n\n- [[{page_name(n)}]]\n" for n in by_date
    )
    yield f"wiki/{area}/log.md", f"# Log of {area}\n{events}"


def files(size: Size) -> Iterator[tuple[str, str]]:
    """Yield path and text of every file of a repository of this size."""
    firsts = range(0, size.pages, PAGES_A_FOLDER)
    areas = [f"area{first // PAGES_A_FOLDER:03}" for first in firsts]
    rows = (
        "- " + ", ".join(f"[{area}]({area}/index.md)" for area in areas[n : n + 5]) for n in range(0, len(areas), 5)
    )
    yield "wiki/index.md", "# Index\n\n" + "\n".join(rows) + "\n"
    for first in firsts:
        yield from listing(first, size.pages)
    yield from ((page_path(number), page(number, size)) for number in range(size.pages))
    yield from ((source_path(number), source(number)) for number in range(size.sources))


def stream(size: Size) -> Iterator[bytes]:
    """Yield what `git fast-import` reads: a commit of all, and one that lengthens every twentieth source file."""
    yield from commit(1, files(size))
    longer = ((source_path(n), source(n) + "LAST = True\n") for n in range(0, size.sources, 20))
    yield from commit(2, longer)


def commit(mark: int, changed: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """Yield one commit with this mark, on top of the one with the mark before, that writes these paths and texts."""
    yield f"commit refs/heads/main\nmark :{mark}\ncommitter Ada <ada@example.org> {DATE + mark} +0000\n".encode()
    yield b"data 6\nchange\n" + (f"from :{mark - 1}\n".encode() if mark > 1 else b"")
    for path, text in changed:
        data = text.encode()
        yield f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n"


def build(root: Path, commits: Iterable[bytes]) -> None:
    """Make a repository at `root` from what `git fast-import` reads, checked out and packed as a clone is."""
    git = ["git", "-C", str(root)]
    subprocess.run(["git", "init", "-q", "-b", "main", str(root)], check=True)
    with subprocess.Popen([*git, "fast-import", "--quiet"], stdin=subprocess.PIPE) as importer:
        assert importer.stdin is not None
        importer.stdin.writelines(commits)
    if importer.returncode:
        raise RuntimeError("git fast-import failed")
    for command in (["repack", "-adfq"], ["reset", "-q", "--hard", "main"], ["status", "--porcelain"]):
        subprocess.run([*git, *command], check=True, stdout=subprocess.DEVNULL)
