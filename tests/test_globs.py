"""Patterns match as git's ignore patterns do, in linear time."""

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.globs import matcher

CASES = [
    ("**/templates/**", "templates/a.md", True),
    ("**/templates/**", "wiki/templates/deep/a.md", True),
    ("**/templates/**", "wiki/templates", False),
    ("**/templates/**", "wiki/mytemplates/a.md", False),
    ("**/*template*.md", "wiki/adr-template-1.md", True),
    ("**/*template*.md", "wiki/template/a.md", False),
    ("wiki/archive", "wiki/archive/2020/a.md", True),
    ("wiki/archive/", "wiki/archive/a.md", True),
    ("wiki/archive", "wiki/archived.md", False),
    ("wiki/archive", "docs/wiki/archive/a.md", False),
    ("archive", "docs/wiki/archive/a.md", True),
    ("/archive", "docs/archive/a.md", False),
    ("*.md", "deep/down/a.md", True),
    ("wiki/*.md", "wiki/deep/a.md", False),
    ("wiki/*/x.md", "wiki/a/x.md", True),
    ("wiki/**/x.md", "wiki/x.md", True),
    ("wiki/**/x.md", "wiki/a/b/x.md", True),
    ("a?c", "abc", True),
    ("a?c/d", "a/c/d", False),
    ("[ab]x", "bx", True),
    ("[!ab]x", "bx", False),
    ("[z-a]", "[z-a]", True),
    ("[!]", "[!]", True),
    ("[", "[", True),
    ("**/.sync-state*", "raw/.sync-state.json", True),
    ("raw/A.md", "raw/a.md", False),
    ("**", "anything/at.all", True),
    ("x\ny*", "x\nyz", True),
]


@pytest.mark.parametrize(("pattern", "path", "expected"), CASES)
def test_a_pattern_matches_as_written(pattern, path, expected):
    assert matcher((pattern,))(path) is expected


def test_no_pattern_matches_nothing_and_one_of_several_is_enough():
    assert not matcher(())("a")
    assert not matcher(("", "/"))("a")
    assert matcher(("x", "a"))("a")


def test_a_hostile_pattern_ends():
    """Each of these takes a backtracking matcher longer than the age of the universe."""
    assert not matcher(("a*" * 60 + "b",))("a" * 240)
    assert not matcher(("**/a/" * 40 + "b",))("a/" * 1000 + "c")
    assert not matcher(("**/*a*a*a*a*a*b",))("/".join(["a" * 100] * 30))


SEGMENTS = st.text("ab*?", min_size=1, max_size=4).filter(lambda text: "**" not in text) | st.just("**")
PARTS = st.lists(SEGMENTS, min_size=1, max_size=4)
PATTERNS = st.builds(lambda head, parts: head + "/".join(parts), st.sampled_from(["", "/"]), PARTS)
PATHS = st.lists(st.text("ab", min_size=1, max_size=3), min_size=1, max_size=4).map("/".join)


@settings(max_examples=25, deadline=None)
@given(st.lists(PATTERNS, min_size=1, max_size=12), st.lists(PATHS, min_size=1, max_size=12))
def test_git_agrees(tmp_path_factory, patterns, paths):
    """`git check-ignore` is the oracle: a path is matched where git would ignore it."""
    root = tmp_path_factory.mktemp("ignore")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    for pattern in patterns:
        (root / ".git/info/exclude").write_text(pattern + "\n")
        done = subprocess.run(
            ["git", "check-ignore", "-z", "--no-index", "--stdin"], cwd=root, input="\0".join(paths).encode(),
            capture_output=True, check=False)  # fmt: skip
        ignored = {path for path in done.stdout.decode().split("\0") if path}

        assert {path for path in paths if matcher((pattern,))(path)} == ignored, pattern
