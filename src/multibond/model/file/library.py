"""The libraries that multibond brings along: files name their parts, as in `planar.Rod`."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache

from ..component import REGISTRY, Component

LIBRARIES = ("planar", "spatial")
_PACKAGE = __name__.partition(".")[0]


@cache
def parts() -> dict[str, type[Component]]:
    """The elements and composites of all libraries, by the name that files use."""
    found: dict[str, type[Component]] = {}
    for library in LIBRARIES:
        if importlib.util.find_spec(f"{_PACKAGE}.{library}") is None:
            continue
        for kind in vars(importlib.import_module(f"{_PACKAGE}.{library}")).values():
            if isinstance(kind, type) and issubclass(kind, Component) and _library(kind) == library:
                found[f"{library}.{kind.__name__}"] = kind
    return found


def find(name: str) -> type[Component] | None:
    """The element or library part that a file calls `name`; parts of libraries carry the library's name."""
    if name.partition(".")[0] in LIBRARIES:
        return parts().get(name)
    kind = REGISTRY.get(name)
    return kind if kind is not None and _library(kind) not in LIBRARIES else None


def known() -> dict[str, type[Component]]:
    """Every element and library part, by the name that files use."""
    return {**{name: kind for name, kind in sorted(REGISTRY.items()) if find(name) is kind}, **parts()}


def name_of(kind: type[Component]) -> str | None:
    """What a file calls an element or a part of a library; None for every other class."""
    library = _library(kind)
    name = f"{library}.{kind.__name__}" if library in LIBRARIES else kind.__name__
    return name if find(name) is kind else None


def _library(kind: type[Component]) -> str:
    package, _, rest = kind.__module__.partition(".")
    return rest.partition(".")[0] if package == _PACKAGE else ""
