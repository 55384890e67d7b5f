"""Every key of the configuration: what it says, and what a value of it must look like.

A reader takes what the TOML file holds and returns what `Config` keeps; it raises `ExpectedError` with the words that
finish "KEY must be …".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from pincite.config import LABELS
from pincite.errors import did_you_mean
from pincite.levels import LEVELS, PROFILES, all_kinds, rule_names
from pincite.output import json_text
from pincite.status import STATUSES

T = TypeVar("T")
Reader = Callable[[object], object]


class ExpectedError(ValueError):
    """A value is not what its key takes: the text says what it must be; `within` names the key of a table that holds
    it, and `found` is the value there."""

    def __init__(self, what: str, within: str = "", found: object = None) -> None:
        super().__init__(what)
        self.within = within
        self.found = found


class Fault(NamedTuple):
    """What is wrong with the value at `path` (a key, or a key and the key of its table)."""

    path: tuple[str, ...]
    message: str


class Key(NamedTuple):
    """A key: one line about it, the reader of its values, and whether they are a table."""

    about: str
    read: Reader
    table: bool = False


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ExpectedError("a text")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ExpectedError("true or false")
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ExpectedError("a whole number from 1")
    return value


def _choice(*options: str) -> Reader:
    def read(value: object) -> str:
        if value not in options:
            raise ExpectedError(" or ".join(f'"{option}"' for option in options))
        return str(value)

    return read


def _list(read: Callable[[object], T], what: str, least: int = 0) -> Callable[[object], tuple[T, ...]]:
    """Return the reader of a list; one text stands for a list of one."""

    def read_all(value: object) -> tuple[T, ...]:
        values = [value] if isinstance(value, str) else value
        try:
            if isinstance(values, list) and len(values) >= least:
                return tuple(dict.fromkeys(read(item) for item in values))
        except ExpectedError:
            pass
        raise ExpectedError(f"a list of {what}" + (", at least one" if least else ""))

    return read_all


def _table(read: Callable[[object], T], what: str) -> Callable[[object], tuple[tuple[str, T], ...]]:
    def read_all(value: object) -> tuple[tuple[str, T], ...]:
        if not isinstance(value, dict):
            raise ExpectedError(f"a table of {what}")
        return tuple((key, _inside(key, item, read)) for key, item in value.items())

    return read_all


def _inside(key: str, value: object, read: Callable[[object], T]) -> T:
    try:
        return read(value)
    except ExpectedError as error:
        raise ExpectedError(str(error), key, value) from None


def _folder(value: object) -> str:
    """Return a path from the repository's root in one spelling: `./wiki/` is `wiki`, the root itself is `.`."""
    parts = [part for part in _text(value).split("/") if part not in ("", ".")]
    if value == "" or str(value).startswith(("/", "~")) or ".." in parts or "\\" in str(value) or "\0" in str(value):
        raise ExpectedError("a path below the repository's root")
    return "/".join(parts) or "."


def _pattern(value: object) -> str:
    text = _text(value)
    if not text.strip("/") or len(text) > 500:
        raise ExpectedError("a pattern of up to 500 characters")
    return text


def _name(value: object) -> str:
    text = _text(value)
    if not text or "/" in text:
        raise ExpectedError("the name of a file, without a folder")
    return text


def _word(value: object) -> str:
    text = _text(value).strip()
    if not text or "\n" in text:
        raise ExpectedError("a text of one line")
    return text


def _address(value: object) -> str:
    text = _word(value)
    if not text.startswith(("https://", "http://")):
        raise ExpectedError('an address that begins with "https://"')
    return text.rstrip("/")


def _revision(value: object) -> str:
    if not isinstance(value, str) or value.startswith("-") or not value.isprintable() or " " in value:
        raise ExpectedError("a commit id, a tag or a branch")
    return value


def _levels(value: object) -> tuple[tuple[str, str], ...]:
    """Read `"citations.weak" = "off"`, `citations = "warning"`, and what TOML makes of `citations.weak = "off"`."""
    flat: dict[str, str] = {}
    one = _choice(*LEVELS)
    for key, item in _pairs(value, "rules and their levels"):
        inner = [(f"{key}.{kind}", level) for kind, level in item.items()] if isinstance(item, dict) else [(key, item)]
        flat |= {kind: str(_inside(kind, level, one)) for kind, level in inner}
    return tuple(flat.items())


def _words_for(names: tuple[str, ...], what: str) -> Reader:
    """Return the reader of a table such as `Decision = "Entscheidung"`, or with a list of words: (name, word) pairs."""
    words = _list(_word, "words", least=1)

    def read(value: object) -> tuple[tuple[str, str], ...]:
        pairs: list[tuple[str, str]] = []
        for key, item in _pairs(value, f"{what} and the words for them"):
            name = next((name for name in names if name.casefold() == key.casefold()), None)
            if name is None:
                raise ExpectedError("one of " + ", ".join(names), key, key)
            pairs += [(name, word) for word in _inside(key, item, words)]
        return tuple(pairs)

    return read


def _namespace(value: object) -> tuple[tuple[str, str], ...]:
    pairs = _table(_folder, "patterns and the folders they name files in")(value)
    for pattern, _ in pairs:
        _inside(pattern, pattern, _expression)
    return pairs


def _expression(value: object) -> str:
    """Return a regular expression that runs in linear time: a row of characters and classes, no groups, one repeat."""
    import re

    text = _text(value)
    try:
        re.compile(text)
    except re.error as error:
        raise ExpectedError(f"a regular expression ({error})") from None
    plain = re.sub(r"\\.|\[[^\]]*\]", "x", text)
    if len(text) > 100 or set(plain) & set("()|") or sum(plain.count(mark) for mark in "*+{") > 1:
        raise ExpectedError("an expression of up to 100 characters with one repeat and without ( ) |")
    return text


def _pairs(value: object, what: str) -> list[tuple[str, object]]:
    if not isinstance(value, dict):
        raise ExpectedError(f"a table of {what}")
    return list(value.items())


_GLOBS = _list(_pattern, "patterns")
_NAMES = _list(_name, "names of files", least=1)
_WORDS = _list(_word, "texts")

# In the order of `pincite config` and the documentation; the fields of `Config`, each exactly once (a test says so).
KEYS: dict[str, Key] = {
    "profile": Key("the defaults: strict for new wikis, adopt for existing ones", _choice(*PROFILES)),
    "wiki": Key("folders of pages; each is a wiki of its own", _list(_folder, "folders", least=1)),
    "raw": Key("folders of pinned sources", _list(_folder, "folders")),
    "schema": Key("folder of the JSON Schemas of the page types", _folder),
    "exclude": Key("files that are no pages", _GLOBS),
    "frozen": Key("pages whose citations are checked at birth only (archives, dated reviews)", _GLOBS),
    "since": Key("what this commit had already does not fail the run, unless --since says otherwise", _revision),
    "levels": Key("off, warning or error for a rule or a kind", _levels, table=True),
    "link_style": Key("how [[links]] find their page", _choice("obsidian", "relative", "gollum", "strict")),
    "namespaces": Key("ids that name a file of a folder by how its name begins", _namespace, table=True),
    "schemes": Key("prefixes of links that lead elsewhere, such as kb:", _WORDS),
    "stubs": Key("whether links to pages that are still to be written are allowed", _flag),
    "orphans": Key("pages that nothing needs to link to", _GLOBS),
    "repositories": Key("names of other repositories, whose paths are no citations of this one", _WORDS),
    "permalinks": Key("addresses of this repository on its forge", _list(_address, "addresses")),
    "required": Key(
        "fields that the pages of a pattern must have", _table(_list(_word, "fields"), "patterns"), table=True
    ),
    "index_names": Key("names of index pages", _NAMES),
    "log_names": Key("names of logs", _NAMES),
    "log_order": Key("the order of events in a log", _choice("any", "newest-first", "oldest-first")),
    "labels": Key("a team's own words for the labels of bullets", _words_for(LABELS, "labels"), table=True),
    "status": Key("a team's own words for a status", _words_for(STATUSES, "statuses"), table=True),
    "changelogs": Key("files whose headings are releases", _list(_folder, "paths")),
    "raw_mutable": Key("files below raw folders that may change", _GLOBS),
    "publish_raw": Key("sources that the site may publish", _GLOBS),
    "raw_html": Key("what the site makes of HTML in pages", _choice("sanitise", "escape", "allow")),
    "budget_lines": Key("lines of an index that agents load", _count),
    "budget_units": Key("UTF-16 units of an index that agents load", _count),
    "page_bytes": Key("bytes of a page above which a warning is due", _count),
}


def read_all(values: dict[str, object]) -> tuple[dict[str, object], list[Fault]]:
    """Return what `Config` keeps of these values, and everything that is wrong with them."""
    read: dict[str, object] = {}
    faults: list[Fault] = []
    for name, value in values.items():
        if name not in KEYS:
            faults.append(Fault((name,), f"no key {typed(name)}{did_you_mean(name, KEYS)}"))
            continue
        try:
            read[name] = KEYS[name].read(value)
        except ExpectedError as error:
            path = (name, error.within) if error.within else (name,)
            found = error.found if error.within else value
            faults.append(Fault(path, f"{'.'.join(map(typed, path))} must be {error}, not {shown(found)}"))
    return read, faults + _unknown_levels(read)


def _unknown_levels(read: dict[str, object]) -> list[Fault]:
    """Return a fault for each rule or kind among the levels that does not exist."""
    levels = read.get("levels")
    if not isinstance(levels, tuple) or not levels:
        return []
    known = [*rule_names(), *all_kinds()]
    return [
        Fault(("levels", kind), f"no rule {typed(kind)}{did_you_mean(kind, known)}")
        for kind, _ in levels
        if kind not in known
    ]


def typed(key: str) -> str:
    """Return a key as it is typed in TOML: bare, or in quotes."""
    bare = key.isascii() and key.replace("_", "").replace("-", "").replace(".", "").isalnum()
    return _cut(key if bare else json_text(key, None))


def shown(value: object) -> str:
    """Return a value as it is typed in TOML, cut where it is long."""
    return _cut(json_text(_plain(value), None))


def _plain(value: object) -> object:
    """Return the value with dates and times as the text they are typed as."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | bool | int | float) else str(value)


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
