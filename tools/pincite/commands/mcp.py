"""Serve the wiki to coding agents over MCP, on standard input and output: query, page, entry, history, timeline, impact
and check; with --write also capture. Needs the extra: pip install 'pincite[mcp]'.

For Claude Code: claude mcp add pincite -- pincite mcp
"""

from __future__ import annotations

import argparse

from pincite.errors import RunError
from pincite.verdict import EXIT_CLEAN


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--write", action="store_true", help="offer capture too, which records decisions")


def run(options: argparse.Namespace) -> int:
    """Serve until the client goes."""
    try:
        from pincite.mcp_server import serve
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "pydantic", "typing_extensions"):
            raise
        raise RunError("the MCP server needs the extra `mcp`: pip install 'pincite[mcp]'") from None
    serve(options.write)
    return EXIT_CLEAN
