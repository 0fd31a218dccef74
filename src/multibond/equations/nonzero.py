"""Which coefficients never vanish, so that an equation may be divided by them once and for all.

Numbers and parameters are what they are: whether one of the latter is zero belongs to the structure, see
`coefficients`. Discrete values and the modes of conditions may become zero at any event.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..expression import Node, gradient, leaves
from .rounding import Rounded
from .system import System

_PASSED_ON = ("neg", "mul", "abs", "sqrt")  # not zero where none of their arguments is


class Nonzero:
    """Tells whether a coefficient stays away from zero, with the `values` of the parameters.

    >>> from multibond.expression import choose, relation, symbol
    >>> a, on = symbol("a"), symbol("on")
    >>> never = Nonzero({a: 2.0})
    >>> never(3 * a), never(a - 2), never(on * a), never(choose(relation("gt", on, 0.5), a, 1))
    (True, False, False, True)
    """

    def __init__(self, values: Mapping[Node, float]):
        self._values, self._rounded = values, Rounded(values)
        self._known: dict[Node, bool] = {}

    def __call__(self, x: Node) -> bool:
        if x.op == "const":
            return x.args[0] != 0.0
        if x not in self._known:
            self._known[x] = self._judge(x)
        return self._known[x]

    def _judge(self, x: Node) -> bool:
        if all(leaf in self._values for leaf in leaves(x)):
            return not self._rounded.zero(x)
        if x.op in _PASSED_ON:
            return all(self(a) for a in x.args)
        if x.op in ("div", "pow"):
            return self(x.args[0]) and all(leaf in self._values for leaf in leaves(x.args[1]))
        if x.op == "if":
            return self(x.args[1]) and self(x.args[2])
        return x.op == "exp"


def coefficients(system: System) -> frozenset[str]:
    """The parameters in factors of variables: where one of these is zero, the equations have another structure."""
    found: set[str] = set()
    for equation in system.equations:
        for leaf, slope in gradient(equation.residual).items():
            if not system.is_constant(leaf):
                found.update(x.args[0] for x in leaves(slope) if x.op == "symbol" and x.args[0] in system.parameters)
    return frozenset(found)


NUMBERS = Nonzero({})  # only numbers are known not to vanish

__all__ = ["NUMBERS", "Nonzero", "coefficients"]
