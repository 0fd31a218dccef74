"""Events: settling the modes, applying changes, finding the next time event."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from ..errors import SimulationError
from ..expression import Node, evaluate, leaves, name_of
from .machine import Machine, mode_value

ROUNDS = 50


@dataclass
class Event:
    """What happened at one instant: the components whose conditions changed, and the jump of stored energy [J]."""

    time: float
    origins: list[str]
    energy_jump: float = 0.0
    changes: list[str] = field(default_factory=list)


class Modes:
    """The values of all modes and discrete variables during a run."""

    def __init__(self, machine: Machine, p: np.ndarray):
        system = machine.system
        self.values: dict[Node, float] = {m.value: 0.0 for m in machine.compiled.modes}
        numbers = dict(zip(machine.compiled.schedule.parameters, map(float, p), strict=True))
        for name, start in system.discrete.items():
            from ..expression import symbol

            self.values[symbol(name)] = float(evaluate([start], numbers)[0])

    def vector(self, machine: Machine) -> np.ndarray:
        """The discrete values in the order of the machine's schedule."""
        return np.array([self.values.get(x, 0.0) for x in machine.compiled.schedule.discrete], dtype=float)

    def renew_guards(self, machine: Machine, t: float, x: np.ndarray, p: np.ndarray, weaker: bool) -> None:
        """Remember the present determinants of the constraints as what they should stay near.

        `weaker`: no better states were found, so the guards come down to what is there.
        """
        guards = machine.compiled.guards
        if not guards:
            return
        now = np.abs(machine.program.evaluate([g.determinant for g in guards], t, x, p, self.vector(machine)))
        for guard, size in zip(guards, now, strict=True):
            if not math.isfinite(size):
                continue
            self.values[guard.reference] = float(size) * (0.3**guard.size if weaker else 1.0)

    def positions(self, machine: Machine) -> dict[Node, bool]:
        """The positions of the structural modes."""
        return {m.value: self.values[m.value] > 0.5 for m in machine.compiled.modes if m.structural}

    def next_time_event(self, machine: Machine, t: float, p: np.ndarray) -> tuple[float, list[int]]:
        """The next instant known beforehand and the modes that change then."""
        numbers = {**dict(zip(machine.compiled.schedule.parameters, map(float, p), strict=True)), **self.values}
        soonest, who = math.inf, []
        for k, (slope, offset) in machine.timed.items():
            rate, level = evaluate([slope, offset], numbers)
            if not rate:
                continue
            edge = 1.0 if machine.compiled.modes[k].condition.op == "floor" and rate > 0 else 0.0
            at = (edge - level) / rate
            if at <= t + 1e-12 * max(1.0, abs(t)):
                continue
            if at < soonest - 1e-12 * max(1.0, abs(at)):
                soonest, who = at, [k]
            elif at <= soonest + 1e-12 * max(1.0, abs(at)):
                who.append(k)
        return soonest, who

    def pass_time_event(self, machine: Machine, who: list[int], t: float, p: np.ndarray) -> None:
        """Set the modes whose time has come to what holds just after it."""
        numbers = {**dict(zip(machine.compiled.schedule.parameters, map(float, p), strict=True)), **self.values}
        for k in who:
            mode = machine.compiled.modes[k]
            rate = evaluate([machine.timed[k][0]], numbers)[0]
            if mode.condition.op == "floor":
                self.values[mode.value] += 1.0 if rate > 0 else -1.0
            elif mode.condition.op == "sign":
                self.values[mode.value] = 1.0 if rate > 0 else -1.0
            else:
                self.values[mode.value] = float((rate > 0) == mode.rising)

    def refresh(self, machine: Machine, t: float, x: np.ndarray, p: np.ndarray, skip: set[int],
                first: bool = False) -> list[int]:  # fmt: skip
        """Set all modes (but those in `skip`) to what their conditions say now; the places of those that changed."""
        modes = machine.compiled.modes
        if not modes:
            return []
        crossings = machine.program.evaluate(machine.crossings, t, x, p, self.vector(machine))
        changed = []
        for k, (mode, crossing) in enumerate(zip(modes, crossings, strict=True)):
            if k in skip or not math.isfinite(crossing):
                continue
            new = mode_value(mode, float(crossing), self.values[mode.value], first)
            if new != self.values[mode.value]:
                self.values[mode.value] = new
                changed.append(k)
        return changed

    def holding(self, machine: Machine) -> list[bool]:
        """Which of the model's event conditions hold now."""
        result = []
        for when in machine.compiled.whens:
            values = {x: self.values.get(x, math.nan) for x in leaves(when.condition)}
            result.append(bool(evaluate([when.condition], values)[0]))
        return result

    def apply(self, machine: Machine, which: int, t: float, x: np.ndarray, p: np.ndarray) -> np.ndarray:
        """Carry out the changes of one event; new values use those just before."""
        when = machine.compiled.whens[which]
        new = machine.evaluate([value for _, value in when.changes], t, x, p, self.vector(machine))
        x = x.copy()
        places = {state: k for k, state in enumerate(machine.states)}
        for (variable, _), value in zip(when.changes, new, strict=True):
            if variable in self.values:
                self.values[variable] = float(value)
                continue
            target = machine.compiled.resolve(variable)
            sign = -1.0 if target.op == "neg" else 1.0
            target = target.args[0] if target.op == "neg" else target
            if target not in places:
                raise SimulationError(
                    f"the event sets {name_of(variable)}, which is not a state and follows from "
                    f"{', '.join(machine.state_names[:6])}; "
                    "set one of these instead",
                    when.origin,
                )
            x[places[target]] = sign * float(value)
        return x
