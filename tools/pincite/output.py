"""What a text of the wiki may look like when it leaves for a terminal, a log or another program.

A page, a file name and a commit message are written by others: none of them may move the cursor, hide text from a
reviewer, or break the format that it is printed in.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import TextIO

# Controls (C0 but tab and line feed, DEL, C1: escape sequences begin with them), line and paragraph separators, the
# marks that reorder or hide text (Unicode TR 36, "bidirectional text spoofing"), and bytes that are not UTF-8, which
# Python keeps as lone surrogates.
_UNSAFE = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
_ESCAPED_BYTES = range(0xDC80, 0xDD00)


def printable(text: str) -> str:
    r"""Return the text with all that a terminal would obey, or hide, spelled out: ESC becomes `\x1b`.

    Line feeds and tabs stay. A byte that is not UTF-8 is shown as that byte: `caf\xe9.md`.
    """
    return text if text.isascii() and text.isprintable() else _unsafe().sub(_spelled, text)


def _unsafe() -> re.Pattern[str]:
    # Most runs print nothing that needs it, and an expression costs more to compile than all else here; `re` keeps it.
    import re

    return re.compile(f"[{_UNSAFE}]")


def one_line(text: str) -> str:
    r"""Return the text as `printable` does, with line feeds and tabs spelled out too: for a name within a line."""
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


def _spelled(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code in _ESCAPED_BYTES:
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def json_text(value: object, indent: int | None = 2) -> str:
    r"""Return a value as JSON, readable in any script and pure UTF-8; what `printable` would spell out is `\u…`.

    A path that is not UTF-8 keeps its surrogates as JSON escapes, so a program that reads it gets the name it can open.
    """
    import json

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _unsafe().sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def use_utf8() -> None:
    """Let standard output and error be UTF-8 whatever the locale says, and never fail on a character."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def wants_colour(stream: TextIO) -> bool:
    """Return whether this stream is a terminal that takes colours, and NO_COLOR is not set (no-color.org)."""
    import os

    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()
