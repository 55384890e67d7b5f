"""What stands to the left of a citation's mark: the path, read backwards up to where no path can go on."""

from __future__ import annotations

from pincite.patterns import lazy

LONGEST = 512  # characters of a path that are read; a longer one is no citation

# The token in front of a mark, in reversed text.
_TOKEN = lazy(r"[^\s`\"'“”‘’«»<>|*,;:=#\\^{}\0…—·→•，。；：、（）「」『』【】《》？！]+")
# A token behind one of these is part of something else: a URL, `host:port/x`, an option's value, a Windows path.
_FOREIGN_BEFORE = frozenset(":=\\#")
_EXTENSION = lazy(r"\.[A-Za-z][\w+-]{0,11}\Z")
_PINNED = lazy(r"@([0-9a-f]{7,64})\Z")
_LETTER = lazy(r"[^\W\d_]")
_PROSE_BEFORE = lazy(r"[^\x00-\x7f]+(?=[A-Za-z0-9_.@][^/]*/)")
# Well-known files whose names have no extension.
_BARE = frozenset((
    "Makefile", "Dockerfile", "Containerfile", "Jenkinsfile", "Vagrantfile", "Procfile", "Gemfile", "Rakefile",
    "Brewfile", "Justfile", "justfile", "LICENSE", "LICENCE", "README", "CHANGELOG", "NOTICE", "AUTHORS",
    "CODEOWNERS", "BUILD", "WORKSPACE", "Tiltfile", "Earthfile", "Caddyfile",
))  # fmt: skip


def path_before(text: str, end: int, *, code: bool = False) -> tuple[int, str]:
    """Return where the path that ends at `end` begins, and the path; ('' at `end`) where none can stand there.

    `code` says that it stands in inline code, where no words of another script touch it.
    """
    match = _TOKEN.match(text[max(0, end - LONGEST) : end][::-1])
    if match is None or match.end() == LONGEST:
        return end, ""
    start = end - match.end()
    token = text[start:end]
    if "(" in token or "[" in token:
        start += _unbalanced(token)
    elif token.startswith("~~"):
        start += 2
    elif not code and not token.isascii() and (prose := _PROSE_BEFORE.match(token)):
        start += prose.end()
    path = text[start:end]
    if text[start - 1 : start] in _FOREIGN_BEFORE or path.startswith(("-", "//")) or not _like_path(path):
        return end, ""
    return start, path


def extension(path: str) -> str:
    """Return the extension of a path in lower case, with its dot; '' where it has none that begins with a letter."""
    match = _EXTENSION.search(path)
    return match[0].lower() if match else ""


def unpin(path: str) -> tuple[str, str | None]:
    """Return path and commit of `path@commit`."""
    match = _PINNED.search(path) if "@" in path else None
    return (path[: match.start()], match[1]) if match else (path, None)


def _unbalanced(token: str) -> int:
    """Return how much of the token stands before its path: up to the last bracket that nothing closes."""
    depth = 0
    for at in range(len(token) - 1, -1, -1):
        if token[at] in ")]":
            depth += 1
        elif token[at] in "([":
            depth -= 1
            if depth < 0:
                return at + 1
    return 0


def _like_path(path: str) -> bool:
    """Return whether this can be the path of a file: it has an extension or a folder, or is a well-known name."""
    if not _LETTER.search(path):
        return False
    return "/" in path.rstrip("/") or _EXTENSION.search(unpin(path)[0]) is not None or path in _BARE
