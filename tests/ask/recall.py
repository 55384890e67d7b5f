"""The evaluation of `pincite query`: how well it finds, among how many entries, how fast.

    PYTHONPATH=tools:. python -m tests.ask.recall DECISIONS.json QUESTIONS.json

DECISIONS is a list of decisions (`tests/ask/wikis.py` reads it), QUESTIONS what `pincite eval` takes. Neither is part
of the project. Other decisions are made up around them until there are 31, 300 and 3,000.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.ask.wikis import made_pages, read_pages, write_wiki

SIZES = (31, 300, 3000)
CLEAN = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
GIT = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]


def repository(root: Path, decisions: Path, size: int) -> None:
    """Make a repository with a wiki of these decisions, and others up to `size`."""
    pages = read_pages(decisions)
    known = len(json.loads(decisions.read_text(encoding="utf-8")))
    for name, entries in made_pages(max(0, size - known)).items():
        pages.setdefault(name, []).extend(entries)
    write_wiki(root, pages)
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "wiki"]):
        subprocess.run([*GIT, *command], cwd=root, env=os.environ | CLEAN, check=True)


def pincite(root: Path, *args: str) -> tuple[str, float]:
    """Run pincite in a fresh process; return its output and how many seconds it took."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "pincite", *args]
    done = subprocess.run(command, cwd=root, env=os.environ | CLEAN, capture_output=True, text=True, check=True)
    return done.stdout, time.perf_counter() - start


def row(root: Path, questions: Path) -> str:
    """Return the line of the table for one repository."""
    _, first = pincite(root, "query", "warm up")
    warm = min(pincite(root, "query", "how long does a token live")[1] for _ in range(5))
    figures = json.loads(pincite(root, "eval", str(questions.absolute()), "--json")[0])
    values = (figures[key] for key in ("recall@1", "recall@3", "hit@3", "mrr", "sure", "wrongly"))
    cells = "".join(f"{value:10.3f}" for value in values)
    return f"{cells}{figures['tokens']:10.0f}{first:10.2f}{warm:10.3f}"


def main() -> None:
    """Print the table."""
    decisions, questions = map(Path, sys.argv[1:3])
    heads = ("recall@1", "recall@3", "hit@3", "MRR", "sure", "wrongly", "tokens", "first s", "then s")
    print(f"{'entries':8}" + "".join(f"{head:>10}" for head in heads))
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            repository(Path(folder), decisions, size)
            print(f"{size:<8}" + row(Path(folder), questions), flush=True)


if __name__ == "__main__":
    main()
