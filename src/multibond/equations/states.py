"""Pass "states": choose the states among the differentiated variables (dummy derivatives of Mattsson and Söderlind).

Constraints that had to be differentiated determine as many of the highest derivatives; those of the least wanted
variables become "dummy" unknowns, the others are integrated. The choice looks at numbers, so that the determined ones
depend well on the constraints at the present position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush
from typing import Any

from ..errors import StructureError
from ..expression import Node, der, evaluate, leaves, name_of
from ..frozen import frozen
from .alias import base, order
from .index import Reduced
from .lengths import FARTHEST
from .system import Equation

WEAK = 1e-2  # a pivot must be at least this part of its row
CANCELLED = 1e-10  # of two terms, what is left where they cancel
FAINT = (
    1e-22  # of the largest coefficient of a row: rounding times rounding, yet less than one beside the largest masses
)


class Redundant(Exception):
    """Constraints that follow from others; `chains` are their places in the reduced system."""

    def __init__(self, equations: list[Equation]):
        super().__init__("redundant constraints")
        self.equations = equations


@frozen
class Selected:
    """The equations of all orders, the states, and the other unknowns."""

    equations: tuple[Equation, ...]
    states: tuple[Node, ...]
    unknowns: tuple[Node, ...]


def select_states(
    reduced: Reduced,
    number: Callable[[Node], float],
    wanted: Callable[[Node], float],
    place: Callable[[Node], Any] = name_of,
    weak: float = WEAK,
    is_length: Callable[[Node], bool | None] | None = None,
    is_momentum: Callable[[Node], bool] | None = None,
) -> Selected:
    """Choose states. `number` gives values of leaves to look at; `wanted` is larger for better states; `place` is the
    order in which states are listed, and by which equally good ones are chosen; `weak` is the part of its row below
    which a varying coefficient determines nothing. Variables of which `is_length` says so count in lever arms, those
    that are momenta (`is_momentum`) by the largest mass or inertia."""
    highest = reduced.highest
    unit = _units(reduced, number, is_length) if is_length is not None else {}
    lengths = frozenset(unit)
    if unit and is_momentum is not None:
        heaviest = _heaviest(reduced, number, is_momentum, unit)
        unit |= {v: heaviest for v in highest if heaviest and is_momentum(v)}

    def order_of(v: Node) -> Any:
        """Of equals, a length is determined rather than an angle, which always moves."""
        return v not in lengths, place(v)

    dummies: dict[Node, int] = {}  # variable → how many of its orders below the highest are no states
    allowed: set[Node] | None = None
    level = 2
    while True:
        rows = [chain for chain in reduced.chains if len(chain) >= level]
        if not rows:
            break
        chosen = _pivot_columns(rows, reduced, level - 1, allowed, number, wanted, order_of, weak, unit)
        for variable in chosen:
            dummies[variable] = dummies.get(variable, 0) + 1
        allowed = set(chosen)
        level += 1
    equations = tuple(e for chain in reduced.chains for e in chain)
    states: list[Node] = []
    unknowns: list[Node] = []
    for variable, top in highest.items():
        leaf = variable
        for k in range(top + 1):
            (states if k < top - dummies.get(variable, 0) else unknowns).append(leaf)
            leaf = der(leaf)
    return Selected(equations, tuple(sorted(states, key=place)), tuple(unknowns))


def selected_as(reduced: Reduced, states: Iterable[Node]) -> Selected:
    """The choice whose states are `states`, made earlier for the same reduced equations; they keep their order."""
    kept = dict.fromkeys(states)
    leaves_of = [_leaf(variable, k) for variable, top in reduced.highest.items() for k in range(top + 1)]
    equations = tuple(e for chain in reduced.chains for e in chain)
    return Selected(equations, tuple(kept), tuple(x for x in leaves_of if x not in kept))


def _leaf(variable: Node, times: int) -> Node:
    for _ in range(times):
        variable = der(variable)
    return variable


def _pivot_columns(
    chains: list[tuple[Equation, ...]], reduced: Reduced, level: int, allowed: set[Node] | None,
    number: Callable[[Node], float], wanted: Callable[[Node], float], place: Callable[[Node], Any], weak: float,
    unit: dict[Node, float],
) -> list[Node]:  # fmt: skip
    """One variable for each chain, so that the constraints determine their derivatives."""
    work = _Pivots([chain[0] for chain in chains], wanted, place, weak)
    for chain in chains:
        row, moving = _row(chain[-1], reduced, level, allowed, number)
        work.add({v: x * unit.get(v, 1.0) for v, x in row.items()} if unit else row, moving)
    work.run()
    return work.result()


def _units(
    reduced: Reduced, number: Callable[[Node], float], is_length: Callable[[Node], bool | None]
) -> dict[Node, float]:
    """How many metres or metres a second one of each length counts: the largest lever arm in the constraints between
    positions, if loops are among them. Of what `is_length` knows nothing, plain sums of variables tell."""
    placed = [chain for chain in reduced.chains if len(chain) >= 3]
    if not any(chain[0].release is not None for chain in placed):
        return {}
    known = {v: is_length(v) for v in reduced.highest}
    sums: dict[Node, list[set[Node]]] = {}  # by variable, those that are added to it
    for slopes, _ in reduced.slopes.values():
        added = {base(leaf) for leaf, slope in slopes.items() if slope.op == "const"}
        for v in added:
            sums.setdefault(v, []).append(added)
    waiting = [v for v in sums if known[v] is not None]
    while waiting:
        v = waiting.pop()
        for added in sums[v]:
            for other in added:
                if known[other] is None:
                    known[other] = known[v]
                    waiting.append(other)
    largest = 0.0
    for chain in placed:
        row, _ = _row(chain[-1], reduced, 1, None, number)
        along = max((abs(x) for v, x in row.items() if known[v]), default=0.0)
        across = max((abs(x) for v, x in row.items() if known[v] is False), default=0.0)
        if across < FARTHEST * along:
            largest = max(largest, across / along)
    return {v: largest for v, length in known.items() if length} if largest else {}


def _heaviest(
    reduced: Reduced, number: Callable[[Node], float], is_momentum: Callable[[Node], bool], unit: dict[Node, float]
) -> float:
    """The largest mass or inertia, by which a momentum changes with a velocity; 0 where there is none."""
    heaviest = 0.0
    for chain in (chain for chain in reduced.chains if len(chain) > 1):
        row, _ = _row(chain[-1], reduced, 1, None, number)
        momenta = [abs(x) for v, x in row.items() if is_momentum(v)]
        others = [abs(x) * unit.get(v, 1.0) for v, x in row.items() if not is_momentum(v)]
        if len(momenta) == 1 and others:
            heaviest = max(heaviest, max(others) / momenta[0])
    return heaviest


def _row(
    equation: Equation, reduced: Reduced, level: int, allowed: set[Node] | None, number: Callable[[Node], float]
) -> tuple[dict[Node, float], set[Node]]:
    """The coefficients of the highest derivatives in an equation; and which of them may change in the run. Constant
    ones, such as those of p = m v, count however small they are."""
    slopes, constant = reduced.slopes[equation]
    entries: dict[Node, float] = {}
    moving: set[Node] = set()
    for leaf, slope in slopes.items():
        variable, times = base(leaf), order(leaf)
        if variable not in reduced.highest or times != reduced.highest[variable] or times < level:
            continue
        if allowed is None or variable in allowed:
            entries[variable] = _value(slope, number)
            if not constant and slope.op != "const":
                moving.add(variable)
    return {v: x for v, x in entries.items() if x != 0.0}, moving


class _Pivots:
    """Rows of numbers being eliminated, each for the variable that it determines."""

    def __init__(
        self, constraints: list[Equation], wanted: Callable[[Node], float], place: Callable[[Node], Any], weak: float
    ):
        self.constraints, self.wanted, self.place, self.weak = constraints, wanted, place, weak
        self.rows: list[dict[Node, float]] = []
        self.moving: list[set[Node]] = []
        self.scale: list[float] = []  # the largest coefficient of each row at first
        self.users: dict[Node, set[int]] = {}  # the rows in which a variable stands
        self.remaining: set[int] = set()
        self.chosen: list[Node] = []

    def add(self, row: dict[Node, float], moving: set[Node]) -> None:
        """Take in the row of the next constraint."""
        i = len(self.rows)
        self.rows.append(row)
        self.moving.append(moving)
        self.scale.append(max((abs(x) for x in row.values()), default=0.0))
        self.remaining.add(i)
        for v in row:
            self.users.setdefault(v, set()).add(i)

    def run(self) -> None:
        """Let each row determine a variable: first only the least wanted as states may be, then more and more."""
        for limit in sorted({self.wanted(v) for row in self.rows for v in row}):
            waiting = [self._turn(k) for k in self.remaining]
            heapify(waiting)
            while waiting:
                known = heappop(waiting)
                i = known[2]
                if i not in self.remaining or known != self._turn(i):  # done, or changed since and waiting anew
                    continue
                least = self.weak * self.scale[i]
                strong = [
                    v
                    for v, x in self.rows[i].items()
                    if self.wanted(v) <= limit and (abs(x) > least or v not in self.moving[i])
                ]
                if strong:
                    for k in self._take(i, strong):
                        heappush(waiting, self._turn(k))
        for i in sorted(self.remaining):  # what is left has only weak entries: better than none
            weak = [v for v, x in self.rows[i].items() if abs(x) > 1e-8 * self.scale[i]]
            if self.constraints[i].release is None and weak:
                self._take(i, weak)

    def _turn(self, k: int) -> tuple[bool, int, int]:
        """Short rows first; closing constraints last: if one of them has nothing left to determine, it is redundant."""
        return self.constraints[k].release is not None, len(self.rows[k]), k

    def _take(self, i: int, candidates: list[Node]) -> list[int]:
        """Let row i determine the best of the candidates; the rows that change.

        The lowest wish comes first, then the largest entry; the order of writing breaks ties so that runs repeat.
        """
        row, scale = self.rows[i], self.scale[i]
        best = min(candidates, key=lambda v: (self.wanted(v), -round(abs(row[v]) / scale, 9), self.place(v)))
        self.remaining.discard(i)
        self.chosen.append(best)
        changed = _eliminate(self.rows, i, best, self.remaining, self.users)
        for k in changed:
            varies = best in self.moving[i] or best in self.moving[k]
            self.moving[k] |= row.keys() if varies else self.moving[i]
        return changed

    def result(self) -> list[Node]:
        """The variable of each row; refuses rows that determine nothing."""
        left = [self.constraints[i] for i in self.remaining]
        if left and all(e.release is not None for e in left):
            raise Redundant(left)
        if left:
            origins = sorted({e.origin for e in left})
            raise StructureError(
                f"the constraints of {', '.join(origins[:6])} do not determine anything of their own at the start "
                "position: they are redundant or the position is singular; remove the part that repeats what others "
                "demand, or give start values a little beside this position",
                origins[0],
            )
        return self.chosen


def _eliminate(
    rows: list[dict[Node, float]], i: int, column: Node, remaining: set[int], users: dict[Node, set[int]]
) -> list[int]:
    """Free all other rows from `column`; the rows that changed. `users` are the rows in which a variable stands."""
    pivot_row = rows[i]
    pivot = pivot_row[column]
    largest = max(abs(x) for x in pivot_row.values())
    changed = []
    for k in sorted(users.pop(column)):
        if k == i or k not in remaining:
            continue
        changed.append(k)
        factor = rows[k].pop(column) / pivot
        size = max((abs(x) for x in rows[k].values()), default=0.0) + abs(factor) * largest
        for other, x in pivot_row.items():
            if other is column:
                continue
            before, by = rows[k].get(other, 0.0), factor * x
            value = before - by
            if abs(value) <= max(CANCELLED * (abs(before) + abs(by)), FAINT * size):
                rows[k].pop(other, None)
                users[other].discard(k)
            else:
                rows[k][other] = value
                users[other].add(k)
    return changed


def _value(x: Node, number: Callable[[Node], float]) -> float:
    if x.op == "const":
        return float(x.args[0])
    value = evaluate([x], {leaf: number(leaf) for leaf in leaves(x)})[0]
    return float(value) if value == value and abs(value) != float("inf") else 1.0  # outside its range, yet there
