"""The configuration: every key has a default and a type, and what is wrong in it is said with its line."""

import os
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.config import ADOPT, Config
from pincite.configure import load, of_snapshot
from pincite.errors import UsageError
from pincite.keys import KEYS
from pincite.levels import all_kinds, leveller, rule_names
from pincite.output import one_line
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot


def settings(own=None, shared=None):
    files = {"pincite.toml": own, "pyproject.toml": shared}
    return load(lambda path: None if files[path] is None else files[path].encode())


def config(own=None, shared=None):
    return settings(own, shared).config


def complaint(own=None, shared=None):
    with pytest.raises(UsageError) as caught:
        settings(own, shared)
    assert caught.value.status == 2
    return str(caught.value)


def test_every_field_is_a_key_and_every_key_a_field():
    assert set(KEYS) == set(Config._fields)
    assert set(ADOPT) <= set(Config._fields)


@pytest.mark.sources
def test_every_key_does_something():
    """A key that nothing reads would be a promise that nobody keeps."""
    root = Path(__file__).parent.parent / "tools/pincite"
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in root.rglob("*.py")
        if path.name not in ("config.py", "configure.py", "keys.py")
    )

    assert [field for field in Config._fields if not re.search(rf"\w\.{field}\b(?!\()", code)] == []


def test_without_files_everything_is_default():
    assert settings().config == Config()
    assert set(settings().origins.values()) == {"default"}


def test_a_pyproject_that_says_nothing_about_us_is_not_parsed():
    assert config(shared="this is [not TOML") == Config()
    assert config(shared='[project]\nname = "pincite-user"\n') == Config()


def test_values_are_read_from_either_file():
    assert config('wiki = ["docs", "./notes/"]\n').wiki == ("docs", "notes")
    assert config(shared='[tool.pincite]\nwiki = "docs"\n').wiki == ("docs",)
    assert config("\ufeffstubs = true\r\n").stubs is True


def test_where_both_stand_the_own_file_counts_and_a_note_says_so():
    both = settings('wiki = "a"\n', '[tool.pincite]\nwiki = "b"\n')

    assert both.config.wiki == ("a",)
    assert "pyproject.toml is not read" in both.notes[0]
    assert settings('wiki = "a"\n', "[tool.pincite-other]\n[tool.x]\n").notes == ()


def test_each_value_knows_where_it_comes_from(monkeypatch):
    monkeypatch.setattr("pincite.keys.rule_names", lambda: ["links"])
    monkeypatch.setattr("pincite.keys.all_kinds", lambda: {"citations.weak": ("warning", "warning")})
    own = settings('# c\nprofile = "adopt"\n\n[levels]\n"citations.weak" = "off"\nlinks = "warning"\n')

    assert own.origins["profile"] == "pincite.toml:2"
    assert own.origins["index_names"] == "profile adopt"
    assert own.origins["wiki"] == "default"
    assert own.origins["levels"] == "pincite.toml:4"
    assert own.origins["levels.citations.weak"] == "pincite.toml:5"
    assert own.origins["levels.links"] == "pincite.toml:6"
    shared = settings(shared="[project]\nname = 'x'\n[tool.pincite]\nstubs = true\nlabels = {Why = 'Warum'}\n")
    assert shared.origins["stubs"] == "pyproject.toml:4"
    assert shared.origins["labels"] == "pyproject.toml:5"


def test_what_is_typed_beats_the_profile():
    assert config('profile = "adopt"\nindex_names = ["home.md"]\n').index_names == ("home.md",)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ('profil = "adopt"', ["pincite.toml:1: no key profil; did you mean profile?"]),
        ("log-order = 'any'", ["no key log-order; did you mean log_order?"]),
        ("x9 = 1", ["no key x9"]),
        ('"a\\u001b[2J" = 1', ['no key "a\\u001b[2J"']),
        ("\n\nbudget_lines = 'many'", ['pincite.toml:3: budget_lines must be a whole number from 1, not "many"']),
        ("budget_lines = true", ["a whole number from 1, not true"]),
        ("budget_lines = 0", ["a whole number from 1, not 0"]),
        ("stubs = {a = 12:30:00, b = [1e9]}", ["stubs must be true or false, not {"]),
        ("stubs = 'yes'", ['stubs must be true or false, not "yes"']),
        ("wiki = 3", ["wiki must be a list of folders, at least one, not 3"]),
        ("wiki = []", ["at least one, not []"]),
        ("wiki = ['/etc']", ["a list of folders"]),
        ("wiki = '../other'", ["a list of folders"]),
        ("schema = 'a/../../b'", ["schema must be a path below the repository's root"]),
        ("profile = 'lax'", ['profile must be "strict" or "adopt", not "lax"']),
        ("exclude = ['']", ["exclude must be a list of patterns"]),
        ("log_names = ['a/log.md']", ["log_names must be a list of names of files"]),
        ("required = 3", ["required must be a table of patterns, not 3"]),
        ("[required]\n'a.md' = [1]", ["pincite.toml:2: required.a.md must be a list of fields, not [1]"]),
        ("[labels]\nEntscheidung = 'Decision'", ["pincite.toml:2: labels.Entscheidung must be one of Decision, Rule"]),
        ("[levels]\nnope = 'off'", ["pincite.toml:2: no rule nope"]),
        ("[levels]\nx = 'loud'", ['pincite.toml:2: levels.x must be "off" or "warning" or "error", not "loud"']),
        ("levels = 'off'", ["levels must be a table of rules and their levels"]),
        ("since = '--output=x'", ["since must be a commit id, a tag or a branch"]),
        ("permalinks = ['git@x:o/r']", ["permalinks must be a list of addresses"]),
        ("[namespaces]\n'(a+)+' = 'docs'", ["pincite.toml:2: namespaces"]),
        ("[namespaces]\n'a[' = 'docs'", ["a regular expression"]),
        ("since = 2026-10-01", ['since must be a commit id, a tag or a branch, not "2026-10-01"']),
        ("x = [", ["pincite.toml:1: not valid TOML"]),
        ("a = 1\na = 2", ["pincite.toml:2: not valid TOML"]),
        ("x = " + "[" * 5000, ["cannot be read as TOML"]),
        ("budget_lines = " + "9" * 5000, ["cannot be read as TOML"]),
    ],
)
def test_what_is_wrong_is_said_with_its_line(typed, words):
    text = complaint(typed)

    assert all(word in text for word in words), text
    assert "\x1b" not in text


def test_everything_that_is_wrong_is_said_at_once():
    assert len(complaint("stub = true\nbudget_lines = 0\n").splitlines()) == 2


def test_bytes_that_are_not_utf8_name_their_line():
    with pytest.raises(UsageError, match=r"pincite.toml:2: not UTF-8"):
        load(lambda path: b"# x\n\xff = 1\n" if path == "pincite.toml" else None)


def test_a_huge_file_is_refused_unread():
    with pytest.raises(UsageError, match="more than"):
        load(lambda path: b"#" * 2_000_000 if path == "pincite.toml" else None)


def test_namespaces_take_a_plain_pattern():
    assert config("[namespaces]\n'ADR-\\d+' = 'docs/adr'\n").namespaces == (("ADR-\\d+", "docs/adr"),)


def test_labels_take_one_word_or_several():
    labels = config("[labels]\nDecision = ['Entscheidung', 'Beschluss']\nwhy = 'Warum'\n").labels

    assert labels == (("Decision", "Entscheidung"), ("Decision", "Beschluss"), ("Why", "Warum"))


def test_a_status_has_a_teams_own_words():
    assert config("[status]\nproposed = 'in Prüfung'\n").status == (("proposed", "in Prüfung"),)
    assert "status.draft must be one of proposed, accepted" in complaint("[status]\ndraft = 'x'\n")


def test_levels_are_for_a_rule_or_a_kind_in_either_spelling():
    kind, defaults = next(iter(all_kinds().items()))
    rule, _, name = kind.partition(".")

    assert leveller(config())(kind) == defaults[0]
    assert leveller(config('profile = "adopt"'))(kind) == defaults[1]
    for level in ("off", "warning", "error"):
        assert leveller(config(f'[levels]\n{rule} = "{level}"'))(kind) == level
        assert leveller(config(f'[levels]\n"{kind}" = "{level}"'))(kind) == level
        assert leveller(config(f'[levels]\n{rule}.{name} = "{level}"'))(kind) == level
    assert leveller(config(f'[levels]\n{rule} = "off"\n"{kind}" = "warning"'))(kind) == "warning"


def test_every_rule_has_levels_for_both_profiles():
    assert rule_names()
    for kind, levels in all_kinds().items():
        assert len(levels) == 2, kind
        assert set(levels) <= {"off", "warning", "error"}, kind


def on_disk(repo, **which):
    with open_repository(str(repo.root)) as repository:
        return of_snapshot(open_snapshot(repository, **which))


def test_the_files_are_read_from_the_snapshot_that_is_judged(repo):
    repo.write("pincite.toml", "budget_lines = 1\n")
    first = repo.commit()
    repo.write("pincite.toml", "budget_lines = 2\n")
    repo.git("add", "-A")
    repo.write("pincite.toml", "budget_lines = 3\n")

    assert on_disk(repo, rev=first).config.budget_lines == 1
    assert on_disk(repo, staged=True).config.budget_lines == 2
    assert on_disk(repo).config.budget_lines == 3
    assert on_disk(repo).notes == ()


def test_in_a_conflict_our_side_is_the_configuration(repo):
    repo.write("pincite.toml", "budget_lines = 1\n")
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.write("pincite.toml", "budget_lines = 2\n")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("pincite.toml", "budget_lines = 3\n")
    repo.commit()
    repo.git("merge", "side", check=False)

    assert on_disk(repo, staged=True).config.budget_lines == 3


def test_a_folder_of_that_name_is_no_configuration(repo):
    repo.write("pincite.toml/x", "y\n")
    first = repo.commit()

    for which in ({}, {"staged": True}, {"rev": first}):
        assert on_disk(repo, **which).config == Config()


def test_a_configuration_that_is_not_added_yet_is_read_with_a_note(repo):
    repo.write("pincite.toml", "stubs = true\n")

    assert on_disk(repo).config.stubs is True
    assert "git add pincite.toml" in on_disk(repo).notes[0]
    assert on_disk(repo, staged=True) == load(lambda path: None)


def test_an_ignored_configuration_is_not_read(repo):
    repo.write("pincite.toml", "stubs = true\n")
    repo.write(".gitignore", "pincite.toml\n")

    assert on_disk(repo).config.stubs is False


def test_neither_a_link_nor_a_pipe_is_opened_as_configuration(repo, tmp_path):
    (tmp_path / "elsewhere.toml").write_text("stubs = true\n")
    (repo.root / "pincite.toml").symlink_to(tmp_path / "elsewhere.toml")
    os.mkfifo(repo.root / "pyproject.toml")

    assert on_disk(repo).config == Config()


VALUES = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=8) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(list(KEYS)) | st.text(max_size=8), VALUES, max_size=4))
def test_any_value_is_taken_or_refused_in_words(values):
    from pincite.keys import read_all

    read, faults = read_all(values)

    assert set(read) <= set(values)
    assert all(one_line(fault.message) == fault.message for fault in faults)
    Config(**read)


@given(st.text(max_size=80) | st.binary(max_size=80))
def test_any_file_is_read_or_refused(data):
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    said = ""
    try:
        load(lambda path: raw if path == "pincite.toml" else None)
    except UsageError as error:
        said = str(error)

    assert all(line.startswith("pincite.toml:") for line in said.splitlines())


KEY = st.from_regex(r"[a-z][a-z_-]{0,5}", fullmatch=True)
LITERAL = st.sampled_from(['"x"', "'''a\nb = 1\n'''", '"""\n[t]\n\\""" ""\n"""', "[\n 1, # ]\n 2]", "{a = 1}", "1.5"])


@given(st.lists(st.tuples(KEY, LITERAL), max_size=8, unique_by=lambda pair: pair[0]))
def test_lines_of_keys_are_found_behind_any_value(pairs):
    from pincite.toml_lines import key_lines

    text = "# top\n" + "".join(f"{key} = {value}\n" for key, value in pairs)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    lines = text.split("\n")
    found = key_lines(text)

    assert {path[0] for path in found} == {key for key, _ in pairs}
    assert all(lines[found[key,] - 1].startswith(f"{key} = ") for key, _ in pairs)


def test_lines_of_tables_and_quoted_keys():
    from pincite.toml_lines import key_lines

    text = "a.b = 1\n[t.'q.r']\n\"x\\u0041\" = 1\n[[u]]\nc = 2\n"

    assert key_lines(text) == {
        ("a",): 1, ("a", "b"): 1, ("t",): 2, ("t", "q.r"): 2, ("t", "q.r", "xA"): 3, ("u",): 4, ("u", "c"): 5,
    }  # fmt: skip
