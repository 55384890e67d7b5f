"""Judge the wiki: the tracked files on disk, what is about to be committed, or a commit.

The whole wiki is read whatever PATHs are given; with PATHs only their problems are shown. One place is silenced by
<!-- pincite: ignore RULE --> on its line or the one above, a rule or kind by its level in the configuration.

Exit status: 0 no error, 1 errors, 2 wrong usage or configuration, 3 could not run.
"""

from __future__ import annotations

import os
import sys
import time

from pincite import patterns
from pincite.errors import RunError, UsageError, did_you_mean
from pincite.output import one_line
from pincite.record import NamedTuple
from pincite.report import FORMATS, older, render
from pincite.verdict import EXIT_CLEAN, Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import Any

    from pincite.repo.repository import Repository
    from pincite.repo.snapshot import Snapshot


class Options(NamedTuple):
    """What can be asked of a check; the names are those of the options."""

    paths: Sequence[str] = ()
    staged: bool = False
    rev: str | None = None
    since: Sequence[str] = ()
    rule: Sequence[str] = ()
    format: str | None = None
    json: bool = False
    list: bool = False
    explain: str | None = None
    stats: bool = False
    require_history: bool = False


_FLAGS = {"--staged": "staged", "--json": "json", "--require-history": "require_history"}
_VALUES = {"--rev": "rev", "--since": "since", "--rule": "rule", "--format": "format"}
_MANY = ("since", "rule")


def quick(arguments: list[str]) -> Options | None:
    """Return the options where only those stand that hooks and CI use; everything else is argparse's."""
    read: dict[str, Any] = {}
    rest = iter(arguments)
    for argument in rest:
        if argument in _FLAGS:
            read[_FLAGS[argument]] = True
            continue
        name, value = _VALUES.get(argument), next(rest, "-")
        if name is None or value.startswith("-") or (name in read and name not in _MANY):
            return None
        read[name] = [*read.get(name, []), value] if name in _MANY else value
    options = Options(**read)
    return None if (options.staged and options.rev) or options.format not in (None, *FORMATS) else options


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="show only the problems of these pages or folders")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--staged", action="store_true", help="judge the index, which git is about to commit")
    which.add_argument("--rev", metavar="REV", help="judge this commit")
    parser.add_argument("--since", action="append", metavar="REV", default=[],
                        help="only problems that REV did not have; older ones are counted in one line")  # fmt: skip
    parser.add_argument("--rule", action="append", metavar="ID", default=[], help="show only this rule or kind")
    parser.add_argument("--format", choices=FORMATS, help="text (the default), json, sarif, github or gitlab")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument("--require-history", action="store_true",
                        help="exit with 3 in a shallow clone, where citations cannot be followed")  # fmt: skip
    told = parser.add_argument_group("instead of problems")
    told.add_argument("--stats", action="store_true", help="count what there is: problems a kind, pages, citations")
    told.add_argument("--list", action="store_true", help="list the rules and their kinds")
    told.add_argument("--explain", metavar="RULE", help="print what a rule wants, with examples")


def run(given: Options | argparse.Namespace) -> int:
    """Judge and print, or tell about the rules."""
    options = given if isinstance(given, Options) else Options(**vars(given))
    if options.list or options.explain is not None:
        from pincite.commands._rules import explained, listed

        print(listed(options.json) if options.list else explained(options.explain or "", options.json))
        return EXIT_CLEAN
    form = _form(options)
    from pincite.repo.repository import open_repository

    with open_repository() as repository:
        patterns.keep_in(repository.cache_dir)
        report, told = judge(repository, options), ""
        if options.stats:
            told = _stats(repository, options, report)
        patterns.save_in(repository.cache_dir)
    sys.stdout.write(told or render(report, form, _colour(form)))
    if form == "gitlab":
        _tell(report)
    return report.status


def judge(repository: Repository, options: Options) -> Report:
    """Return the verdict. UsageError for an unknown rule or path, RunError for a missing revision or history."""
    from pincite.check import Request, check
    from pincite.configure import of_snapshot
    from pincite.repo.snapshot import open_snapshot

    if options.require_history and repository.shallow:
        raise RunError(
            "this clone is shallow, so citations cannot be followed: git fetch --unshallow\n"
            "    in GitHub Actions: fetch-depth: 0 with actions/checkout; in GitLab CI: GIT_DEPTH: 0"
        )
    _rules_known(options.rule)
    snapshot = open_snapshot(repository, staged=options.staged, rev=options.rev)
    settings = of_snapshot(snapshot)
    paths = tuple(_repository_path(path, repository) for path in options.paths)
    since = _since(options, settings.config.since, repository)
    # The clock of Greenwich, so that one commit is judged alike wherever the machine stands.
    today = time.strftime("%Y-%m-%d", time.gmtime())
    request = Request(since=since, rules=tuple(options.rule), paths=paths, today=today)
    report = check(repository, snapshot, settings.config, request)
    for typed, path in zip(options.paths, paths, strict=True):
        _must_be_there(typed, path, snapshot, report)
    return report._replace(notes=(*_broken_off(repository), *settings.notes, *report.notes))


def _broken_off(repository: Repository) -> Iterator[str]:
    """Yield a note where a command was killed while it exchanged files: what is judged is half old, half new."""
    if not os.path.isdir(os.path.join(repository.cache_dir, "journal")):
        return
    from pincite.edit.write import interrupted

    paths = interrupted(repository.cache_dir)
    if paths:
        yield f"a command was interrupted while it wrote {', '.join(map(one_line, paths))}: `pincite fix` finishes it"


def _stats(repository: Repository, options: Options, report: Report) -> str:
    from pincite.commands._stats import stats
    from pincite.configure import of_snapshot
    from pincite.load import load_wiki
    from pincite.repo.snapshot import open_snapshot

    snapshot = open_snapshot(repository, staged=options.staged, rev=options.rev)
    return stats(
        report, load_wiki(repository, snapshot, of_snapshot(snapshot).config), options.json or options.format == "json"
    )


def _form(options: Options) -> str:
    if options.stats and options.format not in (None, "text", "json"):
        raise UsageError(f"--stats prints text or JSON, not {options.format}")
    if options.json and options.format not in (None, "json"):
        raise UsageError(f"--json and --format {options.format} contradict each other")
    return "json" if options.json else options.format or "text"


def _colour(form: str) -> bool:
    from pincite.output import wants_colour

    return form == "text" and wants_colour(sys.stdout)


def _tell(report: Report) -> None:
    """Say on standard error what the format has no place for."""
    for note in (*report.notes, *older(report)):
        print(f"pincite: note: {one_line(note)}", file=sys.stderr)


def _since(options: Options, configured: str, repository: Repository) -> tuple[str, ...]:
    """Return the revisions whose problems do not count.

    HEAD means what the index will be committed on: in a merge also the commits that are merged, so that nobody is
    refused for what others had broken; before the first commit nothing.
    """
    revisions = [rev for rev in options.since or [configured] if rev]
    if revisions and not options.since and repository.git.object(f"{configured}^{{commit}}") is None:
        raise RunError(f"the configuration's `since` names {one_line(configured)}, which this clone does not have")
    if "HEAD" not in revisions or not options.staged:
        return tuple(revisions)
    from pincite.repo.merging import merge_heads

    others = [rev for rev in revisions if rev != "HEAD"]
    return (*((repository.head,) if repository.head else ()), *merge_heads(repository), *others)


def _rules_known(ids: Sequence[str]) -> None:
    if not ids:
        return
    from pincite.levels import all_kinds, rule_names

    known = [*rule_names(), *all_kinds()]
    for name in ids:
        if name not in known:
            raise UsageError(f"no rule {one_line(name)}{did_you_mean(name, known)}\nsee: pincite check --list")


def _repository_path(path: str, repository: Repository) -> str:
    """Return a path as git names it. The folder it lies in may be reached through a link; the file itself is not."""
    if repository.bare:
        return os.path.normpath(path)
    whole = os.path.join(os.path.realpath(os.path.dirname(path) or "."), os.path.basename(path))
    found = os.path.relpath(os.path.normpath(whole), os.path.realpath(repository.root)).replace(os.sep, "/")
    if found.startswith("../") or found == "..":
        raise UsageError(f"{one_line(path)} is not in the repository {one_line(repository.root)}")
    return found


def _must_be_there(typed: str, path: str, snapshot: Snapshot, report: Report) -> None:
    """Refuse a path that nothing was looked at for: a run of it must not be green."""
    below = "" if path == "." else path + "/"
    if path in snapshot.files or any(name.startswith(below) for name in snapshot.files):
        return
    if any(problem.path == path or problem.path.startswith(below) for problem in report.problems):
        return
    why = {"untracked": "not tracked by git (git add it)", "ignored": "ignored by git"}.get(snapshot.on_disk(path), "")
    raise UsageError(f"{one_line(typed)} was not checked: it is {why or 'no file or folder of this snapshot'}")
