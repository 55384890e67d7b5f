"""A generator of plausible other decisions: what a question must be told apart from in a wiki of a few thousand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Made(NamedTuple):
    """A made-up decision, in the shape of an entry of a page."""

    page: str
    title: str
    decision: str
    why: str
    rejected: tuple[tuple[str, str], ...]
    consequence: str


# Lines of "page: things that are decided on / options that could be taken".
AREAS = (Path(__file__).parent / "areas.txt").read_text(encoding="utf-8").splitlines()

REASONS = (
    "it doubled the time of a deploy", "nobody on the team knows it well", "the licence changed last year",
    "it needs one more service to run", "support tickets about it never stopped", "it was slower in our benchmark",
    "the vendor has no European region", "two outages in one quarter came from it", "it hides errors until production",
    "migration would take a quarter", "the free tier ends at our volume", "reviewers could not follow the changes",
    "it breaks when the network is slow", "finance could not reconcile the numbers", "customers asked for it twice",
    "it keeps state outside the database", "the old way lost data in March", "it cannot be tested on a laptop",
    "an audit asked for a record of each change", "screens of older devices show it badly",
)  # fmt: skip
TEAMS = ("platform", "growth", "checkout", "data", "mobile", "infrastructure", "content", "fulfilment", "identity")
UNITS = ("seconds", "minutes", "hours", "days", "weeks", "megabytes", "requests", "items", "percent", "retries")
LIMITS = ("at most {n} {u}", "never under {n} {u}", "{n} {u} by default", "checked every {n} {u}", "kept for {n} {u}")


def distractors(count: int, seed: int = 7) -> Iterator[Made]:
    """Yield `count` decisions with different titles, the same ones for the same seed."""
    chance, seen = random.Random(seed), set()
    while len(seen) < count:
        made = _one(chance)
        if made.title not in seen:
            seen.add(made.title)
            yield made


def _one(chance: random.Random) -> Made:
    page, rest = chance.choice(AREAS).split(": ", 1)
    things, options = (part.split(", ") for part in rest.split(" / "))
    thing, shape = chance.choice(things), chance.choice((_choice, _choice, _limit, _owner, _ban, _measure))
    chance.shuffle(options)
    title, decision, rejected = shape(chance, thing, options)
    why = chance.choice(REASONS).capitalize() + "." if chance.random() < 0.7 else ""
    consequence = f"{chance.choice(TEAMS).capitalize()} updates {chance.choice(things)} first." * (
        chance.random() < 0.3
    )
    return Made(page, title, decision, why, tuple((what, chance.choice(REASONS)) for what in rejected), consequence)


Shape = tuple[str, str, list[str]]


def _choice(chance: random.Random, thing: str, options: list[str]) -> Shape:
    place = chance.choice(("", " in the shop", " for business customers", " on staging", " in the new region"))
    return (
        f"{options[0]} for {thing}{place}",
        f"We use {options[0]} for {thing}{place}.",
        options[1 : chance.choice((2, 3))],
    )


def _limit(chance: random.Random, thing: str, options: list[str]) -> Shape:
    text = chance.choice(LIMITS).format(
        n=chance.choice((2, 3, 5, 10, 14, 20, 30, 45, 60, 90, 100, 200)), u=chance.choice(UNITS)
    )
    return (
        f"{thing[0].upper() + thing[1:]}: {text}",
        f"For {thing} the rule is: {text}.",
        [f"what {options[0]} has as default"],
    )


def _owner(chance: random.Random, thing: str, options: list[str]) -> Shape:
    team = chance.choice(TEAMS)
    return f"The {team} team owns {thing}", f"Changes to {thing} go through the {team} team, {options[0]} included.", []


def _ban(chance: random.Random, thing: str, options: list[str]) -> Shape:
    return f"No {options[0]} for {thing}", f"We do not use {options[0]} for {thing}; {options[1]} stays.", [options[0]]


def _measure(chance: random.Random, thing: str, options: list[str]) -> Shape:
    when = chance.choice(("before every release", "once a week", "at night", "after each import", "on every change"))
    return (
        f"Check {thing} {when}",
        f"{thing[0].upper() + thing[1:]} are checked {when} with {options[0]}.",
        [options[1]],
    )
