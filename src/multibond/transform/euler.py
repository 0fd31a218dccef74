"""Euler's gyrator as an Eulerian junction structure: a ring of three gyrators between three 1-junctions.

The gyrator from axis 0 to axis 1 is modulated by the angular momentum about axis 2, and so on round the ring, so that
the efforts are f × (I f).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..elements.element import Element, matrix
from ..elements.junction import J1
from ..elements.transducer import GY
from ..expression import ZERO, Node, node, parse, symbol
from ..model.component import symbols
from ..model.declare import Parameter
from .rewriting import End, Level, numbered
from .taken_apart import is_plain_number, relative


def euler_ring(level: Level, name: str, element: Element) -> dict[str, list[End]]:
    """Three 1-junctions and three gyrators in a ring."""
    level.shape_by(element, "I")
    moments = matrix(_inertia(level, name, element), 3)
    rings = [level.fresh(f"{name}_{k}{(k + 1) % 3}") for k in range(3)]
    flows = [symbol(f"{ring}.a.f") for ring in rings]
    shape = level.whole.scopes.locals[level.at(name)].I
    pattern = matrix(shape, 3)
    axes = []
    for k in range(3):
        axes.append(level.add(f"{name}_{k}", J1(n=1)))
    for k, ring in enumerate(rings):
        other = (k + 2) % 3
        terms = [moments[other, j] * flows[j] for j in range(3) if pattern[other, j] is not ZERO]
        level.new.add(ring, GY(sum(terms[1:], terms[0]) if terms else 0.0, n=1))
        level.bond((axes[k], "a"), (ring, "a"))
        level.bond((ring, "b"), (axes[(k + 1) % 3], "a"))
    efforts = [symbol(f"{rings[k]}.a.e") - symbol(f"{rings[(k + 2) % 3]}.b.e") for k in range(3)]
    for stem in (name, f"{name}.a"):
        level.alias(f"{stem}.e", efforts)
        level.alias(f"{stem}.f", flows)
    return {"a": [level.turned(name, "a", axis, inward=True) for axis in axes]}


def _inertia(level: Level, name: str, element: Element) -> Any:
    """The inertia in the names of the level; numbers of its own become a parameter of the level."""
    values = level.values(element, "I")
    if any(is_plain_number(x) for x in values.ravel()) and not _constant(level, name):
        declared = element.declarations["I"]
        assert isinstance(declared, Parameter)
        own = level.fresh(f"{name}_I")
        shaped = numbered(replace(declared, unit="", symmetric=False), values.shape)
        level.new.add(own, replace(shaped, default=values.tolist() if values.ndim else values.item()))
        level.alias(f"{name}.I", own)
        return symbols(own, values.shape)
    found = np.empty(values.shape, dtype=object)
    for index in np.ndindex(*values.shape):
        found[index] = _node(level, values[index] if values.ndim else values.item())
    level.alias(f"{name}.I", found.tolist() if values.ndim else found.item())
    return found if values.ndim else found.item()


def _constant(level: Level, name: str) -> bool:
    """Whether every entry belongs to the structure: zeros and ones of a matrix."""
    entries = np.ravel(np.asarray(level.whole.scopes.locals[level.at(name)].I, dtype=object))
    own = level.whole.scopes.parameters
    return not any(x.op == "symbol" and str(x).partition("[")[0] == level.at(f"{name}.I") and str(x) in own
                   for x in entries)  # fmt: skip


def _node(level: Level, value: Any) -> Node:
    if isinstance(value, str):
        return node(parse(value, lambda one: relative(one, level.whole.scopes, level.path)))
    return node(value)


__all__ = ["euler_ring"]
