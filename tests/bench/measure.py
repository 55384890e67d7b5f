"""CPU time and peak memory of a command and of every process that it waits for."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Cost(NamedTuple):
    """What one run took: user and system seconds, and the peak memory of its largest process in MB."""

    seconds: float
    megabytes: float


def cost(command: Sequence[str], root: Path, stdin: Path | None = None, status: Sequence[int] = (0,)) -> Cost:
    """Run `command` in `root`, and return its cost; RuntimeError where it exits with another status.

    `wait4` counts the descendants that were waited for (Linux and the BSDs), so git's share is in it. CPU time and not
    the clock is measured, since other work on the machine moves the clock. The memory of this process, which the new
    one is for a moment a copy of, is the least that is reported.
    """
    with (
        open(stdin or os.devnull, "rb") as given,
        open(os.devnull, "wb") as nowhere,
        subprocess.Popen(command, cwd=root, stdin=given, stdout=nowhere, stderr=subprocess.PIPE) as process,
    ):
        assert process.stderr is not None
        said = process.stderr.read().decode(errors="replace")
        _, ended, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(ended)
    if process.returncode not in status:
        raise RuntimeError(f"{' '.join(command)}: exit {process.returncode}\n{said[-2000:]}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
