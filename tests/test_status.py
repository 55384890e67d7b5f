"""A status is known in the languages of decision records, and in a team's own words."""

import pytest

from pincite.config import Config
from pincite.parse.grammar import grammar_of
from pincite.parse.page import parse_page
from pincite.status import status_of


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Accepted (implemented)", "accepted"),
        ("**aceptada**", "accepted"),
        ("✅ Angenommen", "accepted"),
        ("superseded by ADR 0092", "superseded"),
        ("已拒绝", "rejected"),
        ("in Prüfung", ""),
        ("", ""),
    ],
)
def test_known_words(text, status):
    assert status_of(text) == status


def test_a_teams_own_words_come_first():
    own = (("proposed", "in Prüfung"), ("rejected", "Accepted, not"))

    assert status_of("In prüfung seit Mai", own) == "proposed"
    assert status_of("accepted, not yet", own) == "rejected"
    assert status_of("accepted", own) == "accepted"


@pytest.mark.parametrize(
    ("word", "own", "status", "live"),
    [
        ("proposed", (), "proposed", False),
        ("vorgeschlagen", (), "proposed", False),
        ("Declined.", (), "rejected", False),
        ("in Prüfung", (), "accepted", True),
        ("in Prüfung", (("proposed", "in Prüfung"),), "proposed", False),
        ("deprecated", (), "accepted", True),
    ],
)
def test_an_entry_has_the_status_that_its_bullet_says(word, own, status, live):
    text = f"---\ntitle: x\n---\n## 2026-10-03 Keep 4 keys\n\n- **Status:** {word}\n"

    [entry] = parse_page("wiki/x.md", text.encode(), grammar_of(Config(status=own))).entries

    assert (entry.status, entry.live) == (status, live)
