"""The propagator of linear systems whose matrix is constant between events."""

from __future__ import annotations

from typing import ClassVar

from ...errors import ModelError
from ...frozen import frozen
from ...program import Function, Workspace
from .. import layout
from ..explicit import RungeKutta
from ..integrator import Solver


@frozen
class Propagator(Solver):
    """Advances a linear system by a rational approximation of order 6 to its propagator: networks with switches, diodes
    or dry friction, linear elsewhere, however far apart their time constants are."""

    name: ClassVar[str] = "propagator"
    strictness: ClassVar[float] = 0.35
    throws: ClassVar[bool] = True

    def integrator(self, workspace: Workspace, roots: Function | None) -> RungeKutta:
        """Its memory in `workspace`."""
        if not workspace.program.constant:
            raise ModelError(
                "the solver 'propagator' is for models with set-valued laws (switches, diodes, dry friction) that are "
                "linear elsewhere, with constant coefficients; take auto, dop853 or bdf"
            )
        if workspace.program.matrix is None:
            raise ModelError(
                f"the solver 'propagator' is for models of moderate size, and this one has "
                f"{workspace.program.own_states} states; take auto, dop853 or bdf"
            )
        return RungeKutta(workspace.program, self.name, layout.LINEAR, roots)
