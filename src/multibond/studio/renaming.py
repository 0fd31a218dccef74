"""Renaming: a component, parameter, port or output gets another name, and all that refers to it follows."""

from __future__ import annotations

from typing import Any

from ..errors import ModelError
from ..model.component import check_name
from ..model.registry import find
from .model_text import document, written_as
from .text_parts import (
    Path,
    Span,
    content_at,
    contents,
    inner_content,
    is_expression,
    own_names,
    parts_of,
    replaced,
    with_names,
)

SECTIONS = ("components", "parameters", "inputs", "signals", "discrete", "outputs", "ports")  # they share their names


def rename(text: str, level: str, old: str, new: str) -> str:
    """`text` with another name for what is called `old` on the level with this dotted path; comments stay.

    >>> print(rename("multibond: 1\\ncomponents: {a: J1, b: R}  # two\\nbonds: [a >> b]\\n", "", "b", "R1"))
    multibond: 1
    components: {a: J1, R1: R}  # two
    bonds: [a >> R1]
    <BLANKLINE>
    """
    found = document(text)
    place, content = found.level(level)
    if place is None or not isinstance(content, dict):
        raise ModelError(f"'{level}' is not written in this text; parts of libraries keep their names", level or None)
    check_name(new)
    _check(content, old, new)
    data, places = found.data, ways_to(found.data, place)
    changes = []
    for span in parts_of(text).spans:
        words = _changed(span, data, place, places, old, new, text[span.start : span.end])
        if words is not None:
            changes.append((span.start, span.end, words))
    return replaced(text, changes)


def _check(content: dict[str, Any], old: str, new: str) -> None:
    held = [name for section in SECTIONS for name in _names(content, section)]
    keys = written_as(content.get("components"), old)
    if (keys is not None and len(keys) > 1) or isinstance((content.get("components") or {}).get(old), list):
        raise ModelError(f"'{old}' belongs to a list of components, which is renamed in the text")
    if old not in held:
        raise ModelError(f"there is nothing called '{old}' here")
    part = (content.get("components") or {}).get(old)
    kind = find(str(part.get("type") if isinstance(part, dict) else part))
    if kind is not None and getattr(kind, "_surrounds", False):
        raise ModelError(f"the parts of mechanics look for '{old}' by this name; it keeps it")
    if new in held and new != old:
        raise ModelError(f"the name '{new}' is used already; choose another")


def _names(content: dict[str, Any], section: str) -> list[str]:
    part = content.get(section)
    return list(part) if isinstance(part, dict) else []


def ways_to(data: Any, place: Path) -> dict[Path, list[list[str]]]:
    """For every content of the file the ways of names that lead from it to the content at `place`."""
    known: dict[Path, list[list[str]]] = {}

    def ways(here: Path, content: dict[str, Any], above: tuple[Path, ...]) -> list[list[str]]:
        if here not in known:
            found: list[list[str]] = [[]] if here == place else []
            for name in _names(content, "components"):
                inner = inner_content(data, (*here, "components", name))
                if inner is not None and inner not in above:
                    inside: Any = data
                    for key in inner:
                        inside = inside[key]
                    found += [[name, *rest] for rest in ways(inner, inside, (*above, inner))]
            known[here] = found
        return known[here]

    for path, content in contents(data):
        ways(path, content, (path,))
    return known


def _changed(span: Span, data: Any, place: Path, ways: dict[Path, list[list[str]]], old: str, new: str,
             raw: str) -> str | None:  # fmt: skip
    """The scalar with the new name in it; None where it stays."""
    here, rest = content_at(span.path)
    if span.key and here == place and len(rest) == 2 and rest[1] == old and rest[0] in (*SECTIONS, "layout"):
        return raw.replace(old, new, 1)
    if span.key and len(rest) == 3 and rest[0] == "components" and rest[2] == old:  # a value of one that is made of it
        if inner_content(data, (*here, *rest[:2])) == place:
            return raw.replace(old, new, 1)
    if not is_expression(span, data) or not ways.get(here):
        return None

    def change(names: list[str]) -> list[str] | None:
        for way in ways[here]:
            if names[: len(way)] == way and names[len(way) : len(way) + 1] == [old]:
                return [*way, new, *names[len(way) + 1 :]]
        return None

    words = with_names(raw, change, own_names(span, data))
    return words if words != raw else None


__all__ = ["rename", "ways_to"]
