"""Ways for signals and joined frames: horizontal and vertical, around boxes, across bonds but never along them.

Each way is the cheapest on the grid of the lines that pass beside boxes and through their centres; bends and crossings
cost extra.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np

from ...look.icon import Door
from ...look.item import Point, Rectangle
from .ink import distance_to_ink
from .multibody import DOT
from .spacing import Placed

_CLEAR, _BEND, _CROSS, _ALONG = 9.0, 30.0, 24.0, 4000.0
_WINDOW = 260.0
_MOST_STATES = 60_000
Segment = tuple[Point, Point]
State = tuple[int, int, int]  # column, row and direction; −1 for the column: arrived


class Router:
    """Finds ways one after the other; each knows the bonds and the ways found before.

    Ways of the same `net` (to one dot, or of one signal) may run together; others never lie on each other."""

    def __init__(self, placed: dict[str, Placed], bonds: list[Segment]):
        self.placed = placed
        self.boxes = [(key, i == 0, box) for key, node in placed.items() for i, box in enumerate(node.boxes)]
        self.bonds = bonds
        self.done: list[tuple[Segment, str]] = []  # and the net it belongs to
        self.used: dict[tuple[str, Point], list[str]] = {}
        edges = [box for _, _, box in self.boxes] or [Rectangle(0, 0, 1, 1)]
        self.whole = Rectangle(min(box.left for box in edges), min(box.top for box in edges),
                               max(box.right for box in edges), max(box.bottom for box in edges)).grown(60)  # fmt: skip

    def way(self, source: str, target: str, frames: tuple[str, str] | None = None, net: str = "") -> list[Point]:
        """The corners of the way from the outline of `source` to that of `target`, or between two of their frames."""
        a, b = self.placed[source], self.placed[target]
        if frames is None:
            starts, ends = self._doors(a, True, net), self._doors(b, False, net)
        else:
            net = next((key for key in (source, target) if self.placed[key].node.role == DOT), "")
            starts, ends = self._at_frame(a, frames[0]), self._at_frame(b, frames[1])
        found = self._search_wider(a, b, starts, ends, {source, target}, net)
        self.done += [(segment, net) for segment in zip(found, found[1:])]
        for key, end in ((source, found[0]), (target, found[-1])):
            self.used.setdefault((key, end), []).append(net)
        return (
            found if frames is not None else [_inside(a, starts, found[0]), *found[1:-1], _inside(b, ends, found[-1])]
        )

    def _search_wider(
        self, a: Placed, b: Placed, starts: list[Door], ends: list[Door], own: set[str], net: str
    ) -> list[Point]:
        """The way in a window around both ends; where there is none, in wider ones, and then nearer to other things."""
        around = Rectangle(min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y))
        for window, air in ((around.grown(_WINDOW), 1.0), (around.grown(3 * _WINDOW), 1.0), (self.whole, 0.4)):
            found = self._search(window, starts, ends, own, net, air)
            if found is not None:
                return found
        return [starts[0].point, ends[0].point]

    def _at_frame(self, node: Placed, frame: str) -> list[Door]:
        """The door of a frame; a dot or a frame of its own may be reached from all four sides, rather once each."""
        door = node.node.icon.doors.get(frame)
        if door is not None:
            point = (node.x + door.point[0] + 2 * door.outward[0], node.y + door.point[1] + 2 * door.outward[1])
            return [Door(point, door.outward)]
        half_width, half_height = node.node.icon.width / 2 + 2, node.node.icon.height / 2 + 2
        found = []
        for x, y in _WAYS:
            point = (node.x + x * half_width, node.y + y * half_height)
            found.append(Door(point, (x, y), 25.0 * len(self.used.get((node.node.key, point), ()))))
        return found

    def _doors(self, node: Placed, source: bool, net: str) -> list[Door]:
        """Where a signal may leave or reach a node: at its lines, and where no other signal does."""
        doors = []
        for door in _spots(node, source):
            met = self.used.get((node.node.key, door.point), [])
            if any(other != net for other in met):
                doors.append(Door(door.point, door.outward, door.price + _ALONG))
            else:  # a signal to several places rather leaves at one
                doors.append(Door(door.point, door.outward, door.price - (12.0 if met else 0.0)))
        return doors

    def _search(
        self, window: Rectangle, starts: list[Door], ends: list[Door], own: set[str], net: str, air: float
    ) -> list[Point] | None:
        near = [box.grown(air * self._air(key, first, own)) for key, first, box in self.boxes if box.meets(window)]
        bonds = [s for s in self.bonds if _box(s).meets(window)]
        ways = [s for s, other in self.done if _box(s).meets(window) and not (net and other == net)]
        xs = {window.left, window.right, *(door.point[0] for door in starts + ends)}
        ys = {window.top, window.bottom, *(door.point[1] for door in starts + ends)}
        for box in near:
            xs.update((box.left - _CLEAR, box.right + _CLEAR))
            ys.update((box.top - _CLEAR, box.bottom + _CLEAR))
        for ((x1, y1), (x2, y2)), other in self.done:  # ways of the same net may run together
            if net and other == net:
                xs.update((x1, x2))
                ys.update((y1, y2))
        for (x1, y1), (x2, y2) in ways:  # lanes beside the ways that are there
            xs.update((x1 - 8, x1 + 8) if x1 == x2 else ())
            ys.update((y1 - 8, y1 + 8) if y1 == y2 else ())
        columns = np.array(sorted(x for x in xs if window.left <= x <= window.right))
        rows = np.array(sorted(y for y in ys if window.top <= y <= window.bottom))
        flat, steep = _costs(columns, rows, near, bonds, ways)
        return _Search(columns, rows, flat, steep, ends).way(starts)

    def _air(self, key: str, core: bool, own: set[str]) -> float:
        """How far ways keep from a box. Doors are two pixels outside their own core; bonds crowd around junctions."""
        if key in own and core:
            return 1.5
        return 11.0 if self.placed[key].node.is_junction else 4.0


def _spots(node: Placed, source: bool) -> Iterator[Door]:
    """The places on the outline of a node where there is something to begin or end at."""
    core, icon = node.core.grown(2.0), node.node.icon
    block = node.node.role == "block"
    prices = {(1, 0): 0.0, (-1, 0): 0.0, (0, 1): 6.0, (0, -1): 6.0}
    if block:  # signals go through blocks from left to right where that is no detour
        prices[(1, 0) if source else (-1, 0)] -= 25.0
        prices[(-1, 0) if source else (1, 0)] += 60.0
    for door in icon.doors.values():
        prices[door.outward] += 40.0
    for (x, y), price in prices.items():
        side = core.bottom - core.top if x else core.right - core.left
        for part in (0.0, -0.3, 0.3):
            shift = part * side
            if part and abs(shift) < 8:
                continue
            point = (
                (core.right if x > 0 else core.left, node.y + shift) if x
                else (node.x + shift, core.bottom if y > 0 else core.top)
            )  # fmt: skip
            if not icon.doors or _depth(node, point, (x, y)) is not None:
                yield Door(point, (x, y), price + (4.0 if part else 0.0))


def _depth(node: Placed, point: Point, outward: tuple[int, int]) -> float | None:
    return distance_to_ink(node.node.icon, (point[0] - node.x, point[1] - node.y), (-outward[0], -outward[1]))


def _inside(node: Placed, doors: list[Door], point: Point) -> Point:
    """The end of a signal at the lines of its part, which may be smaller than the box around it."""
    outward = next((door.outward for door in doors if door.point == point), None)
    if outward is None or not node.node.icon.doors:
        return point
    deep = max(0.0, (_depth(node, point, outward) or 0.0) - 1.5)
    return point[0] - deep * outward[0], point[1] - deep * outward[1]


def _box(segment: Segment) -> Rectangle:
    (x1, y1), (x2, y2) = segment
    return Rectangle(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)).grown(0.5)


def _costs(columns: np.ndarray, rows: np.ndarray, boxes: list[Rectangle], bonds: list[Segment],
           ways: list[Segment]) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Extra cost of every piece of the grid: flat[row, column] to the right, steep[row, column] downwards."""
    flat = np.zeros((len(rows), max(0, len(columns) - 1)))
    steep = np.zeros((max(0, len(rows) - 1), len(columns)))
    for box in boxes:
        _paint(flat, steep, columns, rows, box, np.inf, np.inf)
    for group, along in ((bonds, np.inf), (ways, _ALONG)):
        for (x1, y1), (x2, y2) in group:
            if abs(y1 - y2) < 1e-6:
                low, high = sorted((x1, x2))
                _paint(flat, steep, columns, rows, Rectangle(low, y1 - 6, high, y1 + 6), along, _CROSS, steep_once=y1)
            elif abs(x1 - x2) < 1e-6:
                low, high = sorted((y1, y2))
                _paint(flat, steep, columns, rows, Rectangle(x1 - 6, low, x1 + 6, high), _CROSS, along, flat_once=x1)
            else:
                for k in range(12):
                    x, y = x1 + (x2 - x1) * (k + 0.5) / 12, y1 + (y2 - y1) * (k + 0.5) / 12
                    half_x, half_y = abs(x2 - x1) / 24 + 1, abs(y2 - y1) / 24 + 1
                    _paint(
                        flat,
                        steep,
                        columns,
                        rows,
                        Rectangle(x - half_x, y - half_y, x + half_x, y + half_y),
                        _CROSS,
                        _CROSS,
                    )
    return flat, steep


def _paint(flat: np.ndarray, steep: np.ndarray, columns: np.ndarray, rows: np.ndarray, box: Rectangle, flat_cost: float,
           steep_cost: float, steep_once: float | None = None, flat_once: float | None = None) -> None:  # fmt: skip
    """Add costs to the pieces that pass through `box`; with `once`, only to the piece that crosses that line."""
    row_low, row_high = np.searchsorted(rows, box.top, "right"), np.searchsorted(rows, box.bottom, "left")
    column_low, column_high = np.searchsorted(columns, box.left, "right"), np.searchsorted(columns, box.right, "left")
    if flat_once is None:
        flat[row_low:row_high, max(0, column_low - 1) : column_high] += flat_cost
    else:
        at = max(0, int(np.searchsorted(columns, flat_once, "right")) - 1)
        flat[row_low:row_high, at : at + 1] += flat_cost
    if steep_once is None:
        steep[max(0, row_low - 1) : row_high, column_low:column_high] += steep_cost
    else:
        at = max(0, int(np.searchsorted(rows, steep_once, "right")) - 1)
        steep[at : at + 1, column_low:column_high] += steep_cost


_WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class _Search:
    """Dijkstra's search over grid points and directions, led towards the ends."""

    def __init__(self, columns: np.ndarray, rows: np.ndarray, flat: np.ndarray, steep: np.ndarray, ends: list[Door]):
        self.columns, self.rows = columns, rows
        self.xs, self.ys, self.flat, self.steep = columns.tolist(), rows.tolist(), flat.tolist(), steep.tolist()
        self.goals = {self._state(door.point, (-door.outward[0], -door.outward[1])): door.price for door in ends}
        self.target = (sum(d.point[0] for d in ends) / len(ends), sum(d.point[1] for d in ends) / len(ends))
        self.slack = 30 + max(
            abs(d.point[0] - self.target[0]) + abs(d.point[1] - self.target[1]) for d in ends
        )  # how far an end lies from the target, and what leaving a door costs
        self.best: dict[State, float] = {}
        self.before: dict[State, State | None] = {}
        self.queue: list[tuple[float, float, State]] = []

    def way(self, starts: list[Door]) -> list[Point] | None:
        """The corners of the cheapest way from one of the doors; None where there is none."""
        for door in starts:
            self._reach(self._state(door.point, door.outward), door.price + 30, None)
        for _ in range(_MOST_STATES):
            if not self.queue:
                break
            _, cost, state = heapq.heappop(self.queue)
            if cost > self.best[state]:
                continue
            if state[0] == -1:
                return self._back(self.before[state])
            if state in self.goals:
                self._reach((-1, -1, state[2]), cost + self.goals[state] + 30, state)
            self._spread(state, cost)
        return None

    def _state(self, point: Point, heading: tuple[float, float]) -> State:
        column, row = np.searchsorted(self.columns, point[0] - 1e-6), np.searchsorted(self.rows, point[1] - 1e-6)
        return int(column), int(row), _WAYS.index(heading)

    def _rest(self, state: State) -> float:
        """At least so much is missing to an end."""
        column, row, _ = state
        if column == -1:
            return 0.0
        return max(0.0, abs(self.xs[column] - self.target[0]) + abs(self.ys[row] - self.target[1]) - self.slack)

    def _reach(self, state: State, cost: float, previous: State | None) -> None:
        if cost < self.best.get(state, 1e6):  # what passes through a box costs more than that
            self.best[state], self.before[state] = cost, previous
            heapq.heappush(self.queue, (cost + self._rest(state), cost, state))

    def _spread(self, state: State, cost: float) -> None:
        """One piece of the grid further in every direction; never back, and straight on out of a door."""
        column, row, heading = state
        for way, (dx, dy) in enumerate(_WAYS):
            if (way + 2) % 4 == heading or (self.before[state] is None and way != heading):
                continue
            x, y = column + dx, row + dy
            if not (0 <= x < len(self.xs) and 0 <= y < len(self.ys)):
                continue
            extra = self.flat[row][min(x, column)] if dx else self.steep[min(y, row)][column]
            extra += abs(self.xs[x] - self.xs[column]) if dx else abs(self.ys[y] - self.ys[row])
            self._reach((x, y, way), cost + extra + (_BEND if way != heading else 0.0), state)

    def _back(self, state: State | None) -> list[Point]:
        points: list[Point] = []
        while state is not None:
            points.append((self.xs[state[0]], self.ys[state[1]]))
            state = self.before[state]
        return _corners(points[::-1])


def _corners(points: list[Point]) -> list[Point]:
    """Only the ends and the corners of a way."""
    kept = [points[0]]
    for previous, point, following in zip(points, points[1:], points[2:]):
        straight = (point[0] - previous[0]) * (following[1] - point[1]) == (point[1] - previous[1]) * (
            following[0] - point[0]
        )
        if not straight:
            kept.append(point)
    return [*kept, points[-1]] if len(points) > 1 else points
