"""Outputs of a linear graph: any variable or linear expression as y = C X + D U + F U̇."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError
from ..expression import TIME, ZERO, Node, evaluate, gradient, leaves, nodes, substitute, to_sympy
from .elimination import Form, Unsolvable, solve

if TYPE_CHECKING:
    from .state_space import StateSpace

Triple = tuple[Any, Any, Any]  # factors of X, U and U̇


def expressions(space: StateSpace, wanted: Iterable[Any]) -> list[tuple[str, Node]]:
    """The scalar expressions that are meant by names, expressions or vectors of them, each with a name."""
    if not isinstance(wanted, (list, tuple)):
        raise ModelError(f"the outputs are a list of names or expressions, not {wanted!r}")
    system = space.parts.system
    found: list[tuple[str, Node]] = []
    for want in wanted:
        if isinstance(want, str) and want in system.outputs:
            value: Any = system.outputs[want].value
        elif isinstance(want, str) and want in (known := _entries(space)):
            value = known[want]
        else:
            value = system.scopes.value(want, "")
        array: Any = nodes(value)
        stem = want if isinstance(want, str) else str(want)
        for index in np.ndindex(*array.shape):
            suffix = f"[{','.join(map(str, index))}]" if index else ""
            found.append((stem + suffix, array[index]))
    return found


def _entries(space: StateSpace) -> dict[str, Node]:
    """The variables of the characteristic vectors by their bond names: e18, p1."""
    vectors = (space.U, space.V, space.X_I, space.Z_I, space.X_D, space.Z_D, space.d_in, space.d_out)
    return {entry.name: entry.variable for vector in vectors for entry in vector}


def output_matrices(space: StateSpace, wanted: Iterable[Any]) -> Triple:
    """C, D and F of the `wanted` outputs, given as names (``mass.f``, ``e18``, a model's output) or expressions."""
    rows = _Rows(space)
    triples = [rows.of(name, expression) for name, expression in expressions(space, wanted)]
    if space.symbolic:
        import sympy

        sizes = (len(space.X), len(space.U), len(space.U))
        empty = [sympy.zeros(0, size) for size in sizes]
        return tuple(reduce(sympy.Matrix.col_join, (t[k] for t in triples), empty[k]) for k in range(3))
    sizes = (len(space.X), len(space.U), len(space.U))
    return tuple(np.vstack([t[k] for t in triples] or [np.zeros((0, sizes[k]))]) for k in range(3))  # type: ignore[return-value]


class _Rows:
    """Every variable of a linear graph as a row of factors of X, U and U̇."""

    def __init__(self, space: StateSpace):
        self.space, self.parts, self.arithmetic = space, space.parts, space.arithmetic
        self.base = self._base()
        self.known: dict[Node, Triple] = {}
        self.signals: dict[Node, Form] | None = None

    def _base(self) -> dict[Node, tuple[Triple, int]]:
        """The variables that everything else is a form of, with their place in the matrices."""
        p, a, maps = self.parts, self.arithmetic, self.space.maps
        times, J, N = a.times, maps["J"], maps["N"]
        n, m = len(p.X_I), len(p.U)
        none = a.matrix([{} for _ in range(n)], m)
        energy: Triple = (maps["energy"], none, none)
        if maps["offset"] is not None:  # X_I = back (Z_I − Z_U U)
            energy = (energy[0], none - times(energy[0], maps["offset"]), none)

        def combine(factor_x: Any, factor_u: Any, factor_rate: Any) -> Triple:
            """factor_x X_I + factor_u U + factor_rate U̇ in terms of the chosen states."""
            return times(factor_x, energy[0]), factor_u + times(factor_x, energy[1]), factor_rate

        def zero(rows: int) -> Any:
            return a.matrix([{} for _ in range(rows)], m)

        Z_I, X_D, A, B, E = maps["Z_I"], maps["X_D"], maps["A"], maps["B"], maps["E"]
        k, d = len(p.X_D), len(p.d_in)
        rate = (times(X_D["X"], A), times(X_D["X"], B), times(X_D["X"], E) + X_D["U"])
        into = [times(J["L", "I"], Z_I["X"]) + times(J["L", "D"], rate[0]),
                J["L", "U"] + times(J["L", "I"], Z_I["U"]) + times(J["L", "D"], rate[1]),
                times(J["L", "D"], rate[2])]  # fmt: skip
        groups = [
            (p.U, (a.matrix([{} for _ in range(m)], n), a.identity(m), zero(m))),
            (p.X_I, energy),
            (p.Z_I, combine(Z_I["X"], Z_I["U"], zero(n))),
            (p.X_D, combine(X_D["X"], X_D["U"], zero(k))),
            (p.rate_D, combine(*rate)),
            (p.d_out, combine(*(times(N, part) for part in into)) if d else (into[0], into[1], into[2])),
        ]
        return {entry.variable: (triple, i) for entries, triple in groups for i, entry in enumerate(entries)}

    def of(self, name: str, expression: Node) -> Triple:
        """The row of an expression that is linear in the variables."""
        system = self.parts.system
        slopes = gradient(expression)
        variables = [v for v in slopes if not system.is_constant(v)]
        for v in variables:
            inner = [x for x in leaves(slopes[v]) if x is TIME or not system.is_constant(x)]
            if v is TIME or inner:
                raise ModelError(
                    f"the output '{name}' is not linear: it depends on {inner[0] if inner else v} otherwise"
                )
        if not variables:
            raise ModelError(f"the output '{name}' is a constant; name a variable of the model")
        rest = substitute([expression], dict.fromkeys(variables, ZERO))[0]
        if rest is not ZERO:
            raise ModelError(f"the output '{name}' has the constant part {rest}; leave it out, a linear model has none")
        total: Triple | None = None
        for v in variables:
            weight, row = self._number(slopes[v]), self._variable(name, v)
            scaled = tuple(weight * part for part in row)
            total = scaled if total is None else tuple(x + y for x, y in zip(total, scaled, strict=True))
        assert total is not None
        if self.space.symbolic:
            import sympy

            return tuple(part.applyfunc(sympy.factor) for part in total)
        return total

    def _number(self, slope: Node) -> Any:
        if self.space.symbolic:
            return to_sympy([slope])[0]
        parameters = self.parts.system.parameters
        return float(evaluate([slope], {x: parameters[x.args[0]].value for x in leaves(slope)})[0])

    def _variable(self, name: str, v: Node) -> Triple:
        if v not in self.known:
            self.known[v] = tuple(self.arithmetic.shown(part) for part in self._exact(name, v))
        return self.known[v]

    def _exact(self, name: str, v: Node) -> Triple:
        if v in self.base:
            triple, i = self.base[v]
            return tuple(part[i : i + 1, :] for part in triple)
        form = self.space.forms.get(v)
        if form is None:
            form = self._signal(name, v)
        total: Triple | None = None
        for u, c in form.items():
            weight = self.arithmetic.matrix([{0: c}], 1)
            part = tuple(self.arithmetic.times(weight, x) for x in self._exact(name, u))
            total = part if total is None else tuple(x + y for x, y in zip(total, part, strict=True))
        if total is None:
            n, m = len(self.parts.X_I), len(self.parts.U)
            total = tuple(self.arithmetic.matrix([{}], size) for size in (n, m, m))
        return total

    def _signal(self, name: str, v: Node) -> Form:
        """A sensor's or block's signal as a form of port variables and states."""
        if self.signals is None:
            rows = [{x: self.arithmetic.of(c) for x, c in row.items()} for row, _ in self.parts.signals]
            unknowns = {x for row in rows for x in row if x not in self.base and x not in self.space.forms}
            try:
                self.signals = solve(rows, unknowns, self.arithmetic)
            except Unsolvable as failure:
                for x in failure.unknowns:
                    unknowns.discard(x)
                whole = [row for row in rows if not any(x in row for x in failure.unknowns)]
                self.signals = solve(whole, unknowns, self.arithmetic)
        if v not in self.signals:
            raise ModelError(f"the output '{name}' needs {v}, which is not a linear function of states and inputs")
        return self.signals[v]
