"""What the site offers to agents: llms.txt, all text in one file, each page's markdown, and an index of entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote, urljoin

from pincite.model import ROLE_INDEX, ROLE_LOG, ROLE_PAGE, Entry, Page
from pincite.output import json_text
from pincite.parse.mask import mask
from pincite.paths import folder_of
from pincite.provenance import provenance
from pincite.site.addresses import address, destination, fragment
from pincite.site.catalogue import folder_title, tags_of
from pincite.site.feed import summary
from pincite.site.gather import older_of, state_of
from pincite.site.wiki_site import Site

_BLANK = re.compile(r"\n{3,}")


def markdown_name(name: str, directories: bool) -> str:
    """Return where the markdown of a page stands on the site: beside its HTML."""
    made = destination(name, directories)
    return made.removesuffix(".html") + ".md"


def markdown_of(page: Page) -> str:
    """Return the text of a page without its comments, which are not for readers."""
    text = page.text.removeprefix("\ufeff")
    if "<!--" not in text and "%%" not in text:
        return text
    cut = len(page.text) - len(text)
    parts, at = [], 0
    for start, end in mask(page.text, page.body).comments:
        if start - cut >= at:
            parts.append(text[at : start - cut])
            at = end - cut
    return _BLANK.sub("\n\n", "".join([*parts, text[at:]])) if parts else text


def llms_txt(site: Site, title: str, about: str, site_url: str) -> str:
    """Return the overview that llmstxt.org describes: what the site is, and where the markdown of each page stands."""
    lines = [f"# {title}", "", f"> {about or 'Decisions of a team, each with its sources and what was rejected.'}", ""]
    lines += [
        "Entries are dated; the newest of a page stands first. Struck entries were superseded and no longer hold.",
        "A citation such as `src/a.py:12` points at lines of the repository.",
        "",
    ]
    for heading, pages in _sections(site):
        lines += [f"## {heading}", ""]
        lines += [f"- [{_one_line(page.title)}]({_markdown_url(page, site, site_url)}){_about(page)}" for page in pages]
        lines.append("")
    lines += ["## Optional", ""]
    for name, what in (("llms-full.txt", "all pages in one file"), ("entries.json", "every entry with its state"),
                       ("timeline.json", "every event of the log"), ("feed.xml", "the newest decisions")):  # fmt: skip
        lines.append(f"- [{name}]({urljoin(site_url, name)}): {what}")
    return "\n".join(lines) + "\n"


def llms_full(site: Site, title: str) -> str:
    """Return the text of all pages in one file, each under its path; logs are left out."""
    parts = [f"# {title}\n"]
    for _, pages in _sections(site):
        parts += [f"<!-- {page.path} -->\n\n{_behind_frontmatter(page)}" for page in pages if page.role != ROLE_LOG]
    return "\n".join(parts)


def _behind_frontmatter(page: Page) -> str:
    text = markdown_of(page)
    body = text[page.body - (len(page.text) - len(page.text.removeprefix("\ufeff"))) :] if page.body else text
    head = "" if re.search(r"^# ", body, re.MULTILINE) else f"# {_one_line(page.title)}\n\n"
    return head + body.strip() + "\n"


def _sections(site: Site) -> Iterator[tuple[str, list[Page]]]:
    """Yield the pages under headings: overviews, then each folder, then the logs."""
    pages = list(site.pages.values())
    indexes = [page for page in pages if page.role == ROLE_INDEX]
    if indexes:
        yield "Overview", indexes
    folders: dict[str, list[Page]] = {}
    for page in pages:
        if page.role == ROLE_PAGE:
            folders.setdefault(folder_of(site.name(page.path)), []).append(page)
    for folder, inside in sorted(folders.items()):
        yield (folder_title(folder) if folder else "Pages"), inside
    logs = [page for page in pages if page.role == ROLE_LOG]
    if logs:
        yield "Log", logs


def _markdown_url(page: Page, site: Site, site_url: str) -> str:
    return urljoin(site_url, quote(markdown_name(site.name(page.path), site.directories)))


def _about(page: Page) -> str:
    live = [entry for entry in page.entries if entry.live]
    return f": {_one_line(live[0].title)} ({live[0].date})" if live else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def entries_json(site: Site, site_url: str) -> str:
    """Return every entry of the wiki with its state, as JSON."""
    found = [_entry(page, entry, site, site_url) for page in site.pages.values() for entry in page.entries]
    return json_text({"version": 1, "entries": found}, None) + "\n"


def _entry(page: Page, entry: Entry, site: Site, site_url: str) -> dict[str, object]:
    where = address(site.name(page.path), site.directories) + fragment(entry.id)
    return {
        "page": page.path.rpartition("/")[2].removesuffix(".md"),
        "entry": entry.id,
        "path": page.path,
        "line": entry.line,
        "page_title": page.title,
        "title": entry.title,
        "date": entry.date,
        "status": state_of(entry),
        "url": urljoin(site_url, where),
        "text": summary(entry),
        "rejected": [_one_line(text) for text in entry.texts("rejected")],
        "open": [_one_line(text) for text in entry.texts("open")],
        "supersedes": [{"path": path, "entry": name} for path, name in older_of(entry, page, site)],
        "superseded": entry.superseded,
        "provenance": list(provenance(entry, page, site.wiki)),
        "citations": _citations(page, entry),
        "tags": list(tags_of(page)),
    }


def _citations(page: Page, entry: Entry) -> list[str]:
    return list(dict.fromkeys(one.text for one in page.citations if entry.start <= one.start < entry.end))


def copies(site: Site) -> Iterator[tuple[str, str, str]]:
    """Yield (name, content, destination) of the markdown copies."""
    for page in site.pages.values():
        name = site.name(page.path)
        yield f"{name}.copy", markdown_of(page), markdown_name(name, site.directories)
