"""The pieces that `init` adds, one function a file: from what stands there to what shall stand there.

A piece that has nothing to add returns the text it was given. A piece that cannot be added safely says so with
`ByHandError`, which holds what to add by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import yaml

from pincite.edit import yaml_insert
from pincite.edit.blocks import HASH, HTML, has_block, with_block, without_blocks
from pincite.edit.setup.place import Place, template

INDEX, LOG = "# Decisions\n", "# Log\n"
SETTINGS_HEAD = "# Settings of pincite."
GITHUB_HEAD = "# Written by `pincite init"
HOOK_TYPES = ("pre-commit", "pre-merge-commit", "post-rewrite")


class ByHandError(Exception):
    """A piece that is left to the user; the text says what to add, and where."""


def settings(place: Place, text: str | None) -> str | None:
    """`pincite.toml`, where nothing is configured yet."""
    if place.configured:
        return text
    found, config = place.found, place.config
    lines = [f"{SETTINGS_HEAD} Every key has a default: `pincite config` prints what holds, and why.",
             f'profile = "{config.profile}"', f"wiki = {_list(config.wiki)}", f"raw = {_list(config.raw)}"]  # fmt: skip
    if config.profile == "adopt":
        lines.append(f'link_style = "{found.link_style}"')
    if place.since:
        lines += ["# What was wrong before this commit is counted, and fails nothing.", f'since = "{place.since}"']
    return "\n".join(lines) + "\n"


def index(place: Place, text: str | None) -> str | None:
    """The index of a new wiki."""
    return INDEX if text is None else text


def log(place: Place, text: str | None) -> str | None:
    """The log of a new wiki."""
    return LOG if text is None else text


def raw(place: Place, text: str | None) -> str | None:
    """A word about sources, which also makes git keep their folder."""
    return template("raw.md") if text is None else text


def attributes(place: Place, text: str | None) -> str | None:
    """`.gitattributes`: pages, logs and indexes merge by entry and event."""
    body = "\n".join(f"{_pattern(f'{root}/**/*.md')} merge=pincite" for root in _roots(place))
    return with_block(text, "merge", body, HASH)


def ignored(place: Place, text: str | None) -> str | None:
    """`.gitignore`: the built site."""
    return text if place.below("site") else with_block(text, "site", "/site/", HASH)


def site(place: Place, text: str | None) -> str | None:
    """`mkdocs.yml`: the plugin, and the wiki as its folder where none was named."""
    if text is None:
        name, description = yaml_insert.dumped(place.name), yaml_insert.dumped(place.description)
        return template("mkdocs.yml", NAME=name, DESCRIPTION=description, WIKI=yaml_insert.dumped(place.wiki))
    tree = _tree(text, "mkdocs.yml")
    if yaml_insert.has_item(tree, "plugins", "pincite"):
        return text
    keys = "" if yaml_insert.value_of(tree, "docs_dir") is not None else f"docs_dir: {place.wiki}\n"
    if yaml_insert.value_of(tree, "plugins") is None:
        keys += "plugins:\n  - search\n  - pincite\n"
        new: str | None = text
    else:
        new = yaml_insert.with_item(text, "plugins", "- pincite\n", "plugin")
    if new is not None and keys:
        new = yaml_insert.with_keys(new, keys, "site")
    if new is None:
        raise ByHandError(f"mkdocs.yml: add `pincite` to `plugins`, and see that `docs_dir` is {place.wiki}")
    return new


def site_file(place: Place) -> str:
    """Return the MkDocs configuration that is ours to extend: the user's, unless it publishes another folder."""
    text = place.text("mkdocs.yml")
    if text is None or has_block(text, "site") or has_block(text, "plugin"):
        return "mkdocs.yml"
    try:
        folder = yaml_insert.value_of(yaml_insert.tree_of(text), "docs_dir")
    except yaml.YAMLError:
        return "mkdocs.yml"
    ours = folder == place.wiki or (folder is None and not place.below("docs"))
    return "mkdocs.yml" if ours else "mkdocs-wiki.yml"


def pre_commit(place: Place, text: str | None) -> str | None:
    """`.pre-commit-config.yaml`: the gate, a detector of secrets, and the hook types they need."""
    types = f"default_install_hook_types: [{', '.join(HOOK_TYPES)}]\n"
    hooks = template("pre-commit.yml") + _detector(place, without_blocks(text or ""))
    if text is None:
        return with_block(None, "types", types, HASH) + "repos:\n" + with_block("", "hooks", hooks, HASH, indent="  ")
    if has_block(text, "hooks"):
        return with_block(text, "hooks", hooks, HASH)
    tree = _tree(text, ".pre-commit-config.yaml")
    new = yaml_insert.with_item(text, "repos", hooks, "hooks")
    if new is not None and yaml_insert.value_of(tree, "default_install_hook_types") is None:
        new = yaml_insert.with_keys(new, types, "types")
    if new is None:
        raise ByHandError(f".pre-commit-config.yaml: add to `repos`:\n{_indented(hooks)}")
    return new


def _detector(place: Place, text: str) -> str:
    """Return the hook of detect-secrets over the wiki and its sources, '' where the user runs it already."""
    folders = [folder for folder in (*_roots(place), *place.config.raw) if folder]
    if "detect-secrets" in text or not folders:
        return ""
    return template("detect-secrets.yml", FOLDERS="|".join(re.escape(folder.strip("/")) for folder in folders))


def agents(place: Place, text: str | None) -> str | None:
    """`AGENTS.md` and `CLAUDE.md`: how a coding agent asks and records."""
    where = f"`{place.wiki}/`" if place.wiki else "This repository"
    sources = " or ".join(f"`{root.strip('/')}/`" for root in place.config.raw)
    return with_block(text, "agents", f"\n{template('agents.md', WHERE=where, RAW=sources)}\n", HTML)


def whole(content: str) -> Callable[[Place, str | None], str | None]:
    """A file of our own that nobody else has: written where there is none, and left alone where there is."""
    return lambda _, text: content if text is None else text


def github(place: Place, text: str | None) -> str | None:
    """The workflow for GitHub, a file of our own."""
    since = " --since HEAD^1" if place.config.profile == "adopt" else ""
    return template("github.yml", BRANCH=place.branch, SINCE=since, MKDOCS=site_file(place))


def gitlab(place: Place, text: str | None) -> str | None:
    """`.gitlab-ci.yml`: jobs of our own beside the user's."""
    tree = _tree(without_blocks(text or ""), ".gitlab-ci.yml")
    stages = yaml_insert.value_of(tree, "stages")
    names = [name for name in stages if isinstance(name, str)] if isinstance(stages, list) else ["test", "deploy"]
    pages = "pages" if yaml_insert.value_of(tree, "pages") is None else "pincite:pages"
    since = "\n      variables:\n        PINCITE_SINCE: --since HEAD^1" if place.config.profile == "adopt" else ""
    jobs = template("gitlab.yml", STAGE="test" if "test" in names else names[0], LAST_STAGE=names[-1], PAGES=pages,
                    SINCE=since, MKDOCS=site_file(place))  # fmt: skip
    if text is None or has_block(text, "ci"):
        return with_block(text, "ci", jobs, HASH)
    new = yaml_insert.with_keys(text, jobs, "ci")
    if new is None:
        raise ByHandError(f".gitlab-ci.yml: add these jobs:\n{jobs}")
    return new


def ci_text(place: Place) -> str:
    """Return the CI file as `init` would make it in a repository that has none."""
    text = github(place, None) if place.ci == "github" else gitlab(place, None)
    return text or ""


def _tree(text: str, path: str) -> yaml_insert.Tree:
    try:
        return yaml_insert.tree_of(text)
    except yaml.YAMLError:
        raise ByHandError(f"{path} is not valid YAML; mend it, and run `pincite init` again") from None


def _roots(place: Place) -> tuple[str, ...]:
    return tuple("" if root in (".", "") else root.strip("/") for root in place.config.wiki)


def _pattern(pattern: str) -> str:
    """Return a pattern as `.gitattributes` reads it: in quotes where it holds a space."""
    plain = pattern.lstrip("/")
    return json.dumps(plain, ensure_ascii=False) if " " in plain or plain.startswith(("#", '"')) else plain


def _list(values: tuple[str, ...]) -> str:
    return "[" + ", ".join(json.dumps(value, ensure_ascii=False) for value in values) + "]"


def _indented(text: str) -> str:
    return "".join(f"  {line}" for line in text.splitlines(keepends=True))
