"""Sections of a model file written anew entry by entry: entries that stay keep their lines and comments."""

from __future__ import annotations

import textwrap
from typing import Any

from ..model.file.write import block, flow
from .text_parts import Parts, Path, parts_of

INDENT = 2


class Flowing(Exception):
    """The section stands inside { } or [ ], where lines mean nothing."""


def section_lines(parts: Parts, path: Path) -> tuple[int, int]:
    """The first line of a section and the one behind it, counted from 0; comments behind belong to what follows."""
    if any(path[:size] in parts.flow for size in range(len(path))):
        raise Flowing
    lines = parts.lines()
    first, column = parts.starts[path]
    last = max(parts.ends.get(path, first + 1), first + 1)
    while last - 1 > first and _is_loose(lines[last - 1], column):
        last -= 1
    return first, last


def _is_loose(line: str, column: int) -> bool:
    bare = line.strip()
    return not bare or (bare.startswith("#") and len(line) - len(line.lstrip()) <= column)


def entry_texts(parts: Parts, path: Path) -> dict[Any, str]:
    """The entries of a section in block style by key or number: their lines, without indentation, with the comments
    above them."""
    if path in parts.flow or path not in parts.starts or path not in parts.ends:
        return {}
    lines = parts.lines()
    first, last = section_lines(parts, path)
    found = [(key[-1], *parts.starts[key]) for key in parts.starts if len(key) == len(path) + 1 and key[:-1] == path]
    found.sort(key=lambda entry: entry[1])
    if any(line == first for _, line, _ in found):
        return {}
    begins: list[int] = []
    for _, line, _ in found:
        before = begins[-1] if begins else first
        while line - 1 > before and lines[line - 1].lstrip().startswith("#"):
            line -= 1
        begins.append(line)
    return {
        key: textwrap.dedent("".join(lines[begin:end]).rstrip() + "\n")
        for (key, _, _), begin, end in zip(found, begins, [*begins[1:], last])
    }


def with_section(text: str, place: Path, section: str, value: Any, kept: dict[Any, str] | None = None) -> str:
    """`text` with another value of a section of the content at `place`; `kept` are entries that keep their lines: by
    key for mappings, by number in the new list. An empty value takes the section away."""
    parts = parts_of(text)
    path = (*place, section)
    lines = parts.lines()
    if path in parts.starts:
        first, last = section_lines(parts, path)
        column = parts.starts[path][1]
    elif not value:
        return text
    else:
        first = last = _behind(parts, place)
        column = _column(parts, place)
        if first and not lines[first - 1].endswith("\n"):
            lines[first - 1] += "\n"
    new = _written(section, value, kept or {}, column) if value else ""
    return "".join([*lines[:first], new, *lines[last:]])


def _behind(parts: Parts, place: Path) -> int:
    """The line at which something new is put into the content at `place`: behind all that is there."""
    if not place:
        return len(parts.lines())
    return section_lines(parts, place)[1]


def _column(parts: Parts, place: Path) -> int:
    if any(place[:size] in parts.flow for size in range(len(place) + 1)):
        raise Flowing
    columns = [at[1] for key, at in parts.starts.items() if len(key) == len(place) + 1 and key[:-1] == place]
    return columns[0] if columns else INDENT * len(place)


def _written(section: str, value: Any, kept: dict[Any, str], column: int) -> str:
    """The lines of a section; entries that are kept stand as they were."""
    text = f"{flow(section)}:\n"
    entries = enumerate(value) if isinstance(value, list) else value.items()
    for key, part in entries:
        text += textwrap.indent(kept.get(key) or _entry(value, key, part), " " * INDENT)
    return textwrap.indent(text, " " * column)


def _entry(value: Any, key: Any, part: Any) -> str:
    lines: list[str] = []
    block([part] if isinstance(value, list) else {key: part}, INDENT, lines)  # not as at the top of a file
    return textwrap.dedent("\n".join(line for line in lines if line) + "\n")


__all__ = ["Flowing", "entry_texts", "section_lines", "with_section"]
