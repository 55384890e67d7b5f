"""What the configuration says about how pages are written."""

from __future__ import annotations

from pincite.config import LABELS, Config
from pincite.record import NamedTuple
from pincite.text import name_key

_LABELS = tuple((name_key(label), label.lower()) for label in LABELS)


class Grammar(NamedTuple):
    """All of the configuration that a page's values depend on: two equal grammars parse a page alike.

    `labels` maps a typed label (by `name_key`) to the canonical one in lower case. `index_names` and `log_names` are
    file names, or patterns of such (`log-*.md`). `permalinks` are the addresses of this repository at its forge
    (`https://forge.example/team/app`). `gollum` reads `[[text|Page]]` with the page last. `statuses`
    are the (status, word) pairs of a team.
    """

    labels: tuple[tuple[str, str], ...] = _LABELS
    index_names: tuple[str, ...] = ("index.md",)
    log_names: tuple[str, ...] = ("log.md",)
    changelogs: tuple[str, ...] = Config().changelogs
    permalinks: tuple[str, ...] = ()
    gollum: bool = False
    statuses: tuple[tuple[str, str], ...] = ()


def grammar_of(config: Config) -> Grammar:
    """Return the grammar that this configuration asks for."""
    renamed = tuple((name_key(typed), canonical.lower()) for canonical, typed in config.labels)
    return Grammar(
        labels=_LABELS + renamed,
        index_names=config.index_names,
        log_names=config.log_names,
        changelogs=config.changelogs,
        permalinks=tuple(address.rstrip("/") for address in config.permalinks),
        gollum=config.link_style == "gollum",
        statuses=config.status,
    )
