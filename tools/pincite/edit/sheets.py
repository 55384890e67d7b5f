"""Pages while they are being edited: each edit is applied at once, so that the next one sees its result."""

from __future__ import annotations

from pincite.edit.desk import Desk
from pincite.edit.text_edits import applied, encoded
from pincite.edit.write import Change
from pincite.model import Edit, Page
from pincite.parse.page import parse_page


class Sheets:
    """The files of a desk with the edits so far. Nothing is written."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._old: dict[str, bytes | None] = {}
        self._new: dict[str, bytes] = {}
        self._pages: dict[str, Page] = {}

    def exists(self, path: str) -> bool:
        """Return whether there is such a file, on the desk or among those made here."""
        return self._bytes(path) is not None

    def page(self, path: str) -> Page:
        """Return a page as it is now, an empty one where there is no file."""
        if path not in self._pages:
            self._pages[path] = parse_page(path, self._bytes(path) or b"", self.desk.grammar)
        return self._pages[path]

    def edit(self, *edits: Edit | None) -> None:
        """Apply edits whose offsets count in the page as it is now; None is no edit."""
        for path in dict.fromkeys(edit.path for edit in edits if edit):
            page = self.page(path)
            text = applied(page.text, [edit for edit in edits if edit and edit.path == path])
            self._put(path, encoded(page, text, self._bytes(path) or b""))

    def make(self, path: str, text: str) -> None:
        """Make a file, or give one another content."""
        self._put(path, text.encode("utf-8", "surrogateescape"))

    def changes(self) -> tuple[Change, ...]:
        """Return the files that are not what they were."""
        found = (Change(path, self._old[path], new) for path, new in self._new.items())
        return tuple(change for change in found if change.old != change.new)

    def _put(self, path: str, data: bytes) -> None:
        self._old.setdefault(path, self.desk.read(path))
        self._new[path] = data
        self._pages.pop(path, None)

    def _bytes(self, path: str) -> bytes | None:
        return self._new[path] if path in self._new else self.desk.read(path)
