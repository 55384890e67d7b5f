"""One writer at a time: a lock of the operating system, which a killed process can never leave behind."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator

from pincite.errors import RunError

# A capture takes well under a second, so that eight at once are through long before this.
WAIT_SECONDS = 60.0
_SAY_AFTER = 2.0
_POLL_SECONDS = 0.02

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextlib.contextmanager
def exclusive(path: str, say: Callable[[str], None], wait: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold the lock file at `path` for the length of the block.

    `say` is told once when another process makes us wait. Raises RunError where `wait` seconds were not enough, or
    where the file cannot be made.
    """
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise RunError(f"cannot lock {path}: {error.strerror}") from None
    try:
        _wait_for(descriptor, say, wait)
        yield
    finally:
        os.close(descriptor)


def _wait_for(descriptor: int, say: Callable[[str], None], wait: float) -> None:
    """Poll for the lock: a blocking call could neither speak up nor give up."""
    begun, said = time.monotonic(), False
    while not _try_lock(descriptor):
        waited = time.monotonic() - begun
        if waited > wait:
            raise RunError(f"another pincite has been writing for {wait:.0f} s; run the command again")
        if waited > _SAY_AFTER and not said:
            say("waiting for another pincite that is writing")
            said = True
        time.sleep(_POLL_SECONDS)
