"""Find the repository around a folder, and say plainly why there is none."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import TracebackType

from pincite.errors import RunError
from pincite.repo import environment
from pincite.repo.plumbing import Git, failure, text
from pincite.repo.process import Done

# Asked in one call; the last ones have no answer in a bare repository or before the first commit, and then git stops.
_QUESTIONS = (
    "--is-bare-repository",
    "--is-shallow-repository",
    "--absolute-git-dir",
    "--show-object-format",
    "--git-common-dir",
    "--git-path",
    "pincite",
    "--show-toplevel",
    "HEAD^{commit}",
    "HEAD^{tree}",
)


class Repository:
    """A git repository.

    `root` is the top of the work tree (the git directory where there is none, then `bare` is true). `cache_dir` is
    where caches may be written; it need not exist. `shallow` tells that history was cut off, `sha256` which object ids
    it has; `promised` is for `blobs`. `head` is the commit checked out, None before the first one, and `head_tree` its
    tree. Use it in a `with` statement, or `close` it: git processes end with it.
    """

    def __init__(self, git: Git, git_dir: str, common_dir: str, cache_dir: str) -> None:
        self.git = git
        self.root = git.root
        self.git_dir = git_dir
        self.common_dir = common_dir
        self.cache_dir = cache_dir
        self.bare = False
        self.shallow = False
        self.sha256 = False
        self.promised: frozenset[str] | None = None
        self.head: str | None = None
        self.head_tree: str | None = None

    def __enter__(self) -> Repository:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the git processes of this repository."""
        self.git.close()


def open_repository(start: str = ".") -> Repository:
    """Return the repository that `start` lies in; RunError in plain words where git finds none or refuses it.

    The folder decides and not `GIT_DIR`: a hook of one repository may look at another. The variables of a hook are
    followed in the repository that the hook runs for, and there alone.
    """
    here = os.path.realpath(start) == os.path.realpath(os.curdir)
    program = environment.find_git(start)
    env = environment.clean() | (_inline_configuration() if here else {})
    answers = _ask(Git(start, program, env))
    if isinstance(answers, Done) and here and "GIT_DIR" in os.environ:
        # A hook of a repository whose git directory is elsewhere, as `git --git-dir=… --work-tree=…` makes them.
        env |= environment.named_folders()
        answers = _ask(Git(start, program, env))
    if isinstance(answers, Done):
        raise _refusal(answers, start)
    return _repository(answers, start, program, env, here)


def _repository(answers: list[str], start: str, program: str, env: dict[str, str], here: bool) -> Repository:
    """Make a repository from git's answers to `_QUESTIONS`."""
    base = os.path.abspath(start)
    git_dir = answers[2]
    common, cache = (os.path.normpath(os.path.join(base, answer)) for answer in answers[4:6])
    top = answers[6] if len(answers) > 6 and os.path.isabs(answers[6]) else ""
    root = top or git_dir
    env = {**env, **_hook_variables(git_dir, root, start, program, here)}
    made = Repository(Git(root, program, env), git_dir, common, cache)
    made.bare, made.shallow, made.sha256 = not top, answers[1] == "true", answers[3] == "sha256"
    made.head, made.head_tree = answers[7:9] if top and len(answers) == 9 else _head(made.git)
    return made


def _ask(git: Git) -> list[str] | Done:
    """Return git's answers to as many of `_QUESTIONS` as it has answers to, or how it refused."""
    done = git.attempt("rev-parse", *_QUESTIONS)
    lines = text(done.out).split("\n")[:-1]
    if done.status and len(lines) < 6:
        return done
    # git repeats the question that it cannot answer.
    return [line for line in lines if not line.startswith("HEAD^")]


def _head(git: Git) -> tuple[str | None, str | None]:
    """Return the commit checked out and its tree, where the first call could not say."""
    commit, tree = git.object("HEAD^{commit}"), git.object("HEAD^{tree}")
    return (commit.oid, tree.oid) if commit and tree else (None, None)


def _hook_variables(git_dir: str, root: str, start: str, program: str, here: bool) -> Mapping[str, str]:
    """Return the variables of the hook that this process runs in, if it runs in one of this repository."""
    own = environment.of_repository()
    if not own or not _is_of_hook(git_dir, start, program, here):
        return {}
    if "GIT_INDEX_FILE" in own:
        # Hooks start at the top of the work tree, and that is what git takes a relative path from.
        own["GIT_INDEX_FILE"] = os.path.join(root, own["GIT_INDEX_FILE"])
    return own


def _is_of_hook(git_dir: str, start: str, program: str, here: bool) -> bool:
    """Return whether this process's git variables mean the repository with this git directory."""
    if "GIT_DIR" in os.environ:
        return os.path.realpath(os.environ["GIT_DIR"]) == os.path.realpath(git_dir)
    if here:
        return True
    around = Git(os.curdir, program, environment.clean()).attempt("rev-parse", "--absolute-git-dir")
    return text(around.out).removesuffix("\n") == git_dir


def _inline_configuration() -> dict[str, str]:
    """Return what `git -c` and `GIT_CONFIG_COUNT` set, e.g. a `safe.directory`, unless for another repository."""
    if "GIT_DIR" in os.environ:
        return {}
    return {name: value for name, value in environment.of_repository().items() if name.startswith("GIT_CONFIG_")}


def _refusal(done: Done, start: str) -> RunError:
    """Say why git has no repository for us."""
    said = done.err.decode("utf-8", "replace")
    if "safe.directory" in said:
        advice = next((line.strip() for line in said.splitlines() if line.strip().startswith("git config")), "")
        return RunError(
            f"git refuses the repository at {os.path.abspath(start)}, because it belongs to another user\n"
            f"    to trust it: {advice or f'git config --global --add safe.directory {os.path.abspath(start)}'}"
        )
    if "not a git repository" in said:
        return RunError(f"{os.path.abspath(start)} is not in a git repository")
    if "cannot change to" in said:
        return RunError(f"{start} is not a folder that can be entered")
    return failure(done, "rev-parse")
