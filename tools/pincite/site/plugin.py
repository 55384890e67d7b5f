"""The MkDocs plugin: glue between MkDocs' events and the functions of this package. ProperDocs loads it as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from pincite.errors import PinciteError
from pincite.site.build import Build, begin
from pincite.site.extension import PinciteExtension
from pincite.site.quiet import exclude
from pincite.site.settings import settle

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.utils.templates import TemplateContext

log = get_plugin_logger("pincite")


class PinciteConfig(Config):  # type: ignore[no-untyped-call]
    """The plugin's options. What concerns the wiki stands in `pincite.toml`, which the gate reads too."""

    enabled = config_options.Type(bool, default=True)
    forge = config_options.Choice(("", "github", "gitlab", "gitea", "bitbucket"), default="")


class PincitePlugin(BasePlugin[PinciteConfig]):  # type: ignore[no-untyped-call]
    """Publishes the wiki in `docs_dir`: see the events."""

    build: Build
    extension: PinciteExtension

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Be kept between the builds of one `mkdocs serve`; each of them begins at `on_config`."""

    @event_priority(100)  # before the search has read its settings
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig | None:
        """Complete the configuration with what the site needs."""
        if not self.config.enabled:
            return None
        self.extension = PinciteExtension(later=True)
        settle(config, self.extension)
        return config

    @event_priority(-100)  # behind whatever else adds files
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files | None:
        """Load the wiki, leave out what must not be published, and add the pages that the site makes."""
        if not self.config.enabled:
            return None
        try:
            self.build = begin(files, config, self.config.forge)
        except PinciteError as error:
            raise PluginError(f"pincite: {error}") from None
        self.extension.provider = self.build.provider
        for level, message in self.build.messages:
            log.log(level, message)
        for name in self.build.left:
            found = files.get_file_from_path(name)
            if found is not None:
                files.remove(found)
        for name, content, target in self.build.made:
            made = File.generated(config, name, content=content)
            if target:
                made.dest_uri = target
            files.append(made)
        return files

    @event_priority(-100)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation | None:
        """Put the pages that the site makes into the navigation, and rendered pages into a cache."""
        if not self.config.enabled:
            return None
        for file in files.documentation_pages():
            if file.page is None:
                Page(None, file, config)
        self.build.attach(nav, files, config, self.extension, Section, get_toc)
        return nav

    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> Any:
        """Let pages that the theme would print as before be taken from the shelf."""
        if self.config.enabled:
            self.build.prepare_theme(env, config)
        return env

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        """Return the text of a page behind its frontmatter: MkDocs prints a block that it cannot parse."""
        return self.build.source(page) if self.config.enabled else None

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Give a page its metadata, as typed text that cannot be taken for HTML."""
        if self.config.enabled:
            self.build.describe(page)

    @event_priority(-100)  # when the search has read the page
    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Fill in what stands around the text: navigation, history, previews, what links here."""
        return self.build.complete(context, page, nav) if self.config.enabled else context

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext | None:
        """Spare the page for missing addresses the navigation of a large wiki."""
        if self.config.enabled:
            context["nav"] = self.build.short_navigation(context["nav"])
        return context

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Do the same for pages that no text of the wiki stands behind: the one for missing addresses."""
        return self.build.stamp(output_content) if self.config.enabled else output_content

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Put the id of the published commit where the forge's addresses wait for it."""
        return self.build.stamp(output) if self.config.enabled else output

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Keep the site out of `git status`, and end what the build has opened."""
        if self.config.enabled:
            place = exclude(config.site_dir, self.build.repository, self.build.site.wiki)
            if place:
                log.info(f"{place}/ is ignored by this clone from now on (.git/info/exclude)")
            self.build.close()

    def on_build_error(self, *, error: Exception) -> None:
        """End what a build that failed has opened."""
        build: Any = getattr(self, "build", None)
        if build is not None:
            build.close()


__all__ = ["PinciteConfig", "PincitePlugin"]
