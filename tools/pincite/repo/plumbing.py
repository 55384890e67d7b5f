"""Run git: argument lists, bytes in and out, a clean environment, git's own words where it fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pincite.errors import RunError
from pincite.repo.objects import Found, Objects
from pincite.repo.process import Child, Done, run

# No daemon is asked or started, no path is quoted, and `log` of one file is not another command than of two.
_OPTIONS = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "log.follow=false")


def text(raw: bytes) -> str:
    """Return a path or a name as git gives it, as text; bytes that are not UTF-8 survive `raw` unchanged."""
    return raw.decode("utf-8", "surrogateescape")


def raw(path: str) -> bytes:
    """Return the bytes of a path that `text` made."""
    return path.encode("utf-8", "surrogateescape")


class Git:
    """git in one repository. `env` is the whole environment of its processes, see `environment`."""

    def __init__(self, root: str, program: str, env: dict[str, str]) -> None:
        self.root = root
        self.program = program
        self.env = env
        self._objects = Objects([*self._argv(), "cat-file", "--batch"], env)
        self._children: list[Child] = []

    def run(self, *args: str, data: bytes = b"", ok: tuple[int, ...] = (0,)) -> bytes:
        """Run one command and return its output; RunError with git's words where its status is not one of `ok`."""
        done = self.attempt(*args, data=data)
        if done.status not in ok:
            raise failure(done, args[0])
        return done.out

    def attempt(self, *args: str, data: bytes = b"") -> Done:
        """Run one command and return whatever came of it."""
        try:
            return run([*self._argv(), *args], self.env, data)
        except OSError as error:
            raise RunError(f"cannot start {self.program}: {error.strerror}") from error

    def fields(self, *args: str, data: bytes = b"", ok: tuple[int, ...] = (0,)) -> list[bytes]:
        """Run a command with `-z` and return the NUL-terminated fields of its output."""
        out = self.run(*args, data=data, ok=ok)
        return out.removesuffix(b"\0").split(b"\0") if out else []

    def objects(self, oids: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """Yield each object's id and content in the order asked for; None where it is not there or is too large.

        All calls share one `git cat-file --batch`. No request is a command-line argument.
        """
        for oid, found in self._objects.read(oids):
            yield oid, found.data if found else None

    def object(self, name: str) -> Found | None:
        """Return the object that a revision expression names (`HEAD^{commit}`), None where it names nothing."""
        if not name.isprintable() or len(name) > 1000:
            return None
        ((_name, found),) = self._objects.read([name])
        return found

    def child(self, *args: str) -> Child:
        """Start a command that answers requests; it ends with this object at the latest."""
        # Its paths come on standard input; check-ignore stops at being told how to read arguments that it has not.
        env = {name: value for name, value in self.env.items() if name != "GIT_LITERAL_PATHSPECS"}
        try:
            child = Child([*self._argv(), *args], env)
        except OSError as error:
            raise RunError(f"cannot start {self.program}: {error.strerror}") from error
        self._children.append(child)
        return child

    def close(self) -> None:
        """End every process of this git."""
        self._objects.close()
        for child in self._children:
            child.close()

    def _argv(self) -> list[str]:
        return [self.program, "-C", self.root, *_OPTIONS]


def failure(done: Done, command: str) -> RunError:
    """Return the error that says in git's own words why a command failed."""
    lines = done.err.decode("utf-8", "replace").strip().splitlines()
    said = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0] if lines else "")
    said = said.removeprefix("fatal: ").removeprefix("error: ")
    return RunError(f"git {command} failed: {said or f'exit status {done.status}'}")
