"""Instructions for coding agents, as files that `init` puts where each agent looks for them.

`AGENTS.md` and `CLAUDE.md`, which Codex and most others read, get a block; these are whole files.
"""

from __future__ import annotations

import os

# Where a file goes: its text here, and the folder that must exist for it (empty: none). Claude Code reads `.claude/` in
# any repository; rules for Cursor are written where somebody uses it.
FILES = {
    ".claude/skills/pincite/SKILL.md": ("skill.md", ""),
    ".claude/commands/decided.md": ("decided.md", ""),
    ".claude/commands/decide.md": ("decide.md", ""),
    ".claude/commands/drift.md": ("drift.md", ""),
    ".cursor/rules/pincite.mdc": ("cursor.md", ".cursor"),
}


def text_of(path: str) -> str:
    """Return the text of one of FILES."""
    with open(os.path.join(os.path.dirname(__file__), FILES[path][0]), encoding="utf-8") as file:
        return file.read()
