"""Parts of libraries that are loaded when they are first used: a model of joints and bodies runs without the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from ..errors import nearest
from .former import former_class


def modules_of(families: Mapping[str, str]) -> dict[str, str]:
    """The module of each part, from the parts of each module.

    >>> modules_of({"gear": "ExternalGear InternalGear"})
    {'ExternalGear': 'gear', 'InternalGear': 'gear'}
    """
    return {part: module for module, parts in families.items() for part in parts.split()}


def loaded_part(package: str, name: str, modules: Mapping[str, str], offered: Sequence[str]) -> object:
    """What the library `package` calls `name`: a part in one of its `modules`, or a class under its former name.

    >>> loaded_part("multibond.planar", "ExternalGear", {"ExternalGear": "gear"}, []).__name__
    'ExternalGear'
    """
    if name in modules:
        return getattr(import_module(f"{package}.{modules[name]}"), name)
    if name in modules.values():
        return import_module(f"{package}.{name}")
    found = former_class(package.partition(".")[2], name)
    if found is None:
        raise AttributeError(f"{package} has no '{name}'" + nearest(name, offered))
    return found


__all__ = ["loaded_part", "modules_of"]
