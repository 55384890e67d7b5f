"""Read files of the work tree as they are."""

from __future__ import annotations

import os
from collections.abc import Callable

from pincite.errors import RunError


def reader(root: str) -> Callable[[str], bytes | None]:
    """Return a function that reads a file below `root`, None where there is none. It raises RunError for any other."""

    def read(path: str) -> bytes | None:
        try:
            with open(os.path.join(root, path), "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except OSError as error:
            raise RunError(f"cannot read {path}: {error.strerror}") from None

    return read
