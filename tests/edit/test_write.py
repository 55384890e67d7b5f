"""Several files are written as one, whatever fails in between."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pincite.edit import write
from pincite.edit.write import Change, writing
from pincite.errors import RunError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    (made / ".git").mkdir(parents=True)
    (made / "a.md").write_bytes(b"old a\r\n")
    (made / "log.md").write_bytes(b"old log\n")
    return made


def apply(root: Path, *changes: Change) -> list[str]:
    said: list[str] = []
    with writing(str(root), str(root / ".git/pincite"), said.append) as writer:
        writer.apply(changes)
    return said


def files(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file() and ".git" not in p.parts}


ENV = os.environ | {"PYTHONPATH": str(Path(write.__file__).parents[2])}

THREE = (
    Change("a.md", b"old a\r\n", b"new a\r\n"),
    Change("raw/deep/b.md", None, b"new b"),
    Change("log.md", b"old log\n", None),
)
OLD = {"a.md": b"old a\r\n", "log.md": b"old log\n"}
NEW = {"a.md": b"new a\r\n", "raw/deep/b.md": b"new b"}


def test_changes_make_and_remove_files(root: Path) -> None:
    assert apply(root, *THREE) == []
    assert files(root) == NEW
    assert os.listdir(root / ".git/pincite") == ["lock"]


def test_a_change_to_the_same_content_touches_nothing(root: Path) -> None:
    before = (root / "a.md").stat()
    apply(root, Change("a.md", b"old a\r\n", b"old a\r\n"))
    assert (root / "a.md").stat().st_mtime_ns == before.st_mtime_ns


def test_the_mode_of_a_file_stays(root: Path) -> None:
    (root / "a.md").chmod(0o755)
    apply(root, THREE[0])
    assert (root / "a.md").stat().st_mode & 0o777 == 0o755


def test_a_link_within_the_repository_is_written_through(root: Path) -> None:
    (root / "link.md").symlink_to("a.md")
    apply(root, Change("link.md", b"old a\r\n", b"new"))
    assert (root / "link.md").is_symlink()
    assert (root / "a.md").read_bytes() == b"new"


@pytest.mark.parametrize("path", ["../out.md", "out/x.md", ".git/config", "link.md"])
def test_nothing_outside_is_written(root: Path, path: str) -> None:
    (root / "out").symlink_to(root.parent)
    (root / "link.md").symlink_to(root.parent / "target.md")
    with pytest.raises(RunError, match="out of the repository"):
        apply(root, THREE[0], Change(path, None, b"x"))
    assert (root / "a.md").read_bytes() == b"old a\r\n"


def test_a_file_that_changed_meanwhile_stops_everything(root: Path) -> None:
    (root / "log.md").write_bytes(b"edited\n")
    with pytest.raises(RunError, match=r"log\.md was changed"):
        apply(root, *THREE)
    assert files(root) == OLD | {"log.md": b"edited\n"}


def _read_only_file(root: Path) -> None:
    (root / "log.md").chmod(0o444)


def _read_only_folder(root: Path) -> None:
    root.chmod(0o555)


def _folder_in_place(root: Path) -> None:
    (root / "raw").write_bytes(b"a file where a folder must be")


@pytest.mark.parametrize("spoil", [_read_only_file, _read_only_folder, _folder_in_place])
def test_what_cannot_be_written_is_known_before_anything_is(root: Path, spoil: object) -> None:
    spoil(root)
    before = files(root)
    try:
        with pytest.raises(RunError, match="nothing was written"):
            apply(root, *THREE)
        assert files(root) == before
    finally:
        root.chmod(0o755)


def test_a_file_longer_than_the_limit_leaves_everything(root: Path) -> None:
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "from pincite.edit.write import Change, writing\n"
        "with writing(sys.argv[1], sys.argv[1] + '/.git/pincite', print) as w:\n"
        "    w.apply([Change('a.md', b'old a\\r\\n', b'small'), Change('log.md', b'old log\\n', b'x' * 9999)])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(root)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": "tools"},
    )
    assert "RunError: cannot write: File too large" in done.stderr
    assert files(root) == OLD
    assert os.listdir(root / ".git/pincite") == ["lock"]


@pytest.mark.parametrize("fails_at", [1, 2])
def test_an_error_in_the_middle_puts_everything_back(
    root: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    moves = []
    real = write._move

    def failing(source: str, target: str) -> None:
        moves.append(target)
        if len(moves) == fails_at:
            raise OSError(errno.EPERM, "Operation not permitted")
        real(source, target)

    monkeypatch.setattr(write, "_move", failing)
    with pytest.raises(RunError, match=r"(a|b)\.md: Operation not permitted; nothing was written"):
        apply(root, *THREE)
    assert files(root) == OLD
    assert not (root / "raw").exists()


def _die_at(root: Path, step: int) -> int:
    """Apply in a process that kills itself before its n-th call that changes the file system; return its status."""
    code = (
        "import os, sys, signal\n"
        "from pincite.edit import write\n"
        "left = [int(sys.argv[2])]\n"
        "def hook(event, args):\n"
        "    writes = event == 'open' and isinstance(args[2], int) and args[2] & os.O_WRONLY\n"
        "    if writes or event in ('os.rename', 'os.remove', 'os.mkdir', 'os.rmdir', 'os.chmod'):\n"
        "        left[0] -= 1\n"
        "        if left[0] == 0: os.kill(os.getpid(), signal.SIGKILL)\n"
        "sys.addaudithook(hook)\n"
        "with write.writing(sys.argv[1], sys.argv[1] + '/.git/pincite', print) as w:\n"
        "    w.apply([write.Change('a.md', b'old a\\r\\n', b'new a\\r\\n'),\n"
        "             write.Change('raw/deep/b.md', None, b'new b'),\n"
        "             write.Change('log.md', b'old log\\n', None)])\n"
    )
    return subprocess.run([sys.executable, "-c", code, str(root), str(step)], env=ENV).returncode


def test_a_kill_at_any_step_leaves_old_or_new_for_the_next_writer(tmp_path: Path) -> None:
    outcomes = set()
    for step in range(1, 60):
        root = tmp_path / str(step)
        (root / ".git").mkdir(parents=True)
        for path, content in OLD.items():
            (root / path).write_bytes(content)
        status = _die_at(root, step)
        apply(root)
        found = files(root)
        assert found in (OLD, NEW), step
        outcomes.add((status, found == NEW))
        assert os.listdir(root / ".git/pincite") == ["lock"]
        if status == 0:
            break
    assert outcomes == {(-9, False), (-9, True), (0, True)}


def test_a_repair_is_said_and_known_to_readers(root: Path) -> None:
    with writing(str(root), str(root / ".git/pincite"), print) as writer:
        targets = [writer._target(change) for change in THREE]
        writer._prepare(THREE, targets)
    assert write.interrupted(str(root / ".git/pincite")) == ("a.md", "raw/deep/b.md", "log.md")
    assert apply(root) == ["finished what an interrupted command had begun: a.md, raw/deep/b.md, log.md"]
    assert files(root) == NEW
    assert write.interrupted(str(root / ".git/pincite")) == ()


def test_a_repair_keeps_what_was_edited_after_the_kill(root: Path) -> None:
    with writing(str(root), str(root / ".git/pincite"), print) as writer:
        steps = writer._prepare(THREE, [writer._target(change) for change in THREE])
        writer._put(steps[0], "new", steps[0].new)
    (root / "log.md").write_bytes(b"edited since\n")
    apply(root)
    assert files(root) == {"a.md": b"old a\r\n", "log.md": b"edited since\n"}


def test_a_held_lock_is_waited_for_and_then_said(root: Path) -> None:
    from pincite.edit.lock import exclusive

    lock = str(root / ".git/pincite/lock")
    with exclusive(lock, print), pytest.raises(RunError, match="another pincite"), exclusive(lock, print, wait=0.05):
        pass
