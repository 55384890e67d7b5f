"""The effective configuration: every key with its default. Reading the files is `configure.py`'s work."""

from __future__ import annotations

from pincite.record import NamedTuple

# Canonical labels of the bullets that the product understands; the configuration may rename each.
LABELS = ("Decision", "Rule", "Why", "Rejected", "Consequence", "Source", "Facts", "Check", "Depends on", "Open",
          "Reviewed", "Status")  # fmt: skip

EXCLUDE = ("**/templates/**", "**/_templates/**", "**/*template*.md", "**/fixtures/**", "**/.trash/**",
           "**/.obsidian/**", "**/.github/**", "**/.claude/**")  # fmt: skip
RAW_MUTABLE = ("**/README.md", "**/index.md", "**/manifest.json", "**/SOURCES.md", "**/.sync-state*")


class Config(NamedTuple):
    """What the user may set, as `[tool.pincite]` or `pincite.toml` spells it; see `configure.load`."""

    profile: str = "strict"
    wiki: tuple[str, ...] = ("wiki",)
    raw: tuple[str, ...] = ("raw",)
    schema: str = "schema"
    exclude: tuple[str, ...] = EXCLUDE
    frozen: tuple[str, ...] = ()
    since: str = ""
    raw_mutable: tuple[str, ...] = RAW_MUTABLE
    link_style: str = "strict"
    namespaces: tuple[tuple[str, str], ...] = ()
    schemes: tuple[str, ...] = ()
    stubs: bool = False
    orphans: tuple[str, ...] = ()
    repositories: tuple[str, ...] = ()
    permalinks: tuple[str, ...] = ()
    required: tuple[tuple[str, tuple[str, ...]], ...] = ()
    index_names: tuple[str, ...] = ("index.md",)
    log_names: tuple[str, ...] = ("log.md",)
    log_order: str = "any"
    labels: tuple[tuple[str, str], ...] = ()
    status: tuple[tuple[str, str], ...] = ()
    levels: tuple[tuple[str, str], ...] = ()
    budget_lines: int = 200
    budget_units: int = 25_000
    page_bytes: int = 500_000
    publish_raw: tuple[str, ...] = ()
    raw_html: str = "sanitise"
    changelogs: tuple[str, ...] = ("CHANGES.rst", "CHANGES.md", "CHANGELOG.md", "CHANGELOG.rst", "NEWS.md")


# What the profile `adopt` sets other than `strict`, whose values are the defaults. Levels stand with their rules.
ADOPT: dict[str, object] = {
    "link_style": "obsidian",
    "index_names": ("index.md", "README.md", "_index.md"),
}
