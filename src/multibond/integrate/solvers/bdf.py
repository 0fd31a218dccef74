"""Backward differentiation formulas of variable order."""

from __future__ import annotations

from typing import ClassVar

from ...frozen import frozen
from ...program import Function, Workspace
from ..integrator import Integrator, Solver
from ..sundials import BDF


@frozen
class Bdf(Solver):
    """CVODE with backward differentiation of order 1 to 5 and an exact Jacobian: stiff models.

    `sparse` forces or forbids the sparse Jacobian; None decides by size and pattern.
    """

    sparse: bool | None = None
    name: ClassVar[str] = "bdf"
    strictness: ClassVar[float] = 0.1

    def integrator(self, workspace: Workspace, roots: Function | None) -> Integrator:
        """Its memory in `workspace`."""
        from ..cvode import Cvode

        return Cvode(self.name, BDF, workspace.program, roots, self.sparse)
