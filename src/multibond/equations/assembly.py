"""Pass "assembly": a position of the mechanism in which its loops are closed, from rough guesses.

Gauss–Newton on the position constraints, changing as little as possible and never what the user gave. The position
found serves the choice of states, tells which constraints are redundant, and is the first guess of the nonlinear
solvers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from ..errors import InitialError
from ..expression import Node, evaluate, gradient, leaves, name_of, topological, unsigned
from ..model.kind import Kind
from .alias import Aliased, base, order
from .index import Reduced, unknown_leaves
from .system import Equation

BOND = (Kind.EFFORT, Kind.FLOW)
CLOSED = 1e-10  # m or rad
NEARLY = 1e-7  # m or rad: what counts as closed where rounding allows no better
STEPS = 200  # spatial loops come together slowly from positions far off
PATIENCE, STUCK = 10, 0.99  # steps after which a gap must have come down to this part, or it will stay open
EASY = 100.0  # how much sooner a position changes that follows from those of the joints
BESIDE = 0.02  # m or rad, to a position beside the present one
TRIES = 16  # starts from other positions of the joints, should the guesses lead nowhere
LARGE = 150  # positions from which on their equations are solved sparsely
RIDGE = 1e-13  # by which the equations of least squares are kept from being singular there, relative to their size
FAR = (0.1, 0.3, 1.0, 2.0)  # m or rad: how far from the guesses these lie


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
    guess: dict[Node, float], fixed: set[Node], moved: set[Node], upright: Sequence[Node] = (),
) -> dict[Node, float]:  # fmt: skip
    """Values of the positions in which all loops are closed; empty if there are none.

    `moved` are the coordinates of the joints, from which all else follows; `upright` are expressions that are positive
    unless a loop is closed with its ends turned by half a turn.
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
    everything = _Rows(rows, number)
    open_ones = _Rows([row for row in rows if row.release is None], number)
    draw = np.random.default_rng(11)
    start = {x: (number(x) if x in fixed else guess.get(x, 0.0)) for x in found}
    best, least = start, np.inf
    for attempt in range(TRIES if joints else 1):
        values = dict(start)
        if attempt:
            for x, by in zip(joints, draw.uniform(-1.0, 1.0, len(joints)), strict=True):
                values[x] += FAR[(attempt - 1) % len(FAR)] * float(by)
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
    raise _gap(rows, everything.gaps(best), *_held(rows, constant, number, guess, fixed, moved, upright))


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
    found = evaluate([law for _, law in ends], _Values(values, number))
    return values | {x: float(value) for (x, _), value in zip(ends, found, strict=True)}


def beside(
    rows: list[Equation], constant: Callable[[Node], bool], number: Callable[[Node], float], values: dict[Node, float],
    moved: set[Node],
) -> dict[Node, float] | None:  # fmt: skip
    """Values near `values` with all loops closed, whatever start values were given; None where there are none near."""
    if not rows:
        return {}
    found = dict.fromkeys(x for row in rows for x in unknown_leaves(row.residual, constant) if order(x) == 0)
    near = {x: values[x] if x in values else number(x) for x in found}
    following = {x: EASY for x in found if x not in moved}
    _Rows([row for row in rows if row.release is None], number).solve(near, following)
    size = _Rows(rows, number).solve(near, {x: 1.0 if x in moved else EASY for x in found})
    return near if size < NEARLY else None


def _stand_up(
    values: dict[Node, float], everything: _Rows, open_ones: _Rows, variables: dict[Node, float], joints: list[Node],
    upright: Sequence[Node],
) -> dict[Node, float] | None:  # fmt: skip
    """`values` if all loops are closed the right way round; otherwise with one joint half a turn further, if that is
    it."""

    def stands(at: dict[Node, float]) -> bool:
        return all(side > 0.0 for side in evaluate(upright, _Values(at, everything.number)))

    if stands(values):
        return values
    for x in joints:
        turned = values | {x: values[x] + np.pi}
        open_ones.solve(turned, {y: ease for y, ease in variables.items() if y not in joints})
        if everything.solve(turned, variables) < NEARLY and stands(turned):
            return turned
    return None


class _Rows:
    """Equations between positions, to be solved for some of these."""

    def __init__(self, rows: list[Equation], number: Callable[[Node], float]):
        self.residuals = [row.residual for row in rows]
        self.slopes = [gradient(residual) for residual in self.residuals]
        self.closing = np.array([row.release is not None for row in rows], dtype=bool)
        self.number = number
        self._order = topological(self.residuals)

    def gaps(self, values: dict[Node, float]) -> np.ndarray:
        """By how much each equation misses."""
        return np.array(evaluate(self.residuals, _Values(values, self.number), self._order), dtype=float)

    def follow(self, values: dict[Node, float], variables: Sequence[Node]) -> None:
        """Set `variables` one after the other by equations in which each stands alone and by itself, where there are
        many: in a long mechanism they lie far from any guess."""
        if len(variables) < LARGE:
            return
        unknown = set(variables)
        left = [{x for x in slopes if x in unknown} for slopes in self.slopes]
        users: dict[Node, list[int]] = {}
        for k, found in enumerate(left):
            for x in found:
                users.setdefault(x, []).append(k)
        table = _Values(values, self.number)
        waiting = [k for k, found in enumerate(left) if len(found) == 1]
        while waiting:
            k = waiting.pop()
            if len(left[k]) != 1:
                continue
            (x,) = left[k]
            slope = self.slopes[k][x]
            if x in leaves(slope):
                continue
            gap, rate = evaluate([self.residuals[k], slope], table)
            if not (abs(rate) > NEARLY and math.isfinite(gap)):
                continue
            values[x] = table[x] = table[x] - float(gap) / float(rate)
            for other in users[x]:
                left[other].discard(x)
                if len(left[other]) == 1:
                    waiting.append(other)

    def solve(self, values: dict[Node, float], variables: dict[Node, float], firm: float = 1.0) -> float:
        """Change `variables`, each with its ease, until all equations hold, by as little as possible; the largest gap
        that is left. `firm` is the weight of the equations that close no loop.
        """
        columns = {x: j for j, x in enumerate(variables)}
        slopes = _Slopes(self.slopes, columns)
        ease = np.array(list(variables.values()))
        weight = np.where(self.closing, 1.0, firm)
        gap = self.gaps(values)
        damping, looked_at = 0.0, np.inf
        for count in range(STEPS):
            size = float(np.max(np.abs(gap), initial=0.0))
            if not np.isfinite(size) or size < CLOSED or not variables:
                break
            jacobian = weight[:, None] * slopes.at(_Values(values, self.number)) * ease
            if not np.all(np.isfinite(jacobian)):
                break
            before, square = float(np.linalg.norm(weight * gap)), math.prod([float(np.max(np.abs(jacobian)))] * 2)
            if not np.isfinite(before + square):
                break
            for _ in range(12):  # Levenberg and Marquardt: shorter steps until one leads closer
                step = ease * _least_squares(jacobian, -weight * gap, damping)
                length = 1.0 / max(1.0, float(np.max(np.abs(step))))  # no more than one radian or metre at a time
                trial = values | {x: values[x] + length * float(step[j]) for x, j in columns.items()}
                new = self.gaps(trial)
                after = float(np.linalg.norm(weight * new))
                if after < before:
                    break
                damping = max(10 * damping, 1e-6 * square)
            else:
                break
            values.update(trial)
            gap = new
            damping = damping / 10 if damping > 1e-9 * square else 0.0
            if after > (1 - 1e-9) * before and size > NEARLY:
                break
            if count % PATIENCE == PATIENCE - 1:
                if after > STUCK * looked_at and size > NEARLY:
                    break
                looked_at = after
        size = float(np.max(np.abs(gap), initial=0.0))
        return size if np.isfinite(size) else np.inf


def _least_squares(matrix: np.ndarray, right: np.ndarray, damping: float) -> np.ndarray:
    """The smallest step that comes closest; `damping` makes it smaller."""
    if min(matrix.shape) > LARGE:
        return _sparsely(matrix, right, damping)
    if damping == 0.0:
        return np.linalg.lstsq(matrix, right, rcond=1e-10)[0]
    wide = np.vstack([matrix, np.sqrt(damping) * np.eye(matrix.shape[1])])
    return np.linalg.lstsq(wide, np.concatenate([right, np.zeros(matrix.shape[1])]), rcond=None)[0]


def _sparsely(matrix: np.ndarray, right: np.ndarray, damping: float) -> np.ndarray:
    """The same of a large matrix with few entries in a row. Rows that follow from others make no difference: the
    equations are kept regular by a little, for which the next step makes up."""
    from scipy.sparse import csc_matrix, identity
    from scipy.sparse.linalg import splu

    rows = csc_matrix(matrix)
    square = rows @ rows.T
    ridge = damping + RIDGE * float(np.max(square.diagonal(), initial=1e-300))
    factors = splu(csc_matrix(square + ridge * identity(square.shape[0])), permc_spec="MMD_AT_PLUS_A")
    found = np.asarray(rows.T @ factors.solve(right), dtype=float)
    return found


def check_redundant(
    rows: list[Equation], gone: list[Equation], constant: Callable[[Node], bool], number: Callable[[Node], float],
    values: dict[Node, float], moved: set[Node],
) -> None:  # fmt: skip
    """Refuse a position in which closing constraints look redundant that are not beside it: a singular one.

    A little further along what the other constraints allow, redundant ones still hold.
    """
    idle, kept = [row for row in rows if row in gone], [row for row in rows if row not in gone]
    if not idle or not kept:
        return
    columns = {x: j for j, x in enumerate(values)}
    slopes = [{x: d for x, d in gradient(row.residual).items() if x in columns} for row in kept]
    _, sizes, ways = np.linalg.svd(_matrix(slopes, columns, _Values(values, number)))
    free = ways[int(np.sum(sizes > 1e-9 * max(1.0, float(np.max(sizes, initial=0.0))))) :]
    draw = np.random.default_rng(3)
    for _ in range(3 if len(free) else 0):
        way = draw.normal(size=len(free)) @ free
        way *= BESIDE / max(1e-300, float(np.max(np.abs(way))))
        beside = {x: values[x] + float(way[j]) for x, j in columns.items()}
        try:
            near = beside | close_loops(kept, constant, number, beside, set(), moved)
        except InitialError:
            continue
        gaps = np.abs(evaluate([row.residual for row in idle], _Values(near, number)))
        worst = int(np.argmax(gaps))
        if gaps[worst] > NEARLY:
            raise InitialError(
                "the loop starts in a singular position, with its joints in line, from which it could move on in more "
                "than one way; give start values a little beside it",
                idle[worst].origin,
            )


def idle_constraints(
    rows: list[Equation], values: dict[Node, float], number: Callable[[Node], float]
) -> list[Equation]:
    """The closing constraints that follow from all other rows at the position (or with the velocities) `values`."""
    slopes = [{x: d for x, d in gradient(row.residual).items() if x in values} for row in rows]
    columns = {x: j for j, x in enumerate(values)}
    jacobian = _matrix(slopes, columns, _Values(values, number))
    basis = np.zeros((0, len(columns)))
    idle = []
    for i in sorted(range(len(rows)), key=lambda k: rows[k].release is not None):
        row = jacobian[i]
        rest = row - basis.T @ (basis @ row)
        rest = rest - basis.T @ (basis @ rest)  # twice is enough
        size = float(np.linalg.norm(rest))
        if size > 1e-8 * max(1.0, float(np.linalg.norm(row))):
            basis = np.vstack([basis, rest / size])
        elif rows[i].release is not None:
            idle.append(rows[i])
    return idle


def jacobian_of(
    rows: list[Equation], variables: Sequence[Node], values: dict[Node, float], number: Callable[[Node], float]
) -> np.ndarray:
    """The derivatives of the equations by `variables` at the position `values`, a row for each equation."""
    columns = {x: j for j, x in enumerate(variables)}
    slopes = [{x: d for x, d in gradient(row.residual).items() if x in columns} for row in rows]
    return _matrix(slopes, columns, _Values(values, number))


def _matrix(slopes: list[dict[Node, Node]], columns: dict[Node, int], table: dict[Node, float]) -> np.ndarray:
    return _Slopes(slopes, columns).at(table)


class _Slopes:
    """The derivatives of equations by the variables in `columns`, to be evaluated in many places."""

    def __init__(self, slopes: list[dict[Node, Node]], columns: dict[Node, int]):
        entries = [(i, columns[x], slope) for i, row in enumerate(slopes) for x, slope in row.items() if x in columns]
        self._places = [i for i, _, _ in entries], [j for _, j, _ in entries]
        self._values = [slope for _, _, slope in entries]
        self._order = topological(self._values)  # what rows share is computed once
        self._shape = len(slopes), len(columns)

    def at(self, table: dict[Node, float]) -> np.ndarray:
        """The matrix where the variables have these values, a row for each equation."""
        jacobian = np.zeros(self._shape)
        jacobian[self._places] = evaluate(self._values, table, self._order)
        return jacobian


class _Values(dict[Node, float]):
    """Values of positions; of anything else (parameters) as `number` says."""

    def __init__(self, values: dict[Node, float], number: Callable[[Node], float]):
        super().__init__(values)
        self.number = number

    def __missing__(self, key: Node) -> float:
        return self.number(key)


def _held(
    rows: list[Equation], constant: Callable[[Node], bool], number: Callable[[Node], float], guess: dict[Node, float],
    fixed: set[Node], moved: set[Node], upright: Sequence[Node],
) -> tuple[list[str], bool]:  # fmt: skip
    """The start values that were given for positions of open loops, as texts; and whether the loops close without."""
    held = {x for row in rows for x in unknown_leaves(row.residual, constant) if x in fixed}
    if not held:
        return [], False
    said = sorted(f"{name_of(x)} = {number(x):g}" for x in held)
    try:
        close_loops(rows, constant, number, guess, set(), moved, upright)
    except InitialError:
        return said, False
    return said, True


def _gap(rows: list[Equation], gaps: np.ndarray, held: list[str], free: bool) -> InitialError:
    """What to say of a loop that stays open by `gaps`; `held` are given start values, without which it is `free` to
    close."""
    open_by: dict[str, float] = {}
    for row, gap in zip(rows, gaps, strict=True):
        if row.release is not None:
            open_by[row.origin] = float(np.hypot(open_by.get(row.origin, 0.0), gap))
    origin = max(open_by, key=lambda path: open_by[path])
    gap = f"it cannot be closed: a gap of {open_by[origin]:.3g} m or rad is left"
    if free:
        return InitialError(
            f"{gap}, for the given start values {', '.join(held[:6])} do not fit together (without them it closes); "
            "remove one of them, or make it a guess (fixed=False)",
            origin,
        )
    return InitialError(
        f"{gap} in every position of the joints that was tried: its parts are too short, too long or turned the wrong "
        "way for each other; check lengths, axes and fixed places, or give better start values for the joints",
        origin,
    )
