"""JSON Schemas of the page types: where they stand, and what of a page's frontmatter does not fit one.

Nearly every page fits, so a page is first held against the few keywords that such schemas use, which costs
microseconds; only what is not known to fit is compiled and judged by fastjsonschema, which is not even imported before.
Scalars of frontmatter are text: where a schema wants a number or a boolean, text that spells one is taken for one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from pincite.errors import UsageError
from pincite.model import Value
from pincite.patterns import lazy
from pincite.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, TypeAlias

SUFFIX = ".page.json"

Test: TypeAlias = "Callable[[Any], bool]"

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DATE = lazy(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
_NUMBER = lazy(r"[-+]?[0-9]{1,18}(?:\.[0-9]{1,18})?\Z")
# Keywords that say nothing about validity.
_SILENT = frozenset(("$schema", "$id", "$comment", "title", "description", "default", "examples", "deprecated"))
_NUMERIC = frozenset(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"))


class Misfit(NamedTuple):
    """A value that does not fit: the names and positions that lead to it, and what was expected."""

    path: tuple[str, ...]
    expected: str


def folder() -> str:
    """Return the folder of the schemas that are shipped: in the package, or at the top of the source tree."""
    here = os.path.dirname(os.path.abspath(__file__))
    packed = os.path.join(here, "schema")
    return packed if os.path.isdir(packed) else os.path.join(os.path.dirname(os.path.dirname(here)), "schema")


@lru_cache(maxsize=1)
def shipped_types() -> tuple[str, ...]:
    """Return the page types that are shipped."""
    return types_among(os.listdir(folder()))


def types_among(files: Iterator[str] | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Return the page types that these files of a schema folder define."""
    return tuple(sorted(name.removesuffix(SUFFIX) for name in files if name.endswith(SUFFIX)))


@lru_cache(maxsize=64)
def shipped(page_type: str) -> bytes:
    """Return the shipped schema of a page type. Raises KeyError where there is none."""
    if page_type not in shipped_types():
        raise KeyError(page_type)
    with open(os.path.join(folder(), page_type + SUFFIX), "rb") as file:
        return file.read()


def is_date(text: str) -> bool:
    """Return whether this is a day of the calendar, written YYYY-MM-DD."""
    if not _DATE.match(text):
        return False
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:])
    if not (year and 1 <= month <= 12):
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= (29 if leap and month == 2 else _DAYS[month - 1])


@lru_cache(maxsize=64)
def parse(data: bytes) -> dict[str, Any]:
    """Return a schema as Python values. Raises UsageError, with what is wrong, where it is none."""
    import json

    try:
        schema = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"not valid JSON: {error}") from None
    if not isinstance(schema, dict):
        raise UsageError("a JSON Schema is an object: { … }")
    for key, value in _keywords(schema):
        if key in _NUMERIC and (not isinstance(value, int) or isinstance(value, bool)):
            raise UsageError(f"`{key}` must be a whole number")
        if key == "$ref" and not str(value).startswith("#"):
            raise UsageError(f"`$ref` must begin with # ({value}): schemas are read from this repository alone")
    return schema


def misfits(data: bytes, values: Mapping[str, Value]) -> list[Misfit]:
    """Return what of the frontmatter does not fit a schema. Raises UsageError where the schema is none."""
    return [] if _accepts(data)(values) else _judged(data, values)


def is_known_to_fit(data: bytes, values: Mapping[str, Value]) -> bool:
    """Return whether the frontmatter fits a schema as far as can be told without compiling it."""
    return _accepts(data)(values)


@lru_cache(maxsize=64)
def _accepts(data: bytes) -> Test:
    return _accepter(parse(data))


def _keywords(node: object) -> Iterator[tuple[str, object]]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield from one.items()
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


def _never(value: Any) -> bool:
    return False


def _accepter(schema: Any) -> Test:
    """Return a function that tells whether a value is known to fit: False also where a keyword is not known here."""
    if not isinstance(schema, dict):
        return (lambda value: True) if schema is True else _never
    tests: list[Test] = []
    for keyword, wanted in schema.items():
        if keyword in _SILENT or (keyword == "additionalProperties" and wanted is True):
            continue
        if keyword not in _ACCEPT:
            return _never
        tests.append(_ACCEPT[keyword](wanted))
    return tests[0] if len(tests) == 1 else _all(tests)


def _all(tests: list[Test]) -> Test:
    def test(value: Any) -> bool:
        for one in tests:  # noqa: SIM110 - `all` with a generator takes twice as long, for every page
            if not one(value):
                return False
        return True

    return test


def _accept_type(wanted: Any) -> Test:
    kinds = {"string": str, "array": list, "object": dict}
    known = frozenset(kinds[name] for name in (wanted if isinstance(wanted, list) else [wanted]) if name in kinds)
    return lambda value: type(value) in known


def _accept_properties(wanted: Any) -> Test:
    tests = {name: _accepter(schema) for name, schema in wanted.items()}

    def test(value: Any) -> bool:
        if type(value) is dict:
            for name in value:
                if name in tests and not tests[name](value[name]):
                    return False
        return True

    return test


def _accept_required(wanted: Any) -> Test:
    names = frozenset(wanted)
    return lambda value: type(value) is not dict or names <= value.keys()


def _accept_items(wanted: Any) -> Test:
    each = _accepter(wanted)
    return lambda value: type(value) is not list or all(map(each, value))


def _accept_format(wanted: Any) -> Test:
    return (lambda value: type(value) is not str or is_date(value)) if wanted == "date" else _never


# A keyword says nothing of a value of another type. `pattern` is left to the library, whose `$` is not Python's.
_ACCEPT: dict[str, Callable[[Any], Test]] = {
    "type": _accept_type,
    "properties": _accept_properties,
    "required": _accept_required,
    "items": _accept_items,
    "minLength": lambda wanted: lambda value: type(value) is not str or len(value) >= wanted,
    "maxLength": lambda wanted: lambda value: type(value) is not str or len(value) <= wanted,
    "minItems": lambda wanted: lambda value: type(value) is not list or len(value) >= wanted,
    "maxItems": lambda wanted: lambda value: type(value) is not list or len(value) <= wanted,
    "const": lambda wanted: lambda value: type(value) is str and value == wanted,
    "enum": lambda wanted: lambda value: type(value) is str and value in wanted,
    "format": _accept_format,
}


def _judged(data: bytes, values: Mapping[str, Value]) -> list[Misfit]:
    """Return what the library finds, one misfit for each place."""
    import fastjsonschema

    found: dict[tuple[str, ...], Misfit] = {}
    try:
        _compiled(data)(_typed(parse(data), dict(values)))
    except fastjsonschema.JsonSchemaValuesException as errors:
        for error in errors.errors:
            misfit = _misfit(error, values)
            found.setdefault(misfit.path, misfit)
    return list(found.values())


@lru_cache(maxsize=64)
def _compiled(data: bytes) -> Callable[[object], object]:
    import re

    import fastjsonschema

    refuse = dict.fromkeys(("http", "https", "ftp", "file", ""), _refuse)
    try:
        compiled: Callable[[object], object] = fastjsonschema.compile(
            parse(data), handlers=refuse, formats={"date": is_date}, use_default=False, fast_fail=False
        )
    except (fastjsonschema.JsonSchemaDefinitionException, re.error, RecursionError, TypeError, KeyError) as error:
        raise UsageError(f"not a JSON Schema: {error}") from None
    return compiled


def _refuse(uri: str) -> NoReturn:
    raise UsageError(f"`$ref` must begin with # ({uri}): schemas are read from this repository alone")


def _typed(schema: Any, value: Any) -> Any:
    """Return a value with the text of numbers, booleans and nothing turned into what the schema wants there."""
    if not isinstance(schema, dict):
        return value
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return {name: _typed(properties.get(name), item) for name, item in value.items()}
    if isinstance(value, list):
        return [_typed(schema.get("items"), item) for item in value]
    names = schema.get("type", "string")
    return value if "string" in names else _scalar(str(value), names if isinstance(names, list) else [names])


def _scalar(text: str, names: list[str]) -> object:
    plain = text.strip().lower()
    if "boolean" in names and plain in ("true", "false"):
        return plain == "true"
    if "null" in names and plain in ("", "null", "~"):
        return None
    if ("integer" in names or "number" in names) and _NUMBER.match(plain):
        return float(plain) if "." in plain else int(plain)
    return text


def _misfit(error: Any, values: Mapping[str, Value]) -> Misfit:
    """Put an error of the library into our words: where, what was expected (listed in full), what stands there."""
    path = tuple(error.path[1:])
    wanted = error.rule_definition
    stands = f", not `{_shown(error.value)}`" if error.rule != "required" else ""
    if error.rule == "required":
        missing = [name for name in wanted if isinstance(error.value, dict) and name not in error.value]
        return Misfit(path, f"must have {_listed(missing, 'and')}")
    if error.rule == "additionalProperties":
        allowed = _listed(sorted(error.definition.get("properties", {})), "or")
        return Misfit(path, f"may hold {allowed} alone{stands}")
    return Misfit(path, f"{_expected(error.rule, wanted, error.definition)}{stands}")


def _expected(rule: str, wanted: Any, definition: Any) -> str:
    if rule == "enum":
        return f"must be {_listed([str(one) for one in wanted], 'or')}"
    if rule == "const":
        return f"must be `{wanted}`"
    if rule == "type":
        return f"must be {_listed([_NAMES.get(one, one) for one in ([wanted] if isinstance(wanted, str) else wanted)])}"
    if rule == "format":
        return _FORMATS.get(wanted, f"must be of the form {wanted}")
    if rule == "pattern":
        return str(definition.get("description") or f"must match `{wanted}`")
    return f"must have {rule} {wanted}"


_NAMES = {"string": "a text", "array": "a list", "object": "a mapping", "integer": "a whole number",
          "number": "a number", "boolean": "true or false", "null": "nothing"}  # fmt: skip
_FORMATS = {"date": "must be a day written YYYY-MM-DD, as 2026-10-03 is"}


def _listed(items: list[str], word: str = "or") -> str:
    quoted = items if word == "or" and all(one in _NAMES.values() for one in items) else [f"`{one}`" for one in items]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {word} {quoted[-1]}" if quoted else "nothing"


def _shown(value: object) -> str:
    import json

    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "…"
