"""Values of facts: numbers, durations, quantities with any unit, words, texts, and `none`, which means no limit.

Numbers are fractions, so that nothing is rounded. Units of time are seconds inside, units of size bytes; a month is no
number of days, so months and years are compared with each other alone. Every other unit is only itself.
"""

from __future__ import annotations

from fractions import Fraction

from pincite.patterns import lazy
from pincite.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

Units: TypeAlias = "tuple[tuple[str, int], ...]"  # (unit, power), sorted, without power 0
Value: TypeAlias = "Quantity | str"

_MOST = 200  # characters of a value


class MismatchError(Exception):
    """Two values that cannot be put together; the text says which."""


class Quantity(NamedTuple):
    """A number with units; the number is None for `none`, which has no unit and no limit."""

    number: Fraction | None
    units: Units = ()


NONE = Quantity(None)

_SECONDS: dict[str, int | Fraction] = {
    "ms": Fraction(1, 1000), "millisecond": Fraction(1, 1000), "s": 1, "sec": 1, "second": 1, "秒": 1, "min": 60,
    "minute": 60, "分钟": 60, "h": 3600, "hr": 3600, "hour": 3600, "小时": 3600, "時間": 3600, "d": 86400, "day": 86400,
    "天": 86400, "日": 86400, "w": 604800, "week": 604800, "周": 604800,
}  # fmt: skip
_MONTHS: dict[str, int | Fraction] = {"month": 1, "mo": 1, "year": 12, "yr": 12, "y": 12}
# Sizes as they are spelled: case counts, a kB has 1000 bytes and a KiB 1024.
_BYTES = {"B": 1, "byte": 1, "bytes": 1, "Byte": 1, "Bytes": 1} | {
    f"{letter}{ending}": base**power
    for power, letter in enumerate(("k", "M", "G", "T"), 1)
    for ending, base in (("B", 1000), ("iB", 1024))
} | {"KB": 1000, "KiB": 1024, "kb": 1000, "mb": 1000**2, "gb": 1000**3}  # fmt: skip
_QUANTITY = lazy(r"([-+]?[0-9][0-9_]{0,17}(?:\.[0-9]{1,18})?)\s*([^\W\d_][\w]*(?:\s*/\s*[^\W\d_]\w*)*|%)?\Z")
_SHOWN = ((604800, "week"), (86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


def parse_value(text: str) -> Value:
    """Return the value that a text spells. Raises ValueError, with what is expected, where it spells none."""
    plain = text.strip()
    if len(plain) > _MOST:
        raise ValueError(f"a value has at most {_MOST} characters")
    if plain.lower() == "none":
        return NONE
    found = _QUANTITY.match(plain)
    if found:
        return quantity(found[1], found[2] or "")
    if plain.startswith(('"', "'")):
        if len(plain) < 2 or plain[-1] != plain[0]:
            raise ValueError(f"the quote {plain[0]} is not closed")
        return plain[1:-1]
    if not plain or len(plain.split()) > 1 or plain[0] in "=<>":
        raise ValueError('a value is a number, a number with a unit, a word, a "quoted text" or none')
    return plain


def quantity(number: str, unit: str) -> Quantity:
    """Return a number with its unit, if it has one, in the units that are counted inside."""
    made = Quantity(Fraction(number.replace("_", "")))
    if unit == "%":
        return Quantity(_number(made) / 100)
    for place, part in enumerate(unit.split("/") if unit else ()):
        one = _unit(part.strip())
        made = multiply(made, one) if place == 0 else divide(made, one)
    return made


def _unit(name: str) -> Quantity:
    if name in _BYTES:
        return Quantity(Fraction(_BYTES[name]), (("byte", 1),))
    plain = name.casefold()
    for known, inside in ((_SECONDS, "second"), (_MONTHS, "month")):
        factor = known.get(plain) or known.get(plain.removesuffix("s"))
        if factor is not None:
            return Quantity(Fraction(factor), ((inside, 1),))
    singular = plain[:-1] if plain.endswith("s") and not plain.endswith("ss") and len(plain) > 2 else plain
    return Quantity(Fraction(1), ((singular, 1),))


def _number(value: Quantity) -> Fraction:
    assert value.number is not None
    return value.number


def add(left: Quantity, right: Quantity, sign: int = 1) -> Quantity:
    """Return the sum, or with `sign` -1 the difference. Raises MismatchError."""
    if right.number is None and sign < 0:
        raise MismatchError("cannot take away none (no limit)")
    if left.number is None or right.number is None:
        return NONE
    if left.units != right.units:
        raise MismatchError(f"cannot put together {shown(left)} and {shown(right)}")
    return Quantity(left.number + sign * right.number, left.units)


def multiply(left: Quantity, right: Quantity) -> Quantity:
    """Return the product. Raises MismatchError."""
    if left.number is None or right.number is None:
        other = right if left.number is None else left
        if other.number is not None and other.number <= 0:
            raise MismatchError(f"cannot multiply none (no limit) by {shown(other)}")
        return NONE
    return Quantity(left.number * right.number, _powers(left.units, right.units, 1))


def divide(left: Quantity, right: Quantity) -> Quantity:
    """Return the quotient. Raises MismatchError."""
    if right.number is None:
        raise MismatchError("cannot divide by none (no limit)")
    if right.number == 0:
        raise MismatchError("cannot divide by zero")
    if left.number is None:
        return NONE
    return Quantity(left.number / right.number, _powers(left.units, right.units, -1))


def _powers(left: Units, right: Units, sign: int) -> Units:
    powers = dict(left)
    for unit, power in right:
        powers[unit] = powers.get(unit, 0) + sign * power
    return tuple(sorted((unit, power) for unit, power in powers.items() if power))


def order(left: Value, right: Value) -> int:
    """Return -1, 0 or 1 as the left value is less, equal or more; `none` is more than any number. Raises MismatchError.

    Texts can only be equal or not: for two that differ, the error says that they have no order.
    """
    if isinstance(left, str) or isinstance(right, str):
        if isinstance(left, str) and isinstance(right, str) and left.casefold() == right.casefold():
            return 0
        raise MismatchError(f"cannot compare {shown(left)} with {shown(right)}")
    if left.number is None or right.number is None:
        return (left.number is None) - (right.number is None)
    if left.units != right.units:
        raise MismatchError(f"cannot compare {shown(left)} with {shown(right)}")
    return (left.number > right.number) - (left.number < right.number)


def equal(left: Value, right: Value) -> bool:
    """Return whether two values are the same; `none` is no number. Raises MismatchError for different units."""
    if isinstance(left, str) and isinstance(right, str):
        return left.casefold() == right.casefold()
    return order(left, right) == 0


def same(left: Value, right: Value) -> bool:
    """Return whether two values of one fact say the same: 60 minutes are 1 hour, and days are no bytes."""
    try:
        return equal(left, right)
    except MismatchError:
        return False


def shown(value: Value) -> str:
    """Return a value as people write it."""
    if isinstance(value, str):
        return f"“{value}”"
    if value.number is None:
        return "none"
    if value.units == (("second", 1),):
        for seconds, name in _SHOWN[1:]:
            if value.number and value.number % seconds == 0:
                return _with_unit(value.number / seconds, name)
    units = dict(value.units)
    above = " ".join(_powered(unit, power) for unit, power in units.items() if power > 0)
    below = "/".join(_powered(unit, -power) for unit, power in units.items() if power < 0)
    return _with_unit(value.number, above) + (f"/{below}" if below else "")


def _powered(unit: str, power: int) -> str:
    return unit if power == 1 else f"{unit}^{power}"


def _with_unit(number: Fraction, unit: str) -> str:
    plain = str(number) if number.denominator == 1 else f"{float(number):g}"
    if not unit:
        return plain
    return f"{plain} {unit}" if number == 1 or not unit.isascii() else f"{plain} {unit}s"


def is_unit(name: str) -> bool:
    """Return whether this is the name of a unit of time or size."""
    plain = name.casefold()
    return name in _BYTES or bool({plain, plain.removesuffix("s")} & (_SECONDS.keys() | _MONTHS.keys()))
