"""Time-stepping: fixed steps over which contacts and friction act with constant forces."""

from __future__ import annotations

from typing import ClassVar

from ...errors import ModelError
from ...frozen import frozen
from ...program import Function, Workspace
from .. import layout
from ..explicit import RungeKutta
from ..integrator import Solver


@frozen
class Timestepping(Solver):
    """Moreau's scheme with a fixed `step` (s; None: a millisecond, or a hundredth of the run where that is less): many
    bodies with many contacts. Events between steps are not located; impulses of a step are found in at most `sweeps`
    passes over all contacts."""

    step: float | None = None
    sweeps: int = 40
    name: ClassVar[str] = "timestepping"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is not None and not self.step > 0:
            raise ModelError(f"the fixed step must be positive, not {self.step} s")
        if not self.sweeps > 0:
            raise ModelError(f"time-stepping needs one sweep or more, not {self.sweeps}")

    def length(self, span: float) -> float:
        """The step [s] in a run of `span` [s]."""
        return self.step if self.step is not None else min(1e-3, span / 100)

    def integrator(self, workspace: Workspace, roots: Function | None) -> RungeKutta:
        """Its memory in `workspace`; the steps themselves are the run's, which knows the set-valued laws."""
        return RungeKutta(workspace.program, self.name, layout.FOURTH, roots, self.step)
