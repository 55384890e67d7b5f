"""The command line: `pincite [-C DIR] COMMAND …`.

What a hook runs at every commit starts here, so nothing is imported before it is needed: `--version` needs nothing, and
argparse only what is not answered by a command's `quick`.
"""

from __future__ import annotations

import sys

from pincite import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

VERSION = ("--version", "-V")
EXIT_INTERRUPTED, EXIT_PIPE = 130, 141


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit status: 0 fine, 1 problems, 2 usage or configuration, 3 could not run.

    Interrupted is 130 and a reader that went away 141, as the shell has it. Nothing is raised.
    """
    arguments = sys.argv[1:] if argv is None else argv
    if arguments and arguments[0] in VERSION:
        return _version()
    try:
        return _guarded(arguments)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return EXIT_PIPE


def _version() -> int:
    print(f"pincite {__version__}")
    return 0


def _guarded(arguments: list[str]) -> int:
    """Run, and turn every failure into a line on standard error and an exit status."""
    from pincite.errors import PinciteError
    from pincite.output import printable, use_utf8

    use_utf8()
    try:
        status = _elsewhere(arguments)
        sys.stdout.flush()
        return status
    except PinciteError as error:
        print(f"pincite: {printable(str(error))}", file=sys.stderr)
        return error.status
    except BrokenPipeError:
        raise
    except Exception as error:
        from pincite.crash import report

        return report(error, arguments)


def _elsewhere(arguments: list[str]) -> int:
    """Obey `-C DIR`, as often as it stands, each relative to the one before as git has it."""
    if not arguments or not arguments[0].startswith("-C"):
        return _dispatch(arguments)
    from pincite.errors import UsageError
    from pincite.repo.elsewhere import working_in

    folder, rest = arguments[0][2:], arguments[1:]
    if not folder and rest:
        folder, rest = rest[0], rest[1:]
    if not folder:
        raise UsageError("-C needs a folder: pincite -C DIR COMMAND")
    with working_in(folder):
        return _elsewhere(rest)


def _dispatch(arguments: list[str]) -> int:
    """Find the command and hand it its arguments."""
    from pincite.commands import COMMANDS

    name = arguments[0] if arguments else ""
    if name in COMMANDS:
        return _command(name, _module(COMMANDS[name][0]), arguments[1:])
    from pincite import usage

    if name in VERSION:
        return _version()
    if name in ("", "-h", "--help", "help"):
        return usage.help_for(arguments[1:], asked=bool(name))
    raise usage.unknown(name)


def _module(name: str) -> ModuleType:
    __import__(f"pincite.commands.{name}")
    return sys.modules[f"pincite.commands.{name}"]


def _command(name: str, module: ModuleType, arguments: list[str]) -> int:
    """Run one command, without argparse where its module can read the arguments itself."""
    quick = getattr(module, "quick", None)
    options = quick(arguments) if quick else None
    if options is None:
        from pincite.usage import parse

        options = parse(name, module, arguments)
        if options is None:
            return 0
    status: int = module.run(options)
    return status


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not complain when it ends."""
    import os

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
