"""HTML from values: every text and attribute is escaped here, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


class Markup(str):
    """HTML that is already safe: `element` passes it through where it would escape a text."""

    __slots__ = ()


def element(tag: str, /, *content: str, **attributes: str | int | bool | None) -> Markup:
    """Return `<name …>content</name>`. Texts are escaped, Markup is not.

    Attributes: `class_` is `class`, `aria_label` is `aria-label`; None and False leave one out, True has no value.
    """
    return Markup(f"<{tag}{_attributes(attributes)}>{''.join(text(part) for part in content)}</{tag}>")


def void(tag: str, /, **attributes: str | int | bool | None) -> Markup:
    """Return an element that has no content: `<input …>`."""
    return Markup(f"<{tag}{_attributes(attributes)}>")


def text(value: str) -> str:
    """Return this text escaped, or the Markup as it stands."""
    return value if isinstance(value, Markup) else escape(value, quote=False)


def join(parts: Iterable[str], glue: str = "") -> Markup:
    """Return these parts, escaped where they are texts, with `glue` between them."""
    return Markup(text(glue).join(text(part) for part in parts))


def _attributes(values: dict[str, str | int | bool | None]) -> str:
    made = []
    for key, value in values.items():
        if value is None or value is False:
            continue
        name = key.rstrip("_").replace("_", "-")
        made.append(f" {name}" if value is True else f' {name}="{escape(str(value))}"')
    return "".join(made)
