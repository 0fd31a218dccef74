"""The equations of motion of a mechanism as a textbook prints them: M(q) q'' + c(q, q') + g(q) = Q, and constraints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..equations.kane import GROUPS
from ..expression import ZERO, Node, add, gradient, leaves, mul, substitute
from ..expression.factored import Total, expression_of


@dataclass(frozen=True)
class Contribution:
    """What belongs to one flow of a mechanism: its momentum, the rate of that where the velocities are constant, and
    the efforts that act along the flow."""

    path: str
    flow: Total
    momentum: Total
    bias: Total
    efforts: Mapping[str, Total]


@dataclass(frozen=True)
class MechanicsEquations:
    """M du/dt + coriolis + gravity = springs + dampers + applied + directions · λ, in the names of `variables`.

    All entries are factored sums, from which text, LaTeX and SymPy objects are made. `kinematics` gives the rates of
    coordinates that are not velocities themselves; `constraints` are zero on the level of velocities, `positions` on
    that of positions; `where` are parts with names of their own; `others` are the rates of states beside the mechanism.
    Where M would fill pages, `flows` list what each body contributes instead: M is the sum of (∂f/∂u)ᵀ ∂p/∂u over the
    flows f with momenta p, and the other terms are the sums of (∂f/∂u)ᵀ e; c has the rates of p at constant u too.
    """

    title: str
    variables: Mapping[str, str]  # names of the print that differ from those of the model
    coordinates: tuple[Node, ...]
    velocities: tuple[Node, ...]
    mass: tuple[tuple[Total, ...], ...]
    parts: Mapping[str, tuple[Total, ...]]
    kinematics: tuple[tuple[Node, Total], ...] = ()
    multipliers: tuple[Node, ...] = ()
    directions: tuple[tuple[Total, ...], ...] = ()
    constraints: tuple[Total, ...] = ()
    positions: tuple[Total, ...] = ()
    origins: tuple[str, ...] = ()
    where: tuple[tuple[Node, Total], ...] = ()
    others: tuple[tuple[Node, Total], ...] = ()
    shown: Mapping[Node, Node] = field(default_factory=dict)  # variables of the model and the symbols for them here
    flows: tuple[Contribution, ...] = ()
    resting: tuple[str, ...] = ()  # coordinates that the constraints hold at zero, and that stand nowhere else

    def text(self) -> str:
        """The equations as text."""
        from .mechanics_text import text_of_mechanics

        return text_of_mechanics(self)

    def latex(self) -> str:
        """The equations as LaTeX."""
        from .mechanics_latex import latex_of_mechanics

        return latex_of_mechanics(self)

    def expression(self, total: Total) -> Node:
        """An entry as an expression, the parts with names put in."""
        return substitute([expression_of(total)], self._behind)[0]

    @cached_property
    def _behind(self) -> dict[Node, Node]:
        """What the names of parts stand for, without names of other parts."""
        values = {name: expression_of(value) for name, value in self.where}
        found: dict[Node, Node] = {}
        waiting = list(values)
        while waiting:
            name = waiting[-1]
            missing = [x for x in leaves(values[name]) if x in values and x not in found]
            if missing and name not in found:
                waiting += missing
                continue
            waiting.pop()
            found.setdefault(name, substitute([values[name]], found)[0])
        return found

    def sums(self) -> tuple[np.ndarray, dict[str, list[Node]]]:
        """M and the other terms by groups as expressions, summed up over the flows where they are listed by these."""
        n = len(self.velocities)
        if not self.flows:
            mass = np.array([[self.expression(x) for x in row] for row in self.mass], dtype=object)
            return mass, {group: [self.expression(x) for x in self.parts[group]] for group in GROUPS}
        mass, terms = np.full((n, n), ZERO, dtype=object), {group: [ZERO] * n for group in GROUPS}
        for each in self.flows:
            slopes = self._slopes(each.flow)
            masses = self._slopes(each.momentum)
            efforts = {group: self.expression(effort) for group, effort in each.efforts.items()}
            efforts["coriolis"] = add(efforts.get("coriolis", ZERO), self.expression(each.bias))
            for i, slope in enumerate(slopes):
                for j in range(n):
                    mass[i, j] = add(mass[i, j], mul(slope, masses[j]))
                for group, effort in efforts.items():
                    terms[group][i] = add(terms[group][i], mul(slope, effort))
        return mass, terms

    def _slopes(self, total: Total) -> list[Node]:
        """How an entry depends on the velocities."""
        slopes = gradient(self.expression(total))
        return [slopes.get(u, ZERO) for u in self.velocities]

    def pulls(self) -> list[list[Node]]:
        """The directions of the multipliers, a row for each velocity."""
        if self.directions:
            return [[self.expression(x) for x in row] for row in self.directions]
        columns = [self._slopes(row) for row in self.constraints]
        return [[column[i] for column in columns] for i in range(len(self.velocities))]

    def sympy(self) -> dict[str, Any]:
        """SymPy matrices: ``M``, one for each group of terms, ``h`` (Coriolis and gravity), ``Q`` (the others), the
        constraints ``velocity`` and ``position``, and the ``directions`` of the multipliers. The rate of x is the
        symbol ``der(x)``."""
        import sympy

        from ..expression import to_sympy

        def written(entries: Any) -> list[Any]:
            found = to_sympy([self.expression(x) if isinstance(x, Total) else x for x in entries], _derivative)
            return [sympy.nsimplify(x, rational=True) if x.atoms(sympy.Float) else x for x in found]

        n = len(self.velocities)
        mass, terms = self.sums()
        result = {"M": sympy.Matrix([written(row) for row in mass])}
        result |= {group: sympy.Matrix(written(terms[group])) for group in GROUPS}
        result["h"] = result["coriolis"] + result["gravity"]
        result["Q"] = result["springs"] + result["dampers"] + result["applied"]
        result["velocity"] = sympy.Matrix(written(self.constraints))
        result["position"] = sympy.Matrix(written(self.positions))
        result["directions"] = sympy.Matrix(n, len(self.multipliers), [e for row in self.pulls() for e in written(row)])
        return result

    __str__ = text

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"


def _derivative(name: str) -> str:
    return f"der({name[:-1]})" if name.endswith("'") else name
