"""Which sources are weights: efforts that are the inertia at the same junction times an acceleration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..elements.element import matrix
from ..expression import ZERO, Node, added, gradient, leaves, name_of, nodes, substitute, unsigned
from .compile import Compiled
from .opened import inertias

MASS = added("mass of a body")


def is_weight(compiled: Compiled, path: str) -> bool:
    """Whether the source at `path` is a weight: each of its efforts is zero, or proportional to the inertia that moves
    with it and otherwise a matter of place alone: by the equivalence of inertial and gravitational mass."""
    scope, parameters = compiled.system.scopes.locals[path], compiled.system.parameters
    inertia = dict(_moved(compiled))
    some = False
    for flow, effort in zip(scope.bonds[0].f, _imposed(compiled, path), strict=True):
        if effort is None:
            return False
        if effort is ZERO or (effort.op == "symbol" and (p := parameters.get(name_of(effort))) and p.value == 0.0):
            continue
        mass = inertia.get(unsigned(compiled.resolve(flow)))
        if mass is None or not _proportional(effort, mass):
            return False
        some = True
    return some


def _moved(compiled: Compiled) -> Iterator[tuple[Node, Node]]:
    """The flow of every inertia, and the inertia."""
    for path, element in inertias(compiled.system):
        scope = compiled.system.scopes.locals[path]
        if not scope.law and not scope.energy:
            field = matrix(scope.I, element.n)
            for k, flow in enumerate(scope.f):
                yield unsigned(compiled.resolve(flow)), field[k, k]


def _imposed(compiled: Compiled, path: str) -> list[Node | None]:
    """The efforts of a source, as its laws give them."""
    element = compiled.system.graph.elements[path].element
    scope = compiled.system.scopes.locals[path]
    laws: dict[Node, Node] = {}
    for left, right in element.equations(scope):
        for a, b in zip(_flat(left), _flat(right), strict=True):
            laws[a] = b
    return [laws.get(e) for e in scope.bonds[0].e]


def _flat(values: Any) -> list[Node]:
    return list(np.ravel(nodes(values)))


def _proportional(effort: Node, mass: Node) -> bool:
    """Whether `effort` is `mass` times something in which it does not stand again."""
    if mass.op == "const":
        return False
    whole = substitute([effort], {mass: MASS})[0]
    slope = gradient(whole).get(MASS)
    return slope is not None and MASS not in leaves(slope) and substitute([whole], {MASS: ZERO})[0] is ZERO


__all__ = ["is_weight"]
