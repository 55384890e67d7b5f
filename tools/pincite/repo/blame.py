"""Who wrote each line of one file, by git blame: through renames, and past the commits that only reformatted."""

from __future__ import annotations

import os
import re
import time

from pincite.record import NamedTuple
from pincite.repo.plumbing import text
from pincite.repo.repository import Repository

_HEAD = re.compile(rb"([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?\Z")
_IGNORED = ".git-blame-ignore-revs"


class Written(NamedTuple):
    """Who wrote a line: the commit, its author and its date (YYYY-MM-DD)."""

    commit: str
    author: str
    date: str


def blame(repository: Repository, path: str) -> dict[int, Written]:
    """Return who wrote the lines of a file on disk, by line number; lines that are not committed yet are left out.

    Commits that `.git-blame-ignore-revs` names are passed over, as `blame.ignoreRevsFile` has it.
    """
    ignored = os.path.join(repository.root, _IGNORED)
    options = ["--ignore-revs-file", ignored] if os.path.isfile(ignored) else []
    done = repository.git.attempt("blame", "--line-porcelain", "-w", "-M", *options, "--", path)
    found: dict[int, Written] = {}
    commit, number, fields = "", 0, dict[bytes, bytes]()
    for line in done.out.split(b"\n") if done.status == 0 else ():
        head = _HEAD.match(line)
        if head:
            commit, number, fields = head[1].decode(), int(head[2]), {}
        elif line.startswith(b"\t"):
            if commit.strip("0"):
                date = time.strftime("%Y-%m-%d", time.gmtime(int(fields.get(b"author-time", b"0"))))
                found[number] = Written(commit, text(fields.get(b"author", b"")), date)
        else:
            key, _, value = line.partition(b" ")
            fields[key] = value
    return found
