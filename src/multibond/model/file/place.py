"""Places in a model file, by which errors say where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ...errors import FileError, MultibondError, nearest
from ..unit import is_quantity, to_si


class Source:
    """Where a text came from: the name and folder of the file, if there is one, and the lines and columns of its
    parts."""

    def __init__(
        self, name: str = "", marks: Mapping[tuple[Any, ...], tuple[int, int]] | None = None, folder: str = ""
    ):
        self.name, self.marks, self.folder = name, marks or {}, folder

    def line_of(self, path: str) -> int | None:
        """The line at which a component or parameter with this dotted path is written, or the part that contains it;
        None where there is none.

        >>> Source("m.yaml", {("components", "motor"): (4, 3), ("components", "motor", "R"): (5, 5)}).line_of("motor.R")
        5
        """
        parts = tuple(re.split(r"[.\[]", path))
        for count in range(len(parts), 0, -1):
            for section in ("components", "parameters", "outputs", "discrete"):
                mark = self.marks.get((section, *parts[:count]))
                if mark is not None:
                    return mark[0]
        return None


class Place:
    """A dotted place in a file, such as ``components.R1.R``."""

    def __init__(self, source: Source, path: tuple[Any, ...] = ()):
        self.source, self.path = source, path

    def __truediv__(self, key: Any) -> Place:
        return Place(self.source, (*self.path, key))

    def __str__(self) -> str:
        shown = ""
        for key in self.path:
            shown += f"[{key}]" if isinstance(key, int) else f".{short(key, 40)}"
        return shown.lstrip(".")

    def error(self, message: str) -> FileError:
        """An error at this place, with the line and column where they are known."""
        path = self.path
        while path and path not in self.source.marks:
            path = path[:-1]
        mark = self.source.marks.get(path) if path or not self.path else None
        where = [self.source.name] if self.source.name else []
        where += [f"line {mark[0]}, column {mark[1]}"] if mark else []
        found = FileError(message + (f" ({', '.join(where)})" if where else ""), str(self) or None)
        found.place, found.mark, found.sentence = self.path, mark, message
        return found

    def wrong(self, value: Any, expected: str) -> FileError:
        """An error about a value of the wrong kind."""
        return self.error(f"{expected} is expected, not {kind(value)}{_remedy(value, expected)}")

    def unknown(self, name: str, what: str, known: Iterable[str], hint: str = "") -> FileError:
        """An error about a name that is not there, with a `hint` at what may be meant if one is known."""
        if re.fullmatch(r"\w+:\S+", name):
            return self.error(f"there is no {what} '{short(name, 40)}'; a space is missing behind the colon")
        return self.error(f"there is no {what} '{short(name, 40)}'" + (hint or nearest(name[:100], known)))

    def refused(self, error: MultibondError) -> FileError:
        """`error`, raised by what the file describes, at this place."""
        if isinstance(error, FileError):
            return error
        message = str(error)
        if error.where is not None:
            message = message.removeprefix(f"{error.where}: ")
        return self.error(message)


class Refusing:
    """``with Refusing(place):`` turns errors of the model into errors of the file at `place`."""

    def __init__(self, place: Place):
        self.place = place

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, MultibondError) and not isinstance(error, FileError):
            raise self.place.refused(error) from None


def short(text: Any, longest: int = 60) -> str:
    """`text` cut to a length that fits into a message, without control characters."""
    text = "".join(c if c.isprintable() else "�" for c in str(text)[: longest + 1])
    return text if len(text) <= longest else text[: longest - 1] + "…"


YES_OR_NO = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}


def _remedy(value: Any, expected: str) -> str:
    """How a value that YAML reads as another kind is written."""
    if isinstance(value, str) and expected == "true or false" and value.lower() in YES_OR_NO:
        return f"; write {YES_OR_NO[value.lower()]}"
    if isinstance(value, str) and "number" in expected:
        if re.fullmatch(r"\s*[-+]?\d+,\d+\s*", value):
            return f"; write the decimal point, {value.strip().replace(',', '.')}"
        if re.fullmatch(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*", value):
            return "; take its quotes away"
        if expected == "a number":
            return "; write the number alone, in SI units" + _in_si(value)
    if value is None:
        return "; write it behind the colon, or leave the key out"
    if expected == "a list" and isinstance(value, str):
        return f"; write it as a line of a list, - {short(value, 40)}, or in brackets"
    if expected == "a list" and isinstance(value, dict):
        return "; write its entries as lines that begin with -"
    if expected.startswith("a mapping") and isinstance(value, list):
        return "; give each entry a name, without the - before it"
    if expected.startswith("a mapping") and isinstance(value, str):
        return "; write a name, a colon, a space and the value"
    if expected == "a text" and isinstance(value, (bool, int, float)):
        return "; quote it to make it a text"
    return ""


def _in_si(value: str) -> str:
    """The number that a quantity is in SI units, after a colon; "" of another text."""
    try:
        return f": {to_si(value, None):.10g}" if is_quantity(value) else ""
    except MultibondError:
        return ""


def kind(value: Any) -> str:
    """What `value` is, in words of the file format."""
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {short(value, 30)}"
    if isinstance(value, str):
        return f"the text '{short(value)}'"
    return "a list" if isinstance(value, list) else "a mapping"
