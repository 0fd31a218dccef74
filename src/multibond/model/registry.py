"""The registry: the one name of every component class, by which model files and lists know it.

| classes | name | also |
|---|---|---|
| elements of multibond | `R` | `multibond.R` |
| parts of its libraries | `planar.Revolute` | `multibond.planar.Revolute` |
| elements inside these parts | `planar.body.PlanarMotion` | |
| components of announced packages | `package.Name` | |
| elements of scripts, notebooks and other modules | `module.Name`, known only while that module is | |

Two classes of one name are refused, except that a module may define its own again: a cell of a notebook is run twice.
A class of a user never takes the name of one of multibond. Composites of scripts have no name here: files write out
what is inside them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from ..errors import ModelError
from ..frozen import frozen
from .component import Component
from .declare import Declaration
from .package import announced, clash, load_package, loaded

_HOME = __name__.partition(".")[0]
_ELEMENTS = f"{_HOME}.elements."
_libraries: dict[str, str] = {}  # libraries of multibond, and the modules that are loaded when they are named
_elements: dict[str, type[Component]] = {}  # those of multibond by their short names
_own: dict[str, type[Component]] = {}  # those of other modules by the full path of the module


@frozen
class Listed:
    """A component as lists and palettes show it."""

    name: str  # as files write it
    library: str  # "multibond", "planar", "spatial" or the name of a package
    family: str  # what it is listed under: the file of its library
    summary: str
    declarations: Mapping[str, Declaration]
    kind: type[Component]


def offer_library(name: str, module: str) -> None:
    """Make the parts of a library of multibond known as `name.Part`; its `module` is loaded when one is asked for."""
    _libraries[name] = module


def register(kind: type[Component]) -> None:
    """Give an element its name; called for every class of elements when it is defined."""
    if not kind.__module__.startswith(_ELEMENTS):
        _own[f"{kind.__module__}.{kind.__name__}"] = kind
        return
    known = _elements.setdefault(kind.__name__, kind)
    if known.__module__ != kind.__module__:
        raise clash(kind.__name__, known, kind)
    _elements[kind.__name__] = kind


def find(name: str) -> type[Component] | None:
    """The component called `name`; None where there is none.

    Imports at most one of multibond's libraries or an announced package, and only the one that `name` begins with.
    """
    name = name.removeprefix(f"{_HOME}.")
    first, dot, _ = name.partition(".")
    if not dot:
        return _elements.get(name)
    if first in _libraries:
        return _parts(first).get(name) or _own.get(f"{_HOME}.{name}")  # an element inside its parts by its module
    if name in _own and first not in announced():
        return _own[name]
    package = load_package(first)
    return package.components.get(name) if package is not None else None


def known() -> dict[str, type[Component]]:
    """Every element, library part and component of a package that is loaded, by name; imports no package."""
    parts = [_parts(library) for library in _libraries]
    found = dict(sorted(_elements.items()))
    for part in parts:
        found.update(part)
    for package in loaded():
        found.update(package.components)
    return found


def name_of(kind: type[Component]) -> str | None:
    """The name of a class; None for one that has no name of its own, or lost it to another."""
    module, short = kind.__module__, kind.__name__
    first = module.partition(".")[0]
    if module.startswith(_ELEMENTS):
        return short if _elements.get(short) is kind else None
    if first == _HOME:
        name = f"{module.split('.')[1]}.{short}"
        if name.partition(".")[0] not in _libraries:
            return None
        inside = f"{module.partition('.')[2]}.{short}"
        return name if find(name) is kind else inside if find(inside) is kind else None
    if first in announced():
        package = load_package(first)
        name = f"{first}.{short}"
        return name if package is not None and package.components.get(name) is kind else None
    name = f"{module}.{short}"
    return name if find(name) is kind else None


def missing(name: str) -> str:
    """Why there is no component `name` of another package, and what to do; empty where the name is just wrong."""
    first, dot, _ = name.partition(".")
    if not dot or not first.isidentifier() or first in _libraries or first == _HOME or first in announced():
        return ""
    if difflib.get_close_matches(first.lower(), _libraries, cutoff=0.75):
        return ""  # a slip of the pen in the name of a library of our own
    if first == "__main__":
        return (
            f"'{name}' was defined in a script or notebook, which a file cannot bring along; define the class before "
            "the file is opened, or make a package of it (docs/extending.md)"
        )
    return (
        f"the component '{name}' is of the package '{first}', which is not installed here or announces no components; "
        f"install it with pip (its entry point group is multibond.components)"
    )


def components() -> list[Listed]:
    """All components that can be used here: those of multibond, its libraries and every installed package.

    Packages that cannot be loaded are left out; `broken` says why.

    >>> next(part for part in components() if part.name == "planar.Revolute").family
    'joint'
    """
    for name in announced():
        try:
            load_package(name)
        except ModelError:
            continue
    return [_listed(name, kind) for name, kind in known().items()]


def broken() -> Iterator[str]:
    """A sentence for every installed package of components that cannot be loaded."""
    for name in announced():
        try:
            load_package(name)
        except ModelError as error:
            yield str(error)


def _listed(name: str, kind: type[Component]) -> Listed:
    library = name.partition(".")[0] if "." in name else _HOME
    path = kind.__module__.split(".")
    family = path[2] if path[0] == _HOME else path[-1]
    return Listed(name, library, family, kind.summary, dict(kind.declarations), kind)


@cache
def _parts(library: str) -> dict[str, type[Component]]:
    module = import_module(_libraries[library])
    return {f"{library}.{name}": getattr(module, name) for name in module.__all__}


__all__ = ["Listed", "broken", "components", "find", "known", "missing", "name_of", "offer_library", "register"]
