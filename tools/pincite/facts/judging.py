"""Whether a check holds: for every fact that its `*` can stand for, with the values that it rests on."""

from __future__ import annotations

from itertools import product

from pincite.facts.language import Node
from pincite.facts.values import MismatchError, Quantity, Value, add, divide, equal, multiply, order, parse_value, shown
from pincite.record import NamedTuple
from pincite.wiki import Fact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias


# Ways to choose among several values of one fact that are all tried; a fact with several is a problem by itself.
_MOST_WAYS = 64

Facts: TypeAlias = "Callable[[str], Sequence[Fact]]"


class UnknownError(Exception):
    """A fact that a check names is nowhere; the text is its name."""


class Outcome(NamedTuple):
    """How a check fares. `state` is holds, failed, unknown (a fact is missing) or mismatch (units do not fit).

    `why` tells the failing sides or what is missing; `facts` are those that the check rests on.
    """

    state: str
    why: str = ""
    facts: tuple[Fact, ...] = ()


def judge_check(check: Node, facts: Facts) -> Outcome:
    """Return how a check fares over the facts that the look-up knows; `*` in a name asks it for a shape."""
    outer, inner = _named(check, inside=False), _named(check, inside=True)
    if len({name.count("*") for name in outer if "*" in name}) > 1:
        return Outcome("mismatch", "names with different numbers of `*` cannot stand in one check")
    missing = [name for name in dict.fromkeys(outer + inner) if not facts(name)]
    if missing:
        return Outcome("unknown", ", ".join(missing))
    failures = []
    for stars in _choices(outer, facts):
        outcome = _judge_one(check, stars, facts)
        if outcome.state in ("unknown", "mismatch"):
            return outcome
        if outcome.state == "failed":
            failures.append(outcome)
    if not failures:
        return Outcome("holds")
    why = "; ".join(dict.fromkeys(failure.why for failure in failures))
    return Outcome("failed", why, tuple(dict.fromkeys(fact for failure in failures for fact in failure.facts)))


def _names(node: Node, inside: bool, within: bool = False) -> Iterator[str]:
    """Yield the names that stand within `min` and `max` (where `*` means all at once), or those that do not."""
    if node.kind == "name" and within == inside:
        yield node.name
    for part in node.parts:
        yield from _names(part, inside, within or node.kind in ("min", "max"))


def _named(node: Node, inside: bool) -> list[str]:
    """Return these names once each, in the order of the check, so that the same check always says the same."""
    return list(dict.fromkeys(_names(node, inside)))


def _choices(names: Sequence[str], facts: Facts) -> Sequence[tuple[str, ...]]:
    """Return what `*` can stand for: the parts that some fact of a shape has there."""
    shapes = [name for name in names if "*" in name]
    if not shapes:
        return [()]
    return sorted({_stars(shape, fact.name) for shape in shapes for fact in facts(shape)})


def _stars(shape: str, name: str) -> tuple[str, ...]:
    return tuple(part for star, part in zip(shape.split("."), name.split("."), strict=True) if star == "*")


def _filled(shape: str, stars: Sequence[str]) -> str:
    left = iter(stars)
    return ".".join(next(left, "*") if part == "*" else part for part in shape.split("."))


def _judge_one(check: Node, stars: tuple[str, ...], facts: Facts) -> Outcome:
    """Judge a check with its `*` filled in, for each way to choose among the values of its facts."""
    named = {name: facts(_filled(name, stars)) for name in _named(check, inside=False)}
    missing = next((_filled(name, stars) for name, known in named.items() if not known), None)
    if missing is not None:
        return Outcome("unknown", missing)
    ways = product(*named.values())
    for _, way in zip(range(_MOST_WAYS), ways, strict=False):
        chosen = dict(zip(named, way, strict=True))
        used = tuple(chosen.values()) + tuple(fact for name in _named(check, inside=True) for fact in facts(name))
        judge = _Judge(chosen, facts)
        try:
            if not judge.truth(check):
                return Outcome("failed", judge.why(check), tuple(dict.fromkeys(used)))
        except MismatchError as error:
            return Outcome("mismatch", str(error), tuple(dict.fromkeys(used)))
        except UnknownError as error:
            return Outcome("unknown", str(error))
    return Outcome("holds")


class _Judge:
    """Computes with one value for each name."""

    def __init__(self, chosen: Mapping[str, Fact], facts: Facts) -> None:
        self.chosen = chosen
        self.facts = facts

    def truth(self, node: Node) -> bool:
        """Return whether a comparison, or several, hold. Every part is looked at, so that none is unknown unseen."""
        if node.kind == "compare":
            return self.compared(node)
        parts = [self.truth(part) for part in node.parts]
        return not parts[0] if node.kind == "not" else any(parts) if node.kind == "or" else all(parts)

    def compared(self, node: Node) -> bool:
        """Return whether each side compares with the next as it must."""
        sides = [self.value(part) for part in node.parts]
        held = [_holds(left, mark, right) for left, mark, right in zip(sides, node.marks, sides[1:], strict=False)]
        return all(held)

    def value(self, node: Node) -> Value:
        """Return what a side comes to."""
        if node.kind == "value":
            return node.value
        if node.kind == "name":
            return _value_of(self.chosen[node.name])
        if node.kind in ("min", "max"):
            return self.extreme(node)
        numbers = [_quantity(self.value(part)) for part in node.parts]
        if node.kind == "minus":
            return multiply(Quantity(_MINUS), numbers[0])
        left, right = numbers
        if node.kind == "*":
            return multiply(left, right)
        return divide(left, right) if node.kind == "/" else add(left, right, 1 if node.kind == "+" else -1)

    def extreme(self, node: Node) -> Value:
        """Return the least or the most of several values, of all facts of a shape where `*` stands in a name."""
        values: list[Value] = []
        for part in node.parts:
            if part.kind == "name":
                values += [_value_of(fact) for fact in self.facts(part.name)]
            else:
                values.append(self.value(part))
        best = values[0]
        for value in values[1:]:
            if order(value, best) == (1 if node.kind == "max" else -1):
                best = value
        return best

    def why(self, node: Node) -> str:
        """Return the comparisons of a check with what their sides come to."""
        if node.kind == "compare":
            sides = [shown(self.value(part)) for part in node.parts]
            rest = "".join(f" {mark} {side}" for mark, side in zip(node.marks, sides[1:], strict=True))
            return f"{sides[0]}{rest}"
        if node.kind == "not":
            return f"not ({self.why(node.parts[0])})"
        return f" {node.kind} ".join(self.why(part) for part in node.parts)


_MINUS = parse_value("-1").number  # type: ignore[union-attr]


def _value_of(fact: Fact) -> Value:
    try:
        return parse_value(fact.text)
    except ValueError:
        raise UnknownError(fact.name) from None


def _quantity(value: Value) -> Quantity:
    if isinstance(value, str):
        raise MismatchError(f"cannot compute with {shown(value)}")
    return value


def _holds(left: Value, mark: str, right: Value) -> bool:
    if mark in ("==", "!="):
        return equal(left, right) == (mark == "==")
    ordered = order(left, right)
    return {"<": ordered < 0, "<=": ordered <= 0, ">": ordered > 0, ">=": ordered >= 0}[mark]
