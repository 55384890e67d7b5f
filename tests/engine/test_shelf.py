"""The state on disk: what was written is read, and a file that was not written by us is never believed."""

import pytest

from pincite.engine.shelf import DamagedError, Shelf, create

TABLE = 3


def filled(path):
    assert create(str(path), {"tree": "t"}, {TABLE: {f"key {number}": (number, "ü") for number in range(500)}})
    return Shelf(str(path))


def test_values_are_read_back(tmp_path):
    """Each key has its value, an unknown one none."""
    shelf = filled(tmp_path / "state.db")

    assert shelf.meta["tree"] == "t"
    assert shelf.get(TABLE, "key 77") == (77, "ü")
    assert shelf.get(TABLE, "nothing") is None
    assert len(dict(shelf.items(TABLE))) == 500


def test_changes_are_there_for_the_next(tmp_path):
    """A value that was replaced and one that was taken away stay so for the next one who opens the file."""
    assert filled(tmp_path / "state.db").write({"tree": "u"}, {TABLE: {"key 1": ("new",), "key 2": None}})
    shelf = Shelf(str(tmp_path / "state.db"))

    assert shelf.meta["tree"] == "u"
    assert shelf.get(TABLE, "key 1") == ("new",)
    assert shelf.get(TABLE, "key 2") is None
    assert shelf.get(TABLE, "key 3") == (3, "ü")


@pytest.mark.parametrize("content", [b"", b"garbage" * 1000, b"SQLite format 3\0" + b"\0" * 5000, None])
def test_a_file_of_another_kind_is_damaged(tmp_path, content):
    """What is no shelf is said to be damaged, whatever it is."""
    path = tmp_path / "state.db"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(DamagedError):
        Shelf(str(path)).get(TABLE, "key 1")


def test_flipped_bytes_are_found(tmp_path):
    """No byte of the file can be changed so that a wrong value is read: it is right, absent or damaged."""
    path = tmp_path / "state.db"
    filled(path).close()
    data = path.read_bytes()
    for at in range(0, len(data), 97):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        try:
            shelf = Shelf(str(path))
            values = [shelf.get(TABLE, f"key {number}") for number in range(0, 500, 50)]
        except DamagedError:
            continue
        assert all(value in (None, (number, "ü")) for number, value in zip(range(0, 500, 50), values, strict=True))


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path):
    """Without a place for it there is no state on disk, and that is all."""
    (tmp_path / "file").write_text("")

    assert not create(str(tmp_path / "file" / "state.db"), {}, {TABLE: {"a": 1}})
