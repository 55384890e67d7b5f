"""The site beside the same pages under plain MkDocs and Material: CPU time, peak memory, and bytes written."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.generate import build, page, page_path, stream, usual
from bench.measure import Cost, cost

MKDOCS = (sys.executable, "-m", "mkdocs", "build", "--quiet")
THEME = "theme: {name: material, font: false}\n"
PLAIN = "site_name: plain\ndocs_dir: wiki\n" + THEME + "plugins: [search]\n"
OURS = "site_name: ours\ndocs_dir: wiki\n" + THEME + "plugins: [search, pincite]\n"


class Built(NamedTuple):
    """What a build took, and the bytes of the site in MB."""

    cost: Cost
    size: float


def built(root: Path, config: str) -> Built:
    """Build the site of a repository with this configuration."""
    (root / "mkdocs.yml").write_text(config, encoding="utf-8")
    shutil.rmtree(root / "site", ignore_errors=True)
    took = cost(MKDOCS, root)
    return Built(took, sum(path.stat().st_size for path in (root / "site").rglob("*") if path.is_file()) / 1e6)


def site_table(pages: int, folder: Path) -> Iterator[str]:
    """Yield the lines of the table: plain Material, ours from nothing, ours again after one page was changed."""
    size = usual(pages)
    root = folder / "repository"
    build(root, stream(size))
    plain, first = built(root, PLAIN), built(root, OURS)
    (root / page_path(5)).write_text(page(5, size, edition=1), encoding="utf-8")
    again = built(root, OURS)
    yield f"| site, {pages:,} pages | CPU seconds | peak MB | site MB | of plain's CPU | at most |"
    yield "|---|---:|---:|---:|---:|---:|"
    yield row("plain Material", plain, 1.0, 1.0)
    yield row("pincite", first, first.cost.seconds / plain.cost.seconds, 1 / 5)
    yield row("one page changed", again, again.cost.seconds / plain.cost.seconds, 1 / 12)


def row(name: str, seen: Built, share: float, most: float) -> str:
    """Return one line of the table, marked where it misses its limit."""
    missed = " (missed)" if share > most else ""
    took = f"{seen.cost.seconds:.1f} | {seen.cost.megabytes:.0f} | {seen.size:.0f}"
    return f"| {name} | {took} | {share:.2f}{missed} | {most:.2f} |"
