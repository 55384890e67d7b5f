"""A wiki in memory, for tests of what only asks look-ups."""

from collections.abc import Iterable, Sequence

from pincite.cited import find_cited
from pincite.config import Config
from pincite.model import Citation, Link, Page, Supersedes
from pincite.paths import name_of
from pincite.resolve import find_superseded, resolve_link
from pincite.text import name_key, slug
from pincite.wiki import Cited, Fact, File, Followed, RawChange, Summary, Target

TODAY = "2026-11-01"


def a_page(path: str, **values: object) -> Page:
    """Return an empty page, with what is given."""
    blank = Page(path, "page", path, (), "", 0, None, (), (), (), (), (), (), (), ())
    return blank._replace(**values)


def a_summary(path: str, *headings: str, anchors: Sequence[str] = (), aliases: Sequence[str] = ()) -> Summary:
    """Return the summary of a page with these headings."""
    return Summary(
        path, "page", path, tuple(aliases), tuple((text, slug(text)) for text in headings), tuple(anchors), ()
    )


def a_link(target: str, fragment: str | None = None, form: str = "wikilink", label: str | None = None) -> Link:
    """Return a link, anywhere."""
    return Link(target, fragment, label, form, 0, 0, 1, 1)


def a_citation(path: str, form: str = "colon", ranges: tuple[tuple[int, int], ...] = ((1, 1),)) -> Citation:
    """Return a citation, anywhere."""
    return Citation(f"{path}:1", path, ranges, None, None, None, None, 0, form, (), 0, 0, 1, 1)


class FakeWiki:
    """Files by path, and what else a test says."""

    def __init__(self, paths: Iterable[str], config: Config | None = None) -> None:
        self.config = config or Config(link_style="strict")
        self.paths = set(paths)
        self.summaries: dict[str, Summary] = {}
        self.disk: dict[str, str] = {}
        self.former: list[str] = []

    def summary(self, path: str) -> Summary | None:
        return self.summaries.get(path)

    def named(self, name: str) -> Sequence[str]:
        return [path for path in sorted(self.paths) if name_key(name_of(path)) == name_key(name)]

    def file(self, path: str) -> File | None:
        return File("100644", "") if path in self.paths else None

    def folder(self, path: str) -> bool:
        return any(known.startswith(path + "/") for known in self.paths)

    def listing(self, folder: str) -> Sequence[str]:
        return [name_of(path) for path in sorted(self.paths) if path.rpartition("/")[0] == folder]

    def lines(self, path: str) -> tuple[bytes, ...] | None:
        return None

    def on_disk(self, path: str) -> str:
        return self.disk.get(path, "")

    def untracked(self, name: str) -> Sequence[str]:
        return [path for path in self.disk if name_key(name_of(path)) == name_key(name)]

    def formerly(self, name: str) -> Sequence[str]:
        return [path for path in self.former if name_of(path) == name]

    def commit(self, rev: str) -> str | None:
        return None

    def lines_at(self, commit: str, path: str) -> tuple[bytes, ...] | None:
        return None

    def future(self, date: str) -> bool:
        return date > TODAY

    def resolve(self, link: Link, page: Page) -> Target:
        return resolve_link(link, page, self)

    def cited(self, citation: Citation, page: Page) -> Cited:
        return find_cited(citation, page, self)

    def with_id(self, entry_id: str) -> Sequence[str]:
        return ()

    def aliased(self, name: str) -> Sequence[str]:
        return [path for path, known in self.summaries.items() if name_key(name) in map(name_key, known.aliases)]

    def prefixed(self, prefix: str) -> Sequence[str]:
        key = name_key(prefix)
        return [path for path in sorted(self.paths) if name_key(name_of(path)).startswith((key + "-", key + ".md"))]

    def titled(self, title: str) -> Sequence[str]:
        return ()

    def reached(self, path: str) -> bool:
        return True

    def linked(self, path: str) -> bool:
        return True

    def listed(self, path: str) -> bool:
        return True

    def logged(self, path: str, entry_id: str) -> bool:
        return True

    def superseders(self, path: str, entry_id: str) -> Sequence[tuple[str, str]]:
        return ()

    def superseded(self, item: Supersedes, page: Page) -> tuple[str, str] | None:
        return find_superseded(item, page, self)

    def facts(self, shape: str) -> Sequence[Fact]:
        return ()

    def open_about(self, subject: str) -> Sequence[tuple[str, str]]:
        return ()

    def outdated(self, quantity: str) -> Sequence[tuple[str, str]]:
        return ()

    def quantities(self, path: str, entry_id: str) -> Sequence[str]:
        return ()

    def earlier(self, path: str) -> Page | None:
        return None

    def followed(self, citation: Citation, page: Page) -> Followed | None:
        return None

    def raw_changes(self) -> Sequence[RawChange]:
        return ()
