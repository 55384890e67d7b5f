"""Plain values as bytes with a checksum: marshal may crash on bytes that it did not write, so it never sees any."""

from __future__ import annotations

import marshal
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class DamagedError(Exception):
    """The bytes are not those that were written."""


def seal(value: Any) -> bytes:
    """Return the bytes of a value made of tuples, lists, dictionaries, sets, texts, numbers and None."""
    data = marshal.dumps(value)
    return zlib.crc32(data).to_bytes(4, "big") + data


def unseal(sealed: bytes) -> Any:
    """Return the value of what `seal` made; raise DamagedError for anything else."""
    if len(sealed) < 5 or zlib.crc32(sealed[4:]) != int.from_bytes(sealed[:4], "big"):
        raise DamagedError
    return marshal.loads(sealed[4:])  # noqa: S302 - the checksum says that `seal` wrote it
