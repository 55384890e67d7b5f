"""An error that nobody expected: one line for the user, and a file that is ready to be sent as a bug report."""

from __future__ import annotations

import errno
import os
import platform
import sys
import tempfile
import traceback

from pincite import __version__
from pincite.errors import RunError
from pincite.output import one_line, printable

_REPORT = """\
# pincite {version} failed: {error}

What I did, and what I expected instead:

(please write a sentence here)

| | |
|---|---|
| pincite | {version} |
| Python | {python} |
| git | {git} |
| system | {system} |

```
pincite {arguments}
```

```
{trace}```
"""


# What the machine is short of, and no fault of ours.
_SHORTAGES = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO)


def report(error: Exception, arguments: list[str]) -> int:
    """Say in one line what happened and where its report lies, and return the exit status (3, could not run)."""
    if isinstance(error, OSError) and error.errno in _SHORTAGES:
        where = f"{error.filename}: " if error.filename else ""
        print(f"pincite: the system says: {one_line(where + str(error.strerror))}", file=sys.stderr)
        return RunError.status
    told = one_line(f"{type(error).__name__}: {error}")
    try:
        place = f"a bug report that is ready to be sent: {_written(error, told, arguments)}"
    except OSError as failure:
        place = f"no bug report could be written ({failure.strerror})"
    print(f"pincite: this is a fault of pincite: {told}; {place}", file=sys.stderr)
    return RunError.status


def _written(error: Exception, told: str, arguments: list[str]) -> str:
    """Write the report outside of every repository, and return its path."""
    text = _REPORT.format(
        version=__version__,
        error=told,
        python=one_line(sys.version),
        git=_git_version(),
        system=platform.platform(),
        arguments=one_line(" ".join(arguments)),
        trace=printable("".join(traceback.format_exception(error))),
    )
    handle, path = tempfile.mkstemp(prefix="pincite-", suffix=".md")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def _git_version() -> str:
    from pincite.errors import PinciteError
    from pincite.repo.environment import clean, find_git
    from pincite.repo.plumbing import Git

    try:
        done = Git(os.curdir, find_git(os.curdir), clean()).attempt("--version")
    except PinciteError as failure:
        return one_line(str(failure))
    return one_line((done.out or done.err).decode("utf-8", "replace").strip())
