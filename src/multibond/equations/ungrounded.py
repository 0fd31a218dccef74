"""What is said of a part that nothing connects to the rest: of its efforts, that they are the smallest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..expression import ZERO, Node, add, leaves, mul, node
from ..graph.isolated import isolated_parts
from ..graph.scope import Scopes
from ..model.kind import Kind

if TYPE_CHECKING:
    from .system import Equation


def smallest_efforts(scopes: Scopes, equations: Sequence[Equation]) -> list[tuple[int, Node]]:
    """For every isolated part the place of a balance of flows that follows from the others, and what is said instead:
    the efforts of the part's 0-junctions, each with its share, add up to zero."""
    said = []
    for part in isolated_parts(scopes.graph, scopes):
        (path, component), *_ = part
        balances = [k for k, e in enumerate(equations) if e.origin == path and _of_flows(scopes, e.residual)]
        total = ZERO
        for (member, i), share in part.items():
            total = add(total, mul(node(float(share)), node(scopes.locals[member].bonds[0].e[i])))
        said.append((balances[component], total))
    return said


def _of_flows(scopes: Scopes, residual: Node) -> bool:
    known = [scopes.quantities.get(x) for x in leaves(residual)]
    return any(x is not None and x.kind is Kind.FLOW for x in known)


__all__ = ["smallest_efforts"]
