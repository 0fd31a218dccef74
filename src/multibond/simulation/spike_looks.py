"""Narrow functions of a motion: a run looks where it passes them, so that no step leaps over a detent or a bump.

A solver that chooses its steps knows only where it has looked. Where a variable passes the place of a pulse that is
narrow beside the way it goes, the run goes there once more, up to the instant of the passage: a step that ends there
sees the pulse, and error control does the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..equations.spikes import PLACE, Curve
from ..expression import Node, brief, evaluate, leaves, symbol, topological
from ..frozen import frozen
from ..integrate import integrate
from ..integrate.solvers import Rk4, Timestepping
from .fixed_steps import REMEDY
from .look_times import look_times

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..equations.system import System
    from ..integrate import Outcome
    from .run import Simulation

MUCH = 0.1  # of its height, by which a pulse may differ on both sides
FAR = [10.0 ** (3 - k) for k in range(12)]  # times the place of a pulse, and one: far away, if there are values
DECADES = 10.0 ** np.arange(1, 17)  # parts of this way at which a pulse is looked for
FINER = 10.0 ** (0.1 * np.arange(31))  # the same where it is
FLAT = 0.05  # of this way, within which a pulse is over
NARROW = 0.05  # of the way that a variable has gone: what is wider is seen
INSIDE = 4.0  # widths
CLOSE = 0.1  # of the width of a pulse, to which the instant is found
MOST_PLACES = 20  # of one function
MOST_LOOKS = 1000  # of a run
MOST_KNOWN = 100  # sets of parameters whose pulses are kept
SEEN = 0.5  # of the width, which a fixed step may pass and see enough
TURNS = 30


@frozen
class Pulse:
    """A pulse of the `curve` about the `place` of its variable, as wide as `width` to either side."""

    curve: Curve
    place: float
    width: float


def pulses(system: System, p: np.ndarray) -> list[Pulse]:
    """The functions of one variable that are pulses with the parameters `p`: the same far away on both sides, and
    something else at a place."""
    if not system.narrow.curves:
        return []
    key, known = p.tobytes(), system.narrow.known
    if key not in known:
        values = dict(zip(map(symbol, system.parameters), map(float, p), strict=True))
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[key] = [pulse for curve in system.narrow.curves for pulse in _pulses(curve, values)]
    return known[key]


def has_pulses(system: System, table: np.ndarray) -> np.ndarray:
    """For each row of parameters whether there are pulses; those that are alike in what these depend on are one."""
    if not system.narrow.curves or not len(table):
        return np.zeros(len(table), dtype=bool)
    used = leaves(*(x for curve in system.narrow.curves for x in (curve.g, *curve.inner)))
    columns = [k for k, name in enumerate(system.parameters) if symbol(name) in used]
    _, first, which = np.unique(table[:, columns], axis=0, return_index=True, return_inverse=True)
    found = np.array([bool(pulses(system, table[k])) for k in first], dtype=bool)
    return np.asarray(found[which.reshape(-1)])


def _pulses(curve: Curve, values: dict[Node, float]) -> list[Pulse]:
    order = topological([curve.g])

    def g(at: float) -> float:
        found = evaluate([curve.g], {**values, PLACE: at}, order)[0]
        return float(found) if isinstance(found, (int, float)) else np.nan

    places = []
    for inner in curve.inner:
        low, high = (float(evaluate([inner], {**values, PLACE: at})[0]) for at in (0.0, 1.0))
        if np.isfinite(low) and np.isfinite(high) and high != low:
            places.append(-low / (high - low))
    places = sorted(set(places))[:MOST_PLACES]
    places += [0.5 * (a + b) for a, b in zip(places, places[1:], strict=False)]
    return [Pulse(curve, *found) for place in places for found in _about(g, place)]


def _about(g: Callable[[float], float], place: float) -> list[tuple[float, float]]:
    """Place and width of a pulse about a place, of two where it is another on each side; none where there is none."""
    middle = g(place)
    if not np.isfinite(middle):  # a pole
        return []
    for part in FAR:
        far = part * (1.0 + abs(place))
        before, behind = g(place - far), g(place + far)
        if np.isfinite(before + behind):
            break
    usual = 0.5 * (before + behind)
    there = abs(middle - usual)

    def away(ways: np.ndarray) -> np.ndarray:
        return np.array([max(abs(g(place - way) - usual), abs(g(place + way) - usual)) for way in ways])

    found = away(far / DECADES)
    height = float(np.max(found, initial=there))
    if not np.isfinite(height) or not abs(before - behind) <= MUCH * height or not found[0] < 0.5 * height:
        return []
    outer = far / DECADES[int(np.flatnonzero(found >= 0.5 * height)[0] if (found >= 0.5 * height).any() else -1)]
    ways = 10.0 * outer / FINER
    found = away(ways)
    height = float(np.max(found, initial=there))
    if not np.isfinite(height):
        return []
    width = float(ways[found >= 0.5 * height][0]) if (found >= 0.5 * height).any() else float(ways[-1])
    if not width < FLAT * far:  # it grows on and on
        return []
    if there >= 0.5 * height:
        return [(place, width)]
    highest = float(ways[int(np.argmax(found))])
    return [(place - highest, 0.5 * highest), (place + highest, 0.5 * highest)]


class Looks:
    """The instants at which a run must look: of pulses of time, and where variables pass pulses on their way."""

    def __init__(self, simulation: Simulation):
        grid = simulation.settings.grid
        self._times = look_times(simulation.system, simulation.p, float(grid[0]), float(grid[-1]))
        self.pulses = pulses(simulation.system, simulation.p)
        self._low: Any = None  # how far the variables have gone
        self._high: Any = None
        self._looks = 0  # how often it looked on the way
        self._last = -np.inf  # when it did so last [s]
        _check_fixed_steps(simulation)

    def after(self, t: float) -> float:
        """The next instant to look at after `t` [s]; infinite if there is none."""
        while self._times and self._times[0] <= t:
            self._times.pop(0)
        return self._times[0] if self._times else np.inf

    def passed_over(self, simulation: Simulation, outcome: Outcome) -> bool:
        """Whether an integration has passed a pulse where no step may have looked: it is to be done again, up to
        there."""
        passage = self._passage(simulation, outcome) if self.pulses else None
        if passage is None:
            return False
        self._times.insert(0, passage)
        return True

    def _passage(self, simulation: Simulation, outcome: Outcome) -> float | None:
        """The first instant [s] of an integration at which a variable passes a narrow pulse; None: there is none."""
        times = np.concatenate([[simulation.t], outcome.times, [outcome.t]])
        states = np.vstack([simulation.x[None, :], outcome.states, outcome.x[None, :]])
        values = np.array([self._values(simulation, float(t), x) for t, x in zip(times, states, strict=True)])
        if not np.isfinite(values).all():
            return None
        low, high = values.min(axis=0), values.max(axis=0)
        if self._low is not None:
            low, high = np.minimum(self._low, low), np.maximum(self._high, high)
        width, place = (np.array([getattr(pulse, name) for pulse in self.pulses]) for name in ("width", "place"))
        away = values - place
        passed = (away[:-1] * away[1:] <= 0.0) & (width < NARROW * (high - low))
        passed[0] &= np.abs(away[0]) > INSIDE * width  # the solver began within the pulse
        if outcome.t == self._last:  # it ended there
            passed[-2:] &= np.abs(away[-1]) > INSIDE * width
        for row in np.flatnonzero(passed.any(axis=1)):
            for k in np.flatnonzero(passed[row]):
                fastest = abs(values[row + 1, k] - values[row, k]) / (times[row + 1] - times[row])
                if self._must_do(simulation, self.pulses[k], fastest, float(times[row])):
                    continue
                found = self._look(simulation, int(k), (times[row], states[row]), float(times[row + 1]))
                if found is not None:
                    self._last = found
                    return found
        self._low, self._high = low, high
        return None

    def _values(self, simulation: Simulation, t: float, x: np.ndarray) -> np.ndarray:
        resolve, m = simulation.machine.compiled.resolve, simulation.modes.vector(simulation.machine)
        nodes = [resolve(pulse.curve.variable) for pulse in self.pulses]
        return simulation.work.evaluate(nodes, t, x, simulation.p, m).reshape(-1)

    def _look(self, simulation: Simulation, which: int, begin: tuple[float, np.ndarray], end: float) -> float | None:
        """The instant of a passage [s], where the run is to look; None where it is not found."""
        pulse = self.pulses[which]
        self._looks += 1
        low, high = float(begin[0]), end
        before = self._values(simulation, *begin)[which] - pulse.place
        behind = np.nan
        for _ in range(TURNS):
            middle = 0.5 * (low + high) if not np.isfinite(behind) else high - behind * (high - low) / (behind - before)
            if not low < middle < high:
                break
            here = _ahead(simulation, begin, middle)
            if here is None:  # it does not get through: the run will, or say why
                return float(middle)
            away = self._values(simulation, middle, here)[which] - pulse.place
            if abs(away) < CLOSE * pulse.width:
                return float(middle)
            if away * before > 0.0:
                low, before = middle, away
                behind *= 0.5
            else:
                high, behind = middle, away
        return float(high) if high > simulation.t else None

    def _must_do(self, simulation: Simulation, pulse: Pulse, speed: float, t: float) -> bool:
        """Whether the steps are as they are: fixed, or the run has looked too often. It says so where they are too long
        for a pulse that is passed with a `speed` after `t` [s]."""
        step, name = _fixed_step(simulation), brief(pulse.curve.variable)
        if step is None and self._looks < MOST_LOOKS:
            return False
        begin = f"{pulse.curve.origin}: {name} passes"
        told = any(doubt.startswith(begin) for doubt in simulation.doubts)
        if not told and (step is None or speed * step > SEEN * pulse.width):
            simulation.doubts.append(
                f"{begin} {pulse.place:.6g} after {t:.6g} s, where a law has a pulse only {2 * pulse.width:.3g} wide, "
                f"and steps may have leapt over it; {REMEDY}"
            )
        return True


def _ahead(simulation: Simulation, begin: tuple[float, np.ndarray], t: float) -> np.ndarray | None:
    """The states at a time [s] behind the one at which they are known, as no more than a look; None: no value."""
    found = integrate(
        simulation.work.workspace, *begin, np.array([t]), simulation.p, simulation.modes.vector(simulation.machine),
        tolerance=simulation.tolerances(), solver=simulation.solver, keep_guesses=True,
    )  # fmt: skip
    return found.x if found.reason == "end" else None


def _fixed_step(simulation: Simulation) -> float | None:
    """The length of steps [s] that are fixed; None where a solver chooses them."""
    solver = simulation.settings.solver
    if isinstance(solver, Timestepping):
        return solver.length(simulation.span)
    if not isinstance(solver, Rk4):
        return None
    return solver.step if solver.step is not None else simulation.span / 1000


def _check_fixed_steps(simulation: Simulation) -> None:
    """Doubt pulses of time that are too narrow for fixed steps."""
    step, grid = _fixed_step(simulation), simulation.settings.grid
    if step is None:
        return
    times = look_times(simulation.system, simulation.p, float(grid[0]), float(grid[-1]), 0.5 * step)
    if times:
        simulation.doubts.append(
            f"a function of time has a pulse about {times[0]:.6g} s that is narrower than a few steps of {step:.3g} s, "
            f"which may have leapt over it; {REMEDY}"
        )


__all__ = ["Looks", "has_pulses"]
