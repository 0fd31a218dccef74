"""Pass "states": choose the states among the differentiated variables (dummy derivatives of Mattsson and Söderlind).

Constraints that had to be differentiated determine as many of the highest derivatives; those of the least wanted
variables become "dummy" unknowns, the others are integrated. The choice looks at numbers, so that the determined ones
depend well on the constraints at the present position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from ..errors import StructureError
from ..expression import Node, der, evaluate, leaves, name_of
from .index import Reduced
from .system import Equation

WEAK = 1e-2  # a pivot must be at least this part of its row


class Redundant(Exception):
    """Constraints that follow from others; `chains` are their places in the reduced system."""

    def __init__(self, equations: list[Equation]):
        super().__init__("redundant constraints")
        self.equations = equations


@dataclass(frozen=True)
class Selected:
    """The equations of all orders, the states, and the other unknowns."""

    equations: tuple[Equation, ...]
    states: tuple[Node, ...]
    unknowns: tuple[Node, ...]


def select_states(
    reduced: Reduced, number: Callable[[Node], float], wanted: Callable[[Node], float], weak: float = WEAK
) -> Selected:
    """Choose states. `number` gives values of leaves to look at; `wanted` is larger for better states; `weak` is the
    part of its row below which a varying coefficient determines nothing."""
    highest = reduced.highest
    dummies: dict[Node, int] = {}  # variable → how many of its orders below the highest are no states
    allowed: set[Node] | None = None
    level = 2
    while True:
        rows = [chain for chain in reduced.chains if len(chain) >= level]
        if not rows:
            break
        chosen = _pivot_columns(rows, reduced, level - 1, allowed, number, wanted, weak)
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
    return Selected(equations, tuple(states), tuple(unknowns))


def _leaf(variable: Node, times: int) -> Node:
    for _ in range(times):
        variable = der(variable)
    return variable


def _pivot_columns(
    chains: list[tuple[Equation, ...]], reduced: Reduced, level: int, allowed: set[Node] | None,
    number: Callable[[Node], float], wanted: Callable[[Node], float], weak: float,
) -> list[Node]:  # fmt: skip
    """One variable for each chain, so that the constraints determine their derivatives."""
    rows: list[dict[Node, float]] = []
    # entries that may change in the run; constant ones, such as those of p = m v, count however small they are
    moving: list[set[Node]] = []
    highest = reduced.highest
    for chain in chains:
        slopes, constant = reduced.slopes[chain[-1]]
        entries = {}
        moving.append(set())
        for leaf, slope in slopes.items():
            variable, times = leaf, 0
            while variable.op == "der":
                variable, times = variable.args[0], times + 1
            if variable not in highest or times != highest[variable] or times < level:
                continue
            if allowed is None or variable in allowed:
                entries[variable] = _value(slope, number)
                if not constant and slope.op != "const":
                    moving[-1].add(variable)
        rows.append({v: x for v, x in entries.items() if x != 0.0})
    classes = sorted({wanted(v) for row in rows for v in row})
    remaining = set(range(len(rows)))
    users: dict[Node, set[int]] = {}
    for i, row in enumerate(rows):
        for v in row:
            users.setdefault(v, set()).add(i)
    scale = [max((abs(x) for x in row.values()), default=0.0) for row in rows]
    chosen: list[Node] = []

    def turn(k: int) -> tuple[bool, int, int]:
        """Short rows first; closing constraints last: if one of them has nothing left to determine, it is redundant."""
        return chains[k][0].release is not None, len(rows[k]), k

    for limit in classes:
        waiting = [turn(k) for k in remaining]
        heapify(waiting)
        while waiting:
            known = heappop(waiting)
            i = known[2]
            if i not in remaining or known != turn(i):  # done, or changed since and waiting anew
                continue
            least = weak * scale[i]
            candidates = [
                (abs(x), v) for v, x in rows[i].items() if wanted(v) <= limit and (abs(x) > least or v not in moving[i])
            ]
            if not candidates:
                continue
            # lowest wish first, then the largest entry; the name breaks ties so that runs repeat
            best = min(candidates, key=lambda c: (wanted(c[1]), -round(c[0], 9), name_of(c[1])))[1]
            remaining.discard(i)
            chosen.append(best)
            for k in _eliminate(rows, i, best, remaining, users):
                varies = best in moving[i] or best in moving[k]
                moving[k] |= rows[i].keys() if varies else moving[i]
                heappush(waiting, turn(k))
    for i in sorted(remaining):  # what is left has only weak entries: better than none
        weak_ones = [(abs(x), v) for v, x in rows[i].items() if abs(x) > 1e-8 * scale[i]]
        if chains[i][0].release is None and weak_ones:
            best = min(weak_ones, key=lambda c: (wanted(c[1]), -round(c[0], 9), name_of(c[1])))[1]
            _eliminate(rows, i, best, remaining, users)
            remaining.discard(i)
            chosen.append(best)
    idle = [i for i in remaining if chains[i][0].release is not None]
    if idle and len(idle) == len(remaining):
        raise Redundant([chains[i][0] for i in idle])
    if remaining:
        origins = sorted({chains[i][0].origin for i in remaining})
        raise StructureError(
            f"the constraints of {', '.join(origins[:6])} do not determine anything of their own at the start "
            "position: they are redundant or the position is singular",
            origins[0],
        )
    return chosen


def _eliminate(
    rows: list[dict[Node, float]], i: int, column: Node, remaining: set[int], users: dict[Node, set[int]]
) -> list[int]:
    """Free all other rows from `column`; the rows that changed. `users` are the rows in which a variable stands."""
    pivot_row = rows[i]
    pivot = pivot_row[column]
    changed = []
    for k in sorted(users.pop(column)):
        if k == i or k not in remaining:
            continue
        changed.append(k)
        factor = rows[k].pop(column) / pivot
        size = max((abs(x) for x in rows[k].values()), default=0.0) + abs(factor)
        for other, x in pivot_row.items():
            if other is column:
                continue
            value = rows[k].get(other, 0.0) - factor * x
            if abs(value) <= 1e-10 * size:
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
