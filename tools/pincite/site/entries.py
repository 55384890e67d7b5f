"""Entries as sections: live ones in order, those that they superseded folded beneath them, their state beside them."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement

from pincite.site import tokens
from pincite.site.facts import EntryFact, PageFacts
from pincite.site.headings import level_of, shorten
from pincite.text import name_key

_COLONS = (":", "：")
_PLAIN = re.compile(r"\s*([^\W\d_][\w \t]{0,40}?)[ \t]*[:：]\s+")

# What a badge says when the pointer rests on it.
_STATES = {
    "superseded": "A later entry replaced this one.",
    "struck": "Struck: this no longer holds.",
    "proposed": "Not accepted yet: it replaces nothing.",
    "rejected": "Considered, and turned down.",
}
_BACKING = {
    "cited": "Rests on lines of this repository.",
    "pinned": "Rests on a source that is pinned in the repository.",
    "release": "Rests on a release in the changelog.",
    "conversation": "Said in a conversation that nobody pinned.",
    "unsourced": "The page says that no source states it.",
}


def fold(root: Element, facts: PageFacts) -> None:
    """Wrap each entry into a section and put the superseded ones under those that replaced them."""
    known = {entry.id: (number, entry) for number, entry in enumerate(facts.entries)}
    children, made = list(root), {}
    order: list[Element] = []
    open_section: tuple[Element, int] | None = None
    for child in children:
        level = level_of(child)
        if open_section is not None and ((level and level <= open_section[1]) or child.get("class") == "footnote"):
            open_section = None
        if open_section is not None:
            open_section[0].append(child)
            continue
        number, entry = known.get(child.get("id", ""), (0, None)) if level else (0, None)
        if entry is None:
            order.append(child)
            continue
        section = _section(child, entry, number, facts.labels)
        made[entry.id] = section
        order.append(section)
        open_section = (section, level)
    _arrange(root, order, made, facts)
    for section in made.values():
        _bullets(section, facts)


def _arrange(root: Element, order: list[Element], made: dict[str, Element], facts: PageFacts) -> None:
    """Rebuild the root from its parts, the entries that have a home moved into it."""
    older: dict[str, list[Element]] = {}
    moved = set()
    for entry in facts.entries:
        if entry.home in made and entry.id in made and entry.home != entry.id:
            older.setdefault(entry.home, []).append(made[entry.id])
            moved.add(id(made[entry.id]))
    for child in list(root):
        root.remove(child)
    root.extend(part for part in order if id(part) not in moved)
    for home, parts in older.items():
        made[home].append(_details(parts))


def _details(parts: list[Element]) -> Element:
    made = Element("details", {"class": "pc-older"})
    summary = SubElement(made, "summary")
    summary.text = f"{len(parts)} earlier {'entry' if len(parts) == 1 else 'entries'}"
    made.extend(parts)
    return made


def _section(heading: Element, entry: EntryFact, number: int, labels: dict[str, str]) -> Element:
    """Return the section of an entry that begins with this heading, its state and relations below it."""
    shorten(heading)
    made = Element("section", {"class": f"pc-entry pc-entry--{entry.state}"})
    made.append(heading)
    meta = SubElement(made, "div", {"class": "pc-meta"})
    if entry.state in _STATES:
        _badge(meta, entry.state, _STATES[entry.state])
    for backing in entry.backing:
        _badge(meta, backing, _BACKING.get(backing, ""))
    when = f" on {entry.superseded}" if entry.superseded else ""
    _relations(meta, "newer", f"Superseded{when} by", entry.newer)
    _relations(meta, "older", "Supersedes", entry.older)
    slot = SubElement(meta, "div", {"class": "pc-meta__slot"})
    slot.text = tokens.mark(tokens.SLOT, number)
    return made


def _badge(parent: Element, name: str, title: str) -> None:
    made = SubElement(parent, "span", {"class": f"pc-badge pc-badge--{name}", "title": title})
    made.text, made.tail = name, " "


def _relations(parent: Element, kind: str, words: str, others: tuple[tuple[str, str], ...]) -> None:
    if not others:
        return
    made = SubElement(parent, "span", {"class": f"pc-relation pc-relation--{kind}"})
    made.text, made.tail = f"{words} ", " "
    for href, label in others:
        link = SubElement(made, "a" if href else "span", {"href": href} if href else {})
        link.text, link.tail = label, ", "
    made[-1].tail = ""


def _bullets(section: Element, facts: PageFacts) -> None:
    """Mark the labelled bullets of an entry, so that rejected alternatives and sources can be set apart."""
    for bullets in section.findall("ul"):
        marked = [item for item in bullets.findall("li") if _labelled(item, facts)]
        if marked:
            bullets.set("class", "pc-bullets")


def _labelled(item: Element, facts: PageFacts) -> bool:
    """Split one bullet into its label and the rest; return whether it had a label."""
    first = item[0] if len(item) and not (item.text or "").strip() else None
    holder = first if first is not None and first.tag == "p" else item
    typed, rest = _strong_label(holder) or _plain_label(holder, facts) or ("", "")
    if not typed:
        return False
    name = facts.labels.get(name_key(typed), "other")
    label = Element("strong", {"class": "pc-label"})
    label.text = typed
    body = _body(item, holder, rest)
    item.extend([label, body])
    item.set("class", f"pc-bullet pc-bullet--{name.replace(' ', '-')}")
    verdict = facts.verdicts.get(" ".join("".join(body.itertext()).split())) if name == "check" else None
    if verdict:
        _badge(body, verdict, "")
    return True


def _strong_label(holder: Element) -> tuple[str, str] | None:
    """Take `**Label:**` off a bullet; return the label and the text behind it."""
    if not len(holder) or (holder.text or "").strip() or holder[0].tag != "strong":
        return None
    label, rest = "".join(holder[0].itertext()).strip(), holder[0].tail or ""
    if not label.endswith(_COLONS) and not rest.lstrip().startswith(_COLONS):
        return None
    holder.remove(holder[0])
    return label.rstrip("".join(_COLONS)).rstrip(), rest.lstrip().lstrip("".join(_COLONS)).lstrip()


def _plain_label(holder: Element, facts: PageFacts) -> tuple[str, str] | None:
    """Take `Label:` off a bullet, for labels that are known."""
    match = _PLAIN.match(holder.text or "")
    if match is None or name_key(match[1].strip()) not in facts.labels:
        return None
    return match[1].strip(), (holder.text or "")[match.end() :]


def _body(item: Element, holder: Element, rest: str) -> Element:
    """Move all that a bullet holds behind its label into an element of its own, and empty the bullet."""
    holder.text = rest
    body = Element("div", {"class": "pc-text"})
    if holder is item:
        body.text, item.text = rest, ""
    for child in list(item):
        item.remove(child)
        body.append(child)
    return body
