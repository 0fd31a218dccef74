"""Guards: what tells during a run that the chosen states no longer determine the rest well."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from ..expression import ONE, ZERO, Node, add, added, const, div, evaluate, gradient, leaves, mul, neg, sub
from ..frozen import frozen
from .alias import base, order
from .blocks import Block
from .index import Reduced
from .schedule import SolveLinear, SolveNonlinear, Step
from .states import Selected

FEW, LARGEST = 4, 8  # unknowns whose determinant is expanded as it is, and those that may be left for it
MOST = 24  # unknowns of a nonlinear system that is guarded


@frozen
class Judge:
    """What is known of coefficients: whether they are `firm`, never zero, and the `number` of a leaf now."""

    firm: Callable[[Node], bool]
    number: Callable[[Node], float]

    def size(self, x: Node) -> float:
        """The size of a coefficient now."""
        value = evaluate([x], {leaf: self.number(leaf) for leaf in leaves(x)})[0]
        return abs(float(value)) if math.isfinite(value) else 0.0


PLAIN = Judge(lambda x: x.op == "const" and x is not ZERO, lambda leaf: 1.0)


@frozen
class Guard:
    """Watches whether constraints still determine the variables that are not states.

    `determinant` of the constraints by these variables; `reference` is a discrete value, which it should stay near.
    """

    determinant: Node
    reference: Node
    size: int
    linear: bool = False  # of one linear equation, whose coefficient is the determinant
    rolling: bool = False  # of constraints on velocities

    @property
    def least(self) -> float:
        """The part of its reference to which the determinant may fall. That of a large block changes more by itself;
        but where it fails, one direction alone fails."""
        return 0.3 ** min(self.size, 2)

    @property
    def indicators(self) -> list[Node]:
        """Fall through zero when the determinant has become small: other states are needed."""
        limit = mul(const(self.least), self.reference)
        found = [sub(mul(self.determinant, self.determinant), mul(limit, limit))]
        if self.rolling:  # so fast that the determinant may be on the other side of zero after a step
            found.append(mul(self.reference, sub(self.determinant, limit)))
        return found


def guards_of(
    blocks: Sequence[Block], steps: tuple[Step, ...], reduced: Reduced, selected: Selected,
    judge: Judge = PLAIN,
) -> tuple[Guard, ...]:  # fmt: skip
    """A guard wherever constraints are solved for variables that could be states, with coefficients that vary."""
    states = {base(x) for x in selected.states}
    spare = {v for v, top in reduced.highest.items() if top > 0 and v not in states}
    found: list[Guard] = []
    guarded: set[Node] = set()
    for step in steps:
        if isinstance(step, SolveNonlinear) and selected.states and len(step.unknowns) <= MOST:
            targets = {*step.unknowns, *(a.target for a in step.inner)}
            if targets & spare:
                found.append(Guard(_determinant(step.jacobian, len(step.unknowns), judge), ZERO, len(step.unknowns)))
                guarded |= {base(x) for x in targets}
        if isinstance(step, SolveLinear) and selected.states and len(step.unknowns) <= LARGEST:
            # velocities of rolling: constraints on them have no positions whose guard would see them fail
            below = {x for x in step.unknowns if order(x) < reduced.highest.get(base(x), 0)}
            determinant = _expanded({(i, j): d for i, j, d in step.matrix}, range(len(step.unknowns)))
            varies = any(base(leaf) in reduced.highest for leaf in leaves(determinant))
            if varies and any(x in spare or base(x) in states for x in below):
                found.append(Guard(determinant, ZERO, 1, rolling=True))
    for block in blocks:  # velocities that follow by division, such as v = w / cos(angle)
        x = block.unknowns[0]
        if len(block.unknowns) > 1 or x not in spare or x in guarded or not selected.states:
            continue
        slope = gradient(block.equations[0].residual).get(x, ONE)
        if any(base(leaf) in reduced.highest for leaf in leaves(slope)):
            found.append(Guard(slope, ZERO, 1, linear=True))
    return tuple(replace(guard, reference=added(f"guard{k}")) for k, guard in enumerate(found))


def _determinant(matrix: Sequence[tuple[int, int, Node]], n: int, judge: Judge = PLAIN) -> Node:
    """The determinant of a matrix of size n given by its entries, up to its sign and factors that never vanish.

    What is firm is eliminated first; of what is left too much to be expanded along rows, what is largest now.
    """
    entries = {(i, j): d for i, j, d in matrix}
    rows, columns = list(range(n)), list(range(n))
    factors: Node = ONE
    while len(rows) > FEW:
        places = [(i, j) for i in rows for j in columns if (i, j) in entries]
        fixed = [place for place in places if judge.firm(entries[place])]
        if fixed:
            i, j = min(fixed, key=lambda place: (_fill(entries, place, rows, columns), place))
        elif len(rows) > LARGEST and places:
            i, j = max(places, key=lambda place: (round(judge.size(entries[place]), 9), place))
            factors = mul(factors, entries[i, j])
        else:
            break
        rows.remove(i)
        columns.remove(j)
        for k in rows:
            if (k, j) in entries:
                factor = div(entries[k, j], entries[i, j])
                for c in columns:
                    if (i, c) in entries:
                        entries[k, c] = sub(entries.get((k, c), ZERO), mul(factor, entries[i, c]))
    left = {(rows.index(i), columns.index(j)): d for (i, j), d in entries.items() if i in rows and j in columns}
    return mul(factors, _expanded({place: d for place, d in left.items() if d is not ZERO}, range(len(rows))))


def _fill(entries: dict[tuple[int, int], Node], place: tuple[int, int], rows: list[int], columns: list[int]) -> int:
    """How many entries the elimination of a pivot touches."""
    i, j = place
    return (sum((i, c) in entries for c in columns) - 1) * (sum((k, j) in entries for k in rows) - 1)


def _expanded(entries: dict[tuple[int, int], Node], size: range) -> Node:
    """The determinant by expansion along rows."""
    minors: dict[tuple[int, ...], Node] = {(): ONE}
    for row in size:
        grown: dict[tuple[int, ...], Node] = {}
        for columns, minor in minors.items():
            for j in size:
                if j in columns or (row, j) not in entries:
                    continue
                inverted = sum(c > j for c in columns) % 2
                term = mul(minor, entries[row, j])
                key = tuple(sorted((*columns, j)))
                grown[key] = add(grown.get(key, ZERO), neg(term) if inverted else term)
        minors = grown
    return minors.get(tuple(size), ZERO)
