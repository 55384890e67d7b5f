"""A page as what can be found: its entries, and the sections of text beside them."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.ask.thesaurus import with_phrases
from pincite.ask.words import STOP, term, words
from pincite.model import ROLE_PAGE, Entry, Page, Value
from pincite.paths import name_of
from pincite.record import NamedTuple
from pincite.text import name_key

# Weights of the fields. Between 1.3 and 2.2 for the title nothing changes (measured with tests/ask/recall.py).
TITLE, CONTEXT, BODY = 1.8, 1.0, 1.0
# Saturation and length normalisation of BM25; the length is fixed so that a document's weights never depend on others.
K, B, USUAL_LENGTH = 1.2, 0.4, 45.0
_SHORT = 800  # characters of text beside entries that are one section, whatever headings stand in it
_STATES = (("supersed", "superseded"), ("deprecat", "superseded"), ("obsolete", "superseded"), ("reject", "rejected"),
           ("propos", "proposed"), ("draft", "proposed"))  # fmt: skip


class Document(NamedTuple):
    """An entry, or (`entry` is '') a section of a page. `start:end` is its text, `weights` what each term is worth.

    `status` is live, superseded, proposed or rejected. `words` are the words of the text as they stand, folded;
    `names` those of the pages that it links to, by `text.name_key`.
    """

    entry: str
    title: str
    date: str
    status: str
    line: int
    start: int
    end: int
    weights: dict[str, float]
    words: frozenset[str]
    names: frozenset[str]


def documents(page: Page) -> tuple[Document, ...]:
    """Return what can be found on a page; nothing of an index or a log, which only name what stands elsewhere."""
    if page.role != ROLE_PAGE:
        return ()
    context, state = _context(page), status_of(page)
    found = [_entry(page, entry, context, state) for entry in page.entries]
    found += [_section(page, *span, context, state) for span in _sections(page)]
    return tuple(found)


def status_of(page: Page) -> str:
    """Return live, superseded, proposed or rejected: what the frontmatter says of the page as a whole."""
    said = page.frontmatter.values.get("status", "") if page.frontmatter else ""
    plain = said.casefold() if isinstance(said, str) else ""
    return next((state for start, state in _STATES if plain.startswith(start)), "live")


def entry_status(entry: Entry, of_page: str = "live") -> str:
    """Return live, superseded, proposed or rejected."""
    if entry.status in ("proposed", "rejected"):
        return entry.status
    return of_page if entry.live else "superseded"


def listed(page: Page, *keys: str) -> tuple[str, ...]:
    """Return the texts that the frontmatter gives under these keys, lists laid flat."""
    values = page.frontmatter.values if page.frontmatter else {}
    return tuple(text for key in keys for text in _flat(values.get(key, "")) if text)


def _flat(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _flat(item)


def _context(page: Page) -> str:
    """Return what every document of the page is also found by."""
    name = page.path.rsplit("/", 1)[-1].removesuffix(".md")
    return "\n".join((page.title, name, *page.aliases, *listed(page, "tags", "description", "summary")))


def _entry(page: Page, entry: Entry, context: str, state: str) -> Document:
    body = page.text[entry.heading_end : entry.end]
    weights, seen = _weigh((entry.title, TITLE), (context, CONTEXT), (body, BODY))
    status, names = entry_status(entry, state), _names(page, entry.start, entry.end)
    return Document(entry.id, entry.title, entry.date, status, entry.line, entry.start, entry.end, weights, seen, names)


def _section(page: Page, title: str, line: int, start: int, end: int, context: str, state: str) -> Document:
    weights, seen = _weigh((title, TITLE), (context, CONTEXT), (page.text[start:end], BODY))
    return Document("", title, "", state, line, start, end, weights, seen, _names(page, start, end))


def _names(page: Page, start: int, end: int) -> frozenset[str]:
    """Return the names of the pages that links between two offsets lead to."""
    targets = (link.target for link in page.links if link.target and start <= link.start < end)
    return frozenset(name_key(name_of(target.rstrip("/")).removesuffix(".md")) for target in targets)


def _weigh(*fields: tuple[str, float]) -> tuple[dict[str, float], frozenset[str]]:
    """Return the weight of each term over all fields, by BM25F without its idf, and the words seen."""
    count: dict[str, float] = {}
    seen: set[str] = set()
    for text, worth in fields:
        found = list(words(text, single=True))
        sequence = [term(word) for word in found]
        seen.update(found)
        for word, name in zip(found, sequence, strict=True):
            if word not in STOP:
                count[name] = count.get(name, 0.0) + worth
        for name in with_phrases(sequence):
            count[name] = count.get(name, 0.0) + worth
    short = K * (1 - B + B * sum(count.values()) / USUAL_LENGTH)
    return {name: much * (K + 1) / (much + short) for name, much in count.items()}, frozenset(seen)


def _sections(page: Page) -> Iterator[tuple[str, int, int, int]]:
    """Yield title, line, start and end of the text between entries, cut at its second-level headings."""
    gaps = list(_gaps(page))
    if sum(end - start for start, end in gaps) <= _SHORT and not page.entries:
        yield page.title, _line(page, page.body), page.body, len(page.text)
        return
    for start, end in gaps:
        heads = [head for head in page.headings if head.level == 2 and start <= head.start < end]
        cuts = [start, *(head.start for head in heads), end]
        titles = [page.title, *(head.text for head in heads)]
        for title, low, high in zip(titles, cuts, cuts[1:], strict=False):
            if len(page.text[low:high].split(maxsplit=12)) > 10:
                yield title, _line(page, low), low, high


def _gaps(page: Page) -> Iterator[tuple[int, int]]:
    at = page.body
    for entry in page.entries:
        if entry.start > at:
            yield at, entry.start
        at = max(at, entry.end)
    if at < len(page.text):
        yield at, len(page.text)


def _line(page: Page, at: int) -> int:
    return page.text.count("\n", 0, at) + 1
