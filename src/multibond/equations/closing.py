"""Equations between positions, solved by Gauss–Newton in units of their own: an angle is counted in radians, a length
in the largest lever arm of the mechanism, and each equation in the largest of its slopes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..expression import Node, evaluate, gradient, leaves, topological
from .lengths import largest_arm
from .system import Equation

CLOSED = 1e-10  # of a lever arm, or rad
NEARLY = 1e-7  # of a lever arm, or rad: what counts as closed where rounding allows no better
STEPS = 200  # spatial loops come together slowly from positions far off
PATIENCE, STUCK = 10, 0.99  # steps after which a gap must have come down to this part, or it will stay open
LARGE = 150  # positions from which on their equations are solved sparsely
RIDGE = 1e-13  # by which the equations of least squares are kept from being singular there, relative to their size
TURNED = 0.6180339887498949  # rad and less: where slopes are looked at too, should they vanish at the guesses


class Measure:
    """One unit of each position, and of each equation between them; equal for mechanisms that differ by their size."""

    def __init__(
        self, rows: Sequence[Equation], values: Mapping[Node, float], number: Callable[[Node], float],
        is_length: Callable[[Node], bool | None],
    ):  # fmt: skip
        columns = {x: j for j, x in enumerate(values)}
        lengths = np.array([bool(is_length(x)) for x in values], dtype=bool)
        slopes = Slopes([gradient(row.residual) for row in rows], columns)
        sizes = np.zeros((len(rows), len(columns)))
        turned = {x: v if is_length(x) else v + TURNED / (j + 1) for j, (x, v) in enumerate(values.items())}
        for place in (values, turned):
            found = np.abs(slopes.at(Values(place, number)))
            sizes = np.maximum(sizes, np.where(np.isfinite(found), found, 0.0))
        self.length = largest_arm(sizes, lengths) or self._spread(rows, values, number, lengths)
        self._lengths = dict(zip(values, lengths.tolist(), strict=True))
        self._is_length = is_length
        units = np.where(lengths, self.length, 1.0)
        most = np.max(sizes * units, axis=1, initial=0.0)
        self._rows = {row: float(size) or 1.0 for row, size in zip(rows, most, strict=True)}

    @staticmethod
    def _spread(
        rows: Sequence[Equation], values: Mapping[Node, float], number: Callable[[Node], float], lengths: np.ndarray
    ) -> float:
        """Without any lever arm: the largest distance that is to be bridged, or that there is."""
        if not np.any(lengths):
            return 1.0
        table = Values(values, number)
        gaps = np.abs(np.array(evaluate([row.residual for row in rows], table), dtype=float))
        there = np.abs(np.array(list(values.values()))[lengths])
        for found in (gaps, there):
            largest = float(np.max(found[np.isfinite(found)], initial=0.0))
            if largest > 0.0:
                return largest
        return 1.0

    def of(self, x: Node) -> float:
        """One unit of a position [m or rad]."""
        found = self._lengths.get(x)
        return self.length if (self._is_length(x) if found is None else found) else 1.0

    def is_length(self, x: Node) -> bool:
        """Whether a position is a length."""
        return self._lengths.get(x, False)

    def row(self, row: Equation) -> float:
        """One unit of an equation."""
        return self._rows[row]


class Rows:
    """Equations between positions, to be solved for some of these."""

    def __init__(self, rows: list[Equation], number: Callable[[Node], float], measure: Measure):
        self.residuals = [row.residual for row in rows]
        self.slopes = [gradient(residual) for residual in self.residuals]
        self.closing = np.array([row.release is not None for row in rows], dtype=bool)
        self.sizes = np.array([measure.row(row) for row in rows])
        self.number, self.measure = number, measure
        self._order = topological(self.residuals)

    def misses(self, values: dict[Node, float]) -> np.ndarray:
        """By how much each equation misses [m or rad]."""
        return np.array(evaluate(self.residuals, Values(values, self.number), self._order), dtype=float)

    def gaps(self, values: dict[Node, float]) -> np.ndarray:
        """The same, each in its own unit."""
        return self.misses(values) / self.sizes

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
        table = Values(values, self.number)
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
            if not (abs(rate) * self.measure.of(x) > NEARLY * self.sizes[k] and math.isfinite(gap)):
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
        slopes = Slopes(self.slopes, columns)
        ease = np.array(list(variables.values()))
        units = np.array([self.measure.of(x) for x in variables])
        weight = np.where(self.closing, 1.0, firm)
        rates = (weight / self.sizes)[:, None] * (ease * units)  # from slopes to those of what is solved
        gap = self.gaps(values)
        damping, looked_at = 0.0, np.inf
        for count in range(STEPS):
            size = float(np.max(np.abs(gap), initial=0.0))
            if not np.isfinite(size) or size < CLOSED or not variables:
                break
            jacobian = slopes.at(Values(values, self.number)) * rates
            if not np.all(np.isfinite(jacobian)):
                break
            before, square = float(np.linalg.norm(weight * gap)), math.prod([float(np.max(np.abs(jacobian)))] * 2)
            if not np.isfinite(before + square):
                break
            for _ in range(12):  # Levenberg and Marquardt: shorter steps until one leads closer
                step = ease * least_squares(jacobian, -weight * gap, damping)
                length = 1.0 / max(1.0, float(np.max(np.abs(step))))  # no more than one radian or lever arm at a time
                change = length * units * step
                trial = values | {x: values[x] + float(change[j]) for x, j in columns.items()}
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


def least_squares(matrix: np.ndarray, right: np.ndarray, damping: float) -> np.ndarray:
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


class Slopes:
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


class Values(dict[Node, float]):
    """Values of positions; of anything else (parameters) as `number` says."""

    def __init__(self, values: Mapping[Node, float], number: Callable[[Node], float]):
        super().__init__(values)
        self.number = number

    def __missing__(self, key: Node) -> float:
        return self.number(key)


__all__ = ["CLOSED", "LARGE", "NEARLY", "Measure", "Rows", "Slopes", "Values", "least_squares"]
