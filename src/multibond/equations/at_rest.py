"""What never moves in an open mechanism: coordinates that the constraints hold at zero, wherever the rest of it goes.

A body of a plane mechanism in space has six coordinates, of which three stay zero. With these left out, and with the
constraints that say nothing else, the equations of motion are those of the plane. The mechanism is moved a little by
numbers to see what rests; what is left out is then checked: the other constraints must leave as many motions as all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from ..expression import TIME, ZERO, Node, evaluate, gradient, leaves, substitute
from ..frozen import frozen

STEPS, STEP = 8, 0.05  # of the move: how many, and the largest change of a coordinate in each [m or rad]
NOTHING = 1e-9  # m, rad, or part of a motion that counts as none
SAMPLES = 4  # positions in which a constraint must say nothing


@frozen
class Resting:
    """The coordinates and velocities that stay zero, and which constraints still say something without them."""

    zero: tuple[Node, ...] = ()
    kept: tuple[int, ...] = ()


class _Mechanism:
    """Constraints on velocities and positions as functions of the coordinates, by numbers."""

    def __init__(
        self, coordinates: Sequence[Node], velocities: Sequence[Node], rates: Sequence[Node], flows: Sequence[Node],
        positions: Sequence[Node], number: Callable[[Node], float],
    ):  # fmt: skip
        self.coordinates, self.velocities = list(coordinates), list(velocities)
        self.flows, self.positions, self.rates = list(flows), list(positions), list(rates)
        self.known = {x: 0.0 if x is TIME else number(x) for x in leaves(*flows, *positions, *rates)}
        self.known |= dict.fromkeys(velocities, 0.0)
        self.start = np.array([number(q) for q in coordinates])
        self._slopes = {
            "flows": _slopes(self.flows, self.velocities), "rates": _slopes(self.rates, self.velocities),
            "positions": _slopes(self.positions, self.coordinates),
        }  # fmt: skip

    def at(self, q: np.ndarray) -> dict[Node, float]:
        """Numbers for all symbols, with the coordinates `q`."""
        return self.known | dict(zip(self.coordinates, map(float, q), strict=True))

    def matrix(self, which: str, q: np.ndarray) -> np.ndarray:
        """The derivatives of flows and rates by the velocities, or of positions by the coordinates."""
        rows, columns, entries = self._slopes[which]
        width = len(self.coordinates) if which == "positions" else len(self.velocities)
        found = np.zeros((len(getattr(self, which)), width))
        found[rows, columns] = evaluate(entries, self.at(q))
        return found

    def free(self, q: np.ndarray) -> np.ndarray:
        """The motions that the constraints leave, a column of velocities for each."""
        return _null_space(self.matrix("flows", q))

    def closed(self, q: np.ndarray) -> np.ndarray | None:
        """The position near `q` in which the constraints on positions hold."""
        for _ in range(8):
            gaps = np.array(evaluate(self.positions, self.at(q))) if self.positions else np.zeros(0)
            if not np.all(np.isfinite(gaps)):
                return None
            if np.max(np.abs(gaps), initial=0.0) < 1e-12:
                return q
            q = q - np.linalg.lstsq(self.matrix("positions", q), gaps, rcond=1e-9)[0]
        return None

    def moved(self) -> list[np.ndarray] | None:
        """Positions along a motion that the constraints leave, the first one at the start."""
        first = self.closed(self.start)
        if first is None:
            return None
        q, way = first, [first]
        direction = np.random.default_rng(3).normal(size=len(self.velocities))
        for _ in range(STEPS):
            free = self.free(q)
            direction = free @ (free.T @ direction)
            change = self.matrix("rates", q) @ direction
            size = np.max(np.abs(change), initial=0.0)
            if not size > 0.0 or not np.isfinite(size):
                return None
            found = self.closed(q + STEP / size * change)
            if found is None:
                return None
            q = found
            way.append(q)
        return way


def _slopes(rows: Sequence[Node], columns: Sequence[Node]) -> tuple[list[int], list[int], list[Node]]:
    place = {x: j for j, x in enumerate(columns)}
    entries = [(i, place[x], d) for i, row in enumerate(rows) for x, d in gradient(row).items() if x in place]
    return [i for i, _, _ in entries], [j for _, j, _ in entries], [d for _, _, d in entries]


def _null_space(matrix: np.ndarray) -> np.ndarray:
    _, sizes, right = np.linalg.svd(matrix)
    rank = int(np.sum(sizes > NOTHING * max(1.0, float(np.max(sizes, initial=0.0)))))
    return np.asarray(right[rank:].T)


def resting(
    coordinates: Sequence[Node], velocities: Sequence[Node], rates: Sequence[Node], flows: Sequence[Node],
    positions: Iterable[Node | None], number: Callable[[Node], float],
) -> Resting | None:  # fmt: skip
    """What rests at zero; None where nothing does. `rates` are those of the coordinates in the velocities, `flows` and
    `positions` what the constraints hold at zero, `number` gives values of parameters and of the start."""
    placed = [x for x in positions if x is not None]
    mechanism = _Mechanism(coordinates, velocities, rates, flows, placed, number)
    way = mechanism.moved() if flows else None
    if way is None:
        return None
    ways = np.array(way)
    frees = [mechanism.free(q) for q in way[2:]]
    still = np.max(np.abs(ways), axis=0) < NOTHING
    for q, free in zip(way[2:], frees, strict=True):
        still &= np.max(np.abs(mechanism.matrix("rates", q) @ free), axis=1, initial=0.0) < NOTHING
    slow = np.max([np.max(np.abs(free), axis=1, initial=0.0) for free in frees], axis=0) < NOTHING
    zero = [q for q, s in zip(coordinates, still, strict=True) if s]
    zero += [u for u, s in zip(velocities, slow, strict=True) if s]
    if not zero:
        return None
    return _checked(mechanism, zero, way[-1], frees[-1].shape[1])


def _checked(mechanism: _Mechanism, zero: list[Node], q: np.ndarray, motions: int) -> Resting | None:
    """What is left without `zero`, if it leaves the same motions at the position `q`."""
    gone = dict.fromkeys(zero, ZERO)
    flows = substitute(mechanism.flows, gone)
    held = [rate for x, rate in zip(mechanism.coordinates, mechanism.rates, strict=True) if x in gone]
    quiet = _silent([*flows, *substitute(held, gone)], mechanism, gone)
    if not all(quiet[len(flows) :]):
        return None
    kept = [k for k, nothing in enumerate(quiet[: len(flows)]) if not nothing]
    moving = [j for j, u in enumerate(mechanism.velocities) if u not in gone]
    left = mechanism.matrix("flows", q)[np.ix_(kept, moving)] if kept else np.zeros((0, len(moving)))
    if _null_space(left).shape[1] != motions:
        return None
    return Resting(tuple(zero), tuple(kept))


def _silent(rows: Sequence[Node], mechanism: _Mechanism, gone: dict[Node, Node]) -> list[bool]:
    """Which rows are zero wherever the rest is, however it moves."""
    draw = np.random.default_rng(7)
    moving = [x for x in (*mechanism.coordinates, *mechanism.velocities) if x not in gone]
    found = np.zeros(len(rows))
    for _ in range(SAMPLES):
        values = mechanism.known | {x: float(v) for x, v in zip(moving, draw.uniform(0.3, 1.2, len(moving)))}
        found = np.maximum(found, np.abs(np.array(evaluate(rows, values), dtype=float)))
    return [bool(x < NOTHING) for x in found]


__all__ = ["Resting", "resting"]
