"""The values that the parser makes and everything else reads. No I/O.

Offsets (`start`, `end`) count characters of `Page.text`, the page's bytes decoded as UTF-8 with BOM and line ends
kept, so that an edit at an offset touches no other byte. Lines and columns count from 1; LF alone ends a line.
"""

from __future__ import annotations

from pincite.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

# What a frontmatter value can be: scalars stay the text that was typed.
Value: TypeAlias = "str | list[Value] | dict[str, Value]"

ROLE_PAGE, ROLE_INDEX, ROLE_LOG = "page", "index", "log"


class Link(NamedTuple):
    """A pointer to a page, a file or a heading: `[[page#heading|label]]`, `![[x]]`, `[label](page.md#x)`.

    `target` is '' for a link within the page; `fragment` is None without `#`, and starts with `^` for a block id.
    `form` is wikilink, embed, markdown, image, or frontmatter. Both parts are percent-decoded in the markdown forms.
    """

    target: str
    fragment: str | None
    label: str | None
    form: str
    start: int
    end: int
    line: int
    column: int


class Citation(NamedTuple):
    """A pointer to lines of a file of the repository, `start:end` covering the token without its backticks.

    `ranges` holds inclusive (first, last) line numbers exactly as written, so (25, 22) or (0, 0) can stand in it; it is
    empty for a symbol or a release. `form` is colon, hash, prose, link (a markdown link: `path` is relative to the
    page), permalink, symbol or release. `quote` is the text in double quotes behind the token, at `quote_start`.
    `names` are the identifiers in backticks on the same line: what the cited lines can be expected to hold.
    """

    text: str
    path: str
    ranges: tuple[tuple[int, int], ...]
    commit: str | None
    symbol: str | None
    release: str | None
    quote: str | None
    quote_start: int
    form: str
    names: tuple[str, ...]
    start: int
    end: int
    line: int
    column: int


class Heading(NamedTuple):
    """A heading: its plain text, and the id that the published site gives it (unique in the page)."""

    level: int
    text: str
    id: str
    line: int
    start: int
    end: int


class Bullet(NamedTuple):
    """`- **Label:** text` of an entry. `label` is canonical ('decision', 'why', …) or the typed label in lower case.

    `start:end` covers the whole list item, `text` is what follows the label, line ends kept, stripped at both ends.
    """

    label: str
    text: str
    line: int
    start: int
    end: int


class Supersedes(NamedTuple):
    """What a "(supersedes …)" tail names: a link, or plain text that names an entry of the same page."""

    text: str
    link: Link | None


class Entry(NamedTuple):
    """A dated section `## 2026-10-03 Title`, from its heading to the next heading of the same or a higher level.

    `superseded` is None where the heading has no such tail, '' where the tail has no date, else the date.
    `status` is accepted, proposed or rejected. An entry is live while it is accepted and neither struck nor superseded.
    """

    id: str
    explicit: bool
    date: str
    title: str
    struck: bool
    supersedes: tuple[Supersedes, ...]
    superseded: str | None
    status: str
    bullets: tuple[Bullet, ...]
    line: int
    start: int
    heading_end: int
    end: int

    @property
    def live(self) -> bool:
        """Whether this entry is what the team holds to today."""
        return self.status == "accepted" and not self.struck and self.superseded is None

    def texts(self, label: str) -> tuple[str, ...]:
        """Return the texts of the bullets with this canonical label, in page order."""
        return tuple(bullet.text for bullet in self.bullets if bullet.label == label)


class Event(NamedTuple):
    """One happening of the log: date and kind as written ('' where the form has none), title, and its links."""

    date: str
    kind: str
    title: str
    struck: bool
    links: tuple[Link, ...]
    line: int
    start: int
    end: int


class Ignore(NamedTuple):
    """`<!-- pincite: ignore RULE… -->`: it silences these rules or kinds on its own line and on the next one."""

    rules: tuple[str, ...]
    line: int
    column: int


class Fault(NamedTuple):
    """Something that could not be parsed. `kind` is a problem's id, e.g. `frontmatter.syntax`."""

    kind: str
    message: str
    line: int
    column: int


class Frontmatter(NamedTuple):
    """The YAML block at the top: values as typed text, the line of each top-level key, and where the block stands."""

    values: dict[str, Value]
    lines: dict[str, int]
    start: int
    end: int


class Page(NamedTuple):
    """One markdown file of the wiki. A page that cannot be parsed is a page with faults, never an exception.

    `body` is the offset behind the frontmatter. `anchors` are the explicit targets in the text: `^block` ids (with
    their `^`), `<a name>`, `id=`, `{#id}` of anything but headings. `frontmatter` is None where the page has none or
    where it is broken (`faults` tells which).
    """

    path: str
    role: str
    title: str
    aliases: tuple[str, ...]
    text: str
    body: int
    frontmatter: Frontmatter | None
    headings: tuple[Heading, ...]
    anchors: tuple[str, ...]
    entries: tuple[Entry, ...]
    events: tuple[Event, ...]
    links: tuple[Link, ...]
    citations: tuple[Citation, ...]
    ignores: tuple[Ignore, ...]
    faults: tuple[Fault, ...]


class Edit(NamedTuple):
    """Replace characters `start:end` of the page at `path` by `text`."""

    path: str
    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """A repair that is certain: the command that does it, and the edits it makes."""

    command: str
    edits: tuple[Edit, ...] = ()


class Problem(NamedTuple):
    """One fault. `rule` is `rule.kind`; `subject` is the token at fault, by which `--since` counts occurrences.

    `level` is error or warning, set from the configuration. `ask` names what to look up before the message is shown
    (the nearest names, why a file is gone), so that judging stays cheap: see `explain`.
    """

    rule: str
    path: str
    line: int
    column: int
    message: str
    subject: str = ""
    fix: Fix | None = None
    ask: tuple[str, ...] = ()
    level: str = "error"
