"""What is in force does not rest on what is superseded.

An entry in force that links to a superseded one is re-pointed, or its `Reviewed` bullet says a day since then, or its
Open bullet names what it links to. A number with a unit that a newer entry did away with, and that older text in force
still says, is pointed out.

Bad:
    ## 2026-10-02 Limit bad tokens

    - **Decision:** 20 bad tokens a minute, because of [[keys#2026-10-01 Keep 3 keys]].
    - **Source:** conversation, 2026-10-02
    === page wiki/keys.md
    ## 2026-10-03 Keep 4 keys (supersedes [[#2026-10-01 Keep 3 keys]])

    - **Source:** conversation, 2026-10-03

    ## 2026-10-01 ~~Keep 3 keys~~ (superseded 2026-10-03)

    - **Source:** conversation, 2026-10-01

Good:
    ## 2026-10-02 Limit bad tokens

    - **Decision:** 20 bad tokens a minute, because of [[keys#2026-10-03 Keep 4 keys]].
    - **Source:** conversation, 2026-10-02
    === page wiki/keys.md
    ## 2026-10-03 Keep 4 keys (supersedes [[#2026-10-01 Keep 3 keys]])

    - **Source:** conversation, 2026-10-03

    ## 2026-10-01 ~~Keep 3 keys~~ (superseded 2026-10-03)

    - **Source:** conversation, 2026-10-01
"""

from __future__ import annotations

from pincite.facts.quantities import may_hold_quantities, quantities_in
from pincite.model import ROLE_PAGE, Bullet, Entry, Link, Page, Problem
from pincite.rules._common import entry_at, is_frozen, is_superseded, listed, place
from pincite.schema import is_date
from pincite.wiki import Target, Wiki

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


KINDS = {"depends-on-superseded": ("error", "warning"), "residue": ("warning", "warning")}

# Bullets whose links and numbers are about what is not, or no longer, in force.
_ASIDE = frozenset(("rejected", "open", "reviewed"))


def check(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Yield a problem for every link in force to what is superseded, and for values that were superseded elsewhere."""
    if page.role != ROLE_PAGE or is_frozen(page, wiki):
        return
    for entry in page.entries:
        if entry.live:
            yield from _dependencies(entry, page, wiki)
    if may_hold_quantities(page.text):
        yield from _residues(page, wiki)


def _dependencies(entry: Entry, page: Page, wiki: Wiki) -> Iterator[Problem]:
    tails = {item.link.start for item in entry.supersedes if item.link}
    for link in page.links:
        if not entry.start <= link.start < entry.end or link.fragment is None or link.start in tails:
            continue
        target = wiki.resolve(link, page)
        old = _superseded(target, wiki)
        if old is None or _is_aside(link.start, entry.bullets) or _reviewed(entry, page) >= (old.superseded or "9999"):
            continue
        message = f"this entry in force rests on “{old.date} {old.title}”, which {_successors(target, wiki)}"
        advice = "link what is in force now, or date a `Reviewed` bullet once you have read it again"
        name = f"{target.path}#{target.entry}"
        found = Problem("stale.depends-on-superseded", page.path, link.line, link.column, f"{message}; {advice}", name)
        yield found._replace(level="warning") if _is_open(entry, link, old) else found


def _superseded(target: Target, wiki: Wiki) -> Entry | None:
    """Return the entry that a link leads to if it is superseded."""
    summary = wiki.summary(target.path) if target.state == "found" and target.entry else None
    entry = next((one for one in summary.entries if one.id == target.entry), None) if summary else None
    return entry if entry is not None and is_superseded(entry) else None


def _successors(target: Target, wiki: Wiki) -> str:
    newer = [f"{path}#{entry}" for path, entry in wiki.superseders(target.path, target.entry)]
    return f"{listed(newer, 'and')} superseded" if newer else "is superseded"


def _is_aside(offset: int, bullets: tuple[Bullet, ...]) -> bool:
    return any(bullet.label in _ASIDE and bullet.start <= offset < bullet.end for bullet in bullets)


def _reviewed(entry: Entry, page: Page) -> str:
    """Return the last day on which an entry or its page was read again, '' for never."""
    days = [text.strip("*_`. ")[:10] for text in entry.texts("reviewed")]
    field = page.frontmatter.values.get("reviewed") if page.frontmatter else None
    return max((day for day in [*days, str(field or "")] if is_date(day)), default="")


def _is_open(entry: Entry, link: Link, old: Entry) -> bool:
    """Return whether an Open bullet of the entry names what a link leads to: by a link, its page or its title."""
    said = " ".join(entry.texts("open")).casefold()
    names = (link.target.rpartition("/")[2].removesuffix(".md"), link.fragment or "", old.title)
    return bool(said) and any(name.casefold() in said for name in names if name)


def _residues(page: Page, wiki: Wiki) -> Iterator[Problem]:
    """Find values in force that a superseding entry elsewhere did away with."""
    said: set[tuple[str, str]] = set()
    for quantity, start, end in quantities_in(page.text, page.body):
        old = wiki.outdated(quantity)
        entry = entry_at(page, start) if old else None
        name = (page.path, entry.id if entry else "")
        # an entry that did away with the value itself may well speak of it
        if (name[1], quantity) in said or any(name in wiki.superseders(*one) for one in old):
            continue
        for one in old:
            newer = _who_dropped(quantity, one, wiki)
            if newer is not None and _says_so_still(page, entry, start, newer, wiki):
                said.add((name[1], quantity))
                line, column = place(page.text, start)
                who = f"{newer[0]}#{newer[1]} superseded without it"
                message = f"`{page.text[start:end]}` stood in {one[0]}#{one[1]}, which {who}; does it still hold here?"
                yield Problem("stale.residue", page.path, line, column, message, quantity)
                break


def _who_dropped(quantity: str, old: tuple[str, str], wiki: Wiki) -> tuple[str, str] | None:
    """Return the entry that superseded another without saying this quantity again, None where it does or none did."""
    newer = list(wiki.superseders(*old))
    if not newer or any(quantity in wiki.quantities(*name) for name in newer):
        return None
    return newer[0]


def _says_so_still(page: Page, entry: Entry | None, offset: int, newer: tuple[str, str], wiki: Wiki) -> bool:
    """Return whether the text at an offset is in force, older than the entry that dropped its value, and not about
    that change."""
    if entry is not None and (not entry.live or _is_aside(offset, entry.bullets)):
        return False
    summary = wiki.summary(newer[0])
    date = next((one.date for one in summary.entries if one.id == newer[1]), "") if summary else ""
    if entry is not None and (entry.date > date or _reviewed(entry, page) >= date):
        return False
    start, end = page.text.rfind("\n", 0, offset) + 1, page.text.find("\n", offset)
    beside = {found for found, _, _ in quantities_in(page.text, start, len(page.text) if end < 0 else end)}
    return beside.isdisjoint(wiki.quantities(*newer)) and _is_shown(page, offset)


def _is_shown(page: Page, offset: int) -> bool:
    """Return whether an offset lies in text, and not in a fence or a comment."""
    from pincite.parse.mask import HIDDEN, mask

    return mask(page.text, page.body).cited[offset] != HIDDEN
