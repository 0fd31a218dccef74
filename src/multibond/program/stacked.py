"""The program of a semi-explicit system: states and algebraic unknowns side by side, derivatives beside residuals."""

from __future__ import annotations

from ..equations.schedule import Assign, Schedule
from ..equations.semi_explicit import SemiExplicit, semi_explicit
from ..expression import Node
from .backend import Backend
from .program import Program


class Stacked(Program):
    """Its `rhs` computes f and g from x and z; `jvp` and the patterns are those of f and g by x and z.

    `blocks_of_unknowns` are the algebraic unknowns that are determined together.
    """

    def __init__(
        self, system: SemiExplicit, backend: Backend | None = None, blocks: tuple[tuple[Node, ...], ...] | None = None
    ):
        super().__init__(system.stacked(), backend)
        self.system = system
        self.differential = len(system.states)
        self.blocks_of_unknowns = (system.algebraic,) if blocks is None else blocks


def stacked(schedule: Schedule, backend: Backend | None = None) -> Stacked | None:
    """The unknowns of the systems of `schedule` left to the integrator; None if it has none."""
    blocks = tuple(step.unknowns for step in schedule.steps if not isinstance(step, Assign))
    return Stacked(semi_explicit(schedule), backend, blocks) if blocks else None


__all__ = ["Stacked", "stacked"]
