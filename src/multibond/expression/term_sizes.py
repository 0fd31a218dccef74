"""How large the terms are that a value is made of: in parts of these its digits are lost where they cancel."""

from __future__ import annotations

from collections.abc import Iterable

from . import algebra as n
from .algebra import Node
from .derivative import chosen, partials
from .walk import operands, topological


def terms(roots: Iterable[Node]) -> list[Node]:
    """For each root an expression of the size of its terms, in its own unit: what it may be off by for a unit of
    relative error of all leaves, whatever their signs. Of a sum of numbers it is the sum of their sizes; a function
    passes on the size of its argument by its slope.

    >>> from .parse import parse
    >>> from .walk import evaluate, leaves
    >>> gap = parse("sqrt((x - y)**2) - r")
    >>> evaluate(terms([gap]), {leaf: {"x": 3.0, "y": 1.0, "r": 2.0}[leaf.args[0]] for leaf in leaves(gap)})
    [9.0]
    """
    roots = list(roots)
    known: dict[Node, Node] = {}
    for x in topological(roots):
        args = operands(x)
        if not args:
            known[x] = n.function("abs", x)
        elif (choice := chosen(x)) is not None:
            condition, one, other = choice
            known[x] = n.choose(condition, known[one], known[other])
        else:
            own = n.ZERO if x.op in ("add", "sub", "neg", "mul", "div") else n.function("abs", x)
            for a, slope in zip(args, partials(x), strict=True):
                own = n.add(own, n.mul(n.function("abs", slope), known[a]))
            known[x] = own
    return [known[root] for root in roots]


__all__ = ["terms"]
