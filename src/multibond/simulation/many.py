"""Many runs of one structure in one loop of machine code: what sweeps and studies share.

A run comes out the same, bit for bit, whichever others are in the loop with it: its start, its first guesses and its
tolerances follow from its own values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from ..equations.degrees import turned_too_far
from ..equations.signs import below_zero
from ..equations.system import System
from ..errors import InitialError, MultibondError, SimulationError
from ..expression import Node, leaves
from ..frozen import frozen
from ..graph.demands import check_demands, check_rows, demanding
from ..integrate import Tolerances
from ..integrate import sweep as run_sweep
from ..integrate.solvers import Auto, Dop853
from .engine import Engine
from .growth import GROWN, SHORT
from .look_times import look_times
from .machine import Machine
from .run import Simulation
from .settings import Settings
from .spike_looks import has_pulses

Rows = Mapping[str, np.ndarray]  # the values of each parameter that changes, one for each run


@frozen(eq=False)
class Ends:
    """What a loop computed: `states` (runs, times, states) of the runs that reached their end (`reached`), with their
    rows of all `parameters` and the first guesses (`memory`) of their nonlinear unknowns."""

    states: np.ndarray
    reached: np.ndarray
    parameters: np.ndarray
    memory: np.ndarray | None


def in_one_loop(settings: Settings) -> bool:
    """Whether the loop runs with what is asked for: dop853 on equations of the usual method."""
    plain = settings.method.name == "reduced" and not (settings.steady or settings.wishes or settings.impulses)
    return plain and settings.solver in (Auto(), Dop853())


class Loop:
    """The runs of one structure, that of the `system` with the parameters `p`; made in one thread, used in that."""

    def __init__(self, simulation: Simulation):
        self.simulation = simulation
        self.machine: Machine = simulation.machine
        self.system: System = simulation.system
        self.known = list(self.system.parameters)

    @staticmethod
    @contextmanager
    def of(made: Engine, system: System, p: np.ndarray, settings: Settings) -> Iterator[Loop]:
        """A loop for the time being; afterwards other runs use its memory."""
        with Simulation(made, system, p, replace(settings, audit=False)) as simulation:
            yield Loop(simulation)

    @property
    def is_quiet(self) -> bool:
        """Whether nothing has to be watched in a run: no events, no switches, no states that give way to others."""
        machine = self.machine
        return not (machine.has_pairs or machine.indicators or machine.compiled.modes or self.system.doubtful)

    def inputs(self, name: str, values: np.ndarray) -> np.ndarray:
        """For each value of a parameter whether it is an input of these equations: it changes no structure."""
        known = self.system.parameters.get(name)
        if known is None:
            return np.zeros(len(values), dtype=bool)
        changes = self.simulation.engine.formulation.changes_structure
        of_zero, of_others = (not changes(self.system, name, value) for value in (0.0, 1.0))
        return np.where(values == 0.0, of_zero, of_others)

    def table(self, rows: Rows) -> np.ndarray:
        """The values of all parameters, a row for each run."""
        table = np.tile(self.simulation.p, (len(next(iter(rows.values()))), 1))
        for name, values in rows.items():
            table[:, self.known.index(name)] = values
        return table

    def check(self, table: np.ndarray, changed: Rows) -> None:
        """Refuse values that components refuse."""
        scopes = self.system.scopes
        concerned = demanding(scopes, changed)
        for row in table if concerned else ():
            if not check_demands(scopes, dict(zip(self.known, row, strict=True)), concerned) & set(changed):
                break  # the checks do not look at what changes from row to row
        check_rows(scopes, self.known, table, changed)

    def must_look(self, table: np.ndarray) -> np.ndarray:
        """For each run whether there is something to look at, which the loop does not: times, places, or signs."""
        found = has_pulses(self.system, table) | below_zero(self.system, table) | turned_too_far(self.system, table)
        if not self.system.narrow.of_time or found.all():
            return found
        grid = self.simulation.settings.grid
        start, stop = float(grid[0]), float(grid[-1])
        return found | np.array([bool(look_times(self.system, row, start, stop)) for row in table], dtype=bool)

    def allowed(self, table: np.ndarray, changed: Rows) -> np.ndarray:
        """For each run whether its values are allowed, leave the equations as they are and need no looks."""
        return self._alike(table, changed) & ~self.must_look(table)

    def _alike(self, table: np.ndarray, changed: Rows) -> np.ndarray:
        try:
            self.check(table, changed)
        except MultibondError:
            return np.array([self._allows(row, changed) for row in table])
        if not self.machine.judged_otherwise(table):
            return np.ones(len(table), dtype=bool)
        return np.array([not self.machine.judged_otherwise(row) for row in table])

    def _allows(self, row: np.ndarray, changed: Rows) -> bool:
        try:
            self.check(row.reshape(1, -1), changed)
        except MultibondError:
            return False
        return not self.machine.judged_otherwise(row)

    def starts(self, rows: Rows, table: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """The start states of all runs, which of them have one in these equations, and the first guesses of nonlinear
        unknowns, where there are any."""
        first = np.zeros((len(table), len(self.machine.states)))
        begun = np.zeros(len(table), dtype=bool)
        memory = []
        if self._start_is_fixed(rows):  # with any values the same: with those that the loop was made for
            found = self._start(self.simulation.p)
            begun[:] = found is not None
            first[:] = 0.0 if found is None else found
            memory = [self._memory()]
        else:
            for k, row in enumerate(table):
                found = self._start(row)
                if found is not None:
                    begun[k], first[k] = True, found
                memory.append(self._memory())
        return first, begun, np.array(memory) if self.machine.program.warm else None

    def _start(self, p: np.ndarray) -> np.ndarray | None:
        """The start states of a run with the parameters `p`; None if it has none, or begins with other equations."""
        simulation, own = self.simulation, self.simulation.p
        simulation.p = p
        simulation.work.workspace.reset()
        try:
            simulation.start()
            return simulation.x if simulation.machine is self.machine else None
        except (SimulationError, InitialError):
            return None
        finally:
            simulation.p = own
            simulation.work = simulation.at_work(self.machine)

    def _memory(self) -> np.ndarray:
        return self.simulation.work.workspace.fresh().copy() if self.machine.program.warm else np.zeros(0)

    def _start_is_fixed(self, rows: Rows) -> bool:
        """Whether no start value depends on what changes and no condition must be solved."""
        starts = self.system.starts
        used = {leaf.args[0] for s in starts for leaf in leaves(s.value) if leaf.op == "symbol"}
        resolve, states = self.machine.compiled.resolve, self.machine.states
        return not (set(rows) & used) and not any(s.given and resolve(s.expression) not in states for s in starts)

    def run(self, rows: Rows, table: np.ndarray, grid: np.ndarray | None = None, workers: int = 1,
            detect: bool = False) -> Ends:  # fmt: skip
        """All runs, each with its row of `rows` and of `table`; the states at the times of `grid` or at the end."""
        simulation, machine = self.simulation, self.machine
        times = simulation.settings.grid
        first, begun, memory = self.starts(rows, table)
        parameters = table[begun]
        if memory is not None and len(memory) > 1:
            memory = memory[begun]
            memory = memory[:1] if len(memory) and (memory == memory[:1]).all() else memory
        if not begun.any():
            count = 1 if grid is None else len(grid)
            return Ends(np.zeros((0, count, len(machine.states))), begun, parameters, memory)
        sized = parameters if machine.sized_by(rows) else parameters[:1]
        sizes, units = zip(*((machine.nominal(row), machine.units(row)) for row in sized), strict=True)
        outcome = run_sweep(
            simulation.work.workspace, float(times[0]), first[begun], float(times[-1]), parameters,
            simulation.modes.vector(machine),
            tolerance=Tolerances(simulation.settings.tolerance, nominal=sizes[0], kin=machine.kin, units=units[0]),
            grid=grid, workers=workers, nominal=np.array(sizes) if len(sizes) > 1 else None,
            units=np.array(units) if len(units) > 1 else None, memory=memory,
            detect=detect and isinstance(simulation.settings.solver, Auto),
        )  # fmt: skip
        reached = np.array([reason == "end" for reason in outcome.reasons], dtype=bool)
        if detect:
            reached &= ~self._runs_away(first[begun], outcome.final, parameters, np.array(sizes))
        begun[begun] = reached
        states = outcome.final[:, np.newaxis] if outcome.states is None else outcome.states
        if memory is not None and len(memory) > 1:
            memory = memory[reached]
        return Ends(states[reached], begun, parameters[reached], memory)

    def _runs_away(self, first: np.ndarray, last: np.ndarray, parameters: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        """For each run whether it may end at a pole of its solution, where its last values mean nothing: such a run is
        made by itself, which looks closer."""
        times, m = self.simulation.settings.grid, self.simulation.modes.vector(self.machine)
        if not last.shape[1]:
            return np.zeros(len(last), dtype=bool)
        with np.errstate(all="ignore"):
            grown = np.abs(last) > GROWN * np.maximum(np.max(np.abs(first), axis=1, keepdims=True), sizes)
        found = np.zeros(len(last), dtype=bool)
        for k in np.flatnonzero(grown.any(axis=1)):
            rates = self.simulation.work.workspace.derivative(float(times[-1]), last[k], parameters[k], m)
            short = np.abs(last[k]) < SHORT * float(times[-1] - times[-2]) * np.abs(rates)
            found[k] = bool(np.any(short & grown[k]))
        return found

    def values(self, nodes: Sequence[Node], times: np.ndarray, ends: Ends) -> np.ndarray:
        """Values of expressions of the user's names at these times: (runs, times, expressions)."""
        resolved = [self.machine.compiled.resolve(x) for x in nodes]
        workspace = self.simulation.work.workspace
        m = self.simulation.modes.vector(self.machine)
        return workspace.evaluate_runs(resolved, times, ends.states, ends.parameters, m, ends.memory)


__all__ = ["Ends", "Loop", "Rows", "in_one_loop"]
