"""Documents whose every word is numbered, so that it can be seen what a renderer made of each."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

# `W` stands for a word of its own.
INLINE = ["W", "W", "W W", "`W`", "`` W ``", "\\`W W", "*W*", "**W**", "<b>W</b>", "W <!-- W --> W", "`W <W> W`",
          "W[^1]", "W `W\nW` W", "`W` and `W`", "W ` W", "W | W", "[W](W.md)", "W\nW", "\\\\`W`", "`W\\`",
          'W <a title="W">W</a>']  # fmt: skip
FENCED = ["W", "W W", "    W", "# W", "[[W]]", "`W`", "", "- W", "<!-- W", "> W"]
CODE = ["W", "W `W`", "    W", "# W", "- W", "<!-- W -->", "> W"]


def document(seed: int) -> str:
    """Return a document of nested blocks; the same for the same seed."""
    dice = random.Random(seed)
    count = iter(range(10**6))
    return re.sub("W", lambda _: f"zq{next(count)}z", _blocks(dice, 0, 5) + "\n")


def _indented(text: str, prefix: str, first: str | None = None) -> str:
    lines = text.split("\n")
    heads = [prefix] * len(lines) if first is None else [first, *[prefix] * (len(lines) - 1)]
    return "\n".join(
        head + line if line or head.strip() else "" for head, line in zip(heads, lines, strict=True)
    )  # fmt: skip


def _blocks(dice: random.Random, depth: int, most: int) -> str:
    return "\n\n".join(_block(dice, depth) for _ in range(dice.randint(1, most)))


def _block(dice: random.Random, depth: int) -> str:
    return dice.choice(BLOCKS if depth < 3 else INNERMOST)(dice, depth)


def _paragraph(dice: random.Random, depth: int) -> str:
    return " ".join(dice.choice(INLINE) for _ in range(dice.randint(1, 3)))


def _list(dice: random.Random, depth: int) -> str:
    items = []
    for _ in range(dice.randint(1, 3)):
        body = "# W" if dice.random() < 0.15 else _paragraph(dice, depth)
        if depth < 3 and dice.random() < 0.35:
            body += "\n\n" + dice.choice([_block, _list])(dice, depth + 1)
        items.append(_indented(body, "    ", dice.choice(["- ", "* ", "1. ", "-   ", "+ "])))
    return dice.choice(["\n", "\n\n"]).join(items)


def _quote(dice: random.Random, depth: int) -> str:
    return _indented(_blocks(dice, depth + 1, 2), "> ")


def _fence(dice: random.Random, depth: int) -> str:
    mark = dice.choice(["```", "~~~", "````"])
    body = "\n".join(dice.choice(FENCED) for _ in range(dice.randint(0, 4)))
    return f"{mark}{dice.choice(['', 'py', ' bash'])}\n{body}\n{mark}"


def _code(dice: random.Random, depth: int) -> str:
    return "\n".join("    " + dice.choice(CODE) for _ in range(dice.randint(1, 3)))


def _box(dice: random.Random, depth: int) -> str:
    head = dice.choice(["!!! note", '!!! note "W"', "??? tip", '???+ tip "W"', '=== "W"', '=== "W W"'])
    return head + dice.choice(["\n", "\n\n"]) + _indented(_blocks(dice, depth + 1, 2), "    ")


def _other(dice: random.Random, depth: int) -> str:
    return dice.choice(["| W | W |\n|---|---|\n| `W` | W |\n| W | `W | W` |", "# W", "## W `W`", "### W ###", "W\n---",
                        "W\n===", "---", "***", "* * *", "___"])  # fmt: skip


def _comment(dice: random.Random, depth: int) -> str:
    if depth:
        return _paragraph(dice, depth)
    return dice.choice(["<!-- W -->", "<!--\nW\n-->", "<!-- W\n\nW `W\nW\n-->"])


Maker = Callable[[random.Random, int], str]
BLOCKS: list[Maker] = [*[_paragraph] * 6, *[_list] * 5, *[_quote] * 2, *[_fence] * 3, *[_code] * 2, *[_box] * 3,
                       *[_other] * 4, _comment]  # fmt: skip
INNERMOST: list[Maker] = [_paragraph, _paragraph, _list, _fence, _other, _code]
