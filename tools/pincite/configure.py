"""Read the configuration: `pincite.toml`, else `[tool.pincite]` of `pyproject.toml`, at the repository's root.

The files are read from the snapshot that is judged, so the same tree is judged by the same rules on every machine.
Where neither stands, nothing is parsed and nothing but the defaults is imported.
"""

from __future__ import annotations

from pincite import kept
from pincite.config import ADOPT, Config
from pincite.engine.stamp import stamp
from pincite.errors import UsageError
from pincite.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pincite.repo.snapshot import Snapshot

OWN, SHARED = FILES = ("pincite.toml", "pyproject.toml")
_DEFAULTS = Config()
# A configuration is a page of text; what is bigger is a mistake or an attack.
_MOST_BYTES = 1_000_000
# in the cache folder: what the files said last
_FILE = "configuration"


class Settings(NamedTuple):
    """The effective configuration, where each value comes from, and what the user should know of that.

    `origins` has the keys of `Config`, and `levels.ID` for each configured level; its values are `default`,
    `profile adopt`, or `FILE:LINE`.
    """

    config: Config
    origins: dict[str, str]
    notes: tuple[str, ...] = ()


def load(read: Callable[[str], bytes | None]) -> Settings:
    """Return the settings that the files hold, given a function that returns a file's bytes or None.

    Raises UsageError, which names file and line of everything that is wrong, and the nearest known key.
    """
    own, shared = read(OWN), read(SHARED)
    # Most repositories have a pyproject.toml that says nothing about us: do not parse it to find that out.
    shared = shared if shared is not None and b"pincite" in shared else None
    if own is None and shared is None:
        return Settings(_DEFAULTS, dict.fromkeys(Config._fields, "default"))
    return _chosen(own, shared)


def of_snapshot(snapshot: Snapshot) -> Settings:
    """Return the settings of a snapshot.

    On disk, a file that git does not track yet is read too, and a note says so: who writes the first configuration
    wants to see what it does before adding it.
    """
    held = _tracked(snapshot)
    missing = [path for path in FILES if path not in held] if snapshot.name == "disk" else []
    fresh = {
        path: _untracked(snapshot.repository.root, path) for path in missing if snapshot.on_disk(path) == "untracked"
    }
    settings = _kept(snapshot.repository.cache_dir, {**held, **fresh})
    used = {origin.partition(":")[0] for origin in settings.origins.values()}
    notes = tuple(f"{path} is not tracked by git yet; others judge without it until: git add {path}" for path in fresh)
    return settings._replace(notes=settings.notes + tuple(note for note in notes if note.split(" ", 1)[0] in used))


def _kept(folder: str, files: dict[str, bytes | None]) -> Settings:
    """Return what the files say, from the last time that they said it if they are the same."""
    if not any(files.values()):
        return load(files.get)
    state = (stamp(_DEFAULTS), files)
    known, config, origins, notes = kept.load(folder, _FILE) or (None, (), {}, ())
    if known == state:
        return Settings(Config(*config), origins, notes)
    settings = load(files.get)
    kept.keep(folder, _FILE, (state, tuple(settings.config), settings.origins, settings.notes))
    return settings


def _tracked(snapshot: Snapshot) -> dict[str, bytes | None]:
    """Return the content of the files that are there. From the index and a commit git's one object reader serves them,
    and no process is started for that: this is asked at every commit."""
    if snapshot.name == "disk":
        return dict(snapshot.contents(snapshot.find(FILES).items()))
    # Of a file with a conflict the index holds no stage 0, but our side as stage 2.
    places = (":", ":2:") if snapshot.name == "index" else (f"{snapshot.name}:",)
    held: dict[str, bytes | None] = {}
    for path in FILES:
        found = next(filter(None, (snapshot.repository.git.object(place + path) for place in places)), None)
        if found is not None and found.type == "blob":
            held[path] = found.data
    return held


def _untracked(root: str, path: str) -> bytes | None:
    """Return the content of a regular file; a link is not followed, and a pipe is not waited for."""
    import os
    import stat

    try:
        handle = os.open(os.path.join(root, path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        with open(handle, "rb", closefd=False) as file:
            return file.read(_MOST_BYTES + 1)
    finally:
        os.close(handle)


def _chosen(own: bytes | None, shared: bytes | None) -> Settings:
    """Return the settings of the file that counts: `pincite.toml` wins, and a note says what is not read."""
    if own is None:
        return _settings(SHARED, shared or b"", ("tool", "pincite"))
    settings = _settings(OWN, own, ())
    if shared is not None and (b"[tool.pincite]" in shared or b"[tool.pincite." in shared):
        note = f"[tool.pincite] in {SHARED} is not read, because {OWN} stands beside it"
        settings = settings._replace(notes=(note,))
    return settings


def _settings(name: str, data: bytes, table: tuple[str, ...]) -> Settings:
    """Return the settings that one table of one file holds; UsageError tells everything that is wrong in it."""
    from pincite import keys

    text = _decoded(name, data)
    values = _table(_parsed(name, text), table)
    origin = _origins(name, text, table)
    read, faults = keys.read_all(values)
    if faults:
        raise UsageError("\n".join(f"{origin(fault.path)}: {fault.message}" for fault in faults))
    changed: dict[str, Any] = ADOPT if read.get("profile") == "adopt" else {}
    config = _DEFAULTS._replace(**{**changed, **read})
    origins = dict.fromkeys(Config._fields, "default") | dict.fromkeys(changed, "profile adopt")
    origins |= {key: origin((key,)) for key in read}
    origins |= {f"levels.{kind}": origin(("levels", kind)) for kind, _ in config.levels}
    return Settings(config, origins)


def _decoded(name: str, data: bytes) -> str:
    if len(data) > _MOST_BYTES:
        raise UsageError(f"{name}: more than {_MOST_BYTES:,} bytes; a configuration is a page of text")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{name}:{line}: not UTF-8; save the file as UTF-8") from None


def _parsed(name: str, text: str) -> dict[str, object]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name}:{_line_of(str(error), text)}: not valid TOML: {error}") from None
    except (RecursionError, ValueError) as error:
        # Arrays nested a thousand deep, and whole numbers of more digits than Python converts.
        raise UsageError(f"{name}: cannot be read as TOML: {error}") from None


def _line_of(message: str, text: str) -> int:
    """Return the line that a message of `tomllib` ends with: "… (at line 3, column 5)" or "(at end of document)"."""
    import re

    found = re.search(r"at line (\d+)", message)
    return int(found[1]) if found else text.rstrip("\n").count("\n") + 1


def _table(values: dict[str, object], path: tuple[str, ...]) -> dict[str, object]:
    """Return the table at this path, empty where there is none."""
    for part in path:
        inner = values.get(part)
        if not isinstance(inner, dict):
            return {}
        values = inner
    return values


def _origins(name: str, text: str, table: tuple[str, ...]) -> Callable[[tuple[str, ...]], str]:
    """Return a function that says where a key of the table stands, `FILE:LINE`: its own line, else what holds it."""
    from pincite.toml_lines import key_lines

    lines = key_lines(text)

    def origin(path: tuple[str, ...]) -> str:
        whole = table + path
        # A kind among the levels stands as "citations.weak" or as citations.weak, which TOML reads as two keys.
        spellings = [whole, (*whole[:-1], *whole[-1].split("."))]
        line = next((lines[spelling] for spelling in spellings if spelling in lines), 0)
        return f"{name}:{line}" if line or len(path) <= 1 else origin(path[:-1])

    return origin
