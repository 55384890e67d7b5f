"""The gate: a snapshot in, a report out. What is shown is chosen here; what is wrong is judged in `engine`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from pincite.config import Config
from pincite.engine.judge import UNUSED, Check, by_place
from pincite.engine.ledger import Judged, Ledger
from pincite.engine.places import page_test
from pincite.engine.state import FAULTS
from pincite.levels import all_kinds, leveller, rule, rule_names
from pincite.model import Problem
from pincite.record import NamedTuple
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot, open_snapshot
from pincite.verdict import Report

# the rules that judge what belongs to no page (`check_all`); named, so that not every rule is imported for that
OF_NO_PAGE = ("frontmatter", "raw")
# untracked pages that are named one by one
_NAMED = 20


class Request(NamedTuple):
    """What to show of what is wrong.

    Problems that one of the commits `since` had are counted only. `rules` (ids or kinds) and `paths` (pages or folders)
    limit what is shown; empty means everything. `today` is the clock's date, YYYY-MM-DD.
    """

    since: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    today: str = ""


def check(repository: Repository, snapshot: Snapshot, config: Config, request: Request) -> Report:
    """Judge the wiki of a snapshot. Raise RunError where a revision is unknown or git refuses."""
    before = [open_snapshot(repository, rev=rev) for rev in request.since]
    ledger = Ledger(repository, config, checks, request.today)
    old: dict[str | None, Judged] = {}
    if snapshot.tree is None and snapshot.commit is not None:
        # the state of HEAD is kept from run to run; the disk and the index are judged as changes to it
        old[snapshot.commit] = ledger.judge(open_snapshot(repository, rev=snapshot.commit))
    for earlier in before:
        if earlier.commit not in old:
            old[earlier.commit] = ledger.judge(earlier)
    judged = ledger.judge(snapshot, before[0].commit if before else None)
    return _report(judged, [old[earlier.commit] for earlier in before], snapshot, request)


def judged(repository: Repository, config: Config, snapshot: Snapshot, today: str = "") -> Judged:
    """Judge a snapshot as changes to HEAD, for those who edit: its state answers what is where."""
    ledger = Ledger(repository, config, checks, today)
    if repository.head is not None:
        ledger.judge(open_snapshot(repository, rev=repository.head))
    return ledger.judge(snapshot)


def arising(before: Judged, after: Judged, snapshot: Snapshot) -> list[Problem]:
    """Return the problems of `after`, which judges `snapshot`, that were not in `before`: explained, with levels."""
    level = leveller(after.lookup.config)
    exists = after.lookup.file
    new = _new(_levelled(_all(after), level), _levelled(_all(before), level), lambda path: exists(path) is not None)
    return sorted(_explained(new, after, snapshot), key=by_place)


def standing(judged: Judged) -> list[Problem]:
    """Return all problems of a judged snapshot, with levels and without what is costly to say of them."""
    return sorted(_levelled(_all(judged), leveller(judged.lookup.config)), key=by_place)


def checks() -> list[Check]:
    """Return what judges one page, of every rule."""
    return [rule(name).check for name in rule_names()]


def _report(judged: Judged, before: Sequence[Judged], snapshot: Snapshot, request: Request) -> Report:
    level = leveller(judged.lookup.config)
    found = _levelled(_all(judged), level)
    exists = judged.lookup.file
    new = found
    for old in before:
        new = _new(new, _levelled(_all(old), level), lambda path: exists(path) is not None)
    shown = sorted(_explained(list(_chosen(new, request)), judged, snapshot), key=by_place)
    counts = {name: sum(problem.level == name for problem in shown) for name in ("error", "warning")}
    older = len(list(_chosen(found, request))) - len(shown)
    notes = tuple(_notes(snapshot, judged.lookup.config))
    return Report(1, snapshot.name, tuple(shown), notes, counts, older, judged.pages)


def _explained(problems: list[Problem], judged: Judged, snapshot: Snapshot) -> list[Problem]:
    """Return the problems with complete messages."""
    if not any(problem.ask for problem in problems):
        return problems
    from pincite.explain import explain

    return explain(problems, judged.lookup, snapshot.repository, snapshot)


def _all(judged: Judged) -> list[Problem]:
    """Return every problem of a judged snapshot: those of its pages, and those that belong to no page."""
    problems = [problem for _, found in judged.state.items(FAULTS) for problem in found]
    for name in OF_NO_PAGE:
        problems += rule(name).check_all(judged.lookup)
    return problems


def _levelled(problems: Iterable[Problem], level: Callable[[str], str]) -> list[Problem]:
    """Return the problems with their levels, without those that are off, nor the unused ignores of these."""
    kept = []
    for problem in problems:
        name = level(problem.rule)
        if name == "off" or (problem.rule == UNUSED and _is_off(problem.subject, level)):
            continue
        # a rule may call a problem a warning whose kind is an error: an index that is nearly too long
        kept.append(problem if problem.level in (name, "warning") else problem._replace(level=name))
    return kept


def _is_off(rule: str, level: Callable[[str], str]) -> bool:
    """Return whether all kinds that an ignore names are off, so that it has nothing to silence."""
    kinds = [kind for kind in all_kinds() if rule in (kind, kind.partition(".")[0])]
    return bool(kinds) and all(level(kind) == "off" for kind in kinds)


def _new(found: Sequence[Problem], old: Sequence[Problem], exists: Callable[[str], bool]) -> list[Problem]:
    """Return the problems that were not there before, occurrence by occurrence.

    What was there is known by rule, level, page and token, not by line or wording, which an edit elsewhere changes. The
    problems of a page that is gone may stand in another one now: it was renamed.
    """
    here = Counter(map(_identity, old))
    gone = Counter(_identity(problem._replace(path="")) for problem in old if not exists(problem.path))
    new = []
    for problem in found:
        known, moved = _identity(problem), _identity(problem._replace(path=""))
        if here[known]:
            here[known] -= 1
        elif gone[moved]:
            gone[moved] -= 1
        else:
            new.append(problem)
    return new


def _identity(problem: Problem) -> tuple[str, str, str, str]:
    return problem.rule.partition(".")[0], problem.level, problem.path, problem.subject


def _chosen(problems: Iterable[Problem], request: Request) -> Iterable[Problem]:
    """Return the problems that the request wants to see."""
    for problem in problems:
        if request.rules and not {problem.rule, problem.rule.partition(".")[0]}.intersection(request.rules):
            continue
        if not request.paths or any(_below(problem.path, path) for path in request.paths):
            yield problem


def _below(path: str, place: str) -> bool:
    return place in ("", ".") or path == place or path.startswith(place.rstrip("/") + "/")


def _notes(snapshot: Snapshot, config: Config) -> Iterable[str]:
    """Yield what a reader must know of what was not judged."""
    if snapshot.name == "disk":
        untracked = [path for path in snapshot.untracked(list(config.wiki)) if page_test(config)(path)]
        for path in untracked[:_NAMED]:
            yield f"{path} is not tracked by git and was not checked (git add it)"
        if len(untracked) > _NAMED:
            yield f"{len(untracked) - _NAMED} more untracked pages were not checked"
