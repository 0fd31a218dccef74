"""Whether the fixed steps of a run are short enough for what its states do: energy books see only what has energy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..expression import name_of
from ..integrate.solvers import Rk4
from .record import Piece

if TYPE_CHECKING:
    from .run import Simulation

LOOKS = 100  # output points from which a step is taken again
WRONG = 1e-2  # of the largest value of a state, by which one step may be out
BENT = 0.05  # of that value, by which a state may bend within a step and be followed well
NOISE = 1e-9  # of the usual value of a state, which may be rounding
Rates = Callable[[np.ndarray, np.ndarray], np.ndarray]
REMEDY = "take shorter steps, or a solver that chooses them (dop853, bdf)"


def check_fixed_steps(simulation: Simulation) -> None:
    """Doubt a run with rk4 in which one step differs from two half as long; nothing else tells it that it is lost."""
    solver = simulation.settings.solver
    if not isinstance(solver, Rk4):
        return
    ends = np.array([*(event.time for event in simulation.events), simulation.t])
    worst = max(
        (_worst(simulation, piece, solver.step, ends) for piece in simulation.pieces if piece.parts), default=(0.0, "")
    )
    if worst[0] > WRONG:
        simulation.doubts.append(worst[1])


def _worst(simulation: Simulation, piece: Piece, given: float | None, ends: np.ndarray) -> tuple[float, str]:
    """The largest error of one step as part of what the state is at most, and the sentence about it."""
    machine = piece.machine
    if not machine.own or machine.has_pairs:  # set-valued laws end steps where they change
        return 0.0, ""
    own, step = slice(0, machine.own), given if given is not None else simulation.span / 1000
    moving = np.concatenate([part[:, own] for part in piece.states])
    sizes = np.maximum(np.max(np.abs(moving), axis=0), NOISE * machine.nominal(simulation.p)[own])
    bend = np.zeros(len(moving))
    if len(moving) > LOOKS:  # where most happens, if anything does
        grid = simulation.settings.grid
        longer = max(1.0, step / float(np.min(grid[1:] - grid[:-1])))
        inner = np.max(np.abs(moving[2:] - 2.0 * moving[1:-1] + moving[:-2]) / sizes, axis=1) * longer**2
        if np.max(inner) < BENT:
            return 0.0, ""
        bend[:-2] = inner
        bend[1:-1] = np.maximum(bend[1:-1], inner)
    times, states, modes, guesses = piece.rows()
    after = np.minimum(np.searchsorted(ends, times), len(ends) - 1)
    usual = np.full(len(times), step)
    if given is None:  # a thousandth of the way from event to event
        usual = np.diff(ends, prepend=simulation.settings.grid[0])[after] / 1000
    lengths = np.minimum(usual, ends[after] - times)
    rows = np.flatnonzero(lengths > 0.0)
    rows = np.sort(rows[np.argsort(-bend[rows], kind="stable")[:LOOKS]])
    if not len(rows):
        return 0.0, ""
    t, x, h = times[rows], states[rows], lengths[rows]
    workspace, m, near = simulation.at_work(machine).workspace, modes[rows], (machine.unknowns, guesses[rows])

    def rates(at: np.ndarray, y: np.ndarray) -> np.ndarray:
        return workspace.derivatives(at, y, simulation.p, m, near)

    with np.errstate(all="ignore"):
        half = _steps(rates, t + 0.5 * h, _steps(rates, t, x, 0.5 * h), 0.5 * h)
        out = np.nan_to_num(np.abs(_steps(rates, t, x, h) - half)[:, own] / sizes, nan=0.0)
    row, column = np.unravel_index(int(np.argmax(out)), out.shape)
    name = name_of(machine.states[column])
    apart, long, where = out[row, column] * sizes[column], usual[rows[row]], name.rpartition(".")[0] or name
    return float(out[row, column]), (
        f"{where}: the fixed steps of rk4, {long:g} s long, are too long for {name}: about {t[row]:.6g} s one step and "
        f"two of half its length end {apart:.3g} apart, where {sizes[column]:.3g} is its largest value, so that the "
        f"values mean little; {REMEDY}"
    )


def _steps(rates: Rates, t: np.ndarray, x: np.ndarray, h: np.ndarray) -> np.ndarray:
    """One step of rk4 from every row."""
    long = h[:, None]
    first = rates(t, x)
    second = rates(t + 0.5 * h, x + 0.5 * long * first)
    third = rates(t + 0.5 * h, x + 0.5 * long * second)
    fourth = rates(t + h, x + long * third)
    return x + long / 6.0 * (first + 2.0 * second + 2.0 * third + fourth)


__all__ = ["check_fixed_steps"]
