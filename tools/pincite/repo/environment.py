"""The environment that git runs in, and which git runs.

git exports variables to its hooks (`GIT_DIR`, `GIT_INDEX_FILE`, …) that redirect every git command that inherits them,
also one that looks at another repository. So nothing named `GIT_*` is handed on but a list of what is harmless, plus
the variables of one repository where the repository that is judged is that one.
"""

from __future__ import annotations

import os

from pincite.errors import RunError

# Where the user keeps configuration, and how a partial clone reaches its remote: the same for every repository.
_KEPT = {"GIT_ALLOW_PROTOCOL", "GIT_ASKPASS", "GIT_CEILING_DIRECTORIES", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM",
         "GIT_CONFIG_SYSTEM", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH", "GIT_HTTP_PROXY_AUTHMETHOD",
         "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_SSL_CAINFO", "GIT_SSL_NO_VERIFY",
         "GIT_TERMINAL_PROMPT"}  # fmt: skip
# What `git commit` and `git receive-pack` tell their hooks of the one repository they work on; it is followed there.
_OF_ONE_REPOSITORY = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_QUARANTINE_PATH",
    "GIT_SHALLOW_FILE",
)
# The gate writes nothing, takes every path as it is, and sees every commit as it was made, in one language.
_FIXED = {
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "LC_ALL": "C",
}


def clean() -> dict[str, str]:
    """Return this process's environment without anything that names a repository or changes git's output."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or key in _KEPT}
    kept.pop("LANGUAGE", None)
    return kept | _FIXED


def of_repository() -> dict[str, str]:
    """Return the variables that belong to the repository that a hook runs for."""
    names = [name for name in _OF_ONE_REPOSITORY if name in os.environ]
    names += [name for name in os.environ if name.startswith(("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"))]
    return {name: os.environ[name] for name in names}


def named_folders() -> dict[str, str]:
    """Return the variables that say where the repository is, for folders that git cannot find by looking upwards."""
    return {name: os.environ[name] for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR") if name in os.environ}


def find_git(start: str) -> str:
    """Return the absolute path of the git to run; RunError where there is none.

    A `git` in the folder that is judged, or in the current one, is somebody's file and not the user's git: relative
    and empty entries of PATH are passed over, and so are these folders.
    """
    untrusted = {os.getcwd(), *_upwards(os.path.abspath(start))}
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        if os.path.isabs(folder) and os.path.normpath(folder) not in untrusted:
            candidate = os.path.join(folder, name)
            if os.access(candidate, os.X_OK) and not os.path.isdir(candidate):
                return candidate
    raise RunError("git is not installed, or not on PATH")


def _upwards(folder: str) -> list[str]:
    """Return this folder and those above it, up to the one that holds `.git`; only itself where none does."""
    found = [folder]
    while not os.path.lexists(os.path.join(found[-1], ".git")):
        parent = os.path.dirname(found[-1])
        if parent == found[-1]:
            return found[:1]
        found.append(parent)
    return found
