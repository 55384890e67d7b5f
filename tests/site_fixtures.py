"""Sites of small repositories, built with MkDocs in this process."""

import logging
import re
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.metadata import entry_points
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CONFIG = """\
site_name: case
repo_url: https://github.com/example/app
docs_dir: wiki
theme: {name: material, font: false}
plugins: [search, pincite]
"""
FORGE = "https://github.com/example/app"
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}


def announce(folder: Path) -> None:
    """Tell Python of our entry points where the package is run from its sources and not installed."""
    if any(point.name == "pincite" for point in entry_points(group="mkdocs.plugins")):
        return
    about = folder / "pincite_sources-0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pincite-sources\nVersion: 0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(
        "[mkdocs.plugins]\npincite = pincite.site.plugin:PincitePlugin\n"
        "[markdown.extensions]\npincite = pincite.site.extension:makeExtension\n",
        encoding="utf-8",
    )
    sys.path.append(str(folder))


@pytest.fixture(scope="session")
def entry_points_known(tmp_path_factory: pytest.TempPathFactory) -> None:
    announce(tmp_path_factory.mktemp("points"))


class Element:
    """An element of a page: its tag, attributes and text."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag, self.attributes, self.text = tag, attributes, ""
        self.inside: list[Element] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    def has(self, name: str) -> bool:
        """Whether the element has this class."""
        return name in self["class"].split()


class Reader(HTMLParser):
    """Collects the elements of a page in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self._open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(made)
        for outer in self._open:
            outer.inside.append(made)
        if tag not in VOID:
            self._open.append(made)

    def handle_endtag(self, tag: str) -> None:
        while self._open and any(element.tag == tag for element in self._open):
            if self._open.pop().tag == tag:
                break

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data


class Html:
    """A page of the site."""

    def __init__(self, text: str) -> None:
        self.text = text
        reader = Reader()
        reader.feed(text)
        self.elements = reader.elements

    def all(self, tag: str = "", class_: str = "") -> list[Element]:
        """Return the elements with this tag and class."""
        return [e for e in self.elements if (not tag or e.tag == tag) and (not class_ or e.has(class_))]

    @property
    def article(self) -> "Html":
        """The content of the page alone."""
        found = re.search(r"<article.*?</article>", self.text, re.DOTALL)
        assert found, self.text
        return Html(found[0])

    @property
    def ids(self) -> list[str]:
        return [e["id"] for e in self.elements if e["id"]]


class Site:
    """A built site."""

    def __init__(self, root: Path, log: list[str]) -> None:
        self.root, self.log = root, log

    def html(self, name: str) -> Html:
        """Return the page with this address."""
        return Html((self.root / name / "index.html").read_text(encoding="utf-8"))

    def text(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")

    @property
    def files(self) -> dict[str, bytes]:
        return {p.relative_to(self.root).as_posix(): p.read_bytes() for p in self.root.rglob("*") if p.is_file()}


Build = Callable[..., Site]


class Collector(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.getMessage()}")


def built(root: Path, strict: bool = True, **settings: object) -> Site:
    """Build the site of the repository at `root` with its mkdocs.yml, and return it with what MkDocs said."""
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.config import load_config

    log, collector = logging.getLogger("mkdocs"), Collector()
    level = log.level
    log.addHandler(collector)
    log.setLevel(logging.INFO)
    try:
        loaded = load_config(str(root / "mkdocs.yml"), strict=strict, **settings)
        loaded.plugins.on_startup(command="build", dirty=False)
        mkdocs_build(loaded)
    finally:
        log.removeHandler(collector)
        log.setLevel(level)
    return Site(Path(loaded.site_dir), collector.lines)


@pytest.fixture
def build(repo, entry_points_known: None) -> Build:
    """Return a function that builds the site of `repo` as it is on disk, strictly unless told otherwise."""

    def run(config: str = CONFIG, strict: bool = True, **settings: object) -> Site:
        repo.write("mkdocs.yml", config)
        return built(repo.root, strict, **settings)

    return run


@pytest.fixture
def wiki(repo):
    """Return a repository with a page, an index, a log, and a source file of 30 lines."""
    lines = [f"line_{number} = {number}" for number in range(1, 31)]
    lines[19] = "    raise SignatureExpired(age)"
    repo.write("src/timed.py", "\n".join(lines) + "\n")
    repo.page("wiki/decisions/keys.md", 'Expiry raises (`src/timed.py:20` "raise SignatureExpired").')
    repo.index("keys")
    repo.write("wiki/log.md", "# Log\n\n## [2026-10-01] capture | keep 3 keys\n\n- [[keys]]\n")
    repo.write(".gitignore", "/site/\n")
    repo.commit("base")
    return repo


def blob(repo, rest):
    """Return the forge's address of a file at the commit of `repo`."""
    return f"{FORGE}/blob/{repo.git('rev-parse', 'HEAD')}/{rest}"


@pytest.fixture(scope="session")
def demo_site(tmp_path_factory: pytest.TempPathFactory, entry_points_known: None) -> Site:
    """Return the site of the demo wiki, built once: only to be read."""
    import demo

    from conftest import Repo, clean_environment

    repo = Repo(tmp_path_factory.mktemp("demo"), clean_environment(tmp_path_factory.mktemp("home")))
    repo.git("init", "-q")
    demo.make(repo)
    return built(repo.root)
