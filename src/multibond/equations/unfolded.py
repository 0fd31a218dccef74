"""What follows from the states of a compiled model at once, written out: positions, velocities, laws of forces.

What depends on accelerations is left alone; small linear systems are solved by determinants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

import numpy as np

from ..expression import (
    ONE,
    TIME,
    ZERO,
    Node,
    add,
    der,
    directional,
    div,
    leaves,
    mul,
    relation,
    sub,
    substitute,
    unsigned,
)
from ..expression.algebra import RELATIONS
from ..model.kind import Kind
from .alias import base
from .compile import Compiled
from .schedule import Assign, SolveLinear, SolveNonlinear, Step, expressions, targets

LARGEST_SOLVED = 3  # unknowns of a linear system that is solved by determinants
MOTIONS = (Kind.FLOW, Kind.VELOCITY)


class Accelerated(Exception):
    """What was asked for depends on accelerations, or on a large system that must be solved."""


class Explicit:
    """Expressions of a compiled model in its states.

    `velocities` are the states that change with accelerations: flows, and rates of coordinates. `kept` names variables
    that stay as they are in expressions. The velocities are those of `motion`, or what the `flows` of inertias depend
    on.
    """

    def __init__(
        self, compiled: Compiled, flows: Iterable[Node], kept: Iterable[Node] = (), motion: Explicit | None = None
    ):
        self.compiled = compiled
        self.kept = set(kept)
        self.maker: dict[Node, Step] = {x: step for step in compiled.schedule.steps for x in targets(step)}
        self.velocities: list[Node] = self._velocities(flows) if motion is None else motion.velocities
        self.dynamic: set[Node] = self._dynamic() if motion is None else motion.dynamic
        self.states = [x for x in compiled.schedule.states if x not in compiled.schedule.kinds]
        self.known: dict[Node, Node] = {x: x for x in self.states}
        self.solved: dict[Node, tuple[Node, ...]] = {}  # unknowns that stay, with the residuals that determine them
        self.tangent: Callable[[Node], Node] | None = None  # the rates of what is kept
        self._rates: dict[Node, Node] = {}
        self._conditions = {
            (relation("gt", m.value, 0.5) if m.condition.op in RELATIONS else m.value): compiled.resolve(m.condition)
            for m in compiled.modes
        }

    def named_alike(self, x: Node) -> list[Node]:
        """The variables that `x` stands for, up to sign; itself first."""
        return [x, *self._alike.get(x, ())]

    @cached_property
    def _alike(self) -> dict[Node, list[Node]]:
        found: dict[Node, list[Node]] = {}
        for name, value in self.compiled.aliased.replaced.items():
            found.setdefault(unsigned(value), []).append(name)
        return found

    def _velocities(self, flows: Iterable[Node]) -> list[Node]:
        """The states of kinds of motion that the `flows` of inertias depend on."""
        compiled = self.compiled
        candidates = [
            x
            for x in compiled.schedule.states
            if x not in compiled.schedule.kinds
            and (x.op == "der" or any(compiled.system.kind(y) in MOTIONS for y in self.named_alike(x)))
        ]
        reached: set[Node] = set()
        waiting = [leaf for flow in flows for leaf in leaves(compiled.resolve(flow))]
        while waiting:
            x = waiting.pop()
            if x not in reached:
                reached.add(x)
                if x in self.maker:
                    waiting += [leaf for e in expressions(self.maker[x]) for leaf in leaves(e)]
        return [x for x in candidates if x in reached]

    def _dynamic(self) -> set[Node]:
        """Everything that is computed together with accelerations or from them."""
        found = {der(x) for x in self.velocities}
        for block, steps in self.compiled.draft.torn:
            made = [x for step in steps for x in targets(step)]
            used = {leaf for step in steps for e in expressions(step) for leaf in leaves(e)}
            if not found.isdisjoint([*made, *block.unknowns, *used]):
                found.update([*made, *block.unknowns])
        return found

    def of(self, x: Node) -> Node:
        """An expression of the user's names in terms of states, parameters and time."""
        return self.within(self.compiled.resolve(x))

    def within(self, x: Node) -> Node:
        """An expression of what the schedule knows in terms of states, parameters and time."""
        x = self._open(x)
        waiting = [leaf for leaf in leaves(x) if leaf not in self.known]
        while waiting:
            leaf = waiting[-1]
            if leaf in self.known:
                waiting.pop()
                continue
            missing = self._follow(leaf)
            if missing:
                waiting += missing
            else:
                waiting.pop()
        return substitute([x], self.known)[0]

    def _follow(self, leaf: Node) -> list[Node]:
        """Make `leaf` known, or tell what must be known before."""
        if leaf in self.dynamic:
            raise Accelerated(leaf)
        step = self.maker.get(leaf)
        if step is None or leaf in self.kept:
            self.known[leaf] = leaf
            return []
        own = targets(step)
        used = [self._open(e) for e in expressions(step)]
        missing = [x for e in used for x in leaves(e) if x not in self.known and x not in own]
        if not missing:
            self._take(step)
        return missing

    def _open(self, x: Node) -> Node:
        """`x` with conditions instead of the values that are frozen between events."""
        return substitute([x], self._conditions)[0] if self._conditions else x

    def _take(self, step: Step) -> None:
        if isinstance(step, Assign):
            self.known[step.target] = self._put_in(step.value)
        elif isinstance(step, SolveLinear):
            self._take_linear(step)
        elif isinstance(step, SolveNonlinear):
            for x in step.unknowns:
                self.known[x] = x
            for assign in step.inner:
                self.known[assign.target] = self._put_in(assign.value)
            residuals = tuple(self._put_in(r) for r in step.residuals)
            self.solved.update(dict.fromkeys(step.unknowns, residuals))

    def _take_linear(self, step: SolveLinear) -> None:
        n = len(step.unknowns)
        matrix = np.full((n, n), ZERO, dtype=object)
        for i, j, value in step.matrix:
            matrix[i, j] = self._put_in(value)
        right = [self._put_in(r) for r in step.right]
        if n > LARGEST_SOLVED:
            raise Accelerated(step.unknowns[0])
        whole = determinant(matrix)
        for j, x in enumerate(step.unknowns):
            changed = matrix.copy()
            changed[:, j] = right
            self.known[x] = div(determinant(changed), whole)

    def _put_in(self, x: Node) -> Node:
        return substitute([self._open(x)], self.known)[0]

    def rate(self, x: Node) -> Node:
        """The time derivative of an expression of the states, as if all velocities were constant."""

        def tangent(leaf: Node) -> Node:
            if leaf is TIME:
                return ONE
            if leaf in self.velocities or self.compiled.system.is_constant(base(leaf)):
                return ZERO
            if leaf in self.kept and self.tangent is not None:
                return self.tangent(leaf)
            if leaf not in self.known or leaf in self.kept:
                raise Accelerated(leaf)
            return self.of_state(leaf)

        return directional([x], tangent, self._rates)[0]

    def of_state(self, state: Node) -> Node:
        """The rate of a state that is no velocity."""
        if state in self.solved:
            raise Accelerated(state)
        return self.within(der(state))


def determinant(matrix: np.ndarray) -> Node:
    """The determinant of a small square matrix of nodes, by expansion along the first row."""
    if not len(matrix):
        return ONE
    total: Node = ZERO
    for j, entry in enumerate(matrix[0]):
        if entry is not ZERO:
            minor = mul(entry, determinant(np.delete(matrix[1:], j, axis=1)))
            total = sub(total, minor) if j % 2 else add(total, minor)
    return total


__all__ = ["Accelerated", "Explicit", "determinant"]
