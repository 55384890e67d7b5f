"""What is measured at the one size that its limit speaks of: following citations, and a question in a cold process."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.generate import WORDS, Size, build, commit, files, source, source_path, usual
from bench.measure import Cost, cost

PINCITE = (sys.executable, "-m", "pincite")
DRIFTING = Size(pages=84, sources=10_000)
ASKED = usual(3_000)


class Extra(NamedTuple):
    """A row: the work, its repository, its command, whether nothing may be cached, and the most CPU seconds."""

    name: str
    commits: Callable[[], Iterator[bytes]]
    command: Sequence[str]
    cold: bool
    most: float


def drifted() -> Iterator[bytes]:
    """Yield 10,000 source files, pages that cite 504 places in them, and a move of every second file's lines."""
    yield from commit(1, ((source_path(n), source(n)) for n in range(DRIFTING.sources)))
    yield from commit(2, ((path, text) for path, text in files(DRIFTING) if not path.startswith("src/")))
    yield from commit(3, ((source_path(n), "# one\n# two\n" + source(n)) for n in range(0, DRIFTING.sources, 2)))


def asked() -> Iterator[bytes]:
    """Yield a repository whose wiki has 3,000 entries."""
    yield from commit(1, files(ASKED))


EXTRAS = (
    Extra("drift of 504 citations, 10,000 files", drifted, (*PINCITE, "check", "--rule", "citations"), True, 2.0),
    Extra("query, 3,000 entries, cold process", asked, (*PINCITE, "query", " ".join(WORDS[3:7])), False, 0.2),
)


def measure(extra: Extra, root: Path, rounds: int) -> Cost:
    """Return the median cost of a row."""
    build(root, extra.commits())
    runs = []
    for turn in range(rounds + 1):
        if extra.cold:
            where = ["git", "-C", str(root), "rev-parse", "--git-path", "pincite"]
            cache = subprocess.run(where, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
            shutil.rmtree(root / cache, ignore_errors=True)
        run = cost(extra.command, root, status=(0, 1))
        runs += [run] if turn else []
    return Cost(statistics.median(run.seconds for run in runs), max(run.megabytes for run in runs))


def extra_table(rounds: int) -> Iterator[str]:
    """Yield the lines of the table of what has a limit in seconds."""
    yield "| work | CPU seconds | peak MB | at most |"
    yield "|---|---:|---:|---:|"
    for extra in EXTRAS:
        with tempfile.TemporaryDirectory(prefix="pincite-bench-") as folder:
            seen = measure(extra, Path(folder) / "repository", rounds)
        missed = " (missed)" if seen.seconds > extra.most else ""
        yield f"| {extra.name} | {seen.seconds:.3f}{missed} | {seen.megabytes:.0f} | {extra.most:g} |"
