"""Lists of components: members are called after the list and their number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import ModelError
from .component import Component, check_name

if TYPE_CHECKING:
    from .composite import Composite


def members(value: Any) -> bool:
    """Whether a value is a list of components."""
    return isinstance(value, (list, tuple)) and all(isinstance(one, Component) for one in value)


def add_list(model: Composite, name: str, components: Sequence[Component]) -> tuple[Component, ...]:
    """Add components as `name_0`, `name_1`, …"""
    check_name(name)
    if not components:
        raise ModelError(f"'{name}' is an empty list; give at least one component", model.name)
    if name in model._known_names() or f"{name}_0" in model._children:
        raise ModelError(f"the name '{name}' is used twice; choose another", model.name)
    for k, component in enumerate(components):
        model.add(f"{name}_{k}", component)
    return tuple(components)


def listed(model: Composite, name: str) -> tuple[Component, ...]:
    """The members of the list `name` of components; empty where there is none."""
    found: list[Component] = []
    while f"{name}_{len(found)}" in model._children:
        found.append(model._children[f"{name}_{len(found)}"])
    return tuple(found)


__all__ = ["add_list", "listed", "members"]
