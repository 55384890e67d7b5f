"""Each format says the same verdict, in the shape that its reader takes, whatever stands in the wiki."""

import json
import os
import re
import types

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.model import Edit, Fix, Problem
from pincite.output import printable
from pincite.report import FORMATS, render
from pincite.verdict import Report
from sarif_schema import SCHEMA

MOVED = Problem(
    "citations.moved",
    "wiki/keys.md",
    14,
    12,
    "`src/a.py:12` now reads at line 15",
    subject="src/a.py:12",
    fix=Fix("pincite fix wiki/keys.md", (Edit("wiki/keys.md", 40, 51, "src/a.py:15"),)),
)
WEAK = Problem("citations.weak", "wiki/keys.md", 16, 1, "line 3 is blank", subject="src/a.py:3", level="warning")
NASTY = os.fsdecode(b"wiki/caf\xe9 50%,a:b\n\x1b[2J.md")


def report(*problems, **fields):
    counts = {level: sum(problem.level == level for problem in problems) for level in ("error", "warning")}
    return Report(
        1, fields.pop("snapshot", "disk"), problems, fields.pop("notes", ()), counts, **{"pages": 14, **fields}
    )


@pytest.fixture(autouse=True)
def _documented(monkeypatch):
    """Let the rules of these problems have documentation, whichever rules there are."""
    about = types.SimpleNamespace(__doc__="Cited lines still say what they said.\n\nMore of it.")
    monkeypatch.setattr("pincite.report.sarif.rule", lambda name: about)


def test_text_is_a_line_a_problem_and_the_fix_below():
    assert render(report(MOVED, WEAK), "text") == (
        "wiki/keys.md:14:12: citations.moved  `src/a.py:12` now reads at line 15\n"
        "    fix: pincite fix wiki/keys.md\n"
        "wiki/keys.md:16:1: citations.weak  warning: line 3 is blank\n"
        "1 error, 1 warning: 14 pages on disk\n"
    )


def test_text_says_what_was_checked_where_nothing_was_found():
    assert render(report(pages=1), "text") == "no problems: 1 page on disk\n"
    assert render(report(snapshot="index"), "text") == "no problems: 14 pages in the index\n"
    assert render(report(snapshot="ab" * 20), "text") == "no problems: 14 pages at ababababab\n"


def test_older_problems_are_counted_in_one_line():
    assert render(report(older=3), "text").splitlines() == [
        "note: 3 older problems that were there before: not shown here, 'pincite check' shows all",
        "no new problems: 14 pages on disk",
    ]
    assert "1 older problem that was there" in render(report(WEAK, older=1), "text")


def test_notes_stand_in_every_format_that_has_a_place_for_them():
    noted = report(WEAK, notes=("wiki/new.md is not tracked",), older=2)

    for form in ("text", "json", "sarif", "github"):
        assert "wiki/new.md is not tracked" in render(noted, form), form
        assert "2 older problems" in render(noted, form), form


def test_colour_is_only_colour():
    coloured = render(report(MOVED, WEAK, notes=("n",)), "text", colour=True)

    assert "\x1b[31m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == render(report(MOVED, WEAK, notes=("n",)), "text")


def test_a_message_of_several_lines_is_indented():
    changed = MOVED._replace(message="changed\nwas: a\nnow: b", fix=None)

    assert render(report(changed), "text").splitlines()[:3] == [
        "wiki/keys.md:14:12: citations.moved  changed",
        "    was: a",
        "    now: b",
    ]


def test_json_has_exactly_this_shape():
    assert json.loads(render(report(MOVED, WEAK, notes=("n",)), "json")) == {
        "version": 1,
        "snapshot": "disk",
        "problems": [
            {
                "rule": "citations.moved",
                "level": "error",
                "path": "wiki/keys.md",
                "line": 14,
                "column": 12,
                "message": "`src/a.py:12` now reads at line 15",
                "fix": {
                    "command": "pincite fix wiki/keys.md",
                    "edits": [{"path": "wiki/keys.md", "start": 40, "end": 51, "text": "src/a.py:15"}],
                },
            },
            {
                "rule": "citations.weak",
                "level": "warning",
                "path": "wiki/keys.md",
                "line": 16,
                "column": 1,
                "message": "line 3 is blank",
                "fix": None,
            },
        ],
        "notes": ["n"],
        "counts": {"error": 1, "warning": 1},
    }


def sarif(*problems, **fields):
    log = json.loads(render(report(*problems, **fields), "sarif"))
    jsonschema.Draft202012Validator(SCHEMA, format_checker=jsonschema.FormatChecker()).validate(log)
    return log["runs"][0]


def test_sarif_is_valid_and_points_at_the_line():
    run = sarif(MOVED, WEAK, notes=("n",), older=1)

    first = run["results"][0]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "wiki/keys.md"
    assert place["region"] == {"startLine": 14, "startColumn": 12}
    assert first["level"] == "error"
    assert "fix: pincite fix wiki/keys.md" in first["message"]["text"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["citations.moved", "citations.weak"]
    assert [result["ruleIndex"] for result in run["results"]] == [0, 1]
    assert sarif()["results"] == []


def test_sarif_addresses_are_percent_encoded():
    run = sarif(MOVED._replace(path=NASTY))

    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "wiki/caf%E9%2050%25%2Ca%3Ab%0A%1B%5B2J.md"


def test_github_commands_cannot_be_broken_out_of():
    evil = MOVED._replace(path=NASTY, message="a\n::set-output name=x::y\r100% b", fix=None)

    lines = render(report(evil, notes=("a\n::error::x",)), "github").splitlines()

    assert lines[0] == (
        "::error file=wiki/caf\\xe9 50%25%2Ca%3Ab%0A\\x1b[2J.md,line=14,col=12,title=citations.moved"
        "::a%0A::set-output name=x::y\\x0d100%25 b"
    )
    assert lines[1] == "::notice title=pincite::a%0A::error::x"
    assert lines[2:] == ["1 error: 14 pages on disk"]


def test_gitlab_fingerprints_are_unique_and_outlive_a_moved_line():
    twice = [MOVED, MOVED._replace(line=20), WEAK]
    issues = json.loads(render(report(*twice), "gitlab"))
    later = json.loads(render(report(*(problem._replace(line=problem.line + 7) for problem in twice)), "gitlab"))

    assert len({issue["fingerprint"] for issue in issues}) == 3
    assert [issue["fingerprint"] for issue in issues] == [issue["fingerprint"] for issue in later]
    assert issues[0] | {"fingerprint": ""} == {
        "description": "`src/a.py:12` now reads at line 15",
        "check_name": "citations.moved",
        "fingerprint": "",
        "severity": "major",
        "location": {"path": "wiki/keys.md", "lines": {"begin": 14}},
    }
    assert [issue["severity"] for issue in issues] == ["major", "major", "minor"]
    assert json.loads(render(report(), "gitlab")) == []


WILD = st.text(st.characters(exclude_categories=()), max_size=20)
# Any bytes can be a file's name; as text they hold no surrogates but those that stand for a byte.
PATHS = st.binary(max_size=20).map(lambda name: name.decode("utf-8", "surrogateescape"))
PROBLEMS = st.builds(
    Problem,
    st.sampled_from(["links.broken", "citations.moved"]),
    PATHS,
    st.integers(1, 10**6),
    st.integers(1, 10**4),
    WILD,
    WILD,
    st.none() | st.builds(Fix, WILD),
    level=st.sampled_from(["error", "warning"]),
)


@given(st.lists(PROBLEMS, max_size=4), st.lists(WILD, max_size=2))
def test_no_text_of_a_wiki_breaks_a_format(problems, notes):
    shown = report(*problems, notes=tuple(notes))
    for form in FORMATS:
        out = render(shown, form)

        out.encode("utf-8")
        assert printable(out) == out, form
        assert out.endswith("\n")
        if form in ("json", "sarif", "gitlab"):
            json.loads(out)
    assert sum(line.startswith(("::error", "::warning")) for line in render(shown, "github").split("\n")) == len(
        problems
    )
