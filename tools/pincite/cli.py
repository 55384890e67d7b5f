"""The command line: `pincite COMMAND …`. `--version` is answered before anything else is imported."""

from __future__ import annotations

import sys

from pincite import __version__


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit status (0 fine, 1 problems, 2 usage, 3 could not run)."""
    arguments = sys.argv[1:] if argv is None else argv
    if arguments in (["--version"], ["-V"]):
        print(f"pincite {__version__}")
        return 0
    return 2
