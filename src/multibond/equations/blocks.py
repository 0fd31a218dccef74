"""Pass "blocks": sort the equations into the order of computation and tear the loops that are left."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence, Set
from typing import Any

from ..errors import ModelError, StructureError
from ..expression import ZERO, Node, directional, div, gradient, leaves, name_of, neg, substitute
from ..frozen import frozen
from ..graph.connected import components
from .digits import GROWTH, Rows, keeps_digits, scaled
from .matching import maximum_matching
from .nonzero import Nonzero
from .sampling import Samples
from .schedule import Assign, SolveLinear, SolveNonlinear, Step
from .sparse import eliminate
from .states import Selected
from .system import Equation

MOST_TOGETHER = 400_000  # coefficients of equations that are solved together
MOST_TORN = 1700  # unknowns of a nonlinear system: at every step a full matrix is factored, again and again
MOST_ENTRIES = 400_000  # of that matrix that are not zero: code is made for each
LARGE = 4  # torn unknowns of a linear block beyond which sparse elimination takes over


@frozen
class Block:
    """Equations that determine their unknowns together; most blocks are one equation for one unknown."""

    equations: tuple[Equation, ...]
    unknowns: tuple[Node, ...]


def sort_blocks(selected: Selected) -> list[Block]:
    """Blocks in the order of computation."""
    columns = {x: j for j, x in enumerate(selected.unknowns)}
    adjacency = [[columns[x] for x in leaves(e.residual) if x in columns] for e in selected.equations]
    matched, left = maximum_matching(adjacency)
    if left or len(matched) < len(columns):
        rows = left[0][1] if left else set()
        names = sorted({name_of(selected.unknowns[j]) for i in rows for j in adjacency[i]})
        free = sorted(name_of(x) for x, j in columns.items() if j not in matched)
        raise StructureError(
            "the equations cannot be solved for their unknowns: "
            + (f"too many for {', '.join(names[:6])}" if names else "")
            + (f"; nothing determines {', '.join(free[:6])}" if free else ""),
            selected.equations[left[0][0]].origin if left else None,
        )
    row_of = [matched[j] for j in range(len(columns))]
    successors = [[matched[j] for j in adjacency[i] if matched[j] != i] for i in range(len(adjacency))]
    column_of = {row: column for column, row in enumerate(row_of)}
    return [
        Block(
            tuple(selected.equations[i] for i in sorted(component)),
            tuple(selected.unknowns[j] for j in sorted(column_of[i] for i in component)),
        )
        for component in components(successors)
    ]


def check_coefficients(equations: Sequence[Equation], most: int) -> None:
    """Refuse equations that depend on each other by more coefficients than can be worked on in reasonable time."""
    counts = [len(leaves(e.residual)) for e in equations]
    if sum(counts) > most:
        raise ModelError(
            f"in {len(equations)} equations variables depend on each other by {sum(counts)} coefficients, more than "
            f"can be solved in reasonable time ({most}): nearly each on all others; take fewer components (n)",
            equations[max(range(len(counts)), key=counts.__getitem__)].origin,
        )


def steps_of(
    block: Block,
    nonzero: Nonzero,
    constant: Callable[[Node], bool],
    rates: frozenset[Node],
    samples: Samples,
    depth: Callable[[str], float],
    guessed: Set[Node] = frozenset(),
) -> list[Step]:
    """The steps that compute a block. `rates` are the derivatives of the states, from which much else follows;
    `guessed` are variables with a start value, from which iterations should begin."""
    if len(block.unknowns) == 1:
        x, equation = block.unknowns[0], block.equations[0]
        solved = solve_for(equation.residual, x)
        if solved is ZERO:
            slope = gradient(equation.residual)[x]
            if not nonzero(slope) and all(constant(leaf) for leaf in leaves(slope)):
                # d · x = 0 says nothing of x while the discrete d is zero: the run must notice
                return [SolveLinear((x,), ((0, 0, slope),), (ZERO,), (equation.origin,))]
        if solved is not None:
            return [Assign(x, solved, equation.origin)]
    return _torn(block, nonzero, rates, samples, depth, guessed)


def solve_for(residual: Node, x: Node, slope: Node | None = None) -> Node | None:
    """x from residual = 0 if it is linear in x with a coefficient that is not zero; else None. `slope` is that
    coefficient, where it is known."""
    slope = gradient(residual, by=(x,)).get(x) if slope is None else slope
    if slope is None or x in leaves(slope):
        return None
    rest = substitute([residual], {x: ZERO})[0]
    return neg(div(rest, slope))


def _torn(
    block: Block,
    nonzero: Nonzero,
    rates: frozenset[Node],
    samples: Samples,
    depth: Callable[[str], float],
    guessed: Set[Node],
) -> list[Step]:
    check_coefficients(block.equations, MOST_TOGETHER)
    inside = set(block.unknowns)
    slopes = [gradient(e.residual, by=inside) for e in block.equations]
    linear = all(not any(leaf in inside for d in row.values() for leaf in leaves(d)) for row in slopes)
    made = tear(block, slopes, nonzero, rates, most=LARGE if linear else MOST_TORN)
    if not linear and guessed & inside and not set(made.unknowns) <= guessed:
        better = tear(block, slopes, nonzero, rates, guessed)
        if len(better.unknowns) <= len(made.unknowns):  # a guess is not worth a larger system
            made = better
    if not linear:
        _check_torn(block, made)
    elif len(made.unknowns) > LARGE:
        return eliminate(block.equations, slopes, block.unknowns, samples, depth)
    sizes = scaled(slopes, samples.number)
    if sizes is not None and not keeps_digits(sizes, made.order, made.unknowns, made.left):
        if linear:
            return eliminate(block.equations, slopes, block.unknowns, samples, depth)
        made = tear(block, slopes, nonzero, rates, guessed, sizes, most=None if linear else MOST_TORN)
        _check_torn(block, made)
    inner, torn = made.inner(block, slopes), made.unknowns
    origins = tuple(block.equations[i].origin for i in made.left)
    residuals = [block.equations[i].residual for i in made.left]
    jacobian = _total_jacobian(inner, torn, residuals)
    if jacobian is None:
        raise _too_large(block, f"the derivatives by {len(torn)} unknowns are more than {MOST_ENTRIES}")
    if linear:
        at_zero: dict[Node, Node] = dict.fromkeys(torn, ZERO)
        for assign in inner:
            at_zero[assign.target] = substitute([assign.value], at_zero)[0]
        right = tuple(neg(r) for r in substitute(residuals, at_zero))
        if not torn:
            return list(inner)
        return [SolveLinear(tuple(torn), tuple(jacobian), right, origins), *inner]
    return [SolveNonlinear(tuple(torn), tuple(inner), tuple(residuals), tuple(jacobian), origins)]


def _check_torn(block: Block, made: Torn) -> None:
    """Refuse nonlinear systems whose full matrix is too large."""
    if len(made.unknowns) > MOST_TORN:
        raise _too_large(block, f"more than {MOST_TORN} unknowns are left")


def _too_large(block: Block, what: str) -> StructureError:
    """Why nonlinear equations are not solved, and what helps."""
    origins = list(dict.fromkeys(e.origin for e in block.equations))
    return StructureError(
        f"{len(block.equations)} equations with nonlinear laws must be solved together at every step, by iteration, "
        f"which is more than can be done in reasonable time ({what}): those of {', '.join(origins[:4])} and others; "
        f"break them up by stores (C, I) between the parts, or take fewer parts",
        origins[0],
    )


@frozen
class Torn:
    """Unknowns from which the others follow, one after another, each from its row in `order`; the rows that are `left`
    determine the torn ones."""

    order: list[tuple[int, Node]]
    unknowns: list[Node]
    left: list[int]

    def inner(self, block: Block, slopes: Sequence[dict[Node, Node]]) -> list[Assign]:
        """The assignments of `order`."""
        made = []
        for i, x in self.order:
            value = solve_for(block.equations[i].residual, x, slopes[i][x])
            assert value is not None  # such rows are not followed
            made.append(Assign(x, value, block.equations[i].origin))
        return made


def tear(
    block: Block,
    slopes: Sequence[dict[Node, Node]],
    nonzero: Nonzero,
    rates: frozenset[Node],
    guessed: Set[Node] = frozenset(),
    sizes: Rows | None = None,
    most: int | None = None,
) -> Torn:
    """Choose few unknowns from which the others follow one by one. With `sizes`, the coefficients as numbers, so many
    that no error grows much on the way. Once there are more than `most`, it is not worth going on."""
    tearing = _Tearing(block, slopes, nonzero, sizes)
    while tearing.unknowns:
        tearing.follow()
        if not tearing.unknowns:
            break
        x = tearing.choice(rates, guessed)
        tearing.growth[x] = 1.0
        tearing.torn.append(x)
        if most is not None and len(tearing.torn) > most:
            break
        tearing.fix(x)
    return Torn(tearing.order, tearing.torn, sorted(tearing.rows))


class _Tearing:
    """The equations (`rows`) and `unknowns` of a block that are still open, and what has been chosen and found."""

    def __init__(self, block: Block, slopes: Sequence[dict[Node, Node]], nonzero: Nonzero, sizes: Rows | None):
        self.slopes, self.sizes = slopes, sizes
        self.rows_of: dict[Node, set[int]] = {x: set() for x in block.unknowns}
        self.open_in: list[set[Node]] = []
        for i, row in enumerate(slopes):
            self.open_in.append(set(row))
            for x in row:
                self.rows_of[x].add(i)
        self.solvable = [{x for x, d in row.items() if nonzero(d)} for row in slopes]
        self.place = {x: k for k, x in enumerate(block.unknowns)}
        self.worths: dict[Node, tuple[Any, ...]] = {}  # of the unknowns that are open, as they were at the last choice
        self.changed: set[int] = set()  # rows in which something has been found since
        self.order: list[tuple[int, Node]] = []
        self.torn: list[Node] = []
        self.growth: dict[Node, float] = {}  # of an error in the unknowns torn
        self.rows, self.unknowns = set(range(len(slopes))), set(block.unknowns)
        self.ready = [i for i in self.rows if len(self.open_in[i]) == 1]

    def fix(self, x: Node) -> None:
        """An unknown is known: its equations have one unknown less."""
        self.unknowns.discard(x)
        self.worths.pop(x, None)
        for i in self.rows_of[x]:
            self.open_in[i].discard(x)
            self.changed.add(i)
            if i in self.rows and len(self.open_in[i]) == 1:
                self.ready.append(i)

    def follow(self) -> None:
        """Compute from the equations with one unknown what follows from what is known."""
        while self.ready:
            i = self.ready.pop()
            if i not in self.rows or len(self.open_in[i]) != 1:
                continue
            x = next(iter(self.open_in[i]))
            if x not in self.solvable[i]:
                continue
            if self._grows(i, x):
                self.growth[x] = 1.0
                self.torn.append(x)
                self.fix(x)
                continue
            if x in leaves(self.slopes[i][x]):  # not linear in it
                continue
            self.order.append((i, x))
            self.rows.discard(i)
            self.changed.add(i)
            self.fix(x)

    def _grows(self, i: int, x: Node) -> bool:
        """Whether errors grow too much on the way to `x` by equation `i`."""
        if self.sizes is None:
            return False
        sizes = self.sizes[i]
        others = sum(abs(value) * self.growth[y] for y, value in sizes.items() if y is not x)
        self.growth[x] = others / (abs(sizes[x]) or 1e-300)
        return not self.growth[x] <= GROWTH

    def choice(self, rates: frozenset[Node], guessed: Set[Node]) -> Node:
        """What stands in most open equations, above all in those that it would leave with one unknown."""
        open_in, solvable = self.open_in, self.solvable

        def worth(v: Node) -> tuple[Any, ...]:
            rows = self.rows_of[v] & self.rows
            return (
                v in guessed,  # the user knows where its solution is
                2 * (v in rates) + (v.op == "der"),
                sum(len(open_in[i]) == 2 and bool((open_in[i] - {v}) & solvable[i]) for i in rows),
                len(rows),
                not any(v in solvable[i] for i in rows),
                -self.place[v],
            )

        new = self.unknowns - self.worths.keys()
        for v in new | ({x for i in self.changed for x in self.slopes[i]} & self.unknowns):
            self.worths[v] = worth(v)
        self.changed.clear()
        return max(self.unknowns, key=self.worths.__getitem__)


def _total_jacobian(
    inner: Sequence[Assign], torn: Sequence[Node], residuals: Sequence[Node]
) -> list[tuple[int, int, Node]] | None:
    """Total derivatives of the residuals by the torn unknowns, through the inner assignments; None where there are
    too many. Only what an unknown moves is looked at: in large systems each moves few of the others."""
    from ..expression import ONE

    last = len(inner)  # residuals stand behind the assignments
    users: dict[Node, list[int]] = {}
    for k, root in enumerate((*(assign.value for assign in inner), *residuals)):
        for leaf in leaves(root):
            users.setdefault(leaf, []).append(k)
    entries: list[tuple[int, int, Node]] = []
    for j, x in enumerate(torn):
        if len(entries) > MOST_ENTRIES:
            return None
        tangents: dict[Node, Node] = {x: ONE}
        memory: dict[Node, Node] = {}

        def tangent(leaf: Node, tangents: dict[Node, Node] = tangents) -> Node:
            return tangents.get(leaf, ZERO)

        waiting = list(users.get(x, ()))  # in order: a heap
        met = set(waiting)
        while waiting:
            k = heapq.heappop(waiting)
            if k >= last:
                (d,) = directional([residuals[k - last]], tangent, memory)
                if d is not ZERO:
                    entries.append((k - last, j, d))
                continue
            target = inner[k].target
            (moved,) = directional([inner[k].value], tangent, memory)
            tangents[target] = memory[target] = moved
            if moved is ZERO:
                continue
            for user in users.get(target, ()):
                if user not in met:
                    met.add(user)
                    heapq.heappush(waiting, user)
    return entries
