"""Signals and conditions that may have no value: roots, logarithms and quotients of what changes.

States cannot lack one without ending the run. A signal that feeds no state, or a condition, can: nobody computes with
it, and a comparison with what is no number is never fulfilled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..elements.element import Element
from ..expression import Node, leaves, sub, topological
from ..expression.algebra import RELATIONS
from ..frozen import frozen
from ..model.kind import Kind

if TYPE_CHECKING:
    from .system import System

SWALLOWS = {"min", "max", "sign", "floor"}  # give a number for what is none
MAY_FAIL = {"log", "sqrt", "asin", "acos", "pow", "div", "exp", "tan"}


@frozen
class Risky:
    """An `expression` that may have no finite value, and what it is: a signal by its name, or a condition as text."""

    expression: Node
    origin: str
    condition: Node | None = None
    swallows: bool = False  # what is no number, but knows what to do with an infinite one


def risky(system: System) -> tuple[Risky, ...]:
    """The signals of blocks and the conditions of a system whose laws may have no value."""
    return tuple(_risky(system, system.is_constant))


def _risky(system: System, constant: Callable[[Node], bool]) -> Iterator[Risky]:
    seen: set[Node] = set()
    found = [(e.residual, e.origin) for e in system.equations]
    found += [(when.condition, when.origin) for when in system.whens]
    for residual, origin in found:
        order = topological([residual])
        seen.update(_guarded(order))
        for x in order:
            if x.op in (*RELATIONS, "floor") and x not in seen and _fails(x, constant):
                seen.add(x)
                yield Risky(sub(*x.args) if x.op in RELATIONS else x.args[0], origin, x)
            elif x.op in SWALLOWS and x not in seen:
                seen.add(x)
                yield from (Risky(part, origin, x, True) for part in x.args if _fails(part, constant))
    blocks = {path for path, flat in system.graph.elements.items() if _is_block(flat.element)}
    failing = {e.origin for e in system.equations if e.origin in blocks and _fails(e.residual, constant)}
    for variable, quantity in system.quantities.items():
        if quantity.kind is Kind.SIGNAL and quantity.owner in failing:
            yield Risky(variable, quantity.owner)


def _guarded(order: Sequence[Node]) -> Iterator[Node]:
    """Conditions beside others about the same variables: ``x > 0 and log(x) > 1`` knows what it does, and
    ``floor(log(x)) if x > 0 else 0`` too."""
    for x in order:
        if x.op in ("and", "or", "if"):
            first, *others = x.args
            if set(leaves(first)) & set(leaves(*others)):
                yield from (y for y in topological([x]) if y.op in RELATIONS or y.op in SWALLOWS)


def _is_block(element: Element) -> bool:
    return not element.whole_ports


def _fails(residual: Node, constant: Callable[[Node], bool]) -> bool:
    """Whether an operation that may fail is done with something that changes."""
    return any(x.op in MAY_FAIL and not all(map(constant, leaves(_risked(x)))) for x in topological([residual]))


def _risked(x: Node) -> Node:
    return x.args[1] if x.op == "div" else x.args[0]


__all__ = ["Risky", "risky"]
