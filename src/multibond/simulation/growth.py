"""How states grow: by rounding where a run begins, and beyond all bounds where it ends and its end says nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..expression import Node, name_of
from .fixed_steps import check_fixed_steps

if TYPE_CHECKING:
    from .run import Simulation

GROWN = 10.0  # times what it was at the output point before
ROUNDING = 1e-15  # relative change of the states that shows how far rounding is felt
GOLDEN = 0.6180339887  # part of a turn whose multiples look like chance
SHORT = 1e-3  # of the time between two output points: no exponential that numbers can hold grows so fast
CLOSE = 0.1  # of that time: what grows so fast has a pole near where it grew much more slowly at the point before
UNSEEN = 100  # times the tolerance, a part of the run by which the place of a pole may be out


def check_end(simulation: Simulation) -> None:
    """What is to be doubted of a run that has come to its end."""
    check_growth(simulation)
    check_fixed_steps(simulation)
    if simulation.pairs is not None:
        from .kept_laws import check_kept

        check_kept(simulation)


def check_growth(simulation: Simulation) -> None:
    """Note a doubt where a state grows so fast at the end that it comes to a pole, ẋ = x² ended where x is infinite.

    A state that is driven (by a source that has just been switched on) changes fast too, but its rate does not grow.
    """
    machine = simulation.machine
    parts = simulation.pieces[-1].parts
    rows = parts[-1][1] if len(parts[-1][1]) > 2 else np.concatenate([part[1] for part in parts[-3:]])
    if len(rows) < 2 or not machine.own:
        return
    own = slice(0, machine.own)
    before, now = np.abs(rows[-2][own]), np.abs(simulation.x[own])
    fast = now > GROWN * before
    if len(rows) > 2:  # the logarithm of what vanishes is infinite too, and takes its time
        last, earlier = np.abs(simulation.x[own] - rows[-2][own]), np.abs(rows[-2][own] - rows[-3][own])
        fast |= (last > GROWN * earlier) & (earlier > 0.0)
    if not before.any() or not fast.any():  # from rest, everything grows
        return
    grid, m = simulation.settings.grid, simulation.modes.vector(machine)
    between = float(grid[-1] - grid[-2])
    workspace = simulation.work.workspace
    rates = workspace.derivative(simulation.t, simulation.x, simulation.p, m)
    near = _near(simulation, between, rows[-2], rates, m)
    fast &= now < near * np.abs(rates[own])
    if not fast.any():
        return
    with np.errstate(all="ignore"):
        again = workspace.jacobian(simulation.t, simulation.x, simulation.p, m) @ rates  # how fast the rates grow
        growing = fast & (again[own] / rates[own] * near > 1)
        nearer = [rates] + [
            workspace.derivative(simulation.t - gap * between, simulation.x, simulation.p, m)
            for gap in (SHORT**2, SHORT)
        ]
        sizes = [np.abs(row[own]) for row in nearer]
        driven = (sizes[0] > GROWN * sizes[1]) & (sizes[1] > GROWN * sizes[2]) | ~np.isfinite(rates[own])
    growing |= fast & driven  # a law of time has its pole there, 1/(1 - time) at 1 s
    if not np.any(growing):
        return
    worst = int(np.argmax(np.where(growing, now, 0.0)))
    name = name_of(machine.states[worst])
    simulation.doubts.append(
        f"{name} grows beyond all bounds where the run ends, at {simulation.t:.6g} s: it is {simulation.x[worst]:.3g} "
        f"there and would double within {now[worst] / abs(rates[worst]):.1g} s, so that its last value means nothing: "
        f"a pole of the solution; end the run earlier, or check the laws and signs of {name.rpartition('.')[0] or name}"
    )


def _near(
    simulation: Simulation, between: float, before: np.ndarray, rates: np.ndarray, m: np.ndarray
) -> np.ndarray | float:
    """The time [s] within which each state that comes to a pole there would double: longer where it grew more slowly at
    the output point `before`, as no exponential does, and where the solver knows the place of the pole no better."""
    own = slice(0, simulation.machine.own)
    short = SHORT * between
    unseen = min(UNSEEN * simulation.settings.tolerance * simulation.span, CLOSE * between)
    if unseen <= short:
        return short
    with np.errstate(all="ignore"):
        then = simulation.work.workspace.derivative(simulation.t - between, before, simulation.p, m)[own] / before[own]
        slower = np.abs(rates[own] / simulation.x[own]) > GROWN * np.abs(then)
    return np.where(slower, unseen, short)


def noise(simulation: Simulation) -> dict[Node, float]:
    """How far rounding alone may carry the states: where large forces balance, a tolerance below that of a state that
    is still zero would have the solver follow the noise."""
    machine, m = simulation.machine, simulation.modes.vector(simulation.machine)
    if not simulation.x.any():
        return {}
    derivative = simulation.work.workspace.derivative
    rates = derivative(simulation.t, simulation.x, simulation.p, m)
    # each state in a direction of its own: what they have in common, one temperature or one potential, cancels
    directions = np.where(np.arange(len(simulation.x)) * GOLDEN % 1.0 < 0.5, -ROUNDING, ROUNDING)
    beside = derivative(simulation.t, simulation.x * (1 + directions), simulation.p, m)
    with np.errstate(all="ignore"):
        drift = np.abs(beside - rates) * simulation.span
        own = drift[: machine.own]
        np.minimum(own, simulation.settings.tolerance, out=own)
    return {x: float(d) for x, d in zip(machine.states, drift, strict=True) if 0.0 < d < np.inf}


__all__ = ["check_end", "noise"]
