"""What `capture` is asked to record, from options or from a JSON or YAML document."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

from pincite.errors import UsageError, did_you_mean
from pincite.schema import folder

# Names that come to mind for a field, beside the one it has.
_OTHER_NAMES = {
    "facts": "fact",
    "checks": "check",
    "sources": "source",
    "citations": "source",
    "consequences": "consequence",
    "alternatives": "rejected",
    "reason": "why",
    "depends-on": "depends_on",
    "transcript": "conversation",
    "tag": "tags",
}
_LISTS = ("rejected", "consequence", "fact", "check", "depends_on", "open", "source", "tags")
# YAML gives every value as the text that was typed.
_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


class Older(NamedTuple):
    """An entry to supersede, as it was named; with a `scope`, in that part alone."""

    entry: str
    scope: str = ""


class Request(NamedTuple):
    """A decision to record. `conversation` is text to pin; `pin` None leaves it to the rules; `date` '' is today."""

    page: str
    title: str
    decision: str = ""
    rule: str = ""
    why: str = ""
    rejected: tuple[str, ...] = ()
    consequence: tuple[str, ...] = ()
    fact: tuple[str, ...] = ()
    check: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    supersedes: tuple[Older, ...] = ()
    status: str = "accepted"
    date: str = ""
    conversation: str = ""
    pin: bool | None = None
    type: str = "decision"
    tags: tuple[str, ...] = ()
    commit: bool = False


def schema_text() -> str:
    """Return the JSON Schema of an input document, as it is published in `schema/capture.json`."""
    with open(os.path.join(folder(), "capture.json"), encoding="utf-8") as file:
        return file.read()


def from_document(text: str, name: str) -> tuple[Request, str]:
    """Return the request that a JSON or YAML document makes, and the file that `from` names ('' for none).

    Raises UsageError, which names the field, and the nearest known one.
    """
    values = {_OTHER_NAMES.get(key, key): value for key, value in _mapping(text, name).items()}
    _validate(values, name)
    for key in _LISTS:
        given = values.get(key)
        if given is not None:
            values[key] = tuple(given) if isinstance(given, list) else (given,)
    older = values.pop("supersedes", [])
    older = older if isinstance(older, list) else [older]
    path = values.pop("from", "")
    found = tuple(Older(one) if isinstance(one, str) else Older(one["entry"], one.get("scope", "")) for one in older)
    return Request(supersedes=found, **values), path


def _mapping(text: str, name: str) -> dict[str, Any]:
    """Return the fields of a document; JSON is tried first, since its texts need no rules about quoting."""
    try:
        found = json.loads(text)
    except ValueError:
        found = _yaml(text, name)
    if not isinstance(found, dict):
        raise UsageError(f"{name}: one decision is expected, as fields and values; see pincite capture --schema")
    return found


def _yaml(text: str, name: str) -> dict[str, Any]:
    from pincite.parse.yaml_text import load_yaml

    values, _, faults = load_yaml(text, 1)
    if faults or values is None:
        said = "; ".join(f"line {fault.line}: {fault.message}" for fault in faults) or "no fields"
        raise UsageError(f"{name}: {said}")
    found: dict[str, Any] = dict(values)
    for key in ("pin", "commit"):
        if isinstance(found.get(key), str):
            found[key] = _BOOLEANS.get(found[key].lower(), found[key])
    return found


def _validate(values: dict[str, Any], name: str) -> None:
    import fastjsonschema

    schema = json.loads(schema_text())
    known = schema["properties"]
    for key in values:
        if key not in known:
            raise UsageError(f"{name}: no field {key}{did_you_mean(key, list(known))}; see pincite capture --schema")
    schema.pop("$schema")  # fastjsonschema knows drafts up to 7, of which this uses nothing else
    schema["definitions"] = schema.pop("$defs")
    try:
        fastjsonschema.compile(json.loads(json.dumps(schema).replace("#/$defs/", "#/definitions/")))(values)
    except fastjsonschema.JsonSchemaValueException as error:
        field = str(error.name).removeprefix("data.") if error.name != "data" else ""
        said = str(error.message).removeprefix(str(error.name)).strip()
        raise UsageError(f"{name}: {f'{field}: ' if field else ''}{said}; see pincite capture --schema") from None
