"""What is defined where in a file, as values."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.record import NamedTuple


class Definition(NamedTuple):
    """A definition by its dotted name (`Signer.unsign`), on the lines `first` to `last`, decorators included.

    `kind` is function, class or value (a constant, a field, a type alias).
    """

    name: str
    kind: str
    first: int
    last: int


class Symbols(NamedTuple):
    """The definitions of a file in order of their lines. `problem` says why they cannot be told, '' where they can.

    `imports` are (name, module) of what a Python file takes from elsewhere by name.
    """

    definitions: tuple[Definition, ...]
    problem: str = ""
    imports: tuple[tuple[str, str], ...] = ()

    def named(self, symbol: str) -> tuple[Definition, ...]:
        """Return what a symbol names: its whole dotted name, or else the last parts of one.

        `::` and `#` between the parts are read as dots, as Rust, C++ and Ruby have them.
        """
        wanted = symbol.replace("::", ".").replace("#", ".").removesuffix("()").strip(".")
        exact = tuple(one for one in self.definitions if one.name == wanted)
        return exact or tuple(one for one in self.definitions if one.name.endswith("." + wanted))

    def around(self, first: int, last: int) -> Definition | None:
        """Return the innermost definition that holds all of these lines."""
        holding = [one for one in self.definitions if one.first <= first and last <= one.last]
        return min(holding, key=lambda one: (one.last - one.first, -one.first), default=None)


def in_order(found: Sequence[Definition]) -> tuple[Definition, ...]:
    """Return the definitions by where they begin, outer ones first."""
    return tuple(sorted(found, key=lambda one: (one.first, -one.last)))
