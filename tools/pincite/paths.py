"""Repository paths as text: joining, wiki roots, and what is no path of this repository at all."""

from __future__ import annotations

from pincite.patterns import IGNORECASE, lazy

# A path of one machine. `/home/x/…` needs a second part, because `/home/…` alone is also a site's route.
_MACHINE = lazy(r"file:/|/?[A-Za-z]:[\\/]|\\\\[\w.]|/(?:Users|home)/[^/]+/|/root/|/Volumes/|/mnt/[a-z]/|/private/|~/")
_URL = lazy(r"[A-Za-z][A-Za-z0-9+.\-]*://|(?:mailto|tel|data|javascript|urn|git|doi):|//|www\.", IGNORECASE)


def folder_of(path: str) -> str:
    """Return the folder of a path, '' at the root."""
    return path.rpartition("/")[0]


def name_of(path: str) -> str:
    """Return the last part of a path."""
    return path.rpartition("/")[2]


def joined(folder: str, target: str) -> str | None:
    """Return the repository path of `target` seen from `folder`; None where it leads out of the repository."""
    parts = folder.split("/") if folder else []
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def relative(path: str, folder: str) -> str:
    """Return how a markdown link in a page of `folder` spells `path`."""
    here, there = (folder.split("/") if folder else []), path.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    return "/".join([".."] * (len(here) - shared) + there[shared:])


def root_of(path: str, roots: tuple[str, ...]) -> str:
    """Return the deepest of the folders that holds `path`, '' for the repository or where none does."""
    found = ""
    for root in roots:
        plain = "" if root in (".", "") else root.rstrip("/")
        if path.startswith(plain + "/") and len(plain) > len(found):
            found = plain
    return found


def below(path: str, roots: tuple[str, ...]) -> bool:
    """Return whether one of the folders holds `path`."""
    return any(root in (".", "") or path.startswith(root.rstrip("/") + "/") for root in roots)


def is_machine_path(target: str) -> bool:
    """Return whether this names a place on one machine: `/Users/me/x`, `C:\\x`, `file:///x`."""
    return _MACHINE.match(target) is not None


def is_url(target: str) -> bool:
    """Return whether this is an address of the web, of mail and the like."""
    return _URL.match(target) is not None
