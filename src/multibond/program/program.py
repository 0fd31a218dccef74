"""A schedule as machine code. Functions are compiled when first asked for; parameters are run-time inputs."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from ..equations.schedule import Schedule, Step
from ..expression import Node, sub
from . import context as places
from .backend import Backend, Function, Listing, Room
from .llvm import Llvm
from .loops import evaluate_rows
from .pattern import Pattern, pattern_of
from .tangent import Tangent, dependencies

_NO_ROWS = np.zeros((0, 0))
FULL = 16  # entries beyond which a row of the Jacobian counts as full


class Context:
    """The memory that model functions work on. `pointers` is what they receive; see `context.py`."""

    def __init__(self, program: Program):
        schedule = program.schedule
        self.program = program
        self.parameters = np.zeros(max(1, len(schedule.parameters)))
        self.discrete = np.zeros(max(1, len(schedule.discrete)))
        self.direction = np.zeros(max(1, len(schedule.states)))
        self.status = np.zeros(places.STATUS_SIZE, dtype=np.int64)
        self.failure = np.full(1 + len(schedule.states), np.nan)
        self.pointers = np.zeros(places.SIZE, dtype=np.int64)
        self.workspace = np.zeros(0)
        self._kept: dict[int, np.ndarray] = {}
        for place, array in (
            (places.PARAMETERS, self.parameters), (places.DISCRETE, self.discrete), (places.STATUS, self.status),
            (places.DIRECTION, self.direction), (places.FAILURE, self.failure),
        ):  # fmt: skip
            self.put(place, array)
        self.grow()

    def put(self, place: int, array: np.ndarray) -> None:
        """Let the functions find `array` at `place`."""
        self._kept[place] = array
        self.pointers[place] = array.ctypes.data

    def grow(self) -> None:
        """Make room for what functions compiled since then need; warm starts are kept."""
        have, want = len(self.workspace), self.program.room.reserved
        if have < want or have == 0:
            self.workspace = np.concatenate([self.workspace, self.program.fresh_workspace()[have:]])
            self.put(places.WORKSPACE, self.workspace)

    def forget(self) -> None:
        """Back to the first guesses: what follows does not depend on what was computed before."""
        self.grow()
        self.workspace[:] = self.program.fresh_workspace()
        self.status[:] = 0

    def set(self, p: Sequence[float] | np.ndarray, m: Sequence[float] | np.ndarray = ()) -> None:
        """Parameter values and discrete values, in the schedule's order."""
        self.parameters[: len(self.program.schedule.parameters)] = p
        self.discrete[: len(self.program.schedule.discrete)] = m
        self.put(places.DISCRETE, self.discrete)  # a loop over rows of discrete values has moved it


class Program:
    """The functions of a schedule, made by `backend` (LLVM with doubles, unless another one is given)."""

    def __init__(self, schedule: Schedule, backend: Backend | None = None):
        self.schedule = schedule
        self.backend = backend or Llvm()
        self.room = Room()
        self.compile_seconds = 0.0
        self.solvers: dict = {}  # integrators keep their memory here, to start again at once
        self.guesses: dict[Node, float] = dict(schedule.guesses)  # first guesses of nonlinear unknowns, may be renewed
        self._functions: dict[tuple, Function] = {}
        self._contexts: dict[str, Context] = {}
        self._locations: dict[Node, tuple[str, int]] = {
            **{x: ("p", k) for k, x in enumerate(schedule.parameters)},
            **{x: ("m", k) for k, x in enumerate(schedule.discrete)},
            **{x: ("x", k) for k, x in enumerate(schedule.states)},
        }

    # ------------------------------------------------------------------ functions

    @cached_property
    def rhs(self) -> Function:
        """The derivatives of the states."""
        return self._function("rhs", self.schedule.steps, self.schedule.derivatives)

    @cached_property
    def jvp(self) -> Function:
        """The derivative of `rhs` along the direction in the context."""
        tangent = self._tangent
        directions = {x: ("v", k) for k, x in enumerate(tangent.directions)}
        return self._function("jvp", tangent.steps, tangent.derivatives, directions)

    @cached_property
    def _tangent(self) -> Tangent:
        return Tangent(self.schedule)

    @cached_property
    def _rows(self) -> list[int]:
        return dependencies(self.schedule)

    @cached_property
    def pattern(self) -> Pattern:
        """Where the Jacobian of `rhs` may be other than zero."""
        return pattern_of(self._rows)

    @cached_property
    def solver_pattern(self) -> Pattern:
        """The same for implicit solvers: full rows of states that nothing depends on (sums such as the energy books)
        are left out, for they would cost as many directions as there are states and change no solution."""
        fed = 0
        for k, bits in enumerate(self._rows):
            fed |= bits & ~(1 << k)
        rows = [bits if fed >> k & 1 or bits.bit_count() <= FULL else 0 for k, bits in enumerate(self._rows)]
        return pattern_of(rows)

    def outputs(self, nodes: Iterable[Node]) -> Function:
        """The values of `nodes` (variables or expressions); only the steps that they need."""
        key = tuple(nodes)
        if key not in self._functions:
            self._functions[key] = self._function("outputs", self.schedule.steps, key)
        return self._functions[key]

    def roots(self, nodes: Iterable[Node]) -> Function:
        """Event indicators: the values of `nodes`; of a relation a < b the difference a − b."""
        return self.outputs(sub(*x.args) if x.op in ("lt", "le", "gt", "ge") else x for x in nodes)

    def _function(
        self,
        name: str,
        steps: Sequence[Step],
        outputs: Sequence[Node],
        locations: dict[Node, tuple[str, int]] | None = None,
    ) -> Function:
        start = time.perf_counter()
        listing = Listing(name, steps, outputs, {**self._locations, **(locations or {})}, self.schedule.shadows)
        function = self.backend.compile(listing, self.room)
        self.compile_seconds += time.perf_counter() - start
        return function

    # ------------------------------------------------------------------ memory

    def fresh_workspace(self) -> np.ndarray:
        """A workspace with the first guesses of all nonlinear unknowns."""
        workspace = np.zeros(self.room.reserved)
        for step, at in self.room.warm.items():
            guesses = [self.guesses.get(u, 0.0) for u in step.unknowns]
            n = len(guesses)
            workspace[at : at + n] = workspace[at + n : at + 2 * n] = guesses
        return workspace

    def context(self, use: str, p: Sequence[float] | np.ndarray, m: Sequence[float] | np.ndarray = ()) -> Context:
        """The context kept for `use`, with the values `p` and `m` in it."""
        if use not in self._contexts:
            self._contexts[use] = Context(self)
        context = self._contexts[use]
        context.grow()
        context.set(p, m)
        return context

    def nonlinear_blocks(self) -> list[tuple[int, int]]:
        """Place in the workspace and size of every nonlinear block compiled so far."""
        return [(at, len(step.unknowns)) for step, at in self.room.warm.items()]

    def nonlinear_unknowns(self) -> list[Node]:
        """The unknowns of these blocks, in order."""
        return [u for step in self.room.warm for u in step.unknowns]

    def _blocks(self) -> tuple[np.ndarray, int]:
        blocks = self.nonlinear_blocks()
        return np.array(blocks or [(0, 0)], dtype=np.int64).reshape(-1), len(blocks)

    def _guess_rows(self, given: tuple[Sequence[Node], np.ndarray] | None, count: int) -> np.ndarray:
        """A row of guesses for each time, in the order of the blocks; NaN where none is given."""
        unknowns = self.nonlinear_unknowns()
        if not unknowns:
            return _NO_ROWS
        rows = np.full((count, len(unknowns)), np.nan)
        if given is not None and len(given[0]):
            columns = {u: j for j, u in enumerate(given[0])}
            for k, u in enumerate(unknowns):
                if u in columns:
                    rows[:, k] = given[1][:, columns[u]]
        return rows

    def latest(self, use: str) -> dict[Node, float]:
        """The latest solutions of nonlinear unknowns in the context kept for `use`."""
        found: dict[Node, float] = {}
        workspace = self._contexts[use].workspace if use in self._contexts else np.zeros(0)
        for step, at in self.room.warm.items():
            n = len(step.unknowns)
            if at + n <= len(workspace):
                found.update(zip(step.unknowns, map(float, workspace[at : at + n]), strict=True))
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
        function = self.outputs(nodes)
        times = np.array(t, dtype=float, ndmin=1)
        states = np.ascontiguousarray(x, dtype=float)
        wanted = (len(times), len(self.schedule.states))
        if states.size != wanted[0] * wanted[1]:
            states = np.ascontiguousarray(np.broadcast_to(states, wanted))
        m = np.ascontiguousarray(m, dtype=float)
        rows_of_m = m if m.ndim == 2 else _NO_ROWS
        context = self.context("evaluate", p, m if m.ndim == 1 else np.zeros(len(self.schedule.discrete)))
        context.forget()
        out = np.empty((len(times), function.count))
        evaluate_rows(
            function.address, len(times), times, states, wanted[1], out, function.count, rows_of_m,
            rows_of_m.shape[1], *self._blocks(), self._guess_rows(guesses, len(times)), context.pointers,
        )  # fmt: skip
        return out if np.ndim(t) else out[0]

    def derivative(
        self, t: float, x: np.ndarray, p: Sequence[float] | np.ndarray, m: Sequence[float] | np.ndarray = ()
    ) -> np.ndarray:
        """The time derivative of the states."""
        return self._call(self.rhs, t, x, self.context("evaluate", p, m))

    def jacobian(
        self, t: float, x: np.ndarray, p: Sequence[float] | np.ndarray, m: Sequence[float] | np.ndarray = ()
    ) -> np.ndarray:
        """The exact derivative of `rhs` by the states, dense: entry (i, j) is ∂ẋᵢ/∂xⱼ."""
        jvp = self.jvp
        pattern = self.pattern
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
        out = np.empty((1, function.count))
        times, states = np.array([float(t)]), np.array(x, dtype=float)
        empty = np.zeros(0)
        evaluate_rows(
            function.address,
            1,
            times,
            states,
            0,
            out,
            function.count,
            empty,
            0,
            *self._blocks(),
            self._guess_rows(None, 1),
            context.pointers,
        )
        return out[0]
