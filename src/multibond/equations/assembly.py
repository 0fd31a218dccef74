"""Pass "assembly": a position of the mechanism in which its loops are closed, from rough guesses.

Gauss–Newton on the position constraints, changing as little as possible and never what the user gave. The position
found serves the choice of states, tells which constraints are redundant, and is the first guess of the nonlinear
solvers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from ..errors import InitialError
from ..expression import Node, evaluate, gradient, leaves, name_of, unsigned
from ..model.kind import Kind
from .alias import Aliased, base, order
from .closing import NEARLY, Measure, Rows, Slopes, Values
from .index import Reduced, unknown_leaves
from .system import Equation

BOND = (Kind.EFFORT, Kind.FLOW)
EASY = 100.0  # how much sooner a position changes that follows from those of the joints
BESIDE = 0.02  # of a lever arm, or rad, to a position beside the present one
TRIES = 16  # starts from other positions of the joints, should the guesses lead nowhere
FAR = (0.1, 0.3, 1.0, 2.0)  # of a lever arm, or rad: how far from the guesses these lie

SINGULAR_START = (
    "the loop starts in a singular position, with its joints in line, from which it could move on in more than one "
    "way; give start values a little beside it"
)


def position_rows(reduced: Reduced) -> list[Equation]:
    """The equations between positions, if loops are among them."""
    rows = [chain[0] for chain in reduced.chains if len(chain) >= 3]
    return rows if any(row.release is not None for row in rows) else []


def rolling_rows(
    aliased: Aliased, constant: Callable[[Node], bool], kind: Callable[[Node], Kind | None]
) -> tuple[list[Equation], list[Node]]:
    """The equations between velocities, constraints of rolling among them, and these velocities."""
    positions = {x for x in coordinates(aliased.equations) if kind(x) is not Kind.MOMENTUM}
    positions |= {x for e in loop_rows(aliased, constant, kind, True) for x in unknown_leaves(e.residual, constant)}
    forces = {unsigned(v) for k, v in aliased.replaced.items() if kind(k) is Kind.EFFORT}
    rows, velocities = [], {}
    for equation in aliased.equations:
        found = unknown_leaves(equation.residual, constant)
        if not any(x in forces or kind(x) is Kind.EFFORT for x in found):
            moving = [x for x in found if x not in positions]
            if moving:
                rows.append(equation)
                velocities.update(dict.fromkeys(moving))
    return rows, list(velocities)


def coordinates(equations: Sequence[Equation]) -> set[Node]:
    """The variables whose derivatives the equations have: of the positions, those of the joints."""
    return {base(x) for e in equations for x in leaves(e.residual) if x.op == "der"}


def loop_rows(
    aliased: Aliased, constant: Callable[[Node], bool], kind: Callable[[Node], Kind | None], every: bool = False
) -> list[Equation]:
    """The closing constraints between positions and the equations by which these positions hang together, whatever the
    forces do: for a system that has more constraints than it can bear. `every`: all others between positions too.
    `kind` says what a variable is."""
    unknowns = {e: unknown_leaves(e.residual, constant) for e in aliased.equations}
    differentiated = coordinates(aliased.equations)
    moving = {unsigned(v) for k, v in aliased.replaced.items() if kind(k) in BOND}
    for found in unknowns.values():
        rates = any(order(x) for x in found)
        # what stands beside a derivative is a velocity, and what is on a bond is no position
        moving |= {x for x in found if kind(x) in BOND or (rates and x not in differentiated)}
    positions = {e: found for e, found in unknowns.items() if not any(order(x) or x in moving for x in found)}
    if every:
        return list(positions)
    users: dict[Node, list[Equation]] = {}
    for equation, found in positions.items():
        for x in found:
            users.setdefault(x, []).append(equation)
    rows = dict.fromkeys(e for e in positions if e.release is not None)
    waiting = list(rows)
    while waiting:
        for x in positions[waiting.pop()]:
            for other in users.pop(x, ()):
                if other not in rows:
                    rows[other] = None
                    waiting.append(other)
    return list(rows)


def close_loops(
    rows: list[Equation], constant: Callable[[Node], bool], number: Callable[[Node], float],
    guess: dict[Node, float], fixed: set[Node], moved: set[Node], is_length: Callable[[Node], bool | None],
    upright: Sequence[Node] = (),
) -> dict[Node, float]:  # fmt: skip
    """Values of the positions in which all loops are closed; empty if there are none.

    `moved` are the coordinates of the joints, from which all else follows; `is_length` tells lengths from angles;
    `upright` are expressions that are positive unless a loop is closed with its ends turned by half a turn.
    """
    rows, ends = _without_ends(rows, constant, fixed | moved | {x for side in upright for x in leaves(side)})
    if not rows:
        return {}
    found: dict[Node, None] = {}
    for row in rows:
        for leaf in unknown_leaves(row.residual, constant):
            if order(leaf) == 0:
                found[leaf] = None
    variables = {x: 1.0 if x in moved else EASY for x in found if x not in fixed}
    joints = [x for x, ease in variables.items() if ease == 1.0]
    following = [x for x, ease in variables.items() if ease == EASY]
    upright = [x for x in upright if all(leaf in found for leaf in unknown_leaves(x, constant))]
    start = {x: (number(x) if x in fixed else guess.get(x, 0.0)) for x in found}
    measure = Measure(rows, start, number, is_length)
    everything = Rows(rows, number, measure)
    open_ones = Rows([row for row in rows if row.release is None], number, measure)
    draw = np.random.default_rng(11)
    best, least = start, np.inf
    for attempt in range(TRIES if joints else 1):
        values = dict(start)
        if attempt:
            for x, by in zip(joints, draw.uniform(-1.0, 1.0, len(joints)), strict=True):
                values[x] += FAR[(attempt - 1) % len(FAR)] * measure.of(x) * float(by)
        open_ones.follow(values, following)
        open_ones.solve(values, dict.fromkeys(following, EASY))
        size = everything.solve(values, variables)
        if size < NEARLY:
            standing = _stand_up(values, everything, open_ones, variables, joints, upright)
            if standing is not None:
                return _with_ends(standing, ends, number)
        if size < least:
            best, least = values, size
    everything.solve(best, variables, firm=1e3)  # so that the gap shows where the loop is closed, and nowhere else
    held = _held(rows, constant, number, guess, fixed, moved, is_length, upright)
    raise _gap(rows, everything.gaps(best), everything.misses(best), *held)


def _without_ends(
    rows: list[Equation], constant: Callable[[Node], bool], needed: set[Node]
) -> tuple[list[Equation], list[tuple[Node, Node]]]:
    """Rows without those that only tell one more variable from the others, such as the energy of a spring, whose size
    would be measured with that of the gaps; these as (variable, law)."""
    uses = Counter(x for row in rows for x in set(unknown_leaves(row.residual, constant)))
    told = {row: None for row in rows if row.release is None and _told(row, uses, needed)}
    ends = [(row.residual.args[0], row.residual.args[1]) for row in told]
    return [row for row in rows if row not in told], ends


def _told(row: Equation, uses: Counter[Node], needed: set[Node]) -> bool:
    if row.residual.op != "sub":
        return False
    x, law = row.residual.args
    return x.op == "symbol" and uses[x] == 1 and x not in needed and x not in leaves(law)


def _with_ends(
    values: dict[Node, float], ends: list[tuple[Node, Node]], number: Callable[[Node], float]
) -> dict[Node, float]:
    """Values with those of the ends, which follow from them."""
    found = evaluate([law for _, law in ends], Values(values, number))
    return values | {x: float(value) for (x, _), value in zip(ends, found, strict=True)}


def beside(
    rows: list[Equation], constant: Callable[[Node], bool], number: Callable[[Node], float], values: dict[Node, float],
    moved: set[Node], is_length: Callable[[Node], bool | None],
) -> dict[Node, float] | None:  # fmt: skip
    """Values near `values` with all loops closed, whatever start values were given; None where there are none near."""
    if not rows:
        return {}
    found = dict.fromkeys(x for row in rows for x in unknown_leaves(row.residual, constant) if order(x) == 0)
    near = {x: values[x] if x in values else number(x) for x in found}
    following = {x: EASY for x in found if x not in moved}
    measure = Measure(rows, near, number, is_length)
    Rows([row for row in rows if row.release is None], number, measure).solve(near, following)
    size = Rows(rows, number, measure).solve(near, {x: 1.0 if x in moved else EASY for x in found})
    return near if size < NEARLY else None


def _stand_up(
    values: dict[Node, float], everything: Rows, open_ones: Rows, variables: dict[Node, float], joints: list[Node],
    upright: Sequence[Node],
) -> dict[Node, float] | None:  # fmt: skip
    """`values` if all loops are closed the right way round; otherwise with one joint half a turn further, if that is
    it."""

    def stands(at: dict[Node, float]) -> bool:
        return all(side > 0.0 for side in evaluate(upright, Values(at, everything.number)))

    if stands(values):
        return values
    for x in joints:
        if everything.measure.is_length(x):
            continue
        turned = values | {x: values[x] + np.pi}
        open_ones.solve(turned, {y: ease for y, ease in variables.items() if y not in joints})
        if everything.solve(turned, variables) < NEARLY and stands(turned):
            return turned
    return None


def check_redundant(
    rows: list[Equation], gone: list[Equation], constant: Callable[[Node], bool], number: Callable[[Node], float],
    values: dict[Node, float], moved: set[Node], is_length: Callable[[Node], bool | None],
) -> None:  # fmt: skip
    """Refuse a position in which closing constraints look redundant that are not beside it: a singular one.

    A little further along what the other constraints allow, redundant ones still hold.
    """
    idle, kept = [row for row in rows if row in gone], [row for row in rows if row not in gone]
    if not idle or not kept:
        return
    measure = Measure(rows, values, number, is_length)
    _, sizes, ways = np.linalg.svd(_in_units(kept, values, number, measure))
    free = ways[int(np.sum(sizes > 1e-9 * float(np.max(sizes, initial=0.0)))) :]
    draw = np.random.default_rng(3)
    for _ in range(3 if len(free) else 0):
        way = draw.normal(size=len(free)) @ free
        way *= BESIDE / max(1e-300, float(np.max(np.abs(way))))
        beside = {x: values[x] + measure.of(x) * float(by) for x, by in zip(values, way, strict=True)}
        try:
            near = beside | close_loops(kept, constant, number, beside, set(), moved, is_length)
        except InitialError:
            continue
        gaps = np.abs(Rows(idle, number, measure).gaps(near))
        worst = int(np.argmax(gaps))
        if gaps[worst] > NEARLY:
            raise InitialError(SINGULAR_START, idle[worst].origin)


def idle_constraints(
    rows: list[Equation], values: dict[Node, float], number: Callable[[Node], float],
    is_length: Callable[[Node], bool | None],
) -> list[Equation]:  # fmt: skip
    """The closing constraints that follow from all other rows at the position (or with the velocities) `values`."""
    if all(row.release is None for row in rows):
        return []
    jacobian = jacobian_of(rows, list(values), values, number, is_length)
    basis, found, idle = np.empty((min(jacobian.shape), len(values))), 0, []
    for i in sorted(range(len(rows)), key=lambda k: rows[k].release is not None):
        row, known = jacobian[i], basis[:found]
        rest = row - known.T @ (known @ row)
        rest = rest - known.T @ (known @ rest)  # twice is enough
        size = float(np.linalg.norm(rest))
        if found < len(basis) and size > 1e-8 * float(np.linalg.norm(row)):
            basis[found] = rest / size
            found += 1
        elif rows[i].release is not None:
            idle.append(rows[i])
    return idle


def jacobian_of(
    rows: list[Equation], variables: Sequence[Node], values: dict[Node, float], number: Callable[[Node], float],
    is_length: Callable[[Node], bool | None],
) -> np.ndarray:  # fmt: skip
    """The derivatives of the equations by `variables` at the position `values`, a row for each equation, in units of
    their own: lengths count in lever arms, and the largest slope of a row is one at most."""
    there = {x: values[x] if x in values else number(x) for x in variables}
    return _in_units(rows, there, number, Measure(rows, there, number, is_length))


def _in_units(
    rows: list[Equation], values: dict[Node, float], number: Callable[[Node], float], measure: Measure
) -> np.ndarray:
    columns = {x: j for j, x in enumerate(values)}
    found = Slopes([gradient(row.residual) for row in rows], columns).at(Values(values, number))
    return found * [measure.of(x) for x in values] / np.array([[measure.row(row)] for row in rows])


def _held(
    rows: list[Equation], constant: Callable[[Node], bool], number: Callable[[Node], float], guess: dict[Node, float],
    fixed: set[Node], moved: set[Node], is_length: Callable[[Node], bool | None], upright: Sequence[Node],
) -> tuple[list[str], bool]:  # fmt: skip
    """The start values that were given for positions of open loops, as texts; and whether the loops close without."""
    held = {x for row in rows for x in unknown_leaves(row.residual, constant) if x in fixed}
    if not held:
        return [], False
    said = sorted(f"{name_of(x)} = {number(x):g}" for x in held)
    try:
        close_loops(rows, constant, number, guess, set(), moved, is_length, upright)
    except InitialError:
        return said, False
    return said, True


def _gap(rows: list[Equation], gaps: np.ndarray, misses: np.ndarray, held: list[str], free: bool) -> InitialError:
    """What to say of a loop that stays open by `gaps`, each in its own unit, which are `misses` [m or rad]; `held` are
    given start values, without which it is `free` to close."""
    open_by: dict[str, float] = {}
    for row, gap in zip(rows, gaps, strict=True):
        if row.release is not None:
            open_by[row.origin] = float(np.hypot(open_by.get(row.origin, 0.0), gap))
    origin = max(open_by, key=lambda path: open_by[path])
    left = np.linalg.norm([miss for row, miss in zip(rows, misses) if row.release is not None and row.origin == origin])
    gap = f"it cannot be closed: a gap of {left:.3g} m or rad is left"
    if free:
        return InitialError(
            f"{gap}, for the given start values {', '.join(held[:6])} do not fit together (without them it closes); "
            "remove one of them, or make it a guess (fixed=False)",
            origin,
        )
    return InitialError(
        f"{gap} in every position of the joints that was tried: its parts are too short, too long or turned the wrong "
        "way for each other, or prescribed motions contradict each other; check lengths, axes, fixed places and "
        "motions, or give better start values for the joints",
        origin,
    )
