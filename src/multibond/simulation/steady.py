"""The state in which nothing changes; where there are many, the one that the start values lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import InitialError
from ..expression import Node, der, name_of
from .newton import Residual, Slopes, nearest_found, newton, slopes_of
from .work import Work

if TYPE_CHECKING:
    from .run import Simulation

RANK = 1e-10  # relative size of singular values that count as zero
HOLD = 1e-3  # how much less given states move than others, where both could
LARGEST = 300  # states up to which a steady state is looked at for what leaves it
KNOWN = 1e-12  # relative error of slopes, taken where nothing changes but for what the search left
SURE = 10  # times what such errors may make of it, by which a rate of growth must lie above zero


def steady_state(work: Work, t0: float, p: np.ndarray, m: np.ndarray, x: np.ndarray, given: list[int]) -> np.ndarray:
    """States at which all derivatives vanish, found from the start values `x`.

    Where these do not determine the state (tanks that are joined only to each other, a body that may rest anywhere),
    what no motion changes keeps its start value, and otherwise the states move as little as they can, the `given` ones
    least.
    """
    machine = work.machine
    own = machine.own
    states = list(machine.states[:own])
    if not states:
        return x
    rates: list[Node] = [machine.compiled.resolve(der(state)) for state in states]

    def residual(at: np.ndarray) -> np.ndarray:
        return work.evaluate(rates, t0, at, p, m)

    first = residual(x)
    if not np.all(np.isfinite(first)):
        x = x.copy()
        x[[k for k in range(own) if k not in given]] += 1e-3  # leave a singular default such as zero
        first = residual(x)
    slopes = slopes_of(work, rates, t0, p, m)
    columns = list(range(own))
    weights = np.ones(own)
    weights[given] = HOLD

    def solve(begin: np.ndarray) -> np.ndarray | None:
        if not np.all(np.isfinite(residual(begin))):
            return None
        kept = _kept(slopes(begin))
        found = None
        if len(kept):
            found = newton(
                *_with(residual, slopes, kept, x), begin, columns, np.zeros(own + len(kept)), weights=weights
            )
        return newton(residual, slopes, begin, columns, np.zeros(own), weights=weights) if found is None else found

    solution = solve(x)
    if solution is None:  # lead the rates slowly from what they are to zero
        solution = x
        for part in np.linspace(0.9, 0.0, 20):
            if solution is not None:
                solution = newton(residual, slopes, solution, columns, part * first, weights=weights)
    if solution is None:  # begin elsewhere: an empty tank may lie where a law has no finite slope
        work.workspace.context("evaluate", p, m).forget()
        solution = nearest_found(x, columns, machine.nominal(p), solve)
    if solution is None:
        values = np.abs(residual(x))
        worst = int(np.nanargmax(values)) if np.any(np.isfinite(values)) else 0
        raise InitialError(
            f"no steady state was found: der({name_of(states[worst])}) = 0 is missed by {values[worst]:.3g}; look for "
            "a source that fills a storage for ever, or give better guesses with start(variable, value, fixed=False)"
        )
    return solution


def note_unstable(simulation: Simulation) -> None:
    """Note a doubt where the steady state that was found is left by itself: an inverted pendulum rests upright only
    until something touches it, and rounding does."""
    machine = simulation.machine
    own = machine.own
    if not 0 < own <= LARGEST:
        return
    from scipy.linalg import eig

    m = simulation.modes.vector(machine)
    slopes = simulation.work.workspace.jacobian(simulation.t, simulation.x, simulation.p, m)[:own, :own]
    if not np.isfinite(slopes).all():
        return
    rates, left, right = eig(slopes, left=True, right=True)
    with np.errstate(all="ignore"):  # how far such errors may move each: far, where several are one
        moved = KNOWN * np.linalg.norm(slopes, 2) / np.abs(np.sum(left.conj() * right, axis=0))
        leaving = np.flatnonzero(rates.real > SURE * moved)
    if not len(leaving):
        return
    fastest = leaving[int(np.argmax(rates.real[leaving]))]
    mover = machine.states[int(np.argmax(np.abs(right[:, fastest]) / machine.nominal(simulation.p)[:own]))]
    simulation.doubts.append(
        f"the steady state that was found is unstable: a deviation, of {name_of(mover)} most, grows by e in "
        f"{1 / rates.real[fastest]:.3g} s, so that the model would not stay there; give start values near to the "
        "steady state that is meant, with start(variable, value, fixed=False), if it is another"
    )


def _kept(slopes: np.ndarray) -> np.ndarray:
    """Combinations of states (rows) that no motion changes, such as the volume in tanks that are joined."""
    if not np.any(slopes):
        return np.zeros((0, len(slopes)))
    columns = np.max(np.abs(slopes), axis=0)
    scaled = slopes / np.where(columns > 0, columns, 1.0)
    rows = np.max(np.abs(scaled), axis=1)
    rows = np.where(rows > 0, rows, 1.0)
    left, sizes, _ = np.linalg.svd(scaled / rows[:, None])
    found = left[:, sizes <= RANK * sizes[0]].T
    found = np.where(np.abs(found) > RANK, found, 0.0) / rows  # without rounding; of the rows as they were
    return found / np.max(np.abs(found), axis=1, keepdims=True) if len(found) else found


def _with(residual: Residual, slopes: Slopes, kept: np.ndarray, x: np.ndarray) -> tuple[Residual, Slopes]:
    """The conditions, and that the `kept` combinations of states are as in `x`; these in units of their own."""
    size = np.abs(kept) @ np.abs(x[: kept.shape[1]])
    rows = kept / np.where(size > 0, size, 1.0)[:, None]

    def more(at: np.ndarray) -> np.ndarray:
        return np.concatenate([residual(at), rows @ (at - x)[: rows.shape[1]]])

    def more_slopes(at: np.ndarray) -> np.ndarray:
        return np.vstack([slopes(at), rows])

    return more, more_slopes
