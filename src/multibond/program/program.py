"""A schedule as machine code. Functions are compiled when first asked for; parameters are run-time inputs.

A program never changes: it may be used by any number of threads at once. What a run computes with it lives in a
workspace (`workspace.py`), of which every run has its own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ..equations.formulation import without_collection
from ..equations.schedule import Schedule, SolveNonlinear, Step
from ..equations.tangent import Tangent, dependencies
from ..expression import Node, sub
from .backend import Backend, Function, Listing, Room
from .llvm import Llvm
from .pattern import Pattern, pattern_of
from .workspace import Context, Workspace

if TYPE_CHECKING:
    from ..equations.semi_explicit import SemiExplicit
    from .stacked import Stacked

FULL = 16  # entries beyond which a row of the Jacobian counts as full
IDLE = 4  # workspaces that wait for the next run; more at once are made anew


class Program:
    """The functions of a schedule, made by `backend` (LLVM with doubles, unless another one is given).

    The layout of a workspace begins with a place for each nonlinear block of the schedule: `warm` has them by their
    unknowns, `blocks` as pairs of place and size, `unknowns` all of them in this order. Functions that are compiled
    later only add places to its `room` behind these. `implicit` is what an integrator of differential-algebraic
    equations gets, where that says more than the systems of the schedule.
    """

    def __init__(self, schedule: Schedule, backend: Backend | None = None, implicit: SemiExplicit | None = None):
        self.schedule = schedule
        self._implicit = implicit
        self.differential = len(schedule.states)  # those with derivatives; a stacked program has unknowns behind them
        self.backend = backend or Llvm()
        self.room = Room()
        self.warm: dict[tuple[Node, ...], int] = {
            step.unknowns: self.room.warm_start(step) for step in schedule.steps if isinstance(step, SolveNonlinear)
        }
        self.unknowns: tuple[Node, ...] = tuple(u for unknowns in self.warm for u in unknowns)
        pairs = [(at, len(unknowns)) for unknowns, at in self.warm.items()]
        self.blocks = np.array(pairs or [(0, 0)], dtype=np.int64).reshape(-1)
        self.compile_seconds = 0.0
        self._lock = threading.RLock()
        self._made: dict[Any, Any] = {}
        self._idle: list[Workspace] = []
        self._locations: dict[Node, tuple[str, int]] = {
            **{x: ("p", k) for k, x in enumerate(schedule.parameters)},
            **{x: ("m", k) for k, x in enumerate(schedule.discrete)},
            **{x: ("x", k) for k, x in enumerate(schedule.states)},
        }

    @property
    def directions(self) -> int:
        """Numbers in a direction: one for each state."""
        return len(self.schedule.states)

    @property
    def own_states(self) -> int:
        """Number of states that others depend on, which come first where that is known."""
        return len(self.schedule.states)

    @property
    def constant(self) -> bool:
        """Whether the rates of these are known to be affine in them, with constant coefficients between events."""
        return False

    @property
    def matrix(self) -> Function | None:
        """The derivatives of the rates of these by them, by rows, where there is a function of its own for them."""
        return None

    @property
    def steady(self) -> bool:
        """Whether rates are known not to depend on time itself, between events."""
        return False

    def equip(self, context: Context) -> None:
        """Give a new context what the functions need beside the usual."""

    def _once(self, key: Any, make: Callable[[], Any]) -> Any:
        """What `make` gives, made by the first thread that asks; all others get the same."""
        found = self._made.get(key)
        if found is None:
            with self._lock:
                found = self._made.get(key)
                if found is None:
                    found = self._made[key] = make()
        return found

    # ------------------------------------------------------------------ functions

    @property
    def rhs(self) -> Function:
        """The derivatives of the states."""
        return self._once("rhs", lambda: self._function("rhs", self.schedule.steps, self.schedule.derivatives))

    @property
    def jvp(self) -> Function:
        """The derivative of `rhs` along the direction in the context."""
        return self._once("jvp", self._make_jvp)

    def _make_jvp(self) -> Function:
        tangent = Tangent(self.schedule)
        directions = {x: ("v", k) for k, x in enumerate(tangent.directions)}
        return self._function("jvp", tangent.steps, tangent.derivatives, directions)

    @property
    def _rows(self) -> list[int]:
        return self._once("rows", lambda: dependencies(self.schedule))

    @property
    def pattern(self) -> Pattern:
        """Where the Jacobian of `rhs` may be other than zero."""
        return self._once("pattern", lambda: pattern_of(self._rows))

    @property
    def solver_pattern(self) -> Pattern:
        """The same for implicit solvers: full rows of states that nothing depends on (sums such as the energy books)
        are left out, for they would cost as many directions as there are states and change no solution."""
        return self._once("solver pattern", self._make_solver_pattern)

    def _make_solver_pattern(self) -> Pattern:
        fed = 0
        for k, bits in enumerate(self._rows):
            fed |= bits & ~(1 << k)
        kept = [fed >> k & 1 or k >= self.differential for k in range(len(self._rows))]
        rows = [bits if kept[k] or bits.bit_count() <= FULL else 0 for k, bits in enumerate(self._rows)]
        return pattern_of(rows)

    @property
    def steep(self) -> bool:
        """Whether the derivatives of the rates may change by many times within a few steps."""
        return False

    @property
    def stacked(self) -> Stacked | None:
        """The same equations with the unknowns of their systems left to the integrator; None if there are none."""
        from .stacked import Stacked, stacked

        def make() -> Program:
            if self._implicit is not None and self._implicit.algebraic:
                return Stacked(self._implicit, self.backend)
            return stacked(self.schedule, self.backend) or self

        found = self._once("stacked", make)
        return None if found is self else found

    def outputs(self, nodes: Iterable[Node]) -> Function:
        """The values of `nodes` (variables or expressions); only the steps that they need."""
        key = tuple(nodes)
        return self._once(key, lambda: self._function("outputs", self.schedule.steps, key))

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
        with without_collection():
            function = self.backend.compile(listing, self.room)
        self.compile_seconds += time.perf_counter() - start
        return function

    # ------------------------------------------------------------------ workspaces

    def take(self) -> Workspace:
        """A workspace as new, for one run; `give_back` lets another run use it again."""
        try:
            found = self._idle.pop()
        except IndexError:
            return Workspace(self)
        found.reset()
        return found

    def give_back(self, workspace: Workspace) -> None:
        """The run is over: nothing of it may use the workspace any more."""
        if len(self._idle) < IDLE:
            self._idle.append(workspace)

    @contextmanager
    def workspace(self) -> Iterator[Workspace]:
        """A workspace for the time being."""
        taken = self.take()
        try:
            yield taken
        finally:
            self.give_back(taken)

    def evaluate(
        self,
        nodes: Iterable[Node],
        t: float | np.ndarray,
        x: np.ndarray,
        p: Sequence[float] | np.ndarray,
        m: Sequence[float] | np.ndarray = (),
        guesses: tuple[Sequence[Node], np.ndarray] | None = None,
    ) -> np.ndarray:
        """`Workspace.evaluate`, in a workspace of its own."""
        taken = self.take()
        try:
            return taken.evaluate(nodes, t, x, p, m, guesses)
        finally:
            self.give_back(taken)

    def derivative(
        self, t: float, x: np.ndarray, p: Sequence[float] | np.ndarray, m: Sequence[float] | np.ndarray = ()
    ) -> np.ndarray:
        """`Workspace.derivative`, in a workspace of its own."""
        with self.workspace() as workspace:
            return workspace.derivative(t, x, p, m)

    def jacobian(
        self, t: float, x: np.ndarray, p: Sequence[float] | np.ndarray, m: Sequence[float] | np.ndarray = ()
    ) -> np.ndarray:
        """`Workspace.jacobian`, in a workspace of its own."""
        with self.workspace() as workspace:
            return workspace.jacobian(t, x, p, m)
