"""Gravity that is an expression of the place: what bodies mean by ``world.field_at.<their place>``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError, NameNotFound
from ..expression import Node, leaves, nodes, parse, substitute
from ..model.composite import Composite
from ..model.law import call_law

if TYPE_CHECKING:
    from .scope import Scopes

FIELD_AT = "world.field_at."  # followed by the name of a place in the composite that asks
AXES = ("x", "y", "z")
_NOTHING = nodes([0.0] * len(AXES))


def field_at(scopes: Scopes, place: str, scope: str) -> np.ndarray:
    """The acceleration [m/s²] of the gravity field of the world, at what the composite at `scope` calls `place`;
    zeros in other worlds."""
    path = _world(scopes, scope)
    world = scopes.graph.models[path]
    if world.option("gravity") != "field":
        return _NOTHING
    here = nodes(scopes.lookup(place, scope))
    given, outside = world.given["field"], path.rpartition(".")[0]
    axes = AXES[: len(here)]
    try:
        if callable(given):
            parts = call_law(given, list(here), world.parent or world)
        else:
            parts = [_at(scopes, part, dict(zip(axes, here, strict=True)), outside) for part in given]
        found = nodes(parts)
    except (ModelError, NameNotFound) as error:
        raise type(error)(f"the gravity field cannot be read: {error}", f"{path}.field") from None
    if found.shape != here.shape:
        raise ModelError(
            f"a gravity field has {len(here)} components, one for each of {', '.join(axes)}, not {found.size}",
            f"{path}.field",
        )
    return found


def _at(scopes: Scopes, part: Any, here: dict[str, Node], outside: str) -> Any:
    """One component of a field, written in the composite at `outside`, at the coordinates `here`."""
    if isinstance(part, str):
        part = parse(part, lambda name: here[name] if name in here else scopes.lookup(name, outside))
        return part.item() if isinstance(part, np.ndarray) and part.size == 1 else part
    if isinstance(part, Node):
        meant = {x: here.get(x.args[0]) for x in leaves(part) if x.op == "symbol"}
        found = {x: scopes.lookup(x.args[0], outside) if at is None else at for x, at in meant.items()}
        return substitute([part], found)[0]
    return part


def _world(scopes: Scopes, scope: str) -> str:
    """The path of the world around `scope`."""
    while True:
        path = f"{scope}.world" if scope else "world"
        if isinstance(scopes.graph.models.get(path), Composite):
            return path
        if not scope:
            scopes.lookup("world.uniform")  # says that there is none
            raise NameNotFound("there is no world")
        scope = scope.rpartition(".")[0]


__all__ = ["FIELD_AT", "field_at"]
