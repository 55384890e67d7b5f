"""Feed the configuration's reader what nobody would write: `python tests/fuzz/fuzz_config.py [SECONDS] [SEED]`.

Any file must be read, or refused in words that name file and line and hold nothing a terminal would obey. Whatever is
read must be printed again as a configuration that means the same.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "hooks")]

from pincite.commands.config import as_toml  # noqa: E402
from pincite.config import Config  # noqa: E402
from pincite.configure import load  # noqa: E402
from pincite.errors import UsageError  # noqa: E402
from pincite.globs import matcher  # noqa: E402
from pincite.keys import KEYS  # noqa: E402
from pincite.levels import all_kinds, all_levels, rule_names  # noqa: E402
from pincite.output import printable  # noqa: E402

WORDS = [*KEYS, *Config().exclude, *rule_names(), *all_kinds(), "tool", "pincite", "strict", "adopt", "off", "error",
         "Decision", "Why", "wiki", "../x", "/etc", "~", "a*b", "**/a", "[!", "[z-a]", "(a+)+", "\\d+", "-x", "é鍵",
         "\x1b[2J", "\u202e", "\udce9", "", " ", "\n", "=", "[", "]", "{", "}", ",", ".", "#", "'", '"', "\\", "\r\n",
         "true", "1", "-1", "0x7f", "1e400", "nan", "9" * 30, "2026-10-01", "12:30:00", "\ufeff", "\0"]  # fmt: skip


def value(rng: random.Random, depth: int = 0) -> str:
    """Return a TOML value that is mostly valid."""
    roll = rng.random()
    if roll < 0.5 or depth > 3:
        word = rng.choice(WORDS)
        return rng.choice([f'"{word}"', f"'{word}'", word, f'"""{word}"""', f"'''\n{word}'''"])
    if roll < 0.8:
        return "[" + ", ".join(value(rng, depth + 1) for _ in range(rng.randrange(4))) + "]"
    return "{" + ", ".join(f"{key(rng)} = {value(rng, depth + 1)}" for _ in range(rng.randrange(3))) + "}"


def key(rng: random.Random) -> str:
    """Return a key, known or not, bare or in quotes."""
    word = rng.choice([rng.choice(list(KEYS)), rng.choice(WORDS)])
    return rng.choice([word, f'"{word}"', f"'{word}'", f"{word}.{rng.choice(WORDS)}"])


def document(rng: random.Random) -> bytes:
    """Return a file: keys and tables, with a few bytes changed in every third."""
    lines = [f"[{key(rng)}]" if rng.random() < 0.25 else f"{key(rng)} = {value(rng)}" for _ in range(rng.randrange(6))]
    data = bytearray(rng.choice(["\n", "\r\n"]).join(lines).encode("utf-8", "surrogatepass"))
    if data and rng.random() < 0.33:
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(len(data))] = rng.choice([rng.randrange(256), *b"[]{}\"'=\n\\"])
    return bytes(data)


def attempt(own: bytes | None, shared: bytes | None) -> bool:
    """Read one configuration and return whether it was taken; AssertionError where it is not handled as promised."""
    files = {"pincite.toml": own, "pyproject.toml": shared}
    try:
        settings = load(files.get)
    except UsageError as error:
        refusal = str(error)
    else:
        refusal = ""
    assert refusal == printable(refusal), refusal
    assert all(line.startswith(("pincite.toml:", "pyproject.toml:")) for line in refusal.splitlines()), refusal
    if refusal:
        return False
    matcher(settings.config.exclude + settings.config.frozen)("wiki/a/b.md")
    assert set(all_levels(settings.config).values()) <= {"off", "warning", "error"}
    printed = as_toml(settings, explained=False).encode()
    again = load(lambda path: printed if path == "pincite.toml" else None)
    assert again.config._replace(levels=()) == settings.config._replace(levels=()), printed
    assert all_levels(again.config) == all_levels(settings.config), printed
    return True


def main() -> int:
    """Run for so many seconds; a failure is printed with its seed and file, to see it again."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(2**32)
    end, rounds, taken = time.monotonic() + seconds, 0, 0
    rng = random.Random(seed)
    while time.monotonic() < end:
        own = document(rng) if rng.random() < 0.7 else None
        shared = b"[tool.pincite]\n" + document(rng) if own is None or rng.random() < 0.2 else None
        try:
            taken += attempt(own, shared)
        except Exception:
            print(f"seed {seed}, round {rounds}:\npincite.toml: {own!r}\npyproject.toml: {shared!r}")
            raise
        rounds += 1
    print(f"seed {seed}: {rounds} configurations, {taken} taken, the others refused in words")
    return 0 if rounds and taken else 1


if __name__ == "__main__":
    sys.exit(main())
