"""Singular positions: where the loops of a mechanism could go on in two ways, and how a run gets past them.

A parallelogram that is flat may go on as a parallelogram or as a kite: its constraints depend on each other there, and
do not determine the velocities. Long steps pass over such a position and go on as the motion leads; short ones come so
near to it that nothing is determined any more. So a solver that has failed there is helped over: with an explicit
method on the equations of `reduced`, from the last output point that is far enough away to one as far behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..equations.assembly import SINGULAR_START, jacobian_of
from ..equations.index import unknown_leaves
from ..equations.methods import Reduced
from ..errors import InitialError, MultibondError
from ..expression import Node
from ..frozen import frozen
from ..integrate import Outcome
from ..integrate.solvers import Dop853
from .choice import choose_states
from .machine import Machine
from .record import Rows

if TYPE_CHECKING:
    from .run import Simulation

NEAR = 0.1  # of how well the constraints determined the motion at the start: less is near a singular position
FAR = 0.1  # of the same: where the way over begins
FINEST = 1e-9  # tolerance of the way over: shorter steps would come too near
MOST = 400  # output points that are looked back over
ATTEMPTS = 1000  # of one run
NOTHING = 1e-5  # how well constraints determine the motion in a singular position, closed as well as it can be there


class Position:
    """How well the constraints of the loops determine the motion at the output points of a run."""

    def __init__(self, simulation: Simulation):
        self.simulation = simulation
        plain = simulation.machine if simulation.first is None else simulation.first.machine
        draft = plain.compiled.draft
        self.rows = list(draft.positioned)
        found = (x for row in self.rows for x in unknown_leaves(row.residual, draft.constant))
        self.variables = list(dict.fromkeys(found))
        self.is_length = draft.is_length
        self.numbers = dict(zip(plain.compiled.schedule.parameters, map(float, simulation.p), strict=False))

    def matrix(self, machine: Machine, rows: Rows, k: int) -> np.ndarray:
        """The derivatives of the constraints by the positions in row `k`, each in its own unit, and each row of
        length one at most."""
        times, states, discrete, guesses = (column[k : k + 1] for column in rows)
        nodes = [machine.compiled.resolve(x) for x in self.variables]
        m = discrete if discrete.shape[1] else np.zeros(0)
        values = machine.program.evaluate(nodes, times, states, self.simulation.p, m, (machine.unknowns, guesses))[0]
        return self.slopes(values)

    def slopes(self, values: np.ndarray) -> np.ndarray:
        """The same where the positions have these `values`."""
        known = self.numbers | {x: float(v) for x, v in zip(self.variables, values, strict=True)}
        found = jacobian_of(self.rows, self.variables, known, lambda x: known.get(x, 0.0), self.is_length)
        return found / np.maximum(1.0, np.linalg.norm(found, axis=1, keepdims=True))

    def size(self, machine: Machine, rows: Rows, k: int) -> float:
        """The smallest singular value in row `k`: zero in a singular position."""
        matrix = self.matrix(machine, rows, k)
        return float(np.linalg.svd(matrix)[1][-1]) if np.all(np.isfinite(matrix)) else np.inf


@frozen
class Weakness:
    """What the constraints no longer determine in the present position: the directions `left` of constraints and
    `right` of motions that belong to the smallest singular value, `size`, and the component `origin`."""

    size: float
    left: np.ndarray
    right: np.ndarray
    origin: str

    def along(self, matrix: np.ndarray) -> float:
        """The same measure in another position, which changes its sign where the position is singular."""
        return float(self.left @ matrix @ self.right)


def _weakness(where: Position, matrix: np.ndarray) -> Weakness | None:
    if not np.all(np.isfinite(matrix)):
        return None
    left, sizes, right = np.linalg.svd(matrix)
    last = len(sizes) - 1
    origin = where.rows[int(np.argmax(np.abs(left[:, last])))].origin
    return Weakness(float(sizes[last]), left[:, last], right[last], origin)


def check_begin(simulation: Simulation) -> None:
    """Refuse to begin in a singular position. Equations are made beside one, but the values of a run may lead there."""
    where = Position(simulation)
    if not where.rows:
        return
    m = simulation.modes.vector(simulation.machine)
    values = simulation.work.values(where.variables, simulation.t, simulation.x, simulation.p, m)
    found = _weakness(where, where.slopes(np.ravel(values)))
    if found is not None and found.size < NOTHING:
        closing = [k for k, row in enumerate(where.rows) if row.release is not None]
        raise InitialError(SINGULAR_START, where.rows[max(closing, key=lambda k: abs(found.left[k]))].origin)


def pass_over(simulation: Simulation) -> str | None:
    """Get past a singular position at which the solver of a run has failed: "" if it was done, else what is to be said
    of that position; None where the run does not stand in one."""
    where = Position(simulation)
    if not where.rows or simulation.machine.has_pairs:
        return None
    m = simulation.modes.vector(simulation.machine)[None, :]
    unknowns = simulation.machine.unknowns
    latest = simulation.work.workspace.latest("integrate") if unknowns else {}
    here = (np.array([simulation.t]), simulation.x[None, :], m, np.array([[latest[u] for u in unknowns]]))
    first = simulation.pieces[0]
    usual = where.size(first.machine, first.rows(), 0)
    now = _weakness(where, where.matrix(simulation.machine, here, 0))
    if now is None or not now.size < NEAR * usual:
        return None
    found = _begin(simulation, where, max(FAR * usual, 2 * now.size))
    if found is not None:
        begin = float(found[1][0][found[2]])
        gone = 1.0 - now.along(where.matrix(*found)) / now.size  # the measure of the way so far, by what is left of it
        singular = simulation.t + (simulation.t - begin) / -gone if gone < 0.0 else simulation.t
        if _went_over(simulation, *found, 2 * singular - begin):
            simulation.doubts.append(
                f"near {singular:.4g} s {now.origin} passes a singular position, in which its loop could go on in two "
                "ways, as a flat parallelogram can; the run goes on as the motion leads there; change a length a "
                "little if another way is meant"
            )
            return ""
    return (
        f"; {now.origin} is near a singular position there, in which its loop could go on in two ways, as a flat "
        "parallelogram can: take the method 'reduced' with the solver 'dop853', whose longer steps pass over it, "
        "change a length a little, or end the run before"
    )


def _begin(simulation: Simulation, where: Position, enough: float) -> tuple[Machine, Rows, int] | None:
    """The last output point since the last event from which a way over may begin."""
    event = simulation.events[-1].time if len(simulation.events) else -np.inf
    looked = 0
    for piece in reversed(simulation.pieces):
        rows = piece.rows()
        for k in range(len(rows[0]) - 1, -1, -1):
            looked += 1
            if rows[0][k] <= event or looked > MOST:
                return None
            if where.size(piece.machine, rows, k) >= enough:
                return piece.machine, rows, k
    return None


def _went_over(simulation: Simulation, machine: Machine, rows: Rows, k: int, over: float) -> bool:
    """Go from row `k` of `machine` to the time `over` [s], behind the singular position, if that can be done."""
    begin, end = float(rows[0][k]), float(simulation.settings.grid[-1])
    over = min(over, end)
    simulation.attempts += 1
    if simulation.attempts > ATTEMPTS or not over > simulation.t:
        return False
    ahead = simulation.upto
    grid = np.unique(np.concatenate([[begin], ahead[ahead < over], [over]]))
    plain = simulation.system if simulation.system.plain is None else simulation.system.plain
    settings = replace(simulation.settings, grid=grid, method=Reduced(), solver=Dop853(), progress=None, steady=False,
                       tolerance=max(simulation.settings.tolerance, FINEST))  # fmt: skip
    p = simulation.p[: len(plain.parameters)]
    with type(simulation)(simulation.engine, plain, p, settings) as over_it:
        over_it.attempts = ATTEMPTS  # the way over has none of its own: each would begin where the last one failed
        discrete = machine.compiled.schedule.discrete
        here = dict(zip(discrete, map(float, rows[2][k]), strict=True))
        over_it.modes.values.update({x: v for x, v in here.items() if x in over_it.modes.values})
        times, states, modes, guesses = (column[k : k + 1] for column in rows)
        found = _carried(machine, (times, states, modes, guesses), simulation.p, over_it.machine)
        if found is None:
            return False
        over_it.x = found[0][0]
        _guess(over_it, found[1][0])
        try:
            over_it.go_on_from_here()
            over_it.run()
        except MultibondError:
            return False
        if over_it.message or len(over_it.events):
            return False
        return _take_back(simulation, over_it)


def _take_back(simulation: Simulation, over_it: Simulation) -> bool:
    """Go on where `over_it` came to, with its output points."""
    machine = simulation.machine
    times, states, guesses = [], [], []
    for piece in over_it.pieces:
        rows = piece.rows()
        found = _carried(piece.machine, rows, over_it.p, machine)
        if found is None:
            return False
        times.append(rows[0])
        states.append(found[0])
        guesses.append(found[1])
    t, x, u = np.concatenate(times)[1:], np.concatenate(states)[1:], np.concatenate(guesses)[1:]
    simulation.keep(Outcome(
        t, x, "root", float(t[-1]), x[-1].copy(), [], "", over_it.statistics,
        np.array(simulation.absolute(machine)), simulation.solver, u,
    ))  # fmt: skip
    _guess(simulation, u[-1])
    choose_states(simulation, first=True)
    simulation.follow()
    return True


def _guess(simulation: Simulation, unknowns: np.ndarray) -> None:
    """Begin the iterations of nonlinear systems at these values."""
    machine, workspace = simulation.machine, simulation.work.workspace
    workspace.guess(dict(zip(machine.unknowns, map(float, unknowns), strict=True)))
    simulation.work.forget(simulation.p, simulation.modes.vector(machine))


def _carried(old: Machine, rows: Rows, p: np.ndarray, new: Machine) -> tuple[np.ndarray, np.ndarray] | None:
    """The states and the nonlinear unknowns of `new` in the rows of `old`; None where they are not known there."""
    times, states, discrete, guesses = rows
    m = discrete if discrete.shape[1] else np.zeros(0)

    def columns(wanted: Sequence[Node], sources: Sequence[Node]) -> np.ndarray:
        found = np.zeros((len(times), len(wanted)))
        for k, (x, source) in enumerate(zip(wanted, sources, strict=True)):
            if x in old.places:
                found[:, k] = states[:, old.places[x]]
            else:
                target = [old.compiled.resolve(source)]
                found[:, k] = old.program.evaluate(target, times, states, p, m, (old.unknowns, guesses))[:, 0]
        return found

    made = columns(new.states, new.sources), columns(new.unknowns, new.unknowns)
    return made if all(np.all(np.isfinite(each)) for each in made) else None


__all__ = ["check_begin", "pass_over"]
