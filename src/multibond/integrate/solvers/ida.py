"""IDA: differential-algebraic equations by backward differentiation."""

from __future__ import annotations

from math import sqrt
from typing import ClassVar

from ...frozen import frozen
from ...program import Function, Workspace
from ..integrator import Integrator, Solver

FINEST = 1e-12  # relative tolerance below which the rounding of algebraic unknowns would set the steps


@frozen
class Ida(Solver):
    """IDA of SUNDIALS, backward differentiation of order 1 to 5 with an exact Jacobian.

    `implicit`: the unknowns of linear and nonlinear systems become unknowns of the integrator, which solves
    ẋ = f(t, x, z) and 0 = g(t, x, z) together; otherwise they are solved inside every evaluation of ẋ − f(t, x).
    `sparse` forces or forbids the sparse Jacobian; None decides by size and pattern.
    """

    implicit: bool = False
    sparse: bool | None = None
    name: ClassVar[str] = "ida"
    strictness: ClassVar[float] = 0.1

    def part(self, tolerance: float) -> float:
        """With all unknowns in its hands the errors of many thousand steps add up, where other methods take hundreds:
        a part that falls with the tolerance keeps the error of a long run where theirs is (measured)."""
        if not self.implicit:
            return self.strictness
        return max(min(self.strictness, sqrt(tolerance)), min(1.0, FINEST / tolerance))

    def integrator(self, workspace: Workspace, roots: Function | None) -> Integrator:
        """Its memory in `workspace`."""
        from ..residual_form import ResidualForm, SemiExplicitForm

        stacked = workspace.program.stacked if self.implicit else None
        if stacked is None:
            return ResidualForm(self.name, workspace.program, roots, self.sparse)
        return SemiExplicitForm(self.name, workspace, stacked, roots, self.sparse)
