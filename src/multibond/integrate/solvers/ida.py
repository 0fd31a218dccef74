"""IDA: differential-algebraic equations by backward differentiation."""

from __future__ import annotations

from typing import ClassVar

from ...frozen import frozen
from ...program import Function, Workspace
from ..integrator import Integrator, Solver


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

    def integrator(self, workspace: Workspace, roots: Function | None) -> Integrator:
        """Its memory in `workspace`."""
        from ..residual_form import ResidualForm, SemiExplicitForm

        stacked = workspace.program.stacked if self.implicit else None
        if stacked is None:
            return ResidualForm(self.name, workspace.program, roots, self.sparse)
        return SemiExplicitForm(self.name, workspace, stacked, roots, self.sparse)
