"""What a rule may ask about the rest of the wiki and the repository.

Every question is a look-up by a key, so that the answer to a rule depends on a known set of keys: the gate records
them, and on the commit path judges again only the pages whose keys changed. A rule therefore never walks over all
pages; it judges the one page that it is given.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.config import Config
from pincite.model import Citation, Entry, Link, Page, Supersedes
from pincite.record import NamedTuple, Protocol


class Summary(NamedTuple):
    """What other pages may know of a page: change anything else in it, and no other page is judged again.

    `headings` are (plain text, id); `anchors` as in `Page`; `entries` carry no offsets (start, end, heading_end, line
    are 0, bullets are empty).
    """

    path: str
    role: str
    title: str
    aliases: tuple[str, ...]
    headings: tuple[tuple[str, str], ...]
    anchors: tuple[str, ...]
    entries: tuple[Entry, ...]


class Target(NamedTuple):
    """Where a link leads.

    `state` is found, broken, ambiguous, case (exists under another case or Unicode form), untracked, ignored (both:
    on disk only), foreign (a URL, a scheme of the configuration), placeholder, outside, or absolute (a path of one
    machine).
    `path` is the repository path where found, or the real name for `case`; '' otherwise. `candidates` for ambiguous.
    `where` is '' or how the fragment fared: found, prefix (of a heading, at a word boundary) or heading (none).
    `entry` is the id of the entry that the fragment names, else ''; `anchor` the id on the published page that the
    fragment means, '' without a fragment or where it fared badly. A target can be found *and* have candidates, where
    the configuration lets the nearest of several win.
    """

    state: str
    path: str
    candidates: tuple[str, ...] = ()
    where: str = ""
    entry: str = ""
    anchor: str = ""


class Cited(NamedTuple):
    """The file that a citation means.

    `state` is found, missing, ambiguous, case, untracked, ignored, outside, or foreign (not of this repository).
    """

    state: str
    path: str
    candidates: tuple[str, ...] = ()


class File(NamedTuple):
    """A tracked file: its git mode (100644, 100755, 120000 link, 160000 submodule) and object id."""

    mode: str
    oid: str


class Followed(NamedTuple):
    """How a citation fares that was followed from its anchor into this snapshot.

    `state` is holds, moved, changed, missing (its file is gone) or unknown (a shallow clone cannot tell). `path` and
    `ranges` say where the text stands now (moved). `commit` did it, '' for an uncommitted change; `anchor` is the
    commit from which the text was followed. `was` and `now` are the cited lines then and now, `kept` of them stand.
    """

    state: str
    path: str
    ranges: tuple[tuple[int, int], ...]
    anchor: str = ""
    commit: str = ""
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    kept: int = 0


class RawChange(NamedTuple):
    """A pinned source that is not what was pinned. `kind` is modified, deleted or renamed (to `target`)."""

    path: str
    kind: str
    commit: str
    target: str = ""


class Fact(NamedTuple):
    """A fact of an entry in force: `text` is its value as written, `entry` the id of its entry, at `path`."""

    name: str
    text: str
    path: str
    entry: str


class Wiki(Protocol):
    """The look-ups. Paths are repository paths with `/`; a page is known by its path."""

    config: Config

    def summary(self, path: str) -> Summary | None:
        """Return what is known of the page at this path, None where there is no such page."""

    def named(self, name: str) -> Sequence[str]:
        """Return all tracked paths whose last part is `name` by `text.name_key` (case, spaces, Unicode form)."""

    def file(self, path: str) -> File | None:
        """Return the tracked file at exactly this path."""

    def folder(self, path: str) -> bool:
        """Return whether a tracked file lies below this folder."""

    def listing(self, folder: str) -> Sequence[str]:
        """Return the names of the tracked files that stand directly in this folder, sorted."""

    def lines(self, path: str) -> tuple[bytes, ...] | None:
        """Return the lines of a tracked file in this snapshot without their LF, None where it has no content here."""

    def on_disk(self, path: str) -> str:
        """Return 'untracked' or 'ignored' where something that git does not track has this path on disk, else ''."""

    def untracked(self, name: str) -> Sequence[str]:
        """Return the untracked files below the wikis whose last part is `name` by `text.name_key`."""

    def formerly(self, name: str) -> Sequence[str]:
        """Return all paths whose last part is exactly `name` that were tracked in the version that this snapshot is
        compared with, or in an ancestor of it, and are no longer tracked."""

    def commit(self, rev: str) -> str | None:
        """Return the full id of the commit that this (short) id names and that this snapshot sits on or descends from;
        None where there is none, '' where a shallow clone cannot tell."""

    def lines_at(self, commit: str, path: str) -> tuple[bytes, ...] | None:
        """Return the lines that a file had at a commit (a full id), None where it had no such file."""

    def future(self, date: str) -> bool:
        """Return whether this date (YYYY-MM-DD) lies more than a day ahead; a day is left to time zones."""

    def resolve(self, link: Link, page: Page) -> Target:
        """Return where a link of `page` leads."""

    def cited(self, citation: Citation, page: Page) -> Cited:
        """Return the file that a citation of `page` means."""

    def with_id(self, entry_id: str) -> Sequence[str]:
        """Return the paths of the pages, each as often as it has it, that give an entry this explicit `{#id}`."""

    def aliased(self, name: str) -> Sequence[str]:
        """Return the paths of the pages that have this alias by `text.name_key`."""

    def prefixed(self, prefix: str) -> Sequence[str]:
        """Return all tracked markdown files whose last part, by `text.name_key`, is `prefix` and then `-` or `.md`."""

    def titled(self, title: str) -> Sequence[str]:
        """Return the paths of the pages with this title up to case, spaces and Unicode form."""

    def reached(self, path: str) -> bool:
        """Return whether links lead from an index to this page; in a wiki without an index, whether any other page
        links to it."""

    def linked(self, path: str) -> bool:
        """Return whether any other page links to this page, or names it otherwise (see `resolve.mentioned`)."""

    def listed(self, path: str) -> bool:
        """Return whether an index page in this page's folder or above names it, or there is no index there."""

    def logged(self, path: str, entry_id: str) -> bool:
        """Return whether an event of a log links to this entry, or to its page as a whole."""

    def superseders(self, path: str, entry_id: str) -> Sequence[tuple[str, str]]:
        """Return the (path, entry id) pairs of accepted entries that say they supersede this entry."""

    def superseded(self, item: Supersedes, page: Page) -> tuple[str, str] | None:
        """Return the (path, entry id) that a "(supersedes …)" tail of `page` names; the id is '' for a page without
        entries. None where it names nothing, or a page with several entries."""

    def facts(self, shape: str) -> Sequence[Fact]:
        """Return the facts of entries in force that have this name, sorted; `*` in it stands for any one part."""

    def open_about(self, subject: str) -> Sequence[tuple[str, str]]:
        """Return the (path, entry id) pairs of entries in force whose Open bullets name this fact."""

    def outdated(self, quantity: str) -> Sequence[tuple[str, str]]:
        """Return the (path, entry id) pairs of superseded entries in which this quantity stands, as
        `facts.quantities` spells it."""

    def quantities(self, path: str, entry_id: str) -> Sequence[str]:
        """Return the quantities that stand in an entry which supersedes another."""

    def earlier(self, path: str) -> Page | None:
        """Return the page as it was in the version that this snapshot is compared with (see `repo.snapshot`)."""

    def followed(self, citation: Citation, page: Page) -> Followed | None:
        """Return how a citation fares since its anchor, None where that does not apply (no history)."""

    def raw_changes(self) -> Sequence[RawChange]:
        """Return the sources that were changed, renamed or deleted after they had been pinned."""
