"""What a page's HTML depends on besides its own text, as plain values.

Rendering is a function of a page's text and these facts alone. So a rendered page can be kept under a digest of both:
a target that moved, a cited line that changed or an entry that was superseded elsewhere makes another digest.
"""

from __future__ import annotations

from typing import NamedTuple


class LinkFact(NamedTuple):
    """What became of one link.

    `href` is an address relative to the page's file in the wiki (`../keys.md#id`), an absolute URL, or '' where there
    is nothing to lead to. `text` is shown where the author gave no label; `note` says why a link leads nowhere or
    elsewhere. `kind` is page, file, image, forge, foreign, broken or plain.
    """

    kind: str
    href: str
    text: str
    note: str = ""


class Snippet(NamedTuple):
    """Lines of a cited file: `lines` begin with line number `first`, and `marked` are the cited numbers."""

    path: str
    first: int
    lines: tuple[str, ...]
    marked: tuple[tuple[int, int], ...]
    cut: int = 0


class CitationFact(NamedTuple):
    """What became of one citation.

    `state` is holds, moved, changed, missing, unknown, or '' where nothing is said (history, releases). `href` is the
    forge's address or ''. `was` and `now` are the lines when it was cited and today; `was` stands only where they
    differ. `note` is one sentence for the reader, `at` names the commit of `now`.
    """

    text: str
    state: str
    href: str
    label: str
    now: Snippet | None = None
    was: Snippet | None = None
    note: str = ""
    at: str = ""


class EntryFact(NamedTuple):
    """What the page's entry is today.

    `state` is live, superseded, struck, proposed or rejected. `older` and `newer` are what it supersedes and what
    supersedes it: (href, label). `home` is the id of the entry of this page under which it is folded, '' where it
    stands by itself.
    """

    id: str
    date: str
    title: str
    state: str
    backing: tuple[str, ...]
    older: tuple[tuple[str, str], ...] = ()
    newer: tuple[tuple[str, str], ...] = ()
    superseded: str = ""
    home: str = ""


class PageFacts(NamedTuple):
    """All that the rendering of one page may know of the rest of the wiki.

    `links` and `citations` stand in page order; `targets` are the markdown links once more, by (address, fragment),
    decoded. `headings` are (level, plain text, id), `anchors` the block ids. `labels` maps a typed label in lower case
    to the canonical one.
    """

    path: str
    title: str
    links: tuple[LinkFact, ...]
    targets: dict[tuple[str, str], LinkFact]
    citations: tuple[CitationFact, ...]
    headings: tuple[tuple[int, str, str], ...]
    anchors: tuple[str, ...]
    entries: tuple[EntryFact, ...]
    labels: dict[str, str]
    verdicts: dict[str, str]
