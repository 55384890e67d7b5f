"""Give MkDocs the settings of `defaults`, where `mkdocs.yml` does not say otherwise."""

from __future__ import annotations

import copy
import logging
import os
from collections.abc import MutableMapping
from typing import Any

from pincite.site.defaults import EXTENSIONS, FEATURES, PALETTE, SEPARATOR
from pincite.site.extension import PinciteExtension

THEME = os.path.join(os.path.dirname(__file__), "theme")
STYLE, SCRIPT = "assets/stylesheets/pincite.css", "assets/javascripts/pincite.js"
_OWN_EXTENSION = ("pincite", "pincite.site.extension")
# What theme `material` names as its fonts where nobody has chosen any; it fetches them from another host.
_MATERIAL_FONTS = {"text": "Roboto", "code": "Roboto Mono"}


def settle(config: Any, extension: PinciteExtension) -> None:
    """Complete a MkDocs configuration: extensions, heading ids, checks of links, theme, and the search's tokens."""
    _extensions(config, extension)
    _validation(config)
    _assets(config)
    if config.theme.name == "material":
        _theme(config.theme)
    for name in ("material/search", "search"):
        search = config.plugins.get(name)
        if search is not None and hasattr(search.config, "separator") and not search.config.separator:
            search.config.separator = SEPARATOR


def _extensions(config: Any, extension: PinciteExtension) -> None:
    named = [name for name in config.markdown_extensions if name not in _OWN_EXTENSION]
    settings: MutableMapping[str, dict[str, Any]] = config.mdx_configs
    # MkDocs itself names these; they are not the user's choice until they have settings.
    chosen = set(settings) | (set(named) - {"toc", "tables", "fenced_code"})
    for name, values in EXTENSIONS:
        if name not in named:
            named.append(name)
        if name not in chosen:
            settings[name] = copy.deepcopy(dict(values))
    toc = settings.setdefault("toc", {})
    if "slugify" not in toc:
        from pymdownx.slugs import slugify

        toc["slugify"] = slugify(case="lower")
    config.markdown_extensions[:] = [*named, extension]


def _validation(config: Any) -> None:
    """Let a strict build fail at a dead fragment: MkDocs only mentions these. Who wants that says `anchors: ignore`."""
    if config.validation.links.anchors == logging.INFO:
        config.validation.links.anchors = logging.WARNING


def _theme(theme: Any) -> None:
    """Complete the theme: no fonts from elsewhere, a scheme that follows the reader's, and our template parts."""
    if theme["font"] == _MATERIAL_FONTS:
        theme["font"] = False
    if "palette" not in theme or not theme["palette"]:
        theme["palette"] = copy.deepcopy(list(PALETTE))
    if not theme["features"]:
        theme["features"] = list(FEATURES)


def _assets(config: Any) -> None:
    """Add our template parts, style and script: behind a `custom_dir` of the user's, and before the theme itself."""
    if THEME not in config.theme.dirs:
        config.theme.dirs.insert(1 if config.theme.custom_dir else 0, THEME)
    for listed, name in ((config.extra_css, STYLE), (config.extra_javascript, SCRIPT)):
        if name not in map(str, listed):
            listed.append(name)
