"""Packages of components: found by the entry point group `multibond.components`, imported only when they are named.

A package announces itself in its ``pyproject.toml``: ::

    [project.entry-points."multibond.components"]
    magnetics = "magnetics"

The name is that of the import package, the value a module or a list of classes in it. Every public component class of
the module is a component, `magnetics.Core`; classes in its list `models` are whole models for the bank.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..errors import ModelError
from ..frozen import frozen
from .component import Component

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "multibond.components"
RESERVED = ("multibond", "planar", "spatial", "absolute")


@frozen
class Package:
    """The components and whole models of one package, by the names that files use."""

    name: str
    components: dict[str, type[Component]]
    models: dict[str, type[Component]]


_loaded: dict[str, Package] = {}


@cache
def _entries() -> dict[str, list[EntryPoint]]:
    """What the installed packages announce, looked up once: after an installation, Python is started again."""
    from importlib.metadata import entry_points  # not needed to build and run a model

    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, []).append(entry)
    return found


def announced() -> list[str]:
    """The names of the installed packages of components, without importing any of them."""
    return sorted(_entries())


def loaded() -> list[Package]:
    """The packages that were imported so far by their names."""
    return list(_loaded.values())


def load_package(name: str) -> Package | None:
    """The package announced as `name`, imported now if it was not; None where no installed one has this name.

    A package that fails is refused in a sentence, whatever it raises.
    """
    if name not in _loaded:
        if name not in _entries():
            return None
        entries = {entry.value: entry for entry in _entries()[name]}
        if len(entries) > 1:
            both = " and ".join(f"{_distribution(entry)} ({value})" for value, entry in entries.items())
            raise ModelError(f"two installed packages are called '{name}': {both}; remove one of them", name)
        entry = next(iter(entries.values()))
        _check_name(entry)
        try:
            content = entry.load()
        except (Exception, SystemExit) as error:  # anything may happen while a package is imported
            reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise ModelError(
                f"the package {_distribution(entry)} cannot be loaded ({reason}); mend it, or remove it with pip", name
            ) from error
        _loaded[name] = _package(name, content)
    return _loaded[name]


def _check_name(entry: EntryPoint) -> None:
    module = entry.value.partition(":")[0].strip()
    if entry.name in RESERVED or entry.name != module.partition(".")[0] or not entry.name.isidentifier():
        raise ModelError(
            f"the package {_distribution(entry)} announces '{entry.name} = {entry.value}'; the name must be that of "
            f"its import package, '{module.partition('.')[0]}', and none of {', '.join(RESERVED)}",
            entry.name,
        )


def _distribution(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else f"'{entry.name}'"


def _package(name: str, content: Any) -> Package:
    """The classes that a module offers, or those in a list."""
    if isinstance(content, ModuleType):
        public = getattr(content, "__all__", None) or [key for key in vars(content) if not key.startswith("_")]
        offered: list[Any] = [vars(content).get(key) for key in public]
        whole = list(getattr(content, "models", ()))
    else:
        offered, whole = list(content) if isinstance(content, Iterable) else [content], []
    own = [kind for kind in offered if _is_component(kind) and kind.__module__.partition(".")[0] == name]
    strange = [kind for kind in whole if not _is_component(kind)]
    if strange:
        raise ModelError(f"the list `models` of the package holds {strange[0]!r}, which is no class of models", name)
    components = [kind for kind in own if kind not in whole]
    return Package(
        name,
        _by_name(name, ((kind.__name__, kind) for kind in components)),
        _by_name(name, ((snake(kind.__name__), kind) for kind in whole)),
    )


def _is_component(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Component) and not kind.__name__.startswith("_")


def _by_name(package: str, kinds: Iterable[tuple[str, type[Component]]]) -> dict[str, type[Component]]:
    found: dict[str, type[Component]] = {}
    for short, kind in kinds:
        name = f"{package}.{short}"
        if found.setdefault(name, kind) is not kind:
            raise clash(name, found[name], kind)
    return found


def clash(name: str, first: type[Component], second: type[Component]) -> ModelError:
    """The error about two classes under one name."""
    places = " and ".join(f"{kind.__module__}.{kind.__qualname__}" for kind in (first, second))
    return ModelError(f"two components are called '{name}': {places}; rename one of them")


def snake(name: str) -> str:
    """The name of a class as models are called: words in lower case.

    >>> snake("SaturatingChoke")
    'saturating_choke'
    """
    return "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


__all__ = ["GROUP", "Package", "announced", "clash", "load_package", "loaded", "snake"]
