"""What a run computed, as data: it can be copied, pickled and evaluated in another process.

A record names its machines by their recipes. Where it was computed they are at hand; elsewhere the model is compiled
again when something is first asked for that is not stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..equations.formulation import formulation
from ..equations.system import System
from ..expression import Node
from ..integrate import Statistics
from .engine import engine
from .event_log import EventLog
from .machine import Machine, Recipe
from .settings import Settings

if TYPE_CHECKING:
    from ..model.composite import Composite


INTERRUPTED = "interrupted"  # how the message of a run begins that was stopped by Ctrl-C
Rows = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # times, states, discrete values, guesses


class Piece:
    """Output points computed by one machine: times, states and discrete values, a row for each point, and `guesses`,
    the nonlinear unknowns: which of several solutions is meant."""

    def __init__(self, machine: Machine | None, make: Callable[[], Machine] | None = None):
        self._machine, self._make = machine, make
        self.parts: list[Rows] = []  # in the order in which they were computed
        self.events: list[int] = []  # where the points are events that struck: which
        self.impulses: list[np.ndarray] = []  # of all pairs there, in parts

    @property
    def times(self) -> list[np.ndarray]:
        """The times [s] of its parts."""
        return [part[0] for part in self.parts]

    @property
    def states(self) -> list[np.ndarray]:
        """The states in its parts, a row for each time."""
        return [part[1] for part in self.parts]

    @property
    def discrete(self) -> list[np.ndarray]:
        """The discrete values in its parts, a row for each time."""
        return [part[2] for part in self.parts]

    @property
    def guesses(self) -> list[np.ndarray]:
        """The nonlinear unknowns in its parts, a row for each time."""
        return [part[3] for part in self.parts]

    @property
    def machine(self) -> Machine:
        """The machine that computed it."""
        if self._machine is None:
            assert self._make is not None
            self._machine = self._make()
        return self._machine

    def copied(self) -> Piece:
        """The same with arrays of its own."""
        other = Piece(self._machine, self._make)
        other.parts = [tuple(column.copy() for column in part) for part in self.parts]  # type: ignore[misc]
        other.events, other.impulses = list(self.events), [part.copy() for part in self.impulses]
        return other

    def rows(self) -> Rows:
        """Times, states, discrete values and guesses of all points."""
        times, states, discrete, guesses = (np.concatenate(column) for column in zip(*self.parts, strict=True))
        return times, states, discrete, guesses


class Run:
    """What a simulation computed, and all that is needed to evaluate it: the model, the values of its parameters."""

    def __init__(
        self, system: System, parameters: np.ndarray, settings: Settings, pieces: list[Piece], events: EventLog,
        statistics: Statistics, message: str = "", origin: str = "", seconds: tuple[float, float] = (0.0, 0.0),
    ):  # fmt: skip
        self.model: Composite = system.graph.model
        self.realisation = system.realisation  # of its constraints
        self.overrides: dict[str, Any] = system.scopes.overrides  # values of parameters that make other equations
        self._system: System | None = system
        self.parameters, self.pieces = parameters, pieces
        self.settings = settings if settings.progress is None else replace(settings, progress=None)  # no function
        self.events, self.statistics = events, statistics
        self.message, self.origin = message, origin  # why it stopped early
        self.blows: list[Piece] = []  # what struck: where the states were, and the impulses of set-valued laws
        self.doubts: list[str] = []  # what was noticed on the way that speaks against it
        self.seconds = seconds  # to compile, and to run
        self.shown: tuple[int, int | None] = (settings.hidden, None)  # the first point that results show, and the end

    @property
    def system(self) -> System:
        """The flat equations."""
        if self._system is None:
            base = formulation(self.model).system(self.overrides, bool(self.settings.grid[0] < 0))
            made = engine(self.model)
            self._system = made.realised(made.observed(base, self.settings.wishes), self.realisation)
        return self._system

    def __getstate__(self) -> dict[str, Any]:
        state = dict(vars(self))
        del state["_system"]
        for name in ("pieces", "blows"):
            listed: list[Piece] = state[name]
            state[name] = [(_columns(x.machine), x.machine.recipe, x.rows(), x.events, x.impulses) for x in listed]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _system=None, pieces=[], blows=[])
        for name, listed in (("pieces", self.pieces), ("blows", self.blows)):
            for columns, recipe, rows, events, impulses in state[name]:
                piece = Piece(None, lambda columns=columns, recipe=recipe: self._made(columns, recipe))  # type: ignore[misc]
                piece.parts.append(rows)
                piece.events += events
                piece.impulses += impulses
                listed.append(piece)

    def _made(self, columns: Columns, recipe: Recipe) -> Machine:
        """The machine of a piece, compiled here, with the states in the places where they were stored."""
        made = engine(self.model)
        machine = made.make(self.system, recipe)
        if _columns(machine) != columns and recipe.states is None:
            machine = made.make(self.system, replace(recipe, states=columns[0][: machine.own]))
        if _columns(machine) != columns:
            raise RuntimeError(f"the equations of {self.model.title} came out otherwise than where it was simulated")
        return machine

    def __deepcopy__(self, memory: dict[int, Any]) -> Run:
        """The arrays are copied; the model and what is compiled from it do not change and are shared."""
        pieces = [piece.copied() for piece in self.pieces]
        events = EventLog()
        for e in self.events:
            copied_event = replace(e, origins=list(e.origins), changes=list(e.changes))
            events.append(replace(copied_event, kinds=dict(e.kinds), impulses=dict(e.impulses)))
        statistics = replace(self.statistics, solvers=list(self.statistics.solvers))
        copied = Run(
            self.system, self.parameters.copy(), self.settings, pieces, events, statistics, self.message, self.origin,
            self.seconds,
        )  # fmt: skip
        copied.doubts, copied.shown = list(self.doubts), self.shown
        copied.blows = [piece.copied() for piece in self.blows]
        return copied


Columns = tuple[tuple[Node, ...], tuple[Node, ...], tuple[Node, ...]]


def _columns(machine: Machine) -> Columns:
    """What the columns of states, discrete values and guesses are."""
    schedule = machine.compiled.schedule
    return schedule.states, schedule.discrete, machine.unknowns
