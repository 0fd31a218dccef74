"""Events: settling the modes, applying changes, finding the next time event."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product, repeat
from typing import Any

import numpy as np

from ..equations.levels import NOWHERE
from ..equations.modes import Mode
from ..errors import SimulationError
from ..expression import TIME, Node, evaluate, leaves, name_of, symbol, text, unsigned
from ..expression.algebra import RELATIONS
from ..program.diagnose import no_value
from .machine import Machine, mode_value
from .work import Work

ROUNDS = 50
NOTHING = np.zeros(0)  # the discrete values of most models
MOST_TURNING = 8  # conditions whose positions are tried together
TURNING = (*RELATIONS, "sign")  # conditions that have another value to turn to
AHEAD = 1e-7  # part of the run after which it is seen to which side a corner leads
EDGE = 1e-2  # of the change within a moment: what is nearer to the crossing may be there by noise


@dataclass
class Event:
    """What happened at one instant: the components whose conditions changed, the jump of stored energy [J], and how
    much of it is in stores whose parameters change. `kinds` says what set-valued elements do from then on ("conducts",
    "sticks"), `impulses` what passed through them at once, the integral of their efforts or flows over the instant.
    `energy_after` is what is in all stores then [J], `energy_before` what was in them before."""

    time: float
    origins: list[str]
    energy_jump: float = 0.0
    changes: list[str] = field(default_factory=list)
    modulated_jump: float = 0.0
    kinds: dict[str, str] = field(default_factory=dict)
    impulses: dict[str, float] = field(default_factory=dict)
    energy_after: float = 0.0

    @property
    def energy_before(self) -> float:
        """The energy in all stores just before [J]."""
        return self.energy_after - self.energy_jump

    def follows(self, other: Event, span: float) -> bool:
        """Whether nothing happened but that a condition of another event ended, within a time `span` [s] after it."""
        idle = not self.kinds and not self.changes and not self.impulses and self.energy_jump == 0.0
        return idle and self.time - other.time <= span and set(self.origins) <= set(other.origins)

    def rows(self) -> list[dict[str, Any]]:
        """What happened to each component, a row for each: time [s], element, kind, impulse (None: there was none),
        energy in all stores before and after [J]."""
        return [
            {
                "time": self.time,
                "element": origin,
                "kind": self.kinds.get(origin, f"sets {', '.join(self.changes)}" if self.changes else "switches"),
                "impulse": self.impulses.get(origin),
                "energy_before": self.energy_before,
                "energy_after": self.energy_after,
            }
            for origin in self.origins
        ]


class Values(dict[Node, float]):
    """Discrete values by name, and their vectors for machines, which are kept until one of the values is set."""

    def __init__(self, values: Mapping[Node, float]):
        super().__init__(values)
        self.vectors: dict[Machine, np.ndarray] = {}

    def __setitem__(self, name: Node, value: float) -> None:
        self.vectors.clear()
        super().__setitem__(name, value)

    def update(self, *given: Any) -> None:
        """As of a dictionary."""
        self.vectors.clear()
        super().update(*given)

    def clear(self) -> None:
        """As of a dictionary."""
        self.vectors.clear()
        super().clear()


class Modes:
    """The values of all modes and discrete variables during a run."""

    def __init__(self, machine: Machine, p: np.ndarray, span: float, start: float):
        self.span = min(1.0, span)  # of the run [s]: what counts as the same instant
        system = machine.system
        self.values = Values({m.value: 0.0 for m in machine.compiled.modes})
        if system.discrete:
            numbers = {**dict(zip(machine.compiled.schedule.parameters, map(float, p), strict=True)), TIME: start}
            for name, first in system.discrete.items():
                self.values[symbol(name)] = float(evaluate([first], numbers)[0])
        self._beforehand: tuple[Any, _Beforehand] | None = None  # with the machine and parameters that it is for
        self.standing: dict[int, bool] = {}  # modes with a level in reach: whether the motion had come to a stop

    def expect(self, work: Work, fired: Sequence[int], turned: set[int], t: float, x: np.ndarray, p: np.ndarray,
               ahead: float) -> None:  # fmt: skip
        """Set the levels after the events `fired`, in which the modes `turned` changed.

        Where the changes turned the motion back or stopped it, the condition should end: a level just beyond the
        crossing tells if the motion goes on instead. `ahead` is a short time [s] to see where it leads.
        """
        machine = work.machine
        compiled = machine.compiled
        if not compiled.levels:
            return
        ended = set(leaves(*(compiled.whens[k].condition for k in fired)))
        now, later = self._ahead(work, t, x, p, ahead)
        noise = 1e-12 * float(np.max(np.abs(x[: machine.own]), initial=0.0))
        for k, mode in enumerate(compiled.modes):
            level = compiled.levels.get(mode.value)
            if level is None or (k in self.standing and k not in turned):
                continue
            self.standing.pop(k, None)
            side = _side(mode, self.values[mode.value])
            self.values[level] = NOWHERE * side
            onwards = side * (later[k] - now[k])
            if k in turned and mode.value in ended and onwards <= 0.0:
                self.values[level] = float(now[k]) + side * noise
                self.standing[k] = onwards == 0.0

    def _ahead(self, work: Work, t: float, x: np.ndarray, p: np.ndarray, ahead: float) -> tuple[Any, ...]:
        """The crossings now, and after a short time [s] at the present rates."""
        machine = work.machine
        m = self.vector(machine)
        rates = work.evaluate(list(machine.compiled.schedule.derivatives), t, x, p, m)
        now = work.evaluate(machine.crossings, t, x, p, m)
        return now, work.evaluate(machine.crossings, t + ahead, x + ahead * rates, p, m)

    def rounded(self, work: Work, which: set[int], t: float, x: np.ndarray, p: np.ndarray,
                ahead: float) -> set[int]:  # fmt: skip
        """Those of the modes whose crossing has changed its sign against its own motion: by rounding."""
        machine = work.machine
        which = {k for k in which if machine.compiled.modes[k].value in machine.compiled.levels}
        if not which:
            return set()
        now, later = self._ahead(work, t, x, p, ahead)
        return {k for k in which if now[k] * (later[k] - now[k]) < 0.0}

    def give_up(self, machine: Machine, which: int) -> None:
        """Expect no longer that a condition ends."""
        mode = machine.compiled.modes[which]
        self.standing.pop(which, None)
        self.values[machine.compiled.levels[mode.value]] = NOWHERE * _side(mode, self.values[mode.value])

    def vector(self, machine: Machine) -> np.ndarray:
        """The discrete values in the order of the machine's schedule."""
        discrete = machine.compiled.schedule.discrete
        if not discrete:
            return NOTHING
        found = self.values.vectors.get(machine)
        if found is None:
            found = np.array([*map(self.values.get, discrete, repeat(0.0))], dtype=float)
            self.values.vectors[machine] = found
        return found.copy()

    def renew_guards(self, work: Work, t: float, x: np.ndarray, p: np.ndarray, weaker: bool) -> np.ndarray:
        """Remember the present determinants of the constraints as what they should stay near; what these are.

        `weaker`: no better states were found, so the guards come down to what is there.
        """
        machine = work.machine
        guards = machine.compiled.guards
        if not guards:
            return np.zeros(0)
        now = work.evaluate([g.determinant for g in guards], t, x, p, self.vector(machine))
        for guard, size in zip(guards, now, strict=True):
            if not math.isfinite(size):
                continue
            self.values[guard.reference] = float(size) * (guard.least if weaker else 1.0)
        return now

    def positions(self, machine: Machine) -> dict[Node, bool]:
        """The positions of the structural modes."""
        return {m.value: self.values[m.value] > 0.5 for m in machine.compiled.modes if m.structural}

    def next_time_event(self, machine: Machine, t: float, p: np.ndarray) -> tuple[float, list[int]]:
        """The next instant known beforehand and the modes that change then."""
        soonest = math.inf
        who: list[int] = []
        for k, (at, _) in self._instants(machine, p).items():
            if at <= t or self._now(at, t):
                continue
            if who and self._now(at, soonest):
                who.append(k)
            elif at < soonest:
                soonest, who = at, [k]
        return soonest, who

    def due(self, machine: Machine, t: float, p: np.ndarray) -> list[int]:
        """The modes that change at this very instant: at the start, or when an event has moved theirs to now."""
        found = []
        for k, (at, rate) in self._instants(machine, p).items():
            mode = machine.compiled.modes[k]
            if self._now(at, t) and _after(mode, rate, self.values[mode.value]) != self.values[mode.value]:
                found.append(k)
        return found

    def now(self, machine: Machine, t: float, p: np.ndarray) -> list[int]:
        """The modes whose instant, known beforehand, is this one."""
        return [k for k, (at, _) in self._instants(machine, p).items() if self._now(at, t)]

    def pass_time_event(self, machine: Machine, who: list[int], p: np.ndarray) -> None:
        """Set the modes whose time has come to what holds just after it."""
        instants = self._instants(machine, p)
        for k in who:
            mode = machine.compiled.modes[k]
            self.values[mode.value] = _after(mode, instants[k][1], self.values[mode.value])

    def _instants(self, machine: Machine, p: np.ndarray) -> dict[int, tuple[float, float]]:
        """Of the modes whose crossing is known beforehand: its instant, and the rate at which it is passed."""
        if not machine.timed:
            return {}
        key = (machine, p.tobytes())
        if self._beforehand is None or self._beforehand[0] != key:
            self._beforehand = key, _Beforehand(machine, p)
        return self._beforehand[1].instants(self.values)

    def _now(self, at: float, t: float) -> bool:
        return abs(at - t) <= 1e-12 * max(self.span, abs(t))

    def refresh(self, work: Work, t: float, x: np.ndarray, p: np.ndarray, skip: set[int],
                first: bool = False) -> list[int]:  # fmt: skip
        """Set all modes (but those in `skip`) to what their conditions say now; the places of those that changed."""
        machine = work.machine
        modes = machine.compiled.modes
        if not modes:
            return []
        crossings = work.evaluate(machine.crossings, t, x, p, self.vector(machine))
        if first and not np.all(np.isfinite(crossings)):
            # one that cannot be solved yet keeps the others from their values: those may make it solvable
            m = self.vector(machine)
            crossings = np.array([work.evaluate([crossing], t, x, p, m)[0] for crossing in machine.crossings])
        changed = []
        if not first:  # at its instant a time event, not the rounding of the crossing, decides
            skip = skip | {k for k, (at, _) in self._instants(machine, p).items() if self._now(at, t)}
        for k, (mode, crossing) in enumerate(zip(modes, crossings, strict=True)):
            if k in skip or not math.isfinite(crossing):
                continue
            if first and mode.corner and crossing == 0.0:
                crossing = work.evaluate([machine.crossings[k]], t + AHEAD * self.span, x, p, self.vector(machine))[0]
            new = mode_value(mode, float(crossing), self.values[mode.value], first or k in machine.stepwise)
            if new != self.values[mode.value]:
                self.values[mode.value] = new
                changed.append(k)
        return changed

    def decide(
        self, work: Work, turning: Sequence[int], t: float, x: np.ndarray, p: np.ndarray, later: float
    ) -> set[int]:
        """Settle conditions that rounding turns to and fro by what holds a moment `later`; those that were settled.

        They are settled together, and with all that would change with them, as two diodes in a row do.
        """
        machine = work.machine
        modes = machine.compiled.modes
        loose = {k for k, mode in enumerate(modes) if not mode.structural and mode.condition.op in TURNING}
        which = [k for k in turning if k in loose][:MOST_TURNING]
        before = dict(self.values)
        others: Counter[int] = Counter()
        while which:
            for turned in sorted(product((0.0, 1.0), repeat=len(which)), key=sum):
                for k, turn in zip(which, turned, strict=True):
                    now = before[modes[k].value]
                    self.values[modes[k].value] = _other(modes[k], now) if turn else now
                m = self.vector(machine)
                rates = work.evaluate(list(machine.compiled.schedule.derivatives), t, x, p, m)
                found = work.evaluate(machine.crossings, t + later, x + later * rates, p, m)
                held = {k: self.values[modes[k].value] for k in loose}
                wrong = {k for k in loose if mode_value(modes[k], float(found[k]), held[k], False) != held[k]}
                if not wrong:
                    return set(which)
                others.update(wrong)
            more = [k for k, _ in others.most_common() if k not in which]
            if not more or len(which) == MOST_TURNING:
                break
            which.append(more[0])
        self.values.update(before)
        return set()

    def at_edge(self, work: Work, which: set[int], t: float, x: np.ndarray, p: np.ndarray, later: float) -> set[int]:
        """Those of the modes `which` that stand so near their crossing that noise may have brought them over it: a
        moment `later` they will have gone far beyond it, one way or the other. Events have levels of their own."""
        modes, levels = work.machine.compiled.modes, work.machine.compiled.levels
        which = {k for k in which if modes[k].condition.op in TURNING and modes[k].value not in levels}
        if not which:
            return set()
        now, soon = self._ahead(work, t, x, p, later)
        return {k for k in which if abs(now[k]) < EDGE * abs(soon[k] - now[k])}

    def turn_over(self, work: Work, which: set[int], t: float, x: np.ndarray, p: np.ndarray, later: float) -> list[int]:
        """Turn those of the conditions `which`, all of them at their crossing, that will have turned a moment `later`;
        the places of those that changed."""
        machine = work.machine
        modes = machine.compiled.modes
        before = {k: self.values[modes[k].value] for k in which}
        self.decide(work, sorted(which), t, x, p, later)
        return [k for k, value in before.items() if self.values[modes[k].value] != value]

    def holding(self, machine: Machine, p: np.ndarray) -> list[bool]:
        """Which of the model's event conditions hold now."""
        if not machine.compiled.whens:
            return []
        conditions, order = machine.compiled.conditions
        known = dict.fromkeys((x for x in order if x.op in ("symbol", "der")), math.nan)
        known.update(zip(machine.compiled.schedule.parameters, map(float, p), strict=True))
        return list(map(bool, evaluate(conditions, known | self.values, order)))

    def apply(self, work: Work, which: int, t: float, x: np.ndarray, p: np.ndarray) -> np.ndarray:
        """Carry out the changes of one event; new values use those just before."""
        machine = work.machine
        when = machine.compiled.whens[which]
        new = work.values([value for _, value in when.changes], t, x, p, self.vector(machine))
        x = x.copy()
        places = {state: k for k, state in enumerate(machine.states)}
        for (variable, written), value in zip(when.changes, new, strict=True):
            if not np.isfinite(value):
                why = no_value(machine.program, machine.compiled.resolve(written), t, x, p, self.vector(machine))
                name = name_of(variable)
                raise SimulationError(
                    f"at {t:.6g} s the event sets {name} to {text(written)}, which has no finite value: {why}",
                    when.origin,
                )
            if variable in self.values:
                self.values[variable] = float(value)
                continue
            target = machine.compiled.resolve(variable)
            sign = -1.0 if target.op == "neg" else 1.0
            target = unsigned(target)
            if target not in places:
                raise SimulationError(
                    f"the event sets {name_of(variable)}, which is not a state and follows from "
                    f"{', '.join(machine.state_names[:6])}; "
                    "set one of these instead",
                    when.origin,
                )
            x[places[target]] = sign * float(value)
        return x


def _side(mode: Mode, value: float) -> float:
    """The sign of the crossing where the mode has `value`."""
    return 1.0 if (value > 0.5) == mode.rising else -1.0


def _other(mode: Mode, value: float) -> float:
    """What a mode turns to."""
    return -value if mode.condition.op == "sign" else 1.0 - value


class _Beforehand:
    """The instants of modes that are known beforehand, each with the rate at which the crossing is passed: most follow
    from the parameters alone, some change with modes and discrete values."""

    def __init__(self, machine: Machine, p: np.ndarray):
        self._modes, self._lines = machine.compiled.modes, machine.timed
        self._numbers = dict(zip(machine.compiled.schedule.parameters, map(float, p), strict=True))
        self._moving = [k for k, line in self._lines.items() if any(x not in self._numbers for x in leaves(*line))]
        moving = set(self._moving)
        self._fixed = {k: self._instant(k, self._numbers) for k in self._lines if k not in moving}
        self._still = {k: instant for k, instant in self._fixed.items() if instant is not None}

    def instants(self, values: Mapping[Node, float]) -> dict[int, tuple[float, float]]:
        """The instant of each mode that has one, and its rate."""
        if not self._moving:
            return self._still
        numbers = {**self._numbers, **values}
        found = {**self._fixed, **{k: self._instant(k, numbers) for k in self._moving}}
        return {k: instant for k in self._lines if (instant := found[k]) is not None}

    def _instant(self, k: int, numbers: Mapping[Node, float]) -> tuple[float, float] | None:
        rate, level = evaluate(list(self._lines[k]), numbers)
        if not rate:
            return None
        edge = 1.0 if self._modes[k].condition.op == "floor" and rate > 0 else 0.0
        return (edge - level) / rate, rate


def _after(mode: Mode, rate: float, now: float) -> float:
    """The value of a mode just after its crossing was passed at `rate`."""
    if mode.condition.op == "floor":
        return now + (1.0 if rate > 0 else -1.0)
    if mode.condition.op == "sign":
        return 1.0 if rate > 0 else -1.0
    return float((rate > 0) == mode.rising)
