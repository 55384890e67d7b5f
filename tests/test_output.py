"""Nothing that others wrote moves the cursor, hides text, or breaks the format that it stands in."""

import io
import json
import os

from hypothesis import given
from hypothesis import strategies as st

from pincite.output import json_text, one_line, printable, wants_colour


def test_ordinary_text_of_any_script_stays():
    for text in ("plain", "鍵の輪番 – naïve 🔑\n\tx", "", "العربية"):
        assert printable(text) == text


def test_what_a_terminal_would_obey_is_spelled_out():
    assert printable("\x1b[2Jx\r\x9b1m\x00") == "\\x1b[2Jx\\x0d\\x9b1m\\x00"
    assert printable("a\u202eb\u2066c\u2028") == "a\\u202eb\\u2066c\\u2028"


def test_a_name_that_is_not_utf8_shows_its_bytes():
    assert one_line(os.fsdecode(b"caf\xe9\n.md")) == "caf\\xe9\\n.md"


@given(st.text(st.characters(exclude_categories=())))
def test_json_round_trips_and_is_utf8(text):
    out = json_text({"x": text})

    out.encode("utf-8")
    # Two surrogates that stand side by side are one character to every JSON reader.
    assert json.loads(out)["x"].encode("utf-16", "surrogatepass") == text.encode("utf-16", "surrogatepass")
    assert printable(out) == out


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_colour_is_for_a_terminal_that_wants_it(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Terminal())
    assert not wants_colour(io.StringIO())

    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())


def test_a_dumb_terminal_gets_no_colour(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "dumb")

    assert not wants_colour(Terminal())
