"""Coordinates inside parts that something else holds: laws for them are added where they are asked for as states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..expression import node, nodes, sub, undifferentiated, unsigned
from ..model.composite import WISHES
from .system import Equation, Start, System


def observed(system: System, wishes: Mapping[str, float]) -> System:
    """`system` with the laws of elements that do not take part, such as the free motion of a body on a joint, whose
    variables are wished for as states by somebody else than their own component."""
    paths = _asked(system, wishes)
    equations, starts = [], []
    for path, names in paths.items():
        element, scope = system.graph.elements[path].element, system.scopes.locals[path]
        for left, right in element.observe(scope, names):
            pairs = zip(np.ravel(nodes(left)), np.ravel(nodes(right)), strict=True)
            equations += [Equation(sub(a, b), path) for a, b in pairs]
        for variable, value, _ in element.observe_start(scope, names):
            pairs = zip(np.ravel(nodes(variable)), np.ravel(nodes(value)), strict=True)
            starts += [Start(x, node(v), path, False, True) for x, v in pairs]
    if not equations:
        return system
    return replace(system, equations=(*system.equations, *equations), starts=(*system.starts, *starts))


def _asked(system: System, wishes: Mapping[str, float]) -> dict[str, set[str]]:
    """The elements that take no part by themselves, and the names of their variables that are wished for."""
    found: dict[str, set[str]] = {}
    graph = system.graph
    said = [("", name, wish) for name, wish in wishes.items()]
    said += [(path, f"{path}.{name}" if path else name, WISHES[wish])
             for path, model in graph.models.items() for name, wish in model.wishes.items()]  # fmt: skip
    for path, name, wish in said:
        if wish <= 0 or "." not in name[len(path) + 1 :].partition(".")[2]:  # of a component about its own elements
            continue
        for x in np.ravel(nodes(system.scopes.lookup(undifferentiated(name)))):
            known = system.quantities.get(unsigned(x))
            flat = None if known is None else graph.elements.get(known.owner)
            if flat is None or known is None or known.owner in graph.active:
                continue
            if any(True for _ in flat.element.observe(system.scopes.locals[known.owner], {known.kind.value})):
                found.setdefault(known.owner, set()).add(known.kind.value)
    return found


__all__ = ["observed"]
