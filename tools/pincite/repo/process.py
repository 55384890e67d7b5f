"""Start a child process and talk to it through pipes.

`subprocess` is what one would take; importing it costs half of what starting Python costs, and the gate starts at
every commit. `os.posix_spawn` is there without an import.
"""

from __future__ import annotations

import os
import select

from pincite.record import NamedTuple

# signal.SIGPIPE and signal.SIGKILL on every POSIX system; importing `signal` builds enums.
_SIGPIPE, _SIGKILL = 13, 9
_CHUNK = 1 << 16


class Done(NamedTuple):
    """A process that has ended: its exit status (negative: the signal that ended it) and what it wrote."""

    status: int
    out: bytes
    err: bytes


class Child:
    """A running process that answers requests: write to `requests`, read from `replies`. `close` ends it."""

    def __init__(self, argv: list[str], env: dict[str, str]) -> None:
        self._pid = 0
        theirs_in, self.requests = os.pipe()
        ours_out, theirs_out = os.pipe()
        self.replies = os.fdopen(ours_out, "rb", _CHUNK)
        try:
            self._pid = _spawn(argv, env, theirs_in, theirs_out, None)
        finally:
            os.close(theirs_in)
            os.close(theirs_out)

    def close(self, kill: bool = False) -> None:
        """End the process by closing its input, or at once, and wait until it is gone."""
        if not self.replies.closed:
            os.close(self.requests)
            self.replies.close()
        if self._pid:
            pid, self._pid = self._pid, 0
            if kill:
                os.kill(pid, _SIGKILL)
            os.waitpid(pid, 0)

    def __del__(self) -> None:
        self.close(kill=True)


def run(argv: list[str], env: dict[str, str], data: bytes = b"") -> Done:
    """Run a command to its end with `data` on its standard input; OSError where it cannot be started."""
    pipes = [os.pipe(), os.pipe(), os.pipe()]
    (theirs_in, ours_in), (ours_out, theirs_out), (ours_err, theirs_err) = pipes
    try:
        pid = _spawn(argv, env, theirs_in, theirs_out, theirs_err)
    except OSError:
        for fd in (ours_in, ours_out, ours_err):
            os.close(fd)
        raise
    finally:
        for fd in (theirs_in, theirs_out, theirs_err):
            os.close(fd)
    try:
        out, err = _exchange(ours_in, ours_out, ours_err, data)
    except BaseException:
        os.kill(pid, _SIGKILL)
        os.waitpid(pid, 0)
        raise
    return Done(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), out, err)


def _spawn(argv: list[str], env: dict[str, str], stdin: int, stdout: int, stderr: int | None) -> int:
    """Start `argv` with these descriptors (no `stderr`: it says nothing) and return its process id."""
    actions: list[tuple[int, int, int] | tuple[int, int, str, int, int]] = [
        (os.POSIX_SPAWN_DUP2, stdin, 0),
        (os.POSIX_SPAWN_DUP2, stdout, 1),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0) if stderr is None else (os.POSIX_SPAWN_DUP2, stderr, 2),
    ]
    return os.posix_spawn(argv[0], argv, env, file_actions=actions, setsigdef=[_SIGPIPE])


def _exchange(stdin: int, stdout: int, stderr: int, data: bytes) -> tuple[bytes, bytes]:
    """Write and read as the process is ready for it, so that neither side waits for the other; close all three."""
    out: list[bytes] = []
    err: list[bytes] = []
    waiting = select.poll()
    waiting.register(stdout, select.POLLIN)
    waiting.register(stderr, select.POLLIN)
    rest = memoryview(data)
    if rest:
        os.set_blocking(stdin, False)
        waiting.register(stdin, select.POLLOUT)
    else:
        os.close(stdin)
    open_ = {stdin, stdout, stderr} if data else {stdout, stderr}
    try:
        while open_:
            for fd, _event in waiting.poll():
                if fd == stdin:
                    rest = _write(fd, rest)
                    more = bool(rest)
                else:
                    chunk = os.read(fd, _CHUNK)
                    (out if fd == stdout else err).append(chunk)
                    more = bool(chunk)
                if not more:
                    waiting.unregister(fd)
                    open_.discard(fd)
                    os.close(fd)
    finally:
        for fd in open_:
            os.close(fd)
    return b"".join(out), b"".join(err)


def _write(fd: int, rest: memoryview) -> memoryview:
    """Write what the pipe takes now and return what is left; nothing is left once the reader has gone."""
    try:
        return rest[os.write(fd, rest[:_CHUNK]) :]
    except BrokenPipeError:
        return rest[:0]
