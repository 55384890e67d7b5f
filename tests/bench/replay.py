"""`python -m bench.replay [PACKAGE…]`: carry citations through the releases of public packages, and print what held.

Each package becomes a repository with a commit a release, made from what `pip download` fetches. Every commit adds a
page of citations of random lines of that release. All of them are then followed to the last release, and beside the
verdict stands what a check for existence, and one that remembers a hash of the line, would have said.
`--show STATE NUMBER` prints so many of that state with the lines then and now, for reading.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pincite.repo.anchors import Walk
from pincite.repo.follow import Claim, follow_all
from pincite.repo.marks import Mark
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import Snapshot, open_snapshot
from pincite.repo.trees import Trees
from pincite.wiki import Followed

PACKAGES = ("itsdangerous", "structlog", "sqlite-utils", "click")
RELEASES = 16
CITATIONS = 60
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
DATE = "2026-10-01T12:00:00+00:00"
_FINAL = re.compile(r"\d+(\.\d+)*\Z")


class Row(NamedTuple):
    """What became of a citation: the verdict, whether its line exists, and whether that line reads as it did."""

    token: str
    followed: Followed
    exists: bool
    same: bool


def releases(package: str) -> list[str]:
    """Return up to RELEASES final versions of a package, oldest first, spread over its life."""
    out = subprocess.run([*PIP, "index", "versions", package], capture_output=True, text=True, check=True).stdout
    listed = out.partition("Available versions:")[2].partition("\n")[0].replace(",", " ").split()
    versions = [version for version in reversed(listed) if _FINAL.match(version)]
    step = max(1, (len(versions) - 1) / (RELEASES - 1))
    return [versions[round(n * step)] for n in range(RELEASES) if round(n * step) < len(versions)]


def fetch(package: str, version: str, folder: Path) -> bool:
    """Unpack a release, a wheel if there is one, into the folder; return whether it could be had."""
    with tempfile.TemporaryDirectory() as place:
        args = ["download", "-q", "--no-deps", "--prefer-binary", "-d", place, f"{package}=={version}"]
        if subprocess.run([*PIP, *args], capture_output=True, check=False).returncode:
            return False
        for archive in Path(place).iterdir():
            if archive.suffix == ".whl":
                zipfile.ZipFile(archive).extractall(folder)
            else:
                with tarfile.open(archive) as tar:
                    tar.extractall(folder, filter="data")
    return True


def git(root: Path, *args: str) -> str:
    """Run git with a fixed author and date."""
    env = {"GIT_AUTHOR_DATE": DATE, "GIT_COMMITTER_DATE": DATE, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(root),
           "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.c", "GIT_COMMITTER_NAME": "a",
           "GIT_COMMITTER_EMAIL": "a@b.c", "PATH": "/usr/bin:/bin:/usr/local/bin"}  # fmt: skip
    done = subprocess.run(["git", "-C", str(root), *args], env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def build(package: str, root: Path) -> list[str]:
    """Make the repository of a package; return the versions that it holds."""
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    dice, held = random.Random(package), []
    for version in releases(package):
        for old in root.iterdir():
            if old.name not in (".git", "wiki"):
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        with tempfile.TemporaryDirectory() as place:
            if not fetch(package, version, Path(place)):
                continue
            copy_sources(Path(place), root)
        page = root / "wiki" / f"{len(held):02}.md"
        page.parent.mkdir(exist_ok=True)
        page.write_text("".join(f"`{token}`\n" for token in sample(root, dice)), encoding="utf-8")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", version)
        held.append(version)
    return held


def copy_sources(release: Path, root: Path) -> None:
    """Copy the Python files of a release, without the folder that its version names."""
    for path in sorted(release.rglob("*.py")):
        parts = [part for part in path.relative_to(release).parts if not re.search(r"-\d", part)]
        parts = parts[1:] if parts[0] == "src" else parts
        target = root.joinpath("src", *parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())


def sample(root: Path, dice: random.Random) -> Iterator[str]:
    """Yield citations of random lines that are not blank, a third of them of several lines."""
    files = [path for path in sorted((root / "src").rglob("*.py")) if path.read_bytes().count(b"\n") > 30]
    for _ in range(CITATIONS if files else 0):
        path = dice.choice(files)
        lines = path.read_bytes().split(b"\n")
        first = dice.choice([number for number, line in enumerate(lines, 1) if len(line.strip()) > 3])
        last = min(first + dice.randrange(1, 6), len(lines) - 1) if dice.random() < 0.34 else first
        name = path.relative_to(root).as_posix()
        yield f"{name}:{first}" if first == last else f"{name}:{first}-{last}"


def scan(_path: str, data: bytes) -> list[Mark]:
    """Take what stands in backticks for a citation."""
    return [Mark(token, token, "") for token in re.findall("`([^`]+)`", data.decode("utf-8"))]


def claim(mark: Mark) -> Claim:
    """Return what a mark asks for."""
    path, _, lines = mark.token.rpartition(":")
    first, _, last = lines.partition("-")
    return Claim(mark, path, ((int(first), int(last or first)),))


def judge(root: Path) -> list[Row]:
    """Follow every citation to the last release."""
    with open_repository(str(root)) as repository:
        snapshot = open_snapshot(repository, rev="HEAD")
        texts = {path: data or b"" for path, data in snapshot.read(snapshot.files) if path.startswith("wiki/")}
        pages = {path: [claim(mark) for mark in scan(path, data)] for path, data in texts.items()}
        found = follow_all(snapshot, Walk(snapshot, scan, ["wiki"]), pages, lambda path: path.startswith("wiki/"))
        return [row(snapshot, one, followed) for page, claims in pages.items()
                for one, followed in zip(claims, found[page], strict=True)]  # fmt: skip


def row(snapshot: Snapshot, one: Claim, followed: Followed) -> Row:
    """Ask the simpler checks about the same citation."""
    git = snapshot.repository.git
    ((first, last),) = one.ranges
    origin = Trees(git).file(followed.anchor, one.path)
    now = snapshot.files.get(one.path)
    then = next(git.objects([origin.oid]))[1] if origin else None
    here = next(git.objects([now.oid]))[1] if now else None
    lines = (here or b"").split(b"\n")
    exists = last < len(lines)
    return Row(one.mark.token, followed, exists,
               exists and lines[first - 1 : last] == (then or b"").split(b"\n")[first - 1 : last])  # fmt: skip


def table(name: str, held: Sequence[str], rows: Sequence[Row]) -> str:
    """Return a row of the table."""
    states = [row.followed.state for row in rows]
    share = {state: states.count(state) for state in ("holds", "moved", "changed", "missing")}
    wrong = sum(row.exists and not row.same and row.followed.state != "holds" for row in rows)
    false = sum(not row.same and row.followed.state in ("holds", "moved") for row in rows)
    cells = [name, f"{held[0]} to {held[-1]}", str(len(held)), str(len(rows)), *map(str, share.values()),
             str(sum(row.exists for row in rows)), str(wrong), str(false)]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


HEAD = """\
| package | releases | commits | citations | holds | moved | changed | missing | line exists | but is another \
| text stands, hash fails |
| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |"""


def show(name: str, rows: Sequence[Row], state: str, number: int) -> None:
    """Print some citations of a state for reading."""
    dice = random.Random(name + state)
    fitting = [row for row in rows if row.followed.state == state]
    for row in dice.sample(fitting, min(number, len(fitting))):
        found = row.followed
        where = f" -> {found.path}:{found.ranges}" if state == "moved" else f" kept {found.kept}"
        print(f"\n{name} {row.token}{where} ({found.anchor[:7]}, {found.commit[:7]})")
        print("".join(f"  - {line}\n" for line in found.was), "".join(f"  + {line}\n" for line in found.now), sep="")


def main() -> None:
    """Build, judge and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", default=list(PACKAGES))
    parser.add_argument("--keep", type=Path, help="a folder for the repositories, used again where they are there")
    parser.add_argument("--show", nargs=2, metavar=("STATE", "NUMBER"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder: Path = options.keep or Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        print(HEAD)
        for package in options.packages:
            root = folder / package
            held = git(root, "log", "--reverse", "--format=%s").split() if root.exists() else build(package, root)
            rows = judge(root)
            print(table(package, held, rows), flush=True)
            if options.show:
                show(package, rows, options.show[0], int(options.show[1]))


if __name__ == "__main__":
    main()
