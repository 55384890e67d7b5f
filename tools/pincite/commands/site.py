"""Write what a site needs that reads no MkDocs plugin: the published pages, and those that the plugin would make."""

from __future__ import annotations

import argparse

from pincite.errors import RunError
from pincite.output import json_text, one_line
from pincite.verdict import EXIT_CLEAN


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("action", choices=["prepare"], help="write the folder that the generator reads")
    parser.add_argument("folder", metavar="DIR", help="a new or empty folder")
    parser.add_argument("--wiki", metavar="DIR", default="wiki", help="the folder that is published (wiki)")
    parser.add_argument("--name", metavar="NAME", default="Wiki", help="the site's name")
    parser.add_argument("--url", metavar="URL", default="", help="the site's address")
    parser.add_argument("--repo-url", metavar="URL", default="", help="the repository's address at its forge")
    parser.add_argument("--json", action="store_true", help="print what was written as JSON")


def run(options: argparse.Namespace) -> int:
    """Write the files, and say which digest the extension is to be given."""
    try:
        from pincite.site.made import About
        from pincite.site.prepare import digest, prepare
        from pincite.site.standalone import provider
    except ModuleNotFoundError as error:
        raise RunError(f"{error.name} is not installed: pip install 'pincite[site]'") from None
    found = provider(options.wiki, options.repo_url)
    mark = digest(found)
    names = prepare(found, options.folder, About(options.name, "", options.url))
    if options.json:
        print(json_text({"version": 1, "files": names, "digest": mark}))
    else:
        print(f"{len(names)} files in {one_line(options.folder)}; give the extension `digest: {mark}`")
    return EXIT_CLEAN
