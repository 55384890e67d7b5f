"""Which file a citation means, and what only looks like a citation of this repository.

A token counts only where its path stands here, stood here once, or plainly should stand here: it has a folder that
exists and a file's extension. All else (ports, versions, methods, other repositories, lines of a log) is foreign.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.model import Citation, Page
from pincite.paths import below, folder_of, is_machine_path, is_url, joined, name_of
from pincite.patterns import lazy
from pincite.text import nfc
from pincite.wiki import Cited, Wiki

FOREIGN = Cited("foreign", "")

_CLIMB = lazy(r"\A(?:\.{1,2}/)+")
_PATH_END = lazy(r"[\w@.\-/]+\Z")

# Endings of files that people cite lines of. A token with another ending is a citation only if the file is known.
_ENDINGS = (
    " adb ads adoc asm asp astro awk bash bat bib bzl c cc cfg cjs clj cljs cmake cmd conf config cpp cs csproj css "
    "csv cts cue cxx d dart diff dockerfile eex el elm env erb erl ex exs f90 feature fish fs fsx gemspec go "
    "gradle graphql groovy h hbs hcl hh hpp hrl hs htm html hxx inc ini ipynb java jinja jl js json json5 jsonc "
    "jsonl jsx kt kts less lock log lua m make md mdx mjs mk ml mli mm mod mts nim nix orig patch php pl plist pm "
    "po pom pp prisma properties proto ps1 psm1 purs py pyi pyx r rake rb re rego resx rkt rmd rs rst sass scala "
    "scm scss service sh sln slim sol sql styl sum sv svelte svg swift t tcl tex tf tfvars thrift toml ts tsv tsx "
    "txt v vb vbs vhd vhdl vim vue wat wsdl xaml xml xsd xsl yaml yml zig zsh "
)


def find_cited(citation: Citation, page: Page, wiki: Wiki) -> Cited:
    """Return the file that a citation of `page` means."""
    path = nfc(citation.path)
    if is_url(path) or is_machine_path(path) or path[:1] in ("", "/", "-", "~"):
        return FOREIGN
    if path.partition("/")[0] in wiki.config.repositories:
        return FOREIGN
    tries = list(_exact_tries(path, citation.form, page))
    for exact in tries:
        if wiki.file(exact) is not None:
            return Cited("found", exact)
    elsewhere = None if citation.form in ("link", "permalink") else _by_end(path, page, wiki)
    return elsewhere or _on_disk(tries, wiki) or _gone(citation, tries, page, wiki)


def _exact_tries(path: str, form: str, page: Page) -> Iterator[str]:
    """Yield the paths that the token can spell out: from the root, then from the page; a markdown link from the page
    alone, a permalink from the root alone."""
    here = folder_of(page.path)
    folders = [here] if form == "link" else [""] if form == "permalink" else ["", here]
    if path.startswith(("./", "../")) and form != "link":
        folders.reverse()
    for folder in folders:
        spelled = joined(folder, path)
        if spelled:
            yield spelled


def _by_end(path: str, page: Page, wiki: Wiki) -> Cited | None:
    """Find the file whose path ends as the token does: the only one, sources coming last, or say which there are."""
    end = _CLIMB.sub("", path)
    known = wiki.named(name_of(end))
    if not known or end != path:
        return _in_other_case(path, page, known)
    found = [real for real in known if nfc(real) == end or nfc(real).endswith("/" + end)]
    if not found:
        return _in_other_case(path, page, known)
    found = [real for real in found if not below(real, wiki.config.raw)] or found
    if len(found) > 1:
        found = [real for real in found if real in _spelled_out(name_of(end), page)] or found
    return Cited("found", found[0]) if len(found) == 1 else Cited("ambiguous", "", tuple(sorted(found)))


def _in_other_case(path: str, page: Page, known: Sequence[str]) -> Cited | None:
    wanted = {nfc(spelled).casefold() for spelled in _exact_tries(path, "", page)}
    ending = "/" + path.casefold()
    found = [real for real in known if nfc(real).casefold() in wanted or nfc(real).casefold().endswith(ending)]
    return Cited("case", found[0], tuple(found)) if len(found) == 1 else None


def _spelled_out(name: str, page: Page) -> list[str]:
    """Return the paths that the page itself writes out for a bare name: "`src/packs/solver.ts` … `solver.ts:9`"."""
    found, text, at = [], page.text, page.text.find("/" + name)
    while at >= 0:
        before = _PATH_END.search(text[max(0, at - 300) : at])
        if before:
            found.append(f"{before[0]}/{name}")
        at = text.find("/" + name, at + 1)
    return found


def _on_disk(tries: Sequence[str], wiki: Wiki) -> Cited | None:
    for path in tries:
        state = wiki.on_disk(path)
        if state:
            return Cited(state, path)
    return None


def _gone(citation: Citation, tries: Sequence[str], page: Page, wiki: Wiki) -> Cited:
    """Tell a file that is missing from a token that never meant one of this repository."""
    path = nfc(citation.path)
    end = _CLIMB.sub("", path)
    former = [old for old in wiki.formerly(name_of(end)) if old in tries or ("/" + nfc(old)).endswith("/" + end)]
    if former:
        return Cited("missing", next((old for old in tries if old in former), former[0]), tuple(former))
    if not tries or (path.startswith("../") and citation.form != "link"):
        return Cited("outside", "")
    if citation.form == "link":
        spelled = [one for one in tries if _ends_like_a_file(one)]
    elif "/" in path:
        spelled = [one for one, folder in _with_first_folder(path, page) if wiki.folder(folder)]
    else:
        spelled = [one for one in _spelled_out(path, page) if wiki.folder(one.partition("/")[0])]
    return next((Cited("missing", one) for one in spelled if _ends_like_a_file(one)), FOREIGN)


def _with_first_folder(path: str, page: Page) -> Iterator[tuple[str, str]]:
    """Yield what a token can spell out, each with the first folder that it names."""
    here, first = folder_of(page.path), path.lstrip("./").partition("/")[0]
    for folder in ("", here):
        spelled = joined(folder, path)
        if spelled:
            yield spelled, f"{folder}/{first}" if folder else first


def _ends_like_a_file(path: str) -> bool:
    return f" {name_of(path).rpartition('.')[2].casefold()} " in _ENDINGS
