"""Two ways to reckon with matrices of a linear graph: with floating-point numbers, and exactly with symbols.

Both offer the same few operations, so that the elimination is written once. Symbolic entries live in the field of
fractions of the parameters (SymPy's DomainMatrix); sub-expressions that are no fractions, such as cos(alpha), become
generators of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from ..expression import Node, evaluate, leaves, operands, to_sympy, topological
from .symbolic_work import SymbolicWork, TooMuch

_RATIONAL = {"add", "sub", "mul", "div", "neg", "const", "symbol"}
MOST_FACTORS = 1000  # of a power that is written out


class Singular(Exception):
    """A matrix without inverse; `rows` are those of the dependent part."""

    def __init__(self, rows: list[int]):
        super().__init__()
        self.rows = rows


class Numbers:
    """Floating-point numbers and numpy arrays."""

    zero: Any = 0.0
    one: Any = 1.0
    symbolic = False

    def __init__(self, values: Mapping[str, float]):
        self.values = values

    def of(self, x: Node) -> float:
        """The number of a constant expression."""
        return float(evaluate([x], {leaf: self.values[leaf.args[0]] for leaf in leaves(x)})[0])

    def cancels(self, total: Any, a: Any, b: Any) -> bool:
        """Whether `total` = a + b is zero up to rounding."""
        return abs(total) <= 1e-14 * max(abs(a), abs(b))

    def size(self, value: Any) -> float:
        """How good a pivot a number is."""
        return abs(value)

    def matrix(self, rows: list[dict[int, Any]], columns: int) -> Any:
        """A matrix from sparse rows."""
        result = np.zeros((len(rows), columns))
        for i, row in enumerate(rows):
            for j, value in row.items():
                result[i, j] = value
        return result

    def identity(self, n: int) -> Any:
        """The unit matrix."""
        return np.eye(n)

    def times(self, *factors: Any) -> Any:
        """The product of matrices."""
        result = factors[0]
        for factor in factors[1:]:
            result = result @ factor
        return result

    def vanishes(self, a: Any, *terms: Any) -> bool:
        """Whether all entries of `a`, a sum of products of the `terms`, are zero up to rounding."""
        scale = max((float(np.max(np.abs(t))) for t in terms if t.size), default=1.0)
        return not a.size or float(np.max(np.abs(a))) <= 1e-12 * scale

    def entries(self, a: Any) -> list[tuple[int, int]]:
        """The places of the non-zero entries."""
        return [(int(i), int(j)) for i, j in zip(*np.nonzero(a), strict=True)]

    def inverse(self, a: Any) -> Any:
        """The inverse; raises Singular."""
        result = np.zeros(a.shape)
        for block in connected(len(a), self.entries(a)):
            part = a[np.ix_(block, block)]
            # units differ by orders of magnitude: judge and invert a matrix with rows and columns of size one
            rows = 1 / np.maximum(np.max(np.abs(part), axis=1), 1e-300)
            columns = 1 / np.maximum(np.max(np.abs(part) * rows[:, None], axis=0), 1e-300)
            even = part * rows[:, None] * columns
            if not np.isfinite(even).all() or np.linalg.cond(even) > 1e13:
                raise Singular(block)
            result[np.ix_(block, block)] = np.linalg.inv(even) * rows * columns[:, None]
        return result

    def shown(self, a: Any) -> Any:
        """The matrix as the user gets it: exact zeros for what is zero up to rounding."""
        a = np.array(a, dtype=float)
        scale = float(np.max(np.abs(a))) if a.size else 0.0
        a[np.abs(a) < 1e-15 * scale] = 0.0
        return a + 0.0


class Fractions:
    """Exact fractions of parameters and SymPy matrices."""

    symbolic = True

    def __init__(self, coefficients: Iterable[Node]):
        from sympy import QQ, Dummy

        self.opaque: dict[Node, Any] = {}  # a sub-expression that is no fraction, and what stands for it
        symbols: dict[Node, Any] = {}
        for x in _rational_leaves(list(coefficients)):
            if x.op == "symbol":
                symbols[x] = to_sympy([x])[0]
            else:
                self.opaque[x] = Dummy(f"g{len(self.opaque)}", real=True)
        self.back = {dummy: to_sympy([x])[0] for x, dummy in self.opaque.items()}
        generators = [*symbols.values(), *self.opaque.values()]
        self.domain = QQ.frac_field(*generators) if generators else QQ
        self.generators = dict(zip([*symbols, *self.opaque], self.domain.gens if generators else (), strict=True))
        self.zero, self.one = self.domain.zero, self.domain.one
        self.work = SymbolicWork()
        self.known: dict[Node, Any] = {}  # elements of the field

    def of(self, x: Node) -> Any:
        """An expression of parameters as an element of the field."""
        known = self.known
        stack = [x]
        while stack:
            y = stack[-1]
            if y in known:
                stack.pop()
            elif y in self.generators:
                known[y] = self.generators[y]
            elif y.op == "const":
                known[y] = self.domain.convert(_exact(y.args[0]))
            else:
                args = operands(y)[: 1 if y.op == "pow" else None]
                missing = [a for a in args if a not in known]
                stack += missing
                if not missing:
                    known[y] = self._apply(y, [known[a] for a in args])
        return known[x]

    def _apply(self, x: Node, a: list[Any]) -> Any:
        if len(a) == 2:
            self.work.operation(*a)
        match x.op:
            case "add":
                return a[0] + a[1]
            case "sub":
                return a[0] - a[1]
            case "mul":
                return a[0] * a[1]
            case "div":
                return a[0] / a[1]
            case "neg":
                return -a[0]
        exponent, result = int(x.args[1].args[0]), self.one
        if abs(exponent) > MOST_FACTORS:
            raise TooMuch
        for _ in range(abs(exponent)):
            self.work.operation(result, a[0])
            result = result * a[0]
        return result if exponent >= 0 else self.one / result

    def before(self, a: Any, b: Any) -> None:
        """Before a sum, product or quotient of two elements: raises TooMuch before all of it would take too long."""
        self.work.operation(a, b)

    def cancels(self, total: Any, a: Any, b: Any) -> bool:
        """Whether `total` = a + b is zero."""
        return not total

    def size(self, value: Any) -> float:
        """How good a pivot an element is: the shorter the better."""
        if not value:
            return 0.0
        return 1.0 / (1 + len(value.numer) + len(value.denom)) if hasattr(value, "numer") and self.generators else 1.0

    def matrix(self, rows: list[dict[int, Any]], columns: int) -> Any:
        """A matrix from sparse rows."""
        from sympy.polys.matrices import DomainMatrix

        entries = {i: {j: v for j, v in row.items() if v} for i, row in enumerate(rows)}
        return DomainMatrix({i: row for i, row in entries.items() if row}, (len(rows), columns), self.domain)

    def identity(self, n: int) -> Any:
        """The unit matrix."""
        return self.matrix([{i: self.one} for i in range(n)], n)

    def times(self, *factors: Any) -> Any:
        """The product of matrices."""
        result = factors[0]
        for factor in factors[1:]:
            result = result * factor
        return result

    def vanishes(self, a: Any, *terms: Any) -> bool:
        """Whether all entries of `a` are zero."""
        return not self.entries(a)

    def entries(self, a: Any) -> list[tuple[int, int]]:
        """The places of the non-zero entries."""
        return list(a.to_dok())

    def inverse(self, a: Any) -> Any:
        """The inverse; raises Singular, and TooMuch before that would take too long."""
        left: list[dict[int, Any]] = [{} for _ in range(a.shape[0])]
        for (i, j), value in a.to_dok().items():
            left[i][j] = value
        right = [{i: self.one} for i in range(len(left))]
        rows: list[dict[int, Any]] = [{} for _ in left]
        for block in connected(len(left), list(a.to_dok())):
            self._eliminate(left, right, block, rows)
        return self.matrix(rows, a.shape[1])

    def _eliminate(self, left: Any, right: Any, block: list[int], result: list[dict[int, Any]]) -> None:
        """Gauss and Jordan on the sparse rows `left` beside `right`; the shortest entry of all is the next pivot, which
        keeps the fractions short: 15 times faster than row by row on ladders of resistors."""
        open_rows = set(block)
        while open_rows:
            found = [(self.size(v), i, j) for i in open_rows for j, v in left[i].items()]
            if not found or any(not left[i] for i in open_rows):
                raise Singular(sorted(open_rows))
            _, i, j = max(found, key=lambda entry: (entry[0], -len(left[entry[1]]), -entry[1], -entry[2]))
            open_rows.discard(i)
            pivot = left[i].pop(j)
            for side in (left[i], right[i]):
                for k, v in side.items():
                    self.work.operation(v, pivot, block)
                    side[k] = v / pivot
            for other in block:
                weight = left[other].pop(j, None) if other != i else None
                if weight is None:
                    continue
                for target, source in ((left[other], left[i]), (right[other], right[i])):
                    for k, v in source.items():
                        self.work.operation(weight, v, block)
                        added = -weight * v
                        if k in target:
                            self.work.operation(target[k], added, block)
                            added = target[k] + added
                        if added:
                            target[k] = added
                        else:
                            target.pop(k, None)
            result[j] = right[i]

    def expression(self, value: Any) -> Any:
        """An element as a SymPy expression, factored where that is cheap, as one would write it: −(c1 + c2)/m1."""
        import sympy

        result = self.domain.to_sympy(value)
        if not hasattr(value, "numer") or not self.generators or len(value.numer) + len(value.denom) <= 40:
            result = sympy.factor(result)
        return result.xreplace(self.back) if self.back else result

    def shown(self, a: Any) -> Any:
        """The matrix as the user gets it: a SymPy matrix."""
        import sympy

        result = sympy.zeros(*a.shape)
        for (i, j), value in a.to_dok().items():
            result[i, j] = self.expression(value)
        return result


def _rational_leaves(roots: list[Node]) -> list[Node]:
    """The symbols, and the largest sub-expressions that are not fractions of symbols."""
    found: dict[Node, None] = {}
    seen: set[Node] = set()
    stack = list(reversed(roots))
    while stack:
        x = stack.pop()
        if x in seen or x.op == "const":
            continue
        seen.add(x)
        if x.op == "pow" and x.args[1].op == "const" and float(x.args[1].args[0]).is_integer():
            stack.append(x.args[0])
        elif x.op == "symbol" or x.op not in _RATIONAL:
            found[x] = None
        else:
            stack += reversed(operands(x))
    order = {x: k for k, x in enumerate(topological(roots))}
    return sorted(found, key=lambda x: order[x])


def _exact(value: float) -> Any:
    """The fraction that a decimal number is meant to be: 0.1 is 1/10."""
    from sympy import Rational

    fraction = Fraction(repr(value))
    return Rational(fraction.numerator, fraction.denominator)


def connected(n: int, entries: list[tuple[int, int]]) -> list[list[int]]:
    """The independent diagonal blocks of a square matrix with non-zeros at `entries`."""
    group = list(range(n))

    def root(i: int) -> int:
        while group[i] != i:
            group[i] = group[group[i]]
            i = group[i]
        return i

    for i, j in entries:
        group[root(i)] = root(j)
    found: dict[int, list[int]] = {}
    for i in range(n):
        found.setdefault(root(i), []).append(i)
    return list(found.values())
