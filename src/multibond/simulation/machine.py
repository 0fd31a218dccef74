"""A compiled model in one position of its structural modes, ready to run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..equations.compile import AUDIT, Compiled
from ..equations.modes import Mode
from ..equations.system import System
from ..expression import Node, const, name_of, node, sub, symbol
from ..expression.algebra import RELATIONS
from ..model.composite import WISHES
from ..program import Program


GUARDS = 1_000_000  # places of guards among the indicators lie behind those of modes


class Machine:
    """Compiled equations and their program, for one position of ideal switches and diodes."""

    def __init__(self, compiled: Compiled):
        self.compiled = compiled
        self.program = Program(compiled.schedule)

    @property
    def system(self) -> System:
        """The flat equations."""
        return self.compiled.system

    @property
    def states(self) -> tuple[Node, ...]:
        """All integrated variables, those of the energy audit last."""
        return self.compiled.schedule.states

    @cached_property
    def own(self) -> int:
        """The number of states of the model itself."""
        return sum(name_of(x) not in AUDIT for x in self.states)

    @cached_property
    def state_names(self) -> list[str]:
        """The names of the model's states."""
        return [name_of(x) for x in self.states[: self.own]]

    @cached_property
    def runtime_modes(self) -> list[Mode]:
        """The modes that are values at run time, in the order of the schedule's discrete values."""
        return [m for m in self.compiled.modes if not m.structural]

    @cached_property
    def timed(self) -> dict[int, tuple[Node, Node]]:
        """Modes (by place in compiled.modes) whose crossing is known beforehand: slope and offset in time."""
        found = {}
        frozen = {m.value for m in self.compiled.modes}
        for k, mode in enumerate(self.compiled.modes):
            line = mode.time_event(lambda x: self.system.is_constant(x) or x in frozen)
            if line is not None:
                found[k] = line
        return found

    @cached_property
    def indicators(self) -> list[tuple[int, Node]]:
        """Event indicators: place of the mode and the expression that crosses zero."""
        listed = []
        for k, mode in enumerate(self.compiled.modes):
            if k in self.timed:
                continue
            crossing = self.compiled.resolve(mode.crossing)
            listed.append((k, crossing))
            if mode.condition.op == "floor":
                listed.append((k, sub(crossing, const(1))))
        for k, guard in enumerate(self.compiled.guards):
            listed.append((GUARDS + k, guard.indicator))
        return listed

    @cached_property
    def crossings(self) -> list[Node]:
        """The crossing of every mode, in the schedule's names."""
        return [self.compiled.resolve(m.crossing) for m in self.compiled.modes]

    def evaluate(self, expressions: Sequence[Any], t: Any, x: np.ndarray, p: np.ndarray, m: np.ndarray) -> np.ndarray:
        """Values of expressions of the user's names; rows for times, columns for expressions."""
        return self.program.evaluate([self.compiled.resolve(node(e)) for e in expressions], t, x, p, m)


def mode_value(mode: Mode, crossing: float, now: float) -> float:
    """The value of a mode where its crossing has the given value."""
    if mode.condition.op in RELATIONS:
        if crossing == 0.0:
            return float(mode.condition.op in ("le", "ge"))
        return float((crossing > 0) == mode.rising)
    if mode.condition.op == "sign":
        return float(np.sign(crossing))
    return float(np.floor(crossing + now))  # the crossing of floor(u) is u − floor(u) as it is now


def model_wishes(system: System) -> dict[str, float]:
    """The wishes for states in all models, by full name."""
    return {
        f"{path}.{name}" if path else name: WISHES[wish]
        for path, model in system.graph.models.items()
        for name, wish in model.wishes.items()
    }


def discrete_symbols(system: System) -> list[Node]:
    """The discrete variables of the model."""
    return [symbol(name) for name in system.discrete]
