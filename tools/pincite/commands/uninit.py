"""Take back what `pincite init` added: its blocks, the files it made, the hooks and the merge driver of this clone.

Pages, sources and whatever you wrote stay. Files of yours are what they were before, byte for byte.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys

from pincite.edit.setup import local
from pincite.edit.setup.plan import taking_back
from pincite.edit.write import writing
from pincite.output import one_line
from pincite.repo.repository import open_repository


def add(parser: argparse.ArgumentParser) -> None:
    """Declare no options."""


def run(args: argparse.Namespace) -> int:
    """Take everything back, and say what stays."""
    with open_repository() as repository:
        place = local.gather(repository, "", "")
        plan = taking_back(place, local.schemas())
        with writing(repository.root, repository.cache_dir, lambda text: print(text, file=sys.stderr)) as writer:
            writer.apply(plan.changes)
        for change in plan.changes:
            print(f"{'remove' if change.new is None else 'take out of'} {one_line(change.path)}")
            if change.new is None:
                with contextlib.suppress(OSError):  # a folder that holds something else stays
                    os.removedirs(os.path.join(repository.root, os.path.dirname(change.path)))
        for path in local.remove(repository):
            print(f"unset {one_line(path)}")
        for text in plan.advice:
            print(text)
    return 0
