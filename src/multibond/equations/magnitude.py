"""How large a value would be if nothing in the sums that lead to it cancelled."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..expression import Node, algebra, operands, topological
from .schedule import Assign, Step, needed


def magnitudes(roots: Sequence[Node], steps: Sequence[Step] = ()) -> list[Node]:
    """For each root an expression of the size of what it sums up, in its own unit and never negative. What the `steps`
    assign is followed; what they solve for counts as it is.

    >>> from ..expression import evaluate, leaves, symbol
    >>> v, w, slip = symbol("v"), symbol("w"), symbol("slip")
    >>> evaluate(magnitudes([slip / 2], [Assign(slip, v + 0.5 * w)]), {v: 3.0, w: -6.0})
    [3.0]
    """
    known: dict[Node, Node] = {}
    for _, step in needed(steps, roots):
        if isinstance(step, Assign):
            known[step.target] = _of(step.value, known)
    return [_of(root, known) for root in roots]


def _of(value: Node, known: dict[Node, Node]) -> Node:
    for x in topological([value]):
        if x not in known:
            found = _SUMS.get(x.op)
            known[x] = algebra.function("abs", x) if found is None else found(x, *(known[a] for a in operands(x)))
    return known[value]


_SUMS: dict[str, Callable[..., Node]] = {
    "add": lambda x, a, b: algebra.add(a, b),
    "sub": lambda x, a, b: algebra.add(a, b),
    "neg": lambda x, a: a,
    "mul": lambda x, a, b: algebra.mul(a, b),
    "div": lambda x, a, b: algebra.div(a, algebra.function("abs", x.args[1])),
    "if": lambda x, condition, a, b: algebra.choose(x.args[0], a, b),
}
