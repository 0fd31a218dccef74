"""Many runs of one model with different parameters, in one machine-code loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from ..argument import checked
from ..equations.schedule import SolveNonlinear, expressions, needed
from ..equations.system import System
from ..errors import InitialError, ModelError, MultibondError, SimulationError
from ..expression import leaves, node
from ..frozen import frozen
from ..graph.demands import check_demands, check_rows, demanding
from ..integrate import Tolerances
from ..integrate import sweep as run_sweep
from ..integrate.solvers import Auto, Dop853
from ..model.composite import Composite
from .engine import Engine, engine
from .reactions import Reactions
from .record import INTERRUPTED, Piece, Run
from .run import Simulation
from .settings import Settings
from .simulate import simulate

EVERY = 500  # runs in one loop, of which one is looked at closely
SAMPLE = 8  # such runs at most
Look = Callable[[Run], list[str]]  # what speaks against a run, in sentences


@frozen
class SweepResult:
    """`parameters`: name → values; `final`: output name → last value of every run (vectors have more columns).

    `doubts` are sentences about runs that should be distrusted. Of runs in one loop of machine code the last values of
    all are looked at, and the energy books of a sample.
    """

    parameters: dict[str, np.ndarray]
    final: dict[str, np.ndarray]
    states: np.ndarray  # rows for runs; nan where a run has ended with fewer states than others
    doubts: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.states)

    @checked
    def row(self, number: int) -> dict[str, float]:
        """The values of the parameters in one run."""
        if not -len(self) <= number < len(self):
            raise ModelError(f"there are {len(self)} runs, numbered from 0; there is no run {number}")
        return {name: float(values[number]) for name, values in self.parameters.items()}


def sweep(
    model: Composite,
    parameters: Mapping[str, Sequence[float]],
    settings: Settings,
    workers: int = 1,
    look: Look = lambda _: [],
) -> SweepResult:
    """Run the model once for every row of parameter values (all lists of the same length) and keep the last values.

    Models without events run in one loop of machine code with dop853, others one by one. `workers` threads share the
    runs; the numbers are the same, bit for bit, whoever computes them. `look` tells what speaks against a run.
    """
    rows = _checked(model, parameters)
    if isinstance(workers, bool) or not isinstance(workers, (int, np.integer)) or workers < 1:
        raise ModelError(f"the number of workers must be a whole number from 1 on, not {workers!r}")
    found = None
    if settings.solver in (Auto(), Dop853()) and settings.method.name == "reduced":
        made = engine(model)
        first = {name: float(values[0]) for name, values in rows.items()}
        system, base = made.parameters(first, bool(settings.grid[0] < 0))
        with Simulation(made, system, base, replace(settings, audit=False)) as simulation:
            found = _in_one_loop(simulation, rows, int(workers))
    if found is None:
        return _one_by_one(model, rows, settings, int(workers), look)
    return replace(found, doubts=(*_without_value(found), *_sampled(model, found, settings, look)))


def _without_value(found: SweepResult) -> Iterator[str]:
    """A sentence for every output that has no last value in some runs."""
    for name, values in found.final.items():
        lost = np.flatnonzero(~np.isfinite(values.reshape(len(values), -1)).all(axis=1))
        if len(lost):
            first, more = int(lost[0]), f", and {len(lost) - 1} more" if len(lost) > 1 else ""
            yield f"the output '{name}' has no value at the end of {_run(first, found.row(first))}{more}"


def _sampled(model: Composite, found: SweepResult, settings: Settings, look: Look) -> Iterator[str]:
    """What speaks against a few of the runs, made again by themselves: the one that went farthest, the first, the
    last, some between; not more, for the books of all would cost a tenth of the sweep."""
    count = len(found)
    with np.errstate(all="ignore"):
        far = np.max(np.abs(found.states) / np.median(np.abs(found.states), axis=0), axis=1, initial=0.0)
    first = int(np.argmax(np.where(np.isfinite(far), far, 0.0)))
    spread = np.linspace(0, count - 1, 1 + count // EVERY).astype(int).tolist() if count >= EVERY else []
    for k in list(dict.fromkeys([first, *spread]))[:SAMPLE]:
        try:
            run = simulate(model, found.row(k), settings)
        except MultibondError as error:
            yield f"{_run(k, found.row(k))}: by itself it fails: {error}"
            continue
        if run.message.startswith(INTERRUPTED):
            raise KeyboardInterrupt
        yield from (f"{_run(k, found.row(k))}: {doubt}" for doubt in look(run))


def _checked(model: Composite, parameters: Mapping[str, Sequence[float]]) -> dict[str, np.ndarray]:
    """The values by the present names of parameters."""
    current = engine(model).system().scopes.current if parameters else str
    rows = {current(name): np.asarray(values, dtype=float) for name, values in parameters.items()}
    counts = {len(v) for v in rows.values()}
    if not rows or len(counts) != 1 or any(v.ndim != 1 or not np.all(np.isfinite(v)) for v in rows.values()):
        raise ModelError("a sweep takes one or more lists of finite numbers, all of the same length, by parameter name")
    if 0 in counts:
        raise ModelError("a sweep needs at least one value of each parameter")
    return rows


def _in_one_loop(simulation: Simulation, rows: dict[str, np.ndarray], workers: int) -> SweepResult | None:
    """All runs in machine code; None where there are events, where one has no start, another structure or a fault, or
    is too stiff: then each run by itself finds its way, or says what is wrong."""
    made, system, base = simulation.engine, simulation.system, simulation.p
    times, tolerance = simulation.settings.grid, simulation.settings.tolerance
    count = len(next(iter(rows.values())))
    known = list(system.parameters)
    machine = simulation.machine
    quiet = not (machine.has_pairs or machine.indicators or machine.compiled.modes)
    plain = quiet and _are_inputs(made, system, rows)
    if not plain or Reactions.may_concern_outputs(machine):
        return None
    table = np.tile(base, (count, 1))
    for name, values in rows.items():
        table[:, known.index(name)] = values
    concerned = demanding(system.scopes, rows)
    for row in table if concerned else ():
        if not check_demands(system.scopes, dict(zip(known, row, strict=True)), concerned) & set(rows):
            break  # the checks do not look at what changes from row to row
    check_rows(system.scopes, known, table, rows)
    if machine.judged_otherwise(table):
        return None
    first = _starts(simulation, rows, table)
    if first is None:
        return None
    sizes = [machine.nominal(row) for row in (table if machine.sized_by(rows) else table[:1])]
    outcome = run_sweep(
        simulation.work.workspace,
        float(times[0]),
        first,
        float(times[-1]),
        table,
        simulation.modes.vector(machine),
        tolerance=Tolerances(tolerance, nominal=np.min(sizes, axis=0), kin=machine.kin),
        workers=workers,
    )
    if "failed" in outcome.reasons:
        return None
    final = _final(machine, system, outcome.final, table, simulation, float(times[-1]))
    return SweepResult(rows, final, outcome.final)


def _starts(simulation: Simulation, rows: Mapping[str, np.ndarray], table: np.ndarray) -> np.ndarray | None:
    """The start states of all runs; None if one has none, or has others."""
    machine = simulation.machine
    first = np.empty((len(table), len(machine.states)))
    fixed = _start_is_fixed(simulation, rows)
    for k, row in enumerate(table):
        if k == 0 or not fixed:
            simulation.p = row
            simulation.work.workspace.reset()
            try:
                simulation.start()
            except (SimulationError, InitialError):
                return None
            if simulation.machine is not machine:
                return None
        first[k] = simulation.x
    return first


def _are_inputs(made: Engine, system: System, rows: Mapping[str, np.ndarray]) -> bool:
    """Whether all values are allowed and none of them changes the structure."""
    for name, values in rows.items():
        known = system.parameters.get(name)
        either = np.concatenate([values[values == 0.0][:1], values[values != 0.0][:1]])  # the structure sees no more
        if known is None or any(made.formulation.changes_structure(system, name, float(v)) for v in either):
            return False
        known.check(float(np.min(values)), name)
    return True


def _start_is_fixed(simulation: Simulation, rows: Mapping[str, Any]) -> bool:
    """Whether no start value depends on the swept parameters and no condition must be solved."""
    swept = set(rows)
    used = {leaf.args[0] for s in simulation.system.starts for leaf in leaves(s.value) if leaf.op == "symbol"}
    return not (swept & used) and not any(
        s.given and simulation.machine.compiled.resolve(s.expression) not in simulation.machine.states
        for s in simulation.system.starts
    )


def _final(
    machine: Any, system: Any, states: np.ndarray, table: np.ndarray, simulation: Any, stop: float
) -> dict[str, np.ndarray]:
    names = list(system.outputs)
    columns = [np.ravel(np.asarray(system.outputs[n].value, dtype=object)) for n in names]
    flat = [machine.compiled.resolve(e) for group in columns for e in group]
    m = simulation.modes.vector(machine)
    if _same_for_all(machine, flat, table):
        values = machine.program.evaluate(flat, np.full(len(states), stop), states, table[0], m)
    else:
        values = np.array([machine.program.evaluate(flat, stop, x, p, m) for x, p in zip(states, table, strict=True)])
    final, at = {}, 0
    for name, group in zip(names, columns, strict=True):
        final[name] = values[:, at] if len(group) == 1 else values[:, at : at + len(group)]
        at += len(group)
    return final


def _same_for_all(machine: Any, outputs: list[Any], table: np.ndarray) -> bool:
    """Whether the outputs follow from the states alone, without the swept parameters and without iterations."""
    schedule = machine.compiled.schedule
    steps = [step for _, step in needed(schedule.steps, outputs)]
    used = set(leaves(*outputs, *(e for step in steps for e in expressions(step))))
    swept = np.flatnonzero(np.any(table != table[0], axis=0))
    iterates = any(isinstance(step, SolveNonlinear) for step in steps)
    return not iterates and not any(schedule.parameters[k] in used for k in swept)


def _one_by_one(
    model: Composite, rows: Mapping[str, np.ndarray], settings: Settings, workers: int, look: Look
) -> SweepResult:
    """Runs by themselves, the slow way, shared among `workers` threads; an error says which it was."""

    def one(k: int) -> tuple[np.ndarray, dict[str, Any], list[str]]:
        chosen = {name: float(v[k]) for name, v in rows.items()}
        try:
            run = simulate(model, chosen, settings)
        except SimulationError as error:
            raise SimulationError(f"{_run(k, chosen)}: {error}", result=error.result) from None
        except InitialError as error:
            raise InitialError(f"{_run(k, chosen)}: {error}") from None
        if run.message.startswith(INTERRUPTED):
            raise KeyboardInterrupt
        doubts = [f"{_run(k, chosen)}: {doubt}" for doubt in look(run)]
        return run.pieces[-1].states[-1][-1][: run.pieces[-1].machine.own], _last(run), doubts

    count = len(next(iter(rows.values())))
    if workers == 1 or count == 1:
        done = [one(k) for k in range(count)]
    else:
        with ThreadPoolExecutor(min(workers, count)) as pool:
            done = list(pool.map(one, range(count)))
    finals = {name: np.array([last[name] for _, last, _ in done]) for name in done[0][1]}
    doubts = tuple(doubt for *_, found in done for doubt in found)
    return SweepResult(dict(rows), finals, _rows([states for states, *_ in done]), doubts)


def _rows(states: list[np.ndarray]) -> np.ndarray:
    """One row for every run; those that ended in another position of switches may have fewer states."""
    table = np.full((len(states), max(map(len, states), default=0)), np.nan)
    for row, x in zip(table, states, strict=True):
        row[: len(x)] = x
    return table


def _last(run: Run) -> dict[str, Any]:
    """The last value of every output of a run, or of every state where the model names no outputs."""
    piece = run.pieces[-1]
    outputs = {name: np.asarray(output.value, dtype=object) for name, output in run.system.outputs.items()}
    outputs = outputs or {
        name: np.asarray(x, dtype=object) for name, x in zip(piece.machine.state_names, piece.machine.states)
    }
    times, states, discrete, guesses = (rows[-1:] for rows in piece.rows())
    flat = [node(x) for array in outputs.values() for x in array.reshape(-1)]
    if Reactions.may_concern(piece.machine, flat):
        end = Piece(piece.machine)
        end.parts.append((times, states, discrete, guesses))
        values = Reactions(run, end).values(flat)
    else:
        known = (piece.machine.unknowns, guesses)
        values = piece.machine.evaluate(flat, times, states, run.parameters, discrete, known)
    row = iter(values[0])
    return {name: np.reshape([next(row) for _ in range(array.size)], array.shape) for name, array in outputs.items()}


def _run(number: int, chosen: Mapping[str, float]) -> str:
    return f"run {number} of the sweep, with " + ", ".join(f"{name} = {value:g}" for name, value in chosen.items())
