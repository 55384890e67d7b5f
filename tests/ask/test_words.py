"""What counts as the same word in a question and in an entry."""

import pytest

from pincite.ask.concepts import LONGEST
from pincite.ask.nearest import distance, nearest, similar
from pincite.ask.stem import stem
from pincite.ask.thesaurus import groups, related
from pincite.ask.words import STOP, folded, term, words


def found(text: str, single: bool = False) -> list[str]:
    return list(words(text, single))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("max_age", ["max", "age"]),
        ("SignatureExpired", ["signatureexpired", "signature", "expired"]),
        ("OAuth", ["oauth", "auth"]),
        ("sha256", ["sha256", "sha", "256"]),
        ("k8s", ["k8s"]),
        ("don't", ["don"]),
        ("a-b/c.d", ["a", "b", "c", "d"]),
        ("__init__", ["init"]),
        ("", []),
    ],
)
def test_identifiers_fall_into_their_words(text, expected):
    assert found(text) == expected


def test_runs_of_cjk_become_overlapping_pairs():
    assert found("密钥轮换") == ["密钥", "钥轮", "轮换"]
    assert found("鍵のID") == ["鍵の", "id"]


def test_a_single_cjk_character_is_a_word():
    assert found("鍵") == ["鍵"]
    assert found("密钥", single=True) == ["密", "钥", "密钥"]


@pytest.mark.parametrize(
    ("one", "other"), [("İSTANBUL", "istanbul"), ("Café", "cafe"), ("ﬁx", "fix"), ("kararı", "karari")]
)
def test_accents_and_forms_do_not_matter(one, other):
    assert folded(one) == folded(other)


def test_the_composed_and_the_decomposed_form_are_one_word():
    assert found("Schlu\u0308ssel") == found("Schl\u00fcssel")


@pytest.mark.parametrize(
    "family",
    [
        ("rotate", "rotates", "rotated", "rotating", "rotation"),
        ("expire", "expires", "expired", "expiration"),
        ("sign", "signs", "signed", "signing"),
        ("policy", "policies"),
        ("authenticate", "authenticated", "authentication"),
        ("stop", "stopped", "stopping"),
        ("invite", "invites", "invited", "invitation"),
    ],
)
def test_the_forms_of_a_word_have_one_stem(family):
    assert len({stem(word) for word in family}) == 1


@pytest.mark.parametrize(("one", "other"), [("new", "news"), ("organ", "organic"), ("sky", "skies")])
def test_a_stem_is_never_empty(one, other):
    assert stem(one)
    assert stem(other)


def test_numbers_in_words_are_digits():
    assert [term(word) for word in found("ninety days, five keys")] == ["90", "dai", "5", "kei"]


def test_the_thesaurus_relates_both_ways():
    table = related()

    for name, others in table.items():
        assert all(name in table[other] for other in others)


def test_the_thesaurus_has_no_group_of_one_and_no_empty_member():
    for group in groups():
        assert len(set(group)) > 1, group
        assert all(group)


def test_no_phrase_of_the_thesaurus_is_longer_than_what_is_looked_for():
    assert max(len(member) for group in groups() for member in group) <= LONGEST


def test_no_single_word_of_the_thesaurus_is_a_stop_word():
    alone = {member[0] for group in groups() for member in group if len(member) == 1}
    stopped = {term(word) for word in STOP}

    assert alone.isdisjoint(stopped), alone & stopped


@pytest.mark.parametrize(
    ("one", "other", "far"), [("kyes", "keys", 1), ("rotaton", "rotation", 1), ("abc", "abc", 0), ("a", "xyz", 3)]
)
def test_a_typing_error_is_one_step(one, other, far):
    assert distance(one, other, 2) == far


def test_the_nearest_words_are_those_fewest_errors_away():
    assert nearest("signng", ["signing", "singing", "sign"]) == ("signing",)
    assert nearest("zebra", ["signing"]) == ()


def test_titles_are_suggested_by_what_they_share():
    assert similar("key rotation", ["Rotate the keys", "Invoices", "Rotation of keys"], 2)[0] == "Rotation of keys"
    assert similar("xylophone", ["Rotate the keys"], 3) == ()
