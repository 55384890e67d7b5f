"""The search index: an SQLite file under the git directory that holds the pages of one tree.

It can be deleted at any time: an index that is missing, of another version or damaged is made again. Nothing in it
depends on more than one page, save `head`: the document that answers for a superseded one.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping

from pincite.ask.documents import Document, documents, listed
from pincite.ask.words import folded
from pincite.model import Page
from pincite.repo.plumbing import raw
from pincite.repo.plumbing import text as text_of

Key = tuple[str, str]  # the path of a page, and the id of an entry on it

# Change it whenever words, weights, the thesaurus or the tables change.
VERSION = 2

_TABLES = """
create table page (id integer primary key, path text unique, tags text, owners text);
create table doc (id integer primary key, page integer, entry text, title text, date text, line integer, terms text,
                  said text, status text, head integer, worth real);
create table successor (path text, entry text, new_path text, new_entry text, primary key (path, entry)) without rowid;
create index doc_of_page on doc (page);
create index doc_of_head on doc (head);
create table posting (term text, doc integer, weight real, primary key (term, doc)) without rowid;
create table link (name text, doc integer, primary key (name, doc)) without rowid;
create index doc_of_link on link (doc);
create table word (word text primary key) without rowid;
create table related (name text primary key, terms text) without rowid;
create table meta (key text primary key, value text);
"""
PATIENCE = 3.0  # seconds to wait for another process that writes the index
# What the text of a superseded entry counts for, for the live one that took its place.
_OLD_TEXT = 0.8


class Index:
    """The index in one file, or in memory where `path` is '' or cannot be written. Close it.

    What is put in is seen at once, and lasts when it is `keep`t; without that it is forgotten.
    """

    def __init__(self, path: str, stamp: str) -> None:
        self.stamp = f"{VERSION} {stamp}"
        self.db = self._opened(path) if path else self._made(":memory:")

    def close(self) -> None:
        """Close the file, and forget what was not kept."""
        self.db.close()

    @property
    def tree(self) -> str:
        """Return the id of the tree whose pages are in the index, '' where there are none."""
        return str(self.db.execute("select value from meta where key = 'tree'").fetchone()[0])

    def clear(self) -> None:
        """Take everything out."""
        for table in ("page", "doc", "posting", "link", "word", "successor"):
            self.db.execute(f"delete from {table}")  # noqa: S608 - names of this module
        self.db.execute("update meta set value = '' where key = 'tree'")

    def put(self, pages: Iterable[Page], gone: Iterable[str] = ()) -> None:
        """Put pages in, in place of what was known of them, and take others out."""
        for path in gone:
            self._remove(path)
        for page in pages:
            self._remove(page.path)
            self._add(page)

    def superseded_by(self, paths: Iterable[str]) -> list[Key]:
        """Return the entries that stand on one of these pages, or whose successor does."""
        sql = """select path, entry from doc join page on page.id = doc.page
                 where path = cast(?1 as text) and entry != ''
                 union select path, entry from successor where new_path = cast(?1 as text)"""
        return [row for path in paths for row in self.db.execute(sql, (raw(path),))]

    def settle(self, successors: Mapping[Key, Key | None]) -> None:
        """Say which entry took the place of each of these entries, None for none.

        An entry of which a successor is known is superseded, whatever its own heading says.
        """
        known = {key: new for key, new in successors.items() if new is not None}
        sql = "delete from successor where path = cast(? as text) and entry = ?"
        self.db.executemany(sql, ((raw(path), entry) for path, entry in successors))
        sql = "insert into successor values (cast(? as text), ?, cast(? as text), ?)"
        self.db.executemany(sql, ((raw(old[0]), old[1], raw(new[0]), new[1]) for old, new in known.items()))
        rows = self.db.execute("select * from successor").fetchall()
        following = {(path, entry): (new_path, new_entry) for path, entry, new_path, new_entry in rows}
        self.db.execute("update doc set head = id, worth = 1.0, status = said where head is null or head != id")
        for old in following:
            here, last = self._doc(old), self._doc(_last(old, following))
            if here and last and here != last:
                sql = "update doc set head = ?, worth = ?, status = 'superseded' where id = ?"
                self.db.execute(sql, (last, _OLD_TEXT, here))

    def linking(self, name: str, most: int) -> list[Key]:
        """Return up to `most` entries that link to a page of this name (by `text.name_key`)."""
        sql = """select path, entry from link join doc on doc.id = link.doc join page on page.id = doc.page
                 where name = ? and entry != '' and status = 'live' order by date desc limit ?"""
        return self.db.execute(sql, (_stored(name), most)).fetchall()

    def related(self, name: str) -> dict[str, float] | None:
        """Return what other terms can stand for this one and what each is worth, None where it is in no group."""
        row = self.db.execute("select terms from related where name = ?", (name,)).fetchone()
        if row is None:
            return None
        pairs = (item.rpartition(" ") for item in row[0].split("\n") if item)
        return {other: float(worth) for other, _, worth in pairs}

    def known(self, name: str) -> bool:
        """Return whether a term stands in the wiki."""
        return self.db.execute("select 1 from posting where term = ? limit 1", (name,)).fetchone() is not None

    def vocabulary(self, word: str) -> list[str]:
        """Return the words that begin like this one, end like it, or have its first letters swapped."""
        ends = (f"{word[0]}%", f"{word[1]}{word[0]}%", f"_{word[1:3]}%", f"%{word[-3:]}")
        sql = "select word from word where (word like ? or word like ? or word like ? or word like ?)"
        bounds = (len(word) - 2, len(word) + 2)
        return [row[0] for row in self.db.execute(f"{sql} and length(word) between ? and ?", (*ends, *bounds))]

    def titles(self) -> list[str]:
        """Return the titles of all that is live."""
        return [row[0] for row in self.db.execute("select distinct title from doc where status = 'live'")]

    def aside(self) -> None:
        """Go on in memory: the file is locked, or cannot be written."""
        self.db.rollback()
        copy = _connect(":memory:")
        self.db.backup(copy)
        self.db.close()
        self.db = copy

    def keep(self, tree: str) -> None:
        """Keep what was put in as the pages of this tree."""
        self.db.execute("update meta set value = ? where key = 'tree'", (tree,))
        self.db.commit()

    def _doc(self, key: Key) -> int | None:
        sql = "select doc.id from doc join page on page.id = doc.page where path = cast(? as text) and entry = ?"
        row = self.db.execute(sql, (raw(key[0]), key[1])).fetchone()
        return row[0] if row else None

    def _remove(self, path: str) -> None:
        row = self.db.execute("select id from page where path = cast(? as text)", (raw(path),)).fetchone()
        if row is None:
            return
        for doc, terms in self.db.execute("select id, terms from doc where page = ?", row).fetchall():
            keys = ((name, doc) for name in terms.split(" "))
            self.db.executemany("delete from posting where term = ? and doc = ?", keys)
            self.db.execute("delete from link where doc = ?", (doc,))
        self.db.execute("delete from doc where page = ?", row)
        self.db.execute("delete from page where id = ?", row)

    def _add(self, page: Page) -> None:
        tags, owners = (_lines(listed(page, *keys)) for keys in (("tags",), ("owner", "owners", "team")))
        sql = "insert into page (path, tags, owners) values (cast(? as text), ?, ?)"
        of_page = self.db.execute(sql, (raw(page.path), tags, owners)).lastrowid
        for made in documents(page):
            self._add_document(of_page, made)

    def _add_document(self, page: int | None, made: Document) -> None:
        row = (page, made.entry, _stored(made.title), made.date, made.line, " ".join(made.weights), made.status)
        sql = "insert into doc (page, entry, title, date, line, terms, said) values (?, ?, ?, ?, ?, ?, ?)"
        doc = self.db.execute(sql, row).lastrowid
        values = ((name, doc, round(weight, 4)) for name, weight in made.weights.items())
        self.db.executemany("insert into posting values (?, ?, ?)", values)
        self.db.executemany("insert into link values (?, ?)", ((_stored(name), doc) for name in made.names))
        self.db.executemany("insert or ignore into word values (?)", ((word,) for word in made.words))

    def _opened(self, path: str) -> sqlite3.Connection:
        """Open the file, or make it where it is missing, old or damaged; in memory where it cannot be written."""
        with contextlib.suppress(sqlite3.DatabaseError, OSError):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            db = _connect(path)
            if _stamp_of(db) == self.stamp:
                return db
            db.close()
            delete(path)
            return self._made(path)
        with contextlib.suppress(sqlite3.DatabaseError, OSError):
            delete(path)
            return self._made(path)
        return self._made(":memory:")

    def _made(self, path: str) -> sqlite3.Connection:
        db = _connect(path)
        db.executescript(_TABLES)
        db.execute("insert into meta values ('stamp', ?), ('tree', '')", (self.stamp,))
        db.executemany("insert into related values (?, ?)", _thesaurus())
        db.commit()
        return db


def _thesaurus() -> Iterator[tuple[str, str]]:
    """Yield the rows of what relates to what: here they are found by name, without reading all of them."""
    from pincite.ask.thesaurus import related

    for name, others in related().items():
        yield name, "\n".join(f"{other} {worth}" for other, worth in others.items())


def scoped(tags: Iterable[str], owners: Iterable[str], folder: str) -> tuple[str, list[str]]:
    """Return the SQL condition on `page` for these tags, owners (any of each) and this folder, with its values."""
    parts, values = ["1"], []
    for column, wanted in (("tags", tags), ("owners", owners)):
        names = [f"%\n{_like(_stored(folded(name)))}\n%" for name in wanted]
        if names:
            parts.append("(" + " or ".join([f"page.{column} like ? escape '\\'"] * len(names)) + ")")
            values += names
    if folder.strip("/"):
        parts.append("('/' || page.path) like ? escape '\\'")
        values.append(f"%/{_like(_stored(folder.strip('/')))}/%")
    return " and ".join(parts), values


def _last(entry: Key, successors: Mapping[Key, Key]) -> Key:
    """Return the end of a chain of successors; in a circle, the entry before it closes."""
    seen = {entry}
    while entry in successors and successors[entry] not in seen:
        entry = successors[entry]
        seen.add(entry)
    return entry


def _lines(texts: Iterable[str]) -> str:
    return _stored("\n" + "".join(folded(text) + "\n" for text in texts))


def _stored(text: str) -> str:
    """Return the text without what cannot be stored: half of a surrogate pair, which an escape in YAML can make."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _like(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _connect(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=PATIENCE)
    db.text_factory = text_of
    db.execute("pragma synchronous = off")
    return db


def _stamp_of(db: sqlite3.Connection) -> str:
    try:
        row = db.execute("select value from meta where key = 'stamp'").fetchone()
    except sqlite3.OperationalError:
        return ""
    return str(row[0]) if row else ""


def delete(path: str) -> None:
    """Delete an index file, which may not be there."""
    for name in (path, path + "-journal", path + "-wal", path + "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.remove(name)
