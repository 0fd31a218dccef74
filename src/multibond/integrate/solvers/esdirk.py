"""The singly diagonally implicit Runge-Kutta method of order 4(3)."""

from __future__ import annotations

from typing import ClassVar

from ...frozen import frozen
from ...program import Function, Workspace
from .. import layout
from ..explicit import RungeKutta
from ..integrator import Solver


@frozen
class Esdirk(Solver):
    """Kennedy and Carpenter's method of order 4(3), stable for every decay: stiff models with many events, for it goes
    on after an event with the step it had, and events are gone over in machine code."""

    name: ClassVar[str] = "esdirk"
    strictness: ClassVar[float] = 0.1
    throws: ClassVar[bool] = True

    def integrator(self, workspace: Workspace, roots: Function | None) -> RungeKutta:
        """Its memory in `workspace`."""
        return RungeKutta(workspace.program, self.name, layout.IMPLICIT, roots)
