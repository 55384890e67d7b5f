"""One build of the site: what is published, what is added, and what is filled into each page."""

from __future__ import annotations

import html
import logging
import os
from collections.abc import Iterable, Mapping
from typing import Any

from pincite.model import Page as WikiPage
from pincite.model import Value
from pincite.repo.authorship import authorship
from pincite.repo.repository import Repository
from pincite.site.extension import Extras, PinciteExtension, filled
from pincite.site.forge import forge_of
from pincite.site.history import History
from pincite.site.messages import broken_links
from pincite.site.openwiki import open_wiki, place_of
from pincite.site.provider import WikiProvider
from pincite.site.published import choose
from pincite.site.timeline import rows, timeline_json, timeline_page
from pincite.site.wiki_site import Site, stamped

Message = tuple[int, str]
Made = tuple[str, str, str]


class Build:
    """What one build knows. `left` are names that are not published, `made` are (name, content, destination)."""

    def __init__(self, repository: Repository, site: Site, provider: WikiProvider) -> None:
        self.repository, self.site, self.provider = repository, site, provider
        self.commit = site.wiki.snapshot.commit or ""
        self.messages: list[Message] = []
        self.left: list[str] = []
        self.made: list[Made] = []
        self._names = {name: path for path, name in site.published.items()}
        self._extension = PinciteExtension(provider, later=True)

    def page_of(self, page: Any) -> WikiPage | None:
        """Return the wiki's page that a page of MkDocs is made from."""
        path = self._names.get(page.file.src_uri)
        return self.site.wiki.pages.get(path) if path else None

    def attach(self, nav: Any, files: Any, config: Any, extension: PinciteExtension) -> None:
        """Prepare the pages that MkDocs has made, before it renders them."""
        self._extension = extension

    def source(self, page: Any) -> str | None:
        """Return what MkDocs is to take for the text of a page.

        The line end in front keeps it from reading a rule, or `key: value`, at the top as frontmatter.
        """
        found = self.page_of(page)
        return None if found is None else "\n" + found.text[found.body :].replace("\r\n", "\n")

    def describe(self, page: Any) -> None:
        """Set the metadata of a page from the wiki's frontmatter; templates print it without escaping."""
        found, made = self.page_of(page), self.provider.pages_made.get(page.file.src_uri)
        page.update_date = self._date(found)
        if found is not None:
            values = found.frontmatter.values if found.frontmatter else {}
            page.meta = {key: _safe(value) for key, value in values.items()} | {"title": _safe(found.title)}
        elif made is not None:
            page.meta = {"title": made.title} | ({} if made.searched else {"search": {"exclude": True}})

    def _date(self, page: WikiPage | None) -> str:
        """Return when a page was changed last: the sitemap has it, and the clock must not stand there."""
        history = self.provider.history
        own = history.date(page.path) if page else ""
        return own or max((history.date(path) for path in self.site.pages), default="") or "1970-01-01"

    def complete(self, context: Any, page: Any) -> Any:
        """Fill a page's slots in and add its previews."""
        extras = self._extension.extras.get(page.file.src_uri, Extras())
        page.content = filled(page.content, self.provider.slots(page.file.src_uri)) + extras.popovers
        return context

    def stamp(self, output: str) -> str:
        """Return a written page with the id of the commit in it."""
        return stamped(output, self.commit)

    def close(self) -> None:
        """End the git processes."""
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
    build = Build(repository, site, WikiProvider(site, history, _has_mermaid(config)))
    build.left = [name for name, _ in left]
    build.messages += [(logging.INFO, f"{name} is not published: {why}") for name, why in left]
    for page in site.pages.values():
        build.messages += broken_links(page, build.provider.facts(page), site)
    _add_timeline(build)
    return build


def _listed(config: Mapping[str, Any]) -> list[str]:
    return [str(name) for key in ("extra_css", "extra_javascript", "extra_templates") for name in config[key]]


def _has_mermaid(config: Mapping[str, Any]) -> bool:
    return any("mermaid" in os.path.basename(str(name)) for name in config["extra_javascript"])


def _add_timeline(build: Build) -> None:
    name = "timeline.md"
    found = rows(build.site, name, build.provider.history)
    build.provider.pages_made[name] = timeline_page(found, build.site, "../feed.xml")
    build.made.append((name, build.provider.pages_made[name].markdown, ""))
    build.made.append(("timeline.json", timeline_json(found), ""))
