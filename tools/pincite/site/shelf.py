"""Rendered pages kept below the git directory, by a digest of all that they depend on.

A shelf that is missing, locked, damaged or from another version only makes a build slower.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable

_FILE = "site.db"
_TABLE = "create table if not exists pages (key text primary key, page blob not null) without rowid"
# Rendered pages that this build did not use are kept up to this number: other branches use them.
_SPARE = 2_000


class Shelf:
    """Bytes by key. What `put` took is written by `close`, with what was used, in one transaction."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, _FILE)
        self._new: dict[str, bytes] = {}
        self._used: set[str] = set()
        self._database = self._opened()

    def get(self, key: str) -> bytes | None:
        """Return the bytes under this key, None where there is none."""
        self._used.add(key)
        if key in self._new or self._database is None:
            return self._new.get(key)
        try:
            row = self._database.execute("select page from pages where key = ?", (key,)).fetchone()
        except sqlite3.Error:
            self._give_up()
            return None
        return row[0] if row and isinstance(row[0], bytes) else None

    def put(self, key: str, page: bytes) -> None:
        """Keep some bytes."""
        self._new[key] = page

    def close(self) -> None:
        """Write what is new, drop what has not been used for long, and let go of the file."""
        if self._database is None:
            return
        try:
            with self._database:
                self._database.executemany("insert or replace into pages values (?, ?)", self._new.items())
                self._thin(self._database)
        except sqlite3.Error:
            self._give_up()
        else:
            self._database.close()
            self._database = None

    def _thin(self, database: sqlite3.Connection) -> None:
        keys = [row[0] for row in database.execute("select key from pages")]
        spare = [key for key in keys if key not in self._used]
        if len(spare) > _SPARE:
            database.executemany("delete from pages where key = ?", _rows(spare))

    def _opened(self) -> sqlite3.Connection | None:
        try:
            os.makedirs(os.path.dirname(self._path), exist_ok=True)
            database = sqlite3.connect(self._path, timeout=2, check_same_thread=False)
            database.execute(_TABLE)
        except (OSError, sqlite3.Error):
            self._database = None
            return self._afresh()
        return database

    def _afresh(self) -> sqlite3.Connection | None:
        """Replace a damaged file by an empty one; None where even that fails (a read-only repository)."""
        try:
            os.unlink(self._path)
            database = sqlite3.connect(self._path, timeout=2, check_same_thread=False)
            database.execute(_TABLE)
        except (OSError, sqlite3.Error):
            return None
        return database

    def _give_up(self) -> None:
        """Go on without the file, which is damaged: the next build begins with an empty one."""
        if self._database is not None:
            self._database.close()
            self._database = None
        try:
            os.unlink(self._path)
        except OSError:
            return


def _rows(keys: Iterable[str]) -> Iterable[tuple[str]]:
    return ((key,) for key in keys)
