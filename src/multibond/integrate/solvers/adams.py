"""Adams' formulas of variable order."""

from __future__ import annotations

from typing import ClassVar

from ...frozen import frozen
from ...program import Function, Workspace
from ..integrator import Integrator, Solver
from ..sundials import ADAMS


@frozen
class Adams(Solver):
    """CVODE with Adams' formulas of order 1 to 12: smooth non-stiff models that are dear to evaluate.

    `sparse` forces or forbids the sparse Jacobian; None decides by size and pattern.
    """

    sparse: bool | None = None
    name: ClassVar[str] = "adams"
    strictness: ClassVar[float] = 0.1

    def integrator(self, workspace: Workspace, roots: Function | None) -> Integrator:
        """Its memory in `workspace`."""
        from ..cvode import Cvode

        return Cvode(self.name, ADAMS, workspace.program, roots, self.sparse)
