"""The program of one structure for all positions: its functions keep every pair in its mode by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from ..equations.magnitude import magnitudes
from ..equations.one_structure import InputPair
from ..equations.schedule import Schedule, SolveNonlinear, expressions, needed, targets
from ..equations.tangent import Along, tangent_symbol
from ..expression import TIME, Node, const, leaves
from ..expression.functions import maximum
from ..program import Context, Function, Program
from ..program.context import PAIRS
from .mode_matrix import matrix
from .pair_inputs import rates
from .pair_memory import MOST_STATES, PairMemory
from .reached import reached
from .watch import indicators, tangent


class PairedProgram(Program):
    """The functions of a schedule whose set-valued laws are inputs.

    `own` is the number of the model's own states, which come first; `pairs` are in the names of the schedule. The
    right-hand side, the event indicators and the Jacobian are those with all pairs in the modes that the workspace's
    `PairMemory` has; `outputs` take the inputs from the discrete values.
    """

    def __init__(self, schedule: Schedule, pairs: Sequence[InputPair], own: int):
        super().__init__(schedule)
        self.pairs, self.own = tuple(pairs), own
        self._speeds: dict[tuple[Node, ...], Node] = {}

    @property
    def directions(self) -> int:
        """States, inputs and time."""
        return len(self.schedule.states) + len(self.pairs) + 1

    def speed(self, flows: tuple[Node, ...]) -> Node:
        """The size of the velocities that the `flows` of a contact are made of [m/s], whether or not they cancel."""
        found = self._speeds.get(flows)
        if found is None:
            found = const(0.0)
            for size in magnitudes(flows, self.schedule.steps):
                found = maximum(found, size)
            self._speeds[flows] = found
        return found

    def equip(self, context: Context) -> None:
        """Let the kernels find what is kept of the pairs in this workspace."""
        memory = context.workspace.solver(PairMemory, lambda: PairMemory(self))
        context.put(PAIRS, memory.pointers)

    @property
    def given_rates(self) -> Function:
        """The derivatives of the states, with given inputs."""
        return super().rhs

    @property
    def rhs(self) -> Function:
        """The derivatives of the states, with all pairs in their modes."""
        return Function(rates.address, len(self.schedule.states), rates)

    @property
    def jvp(self) -> Function:
        """The derivative of `rhs` along the direction in the context."""
        return Function(tangent.address, len(self.schedule.states), tangent)

    @property
    def _rows(self) -> list[int]:
        everything = (1 << self.own) - 1
        return [everything if k < self.own else 0 for k in range(len(self.schedule.states))]

    @property
    def steep(self) -> bool:
        """Whether a direction is free: the slower such a slip is, the more steeply friction changes with it."""
        laws = (pair.law.pair.sliding for pair in self.pairs)
        return any(law is not None and law[0] is law[1] for law in laws)

    @property
    def stacked(self) -> None:
        """Algebraic unknowns are not left to the integrator beside pairs."""
        return None

    def given_roots(self, nodes: Iterable[Node]) -> Function | None:
        """Event indicators with given inputs."""
        listed = tuple(nodes)
        return super().roots(listed) if listed else None

    def roots(self, nodes: Iterable[Node]) -> Function:
        """Event indicators: those of the `nodes`, then two of each pair."""
        return Function(indicators.address, len(tuple(nodes)) + 2 * len(self.pairs), indicators)

    @property
    def values(self) -> Function:
        """Flows, then bounds of each kind."""
        return self.outputs(self._values)

    @property
    def _values(self) -> tuple[Node, ...]:
        columns = ("flow", "lower", "upper", "sliding_lower", "sliding_upper", "closed", "gap", "fires")
        return tuple(getattr(pair, column) for column in columns for pair in self.pairs)

    @property
    def tangent(self) -> Function:
        """Rates of own states, flows and bounds along a direction of own states, inputs and time."""
        return self._once("tangent of pairs", self._make_tangent)

    def _tangent(self, also: Sequence[Node], still: bool = False) -> tuple[Along, list[Node]]:
        inner = self.schedule
        moving = (*(() if still else inner.states[: self.own]), *also)
        made = Along(inner.steps, {x: tangent_symbol(x) for x in moving}, tangent_symbol)
        count = 5 * len(self.pairs)
        rates = made.along(inner.derivatives[: self.own])
        return made, [*rates, *made.along(self._values[:count])]

    def _make_tangent(self) -> Function:
        also = (*(pair.input for pair in self.pairs), TIME)
        made, outputs = self._tangent(also)
        moving = (*self.schedule.states[: self.own], *also)
        directions = {tangent_symbol(x): ("v", k) for k, x in enumerate(moving)}
        return self._function("tangent", made.steps, outputs, directions)

    @property
    def constant(self) -> bool:
        """Whether rates, flows and bounds are affine in states and inputs with constant coefficients."""
        inputs = [pair.input for pair in self.pairs]
        moving = {TIME, *self.schedule.states, *inputs}
        return self._once("constant", lambda: [self._steady(self._tangent(inputs), moving)])[0]

    @property
    def switched(self) -> bool:
        """Whether these coefficients depend on conditions, so that events may change them."""
        inputs = [pair.input for pair in self.pairs]
        others = set(self.schedule.discrete) - {x for pair in self.pairs for x in (pair.input, pair.ratio)}
        return self._once("switched", lambda: [not self._steady(self._tangent(inputs), others)])[0]

    @property
    def matrix(self) -> Function | None:
        """The derivatives of the rates of the own states by these, in the present modes, where they are few enough."""
        return Function(matrix.address, self.own**2, matrix) if self.own <= MOST_STATES else None

    @property
    def own_states(self) -> int:
        """Number of the model's own states."""
        return self.own

    @property
    def steady(self) -> bool:
        """Whether rates, flows and bounds do not depend on time itself, between events."""
        return self._once("steady", lambda: [self._without_time()])[0]

    def _without_time(self) -> bool:
        shown = [*self.schedule.derivatives[: self.own], *self._values[: 5 * len(self.pairs)]]
        steps = [step for _, step in needed(self.schedule.steps, shown)]
        return TIME not in leaves(*shown, *(x for step in steps for x in expressions(step)))

    @property
    def affine(self) -> bool:
        """Whether rates, flows and bounds are affine in the inputs."""
        inputs = [pair.input for pair in self.pairs]
        return self._once("affine", lambda: [self._steady(self._tangent(inputs, still=True), set(inputs))])[0]

    @property
    def stated(self) -> bool:
        """Whether no flow depends on an input: velocities of contacts follow from the states."""
        return all(self._without_inputs)

    @property
    def from_states(self) -> list[bool]:
        """Of each pair, whether it is one of a contact whose flow depends on no input, but on the states alone."""
        return [
            pair.law.pair.at_contact and alone for pair, alone in zip(self.pairs, self._without_inputs, strict=True)
        ]

    @property
    def reached(self) -> np.ndarray:
        """What each input reaches, where there are contacts whose flows follow from the states alone."""
        return self._once("reached", lambda: reached(self) if any(self.from_states) else np.zeros(1, dtype=np.int64))

    def felt_together(self, find: Callable[[PairedProgram], list[list[int]]]) -> list[list[int]]:
        """The groups of pairs that feel each other's impulses, which `find` finds, once."""
        return self._once("felt together", lambda: find(self))

    @property
    def _without_inputs(self) -> list[bool]:
        """Of each pair, whether its flow depends on no input."""
        return self._once("without inputs", self._find_without_inputs)

    def _find_without_inputs(self) -> list[bool]:
        known = {pair.input for pair in self.pairs}
        for step in self.schedule.steps:
            if not known.isdisjoint(leaves(*expressions(step))):
                known.update(targets(step))
        return [known.isdisjoint(leaves(pair.flow)) for pair in self.pairs]

    def _steady(self, made: tuple[Along, list[Node]], moving: set[Node]) -> bool:
        """Whether tangents have coefficients without anything that is moving or follows from it."""
        steps, outputs = made[0].steps, made[1]
        own = {x for step in self.schedule.steps for x in targets(step)}
        known = set(moving)
        for step in self.schedule.steps:
            if isinstance(step, SolveNonlinear) or not known.isdisjoint(leaves(*expressions(step))):
                known.update(targets(step))
        tangents = [step for _, step in needed(steps, outputs) if own.isdisjoint(targets(step))]
        return known.isdisjoint(leaves(*outputs, *(x for step in tangents for x in expressions(step))))


__all__ = ["PairedProgram"]
