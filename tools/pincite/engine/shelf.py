"""A table of plain values on disk that is read in small pieces: the state of the last judged commit.

Keys are hashed into buckets, a bucket is one row of an SQLite file, so that a run that needs ten keys reads ten rows
whatever the size of the wiki, and a run that writes everything writes a few thousand rows. A file that is missing,
from another version or damaged is no shelf at all: the caller then judges everything anew.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Iterator, Mapping

try:
    # what the standard library's `sqlite3` is made of; the module itself imports `datetime` for conversions unused here
    from _sqlite3 import Error as SqliteError
    from _sqlite3 import connect
except ImportError:  # an interpreter that is built otherwise
    from sqlite3 import Error as SqliteError
    from sqlite3 import connect

from pincite.sealed import DamagedError as DamagedError
from pincite.sealed import seal, unseal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_PER_BUCKET = 16
_TABLE_BITS = 32


def _hash(key: str) -> int:
    return zlib.crc32(key.encode("utf-8", "surrogatepass"))


class Shelf:
    """An open file of tables. `meta` is a dictionary of plain values; table names are numbers from 1."""

    def __init__(self, path: str) -> None:
        """Open an existing file; raise DamagedError where it is none of ours."""
        self._buckets: dict[int, dict[str, Any]] = {}
        try:
            self._db = connect(f"file:{_quoted(path)}?mode=rw", uri=True, timeout=2, isolation_level=None)
            self.meta: dict[str, Any] = self._row(0) or {}
            self._masks: dict[int, int] = self.meta["masks"]
        except (SqliteError, KeyError, ValueError, TypeError, EOFError) as error:
            raise DamagedError from error

    def _row(self, number: int) -> Any:
        try:
            row = self._db.execute("SELECT value FROM bucket WHERE id = ?", (number,)).fetchone()
        except SqliteError as error:
            raise DamagedError from error
        return None if row is None else unseal(row[0])

    def _bucket(self, table: int, key: str) -> tuple[int, dict[str, Any]]:
        number = table << _TABLE_BITS | (_hash(key) & self._masks[table])
        if number not in self._buckets:
            self._buckets[number] = self._row(number) or {}
        return number, self._buckets[number]

    def get(self, table: int, key: str) -> Any:
        """Return the value of a key, None where it has none."""
        return self._bucket(table, key)[1].get(key)

    def items(self, table: int) -> Iterator[tuple[str, Any]]:
        """Yield every key and value of a table."""
        low, high = table << _TABLE_BITS, (table + 1) << _TABLE_BITS
        try:
            rows = self._db.execute("SELECT value FROM bucket WHERE id >= ? AND id < ?", (low, high)).fetchall()
        except SqliteError as error:
            raise DamagedError from error
        for (value,) in rows:
            yield from unseal(value).items()

    def write(self, meta: Mapping[str, Any], tables: Mapping[int, Mapping[str, Any]]) -> bool:
        """Put these values (None takes a key away) in one transaction; return False where another one is writing."""
        touched: set[int] = set()
        for table, values in tables.items():
            for key, value in values.items():
                number, bucket = self._bucket(table, key)
                touched.add(number)
                if value is None:
                    bucket.pop(key, None)
                else:
                    bucket[key] = value
        self.meta = {**self.meta, **meta}
        rows = [(number, seal(self._buckets[number])) for number in sorted(touched)]
        return self._commit([*rows, (0, seal(self.meta))])

    def _commit(self, rows: list[tuple[int, bytes]]) -> bool:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("INSERT OR REPLACE INTO bucket VALUES (?, ?)", rows)
            self._db.execute("COMMIT")
        except SqliteError:
            return False
        return True

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def create(path: str, meta: Mapping[str, Any], tables: Mapping[int, Mapping[str, Any]]) -> bool:
    """Write a new file of these tables in place of any old one; return False where that is not possible."""
    tables = {number: {key: value for key, value in values.items() if value is not None}
              for number, values in tables.items()}  # fmt: skip
    masks = {table: _mask(len(values)) for table, values in tables.items()}
    rows = [(0, seal({**meta, "masks": masks}))]
    for table, values in sorted(tables.items()):
        rows += _rows(table, masks[table], values)
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        _fill(temporary, rows)
        os.replace(temporary, path)
    except (OSError, SqliteError):
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        return False
    return True


def _fill(path: str, rows: list[tuple[int, bytes]]) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    database = connect(path, isolation_level=None)
    try:
        # the file gets its name only when it is whole, so it needs no journal of its own while it is filled
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.execute("CREATE TABLE bucket (id INTEGER PRIMARY KEY, value BLOB NOT NULL)")
        database.execute("BEGIN")
        database.executemany("INSERT INTO bucket VALUES (?, ?)", rows)
        database.execute("COMMIT")
    finally:
        database.close()


def _rows(table: int, mask: int, values: Mapping[str, Any]) -> list[tuple[int, bytes]]:
    buckets: dict[int, dict[str, Any]] = {}
    for key, value in values.items():
        buckets.setdefault(_hash(key) & mask, {})[key] = value
    return [(table << _TABLE_BITS | number, seal(bucket)) for number, bucket in sorted(buckets.items())]


def _mask(keys: int) -> int:
    """Return 2^n - 1 so that a bucket holds about _PER_BUCKET keys."""
    return (1 << max(0, (keys // _PER_BUCKET).bit_length())) - 1


def _quoted(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
