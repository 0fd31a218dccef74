"""What turns steps into functions that can be called by address: the interface of all back ends.

A back end is given a `Listing` (steps, what to compute, where the leaves are) and the `Room` of the program, in which
it reserves the places it needs, and gives a `Function`. LLVM is the one back end there is (`llvm`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from ..equations.schedule import SolveNonlinear, Step, expressions, needed
from ..expression import Node
from ..frozen import frozen
from .lower import lower
from .number import Number


@frozen
class Listing:
    """A function to compile: the values of `outputs`, computed by those of the `steps` that they need.

    `locations` says where the leaves are: an array (x states, p parameters, m discrete values, v direction of the
    states, w workspace) and a place in it. `shadows` are states whose values are the guesses of nonlinear unknowns.
    """

    name: str
    steps: Sequence[Step]
    outputs: Sequence[Node]
    locations: Mapping[Node, tuple[str, int]]
    shadows: Mapping[Node, Node] = field(default_factory=dict)

    def needed(self) -> list[tuple[int, Step]]:
        """The steps that the outputs need, in order, small linear systems written out, with their numbers."""
        return [(number, part) for number, step in needed(self.steps, self.outputs) for part in lower(step)]

    def expressions(self, chosen: Sequence[tuple[int, Step]]) -> list[Node]:
        """Everything that is computed."""
        return [*(e for _, step in chosen for e in expressions(step)), *self.outputs]


class Room:
    """Places in the workspace that the functions of one program share; `reserved` is how many it needs."""

    def __init__(self) -> None:
        self.reserved = 1
        self.warm: dict[SolveNonlinear, int] = {}  # nonlinear steps and where their unknowns are kept

    def reserve(self, count: int) -> int:
        """The first of `count` new places."""
        first = self.reserved
        self.reserved += count
        return first

    def warm_start(self, step: SolveNonlinear) -> int:
        """Where the unknowns of `step` are kept from call to call: n unknowns, n first guesses, room of the solver."""
        if step not in self.warm:
            n = len(step.unknowns)
            self.warm[step] = self.reserve(2 * n + 8 * n + 2 * n * n)
        return self.warm[step]


@frozen
class Function:
    """One compiled function, status = f(time, x, out, context), by its `address`; it writes `count` numbers.

    `code` is what must live as long as the function.
    """

    address: int
    count: int
    code: Any = field(repr=False, compare=False)


class Backend(ABC):
    """Compiles listings for the number type `number`."""

    number: Number

    @abstractmethod
    def compile(self, listing: Listing, room: Room) -> Function:
        """The function that `listing` describes; what it needs of the workspace is reserved in `room`."""


__all__ = ["Backend", "Function", "Listing", "Room"]
