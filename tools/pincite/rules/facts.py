"""Facts are well formed, say one value for one name, and every check over them holds.

A fact is `name.of.it = value` in a Facts bullet of an entry in force; a value is a number, a number with a unit, a
word, a "text", or `none` (no limit). A check is a comparison over facts in a Check bullet, `*` standing for any part of
a name. An Open bullet that names a fact of a failed check makes a warning of it.

Bad:
    ## 2026-10-03 Keep 4 keys

    - **Facts:** `keys.count = 4`, `keys.rotation = 30 days`, `token.max_age = 100 days`
    - **Check:** `token.*  <= (keys.count - 1) * keys.rotation`
    - **Source:** conversation, 2026-10-03

Good:
    ## 2026-10-03 Keep 4 keys

    - **Facts:** `keys.count = 4`, `keys.rotation = 30 days`, `token.max_age = 75 days`
    - **Check:** `token.* <= (keys.count - 1) * keys.rotation`
    - **Source:** conversation, 2026-10-03
"""

from __future__ import annotations

from pincite.model import Entry, Page, Problem
from pincite.rules._common import listed, place
from pincite.wiki import Fact, Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.facts.judging import Outcome
    from pincite.facts.reading import Written
    from pincite.facts.values import Value

KINDS = {
    "syntax": ("error", "error"),
    "conflict": ("error", "error"),
    "check-failed": ("error", "error"),
    "unknown": ("warning", "warning"),
}


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem for each fact that cannot be read or is contradicted, and each check that does not hold."""
    for entry in page.entries:
        if entry.live and any(bullet.label in ("facts", "check") for bullet in entry.bullets):
            # only here, since reading numbers takes more time than all other rules take to begin
            from pincite.facts.reading import checks_in, facts_in

            for written in facts_in(entry, page):
                yield from _judge_fact(written, entry, page, wiki)
            for written in checks_in(entry, page):
                yield from _judge_check(written, entry, page, wiki)


def _problem(kind: str, page: Page, written: Written, message: str) -> Problem:
    line, column = place(page.text, written.start)
    return Problem(f"facts.{kind}", page.path, line, column, message, written.name or written.text)


def _judge_fact(written: Written, entry: Entry, page: Page, wiki: Wiki) -> Iterator[Problem]:
    from pincite.facts.reading import MOST_PARTS
    from pincite.facts.values import parse_value, same

    if not written.name:
        message = f"`{written.text[:60]}` is no fact; write `name.of.it = value`, as in `keys.rotation = 30 days`"
        yield _problem("syntax", page, written, message)
        return
    if written.name.count(".") >= MOST_PARTS:
        yield _problem("syntax", page, written, f"`{written.name}` has more than {MOST_PARTS} parts")
        return
    try:
        value = parse_value(written.text)
    except ValueError as error:
        yield _problem("syntax", page, written, f"`{written.name} = {written.text[:60]}`: {error}")
        return
    others = [fact for fact in wiki.facts(written.name) if not same(value, _value(fact.text))]
    if others:
        message = f"`{written.name}` is {written.text} here, and {_placed(others)}; supersede one, or rename it"
        yield _problem("conflict", page, written, message)


def _value(text: str) -> Value:
    from pincite.facts.values import parse_value

    try:
        return parse_value(text)
    except ValueError:
        return text


def _placed(facts: list[Fact]) -> str:
    return listed([f"{fact.text} in {fact.path}#{fact.entry}" for fact in facts], "and")


def _judge_check(written: Written, entry: Entry, page: Page, wiki: Wiki) -> Iterator[Problem]:
    from pincite.facts.judging import judge_check
    from pincite.facts.language import parse_check

    try:
        node = parse_check(written.text)
    except ValueError as error:
        yield _problem("syntax", page, written, f"`{written.text[:80]}` is no check: {error}")
        return
    outcome = judge_check(node, wiki.facts)
    if outcome.state == "unknown":
        message = f"`{written.text}` cannot be judged: no entry in force says what {outcome.why} is"
        yield _problem("unknown", page, written, message)
    elif outcome.state != "holds":
        failed = _problem("check-failed", page, written, _failure(written, outcome))
        yield failed._replace(level="warning") if _is_open(outcome, entry, wiki) else failed


def _failure(written: Written, outcome: Outcome) -> str:
    """Say what fails, with the facts, their values and the entries that they stand in."""
    what = "does not hold" if outcome.state == "failed" else "compares what cannot be compared"
    facts = [f"{fact.name} = {fact.text} ({fact.path}#{fact.entry})" for fact in outcome.facts]
    return f"`{written.text}` {what}: {outcome.why}" + (f"; {listed(facts, 'and', most=12)}" if facts else "")


def _is_open(outcome: Outcome, entry: Entry, wiki: Wiki) -> bool:
    """Return whether somebody wrote down as an open question that this check fails."""
    names = {fact.name for fact in outcome.facts}
    said = " ".join(entry.texts("open")).casefold()
    words = {part.casefold() for name in names for part in name.split(".") if len(part) > 3}
    return any(word in said for word in words if said) or any(wiki.open_about(name) for name in sorted(names))
