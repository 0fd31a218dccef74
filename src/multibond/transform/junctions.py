"""Junctions, and what splits, joins and reorders multi-bonds, as junctions of scalar bonds."""

from __future__ import annotations

from ..elements.element import Element
from ..elements.junction import J0, J1, Composition, J0Partial, J1Partial, Permutation
from .rewriting import End, Level


def junctions(level: Level, name: str, element: Element) -> dict[str, list[End]]:
    """A junction for every component."""
    kind = type(element)
    parts = [level.add(f"{name}_{i}", kind(n=1, domain=element._own_domain)) for i in range(element.n)]
    return {"a": [(part, "a") for part in parts]}


def partial(level: Level, name: str, element: Element) -> dict[str, list[End]]:
    """A junction for every component; with three bonds where it is tapped, otherwise one that lets power through."""
    assert isinstance(element, (J0Partial, J1Partial))
    tapped = element.tapped()
    ends: dict[str, list[End]] = {"a": [], "b": [], "t": [("", "")] * len(tapped)}
    for i in range(element.n):
        split = i in tapped and isinstance(element, J1Partial)
        part = level.add(f"{name}_{i}", J1(n=1) if split else J0(n=1))
        for port, inward in (("a", True), ("b", False), ("t", True)):
            if port == "t" and i not in tapped:
                continue
            end = level.turned(name, port, part, inward) if split else (part, "a")
            if port == "t":
                ends["t"][tapped.index(i)] = end
            else:
                ends[port].append(end)
    return ends


def composition(level: Level, name: str, element: Element) -> dict[str, list[End]]:
    """Junctions that let power through: the components of a and b are those of c."""
    assert isinstance(element, Composition)
    first = element.size("na")
    parts = [(level.add(f"{name}_{i}", J0(n=1)), "a") for i in range(element.size("total"))]
    return {"a": parts[:first], "b": parts[first:], "c": parts}


def permutation(level: Level, name: str, element: Element) -> dict[str, list[End]]:
    """Junctions that let power through: component i of b is component order[i] of a."""
    assert isinstance(element, Permutation)
    parts = [(level.add(f"{name}_{i}", J0(n=1)), "a") for i in range(element.n)]
    return {"a": parts, "b": [parts[i] for i in element.permutation()]}


__all__ = ["composition", "junctions", "partial", "permutation"]
