"""The memory of one run with one program: arrays that machine code works on, guesses, and the memories of solvers.

A program is code and may be shared; a workspace belongs to one run at a time. What a run leaves in it is never seen by
another: a workspace that is used again is first set back to what a new one holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..expression import Node
from . import context as places
from .call_kernels import evaluate_rows, evaluate_runs
from .kernel import address_of

if TYPE_CHECKING:
    from .backend import Function
    from .program import Program

_NO_ROWS = np.zeros((0, 0))


class Context:
    """The memory that model functions work on. `pointers` is what they receive; see `context.py`."""

    def __init__(self, workspace: Workspace):
        schedule, number = workspace.program.schedule, workspace.program.backend.number
        self.workspace = workspace
        self.parameters = number.zeros(max(1, len(schedule.parameters)))
        self.discrete = number.zeros(max(1, len(schedule.discrete)))
        self.direction = number.zeros(max(1, workspace.program.directions))
        self.status = np.zeros(places.STATUS_SIZE, dtype=np.int64)
        self.failure = np.full(1 + len(schedule.states), np.nan, dtype=number.dtype)
        self.pointers = np.zeros(places.SIZE, dtype=np.int64)
        self.memory = number.zeros(0)  # warm starts and room for matrices, as laid out by the program
        self.stale = False  # whether another run has used it before
        self._kept: dict[int, np.ndarray] = {}
        for place, array in (
            (places.PARAMETERS, self.parameters), (places.DISCRETE, self.discrete), (places.STATUS, self.status),
            (places.DIRECTION, self.direction), (places.FAILURE, self.failure),
        ):  # fmt: skip
            self.put(place, array)
        workspace.program.equip(self)
        self.grow()

    def put(self, place: int, array: np.ndarray) -> None:
        """Let the functions find `array` at `place`."""
        self._kept[place] = array
        self.pointers[place] = address_of(array)

    def grow(self) -> None:
        """Make room for what functions compiled since then need; warm starts are kept."""
        have = len(self.memory)
        if have < self.workspace.program.room.reserved or have == 0:
            self.memory = np.concatenate([self.memory, self.workspace.fresh()[have:]])
            self.put(places.WORKSPACE, self.memory)

    def forget(self) -> None:
        """Back to the first guesses: what follows does not depend on what was computed before."""
        self.stale = False
        fresh = self.workspace.fresh()
        if len(self.memory) != len(fresh):
            self.memory = fresh.copy()
            self.put(places.WORKSPACE, self.memory)
        else:
            self.memory[:] = fresh
        self.status[:] = 0

    def renew(self) -> None:
        """As new, where another run has used it before."""
        if self.stale:
            self.forget()
            self.direction[:] = 0.0
            self.failure[:] = np.nan

    def set(self, p: Sequence[float] | np.ndarray, m: Sequence[float] | np.ndarray = ()) -> None:
        """Parameter values and discrete values, in the schedule's order."""
        schedule = self.workspace.program.schedule
        self.parameters[: len(schedule.parameters)] = p
        self.discrete[: len(schedule.discrete)] = m
        self.put(places.DISCRETE, self.discrete)  # a loop over rows of discrete values has moved it


class Workspace:
    """What one run keeps for one program. Taken from the program by `Program.take` or ``with program.workspace()``."""

    def __init__(self, program: Program):
        self.program = program
        self._guesses: dict[Node, float] = dict(program.schedule.guesses)
        self._guessed = False  # whether a run has renewed its guesses
        self._fresh = np.zeros(0)
        self._contexts: dict[str, Context] = {}
        self._solvers: dict[Any, Any] = {}

    def reset(self) -> None:
        """Back to what a new workspace holds; the memories of solvers stay, for they begin every task anew."""
        if self._guessed:
            self._guesses, self._guessed = dict(self.program.schedule.guesses), False
            self._fresh = np.zeros(0)
        for context in self._contexts.values():
            context.stale = True  # it is renewed when it is used again

    # ------------------------------------------------------------------ memory

    @property
    def guesses(self) -> Mapping[Node, float]:
        """The present first guesses of nonlinear unknowns; `guess` renews them."""
        return self._guesses

    def guess(self, values: Mapping[Node, float] | Iterable[tuple[Node, float]]) -> None:
        """Renew first guesses."""
        self._guesses.update(values)
        self._guessed = True
        self._fresh = np.zeros(0)

    def fresh(self) -> np.ndarray:
        """Memory with the first guesses of all nonlinear unknowns, to be copied."""
        program = self.program
        if len(self._fresh) < program.room.reserved:
            memory = program.backend.number.zeros(program.room.reserved)
            for unknowns, at in program.warm.items():
                n = len(unknowns)
                memory[at : at + n] = memory[at + n : at + 2 * n] = [self._guesses.get(u, 0.0) for u in unknowns]
            self._fresh = memory
        return self._fresh

    def context(self, use: str, p: Sequence[float] | np.ndarray, m: Sequence[float] | np.ndarray = ()) -> Context:
        """The context kept for `use` ("evaluate", "integrate"), with the values `p` and `m` in it."""
        context = self._contexts.get(use)
        if context is None:
            context = self._contexts[use] = Context(self)
        context.renew()
        context.grow()
        context.set(p, m)
        return context

    def context_of(self, use: str) -> Context:
        """The context kept for `use`, as it is."""
        return self._contexts[use]

    def latest(self, use: str) -> dict[Node, float]:
        """The latest solutions of nonlinear unknowns in the context kept for `use`."""
        found: dict[Node, float] = {}
        if use in self._contexts:
            self._contexts[use].renew()
            memory = self._contexts[use].memory
            for unknowns, at in self.program.warm.items():
                found.update(zip(unknowns, memory[at : at + len(unknowns)].tolist(), strict=True))
        return found

    def solver(self, key: Any, make: Callable[[], Any]) -> Any:
        """The solver kept under `key`, made on first use: its memory is this workspace's, and so this run's, alone."""
        found = self._solvers.get(key)
        if found is None:
            found = self._solvers[key] = make()
        return found

    # ------------------------------------------------------------------ values

    def evaluate(
        self,
        nodes: Iterable[Node],
        t: float | np.ndarray,
        x: np.ndarray,
        p: Sequence[float] | np.ndarray,
        m: Sequence[float] | np.ndarray = (),
        guesses: tuple[Sequence[Node], np.ndarray] | None = None,
    ) -> np.ndarray:
        """Values of `nodes` at the time `t` and states `x`, or at every row of many: shape (len(t), len(nodes)).

        `m` is one set of discrete values, or a row for each time. `guesses` are nonlinear unknowns and a row of values
        close to their solutions for each time. Rows without a value are NaN.
        """
        return self._rows_of(self.program.outputs(nodes), t, x, p, m, guesses)

    def derivatives(
        self, t: np.ndarray, x: np.ndarray, p: np.ndarray, m: np.ndarray, guesses: tuple[Sequence[Node], np.ndarray]
    ) -> np.ndarray:
        """The time derivative of the states in many rows, as `evaluate`."""
        return self._rows_of(self.program.rhs, t, x, p, m, guesses)

    def _rows_of(
        self,
        function: Function,
        t: float | np.ndarray,
        x: np.ndarray,
        p: Sequence[float] | np.ndarray,
        m: Sequence[float] | np.ndarray,
        guesses: tuple[Sequence[Node], np.ndarray] | None,
    ) -> np.ndarray:
        program, number = self.program, self.program.backend.number
        times = np.array(t, dtype=number.dtype, ndmin=1)
        states = np.ascontiguousarray(x, dtype=number.dtype)
        wanted = (len(times), len(program.schedule.states))
        if states.size != wanted[0] * wanted[1]:
            states = np.ascontiguousarray(np.broadcast_to(states, wanted))
        m = np.ascontiguousarray(m, dtype=number.dtype)
        rows_of_m = m if m.ndim == 2 else _NO_ROWS
        context = self.context("evaluate", p, m if m.ndim == 1 else np.zeros(len(program.schedule.discrete)))
        context.forget()
        out = np.empty((len(times), function.count), dtype=number.dtype)
        evaluate_rows.of(number)(
            function.address, len(times), times, states, wanted[1], out, function.count, rows_of_m,
            rows_of_m.shape[1], program.blocks, len(program.warm), self._guess_rows(guesses, len(times)),
            context.pointers,
        )  # fmt: skip
        return out if np.ndim(t) else out[0]

    def evaluate_runs(
        self, nodes: Iterable[Node], times: np.ndarray, states: np.ndarray, parameters: np.ndarray,
        m: Sequence[float] | np.ndarray = (), memory: np.ndarray | None = None,
    ) -> np.ndarray:  # fmt: skip
        """Values of `nodes` in many runs, each with its own row of `parameters`: `states` (runs, times, states) at the
        same `times` give (runs, times, nodes).

        `memory` are the first guesses to begin with, one row for all runs or one for each (default: the workspace's).
        """
        program, number = self.program, self.program.backend.number
        function = program.outputs(nodes)
        runs, count, n = states.shape
        context = self.context("evaluate", parameters[0] if runs else self._none(), m)
        context.forget()
        fresh = np.atleast_2d(self.fresh() if memory is None else memory)
        room = min(fresh.shape[1], len(context.memory))
        out = np.empty((runs, count, function.count), dtype=number.dtype)
        if runs and function.count:
            evaluate_runs.of(number)(
                function.address, runs, count, np.ascontiguousarray(times, number.dtype),
                np.ascontiguousarray(states, number.dtype), n, out, function.count,
                np.ascontiguousarray(parameters, number.dtype), parameters.shape[1], np.ascontiguousarray(fresh), room,
                fresh.shape[1] if len(fresh) > 1 else 0, program.blocks, len(program.warm),
                self._guess_rows(None, count), context.pointers,
            )  # fmt: skip
            context.put(places.PARAMETERS, context.parameters)  # the loop has moved it
        return out

    def _none(self) -> np.ndarray:
        """Parameters without values."""
        return np.zeros(len(self.program.schedule.parameters))

    def derivative(
        self, t: float, x: np.ndarray, p: Sequence[float] | np.ndarray, m: Sequence[float] | np.ndarray = ()
    ) -> np.ndarray:
        """The time derivative of the states."""
        return self._call(self.program.rhs, t, x, self.context("evaluate", p, m))

    def jacobian(
        self, t: float, x: np.ndarray, p: Sequence[float] | np.ndarray, m: Sequence[float] | np.ndarray = ()
    ) -> np.ndarray:
        """The exact derivative of `rhs` by the states, dense: entry (i, j) is ∂ẋᵢ/∂xⱼ."""
        jvp, pattern = self.program.jvp, self.program.pattern
        context = self.context("evaluate", p, m)
        matrix = np.zeros((pattern.size, pattern.size))
        for colour in range(pattern.count):
            columns = np.flatnonzero(pattern.colours == colour)
            context.direction[:] = 0.0
            context.direction[columns] = 1.0
            column = self._call(jvp, t, x, context)
            for j in columns:
                rows = pattern.rows[pattern.starts[j] : pattern.starts[j + 1]]
                matrix[rows, j] = column[rows]
        return matrix

    def _call(self, function: Function, t: float, x: np.ndarray, context: Context) -> np.ndarray:
        context.grow()
        number = self.program.backend.number
        out = np.empty((1, function.count), dtype=number.dtype)
        times, states = np.array([t], dtype=number.dtype), np.array(x, dtype=number.dtype)
        evaluate_rows.of(number)(
            function.address, 1, times, states, 0, out, function.count, _NO_ROWS, 0, self.program.blocks,
            len(self.program.warm), self._guess_rows(None, 1), context.pointers,
        )  # fmt: skip
        return out[0]

    def _guess_rows(self, given: tuple[Sequence[Node], np.ndarray] | None, count: int) -> np.ndarray:
        """A row of guesses for each time, in the order of the blocks; NaN where none is given."""
        unknowns = self.program.unknowns
        if not unknowns:
            return _NO_ROWS
        rows = np.full((count, len(unknowns)), np.nan, dtype=self.program.backend.number.dtype)
        if given is not None and len(given[0]):
            columns = {u: j for j, u in enumerate(given[0])}
            for k, u in enumerate(unknowns):
                if u in columns:
                    rows[:, k] = given[1][:, columns[u]]
        return rows
