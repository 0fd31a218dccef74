"""Whether substances that react have one temperature: the law of mass action holds for no other."""

from __future__ import annotations

from collections.abc import Iterator

from ..expression import Node, const, function, node
from ..graph.scope import Scopes
from .limit import Limit

SAME = 1e-9  # relative difference of temperatures that are equal


def unequal_temperatures(scopes: Scopes) -> Iterator[Limit]:
    """What must not be negative at the start of a run: that R T is the same in all that is joined by chemical bonds."""
    for group in _joined(scopes):
        first, *others = group
        energy = _energy(scopes, first)
        for path in others:
            other = _energy(scopes, path)
            if other is not energy:
                yield Limit(
                    const(SAME) * energy - function("abs", other - energy),
                    f"its temperature T (or gas constant) differs from that of {first}, to which chemical bonds lead: "
                    "with μ = R T ln(K x) mass action holds at one temperature only; give both the same T",
                    path,
                    True,
                )


def _energy(scopes: Scopes, path: str) -> Node:
    s = scopes.locals[path]
    return node(s.gas_constant * s.T)


def _joined(scopes: Scopes) -> list[list[str]]:
    """The substances and reactions that chemical bonds join, in the order of writing."""
    elements = scopes.graph.elements
    chemical = [path for path, flat in elements.items() if "gas_constant" in flat.element.declarations]
    if len(chemical) < 2:
        return []
    beside: dict[str, list[str]] = {}
    for bond in scopes.graph.bonds:
        if bond.domain.name == "chemical":
            beside.setdefault(bond.tail[0], []).append(bond.head[0])
            beside.setdefault(bond.head[0], []).append(bond.tail[0])
    groups, seen = [], set()
    for path in chemical:
        group, ahead = set(), [path]
        while ahead:
            at = ahead.pop()
            if at not in seen:
                seen.add(at)
                group.add(at)
                ahead += beside.get(at, ())
        if len(group) > 1:
            groups.append([x for x in chemical if x in group])
    return groups


__all__ = ["unequal_temperatures"]
