"""Stores whose energy changes through a parameter: work that enters beside the bonds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.element import Element
from ..expression import Node, leaves, node
from ..model.declare import Input, Parameter
from ..model.kind import Kind
from .scope import Scopes

GEOMETRY = (Kind.POSITION, Kind.ORIENTATION)


def energy_formula(path: str, element: Element, s: Any, scopes: Scopes) -> tuple[Node | None, bool]:
    """The stored energy [J] of an element as far as its formula holds, and whether it depends on more than the state
    of the element: on time, signals, discrete variables.

    Its state is what it computes itself, the efforts and flows of its bonds, and the positions of the frames beside
    it, whose velocities its bonds have. With a parameter that depends on this state the law is another one, and the
    formula does not hold.
    """
    found = element.stored(s)
    if found is None:
        return None, False
    stored = node(found)
    values = [getattr(s, name) for name, d in element.declarations.items() if isinstance(d, Parameter)]
    entries = leaves(*(x for v in values if v is not None for x in np.ravel(np.asarray(v, dtype=object))))
    bonds = {x for view in s.bonds for pair in (view.e, view.f) for x in leaves(*map(node, pair))}

    def is_state(x: Node) -> bool:
        return x in bonds or _is_own(x, path, scopes)

    varying = [x for x in entries if not scopes.is_parameter(x)]
    if any(is_state(x) for x in varying):
        return None, False
    used = [x for x in _leaves(stored, path, element, scopes) if not scopes.is_parameter(x)]
    return stored, bool(varying) or not all(map(is_state, used))


def _leaves(stored: Node, path: str, element: Element, scopes: Scopes) -> list[Node]:
    """What the `stored` energy depends on, with what the element's inputs are given in their place."""
    inputs: dict[Node, list[Node]] = {}
    outside = path.rpartition(".")[0]
    for name, declared in element.declarations.items():
        if isinstance(declared, Input) and name in element.given:
            given = leaves(*np.ravel(np.asarray(scopes.value(element.given[name], outside), dtype=object)))
            inputs |= dict.fromkeys(np.ravel(np.asarray(scopes.variable(path, name), dtype=object)), given)
    return [y for x in leaves(stored) for y in inputs.get(x, [x])]


def _is_own(leaf: Node, path: str, scopes: Scopes) -> bool:
    known = scopes.quantities.get(leaf)
    if known is None:
        return False
    beside = known.owner.rpartition(".")[0] == path.rpartition(".")[0]
    return known.owner == path or (beside and known.kind in GEOMETRY)


__all__ = ["energy_formula"]
