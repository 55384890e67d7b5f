"""What the site needs of MkDocs, Material and Python-Markdown, so that a `mkdocs.yml` of six lines is enough.

Whatever `mkdocs.yml` says itself wins. Each entry here is a trap that a plain configuration falls into.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Python-Markdown's extensions, in the order in which they are registered. `tilde` without `subscript: false` turns
# "H~2~O" and "~10 ms … ~5 ms" into subscripts; toc's own slugify turns CJK headings into `_1`; `arithmatex` keeps
# what stands in `$…$` from being read as links; `lineanchors` and the like would double the ids of a page.
EXTENSIONS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("toc", {"permalink": "¶", "permalink_title": "Link to this heading"}),
    ("tables", {}),
    ("abbr", {}),
    ("admonition", {}),
    ("attr_list", {}),
    ("def_list", {}),
    ("footnotes", {}),
    ("md_in_html", {}),
    ("sane_lists", {}),
    ("pymdownx.arithmatex", {"generic": True}),
    ("pymdownx.details", {}),
    ("pymdownx.highlight", {"anchor_linenums": False, "pygments_lang_class": True}),
    ("pymdownx.mark", {}),
    ("pymdownx.superfences", {}),
    ("pymdownx.tabbed", {"alternate_style": True}),
    ("pymdownx.tasklist", {"custom_checkbox": True}),
    ("pymdownx.tilde", {"subscript": False}),
)

# A token ends at white space, at punctuation that code and CJK text are made of, between the humps of a camel, and
# on both sides of every character of a script that writes no spaces. Material's index has no dictionary for these
# (jieba is not installed with it), so a word within a sentence is found by its characters.
SPACELESS = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff"
SEPARATOR = (
    "[\\s\\u200b\\u3000\\-_,:;!?=\\[\\]()\"'`/\\\\#、。，．・：；？！（）「」『』【】《》]+"
    "|\\.(?!\\d)|&[lg]t;|&amp;|(?!\\b)(?=[A-Z][a-z])"
    f"|(?<=[{SPACELESS}])|(?=[{SPACELESS}])"
)

FEATURES = ("content.code.copy", "content.tooltips", "navigation.indexes", "navigation.path", "navigation.sections",
            "navigation.top", "search.highlight", "search.suggest", "toc.follow")  # fmt: skip

# The reader's system decides, until the reader does.
PALETTE = (
    {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "custom", "accent": "custom",
     "toggle": {"icon": "material/weather-night", "name": "Switch to the dark scheme"}},
    {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "custom", "accent": "custom",
     "toggle": {"icon": "material/weather-sunny", "name": "Switch to the light scheme"}},
)  # fmt: skip
