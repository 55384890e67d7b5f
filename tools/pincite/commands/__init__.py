"""The commands, one module each: `add(parser)` declares its options, `run(args)` does it and returns the exit status.

A module may also have `quick(arguments)`, which reads the forms that hooks use without argparse and returns what
`run` takes, or None where argparse must read them. To add a command: its module, and its line here.
"""

from __future__ import annotations

# Command: (module, what it does). The order is that of the help.
COMMANDS = {
    "init": ("init", "set a repository up with a wiki, its hooks and its CI"),
    "uninit": ("uninit", "take back what init added"),
    "check": ("check", "judge the wiki: every page, link and citation"),
    "fix": ("fix", "repair what is certain: moved citations, renamed pages, one-sided supersessions"),
    "confirm": ("confirm", "say that a changed citation was read again and still holds"),
    "capture": ("capture", "record a decision, its sources and what it supersedes"),
    "query": ("query", "ask what was decided, with citations and history"),
    "pages": ("pages", "list the pages"),
    "cite": ("cite", "print a ready citation of lines, with its quote"),
    "facts": ("facts", "list the live facts and the checks over them"),
    "prime": ("prime", "say what to know before starting work"),
    "eval": ("eval", "measure the answers to a file of questions"),
    "history": ("history", "tell who decided what and when"),
    "timeline": ("timeline", "show the log as a timeline"),
    "mv": ("mv", "rename a page and every link to it"),
    "merge": ("merge", "settle a conflicted page, log or index"),
    "report": ("report", "summarise a range of commits for a pull request"),
    "graph": ("graph", "show pages, entries, files and what ties them"),
    "path": ("path", "show how one thing leads to another"),
    "impact": ("impact", "list the decisions that rest on a file or its lines"),
    "import": ("import_", "bring decision records in"),
    "config": ("config", "print the effective configuration and where each value comes from"),
    "site": ("site", "write what a site needs that reads no MkDocs plugin"),
    "mcp": ("mcp", "serve the wiki to agents over MCP"),
    "hook": ("hook", "what git calls: pre-commit, post-rewrite, pre-push, merge-driver"),
}
