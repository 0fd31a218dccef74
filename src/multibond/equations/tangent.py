"""Exact directional derivatives of a schedule, as a schedule: forward through assignments, implicit through solvers."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from typing import Any

from ..expression import ZERO, Node, directional, mul, name_of, neg, operands, sub, symbol, topological
from .schedule import Assign, Schedule, SolveLinear, SolveNonlinear, Step, needed


def tangent_symbol(x: Node) -> Node:
    """The symbol that stands for the directional derivative of `x`."""
    return symbol(f"tangent of {name_of(x)}")


class Along:
    """The tangent steps behind each of `steps`, where `moving` leaves change by the given directions and all others
    rest; `mark` names the symbol that stands for the directional derivative of a variable."""

    def __init__(self, steps: Sequence[Step], moving: Mapping[Node, Node], mark: Callable[[Node], Node]):
        self._mark = mark
        self._moving: dict[Node, Node] = dict(moving)
        self._memory: dict[Node, Node] = {}
        self.steps: list[Step] = []
        for step in steps:
            self.steps.append(step)
            match step:
                case Assign():
                    self._assign(step)
                case SolveLinear():
                    self._linear(step)
                case SolveNonlinear():
                    self._nonlinear(step)

    def along(self, roots: Iterable[Node]) -> list[Node]:
        """The tangents of `roots`, in terms of what the steps so far compute."""
        return directional(roots, lambda leaf: self._moving.get(leaf, ZERO), self._memory)

    def _assign(self, step: Assign) -> None:
        (value,) = self.along([step.value])
        if value is ZERO:
            return
        if value.op in ("const", "symbol", "der"):
            self._moving[step.target] = value
            return
        name = self._mark(step.target)
        self._moving[step.target] = name
        self.steps.append(Assign(name, value, step.origin))

    def _linear(self, step: SolveLinear) -> None:
        """A z = b gives A dz = db − dA z with the same matrix, which is factored only once."""
        right = self.along(step.right)
        for row, column, entry in step.matrix:
            (moved,) = self.along([entry])
            right[row] = sub(right[row], mul(moved, step.unknowns[column]))
        self._solve(step.unknowns, step.matrix, right, step.origins)

    def _nonlinear(self, step: SolveNonlinear) -> None:
        """r(z, y) = 0 gives (∂r/∂z) dz = −(∂r/∂y) dy: the residuals' tangent with the unknowns at rest."""
        resting: Any = ChainMap({}, self._memory)
        moving: Any = ChainMap({}, self._moving)
        for assign in step.inner:
            (moving[assign.target],) = directional([assign.value], lambda leaf: moving.get(leaf, ZERO), resting)
            resting[assign.target] = moving[assign.target]
        moved = directional(step.residuals, lambda leaf: moving.get(leaf, ZERO), resting)
        self._solve(step.unknowns, step.jacobian, [neg(r) for r in moved], step.origins)
        for assign in step.inner:
            self._assign(assign)

    def _solve(
        self, unknowns: tuple[Any, ...], matrix: tuple[Any, ...], right: list[Node], origins: tuple[Any, ...]
    ) -> None:
        if all(r is ZERO for r in right):
            return
        names = tuple(self._mark(u) for u in unknowns)
        self._moving.update(zip(unknowns, names, strict=True))
        self.steps.append(SolveLinear(names, matrix, tuple(right), origins))


class Tangent(Along):
    """The tangent steps of a schedule for a direction in its states; parameters and time rest."""

    def __init__(self, schedule: Schedule):
        self.directions = tuple(tangent_symbol(x) for x in schedule.states)
        steps = [step for _, step in needed(schedule.steps, schedule.derivatives)]
        super().__init__(steps, dict(zip(schedule.states, self.directions, strict=True)), tangent_symbol)
        self.derivatives = tuple(self.along(schedule.derivatives))


def dependencies(schedule: Schedule) -> list[int]:
    """For each derivative the states it depends on, as bits: bit k is set for state k."""
    known: dict[Node, int] = {x: 1 << k for k, x in enumerate(schedule.states)}

    def of(roots: Iterable[Node], bits: MutableMapping[Node, int]) -> int:
        roots = list(roots)
        total = 0
        for x in topological(roots, bits):
            found = 0
            for a in operands(x):
                found |= bits[a]
            bits[x] = found
        for root in roots:
            total |= bits[root]
        return total

    for _, step in needed(schedule.steps, schedule.derivatives):
        match step:
            case Assign():
                known[step.target] = of([step.value], known)
            case SolveLinear():
                together = of([*step.right, *(entry for _, _, entry in step.matrix)], known)
                known.update(dict.fromkeys(step.unknowns, together))
            case SolveNonlinear():
                inside: MutableMapping[Node, int] = ChainMap({}, known)  # forgotten: the unknowns have no bits in it
                together = 0
                for assign in step.inner:
                    inside[assign.target] = of([assign.value], inside)
                    together |= inside[assign.target]
                together |= of(step.residuals, inside)
                known.update(dict.fromkeys([*step.unknowns, *(a.target for a in step.inner)], together))
    return [of([d], known) for d in schedule.derivatives]
