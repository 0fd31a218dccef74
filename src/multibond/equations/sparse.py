"""Large linear blocks: sparse elimination to straight-line steps, so that the cost grows with the number of parts.

Pivots are taken where they create the least fill (Markowitz), among those that are constant or stay away from zero at
random points, and from the far ends of a mechanism inwards: the order of the articulated-body algorithm. In a row of
loops that all stand on the ground every far end is tied to the next one, and going inwards fills the matrix; where
that shows, the least fill alone decides. What is left when no safe pivot remains is solved by pivoted LU at run time.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..errors import StructureError
from ..expression import ZERO, Node, div, leaves, mul, neg, sub, substitute
from .digits import trial
from .sampling import START, Samples
from .schedule import Assign, SolveLinear, Step
from .system import Equation

STEADY = 2e-3  # a pivot's smallest value at the random points, as part of its largest
MOST_WORK = 1_500_000  # coefficients looked at, unless they are few for each equation; the rest is for the run
COST = 10  # looks that a changed coefficient is worth
MOST_LEFT = 400  # unknowns of a full system that is solved at every step
STRONG = 1e-3  # a constant pivot, as part of the largest entry of its row
FEW = 1e-12  # relative error from which on too few digits are left: steps of a run become short by noise of 1e-10
LOST = 1e-9  # the same, where pivots by size at run time are worth their price
STRONGER = 0.5  # the same, where weaker ones lose digits
FULL = 16  # equations that are not worth a look at how full their matrix has become
SLOW = 250  # work for each equation, beyond which the order of a mechanism does not suit it
NEARLY = 0.25  # the part of a matrix that one elimination fills, from which on the rest is solved as a whole


_least, _most = np.minimum.reduce, np.maximum.reduce


class _Entry:
    """A coefficient as an expression and as its values at the random points; a constant one has a single value."""

    __slots__ = ("constant", "node", "size", "steady", "values")

    def __init__(self, node: Node, values: Any, constant: bool):
        self.node, self.values, self.constant = node, values, constant
        self.size: float  # its largest value, whatever the sign
        self.steady: bool  # whether it is safe to divide by it
        if constant:
            self.size, self.steady = abs(values), values != 0.0
            return
        # no more looks at the values than these two: there are many coefficients, and most change several times
        low, high = float(_least(values)), float(_most(values))
        self.size = max(high, -low)
        self.steady = 0.0 < low >= STEADY * high if high > 0.0 else high < 0.0 and -high >= -STEADY * low

    @property
    def start(self) -> float:
        """Its value at the start."""
        return self.values if self.constant else float(self.values[START])


class Elimination:
    """Rows of a linear system being eliminated; `right` are the right-hand sides."""

    def __init__(self, equations: Sequence[Equation], slopes: Sequence[dict[Node, Node]], unknowns: Sequence[Node],
                 samples: Samples, depth: Callable[[str], float] | None, strong: float = STRONG,
                 fills: bool = True):  # fmt: skip
        """`depth` of a component: the order in which to go inwards; None: the least fill decides alone. Without `fills`
        only what fills nothing is eliminated."""
        self.strong, self.fills = strong, fills
        zero = dict.fromkeys(unknowns, ZERO)
        memory: dict[Node, Node] = {}
        self.right = [neg(substitute([e.residual], zero, memory)[0]) for e in equations]
        self.rows: list[dict[Node, _Entry]] = []
        self.users: dict[Node, set[int]] = {x: set() for x in unknowns}
        for i, row in enumerate(slopes):
            self.rows.append({})
            for x, d in row.items():
                constant = all(samples.parameter(leaf) is not None for leaf in leaves(d))
                values = samples.of(d)
                self.rows[i][x] = _Entry(d, float(values[0]) if constant else values, constant)
                self.users[x].add(i)
        self.open = set(range(len(self.rows)))
        self.groups: dict[float, set[int]] = {}  # open rows by depth
        self.depth = [0 if depth is None else depth(e.origin) for e in equations]
        for i in self.open:
            self.groups.setdefault(self.depth[i], set()).add(i)
        # how far inwards an unknown reaches: one that stays outside goes first, lest it be carried along
        self.reach = {x: min((self.depth[i] for i in rows), default=0) for x, rows in self.users.items()}
        self.origins = [e.origin for e in equations]
        self.work = 0  # coefficients looked at so far, and changed
        self.ranked: dict[
            float, list[tuple[tuple[Any, ...], int, int]]
        ] = {}  # heaps of rank, row and its turn, by depth
        self.turns = [0] * len(self.rows)  # how often a row was ranked: only its last rank counts
        self.chosen: dict[int, Node] = {}  # the best unknown of each row
        self.true, self.trial = trial([{x: e.start for x, e in row.items()} for row in self.rows])
        self.solved: list[tuple[Node, int]] = []  # in the order of elimination
        self.changed = 0  # coefficients that a run computes
        for i in sorted(self.open):
            self._rank(i)

    @property
    def ordered(self) -> bool:
        """Whether there is a way inwards."""
        return len(set(self.depth)) > 1

    def run(self, most: float = math.inf) -> bool:
        """Eliminate as long as there is a safe pivot, from the far ends of the mechanism inwards; False where it takes
        more than `most` work, from where it can be gone on with."""
        while self.open:
            if self.work > most:
                return False
            if self.work > max(MOST_WORK, SLOW * len(self.rows)):
                return len(self.open) <= MOST_LEFT
            best = self._pivot()
            if best is None:
                return True
            fill = (len(self.rows[best[0]]) - 1) * (len(self.users[best[1]]) - 1)
            if len(self.open) > FULL and fill > NEARLY * len(self.open) ** 2 and len(self.open) <= MOST_LEFT:
                return True  # nearly full: pivots by size, at run time, cost less and keep more digits
            self._eliminate(*best)
        return True

    @property
    def operations(self) -> float:
        """About what the solution costs at every step."""
        return self.changed + len(self.open) ** 3 / 3

    def refusal(self) -> StructureError:
        """Why there is no solution."""
        named = ", ".join(dict.fromkeys(self.origins[i] for i in sorted(self.open)[:4]))
        return StructureError(
            f"{len(self.rows)} equations must be solved together at every step, which is more than can be "
            f"compiled: those of {named} and others; break them up by stores (C, I) between the parts"
        )

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
        row, users, reach = self.rows[i], self.users, self.reach
        self.work += len(row)
        largest = max([e.size for e in row.values() if e.constant], default=0.0)
        others = len(row) - 1
        best: tuple[Any, ...] | None = None
        for x, entry in row.items():
            if not entry.steady or (entry.constant and entry.size < self.strong * largest):
                continue
            fill = others * (len(users[x]) - 1)
            if fill and others > 1 and not self.fills:
                continue
            inwards = -reach[x]
            if best is not None and (inwards, fill) > best[:2]:
                continue
            rank = (inwards, fill, not (entry.constant and entry.size == 1.0), not entry.constant)
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
            entry = self.rows[k].pop(x)
            factor = _Entry(div(entry.node, pivot.node), entry.values / pivot.values, entry.constant and pivot.constant)
            for y, part in row.items():
                if y is not x:
                    self._update(k, y, factor, part)
            self.right[k] = sub(self.right[k], mul(factor.node, self.right[i]))
            self.trial[k] -= factor.start * self.trial[i]
        self.users[x] = set()
        self.solved.append((x, i))
        for k in touched:
            self._rank(k)

    def _update(self, k: int, y: Node, factor: _Entry, part: _Entry) -> None:
        self.work += COST
        constant = factor.constant and part.constant
        self.changed += not constant
        other = self.rows[k]
        found = other.get(y)
        change = factor.values * part.values
        if found is None:
            other[y] = _Entry(neg(mul(factor.node, part.node)), -change, constant)
            self.users[y].add(k)
            return
        new = _Entry(sub(found.node, mul(factor.node, part.node)), found.values - change, found.constant and constant)
        if new.node is ZERO or _cancels(new.size, found.size, factor.size * part.size, change):
            del other[y]
            self.users[y].discard(k)
        else:
            other[y] = new

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
        return 0.0 if entry is None else entry.start

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


def _cancels(left: float, found: float, most: float, change: Any) -> bool:
    """Whether what is `left` of a coefficient of the size `found` after a change, by at most `most`, is rounding."""
    if left > 1e-13 * (found + most):
        return False
    return bool(left <= 1e-13 * (found + np.max(np.abs(change))))


def eliminate(
    equations: Sequence[Equation], slopes: Sequence[dict[Node, Node]], unknowns: Sequence[Node],
    samples: Samples, depth: Callable[[str], float],
) -> list[Step]:  # fmt: skip
    """The steps that solve a linear block by sparse elimination.

    Component by component costs least. Where that lets the forces on one component follow from those on the one before
    it, errors grow along the chain; then element by element, the least fill alone or stronger pivots keep more digits.
    Where nothing does, all but the simplest is left to pivoted LU at run time.
    """

    def tried(order: Callable[[str], float] | None, strong: float) -> Elimination:
        work = Elimination(equations, slopes, unknowns, samples, order, strong)
        done = work.run(SLOW * len(equations) if work.ordered else math.inf)
        if work.ordered and (not done or len(work.open) > FULL):
            other = Elimination(equations, slopes, unknowns, samples, None, strong)
            if other.run() and (not done or other.operations < work.operations):
                return other
        if not done and not work.run():
            raise work.refusal()
        return work

    def by_component(path: str) -> float:
        return math.floor(depth(path))

    best = tried(by_component, STRONG)
    error = best.error()
    others = ((depth, STRONG), (None, STRONG), (by_component, STRONGER), (depth, STRONGER), (None, STRONGER))
    for order, strong in others:
        if error <= FEW:
            break
        work = tried(order, strong)
        if (found := work.error()) < error:
            best, error = work, found
    if error > LOST:  # the price is a large system at every step
        work = Elimination(equations, slopes, unknowns, samples, None, STRONGER, fills=False)
        if work.run() and len(work.open) <= MOST_LEFT and work.error() < error:
            best = work
    return best.steps(equations)


__all__ = ["Elimination", "eliminate"]
