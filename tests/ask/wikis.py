"""Make a wiki of decisions: from the generator, and from a file of decisions given on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.ask.distractors import Made, distractors

DATE, BEFORE = "2026-10-03", "2026-09-30"


def made_pages(count: int, seed: int = 7) -> dict[str, list[str]]:
    """Return the entries of `count` made-up decisions by page."""
    pages: dict[str, list[str]] = {}
    for made in distractors(count, seed):
        pages.setdefault(made.page, []).append(_made_entry(made))
    return pages


def read_pages(path: Path) -> dict[str, list[str]]:
    """Return the entries that a JSON file of decisions tells, superseded ones included, by page."""
    pages: dict[str, list[str]] = {}
    for item in json.loads(path.read_text(encoding="utf-8")):
        pages.setdefault(item["page"], []).extend(_read_entries(item))
    return pages


def write_wiki(root: Path, pages: dict[str, list[str]]) -> None:
    """Write pages, index and log of a wiki, at most 20 entries a page."""
    for name, entries in pages.items():
        for number, part in enumerate(_parts(entries, 20)):
            stem = f"{name}-{number}" if number else name
            target = root / "wiki" / "decisions" / f"{stem}.md"
            target.parent.mkdir(parents=True, exist_ok=True)
            head = f"---\ntitle: {stem.replace('-', ' ')}\ntype: decision\ntags: [t]\n---\n\n"
            target.write_text(head + "\n".join(part), encoding="utf-8")
    names = sorted(path.stem for path in (root / "wiki" / "decisions").glob("*.md"))
    (root / "wiki" / "index.md").write_text("# Index\n\n" + "".join(f"- [[{name}]]\n" for name in names))
    (root / "wiki" / "log.md").write_text(f"# Log\n\n## [{DATE}] capture | all of it\n")


def _parts(items: list[str], size: int) -> Iterator[list[str]]:
    return (items[at : at + size] for at in range(0, len(items), size))


def _entry(heading: str, bullets: Iterable[tuple[str, str]]) -> str:
    rows = [f"- **{label}:** {text}" for label, text in bullets if text]
    return "\n".join([f"## {heading}", "", *rows, f"- **Source:** conversation, {DATE}", ""])


def _made_entry(made: Made) -> str:
    rejected = [("Rejected", f"{what}: {reason}.") for what, reason in made.rejected]
    bullets = [("Decision", made.decision), ("Why", made.why), *rejected, ("Consequence", made.consequence)]
    return _entry(f"{DATE} {made.title}", bullets)


def _read_entries(item: dict[str, Any]) -> Iterator[str]:
    """Yield the entry with its own id, then what it superseded."""
    title, _, _ = item["title"].partition(" (supersedes")
    old = item["history"]
    tail = f" (supersedes [[#{BEFORE} {old[0]['title']}]])" if old else ""
    rejected = [("Rejected", f"{one['option']}: {one['reason']}") for one in item["rejected"]]
    bullets = [("Decision", item["decision"]), ("Why", item["why"]), *rejected, ("Consequence", item["consequence"])]
    yield _entry(f"{DATE} {title}{tail} {{#{item['id']}}}", bullets)
    for one in old:
        gone = [("Rejected", f"{what}: {reason}") for what, reason in one["rejected"]]
        bullets = [("Decision", one["rule"]), ("Why", one["why"]), *gone, ("Consequence", one["consequence"])]
        yield _entry(f"{BEFORE} ~~{one['title']}~~ (superseded {DATE})", bullets)
