"""The classic Runge-Kutta method with a fixed step."""

from __future__ import annotations

from typing import ClassVar

from ...errors import ModelError
from ...frozen import frozen
from ...program import Function, Workspace
from .. import layout
from ..explicit import RungeKutta
from ..integrator import Solver


@frozen
class Rk4(Solver):
    """The classic method of order 4 with a fixed `step` (s; None: a thousandth of the span): real-time studies."""

    step: float | None = None
    name: ClassVar[str] = "rk4"
    throws: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is not None and not self.step > 0:
            raise ModelError(f"the fixed step must be positive, not {self.step} s")

    def integrator(self, workspace: Workspace, roots: Function | None) -> RungeKutta:
        """Its memory in `workspace`."""
        return RungeKutta(workspace.program, self.name, layout.FOURTH, roots, self.step)
