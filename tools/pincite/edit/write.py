"""Write several files as one: all of them or none, whatever happens in between.

New contents and copies of the old ones are first laid down in a journal under the git directory, where no `git add`
can see them; only then are the files exchanged, each by a rename. An error puts the old contents back at once. A
process that is killed leaves the journal, and the next one that writes finishes the exchange, or clears away what had
not begun.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pincite.edit.lock import exclusive
from pincite.errors import RunError

_JOURNAL, _PLAN, _COMMITTED = "journal", "plan.json", "committed.json"


class Change(NamedTuple):
    """What the file at a repository path shall become: `old` is what it was read as, None where there is no file."""

    path: str
    old: bytes | None
    new: bytes | None


class Step(NamedTuple):
    """One exchange as the journal holds it: its number there, the file, folders to make, digests of both contents."""

    number: int
    path: str
    target: str
    folders: list[str]
    old: str | None
    new: str | None


class Writer:
    """Exchanges files below `root`; made by `writing`, which holds the lock. `repaired` tells what was found broken."""

    def __init__(self, root: str, state: str) -> None:
        self.root = root
        self.journal = os.path.join(state, _JOURNAL)
        self.repaired = self._repair()

    def apply(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """Make all changes, and return the paths that were written; unchanged files are left alone.

        Raises RunError, and leaves everything as it was, where a file cannot be written, or is not what `old` says.
        """
        real = [change for change in changes if change.old != change.new]
        if not real:
            return ()
        targets = [self._target(change) for change in real]
        with _as_run_error(self._forget):
            steps = self._prepare(real, targets)
        self._exchange(steps)
        self._forget()
        return tuple(change.path for change in real)

    def _target(self, change: Change) -> str:
        """Return the real file behind a path, where it may be written and reads as expected."""
        path = os.path.join(self.root, change.path)
        target = os.path.realpath(path)
        if not _below(target, self.root):
            raise RunError(f"{change.path} leads out of the repository; nothing was written")
        try:
            found = _read_writable(target)
        except OSError as error:
            raise RunError(f"cannot write {change.path}: {error.strerror}; nothing was written") from None
        if found != change.old:
            raise RunError(f"{change.path} was changed by another program meanwhile; run the command again")
        return target

    def _prepare(self, changes: Sequence[Change], targets: Sequence[str]) -> list[Step]:
        """Lay down old and new contents, then the word that they are complete: from there on it only goes forward."""
        os.makedirs(self.journal)
        steps = []
        for number, (change, target) in enumerate(zip(changes, targets, strict=True)):
            mode = stat.S_IMODE(os.stat(target).st_mode) if change.old is not None else None
            _lay_down(os.path.join(self.journal, f"{number}.new"), change.new, mode)
            _lay_down(os.path.join(self.journal, f"{number}.old"), change.old, mode)
            folders = _missing_folders(target)
            steps.append(Step(number, change.path, target, folders, _digest(change.old), _digest(change.new)))
        plan = os.path.join(self.journal, _PLAN)
        _lay_down(plan, json.dumps([step._asdict() for step in steps]).encode(), None)
        os.replace(plan, os.path.join(self.journal, _COMMITTED))
        _sync_folder(self.journal)
        return steps

    def _exchange(self, steps: Sequence[Step]) -> None:
        try:
            for step in steps:
                self._put(step, "new", step.new)
        except OSError as error:
            self._roll_back(steps)
            self._forget()
            raise RunError(f"cannot write {step.path}: {error.strerror}; nothing was written") from None
        except KeyboardInterrupt:
            self._repair()
            raise

    def _put(self, step: Step, side: str, digest: str | None) -> None:
        """Give the target the content of one side, or remove it where that side has none."""
        if digest is None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(step.target)
            return
        folder = os.path.dirname(step.target)
        os.makedirs(folder, exist_ok=True)
        _move(os.path.join(self.journal, f"{step.number}.{side}"), step.target)
        _sync_folder(folder)

    def _roll_back(self, steps: Sequence[Step]) -> None:
        for step in steps:
            if _digest_of(step.target) != step.old:
                self._put(step, "old", step.old)
            for folder in reversed(step.folders):
                with contextlib.suppress(OSError):  # not empty: somebody else uses it
                    os.rmdir(folder)

    def _repair(self) -> tuple[str, ...]:
        """Finish or undo what a killed process left, and say which files that concerned."""
        steps = _pending(self.journal)
        with _as_run_error(lambda: None):
            untouched = [step for step in steps if _digest_of(step.target) in (step.old, step.new)]
            if untouched == steps:
                for step in steps:
                    if _digest_of(step.target) != step.new:
                        self._put(step, "new", step.new)
            else:  # somebody edited one of the files since: keep that, and take our own changes back
                self._roll_back(untouched)
        self._forget()
        return tuple(step.path for step in steps)

    def _forget(self) -> None:
        """Remove the journal, its word of completeness first: half a journal must never be believed."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(self.journal, _COMMITTED))
        shutil.rmtree(self.journal, ignore_errors=True)


@contextlib.contextmanager
def writing(root: str, state: str, say: Callable[[str], None]) -> Iterator[Writer]:
    """Hold the lock in the folder `state`, repair what a killed process left, and lend a `Writer` for the block.

    `say` is told about waiting and about repairs. Read what you edit within the block, or another writer's work is
    lost. Raises RunError where the lock cannot be had.
    """
    with exclusive(os.path.join(state, "lock"), say):
        writer = Writer(os.path.realpath(root), state)
        if writer.repaired:
            say("finished what an interrupted command had begun: " + ", ".join(writer.repaired))
        yield writer


def interrupted(state: str) -> tuple[str, ...]:
    """Return the paths whose exchange was broken off, for those who only read: a note can tell how to repair it."""
    return tuple(step.path for step in _pending(os.path.join(state, _JOURNAL)))


def _pending(journal: str) -> list[Step]:
    """Return the steps of an exchange that a killed process began."""
    try:
        with open(os.path.join(journal, _COMMITTED), "rb") as file:
            return [Step(**step) for step in json.load(file)]
    except (FileNotFoundError, NotADirectoryError):
        return []


@contextlib.contextmanager
def _as_run_error(undo: Callable[[], None]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        undo()
        where = f" ({error.filename})" if error.filename else ""
        raise RunError(f"cannot write: {error.strerror}{where}; nothing was written") from None


def _read_writable(target: str) -> bytes | None:
    """Return the content of a file that can be written, None for one that can be made. Raises OSError otherwise.

    A file or folder whose mode lets nobody write is respected even where a superuser could write all the same.
    """
    folder = os.path.dirname(target)
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    if not os.path.isdir(folder):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder)
    _refuse_read_only(folder)
    if not os.path.lexists(target):
        return None
    _refuse_read_only(target)
    with open(target, "r+b") as file:
        return file.read()


def _refuse_read_only(path: str) -> None:
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "not an ordinary file", path)
    if not mode & 0o222 or not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)


def _lay_down(path: str, content: bytes | None, mode: int | None) -> None:
    if content is None:
        return
    with open(path, "xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        os.chmod(path, mode)


def _move(source: str, target: str) -> None:
    """Rename; where the git directory is on another file system, by way of a copy beside the target."""
    try:
        os.replace(source, target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        beside = os.path.join(os.path.dirname(target), f".pincite-{os.getpid()}")
        try:
            shutil.copyfile(source, beside)
            shutil.copymode(source, beside)
            os.replace(beside, target)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(beside)


def _missing_folders(target: str) -> list[str]:
    """Return the folders that must be made for `target`, the outermost first."""
    missing = []
    folder = os.path.dirname(target)
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return missing[::-1]


def _sync_folder(folder: str) -> None:
    if os.name == "nt":  # a folder cannot be opened there
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _digest(content: bytes | None) -> str | None:
    return None if content is None else hashlib.sha256(content).hexdigest()


def _digest_of(target: str) -> str | None:
    try:
        with open(target, "rb") as file:
            return _digest(file.read())
    except FileNotFoundError:
        return None


def _below(target: str, root: str) -> bool:
    git = os.path.join(root, ".git")
    return target.startswith(root + os.sep) and target != git and not target.startswith(git + os.sep)
