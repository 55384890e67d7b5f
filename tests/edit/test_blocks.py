"""Additions to files of the user's keep every line, and are taken out without a trace."""

from __future__ import annotations

import pytest

from pincite.edit.blocks import HASH, HTML, has_block, with_block, without_blocks
from pincite.errors import UsageError

TEXTS = [
    "",
    "# Rules\n",
    "# Rules\nno final newline",
    "a\r\nb\r\n",
    "a\r\nb",
    "\ufeff# BOM\n\n\n",
    "\n\n",
    "\x0c form feed\u2028not a line end\x85\n",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("comment", [HASH, HTML])
def test_a_block_comes_and_goes_without_a_trace(text: str, comment: object) -> None:
    one = with_block(text, "agents", "first\n\nsecond\n", comment)
    two = with_block(one, "hooks", "third", comment)
    assert has_block(two, "agents")
    assert has_block(two, "hooks")
    assert without_blocks(two) == text


@pytest.mark.parametrize("text", TEXTS)
def test_a_second_time_changes_nothing_and_a_new_body_replaces(text: str) -> None:
    one = with_block(text, "agents", "first", HASH)
    assert with_block(one, "agents", "first", HASH) == one
    new = with_block(one, "agents", "other\nlines", HASH)
    assert "first" not in new
    assert without_blocks(new) == text


def test_a_block_can_stand_in_the_middle_and_be_indented() -> None:
    text = "a:\n  - 1\nb: 2\n"
    new = with_block(text, "x", "- 2\n\n- 3", HASH, at=9, indent="  ")
    assert new.startswith("a:\n  - 1\n  # pincite:begin x (")
    assert "\n  - 2\n\n  - 3\n  # pincite:end x\nb: 2\n" in new
    assert without_blocks(new) == text


def test_line_ends_are_the_files_own() -> None:
    assert "\n" not in with_block("a\r\n", "x", "b\nc", HASH).replace("\r\n", "")


@pytest.mark.parametrize(
    "text",
    ["# pincite:begin x\nrest", "a\n# pincite:end x\n", "# pincite:begin a\n# pincite:begin b\n# pincite:end b\n"],
)
def test_broken_markers_stop_everything(text: str) -> None:
    with pytest.raises(UsageError, match="by hand"):
        without_blocks(text)
    with pytest.raises(UsageError, match="by hand"):
        with_block(text, "x", "b", HASH)
