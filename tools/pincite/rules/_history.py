"""What of a page's past was reworded. History may be struck, dated and re-pointed; its words stay.

Two texts are the same where they differ in white space, in where their links lead, and in the tokens and quotes of
their citations: those follow the code, and `fix` and `mv` rewrite them.
"""

from __future__ import annotations

from collections import Counter

from pincite.model import Entry, Event, Page
from pincite.rules._common import is_superseded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


# Bullets of an older entry that may be added, changed and removed.
_FREE = frozenset(("reviewed", "open", "status", "amended"))

Change = tuple[int, str, str]  # line, message, subject


def edited_entries(page: Page, earlier: Page | None) -> Iterator[Change]:
    """Yield each older entry of the earlier version whose words are no longer what they were."""
    if earlier is None or not earlier.entries or earlier.text == page.text:
        return
    now = {entry.id: entry for entry in page.entries}
    newest = max((entry.date for entry in (*page.entries, *earlier.entries)), default="")
    for old in earlier.entries:
        entry = now.get(old.id)
        if old.status == "proposed" or not (old.date < newest or is_superseded(old)):
            continue
        if entry is None:
            message = f"the entry “{old.date} {old.title}” is gone or renamed; put it back, at most struck through"
            yield 1, message, old.id
        elif (entry.title, entry.date) != (old.title, old.date) or _words(page, entry) != _words(earlier, old):
            line, was = _first_difference(page, entry, earlier, old)
            yield (
                line,
                f"this older entry was reworded (it said “{was}”); put it back, and say it in a new entry",
                old.id,
            )


def rewritten_events(page: Page, earlier: Page | None) -> Iterator[tuple[Event, Change]]:
    """Yield each event of the earlier log that is not there any more, word for word; more may follow its words."""
    if earlier is None or earlier.text == page.text:
        return
    texts = [normal(page, event.start, event.end).replace("~~", "") for event in page.events]
    left = Counter(texts)
    for old in earlier.events:
        text = normal(earlier, old.start, old.end).replace("~~", "")
        if left[text] > 0:
            left[text] -= 1
            continue
        longer = next((one for one in left if left[one] > 0 and one.startswith(text)), None)
        if longer is not None:
            left[longer] -= 1
            continue
        same = next((event for event in page.events if (event.date, event.title) == (old.date, old.title)), None)
        what = "reworded" if same else "dropped"
        message = f"the event “{old.date} {old.title}” was {what}; what the log says stays, at most struck through"
        yield old, (same.line if same else 1, message, f"{old.date} {old.title}")


def normal(page: Page, start: int, end: int) -> str:
    """Return the words between two offsets: one space for white space, a mark for each link's target and citation."""
    spans = [(link.start, link.end, link.label or "") for link in page.links if start <= link.start < end]
    for citation in page.citations:
        if start <= citation.start < end:
            stop = citation.end if citation.quote is None else citation.quote_start + len(citation.quote)
            spans.append((citation.start, max(citation.end, stop), ""))
    pieces, at = [], start
    for first, last, label in sorted(spans):
        if first >= at:
            pieces += [page.text[at:first].rstrip("`"), f"\1{label}"]
            at = last
    pieces.append(page.text[at:end])
    return " ".join("".join(pieces).replace('"', "").replace("`", "").split())


def _words(page: Page, entry: Entry) -> str:
    """Return the words of an entry below its heading, without the bullets that may change."""
    pieces, at = [], entry.heading_end
    for bullet in entry.bullets:
        if bullet.label in _FREE and bullet.start >= at:
            pieces.append(normal(page, at, bullet.start))
            at = bullet.end
    pieces.append(normal(page, at, entry.end))
    return " ".join(piece for piece in pieces if piece)


def _first_difference(page: Page, entry: Entry, earlier: Page, old: Entry) -> tuple[int, str]:
    """Return the line of the entry's first changed or missing line, and what the earlier version said there."""
    now = {" ".join(line.split()) for line in page.text[entry.heading_end : entry.end].split("\n")}
    was = [" ".join(line.split()) for line in earlier.text[old.heading_end : old.end].split("\n")]
    gone = next((line for line in was if line and line not in now), "")
    then = set(was)
    lines = page.text[entry.heading_end : entry.end].split("\n")
    first = page.text.count("\n", 0, entry.heading_end) + 1
    new = next(
        (number for number, line in enumerate(lines) if (one := " ".join(line.split())) and one not in then), None
    )
    return (entry.line if new is None else first + new), gone[:60] or f"{old.date} {old.title}"
