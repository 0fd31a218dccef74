"""CVODE at work: ẋ = f(t, x) by multistep methods of variable order."""

from __future__ import annotations

from typing import Any

from ..program import Function, Program
from . import adapters
from .implicit import Sundials
from .sundials import BDF


class Cvode(Sundials):
    """`family` is ADAMS or BDF."""

    prefix, entry, residual_form = "CVode", "CVode", 0
    jacobians = (adapters.dense_jacobian, adapters.sparse_jacobian)
    indicators = adapters.event_indicators
    begins_anew = True

    def __init__(self, name: str, family: int, program: Program, roots: Function | None, sparse: bool | None):
        super().__init__(name, program, roots, sparse)
        self._family = family

    def _create(self, t0: float) -> Any:
        lib = self.library
        memory = lib.CVodeCreate(self._family, self._sundials)
        self._demand(lib.CVodeInit(memory, adapters.right_hand_side.address, t0, self._vectors[0]))
        lib.CVodeSetMaxHnilWarns(memory, -1)  # we say it ourselves
        return memory

    def _make(self, t0: float) -> None:
        super()._make(t0)
        if self.program.steep:  # with a Jacobian of before, far stiffer than it is now, every correction seems small
            self._demand(self.library.CVodeSetJacEvalFrequency(self._memory, 1))
            self._demand(self.library.CVodeSetLSetupFrequency(self._memory, 1))

    def _restart(self, t0: float) -> None:
        self._demand(self.library.CVodeReInit(self._memory, t0, self._vectors[0]))

    def _calm(self) -> None:
        if self._family == BDF:  # orders from 3 on are unstable for fast oscillations with little damping
            self._demand(self.library.CVodeSetStabLimDet(self._memory, 1))
