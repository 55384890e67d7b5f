"""A pattern that was kept finds what a compiled one finds, and a bad file is nobody's concern."""

import re
import subprocess
import sys

import pytest

from pincite import patterns
from pincite.patterns import IGNORECASE, MULTILINE, lazy

CASES = [
    (r"(?P<path>[\w/.-]+):(?P<line>[0-9]+)", 0, "see src/a.py:12 and b.py:7"),
    (r"^#{1,6}[ \t]+(.*?)$", MULTILINE, "# One\ntext\n## Two\n"),
    (r"straße|(?<=x)é+", IGNORECASE, "STRASSE Straße xÉé"),
    (r"(?>a+)b|[^\x00-\x7f]", 0, "aaab 密"),
]


@pytest.fixture
def forgotten(monkeypatch):
    """Let this process know no pattern."""
    monkeypatch.setattr(patterns, "_known", {})
    monkeypatch.setattr(patterns, "_fresh", set())


@pytest.mark.parametrize(("source", "flags", "text"), CASES)
def test_a_kept_pattern_is_the_same(forgotten, tmp_path, source, flags, text):
    """What the first process compiled, the second takes from the file, and it matches the same."""
    expected = [(match.span(), match.groups()) for match in re.finditer(source, text, flags)]
    assert [(match.span(), match.groups()) for match in lazy(source, flags).finditer(text)] == expected
    patterns.save_in(str(tmp_path))
    patterns._known.clear()
    patterns.keep_in(str(tmp_path))

    assert (source, flags) in patterns._known
    kept = lazy(source, flags)
    assert [(match.span(), match.groups()) for match in kept.finditer(text)] == expected
    assert kept.sub("-", text) == re.sub(source, "-", text, flags=flags)
    assert not patterns._fresh


@pytest.mark.parametrize("content", [b"", b"1234", b"\0\0\0\0garbage", b"\xff" * 400])
def test_a_bad_file_is_passed_over(forgotten, tmp_path, content):
    """Whatever stands in the file, nothing is taken from it unless it is whole."""
    (tmp_path / "patterns").write_bytes(content)

    patterns.keep_in(str(tmp_path))

    assert patterns._known == {}
    assert lazy("a+").match("aa")


def test_a_folder_that_cannot_be_written_is_no_error(forgotten, tmp_path):
    """Without a place nothing is kept."""
    (tmp_path / "file").write_text("")
    assert lazy("b+").match("bb")

    patterns.save_in(str(tmp_path / "file"))


def test_re_is_not_imported_for_a_kept_pattern(forgotten, tmp_path):
    """A process that finds its patterns in the file does without `re`."""
    assert lazy("ab+c").match("abbc")
    patterns.save_in(str(tmp_path))
    program = (
        "import sys; from pincite import patterns; patterns.keep_in(sys.argv[1]);"
        "assert patterns.lazy('ab+c').match('abbbc'); assert 're' not in sys.modules"
    )
    path = str(patterns.__file__).removesuffix("/pincite/patterns.py")

    subprocess.run([sys.executable, "-S", "-c", program, str(tmp_path)], check=True, env={"PYTHONPATH": path})
