"""pre-push: judge the commits that are about to be pushed against what the other side has."""

from __future__ import annotations

import sys

from pincite.repo.repository import Repository, open_repository
from pincite_hooks.pre_commit import judged


def run(arguments: list[str]) -> int:
    """Judge each pushed tip, and return the worst exit status.

    git hands over the remote's name and address and, on standard input, a line a ref:
    `LOCAL-REF LOCAL-ID REMOTE-REF REMOTE-ID`. Deleted refs are passed over.
    """
    remote, options = (arguments[0] if arguments else "origin"), arguments[2:]
    lines = [] if sys.stdin is None or sys.stdin.isatty() else sys.stdin.read().splitlines()
    with open_repository() as repository:
        pushed = dict(_pushed(line, remote, repository) for line in lines if line.count(" ") == 3)
    checks = [["--rev", tip, *_since(base), *options] for tip, base in pushed.items() if tip]
    return max([judged(check) for check in checks], default=0)


def _pushed(line: str, remote: str, repository: Repository) -> tuple[str, str]:
    """Return the commit that a line pushes ('' for none) and the one to compare it with ('' for none)."""
    _local_ref, local, _remote_ref, theirs = line.split(" ")
    tip = repository.git.object(f"{local}^{{commit}}") if local.strip("0") else None
    if tip is None:
        return "", ""
    known = repository.git.object(f"{theirs}^{{commit}}") if theirs.strip("0") else None
    return tip.oid, known.oid if known else _fork(tip.oid, remote, repository)


def _fork(tip: str, remote: str, repository: Repository) -> str:
    """Return the newest commit below `tip` that the remote is known to have, '' where there is none."""
    out = repository.git.run("rev-list", "--boundary", "--topo-order", tip, "--not", f"--remotes={remote}", "--")
    borders = [line[1:] for line in out.decode("ascii").split() if line.startswith("-")]
    if borders:
        return borders[0]
    return "" if out else tip


def _since(base: str) -> list[str]:
    return ["--since", base] if base else []
