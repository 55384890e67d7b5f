"""How the command line is told and read: help, argparse, and what to type instead of what is not known."""

from __future__ import annotations

import argparse
import importlib.util
import inspect
import sys
from types import ModuleType
from typing import NoReturn

from pincite.commands import COMMANDS
from pincite.errors import UsageError, did_you_mean
from pincite.output import one_line

_HEAD = """\
usage: pincite [-C DIR] COMMAND [ARGUMENT…]

A wiki of a team's decisions in git, whose every claim cites the exact line it rests on.

commands:
"""
_TAIL = """
options:
  -C DIR     run in this folder
  --version  print the version
  --help     print this; 'pincite COMMAND --help' tells the options of a command

Exit status: 0 no error, 1 problems, 2 wrong usage or configuration, 3 could not run.
"""


class Parser(argparse.ArgumentParser):
    """argparse whose every complaint is a `UsageError` and names the nearest option."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise UsageError(f"{message}\nsee: {self.prog} --help")

    def read(self, arguments: list[str]) -> argparse.Namespace:
        """Return the options; positional arguments may stand between them. SystemExit means that help was printed."""
        # argparse cannot mix where a `--` stands, and refuses to where a positional takes all the rest.
        whole = "--" in arguments or any(
            action.nargs in (argparse.PARSER, argparse.REMAINDER) for action in self._actions
        )
        read = self.parse_known_args if whole else self.parse_known_intermixed_args
        options, rest = read(arguments)
        if rest:
            self.error(self._not_known(rest[0]))
        return options

    def _not_known(self, argument: str) -> str:
        if not argument.startswith("-"):
            return f"one argument too many: {one_line(argument)}"
        name = argument.partition("=")[0]
        options = [option for action in self._actions for option in action.option_strings]
        return f"no option {one_line(name)}{did_you_mean(name, options)}"


def parser_of(name: str, module: ModuleType) -> Parser:
    """Return the parser of a command; its description is the docstring of its module."""
    about = inspect.getdoc(module) or ""
    parser = Parser(
        prog=f"pincite {name}",
        description=about,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add(parser)
    return parser


def parse(name: str, module: ModuleType, arguments: list[str]) -> argparse.Namespace | None:
    """Return the options of a command, None where its help was asked for and printed."""
    try:
        return parser_of(name, module).read(arguments)
    except SystemExit:
        return None


def help_for(names: list[str], asked: bool) -> int:
    """Print the help of a command, or of them all. Without a command, as in a script with an empty variable, it is
    wrong usage all the same: a gate that was not run must not pass."""
    if not names or names[0].startswith("-"):
        print(_HEAD + "".join(_lines()) + _TAIL, end="")
        return 0 if asked else UsageError.status
    if names[0] not in COMMANDS:
        raise unknown(names[0])
    module = COMMANDS[names[0]][0]
    __import__(f"pincite.commands.{module}")
    parser_of(names[0], sys.modules[f"pincite.commands.{module}"]).print_help()
    return 0


def unknown(name: str) -> UsageError:
    """Return the complaint about a command that does not exist."""
    kind = "option" if name.startswith("-") else "command"
    known = [*COMMANDS, "help"] if kind == "command" else ["--version", "--help", "-C"]
    return UsageError(f"no {kind} {one_line(name)}{did_you_mean(name, known)}\nsee: pincite --help")


def _lines() -> list[str]:
    width = max(map(len, COMMANDS))
    return [f"  {name:{width}}  {about}\n" for name, (module, about) in COMMANDS.items() if _exists(module)]


def _exists(module: str) -> bool:
    return importlib.util.find_spec(f"pincite.commands.{module}") is not None
