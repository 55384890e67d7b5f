"""What `check --list` and `check --explain` print: the rules' own docstrings and levels."""

from __future__ import annotations

import inspect

from pincite.errors import UsageError, did_you_mean
from pincite.levels import all_kinds, rule, rule_names
from pincite.output import json_text, one_line


def listed(json: bool) -> str:
    """Return every rule with its summary and the levels of its kinds."""
    if json:
        return json_text({"version": 1, "rules": [_as_json(name) for name in rule_names()]})
    width = max(map(len, rule_names()), default=0)
    lines = []
    for name in rule_names():
        lines.append(f"{name:{width}}  {_about(name).partition(chr(10))[0]}")
        lines += [f"{'':{width}}  {kind:27} {_levels(*levels)}" for kind, levels in all_kinds([name]).items()]
    lines += ["", "pincite check --explain RULE tells more; pincite config shows the levels in force here"]
    return "\n".join(lines)


def explained(name: str, json: bool) -> str:
    """Return the documentation of a rule, or of the rule of a kind; UsageError where there is none."""
    known = [*rule_names(), *all_kinds()]
    if name not in known:
        raise UsageError(f"no rule {one_line(name)}{did_you_mean(name, known)}\nsee: pincite check --list")
    one = name.partition(".")[0]
    if json:
        return json_text({"version": 1, **_as_json(one)})
    kinds = [f"  {kind:27} {_levels(*levels)}" for kind, levels in all_kinds([one]).items()]
    return "\n".join([f"{one}: {_about(one)}", "", "Kinds and their levels:", *kinds])


def _about(name: str) -> str:
    return inspect.getdoc(rule(name)) or ""


def _levels(strict: str, adopt: str) -> str:
    return strict if strict == adopt else f"{strict} (profile adopt: {adopt})"


def _as_json(name: str) -> dict[str, object]:
    kinds = [{"id": kind, "strict": strict, "adopt": adopt} for kind, (strict, adopt) in all_kinds([name]).items()]
    summary, _, text = _about(name).partition("\n")
    return {"rule": name, "summary": summary, "text": text.strip("\n"), "kinds": kinds}
