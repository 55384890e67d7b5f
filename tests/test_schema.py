"""A page's frontmatter fits a schema exactly where a complete implementation of JSON Schema says so."""

import json

import jsonschema
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pincite.schema import is_date, misfits, shipped, shipped_types

TEXT = st.sampled_from(
    ["", "a", "decision", "guide", "2026-10-03", "2026-02-30", "2026-1-3", "a b", "鍵", "x" * 201, "no"]
)
VALUE = st.recursive(
    TEXT, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=2), max_leaves=6
)
KEYS = ("title", "type", "tags", "aliases", "owner", "date", "created", "reviewed", "status", "deciders", "more")
PAGES = st.dictionaries(st.sampled_from(KEYS), VALUE, max_size=6)
KEYWORDS = {
    "type": st.sampled_from(["string", "array", "object", ["string", "array"]]),
    "minLength": st.integers(0, 3),
    "maxLength": st.integers(0, 3),
    "minItems": st.integers(0, 2),
    "maxItems": st.integers(0, 2),
    "const": TEXT,
    "enum": st.lists(TEXT, min_size=1, max_size=3, unique=True),
    "format": st.just("date"),
    "pattern": st.sampled_from(["^a", "[0-9]"]),
}
RULES = st.fixed_dictionaries({}, optional=KEYWORDS)
SCHEMAS = st.fixed_dictionaries(
    {"properties": st.dictionaries(st.sampled_from(KEYS), RULES, max_size=4)},
    optional={
        "required": st.lists(st.sampled_from(KEYS), max_size=3, unique=True),
        "additionalProperties": st.booleans(),
        "not": st.fixed_dictionaries({"required": st.lists(st.sampled_from(KEYS), min_size=1, max_size=1)}),
    },
)


def fits(schema: dict, page: dict) -> bool:
    """Return what the complete implementation says."""
    checker = jsonschema.FormatChecker(formats=())
    checker.checks("date")(lambda value: not isinstance(value, str) or is_date(value))
    return jsonschema.Draft7Validator(schema, format_checker=checker).is_valid(page)


@pytest.mark.parametrize("name", shipped_types())
@settings(max_examples=40, deadline=None)
@given(page=PAGES)
def test_a_page_fits_a_shipped_schema_as_a_complete_implementation_says(name, page):
    assert (misfits(shipped(name), page) == []) == fits(json.loads(shipped(name)), page)


@settings(max_examples=200, deadline=None)
@given(schema=SCHEMAS, page=PAGES)
@example(schema={"properties": {"tags": {"const": "a", "maxLength": 0}}}, page={"tags": "a"})
def test_a_page_fits_a_schema_of_the_team_as_a_complete_implementation_says(schema, page):
    # What no page can fit is refused as a schema.
    assume(schema.get("additionalProperties", True) or schema["properties"].keys() >= set(schema.get("required", ())))

    assert (misfits(json.dumps(schema).encode(), page) == []) == fits(schema, page)
