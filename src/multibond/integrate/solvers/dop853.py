"""The explicit Runge-Kutta method of order 8(5,3)."""

from __future__ import annotations

from typing import ClassVar

from ...frozen import frozen
from ...program import Function, Workspace
from .. import layout
from ..explicit import RungeKutta
from ..integrator import Solver


@frozen
class Dop853(Solver):
    """Dormand and Prince's method of order 8(5,3) with dense output: non-stiff models, high accuracy."""

    name: ClassVar[str] = "dop853"
    strictness: ClassVar[float] = 0.35
    throws: ClassVar[bool] = True

    def integrator(self, workspace: Workspace, roots: Function | None) -> RungeKutta:
        """Its memory in `workspace`."""
        return RungeKutta(workspace.program, self.name, layout.EIGHTH, roots)
