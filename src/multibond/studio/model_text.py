"""The text of a model file, read as far as it can be: what is refused is left out and told of, the rest is a model."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from ..errors import FileError, MultibondError
from ..frozen import frozen
from ..model.file.build import build
from ..model.file.place import Place, Source
from ..model.file.read import read
from ..model.memory import Memory
from ..model.stages import kept
from .message import Message

Path = tuple[str | int, ...]
MOST_REPAIRS = 30  # parts that are left out before the text is given up
KEPT = 12  # texts whose models are remembered
_known: Memory[Document] = Memory(KEPT)
_computed: Memory[Any] = Memory(KEPT)  # models by what their texts say, without places


@frozen
class Document:
    """A text with the model that it describes. `model` is None where nothing can be made of it.

    `data` is what the text says, `left_out` the places in it that the model does without, `marks` the lines and
    columns of all places.
    """

    text: str
    data: Any = None
    model: Any = None
    messages: tuple[Message, ...] = ()
    left_out: frozenset[Path] = frozenset()
    marks: Mapping[Path, tuple[int, int]] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether nothing had to be left out."""
        return self.model is not None and not self.left_out

    def left_without(self) -> set[str]:
        """The components that are named by bonds and joins which were left out, or were left out themselves."""
        found: set[str] = set()
        for place in self.left_out:
            if len(place) == 2 and place[0] in ("bonds", "joins"):
                found.update(re.findall(r"\w+", str(self.data[place[0]][place[1]])))
            elif len(place) == 2 and place[0] == "components":
                found.add(str(place[1]))
        return found

    def mark(self, place: Path) -> tuple[int | None, int | None]:
        """Line and column of a place, or of the nearest part around it."""
        while place and place not in self.marks:
            place = place[:-1]
        return self.marks.get(place, (None, None)) if place else (None, None)

    def place_of(self, path: str) -> Path:
        """Where a component, parameter or output with this dotted path is written; () where nowhere."""
        found: Path = ()
        content: Any = self.data
        here: Path = ()
        parts = re.split(r"[.\[]", path)
        for depth, name in enumerate(parts):
            if not isinstance(content, dict):
                break
            keys = written_as(content.get("components"), name)
            if keys is not None:
                found = (*here, "components", *keys)
                here, content = self.inside(found)
                continue
            for section in ("parameters", "inputs", "outputs", "discrete", "ports"):
                part = content.get(section)
                if isinstance(part, dict) and name in part:
                    return (*here, section, name)
            if depth and found and (*found, name) in self.marks:
                return (*found, name)
            break
        return found

    def inside(self, place: Path) -> tuple[Path, Any]:
        """Where the content of the component at `place` is written, and the content: None for one of a library."""
        part: Any = self.data
        for key in place:
            part = part[key]
        kind = part if isinstance(part, str) else part.get("type") if isinstance(part, dict) else None
        if isinstance(part, dict) and isinstance(part.get("model"), dict):
            return (*place, "model"), part["model"]
        definitions = self.data.get("definitions") if isinstance(self.data, dict) else None
        if isinstance(definitions, dict) and isinstance(definitions.get(kind), dict):
            return ("definitions", str(kind)), definitions[kind]
        return (), None

    def level(self, path: str) -> tuple[Path | None, Any]:
        """Where the content of the level with this dotted path is written, and the content; None: not in the text."""
        place: Path = ()
        content: Any = self.data
        for name in path.split(".") if path else ():
            keys = written_as(content.get("components"), name) if isinstance(content, dict) else None
            if keys is None:
                return None, None
            place, content = self.inside((*place, "components", *keys))
            if content is None:
                return None, None
        return place, content


def written_as(components: Any, name: str) -> Path | None:
    """The keys under which a component is written: its name, or that of a list and its number; None where nowhere.

    >>> written_as({"motor": "Motor", "wheel": ["Wheel", "Wheel"]}, "wheel_1")
    ('wheel', 1)
    """
    if not isinstance(components, dict):
        return None
    if name in components and not isinstance(components[name], list):
        return (name,)
    stem, _, number = name.rpartition("_")
    members = components.get(stem)
    if isinstance(members, list) and number.isdecimal() and int(number) < len(members):
        return stem, int(number)
    return None


def document(text: str, name: str = "") -> Document:
    """What `text` says; asking again for the same text costs nothing."""
    return _known.get(text, lambda: _document(text, name))


def _document(text: str, name: str) -> Document:
    try:
        data, source = read(text, "json" if text.lstrip().startswith("{") and '"multibond"' in text[:200] else "yaml")
    except FileError as error:
        return Document(text, messages=(_message(error, Document(text), "text"),))
    bare = Document(text, data, marks=source.marks)
    left: set[Path] = set()
    messages: list[Message] = []
    for _ in range(MOST_REPAIRS):
        shorter, back = _without(data, left)
        try:
            model = build(shorter, Place(Source()))
        except FileError as error:
            error.place = _original(error.place, back)
            if not _follows(data, error.place, left):
                messages.append(_message(error, bare, "file"))
            part = _part(data, error.place, left)
            if part is None:
                return Document(text, data, None, tuple(messages), frozenset(left), source.marks)
            left.add(part)
        except MultibondError as error:
            messages.append(_message(error, bare, "file"))
            return Document(text, data, None, tuple(messages), frozenset(left), source.marks)
        else:
            kept(model, "source", lambda: Source(name, source.marks))
            return Document(text, data, model, tuple(messages), frozenset(left), source.marks)
    return Document(text, data, None, tuple(messages), frozenset(left), source.marks)


def _message(error: MultibondError, text: Document, kind: str) -> Message:
    place: Path = getattr(error, "place", ())
    line, column = text.mark(place)
    if isinstance(error, FileError) and error.mark is not None and not place:
        line, column = error.mark
    where = ".".join(str(part) for part in _component_path(place))
    return Message("error", getattr(error, "sentence", "") or str(error), where, (), place, line, column, kind)


def _component_path(place: Path) -> list[str]:
    """The dotted path of the component that a place belongs to; of definitions nothing, for they may be used often."""
    names: list[str] = []
    rest = list(place)
    while len(rest) >= 2 and rest[0] == "components":
        names.append(str(rest[1]))
        rest = rest[3:] if len(rest) > 2 and rest[2] == "model" else []
    return names


# ------------------------------------------------------------ leaving out
def _part(data: Any, place: Path, left: set[Path]) -> Path | None:
    """What is left out so that the rest can be read: a value, a bond, a component; None where nothing helps."""
    here: Path = ()
    rest = place
    while True:  # down to the content that the place is in
        if rest[:1] == ("definitions",) and not here and len(rest) > 1:
            here, rest = rest[:2], rest[2:]
        elif rest[:1] == ("components",) and len(rest) > 3 and rest[2] == "model":
            here, rest = (*here, *rest[:3]), rest[3:]
        else:
            break
    if not here and rest[:1] in ((), ("multibond",)):
        return None
    listed = len(rest) > 2 and isinstance(rest[2], int)  # one of a list of components
    for size in (4 if listed else 3, 2, 1, 0) if rest[:1] == ("components",) else (2, 1, 0):
        part = (*here, *rest[:size])
        if size > 2 and (len(rest) < size or rest[size - 1] == "type"):
            continue
        if size > len(rest) or part in left or not part:
            continue
        return part
    return None


def _without(data: Any, left: set[Path]) -> tuple[Any, dict[Path, list[int]]]:
    """The data without these parts, and for shortened lists which entries are left. Of a component stays an empty one,
    so that its place in the picture does."""
    if not left:
        return data, {}
    shorter = copy.deepcopy(data)
    lists: dict[Path, set[int]] = {}
    for part in sorted(left, key=len, reverse=True):
        around = shorter
        for key in part[:-1]:
            around = around[key] if not isinstance(around, dict) or key in around else {}
        last = part[-1]
        if isinstance(around, list):
            lists.setdefault(part[:-1], set()).add(int(last))
        elif len(part) > 1 and part[-2] == "components":
            around[last] = {"model": {}}
        elif isinstance(around, dict):
            around.pop(last, None)
    back = {}
    for place, gone in lists.items():
        around = shorter
        for key in place:
            around = around[key]
        back[place] = [index for index in range(len(around)) if index not in gone]
        around[:] = [around[index] for index in back[place]]
    return shorter, back


def _original(place: Path, back: Mapping[Path, list[int]]) -> Path:
    """A place in the shortened data as one in the data itself."""
    found: Path = ()
    for key in place:
        if found in back and isinstance(key, int) and key < len(back[found]):
            key = back[found][key]
        found = (*found, key)
    return found


def _follows(data: Any, place: Path, left: set[Path]) -> bool:
    """Whether what is wrong only follows from a component that was left out: it is named there."""
    gone = {str(part[-1]) for part in left if len(part) > 1 and part[-2] == "components"}
    if not gone or not place or place[0] == "components":
        return False
    entry: Any = data
    for key in place[:2]:
        entry = entry[key] if isinstance(entry, dict) or isinstance(key, int) else entry
    words = set(re.findall(r"\w+", f"{place[-1]} {entry}"))
    return not gone.isdisjoint(words)


def model_of(text: str, drawn: bool = False) -> Any:
    """The model that `text` describes; what is wrong in it is raised.

    Texts that differ only in comments, order of lines and places in the drawing share one model and what was compiled
    for it, unless the model is to be `drawn`.
    """
    found = document(text)
    if not found.whole or found.model is None:
        first = found.messages[0]
        line = f" (line {first.line}, column {first.column})" if first.line else ""
        raise FileError(f"{first.text}{line}", first.where or None)
    if drawn:
        return found.model
    return _computed.get(json.dumps(_unplaced(found.data)), lambda: found.model)


def _unplaced(data: Any) -> Any:
    """What a file says without the places in its drawings."""
    if isinstance(data, dict):
        return {key: _unplaced(part) for key, part in data.items() if key != "layout"}
    return data


__all__ = ["Document", "Path", "document", "model_of", "written_as"]
