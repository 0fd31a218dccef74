"""The composites that multibond brings along: files name them as `planar.Rod`, instead of writing out their inside."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache

from ..component import REGISTRY, Component
from ..composite import Model

LIBRARIES = ("planar", "spatial")
_PACKAGE = __name__.partition(".")[0]


@cache
def composites() -> dict[str, type[Model]]:
    """The composites of all libraries, by the name that files use."""
    found: dict[str, type[Model]] = {}
    for library in LIBRARIES:
        if importlib.util.find_spec(f"{_PACKAGE}.{library}") is None:
            continue
        module = importlib.import_module(f"{_PACKAGE}.{library}")
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Model) and kind.library == library:
                found[f"{library}.{kind.__name__}"] = kind
    return found


def find(name: str) -> type[Component] | None:
    """The element or library composite that a file calls `name`."""
    if name in REGISTRY:
        return REGISTRY[name]
    return composites().get(name) if name.partition(".")[0] in LIBRARIES else None


def name_of(kind: type[Component]) -> str | None:
    """What a file calls an element or library composite; None for every other class."""
    if REGISTRY.get(kind.__name__) is kind:
        return kind.__name__
    name = f"{getattr(kind, 'library', '')}.{kind.__name__}"
    return name if issubclass(kind, Model) and kind.library in LIBRARIES and composites().get(name) is kind else None
