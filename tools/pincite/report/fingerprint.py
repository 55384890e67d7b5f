"""What tells a code host that a problem is the one of last time, though its line has changed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence

from pincite.model import Problem


def fingerprints(problems: Sequence[Problem]) -> Iterator[str]:
    """Yield one id a problem, unique in the report: rule, path, token at fault, and which of several alike it is."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for problem in problems:
        key = (problem.rule, problem.path, problem.subject or problem.message)
        text = "\0".join((*key, str(seen[key])))
        seen[key] += 1
        yield hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:40]
