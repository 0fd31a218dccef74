"""The runs of a study in one process: rows that fit in one loop of machine code, the others one by one.

What a row gives follows from the study and its own values alone, whichever rows come with it and wherever it runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..api.verb import make_public
from ..equations.formulation import own_value
from ..errors import MultibondError, NameNotFound
from ..expression import leaves
from ..frozen import frozen
from ..model.composite import Composite
from ..result import Trajectories
from ..result.doubts import run_doubts
from ..simulation.engine import engine
from ..simulation.many import Loop, in_one_loop
from ..simulation.reactions import Reactions
from ..simulation.record import INTERRUPTED, Run
from ..simulation.settings import Settings
from ..simulation.simulate import simulate
from .observation import Observations

EVERY = 500  # runs in one loop, of which one is looked at closely
MEMORY = 4_000_000  # numbers that one loop may fill with states
Pattern = tuple[bool, ...]  # which of the parameters that vary change the structure


@frozen(eq=False)
class Chunk:
    """What some rows gave, beginning with the row `first`: numbers, curves, and of each row why it failed (`messages`)
    and what speaks against it (`doubts`)."""

    first: int
    numbers: np.ndarray
    curves: dict[str, np.ndarray]
    messages: list[str]
    doubts: list[str]

    def __len__(self) -> int:
        return len(self.numbers)


class Rows:
    """Runs rows of values of the parameters `names` on a model. Any number of threads may ask.

    `like` has for each other structure the values of the first row of the study that has it: the equations are made
    for these.
    """

    def __init__(self, model: Composite, names: tuple[str, ...], observe: Mapping[str, str], settings: Settings,
                 fixed: Mapping[str, Any], like: Mapping[Pattern, tuple[float, ...]]):  # fmt: skip
        self.model, self.names, self.settings, self.fixed = model, names, settings, dict(fixed)
        self.like = like
        self.engine = engine(model)
        self.early = bool(settings.grid[0] < 0)
        self.grid = settings.grid[settings.hidden :]
        self.base, self.p = self.engine.parameters(self.fixed, self.early)
        # what varies is free in the equations, also where the model computes it
        own = {name: value for name in names if (value := own_value(self.base, name)) is not None}
        if own:
            self.base, self.p = self.engine.parameters({**self.fixed, **own}, self.early)
        self.observe = dict(observe)
        self.observations = Observations(self.base, self.observe)

    # ------------------------------------------------------------ what fits
    def pattern(self, row: np.ndarray) -> Pattern:
        """Which values of a row make other equations than the model's own."""
        return tuple(self._changes(name, float(value)) for name, value in zip(self.names, row, strict=True))

    def patterns(self, table: np.ndarray) -> list[Pattern]:
        """The same for each row."""
        if not len(self.names):
            return [()] * len(table)
        columns = []
        for name, values in zip(self.names, table.T, strict=True):
            zero, other = (self._changes(name, value) for value in (0.0, 1.0))
            columns.append(np.where(values == 0.0, zero, other))
        return [tuple(map(bool, bits)) for bits in np.array(columns, dtype=bool).T]

    def _changes(self, name: str, value: float) -> bool:
        if name not in self.base.parameters:
            return True
        return self.engine.formulation.changes_structure(self.base, name, value)

    @contextmanager
    def loop(self, pattern: Pattern) -> Iterator[Loop | None]:
        """The loop for rows of a structure; None where they run one by one."""
        settings = self.settings
        if not in_one_loop(settings) or any(name not in self.base.parameters for name in self.names):
            yield None
            return
        system, p = self.base, self.p
        if any(pattern):
            chosen = dict(zip(self.names, self.like[pattern], strict=True))
            try:
                system, p = self.engine.parameters({**self.fixed, **chosen}, self.early)
            except MultibondError:
                yield None  # the first of them says what is wrong
                return
        try:
            opened = Loop.of(self.engine, system, p, settings)
            loop = opened.__enter__()
        except MultibondError:
            yield None
            return
        try:
            nodes = self._of(loop).nodes
            loop_fits = loop.is_quiet and not Reactions.may_concern(loop.machine, nodes)
            yield loop if loop_fits else None
        finally:
            opened.__exit__(None, None, None)

    def _of(self, loop: Loop) -> Observations:
        """What is observed, in the names of the loop's own equations."""
        return self.observations if loop.system is self.base else Observations(loop.system, self.observe)

    def in_loop(self) -> bool:
        """Whether rows of the model's own structure run in one loop."""
        with self.loop((False,) * len(self.names)) as loop:
            if loop is not None:
                self._check_known(loop.machine, self.observations)
            return loop is not None

    def _check_known(self, machine: Any, observations: Observations) -> None:
        """Refuse what no equation computes."""
        system = machine.system
        for x in observations.nodes:
            for leaf in leaves(machine.compiled.resolve(x)):
                if leaf not in machine.known and not system.is_constant(leaf):
                    what = f"the equations do not have '{leaf}'" if leaf.op == "der" else f"nothing computes '{leaf}'"
                    raise NameNotFound(f"observe '{x}': {what}, for no component needs it here; take another variable")

    # ------------------------------------------------------------ running
    def run(self, table: np.ndarray, first: int) -> Chunk:
        """The rows of `table`, of which the first is the row `first` of the study."""
        count = len(table)
        numbers = np.full((count, len(self.observations.columns)), np.nan)
        shapes = {label: shape for label, (_, shape) in self.observations.curves.items()}
        curves = {label: np.full((count, len(self.grid), *shape), np.nan) for label, shape in shapes.items()}
        chunk = Chunk(first, numbers, curves, [""] * count, [""] * count)
        groups: dict[Pattern, list[int]] = {}
        for k, pattern in enumerate(self.patterns(table)):
            groups.setdefault(pattern, []).append(k)
        for pattern, places in groups.items():
            with self.loop(pattern) as loop:
                rows = np.array(places)
                left = rows if loop is None else self._in_loop(loop, table, rows, chunk)
            for k in left:
                self._alone(table[k], int(k), chunk)
            if loop is not None:
                self._look(table, sorted(set(places) - set(left.tolist())), chunk)
        return chunk

    def _in_loop(self, loop: Loop, table: np.ndarray, rows: np.ndarray, chunk: Chunk) -> np.ndarray:
        """Run rows in machine code; those that must run by themselves are returned."""
        observations = self._of(loop)
        own = dict(zip(self.names, table[rows].T, strict=True))
        fits = np.ones(len(rows), dtype=bool)
        for name, values in own.items():
            fits &= loop.inputs(name, values)
        grid = self.grid if observations.needs_grid else None
        size = max(1, MEMORY // (max(1, len(loop.machine.states)) * (1 if grid is None else len(grid))))
        left = [rows[~fits]]
        rows = rows[fits]
        for part in (rows[at : at + size] for at in range(0, len(rows), size)):
            values = {name: table[part, j] for j, name in enumerate(self.names)}
            left.append(self._part(loop, observations, values, part, grid, chunk))
        return np.concatenate(left)

    def _part(self, loop: Loop, observations: Observations, values: dict[str, np.ndarray], part: np.ndarray,
              grid: np.ndarray | None, chunk: Chunk) -> np.ndarray:  # fmt: skip
        everything = loop.table(values) if values else np.tile(loop.simulation.p, (len(part), 1))
        allowed = loop.allowed(everything, values)
        chosen = {name: column[allowed] for name, column in values.items()}
        ends = loop.run(chosen, everything[allowed], grid, detect=True)
        done, times = part[allowed][ends.reached], self.grid[-1:] if grid is None else grid
        found = loop.values(observations.nodes, times, ends)
        chunk.numbers[done] = observations.numbers(times, found)
        for label, curve in observations.curves_of(found).items():
            chunk.curves[label][done] = curve
        for k in done[~np.isfinite(chunk.numbers[done]).all(axis=1)]:
            chunk.doubts[k] = self._lacking(chunk.numbers[k])
        return np.concatenate([part[~allowed], part[allowed][~ends.reached]])

    def _lacking(self, numbers: np.ndarray) -> str:
        """Which columns have no value and should."""
        columns = zip(self.observations.columns, numbers, strict=True)
        lost = [column.label for column, x in columns if not np.isfinite(x) and not column.may_lack]
        return f"there is no value of {', '.join(lost)}" if lost else ""

    def _chosen(self, row: np.ndarray) -> dict[str, Any]:
        return {**self.fixed, **dict(zip(self.names, map(float, row), strict=True))}

    def _alone(self, row: np.ndarray, k: int, chunk: Chunk) -> None:
        """One run by itself; what stops it is its message."""
        try:
            run = simulate(self.model, self._chosen(row), self.settings)
            if run.message.startswith(INTERRUPTED):
                raise KeyboardInterrupt
            self._keep(run, k, chunk)
        except MultibondError as error:
            make_public(error, self.model)
            chunk.messages[k] = str(error)
            chunk.numbers[k] = np.nan
            return
        doubts = [self._lacking(chunk.numbers[k]), *run_doubts(run)]
        chunk.doubts[k] = "; ".join(doubt for doubt in doubts if doubt)

    def _keep(self, run: Run, k: int, chunk: Chunk) -> None:
        observations = self.observations if run.system is self.base else Observations(run.system, self.observe)
        result = Trajectories(run)
        for piece in run.pieces:
            self._check_known(piece.machine, observations)
        found = result.values(observations.nodes) if observations.nodes else np.zeros((len(result.time), 0))
        chunk.numbers[k] = observations.numbers(result.time, found[np.newaxis], result.events)[0]
        for label, curve in observations.curves_of(found[np.newaxis]).items():
            chunk.curves[label][k] = curve[0]

    def _look(self, table: np.ndarray, rows: list[int], chunk: Chunk) -> None:
        """Look closely at a few of the runs in a loop, made again by themselves."""
        for k in rows:
            if (chunk.first + k) % EVERY:
                continue
            try:
                run = simulate(self.model, self._chosen(table[k]), self.settings)
            except MultibondError as error:
                doubts = [f"by itself it fails: {error}"]
            else:
                doubts = run_doubts(run)
            chunk.doubts[k] = "; ".join(doubt for doubt in [chunk.doubts[k], *doubts] if doubt)


__all__ = ["Chunk", "Rows"]
