"""One build of the site with MkDocs: what is published, what is added, and what is filled into each page."""

from __future__ import annotations

import html
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pincite.engine.stamp import stamp
from pincite.model import ROLE_LOG, Value
from pincite.model import Page as WikiPage
from pincite.repo.authorship import authorship
from pincite.repo.repository import Repository
from pincite.site.addresses import address
from pincite.site.backlinks import Backlinks
from pincite.site.catalogue import tag_anchor, tags_of
from pincite.site.chrome import below_title, page_line
from pincite.site.extension import Extras, PinciteExtension, filled
from pincite.site.forge import forge_of
from pincite.site.history import History
from pincite.site.keeping import Template, keepable, theme_stamp
from pincite.site.made import PAGES, TAGS, About, MadeFile, made_files, made_pages, name_of
from pincite.site.messages import broken_links
from pincite.site.navigation import arrange, local
from pincite.site.openwiki import open_wiki, place_of
from pincite.site.provider import WikiProvider
from pincite.site.published import choose
from pincite.site.rendering import Renderer
from pincite.site.searching import speed_up
from pincite.site.shelf import Shelf
from pincite.site.wiki_site import Site, stamped

# Material's search has a role, and no name for those who only hear it.
_DIALOG = 'data-md-component="search" role="dialog"'
Message = tuple[int, str]


class Build:
    """What one build knows. `left` are names that are not published, `made` are files to add."""

    def __init__(self, repository: Repository, site: Site, provider: WikiProvider, own_tags: bool) -> None:
        self.repository, self.site, self.provider = repository, site, provider
        self.commit = site.wiki.snapshot.commit or ""
        self.backlinks = Backlinks(site)
        self.messages: list[Message] = []
        self.left: list[str] = []
        self.made: list[MadeFile] = []
        self.own_tags = own_tags
        self._names = {name: path for path, name in site.published.items()}
        taken = set(self._names)
        self._all_pages, self._tags = (address(name_of(name, taken), site.directories) for name in (PAGES, TAGS))
        self._shelf = Shelf(repository.cache_dir)
        self._extension = PinciteExtension(provider, later=True)
        self._rendering = ""
        self._newest = max((provider.history.date(path) for path in site.pages), default="") or "1970-01-01"

    def page_of(self, page: Any) -> WikiPage | None:
        """Return the wiki's page that a page of MkDocs is made from."""
        path = self._names.get(page.file.src_uri)
        return self.site.wiki.pages.get(path) if path else None

    def attach(
        self, nav: Any, files: Any, config: Any, extension: PinciteExtension,
        section: Callable[[str, list[Any]], Any], get_toc: Callable[[Any], Any],
    ) -> None:  # fmt: skip
        """Arrange the navigation, and let pages that have not changed be taken from the shelf."""
        self._extension = extension
        renderer = Renderer(self._shelf, stamp(self.site.wiki.config), config, extension, get_toc)
        self._rendering = renderer.settings
        logs = []
        for file in files.documentation_pages():
            page = self.page_of(file.page)
            renderer.attach(file.page, self.provider.facts(page) if page else None)
            if page is not None and page.role == ROLE_LOG and config["nav"] is None:
                logs.append(file.page)
        made = [file.page for name in self.provider.pages_made if (file := files.get_file_from_path(name))]
        arrange(nav, [page for page in made if config["nav"] is None or page not in nav.pages], logs, section)

    def prepare_theme(self, env: Any, config: Any) -> None:
        """Let the theme write fewer blanks, and pages that have not changed be taken from the shelf."""
        env.trim_blocks = env.lstrip_blocks = True
        for name in ("material/search", "search"):
            index = getattr(config.plugins.get(name), "search_index", None)
            if index is not None and self.provider.raw_html != "allow":
                speed_up(index)
        if not keepable(config):
            return
        get, shelf = env.get_template, self._shelf
        page_stamp = theme_stamp(config, self._rendering)

        def get_template(name: Any, parent: str | None = None, *rest: Any, **more: Any) -> Any:
            found = get(name, parent, *rest, **more)
            return Template(found, shelf, page_stamp + name) if name == "main.html" and parent is None else found

        env.get_template = get_template

    def source(self, page: Any) -> str | None:
        """Return what MkDocs is to take for the text of a page.

        The line end in front keeps it from reading a rule, or `key: value`, at the top as frontmatter.
        """
        found = self.page_of(page)
        return None if found is None else "\n" + found.text[found.body :].replace("\r\n", "\n")

    def describe(self, page: Any) -> None:
        """Set the metadata of a page from the wiki's frontmatter; templates print it without escaping."""
        found, made = self.page_of(page), self.provider.pages_made.get(page.file.src_uri)
        own = self.provider.history.date(found.path) if found else ""
        page.update_date = own or self._newest  # the sitemap has it, and the clock must not stand there
        if found is not None:
            values = found.frontmatter.values if found.frontmatter else {}
            page.meta = {key: _safe(value) for key, value in values.items()} | {"title": _safe(found.title)}
        elif made is not None:
            page.meta = {"title": made.title, "hide": list(made.hide), "search": {"exclude": True}}

    def complete(self, context: Any, page: Any, nav: Any) -> Any:
        """Fill a page's slots in, and put around its text what belongs there."""
        name = page.file.src_uri
        content = filled(page.content, self.provider.slots(name))
        found = self.page_of(page)
        if found is not None:
            content = below_title(content, page_line(found, self.site, self.provider.history))
            content += self.backlinks.panel(found)
            if self.own_tags and tags_of(found):
                context["tags"] = [
                    {"name": html.escape(tag), "url": f"{self._tags}#{tag_anchor(tag)}"} for tag in tags_of(found)
                ]
        page.content = content + self._extension.extras.get(name, Extras()).popovers
        context["nav"] = local(nav, page, self._all_pages)
        return context

    def short_navigation(self, nav: Any) -> Any:
        """Return the navigation of a page that stands nowhere in it."""
        return local(nav, None, self._all_pages)

    def stamp(self, output: str) -> str:
        """Return a written page with the id of the commit in it."""
        named = output.replace(_DIALOG, f'{_DIALOG} aria-label="Search"', 1)
        return stamped(named, self.commit)

    def close(self) -> None:
        """Keep what was rendered, and end the git processes."""
        self._shelf.close()
        self.repository.close()


def _safe(value: Value) -> Any:
    """Return a value as the theme may print it: no mark-up, and no end of the `<title>` that it may stand in."""
    if isinstance(value, str):
        return html.escape(value.replace("</", "< /"))
    if isinstance(value, list):
        return [_safe(item) for item in value]
    return {key: _safe(item) for key, item in value.items()}


def begin(files: Iterable[Any], config: Any, kind: str) -> Build:
    """Load the wiki in `docs_dir` and decide what the site holds. Raises PinciteError."""
    docs_dir = config["docs_dir"]
    repository, wiki = open_wiki(docs_dir)
    docs = place_of(docs_dir, repository)
    names = [file.src_uri for file in files if file.src_dir == docs_dir and not file.inclusion.is_excluded()]
    published, left = choose(names, docs, wiki, _listed(config))
    site = Site(wiki, docs, forge_of(config["repo_url"], kind), published, config["use_directory_urls"])
    history = History(authorship(repository, wiki.snapshot.commit, wiki.config.wiki, disk=True))
    own_tags = not any(name in config["plugins"] for name in ("material/tags", "tags"))
    build = Build(repository, site, WikiProvider(site, history, _has_mermaid(config)), own_tags)
    build.left = [name for name, _ in left]
    build.messages += [(logging.INFO, f"{name} is not published: {why}") for name, why in left]
    for page in site.pages.values():
        build.messages += broken_links(page, build.provider.facts(page), site)
    _make(build, About(config["site_name"], config["site_description"] or "", config["site_url"] or ""))
    return build


def _listed(config: Mapping[str, Any]) -> list[str]:
    return [str(name) for key in ("extra_css", "extra_javascript", "extra_templates") for name in config[key]]


def _has_mermaid(config: Mapping[str, Any]) -> bool:
    return any("mermaid" in os.path.basename(str(name)) for name in config["extra_javascript"])


def _make(build: Build, about: About) -> None:
    """Add the pages and files that the site makes."""
    pages = made_pages(build.provider, build.backlinks, build.own_tags)
    build.provider.pages_made.update(pages)
    build.made += [MadeFile(name, page.markdown) for name, page in pages.items()]
    build.made += made_files(build.provider, about)
