"""What git and pre-commit call: pincite hook NAME [ARGUMENT…].

pre-commit     refuse a commit for what it breaks; also for pre-merge-commit (options of `pincite check` may follow)
pre-push       the same for the commits that are about to be pushed
post-rewrite   say what a rebase broke, since it runs no pre-commit hook
merge-driver   merge a page, a log or an index by entry and event: BASE OURS THEIRS MARKER-SIZE PATH
"""

from __future__ import annotations

import sys

from pincite.errors import UsageError, did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HOOKS = ("pre-commit", "pre-push", "post-rewrite", "merge-driver")


def quick(arguments: list[str]) -> list[str] | None:
    """Return the arguments as they stand, which are the hook's own, unless help is asked for."""
    return None if not arguments or arguments[0].startswith("-") else arguments


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments, for the help."""
    parser.add_argument("name", metavar="NAME", choices=HOOKS, help=", ".join(HOOKS))
    parser.add_argument("arguments", nargs="*", metavar="ARGUMENT", help="what git hands to the hook")


def run(given: list[str] | argparse.Namespace) -> int:
    """Run a hook and return its exit status."""
    name, *arguments = given if isinstance(given, list) else [given.name, *given.arguments]
    if name not in HOOKS:
        raise UsageError(f"no hook {name}{did_you_mean(name, HOOKS)}\nsee: pincite hook --help")
    module = f"pincite_hooks.{name.replace('-', '_')}"
    __import__(module)
    status: int = sys.modules[module].run(arguments)
    return status
