"""The text of a model file as parts with their places in it, so that single ones are changed and all else, comments
too, stays as it was written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from ..frozen import frozen
from ..model.registry import find
from ..model.unit import is_quantity

Path = tuple[str | int, ...]
NAME = r"[^\W\d]\w*"
_DOTTED = re.compile(rf"(?<![\w.]){NAME}(?:\.{NAME})*")
# what is no expression: words about things, not names of them
_WORDS = ("type", "domain", "description", "unit", "stroke", "label", "shape", "meaning", "constant")


@frozen
class Span:
    """A scalar in the text, from `start` to `end` (characters); `key`: it is the key of a mapping at `path`."""

    path: Path
    start: int
    end: int
    key: bool
    value: str


@dataclass
class Entry:
    """An entry of a mapping or list in block style: the lines from `first` up to `last`, without it, and its column.

    Comment lines directly above belong to it."""

    path: Path
    first: int
    last: int
    column: int


@dataclass
class Parts:
    """All scalars of a text, and the entries of what is written in block style."""

    text: str
    spans: list[Span] = field(default_factory=list)
    flow: set[Path] = field(default_factory=set)  # mappings and lists in { } or [ ]
    starts: dict[Path, tuple[int, int]] = field(default_factory=dict)  # of entries: line and column from 0
    ends: dict[Path, int] = field(default_factory=dict)  # of containers: the line behind them, from 0

    def lines(self) -> list[str]:
        """The lines with their ends."""
        return self.text.splitlines(keepends=True)


def parts_of(text: str) -> Parts:
    """The parts of a text that can be read as YAML (JSON too)."""
    import yaml

    found = Parts(text)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    indices = _Indices(text)
    stack: list[list[Any]] = []  # path, kind, key waiting for its value, count
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            path, mark = stack.pop()[0], cast(Any, event.start_mark)
            # in block style the end is where the next thing begins, or the end of the text
            cut = indices.at(mark) == len(text) and mark.column > 0
            found.ends[path] = mark.line + (path in found.flow or cut)
            continue
        opening = isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent))
        if not opening and not isinstance(event, yaml.ScalarEvent):
            continue
        here = stack[-1] if stack else None
        start = event.start_mark
        if here is not None and here[1] == "map" and here[2] is None:
            key = str(getattr(event, "value", ""))
            here[2] = key
            path = (*here[0], key)
            found.starts[path] = (start.line, start.column)
            found.spans.append(Span(path, indices.at(start), indices.at(event.end_mark), True, key))
            continue
        path = ()
        if here is not None:
            path = (*here[0], here[2] if here[1] == "map" else here[3])
            if here[1] == "list":
                found.starts[path] = (start.line, start.column)
                here[3] += 1
            here[2] = None
        if opening:
            if event.flow_style:
                found.flow.add(path)
            stack.append([path, "map" if isinstance(event, yaml.MappingStartEvent) else "list", None, 0])
        else:
            found.spans.append(Span(path, indices.at(start), indices.at(event.end_mark), False, event.value))
    return found


class _Indices:
    """Characters of a text by line and column; the reader counts other line ends in its own way."""

    def __init__(self, text: str):
        self.lines = [0]
        for mark in re.finditer(r"\r\n|[\n\r\x85\u2028\u2029]", text):
            self.lines.append(mark.end())

    def at(self, mark: Any) -> int:
        return self.lines[mark.line] + int(mark.column)


def replaced(text: str, changes: list[tuple[int, int, str]]) -> str:
    """`text` with other words in the place of spans."""
    for start, end, words in sorted(changes, reverse=True):
        text = text[:start] + words + text[end:]
    return text


# ------------------------------------------------------------ contents and expressions
def contents(data: Any) -> Iterator[tuple[Path, dict[str, Any]]]:
    """All contents of models in a file: its own, its definitions, and models written in place, with their paths."""
    stack: list[tuple[Path, Any]] = [((), data)]
    definitions = data.get("definitions") if isinstance(data, dict) else None
    if isinstance(definitions, dict):
        stack += [(("definitions", name), content) for name, content in definitions.items()]
    while stack:
        path, content = stack.pop(0)
        if not isinstance(content, dict):
            continue
        yield path, content
        components = content.get("components")
        for name, part in components.items() if isinstance(components, dict) else ():
            if isinstance(part, dict) and "model" in part:
                stack.append(((*path, "components", name, "model"), part["model"]))


def inner_content(data: Any, path: Path) -> Path | None:
    """The path of the content of the component at `path`; None for those of libraries."""
    part: Any = data
    for key in path:
        part = part[key]
    kind = part if isinstance(part, str) else part.get("type") if isinstance(part, dict) else None
    if isinstance(part, dict) and "model" in part:
        return (*path, "model")
    definitions = data.get("definitions")
    return ("definitions", str(kind)) if isinstance(definitions, dict) and kind in definitions else None


def content_at(place: Path) -> tuple[Path, Path]:
    """The path of the content that a place is in, and the rest of the way from there."""
    here: Path = ()
    rest = place
    if rest[:1] == ("definitions",) and len(rest) > 1:
        here, rest = rest[:2], rest[2:]
    while rest[:1] == ("components",) and len(rest) > 2 and rest[2] == "model":
        here, rest = (*here, *rest[:3]), rest[3:]
    return here, rest


def is_expression(span: Span, data: Any) -> bool:
    """Whether a scalar holds names of the model: a value, an end of a bond, a variable; not a description or a type."""
    _, rest = content_at(span.path)
    if not rest or rest[0] in ("multibond", "name", "description", "n", "domain", "stop", "definitions"):
        return False
    section = rest[0]
    if span.key:
        return (section in ("start", "names", "states", "shaped") and len(rest) == 2) or (
            section == "events" and len(rest) == 4 and rest[2] == "set"
        )
    if section == "states":
        return False
    if section == "components":
        return len(rest) > 2 and rest[2] not in ("type", "domain", "n", "bonds") and not _is_option(rest, span, data)
    if rest[-1] in _WORDS and section not in ("events",):
        return False
    return not is_quantity(span.value)


def _is_option(rest: Path, span: Span, data: Any) -> bool:
    declared = _declared(rest, span, data)
    return type(declared).__name__ == "Option" or is_quantity(span.value)


def _declared(rest: Path, span: Span, data: Any) -> Any:
    """What the class of a component declares about the value at this place."""
    if len(rest) < 3:
        return None
    here, _ = content_at(span.path)
    part: Any = data
    for key in (*here, *rest[:2]):
        part = part[key]
    kind = find(str(part.get("type"))) if isinstance(part, dict) and "type" in part else None
    return kind.declarations.get(str(rest[2])) if kind is not None else None


def own_names(span: Span, data: Any) -> tuple[str, ...]:
    """The names that an expression has from its own law, such as e and f."""
    _, rest = content_at(span.path)
    if rest[:1] != ("components",) or span.key:
        return ()
    return tuple(getattr(_declared(rest, span, data), "variables", ()) or ())


def with_names(raw: str, change: Callable[[list[str]], list[str] | None], own: tuple[str, ...] = ()) -> str:
    """An expression as it stands in the text, with dotted names changed by `change`, which gets their parts.

    >>> with_names("2*motor.w + w", lambda parts: ["drive", *parts] if parts[0] == "motor" else None)
    '2*drive.motor.w + w'
    """

    def put(found: re.Match[str]) -> str:
        names = found[0].split(".")
        if (len(names) == 1 and names[0] in own) or raw[found.end() : found.end() + 1] == "(":
            return found[0]
        changed = change(names)
        return found[0] if changed is None else ".".join(changed)

    return _DOTTED.sub(put, raw)


def names_used(value: str) -> list[list[str]]:
    """The dotted names in an expression, each in its parts; names of functions are none."""
    return [found[0].split(".") for found in _DOTTED.finditer(value) if value[found.end() : found.end() + 1] != "("]


__all__ = [
    "Parts", "Path", "Span", "content_at", "contents", "inner_content", "is_expression", "names_used", "own_names",
    "parts_of", "replaced", "with_names",
]  # fmt: skip
