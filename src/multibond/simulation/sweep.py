"""Many runs of one model with different parameters, in one machine-code loop."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ..argument import checked
from ..errors import Asked, ByName, InitialError, ModelError, MultibondError, SimulationError
from ..expression import node
from ..frozen import frozen
from ..model.composite import Composite
from .engine import engine
from .many import Ends, Loop, Rows, in_one_loop
from .reactions import Reactions
from .record import INTERRUPTED, Piece, Run
from .settings import Settings
from .simulate import simulate

EVERY = 500  # runs in one loop, of which one is looked at closely
SAMPLE = 8  # such runs at most
Look = Callable[[Run], list[str]]  # what speaks against a run, in sentences


@frozen
class SweepResult(Asked):
    """`parameters`: name → values; `final`: output name → last value of every run (vectors have more columns).

    `doubts` are sentences about runs that should be distrusted. Of runs in one loop of machine code the last values of
    all are looked at, and the energy books of a sample.
    """

    parameters: dict[str, np.ndarray]
    final: dict[str, np.ndarray]
    states: np.ndarray  # rows for runs; nan where a run has ended with fewer states than others
    doubts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", ByName(self.parameters, "swept parameter"))
        object.__setattr__(self, "final", ByName(self.final, "output"))

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
    if in_one_loop(settings):
        made = engine(model)
        first = {name: float(values[0]) for name, values in rows.items()}
        with Loop.of(made, *made.parameters(first, bool(settings.grid[0] < 0)), settings) as loop:
            found = _in_one_loop(loop, rows, int(workers))
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
    wanted = "a sweep takes one or more lists of finite numbers, all of the same length, by parameter name"
    if not rows:
        raise ModelError(f"{wanted}, and none is given; name one, as in {{'load': [1, 2, 3]}}")
    for name, values in rows.items():
        if values.ndim != 1 or not np.all(np.isfinite(values)):
            what = "has not only finite numbers" if values.ndim == 1 else "is no list of numbers"
            raise ModelError(f"{wanted}, and this one {what}; correct it", name)
    counts = {name: len(values) for name, values in rows.items()}
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{count} of {name}" for name, count in counts.items())
        raise ModelError(f"{wanted}, not {listed}; for all combinations of values use mb.Study(vary={{…}})")
    if 0 in counts.values():
        raise ModelError("a sweep needs at least one value of each parameter")
    return rows


def _in_one_loop(loop: Loop, rows: dict[str, np.ndarray], workers: int) -> SweepResult | None:
    """All runs in machine code; None where there are events, where one has no start, another structure or a fault, or
    is too stiff: then each run by itself finds its way, or says what is wrong."""
    machine = loop.machine
    if not (loop.is_quiet and _are_inputs(loop, rows)) or Reactions.may_concern_outputs(machine):
        return None
    table = loop.table(rows)
    loop.check(table, rows)
    if machine.judged_otherwise(table) or loop.must_look(table).any():
        return None
    ends = loop.run(rows, table, workers=workers)
    if not ends.reached.all():
        return None
    return SweepResult(rows, _final(loop, ends), ends.states[:, 0])


def _are_inputs(loop: Loop, rows: Rows) -> bool:
    """Whether all values are allowed and none of them changes the structure."""
    for name, values in rows.items():
        if not loop.inputs(name, values).all():
            return False
        loop.system.parameters[name].check(float(np.min(values)), name)
    return True


def _final(loop: Loop, ends: Ends) -> dict[str, np.ndarray]:
    outputs = loop.system.outputs
    columns = [np.ravel(np.asarray(output.value, dtype=object)) for output in outputs.values()]
    stop = np.array([float(loop.simulation.settings.grid[-1])])
    values = loop.values([node(e) for group in columns for e in group], stop, ends)[:, 0]
    final, at = {}, 0
    for name, group in zip(outputs, columns, strict=True):
        final[name] = values[:, at] if len(group) == 1 else values[:, at : at + len(group)]
        at += len(group)
    return final


def _one_by_one(
    model: Composite, rows: Mapping[str, np.ndarray], settings: Settings, workers: int, look: Look
) -> SweepResult:
    """Runs by themselves, the slow way, shared among `workers` threads; an error says which it was."""

    def one(k: int, names: Collection[str] = ()) -> tuple[np.ndarray, dict[str, Any], list[str]]:
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
        return run.pieces[-1].states[-1][-1][: run.pieces[-1].machine.own], _last(run, names), doubts

    count = len(next(iter(rows.values())))
    done = [one(0)]
    others = partial(one, names=done[0][1])  # values that change the structure change the states, but no names
    if workers == 1 or count < 3:
        done += map(others, range(1, count))
    else:
        with ThreadPoolExecutor(min(workers, count - 1)) as pool:
            done += pool.map(others, range(1, count))
    finals = {name: np.array([last[name] for _, last, _ in done]) for name in done[0][1]}
    doubts = tuple(doubt for *_, found in done for doubt in found)
    return SweepResult(dict(rows), finals, _rows([states for states, *_ in done]), doubts)


def _rows(states: list[np.ndarray]) -> np.ndarray:
    """One row for every run; those that ended in another position of switches may have fewer states."""
    table = np.full((len(states), max(map(len, states), default=0)), np.nan)
    for row, x in zip(table, states, strict=True):
        row[: len(x)] = x
    return table


def _last(run: Run, names: Collection[str] = ()) -> dict[str, Any]:
    """The last value of every output of a run, or of every state where the model names no outputs; of the variables in
    `names`, if there are any, where these were the states of another run."""
    piece = run.pieces[-1]
    outputs = {name: np.asarray(output.value, dtype=object) for name, output in run.system.outputs.items()}
    own = dict(zip(piece.machine.state_names, piece.machine.states, strict=False))  # accumulators have no names
    lookup = run.system.scopes.lookup
    outputs = outputs or {
        name: np.asarray(own[name] if name in own else lookup(name), dtype=object) for name in names or own
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
