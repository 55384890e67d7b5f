"""`python -m bench [PAGES…]`: build wikis of these sizes, measure in alternation, print two markdown tables."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.extras import extra_table
from bench.generate import build, page, page_path, stream, usual
from bench.measure import Cost, cost
from bench.site import site_table

PINCITE = (sys.executable, "-m", "pincite")
SCRIPT = shutil.which("pincite", path=str(Path(sys.executable).parent))


class Case(NamedTuple):
    """One kind of work: what to do before each run (not measured), the command, and its standard input."""

    name: str
    command: Sequence[str]
    before: Callable[[int], None] = lambda _: None
    after: Callable[[], None] = lambda: None
    stdin: Path | None = None
    status: Sequence[int] = (0,)


class Ratio(NamedTuple):
    """A row of the table: the cost of `case` as a multiple of `base`, and the most that it may be at `at` pages."""

    case: str
    base: str
    most: float
    at: Sequence[int]


EVERY, LARGE = (100, 1_000, 10_000, 50_000), (10_000, 50_000)
RATIOS = (
    Ratio("version", "python", 2.0, EVERY),
    Ratio("commit hook", "python", 3.0, EVERY),
    Ratio("warm, nothing changed", "cat-file", 0.5, LARGE),
    Ratio("warm, one page changed", "cat-file", 0.5, LARGE),
    Ratio("cold", "cat-file", 2.5, LARGE),
    Ratio("cold, a commit", "cat-file", 2.5, LARGE),
    Ratio("cold", "naive checker", 1 / 3, LARGE),
    Ratio("cold", "lychee", 1.0, LARGE),
)


class Lab:
    """A generated repository, and the cases to measure in it."""

    def __init__(self, root: Path, pages: int) -> None:
        self.root = root
        self.size = usual(pages)
        build(root, stream(self.size))
        self.objects = root.parent / "objects"
        listed = self.git("ls-tree", "-r", "--format=%(objectname)", "HEAD", "wiki", "src")
        self.objects.write_bytes(listed)

    def git(self, *args: str) -> bytes:
        """Run git in the repository and return what it prints."""
        return subprocess.run(["git", "-C", str(self.root), *args], check=True, stdout=subprocess.PIPE).stdout

    def forget(self, _: int = 0) -> None:
        """Remove all that pincite has cached."""
        cache = self.root / os.fsdecode(self.git("rev-parse", "--git-path", "pincite").strip())
        shutil.rmtree(cache, ignore_errors=True)

    def judge(self, _: int = 0) -> None:
        """Check once, so that the next run is warm."""
        subprocess.run([*PINCITE, "check"], cwd=self.root, check=True, stdout=subprocess.DEVNULL)

    def edit(self, turn: int) -> None:
        """Give one page other prose: another page each turn."""
        self.restore()
        self.judge()
        number = (turn * 37 + 11) % self.size.pages
        (self.root / page_path(number)).write_text(page(number, self.size, turn + 1), encoding="utf-8")

    def restore(self) -> None:
        """Undo the edits that were not committed."""
        self.git("checkout", "-q", "--", ".")

    def stage(self, turn: int) -> None:
        """Edit one page and stage it, as before a commit."""
        self.edit(turn)
        self.git("add", "-u")

    def commit(self) -> None:
        """Commit what is staged, so that the next turn stages one page again."""
        self.git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "--no-verify", "-m", "turn")

    def cases(self) -> Iterator[Case]:
        """Yield the cases in the order of one round."""
        naive = str(Path(__file__).with_name("naive.py"))
        yield Case("python", (sys.executable, "-c", "pass"))
        yield Case("version", (*((SCRIPT,) if SCRIPT else PINCITE), "--version"))
        yield Case("commit hook", (*PINCITE, "hook", "pre-commit"), self.stage, self.commit)
        yield Case("warm, nothing changed", (*PINCITE, "check"), self.judge)
        yield Case("warm, one page changed", (*PINCITE, "check"), self.edit, self.restore)
        yield Case("cold", (*PINCITE, "check"), self.forget)
        yield Case("cold, a commit", (*PINCITE, "check", "--rev", "HEAD"), self.forget)
        yield Case("cat-file", ("git", "cat-file", "--batch", "--buffer"), stdin=self.objects)
        yield Case("naive checker", (sys.executable, naive, str(self.root)))
        if lychee := shutil.which("lychee", path=f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}"):
            yield Case("lychee", (lychee, "--offline", "--no-progress", "--quiet", "wiki"))


def measure(lab: Lab, rounds: int) -> dict[str, Cost]:
    """Return the median cost of each case over rounds that take the cases in turn."""
    runs: dict[str, list[Cost]] = {}
    for turn in range(rounds):
        for case in lab.cases():
            case.before(turn)
            runs.setdefault(case.name, []).append(cost(case.command, lab.root, case.stdin, case.status))
            case.after()
    return {
        name: Cost(statistics.median(run.seconds for run in costs), max(run.megabytes for run in costs))
        for name, costs in runs.items()
    }


def ratio(row: Ratio, pages: int, costs: dict[str, Cost]) -> str:
    """Return one cell: the ratio, marked where it misses its target."""
    if row.case not in costs or row.base not in costs:
        return "-"
    value = costs[row.case].seconds / costs[row.base].seconds
    return f"{value:.2f}" + (" (missed)" if pages in row.at and value > row.most else "")


def tables(results: dict[int, dict[str, Cost]]) -> Iterator[str]:
    """Yield the lines of the table of ratios and of the table of medians."""
    sizes = list(results)
    yield "| work | as a multiple of | " + " | ".join(f"{n:,} pages" for n in sizes) + " | at most |"
    yield "|---|---|" + "---:|" * (len(sizes) + 1)
    for row in RATIOS:
        cells = " | ".join(ratio(row, pages, results[pages]) for pages in sizes)
        where = "" if row.at == EVERY else " from 10,000"
        yield f"| {row.case} | {row.base} | {cells} | {row.most:.2g}{where} |"
    yield ""
    yield "| CPU seconds (peak MB) | " + " | ".join(f"{n:,} pages" for n in sizes) + " |"
    yield "|---|" + "---:|" * len(sizes)
    for name in next(iter(results.values())):
        cells = " | ".join(f"{results[n][name].seconds:.3f} ({results[n][name].megabytes:.0f})" for n in sizes)
        yield f"| {name} | {cells} |"


def main(sizes: Sequence[int]) -> None:
    """Measure wikis of these sizes.

    BENCH_ROUNDS says how often (5); BENCH_EXTRAS=0 leaves out what is measured at one size; BENCH_SITE=1000 builds the
    site of so many pages too, which takes minutes.
    """
    # An installed program has its bytecode, and so has what is measured.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    rounds = int(os.environ.get("BENCH_ROUNDS", "5"))
    results = {}
    for pages in sizes:
        with tempfile.TemporaryDirectory(prefix="pincite-bench-") as folder:
            print(f"{pages} pages, {rounds} rounds", file=sys.stderr)
            results[pages] = measure(Lab(Path(folder) / "repository", pages), rounds)
    print("\n".join(tables(results)))
    if os.environ.get("BENCH_EXTRAS", "1") != "0":
        print()
        print("\n".join(extra_table(rounds)))
    if pages := int(os.environ.get("BENCH_SITE", "0")):
        with tempfile.TemporaryDirectory(prefix="pincite-bench-") as folder:
            print()
            print("\n".join(site_table(pages, Path(folder))))


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [100, 1_000, 10_000])
