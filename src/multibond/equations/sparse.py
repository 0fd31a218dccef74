"""Large linear blocks: sparse elimination to straight-line steps, so that the cost grows with the number of parts.

Pivots are taken where they create the least fill (Markowitz), among those that are constant or stay away from zero at
random points, and from the far ends of a mechanism inwards: the order of the articulated-body algorithm. What is left
when no safe pivot remains is solved by pivoted LU at run time.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..errors import StructureError
from ..expression import ZERO, Node, div, leaves, mul, neg, sub, substitute
from .digits import trial
from .sampling import START, Samples
from .schedule import Assign, SolveLinear, Step
from .system import Equation

STEADY = 2e-3  # a pivot's smallest value at the random points, as part of its largest
MOST_WORK = 1_500_000  # coefficients looked at; what more would cost stays for the solution at run time
COST = 10  # looks that a changed coefficient is worth
MOST_LEFT = 400  # unknowns of a full system that is solved at every step
STRONG = 1e-3  # a constant pivot, as part of the largest entry of its row
FEW = 1e-9  # relative error from which on too few digits are left
STRONGER = 0.5  # the same, where weaker ones lose digits
FULL = 16  # equations that are not worth a look at how full their matrix has become
NEARLY = 0.25  # the part of a matrix that one elimination fills, from which on the rest is solved as a whole


@dataclass
class _Entry:
    """A coefficient as an expression and as its values at the random points."""

    node: Node
    values: np.ndarray
    constant: bool

    @cached_property
    def steady(self) -> bool:
        """Whether it is safe to divide by it."""
        if self.constant:
            return bool(self.values[0] != 0.0)
        sizes = np.abs(self.values)
        one_sign = np.all(self.values > 0) or np.all(self.values < 0)
        return bool(one_sign and sizes.min() >= STEADY * sizes.max())


class Elimination:
    """Rows of a linear system being eliminated; `right` are the right-hand sides."""

    def __init__(self, equations: Sequence[Equation], slopes: Sequence[dict[Node, Node]], unknowns: Sequence[Node],
                 samples: Samples, depth: Callable[[str], int], strong: float = STRONG):  # fmt: skip
        self.strong = strong
        zero = dict.fromkeys(unknowns, ZERO)
        memory: dict[Node, Node] = {}
        self.right = [neg(substitute([e.residual], zero, memory)[0]) for e in equations]
        self.rows: list[dict[Node, _Entry]] = []
        self.users: dict[Node, set[int]] = {x: set() for x in unknowns}
        for i, row in enumerate(slopes):
            self.rows.append({})
            for x, d in row.items():
                self.rows[i][x] = _Entry(
                    d, samples.of(d), all(samples.parameter(leaf) is not None for leaf in leaves(d))
                )
                self.users[x].add(i)
        self.open = set(range(len(self.rows)))
        self.groups: dict[int, set[int]] = {}  # open rows by depth
        self.depth = [depth(e.origin) for e in equations]
        for i in self.open:
            self.groups.setdefault(self.depth[i], set()).add(i)
        # how far inwards an unknown reaches: one that stays outside goes first, lest it be carried along
        self.reach = {x: min((self.depth[i] for i in rows), default=0) for x, rows in self.users.items()}
        self.origins = [e.origin for e in equations]
        self.work = 0  # coefficients looked at so far, and changed
        self.ranked: dict[int, list[tuple[tuple[Any, ...], int, int]]] = {}  # heaps of rank, row and its turn, by depth
        self.turns = [0] * len(self.rows)  # how often a row was ranked: only its last rank counts
        self.chosen: dict[int, Node] = {}  # the best unknown of each row
        self.true, self.trial = trial([{x: float(e.values[START]) for x, e in row.items()} for row in self.rows])
        self.solved: list[tuple[Node, int]] = []  # in the order of elimination

    def run(self) -> None:
        """Eliminate as long as there is a safe pivot, from the far ends of the mechanism inwards."""
        for i in sorted(self.open):
            self._rank(i)
        while self.open:
            if self.work > MOST_WORK:
                if len(self.open) <= MOST_LEFT:
                    return
                named = ", ".join(dict.fromkeys(self.origins[i] for i in sorted(self.open)[:4]))
                raise StructureError(
                    f"{len(self.rows)} equations must be solved together at every step, which is more than can be "
                    f"compiled: those of {named} and others; break them up by stores (C, I) between the parts"
                )
            best = self._pivot()
            if best is None:
                return
            fill = (len(self.rows[best[0]]) - 1) * (len(self.users[best[1]]) - 1)
            if len(self.open) > FULL and fill > NEARLY * len(self.open) ** 2 and len(self.open) <= MOST_LEFT:
                return  # nearly full: pivots by size, at run time, cost less and keep more digits
            self._eliminate(*best)

    def _pivot(self) -> tuple[int, Node] | None:
        """The row and unknown of lowest rank, from the deepest rows on that have any."""
        for level in sorted(self.groups, reverse=True):
            heap = self.ranked.get(level, [])
            while heap:
                _, i, turn = heap[0]
                if i in self.open and turn == self.turns[i]:
                    return i, self.chosen[i]
                heapq.heappop(heap)
        return None

    def _rank(self, i: int) -> None:
        """Put a row, new or changed, among those of its depth; it is left out where it has no safe pivot."""
        row = self.rows[i]
        self.work += len(row)
        largest = max((abs(e.values[0]) for e in row.values() if e.constant), default=0.0)
        best: tuple[Any, ...] | None = None
        for x, entry in row.items():
            if not entry.steady or (entry.constant and abs(entry.values[0]) < self.strong * largest):
                continue
            fill = (len(row) - 1) * (len(self.users[x]) - 1)
            unit = entry.constant and abs(entry.values[0]) == 1.0
            rank = (-self.reach[x], fill, not unit, not entry.constant)
            if best is None or rank < best:
                best = rank
                self.chosen[i] = x
        self.turns[i] += 1
        if best is not None:
            heapq.heappush(self.ranked.setdefault(self.depth[i], []), (best, i, self.turns[i]))

    def _eliminate(self, i: int, x: Node) -> None:
        row = self.rows[i]
        pivot = row[x]
        self.open.discard(i)
        group = self.groups[self.depth[i]]
        group.discard(i)
        if not group:
            del self.groups[self.depth[i]]
        touched: set[int] = set()
        for y in row:
            self.users[y].discard(i)
            touched |= self.users[y]
        for k in list(self.users[x]):
            other = self.rows[k]
            entry = other.pop(x)
            factor = div(entry.node, pivot.node)
            values = entry.values / pivot.values
            constant = entry.constant and pivot.constant
            for y, part in row.items():
                if y is x:
                    continue
                self._update(k, y, factor, values, constant, part)
            self.right[k] = sub(self.right[k], mul(factor, self.right[i]))
            self.trial[k] -= float(values[START]) * self.trial[i]
        self.users[x] = set()
        self.solved.append((x, i))
        for k in touched:
            self._rank(k)

    def _update(self, k: int, y: Node, factor: Node, values: np.ndarray, constant: bool, part: _Entry) -> None:
        self.work += COST
        other = self.rows[k]
        found = other.get(y)
        change = values * part.values
        if found is None:
            other[y] = _Entry(neg(mul(factor, part.node)), -change, constant and part.constant)
            self.users[y].add(k)
            return
        node, new = sub(found.node, mul(factor, part.node)), found.values - change
        if node is ZERO or np.max(np.abs(new)) <= 1e-13 * (np.max(np.abs(found.values)) + np.max(np.abs(change))):
            del other[y]  # exact cancellation
            self.users[y].discard(k)
        else:
            other[y] = _Entry(node, new, found.constant and constant and part.constant)

    def error(self) -> float:
        """How far known values are missed when they are computed in this way, as part of them; at the start's values
        of everything else."""
        found: dict[Node, float] = {}
        rows = sorted(self.open)
        unknowns = [x for x in self.users if any(x in self.rows[i] for i in rows)]
        if rows and len(rows) == len(unknowns):
            matrix = np.array([[self._at_start(i, x) for x in unknowns] for i in rows])
            try:
                solved = np.linalg.solve(matrix, np.array([self.trial[i] for i in rows]))
            except np.linalg.LinAlgError:
                return math.inf
            found.update(zip(unknowns, solved.tolist(), strict=True))
        for x, i in reversed(self.solved):
            total = self.trial[i] - sum(
                self._at_start(i, y) * found.get(y, math.nan) for y in self.rows[i] if y is not x
            )
            found[x] = total / (self._at_start(i, x) or math.nan)
        return max((abs(value / self.true[x] - 1.0) for x, value in found.items()), default=0.0)

    def _at_start(self, i: int, x: Node) -> float:
        entry = self.rows[i].get(x)
        return 0.0 if entry is None else float(entry.values[START])

    def steps(self, equations: Sequence[Equation]) -> list[Step]:
        """What is left as a dense system, then the eliminated unknowns, last first."""
        steps: list[Step] = []
        if self.open:
            rows = sorted(self.open)
            unknowns = [x for x in self.users if any(x in self.rows[i] for i in rows)]
            if len(unknowns) != len(rows):
                origins = sorted({equations[i].origin for i in rows})
                raise StructureError(
                    f"the equations of {', '.join(origins[:6])} do not determine forces and accelerations: some "
                    "of them say the same thing twice; remove a constraint or a joint that is already held",
                    origins[0],
                )
            place = {x: j for j, x in enumerate(unknowns)}
            matrix = [(r, place[x], e.node) for r, i in enumerate(rows) for x, e in self.rows[i].items()]
            right = tuple(self.right[i] for i in rows)
            steps.append(SolveLinear(tuple(unknowns), tuple(matrix), right, tuple(equations[i].origin for i in rows)))
        for x, i in reversed(self.solved):
            total = self.right[i]
            for y, entry in self.rows[i].items():
                if y is not x:
                    total = sub(total, mul(entry.node, y))
            steps.append(Assign(x, div(total, self.rows[i][x].node), equations[i].origin))
        return steps


def eliminate(
    equations: Sequence[Equation], slopes: Sequence[dict[Node, Node]], unknowns: Sequence[Node],
    samples: Samples, depth: Callable[[str], int],
) -> list[Step]:  # fmt: skip
    """The steps that solve a linear block by sparse elimination; with stronger pivots where digits are lost."""
    work = Elimination(equations, slopes, unknowns, samples, depth)
    work.run()
    if work.error() > FEW:
        stronger = Elimination(equations, slopes, unknowns, samples, depth, STRONGER)
        stronger.run()
        work = min(work, stronger, key=Elimination.error)
    return work.steps(equations)


__all__ = ["Elimination", "eliminate"]
