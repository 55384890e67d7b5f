"""Read many blobs; those that a partial clone (`--filter=blob:none`) lacks are fetched together first.

`git cat-file` by itself would fetch them one by one, and ends where it cannot.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from pincite.repo.repository import Repository

_FETCH = ("-c", "fetch.negotiationAlgorithm=noop", "-c", "gc.auto=0", "-c", "maintenance.auto=false", "fetch")
_OPTIONS = ("--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no", "--filter=blob:none", "--stdin")


def read_blobs(repository: Repository, oids: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
    """Yield each id with its blob, in order; None for one that is too large, or neither here nor to be had."""
    if not _is_partial(repository):
        yield from repository.git.objects(oids)
        return
    wanted = list(oids)
    here = _present(repository, set(wanted))
    found = repository.git.objects(oid for oid in wanted if oid in here)
    for oid in wanted:
        yield next(found) if oid in here else (oid, None)


def prefetch(repository: Repository, oids: Iterable[str]) -> None:
    """Fetch those of these blobs that are not here, for readings one by one; the id of zeros is none."""
    if _is_partial(repository):
        _present(repository, {oid for oid in oids if oid.strip("0")})


def _is_partial(repository: Repository) -> bool:
    """Return whether some objects were promised by a remote instead of being cloned."""
    if repository.promised is None:
        packs = os.path.join(repository.common_dir, "objects", "pack")
        try:
            promised = any(name.endswith(".promisor") for name in os.listdir(packs))
        except OSError:
            promised = False
        repository.promised = _all_here(repository) if promised else frozenset()
    return bool(repository.promised)


def _all_here(repository: Repository) -> frozenset[str]:
    args = ("cat-file", "--batch-all-objects", "--unordered", "--batch-check=%(objectname)")
    return frozenset(repository.git.run(*args).decode("ascii").split())


def _present(repository: Repository, wanted: set[str]) -> frozenset[str]:
    """Return the objects that are here, after asking the remote for those of the wanted ones that are not."""
    here = repository.promised or frozenset()
    missing = wanted - here
    remote = _remote(repository) if missing else ""
    if remote:
        lines = "".join(f"{oid}\n" for oid in sorted(missing)).encode("ascii")
        if not repository.git.attempt(*_FETCH, remote, *_OPTIONS, data=lines).status:
            here = repository.promised = here | missing
    return here


def _remote(repository: Repository) -> str:
    """Return the remote that promised the objects."""
    done = repository.git.attempt("config", "--name-only", "--get-regexp", r"^remote\..*\.promisor$")
    names = done.out.decode("utf-8", "surrogateescape").split("\n")
    return names[0].removeprefix("remote.").removesuffix(".promisor")
