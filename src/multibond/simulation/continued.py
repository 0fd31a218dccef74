"""A run that goes on where another one stood: at its end, or at any of its points."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ModelError, MultibondError, SimulationError
from ..expression import Node, leaves, name_of, node, symbol
from ..frozen import frozen
from ..integrate import Statistics
from ..nonsmooth.pair_layout import CLOSED, COMMAND, FREE, GAP, HOLD, LOW, UP
from .engine import Engine, engine
from .event_log import EventLog
from .events import Modes
from .machine import Machine
from .ratios import choose_ratios
from .realising import solver_for
from .record import INTERRUPTED, Piece, Run
from .run import Simulation

if TYPE_CHECKING:
    from ..equations.system import System

NO_FLOW = 1e-9  # of the largest flow or effort, each by its ratio: what a pair that holds may let pass by rounding


@frozen
class Origin:
    """The point with which a run goes on: a run of one point. `books`: its energy books go on too."""

    run: Run
    books: bool = False

    @property
    def time(self) -> float:
        """When it is [s]."""
        return float(self.run.pieces[0].times[0][0])

    @property
    def machine(self) -> Machine:
        """The machine that computed it."""
        return self.run.pieces[0].machine

    def values(self, nodes: list[Node]) -> np.ndarray:
        """Values there of expressions of what the machine's schedule knows."""
        times, states, discrete, guesses = self.run.pieces[0].parts[0]
        m = discrete if discrete.shape[1] else np.zeros(0)
        known = (self.machine.unknowns, guesses)
        return self.machine.program.evaluate(nodes, times, states, self.run.parameters, m, known)[0]

    def equations(self, made: Engine, system: System, p: np.ndarray) -> tuple[System, np.ndarray]:
        """The equations and values of parameters of a run by the same method, realised as in the run before."""
        realised = made.realised(system, self.run.realisation)
        own = dict(zip(self.run.system.parameters, map(float, self.run.parameters), strict=True))
        added = list(realised.parameters)[len(p) :]
        return realised, np.append(p, [own[name] for name in added]) if added else p


def origin_of(run: Run, row: int) -> Origin:
    """The point of a run that is its output point number `row`, those before the first that is shown included."""
    for piece in run.pieces:
        for part in piece.parts:
            if row < len(part[0]):
                return Origin(_one_point(run, piece, tuple(column[row : row + 1].copy() for column in part)))
            row -= len(part[0])
    raise IndexError(row)


def _one_point(run: Run, piece: Piece, rows: tuple[np.ndarray, ...]) -> Run:
    grid = run.settings.grid[[0, -1]]  # the first tells whether it began before time 0
    settings = replace(run.settings, grid=grid, origin=None, hidden=0)
    only = Piece(piece.machine)
    only.parts.append(rows)  # type: ignore[arg-type]
    point = Run(run.system, run.parameters, settings, [only], EventLog(), Statistics())
    point.statistics.solvers = list(run.statistics.solvers)
    return point


def advance(run: Run, row: int, grid: np.ndarray) -> Run:
    """The run once more from its point number `row` over the times of `grid` [s] behind it, with its energy books."""
    origin = replace(origin_of(run, row), books=True)
    times = np.concatenate([[origin.time], grid])
    settings = replace(run.settings, grid=times, hidden=1, origin=origin, steady=False, progress=None)
    with Simulation(engine(run.model), run.system, run.parameters, settings) as again:
        again.start()
        again.run()
        if again.message.startswith(INTERRUPTED):
            raise KeyboardInterrupt
        if again.message:
            raise SimulationError(f"the run cannot be followed from {origin.time:.6g} s on: {again.message}")
        return again.outcome()


def check_origin(made: Engine, origin: Origin) -> None:
    """Refuse to go on with the result of another model."""
    title = origin.run.model.title
    if origin.run.system.graph.elements.keys() != made.graph.elements.keys():
        raise ModelError(
            f"a run goes on with a result of the same model, and that of '{title}' has other components; "
            "start from a result of this model, with the same bonds"
        )


def check_start_values(system: System, p: np.ndarray, origin: Origin) -> None:
    """Refuse start values that are given together with a result to go on with, whose states count."""
    before = dict(zip(origin.run.system.parameters, origin.run.parameters, strict=True))
    changed = {name for name, value in zip(system.parameters, p, strict=True) if before.get(name) != value}
    if not changed:
        return
    starting = {leaf for start in system.starts for leaf in leaves(start.value)}
    computing = leaves(
        *(equation.residual for equation in system.equations),
        *(node(x) for output in system.outputs.values() for x in np.ravel(np.asarray(output.value, dtype=object))),
        *(x for when in system.whens for x in (when.condition, *(value for _, value in when.changes))),
    )
    only = sorted(name for name in changed if symbol(name) in starting and symbol(name) not in computing)
    if only:
        raise ModelError(
            "it is a start value, but the run goes on with the states of a result, so that it would change nothing; "
            "leave it out, or leave out start_from; to go on with another value let an event set the state, as in "
            "when('time >= 1', {'store.q': 0.5})",
            only[0],
        )


def came_to(simulation: Simulation, origin: Origin, bounds: np.ndarray) -> np.ndarray:
    """Which limits of a start the run before went beyond by itself, such as into a void of vapour, so that the run may
    go on there; not those beyond which only other values of parameters put it."""
    own = dict(zip(origin.run.system.parameters, origin.run.parameters, strict=True))
    now = zip(simulation.system.parameters, simulation.p, strict=True)
    before = simulation.bounds(np.array([own.get(name, value) for name, value in now]))
    return np.array([limit.at_start for limit in simulation.system.limits]) & (bounds >= before)


def go_on(simulation: Simulation, origin: Origin) -> None:
    """Stand where another run stood: the machine, its states, conditions, discrete values and positions."""
    old, machine = origin.machine, _machine(simulation, origin)
    if machine is not simulation.machine:
        simulation.work = simulation.at_work(machine)
        simulation.modes = Modes(machine, simulation.p, simulation.span, simulation.t)
        if machine.has_pairs:
            simulation.set_up_pairs()
    simulation.solver = solver_for(machine, simulation.settings)
    values = simulation.modes.values
    row = origin.run.pieces[0].parts[0][2][0]
    values.update(zip(old.compiled.schedule.discrete, map(float, row), strict=True))
    values.update({mode: float(on) for mode, on in old.positions.items()})
    simulation.x = _carried(machine, origin)
    guessed = _known(machine.unknowns, origin)
    simulation.work.workspace.guess(guessed)
    simulation.work.forget(simulation.p, simulation.modes.vector(machine))
    if simulation.pairs is None:
        simulation.settle()
    else:
        _take_positions(simulation)


def _machine(simulation: Simulation, origin: Origin) -> Machine:
    """The machine that stood there, with the wishes and values of this run; else one with the same positions."""
    old, settings, made = origin.machine, simulation.settings, simulation.engine
    if simulation.system.realisation == old.system.realisation:
        wishes = tuple(sorted(settings.wishes.items()))
        recipe = replace(old.recipe, audit=settings.audit, wishes=wishes, values=None)
        try:
            return made.judged(simulation.system, recipe, simulation.p)
        except MultibondError:  # other values of parameters have other equations
            pass
    positions = {mode: on for mode, on in old.positions.items() if mode in simulation.machine.positions}
    if simulation.machine.has_pairs or not positions:
        return simulation.machine
    return made.machine(simulation.system, positions, settings.wishes, settings.audit, simulation.p)


def _known(wanted: tuple[Node, ...], origin: Origin) -> dict[Node, float]:
    """The values at the point of those variables that its equations have."""
    old = origin.machine
    resolved = {x: old.compiled.resolve(x) for x in wanted}
    there = [x for x, y in resolved.items() if all(z in old.known or old.system.is_constant(z) for z in leaves(y))]
    found = origin.values([resolved[x] for x in there]) if there else ()
    return {x: float(value) for x, value in zip(there, found, strict=True) if np.isfinite(value)}


def _carried(machine: Machine, origin: Origin) -> np.ndarray:
    """The states of `machine` at the point; its energy books begin at zero, unless they go on."""
    books, old = machine.compiled.schedule.kinds, origin.machine
    own = tuple(source for state, source in zip(machine.states, machine.sources, strict=True)
                if not (state is source and state in books))  # fmt: skip
    known = _known(own, origin)
    kept = dict(zip(old.states, origin.run.pieces[0].parts[0][1][0], strict=True)) if origin.books else {}
    found = []
    for state, source in zip(machine.states, machine.sources, strict=True):
        if state is source and state in books:
            found.append(float(kept.get(state, 0.0)))
        elif source in known:
            found.append(known[source])
        else:
            raise SimulationError(
                f"the run cannot go on from {origin.time:.6g} s: the result has no value of {name_of(source)} there, "
                "which the equations need now; simulate with the same values and method as before"
            )
    return np.array(found)


def _take_positions(simulation: Simulation) -> None:
    """The positions of set-valued laws: what each lets pass tells, and those at an edge are decided."""
    pairs, values = simulation.pairs, simulation.modes.values
    assert pairs is not None
    memory = pairs.memory
    if all(pair.ratio in values for pair in pairs.pairs):
        memory.set_ratios(np.array([values[pair.ratio] for pair in pairs.pairs]))
    else:
        choose_ratios(pairs)
    m = simulation.modes.vector(simulation.machine)
    both = [x for pair in pairs.pairs for x in (pair.effort, pair.flow)]
    efforts, flows = simulation.work.evaluate(both, simulation.t, simulation.x, simulation.p, m).reshape(-1, 2).T
    seen = pairs.impacts.values()
    largest = max(float(np.max(np.abs(efforts) / memory.root)), float(np.max(np.abs(flows) * memory.root)))
    for k, (effort, flow, gap, command) in enumerate(zip(efforts, flows, seen[GAP], seen[COMMAND], strict=True)):
        if command >= 0:
            memory.mode[k] = CLOSED if command > 0.5 else HOLD
        elif np.isfinite(gap):  # a contact that pushes stays closed
            memory.mode[k] = HOLD if abs(effort) / memory.root[k] > NO_FLOW * largest else FREE
        elif abs(flow) * memory.root[k] > NO_FLOW * largest:
            memory.mode[k] = UP if flow > 0 else LOW
    memory.look(simulation.t, simulation.x, pairs.context())
    memory.solve(pairs.context())
    pairs.renew()
    pairs.impacts.begin()
    pairs.begin()
    pairs.settle()
    simulation.modes.refresh(simulation.work, simulation.t, simulation.x, simulation.p, set())


__all__ = ["Origin", "advance", "check_origin", "go_on", "origin_of"]
