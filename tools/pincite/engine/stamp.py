"""What a kept state depends on beside the tree: this program, the configuration and the shape of the file."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator

import pincite
from pincite.config import Config

_SHAPE = 1


def stamp(config: Config) -> str:
    """Return a text that differs where a kept state could hold another verdict: version, code, configuration."""
    code = zlib.crc32("\n".join(sorted(_modules(os.path.dirname(pincite.__file__)))).encode())
    return f"{_SHAPE} {pincite.__version__} {code:08x} {zlib.crc32(repr(config).encode()):08x} {len(repr(config))}"


def _modules(folder: str) -> Iterator[str]:
    """Yield name, size and time of each module: a checkout of the program changes without its version changing."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _modules(entry.path)
            elif entry.name.endswith(".py"):
                status = entry.stat()
                yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"
