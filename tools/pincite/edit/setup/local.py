"""What `init` reads from git, and what it sets in this clone alone: the merge driver and the hooks."""

from __future__ import annotations

import os

from pincite.config import ADOPT, Config
from pincite.configure import FILES, Settings, load
from pincite.edit.disk import reader
from pincite.edit.setup import githooks
from pincite.edit.setup.place import Place
from pincite.edit.setup.recognise import recognise
from pincite.errors import RunError
from pincite.repo.plumbing import text
from pincite.repo.repository import Repository
from pincite.schema import SUFFIX, folder

_SECTION = "merge.pincite"
_DRIVER_NAME = "pincite: pages, logs and indexes, by entry and event"
# Without pincite, git's own merge by line: a driver that cannot start would leave our side alone in the file.
_DRIVER = (
    "if command -v pincite >/dev/null 2>&1; then pincite hook merge-driver %O %A %B %L %P; "
    "else git merge-file --marker-size=%L %A %O %B; fi"
)


def gather(repository: Repository, description: str, ci: str) -> Place:
    """Return what `init` must know of this repository. `ci` is github, gitlab, or '' to look for signs of either."""
    names = [repository.git.fields("ls-files", "-z", *which) for which in (("-co", "--exclude-standard"), ("-d",))]
    files = frozenset(map(text, names[0])) - frozenset(map(text, names[1]))
    read = reader(repository.root)
    settings = load(read)
    configured = any(origin.startswith(FILES) for origin in settings.origins.values()) or read(FILES[0]) is not None
    found = recognise(sorted(files), lambda path: (read(path) or b"").decode("utf-8", "replace"))
    config = settings.config if configured else _proposed(settings, found.profile, found.wiki, found.raw)
    since = repository.head or "" if config.profile == "adopt" else ""
    name = os.path.basename(repository.root)
    return Place(name, description or f"Decisions of {name}", found, config, configured, _branch(repository),
                 ci or _forge(repository, files), since, files, read)  # fmt: skip


def _proposed(settings: Settings, profile: str, wiki: tuple[str, ...], raw_roots: tuple[str, ...]) -> Config:
    config = settings.config._replace(profile=profile, wiki=wiki, raw=raw_roots)
    return config._replace(**ADOPT) if profile == "adopt" else config  # type: ignore[arg-type]


def _branch(repository: Repository) -> str:
    """Return the default branch: the remote's, else the one checked out, else what git calls a first branch."""
    for ref in ("refs/remotes/origin/HEAD", "HEAD"):
        done = repository.git.attempt("symbolic-ref", "--quiet", "--short", ref)
        if done.status == 0:
            return text(done.out).strip().removeprefix("origin/")
    return "main"


def _forge(repository: Repository, files: frozenset[str]) -> str:
    """Return which forge's CI the repository shows signs of."""
    remotes = repository.git.run("config", "--get-regexp", r"^remote\..*\.url$", ok=(0, 1)).lower()
    if ".gitlab-ci.yml" in files or b"gitlab" in remotes:
        return "gitlab"
    return "github" if b"github" in remotes or any(path.startswith(".github/") for path in files) else ""


def hooks_of(repository: Repository) -> str:
    """Return the folder with the hooks that git runs here, by any configuration."""
    path = text(repository.git.run("rev-parse", "--git-path", "hooks")).rstrip("\n")
    return githooks.hooks_folder(os.path.normpath(os.path.join(repository.root, path)))


def install(repository: Repository) -> tuple[list[str], list[str]]:
    """Set the merge driver and the hooks of this clone; return what was done, and what is left to the user."""
    done = []
    if _driver(repository) != _DRIVER:
        repository.git.run("config", "--local", f"{_SECTION}.name", _DRIVER_NAME)
        repository.git.run("config", "--local", f"{_SECTION}.driver", _DRIVER)
        done.append(f"git config {_SECTION}.driver")
    hooks, advice = githooks.installing(hooks_of(repository), (repository.common_dir, repository.root))
    return done + _put(hooks), advice


def remove(repository: Repository) -> list[str]:
    """Take back what `install` did, and return what that was."""
    done = []
    if _driver(repository):
        repository.git.run("config", "--local", "--remove-section", _SECTION)
        done.append(f"git config {_SECTION}.driver")
    return done + _put(githooks.removing(hooks_of(repository)))


def _driver(repository: Repository) -> str:
    out = repository.git.run("config", "--local", "--get", f"{_SECTION}.driver", ok=(0, 1))
    return text(out).rstrip("\n")


def _put(hooks: list[githooks.Hook]) -> list[str]:
    for hook in hooks:
        try:
            githooks.put(hook)
        except OSError as error:
            raise RunError(f"cannot write {hook.path}: {error.strerror}") from None
    return [hook.path for hook in hooks]


def schemas() -> dict[str, bytes]:
    """Return the files of `schema/` that a team may edit, as they are shipped, by name."""
    read = reader(folder())
    names = [name for name in sorted(os.listdir(folder())) if name.endswith((SUFFIX, ".md"))]
    return {name: read(name) or b"" for name in names}
