"""Values that are kept between runs in a file of the cache folder. A file that is missing or damaged is no value."""

from __future__ import annotations

import os

from pincite.sealed import DamagedError, seal, unseal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def load(folder: str, name: str) -> Any:
    """Return the value that is kept under a name, None where there is none."""
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return unseal(file.read())
    except (OSError, DamagedError):
        return None


def keep(folder: str, name: str, value: Any) -> None:
    """Keep a value of tuples, dictionaries and texts; do nothing where that fails."""
    path = os.path.join(folder, name)
    try:
        os.makedirs(folder, exist_ok=True)
        with open(f"{path}.{os.getpid()}", "wb") as file:
            file.write(seal(value))
        os.replace(file.name, path)
    except OSError:
        return
