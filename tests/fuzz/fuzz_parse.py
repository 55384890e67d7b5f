"""Feed the parser what nobody would write: `python tests/fuzz/fuzz_parse.py [SECONDS] [SEED]`.

Any bytes must make a page, in time that grows with their length, whose offsets are those of its text.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "hooks")]

from pincite.parse.grammar import Grammar  # noqa: E402
from pincite.parse.page import parse_page  # noqa: E402

GRAMMAR = Grammar(permalinks=("https://forge.example/team/app",))
PIECES = ["---\n", "title: x", "tags: [a]", "\n", "\n\n", "\r\n", "\r", "\t", " ", "    ", "> ", "- ", "1. ", "# ",
          "## ",
          "2026-10-03", "~~", "(supersedes ", ")", "(superseded ", "[[", "]]", "|", "#", "![[", "[x](", "](", "`", "``",
          "```", "~~~", "<!--", "-->", "%%", "$", "$$", "\\", "<a href='", "<pre>", "</pre>", "<div>", "!!! note\n",
          '=== "x"\n', "??? x\n", "| a | b |\n|---|---|\n", "src/a.py:12", "#L1-L2", ":1", " L3", " (lines 1-2",
          "@abcdef1", '"', "“", "”", "**Why:**", "[^1]:", "^id", "{#id}", "word", "é鍵", "\u2028", "\f", "\x85",
          "\ufeff", "\0", "[2026-10-03] ", " — ", "https://forge.example/team/app/blob/main/a.py#L1",
          "CHANGES.md 1.0"]  # fmt: skip


def content(rng: random.Random) -> bytes:
    """Return a page of pieces, some of them many times over, with a few bytes changed in every fourth."""
    pieces = [rng.choice(PIECES) * (rng.randrange(400) if rng.random() < 0.02 else 1) for _ in range(rng.randrange(60))]
    data = bytearray((rng.choice(["", "---\ntitle: x\n"]) + "".join(pieces)).encode())
    if data and rng.random() < 0.25:
        for _ in range(3):
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def attempt(path: str, data: bytes) -> None:
    """Parse one page; AssertionError where it is not what its contract says."""
    begin = time.process_time()
    page = parse_page(path, data, GRAMMAR)
    assert time.process_time() - begin < 1 + len(data) / 50_000, "slow"
    for citation in page.citations:
        assert page.text[citation.start : citation.end] == citation.text
        assert page.text.count("\n", 0, citation.start) + 1 == citation.line
        assert citation.start - page.text.rfind("\n", 0, citation.start) == citation.column
    for link in page.links:
        assert 0 <= link.start < link.end <= len(page.text)
        assert page.text.count("\n", 0, link.start) + 1 == link.line
    for one in (*page.headings, *page.entries, *page.events):
        assert 0 <= one.start <= one.end <= len(page.text)
    ids = [heading.id for heading in page.headings if f"#{heading.id}" not in page.text and "id=" not in page.text]
    assert len(ids) == len(set(ids)), ids


def main() -> int:
    """Run for so many seconds; a failure is printed with its seed and page, to see it again."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(2**32)
    end, rounds, rng = time.monotonic() + seconds, 0, random.Random(seed)
    while time.monotonic() < end:
        path, data = rng.choice(["wiki/a.md", "wiki/log.md", "wiki/index.md"]), content(rng)
        try:
            attempt(path, data)
        except Exception:
            print(f"seed {seed}, round {rounds}: {path}: {data!r}")
            raise
        rounds += 1
    print(f"seed {seed}: {rounds} pages")
    return 0 if rounds else 1


if __name__ == "__main__":
    sys.exit(main())
