"""Transformers and gyrators: power passes through unchanged, in any cardinality, square or rectangular."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ..expression import ZERO
from ..model.declare import Option, Parameter, Port
from .element import Cell, Element, Equation, blocks, product


class _TwoPort(Element):
    role = "conserving"
    a = Port(n="na", description="power in")
    b = Port(n="nb", inward=False, description="power out")
    M = Parameter(1.0, "any", "b,a", folds=True, description="ratio: a number, a vector, or nb × na numbers")
    form = Option("flow", choices=("flow", "effort"), description="which variable of a M maps to b")
    na = Option(None, description="cardinality of a (default n)")
    nb = Option(None, description="cardinality of b (default n)")

    def pattern_cells(self, m: np.ndarray, dual: bool) -> Iterator[Cell]:
        """One cell for each independent block of the matrix (rows belong to b, columns to a)."""
        pattern = np.array([[m[i, j] is not ZERO for j in range(m.shape[1])] for i in range(m.shape[0])])
        for rows, columns in blocks(pattern.reshape(m.shape)):
            ends = tuple((0, j) for j in columns) + tuple((1, i) for i in rows)
            count = len(columns)
            yield Cell("tf", ends, count, frozenset((1, i) for i in rows) if dual else frozenset(), m)


class TF(_TwoPort):
    """Transformer, lever, gear, rotation: flow form f_b = M f_a, e_a = Mᵀ e_b; effort form e_b = M e_a, f_a = Mᵀ f_b.

    A number or vector M stands on the diagonal; a matrix has the components of b as rows and of a as columns. A
    modulated transformer gets M as an expression of signals, such as ``TF(M="cos(angle.q)")``.
    """

    symbol = "TF"

    @property
    def ratio(self) -> tuple[str, str]:
        return self.option("form"), self.option("form")

    def equations(self, s: Any) -> Iterator[Equation]:
        if self.option("form") == "flow":
            yield s.b.f, s.M @ s.a.f
            yield s.a.e, s.M.T @ s.b.e
        else:
            yield s.b.e, s.M @ s.a.e
            yield s.a.f, s.M.T @ s.b.f

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        if self.option("form") == "flow":
            yield from self.pattern_cells(s.M, dual=False)
            return
        # in effort form the efforts of a determine those of b: as many flows come in as b has components
        for cell in self.pattern_cells(s.M, dual=False):
            yield replace(cell, count=len(cell.ends) - cell.count, form="effort")


class GY(_TwoPort):
    """Gyrator, motor, gyroscope: flow form e_b = M f_a, e_a = Mᵀ f_b; effort form f_b = M e_a, f_a = Mᵀ e_b.

    A number or vector M stands on the diagonal; a matrix has the components of b as rows and of a as columns.
    """

    symbol = "GY"

    @property
    def ratio(self) -> tuple[str, str]:
        return ("flow", "effort") if self.option("form") == "flow" else ("effort", "flow")

    def equations(self, s: Any) -> Iterator[Equation]:
        if self.option("form") == "flow":
            yield s.b.e, s.M @ s.a.f
            yield s.a.e, s.M.T @ s.b.f
        else:
            yield s.b.f, s.M @ s.a.e
            yield s.a.f, s.M.T @ s.b.e

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        for cell in self.pattern_cells(s.M, dual=True):
            flow_form = self.option("form") == "flow"
            yield cell if flow_form else replace(cell, count=len(cell.ends) - cell.count, form="effort")


class SGY(Element):
    """Symplectic gyrator: f_b = e_a, f_a = e_b; turns efforts into flows, with unit ratio."""

    symbol = "SGY"
    modulable = False
    role = "conserving"
    a = Port(description="power in")
    b = Port(inward=False, description="power out")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.b.f, s.a.e
        yield s.a.f, s.b.e

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        for i in range(self.n):
            yield Cell("tf", ((0, i), (1, i)), 1, frozenset({(1, i)}))


class EulerGyrator(Element):
    """Euler's gyrator e = f × (I f) on a bond of cardinality 3: the gyroscopic torque of a rotating body; no power."""

    symbol = "EGY"
    modulable = False
    role = "conserving"
    a = Port(n=3, causality="effort", description="power in")
    I = Parameter(1.0, "effort*s/flow", "field3", folds=True, description="inertia (number, 3 numbers or 3 × 3)")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.e, np.cross(s.f, product(s.I, s.f))
