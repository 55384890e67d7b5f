"""Values of facts: what spells one, and how values compare and combine."""

import pytest

from pincite.facts.quantities import may_hold_quantities, quantities_in
from pincite.facts.values import NONE, MismatchError, add, divide, equal, multiply, order, parse_value, same, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4", "4"),
        ("-2.5", "-2.5"),
        ("25_000", "25000"),
        ("75 days", "75 days"),
        ("75days", "75 days"),
        ("1 day", "1 day"),
        ("24 hours", "1 day"),
        ("90 min", "90 minutes"),
        ("30 分钟", "30 minutes"),
        ("1.5 h", "90 minutes"),
        ("250 ms", "0.25 seconds"),
        ("2 years", "24 months"),
        ("300 bytes", "300 bytes"),
        ("1 KiB", "1024 bytes"),
        ("1 MB", "1000000 bytes"),
        ("5 %", "0.05"),
        ("3 keys", "3 keys"),
        ("20 requests/min", "0.333333 requests/second"),
        ("none", "none"),
        ("None", "none"),
        ("postgres", "“postgres”"),
        ("SHA-256", "“SHA-256”"),
        ("2.1.0", "“2.1.0”"),
        ('"two words"', "“two words”"),
    ],
)
def test_a_value_is_read(text, expected):
    assert shown(parse_value(text)) == expected


@pytest.mark.parametrize("text", ["", "two words", '"open', "= 3", "<script>", "x" * 201])
def test_what_is_no_value_is_refused(text):
    with pytest.raises(ValueError, match=r"value|quote"):
        parse_value(text)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("60 min", "1 hour", 0),
        ("75 days", "90 days", -1),
        ("1 KiB", "1 kB", 1),
        ("none", "90 days", 1),
        ("4", "none", -1),
        ("none", "none", 0),
        ("Lax", "lax", 0),
        ("12 months", "1 year", 0),
    ],
)
def test_values_have_an_order(left, right, expected):
    assert order(parse_value(left), parse_value(right)) == expected


@pytest.mark.parametrize(
    ("left", "right"), [("3 days", "3 bytes"), ("1 month", "30 days"), ("a", "b"), ("a", "3"), ("3", "3 keys")]
)
def test_what_cannot_be_compared_is_an_error_and_is_not_the_same(left, right):
    with pytest.raises(MismatchError, match="cannot compare"):
        order(parse_value(left), parse_value(right))
    assert not same(parse_value(left), parse_value(right))


def test_texts_are_equal_or_not():
    assert equal("Lax", "lax")
    assert not equal("Lax", "Strict")


def test_arithmetic_keeps_units_and_knows_no_limit():
    days, count = parse_value("30 days"), parse_value("3")

    assert shown(multiply(count, days)) == "90 days"
    assert shown(divide(days, days)) == "1"
    assert shown(add(days, days, -1)) == "0 seconds"
    assert add(NONE, days) == NONE
    assert multiply(NONE, count) == NONE
    assert divide(NONE, count) == NONE


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: add(parse_value("1 day"), parse_value("1 byte")),
        lambda: add(parse_value("1 day"), NONE, -1),
        lambda: divide(parse_value("1 day"), parse_value("0")),
        lambda: divide(parse_value("1 day"), NONE),
        lambda: multiply(NONE, parse_value("0")),
    ],
)
def test_what_has_no_answer_is_an_error(wrong):
    with pytest.raises(MismatchError, match="cannot"):
        wrong()


def test_quantities_in_text_have_one_spelling():
    text = (
        "45 days, 45-day, 1,000 bytes, 5%, 5 percent, 30 min or 30 minutes; not x45 days, v1.2 days, a.py:45 days, $45"
    )

    assert [found for found, _, _ in quantities_in(text)] == [
        "45 day", "45 day", "1000 byte", "5 %", "5 %", "30 minute", "30 minute",
    ]  # fmt: skip
    assert may_hold_quantities(text)
    assert not may_hold_quantities("Text of no account.")
