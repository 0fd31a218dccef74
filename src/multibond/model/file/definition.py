"""The definitions of a file: composites that its components name as their type."""

from __future__ import annotations

from collections.abc import Callable
from types import new_class
from typing import Any

from ..component import check_name
from ..composite import Composite
from ..registry import find
from .check import CONTENT, known_keys, mapping
from .declaration import DECLARED
from .place import Place, Refusing

MOST_COMPONENTS = 100_000  # after every definition has been opened
DEEPEST = 40  # composites in composites


class Definitions:
    """Named contents; each becomes a class of models when it is first used."""

    def __init__(self, content: dict[str, Any], place: Place):
        self.content, self.place = content, place
        self._kinds: dict[str, type[Composite]] = {}

    def check(self, top: dict[str, Any], place: Place) -> None:
        """Refuse definitions that contain themselves, hide elements, or open to too many components."""
        for name, content in self.content.items():
            here = self.place / name
            with Refusing(here):
                check_name(name)
            if find(name) is not None:
                raise here.error(f"'{name}' is the name of an element; choose another for the definition")
            known_keys(mapping(content, here), CONTENT, here)
        sizes: dict[str, tuple[int, int]] = {}
        for name in self.content:
            self._size(name, sizes, [])
        count, _ = self._opened(top, sizes, [])
        if count > MOST_COMPONENTS:
            raise place.error(f"the model opens to {count} components; the limit is {MOST_COMPONENTS}")

    def _size(self, name: str, sizes: dict[str, tuple[int, int]], above: list[str]) -> tuple[int, int]:
        if name in above:
            circle = " → ".join([*above[above.index(name) :], name])
            raise (self.place / name).error(f"the definition contains itself: {circle}; take one of them out")
        if name not in sizes:
            sizes[name] = self._opened(self.content[name], sizes, [*above, name])
        return sizes[name]

    def _opened(self, content: Any, sizes: dict[str, tuple[int, int]], above: list[str]) -> tuple[int, int]:
        """How many components `content` opens to, and how deep."""
        components = content.get("components") if isinstance(content, dict) else None
        count, depth = 0, 0
        parts = (
            [part for one in components.values() for part in (one if isinstance(one, list) else [one])]
            if isinstance(components, dict)
            else []
        )
        for part in parts:
            kind = part if isinstance(part, str) else part.get("type") if isinstance(part, dict) else None
            inner = (0, 0)
            if isinstance(kind, str) and kind in self.content:
                inner = self._size(kind, sizes, above)
            elif isinstance(part, dict) and "model" in part:
                inner = self._opened(part["model"], sizes, above)
            count, depth = count + 1 + inner[0], max(depth, 1 + inner[1])
            if depth > DEEPEST:
                raise self.place.error(f"composites are nested deeper than {DEEPEST} levels")
        return count, depth

    def kind(self, name: str, fill: Callable[..., None]) -> type[Composite]:
        """The class of models with the content called `name`."""
        if name not in self._kinds:
            content, here = self.content[name], self.place / name
            declared: dict[str, Any] = {}
            for section, make in DECLARED.items():
                for key, part in mapping(content.get(section, {}), here / section).items():
                    place = here / section / key
                    with Refusing(place):
                        check_name(key)
                    if key in declared:
                        raise place.error(f"the name '{key}' is used twice; choose another")
                    if key in Composite.reserved:
                        raise place.error(f"the name '{key}' means {Composite.reserved[key]}; choose another")
                    declared[key] = make(part, place)
            definitions = self

            def build(self: Composite) -> None:
                fill(self, content, here, definitions)

            inside = {"build": build, "__module__": __name__}
            options = {"declared": declared}  # not attributes of the class: they may be called as its methods are
            self._kinds[name] = new_class(name, (Composite.public,), options, lambda space: space.update(inside))
        return self._kinds[name]
