"""Checks: how they are read, when they hold, and that no text can make the reader do more than its size."""

import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.facts.judging import Outcome, judge_check
from pincite.facts.language import parse_check
from pincite.wiki import Fact

FACTS = {
    "keys.count": ["4"], "keys.rotation": ["30 days"], "token.remember_me.max_age": ["75 days"],
    "token.invite.max_age": ["14 days"], "token.unsubscribe.max_age": ["none"], "cookie.size": ["300 bytes"],
    "cookie.site": ["Lax"], "twice": ["1", "2"], "broken": ["two words"], "digest.overlap": ["45 days"],
}  # fmt: skip


def facts(shape: str) -> Sequence[Fact]:
    """Return the facts of a shape, as the look-up does."""
    parts = shape.split(".")
    return [
        Fact(name, text, "wiki/a.md", "e")
        for name, texts in sorted(FACTS.items())
        for text in texts
        if len(name.split(".")) == len(parts)
        and all(part in ("*", own) for part, own in zip(parts, name.split("."), strict=True))
    ]


def judged(text: str) -> Outcome:
    return judge_check(parse_check(text), facts)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("token.remember_me.max_age <= (keys.count - 1) * keys.rotation", "holds"),
        ("token.remember_me.max_age ≤ 90 days", "holds"),
        ("token.*.max_age <= (keys.count - 1) * keys.rotation", "failed"),
        ("token.invite.max_age < token.remember_me.max_age <= 90 days", "holds"),
        ("token.unsubscribe.max_age == none", "holds"),
        ("token.unsubscribe.max_age > 1000 days", "holds"),
        ("max(token.invite.max_age, token.remember_me.max_age) = 75 days", "holds"),
        ("min(token.*.max_age) == 14 days", "holds"),
        ("max(token.*.max_age) <= 90 days", "failed"),
        ("cookie.site == 'lax' and cookie.size <= 1 kB", "holds"),
        ('cookie.site == "Strict" or keys.count >= 4', "holds"),
        ("not keys.count == 4", "failed"),
        ("not not keys.count == 4", "holds"),
        ("-keys.count < 0", "holds"),
        ("keys.count / 2 - 1 = 1", "holds"),
        ("2 * keys.rotation == 60 days", "holds"),
        ("20 requests/min <= 20 requests/min", "holds"),
        ("keys.count != 3", "holds"),
        ("cookie.size < 30 days", "mismatch"),
        ("cookie.site < 'a'", "mismatch"),
        ("cookie.site + 1 == 2", "mismatch"),
        ("keys.count / 0 == 1", "mismatch"),
        ("token.*.max_age < *.*", "mismatch"),
        ("keys.missing > 1", "unknown"),
        ("token.*.min_age > 1 day", "unknown"),
        ("keys.count == 4 or keys.missing > 1", "unknown"),
        ("broken == 1", "unknown"),
        ("twice == 1", "failed"),
        ("twice >= 1", "holds"),
    ],
)
def test_a_check_fares(text, state):
    assert judged(text).state == state


def test_a_failed_check_names_what_fails_and_what_it_rests_on():
    outcome = judged("token.*.max_age <= (keys.count - 1) * keys.rotation")

    assert outcome.why == "none <= 90 days"
    assert {f"{fact.name} = {fact.text}" for fact in outcome.facts} == {
        "keys.count = 4", "keys.rotation = 30 days", "token.unsubscribe.max_age = none",
    }  # fmt: skip
    assert judged("keys.missing > 1").why == "keys.missing"
    assert "75 days" in judged("cookie.size < token.remember_me.max_age").why


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "missing at the end"),
        ("keys.count", "a check compares"),
        ("keys.count <=", "missing at the end"),
        ("keys.count <= 3 3", "one too many"),
        ("keys.count <= )", "missing before"),
        ("(keys.count <= 3", "expected `)`"),
        ("(keys.count <= 3) + 1 > 2", "no number"),
        ("keys.count and 3 < 4", "between comparisons"),
        ("open('/etc/passwd') == 1", "cannot stand|one too many|missing"),
        ("__import__('os').system('x') == 0", "one too many|cannot stand"),
        ("keys.count[0] == 1", "cannot stand"),
        ("lambda: 1", "cannot stand"),
        ("keys.count ** 9 == 1", "missing before"),
        ("a == {}", "cannot stand"),
        ("max() > 1", "missing before"),
        ("max 3 > 1", "expected `(`"),
        ("(" * 60 + "1 < 2" + ")" * 60, "nested"),
        ("1 < " + "2 + " * 400 + "3", "at most"),
    ],
)
def test_what_is_no_check_is_refused_with_words(text, words):
    with pytest.raises(ValueError, match=words.replace("(", r"\(").replace(")", r"\)")):
        parse_check(text)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab.*()<>=+-/ 019,'\"%dy", max_size=120))
def test_any_text_is_read_or_refused(text):
    """Nothing but ValueError leaves the reader, and what it reads can be judged."""
    try:
        node = parse_check(text)
    except ValueError:
        return
    assert judge_check(node, facts).state in ("holds", "failed", "unknown", "mismatch")


def test_the_longest_check_over_many_facts_is_judged_at_once():
    """Work is bounded by the size of the check times the number of facts."""
    many = [Fact(f"a.n{number}.b", str(number), "wiki/a.md", "e") for number in range(2000)]
    text = "a.*.b >= 0" + " and a.*.b < 99999" * 50

    started = time.process_time()
    outcome = judge_check(parse_check(text), lambda shape: many if "*" in shape else
                          [fact for fact in many if fact.name == shape])  # fmt: skip

    assert outcome.state == "holds"
    assert time.process_time() - started < 60
