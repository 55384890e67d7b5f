"""Complete the messages of the problems that are shown: what is costly to look up is looked up for these alone.

A rule says what is wrong at once, and in `Problem.ask` what would help: ("near-name", form, target) the names that a
broken link can mean, ("near-heading", path, fragment) and ("near-entry", path, text) what the page has instead,
("near-version", path, version) the versions of a changelog, ("gone", path) what became of a file, ("by", commit) who
made a commit that the message names, and when, and ("unreachable", commit, path) where a commit is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pincite.fragments import loose
from pincite.model import Problem
from pincite.nearest import nearest
from pincite.paths import folder_of, joined, name_of, relative
from pincite.repo.repository import Repository
from pincite.repo.snapshot import Snapshot
from pincite.repo.why import Gone, said, why_gone
from pincite.wiki import Wiki

# Walking the history of a path costs a process; beyond this many, paths are only said to be gone.
_MOST_WALKS = 50
_MOST_LISTED = 8


def explain(problems: Iterable[Problem], wiki: Wiki, repository: Repository, snapshot: Snapshot) -> list[Problem]:
    """Return the problems with what their `ask` names added to their messages."""
    shown = list(problems)
    if not any(problem.ask for problem in shown):
        return shown
    explainer = _Explainer(shown, wiki, repository, snapshot)
    return [explainer.complete(problem) if problem.ask else problem for problem in shown]


class _Explainer:
    """What is looked up once for all problems of a run."""

    def __init__(self, shown: Sequence[Problem], wiki: Wiki, repository: Repository, snapshot: Snapshot) -> None:
        self.wiki = wiki
        self.repository = repository
        self.snapshot = snapshot
        self.gone: dict[str, Gone | None] = {}
        self.made: dict[str, tuple[str, str, str]] = {}
        self.alike = self._alike(
            problem for problem in shown if problem.ask and problem.ask[0] in ("near-name", "gone")
        )

    def _alike(self, problems: Iterable[Problem]) -> dict[str, list[str]]:
        """Return for the last part of each missing path the names of files that look like it."""
        wanted = {_stem(problem.ask[-1]) for problem in problems}
        return dict(nearest(wanted, map(_stem, self.snapshot.files))) if wanted else {}

    def complete(self, problem: Problem) -> Problem:
        """Return a problem with the rest of its message."""
        kind, *about = problem.ask
        if kind == "by":
            return problem._replace(message=self.by(problem.message, *about), ask=())
        rest = _COMPLETIONS[kind](self, problem, *about)
        return problem._replace(message=problem.message + rest, ask=()) if rest else problem._replace(ask=())

    def near_name(self, problem: Problem, form: str, target: str) -> str:
        """Say which names a link can have meant."""
        spelled = self._spell(problem, form)
        meant = self._exactly_meant(target) or self._namesakes(target)
        if not meant:
            files = self._files_of(self.alike.get(_stem(target), ()))
            meant = [path for path in files if path.endswith(".md") or form in ("markdown", "image")]
        names = list(dict.fromkeys(spelled(path) for path in meant))[:3]
        return f"; did you mean {_listed(names)}?" if names else _unless(form, target)

    def _exactly_meant(self, target: str) -> list[str]:
        """Return the page whose title or alias this is, or the file that stands at this path from the root."""
        path = joined("", target.lstrip("/")) or ""
        rooted = [one for one in (path, f"{path}.md") if path and self.wiki.file(one) is not None]
        return rooted or list(dict.fromkeys([*self.wiki.titled(target), *self.wiki.aliased(target)]))

    def _namesakes(self, target: str) -> list[str]:
        """Return the files that have the target's last part: it was looked for in the wrong folder."""
        name = name_of(target.rstrip("/"))
        return [*self.wiki.named(name), *self.wiki.named(name + ".md")][:3] if name else []

    def _files_of(self, stems: Sequence[str]) -> list[str]:
        order = {stem: number for number, stem in enumerate(stems)}
        found = [path for path in self.snapshot.files if _stem(path) in order] if order else []
        return sorted(found, key=lambda path: (order[_stem(path)], path))

    def _spell(self, problem: Problem, form: str) -> Callable[[str], str]:
        """Return how the page of a problem would write a link to a path."""
        if form in ("markdown", "image"):
            return lambda path: f"`{relative(path, folder_of(problem.path))}`"
        return lambda path: f"[[{self._short(path)}]]"

    def _short(self, path: str) -> str:
        """Return the name of a page where it alone has it, else its path."""
        if not path.endswith(".md"):
            return path
        alone = len(self.wiki.named(name_of(path))) == 1
        return (name_of(path) if alone else path).removesuffix(".md")

    def near_heading(self, problem: Problem, path: str, fragment: str) -> str:
        """Say which headings a page has."""
        summary = self.wiki.summary(path)
        part = fragment.rpartition("#")[2]
        if summary is None:
            return ""
        if part.startswith("^"):
            return _instead("blocks", [anchor for anchor in summary.anchors if anchor.startswith("^")], part)
        if path.endswith(".md") and problem.subject.startswith("[["):
            return _instead("headings", [text for text, _ in summary.headings], part)
        return _instead("headings", [f"#{anchor}" for _, anchor in summary.headings], f"#{part}")

    def near_entry(self, _: Problem, path: str, text: str) -> str:
        """Say which entries a page has."""
        summary = self.wiki.summary(path)
        entries = [f"{entry.date} {entry.title}" for entry in summary.entries] if summary else []
        return _instead("entries", entries, text.rpartition("#")[2])

    def near_version(self, _: Problem, path: str, version: str) -> str:
        """Say which versions a changelog has that look like this one."""
        text = b" ".join(self.wiki.lines(path) or ()).decode("utf-8", "replace")
        words = {word.strip("[]()v:,") for word in text.split() if "." in word}
        return _instead("versions", sorted(word for word in words if word[:1].isdigit()), version)

    def became(self, problem: Problem, path: str) -> str:
        """Say what became of a path: renamed, deleted, or never there, and then what looks like it."""
        if path not in self.gone and len(self.gone) < _MOST_WALKS:
            self.gone[path] = why_gone(self.repository, self.snapshot, path)
        gone = self.gone.get(path)
        if gone is not None:
            return _told(gone, path, problem.subject)
        if path not in self.gone or self.repository.shallow:
            return ""
        alike = self._namesakes(path) or self._files_of(self.alike.get(_stem(path), ()))[:3]
        return ", and never was" + (f"; did you mean {_listed([f'`{one}`' for one in alike])}?" if alike else "")

    def by(self, message: str, commit: str) -> str:
        """Say of the commit that a message names when it was made, and by whom."""
        if commit not in self.made and len(self.made) < _MOST_WALKS:
            self.made[commit] = said(self.repository, commit)
        date, author, _ = self.made.get(commit, ("", "", ""))
        short = commit[:7]
        return message.replace(short, f"{short} of {date} by {author}", 1) if date else message

    def unreachable(self, _: Problem, commit: str, path: str) -> str:
        """Say whether a commit is there at all."""
        there = self.repository.git.object(commit + "^{commit}") if len(commit) >= 4 else None
        if there is not None:
            return f"; the commit exists, but is not below {self.snapshot.commit or 'this version'}: pin one that is"
        return "; pin one that `git log` shows"


def _told(gone: Gone, path: str, token: str) -> str:
    """Say what became of a file, and how to cite it where it has another name."""
    by = f" in {gone.commit[:7]} ({gone.date}, {gone.author})" if gone.commit else " (not committed yet)"
    if gone.kind != "renamed":
        return f": deleted{by}"
    cited = token.replace(path, gone.target) if path in token else token.replace(name_of(path), name_of(gone.target))
    return f": renamed to {gone.target}{by}; write `{cited}`"


def _stem(path: str) -> str:
    name = name_of(path.rstrip("/"))
    return name.removesuffix(".md")


def _unless(form: str, target: str) -> str:
    return "" if form in ("markdown", "image") or "/" in target else f" (a page would be {target}.md)"


def _instead(what: str, have: Sequence[str], wanted: str) -> str:
    """Say what there is: the nearest where some are near, else all as far as they are few."""
    if not have:
        return f"; it has no {what}"
    inside = [one for one in have if loose(wanted) and loose(wanted) in loose(one)][:3]
    near = inside or nearest([wanted], have)[wanted]
    if near:
        return f"; did you mean {_listed([f'“{one}”' for one in near])}?"
    shown = [f"“{one}”" for one in have[:_MOST_LISTED]]
    more = f" and {len(have) - _MOST_LISTED} more" if len(have) > _MOST_LISTED else ""
    return f"; its {what} are {', '.join(shown)}{more}"


def _listed(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} or {items[-1]}"


_COMPLETIONS: dict[str, Callable[..., str]] = {
    "near-name": _Explainer.near_name,
    "near-heading": _Explainer.near_heading,
    "near-entry": _Explainer.near_entry,
    "near-version": _Explainer.near_version,
    "gone": _Explainer.became,
    "unreachable": _Explainer.unreachable,
}
