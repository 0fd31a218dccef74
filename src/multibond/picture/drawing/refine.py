"""Improvement of a layout on the grid by small moves: fewer crossings, shorter and straighter bonds.

The moves are drawn from a seeded generator, so the same diagram always gives the same picture.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

from ...frozen import frozen

Cell = tuple[float, float]
_LARGEST = 220  # beyond this number of links the first layout stands
_EFFORT = 90_000
_STARTS = 2


@frozen
class Link:
    """A bond or a signal between two nodes."""

    first: str
    second: str
    bond: bool
    join: bool = False  # joined frames, drawn with corners instead of slanted


def refine(
    cells: dict[str, Cell],
    links: list[Link],
    fixed: set[str],
    sources: frozenset[str] = frozenset(),
    straight: dict[str, float] | None = None,
) -> dict[str, Cell]:
    """Better cells for the nodes that are not `fixed`; `straight`: nodes with two joined frames and the price of a bend
    at them."""
    movable = [key for key in cells if key not in fixed]
    if not movable or len(links) > _LARGEST or not links:
        return cells
    search = _Search(cells, links, sources, straight)
    if len(links) < len(cells) and not fixed and search.undisturbed():
        return cells  # a tree that was laid out as such
    rounds = min(3000, _EFFORT // len(links))
    best, least = cells, math.inf
    # corners of joined frames are harder to get right than slanted bonds
    for seed in range(_STARTS + (min(3, 50 // len(links)) if straight else 0)):
        search = _Search(cells, links, sources, straight)
        search.anneal(movable, rounds, seed)
        cost = search.total()
        if cost < least:
            best, least = search.best, cost
        if (search.undisturbed() and search.unbent()) or len(links) > _LARGEST // 3:
            break
    return best


class _Search:
    def __init__(
        self,
        cells: dict[str, Cell],
        links: list[Link],
        sources: frozenset[str] = frozenset(),
        straight: dict[str, float] | None = None,
    ):
        self.sources, self.straight = sources, straight or {}
        self.cells, self.links = dict(cells), links
        self.occupant = {cell: key for key, cell in cells.items()}
        self.at: dict[str, list[int]] = {key: [] for key in cells}
        for i, link in enumerate(links):
            self.at[link.first].append(i)
            self.at[link.second].append(i)
        self.best = dict(cells)
        self.joined = {key: [links[i] for i in self.at[key] if links[i].join] for key in self.straight if key in cells}
        self.bonded = {key for link in links if link.bond for key in (link.first, link.second)}

    def total(self) -> float:
        """The cost of the whole layout."""
        return self._cost(range(len(self.links))) + sum(self._bend(key) for key in self.joined)

    def undisturbed(self) -> bool:
        """Whether no bond passes through a node or crosses another."""
        return all(self._between(i) < 2.0 for i in range(len(self.links)))

    def unbent(self) -> bool:
        """Whether joined frames need no corners beyond those at hinges."""
        for link in self.links:
            (x1, y1), (x2, y2) = self.cells[link.first], self.cells[link.second]
            if link.join and x1 != x2 and y1 != y2:
                return False
        return all(self._bend(key) < 0.5 for key in self.joined)

    # ------------------------------------------------------------ cost
    def _length(self, link: Link) -> float:
        """The cost of one link for itself."""
        (x1, y1), (x2, y2) = self.cells[link.first], self.cells[link.second]
        across, along = abs(x1 - x2), abs(y1 - y2)
        length, slanted = across + along, across > 0 and along > 0
        if not link.bond:
            backwards = 1.0 * (x2 < x1) + 0.4 * (x2 == x1)
            return (
                0.45 * (length - 1) + 0.1 * slanted + (backwards if link.second not in self.bonded else 0.3 * backwards)
            )
        if link.join:
            return length - 1 + 1.1 * slanted + 0.3 * (link.first in self.sources and x1 > x2)
        cost = length - 1 + slanted * (0.3 + 0.4 * min(across, along))
        if link.first in self.sources:  # sources stand on the left where they can
            cost += 0.3 * (x1 > x2) + 0.1 * (x1 == x2)
        if slanted and across != along:
            cost += 0.6
        if x2 < x1 and len(self.at[link.first]) > 1 and len(self.at[link.second]) > 1:
            cost += 0.3
        return cost

    def _bend(self, key: str) -> float:
        """The cost of the corner between the two joined frames of a node, and of bonds that arrive at the frames."""
        (ax, ay), (bx, by) = (self._way(key, link) for link in self.joined[key])
        cost = self.straight[key] * (1.0 + ax * bx + ay * by)
        if len(self.at[key]) > 2:
            for link in (self.links[i] for i in self.at[key]):
                if not link.join:
                    x, y = self._way(key, link)
                    cost += 1.5 * (max(0.0, x * ax + y * ay) + max(0.0, x * bx + y * by))
        return cost

    def _way(self, key: str, link: Link) -> Cell:
        """The direction from a node to the other end of a link."""
        x, y = self.cells[key]
        other = self.cells[link.second if link.first == key else link.first]
        dx, dy = other[0] - x, other[1] - y
        size = math.hypot(dx, dy) or 1.0
        return dx / size, dy / size

    def _between(self, i: int) -> float:
        """The cost of what link `i` passes through and crosses."""
        link = self.links[i]
        start, end = self.cells[link.first], self.cells[link.second]
        cost = 5.0 * self._passes(start, end) if link.bond else 0.4 * self._passes(start, end)
        low_x, high_x = sorted((start[0], end[0]))
        low_y, high_y = sorted((start[1], end[1]))
        cells = self.cells
        for j, other in enumerate(self.links):
            if j == i:
                continue
            a, b = cells[other.first], cells[other.second]
            if (a[0] < low_x and b[0] < low_x) or (a[0] > high_x and b[0] > high_x):
                continue
            if (a[1] < low_y and b[1] < low_y) or (a[1] > high_y and b[1] > high_y):
                continue
            if other.first in (link.first, link.second) or other.second in (link.first, link.second):
                continue
            if _cross(start, end, a, b):
                cost += 4.0 if link.bond and other.bond else 0.7 if link.bond or other.bond else 0.4
        return cost

    def _passes(self, start: Cell, end: Cell) -> float:
        """How many nodes lie on the way; those that are only touched count a little."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        steps = int(2 * max(abs(dx), abs(dy)))
        count = 0.0
        for k in range(1, steps):
            x, y = start[0] + dx * k / steps, start[1] + dy * k / steps
            near = (math.floor(x + 0.5), math.floor(y + 0.5))
            if near != start and near != end and near in self.occupant and abs(x - near[0]) + abs(y - near[1]) < 0.5:
                count += 0.5 if k % 2 else 1.0
        return count

    def _cost(self, which: Iterable[int]) -> float:
        return sum(self._length(self.links[i]) + self._between(i) for i in which)

    def _local(self, keys: list[str], spots: list[Cell]) -> float:
        """The cost that depends on the places of `keys`: their links, and other links through the `spots`."""
        mine = {i for key in keys for i in self.at[key]}
        cost = self._cost(mine)
        if self.joined:
            touched = {key for i in mine for key in (self.links[i].first, self.links[i].second)}
            cost += sum(self._bend(key) for key in touched & self.joined.keys())
        cells, taken = self.cells, [spot for spot in spots if spot in self.occupant]
        for i, link in enumerate(self.links):
            a, b = cells[link.first], cells[link.second]
            if (
                link.bond and (abs(a[0] - b[0]) > 1 or abs(a[1] - b[1]) > 1) and i not in mine
            ):  # short ones pass nothing
                cost += 5.0 * sum(_touches(a, b, spot) for spot in taken)
        return cost

    # ------------------------------------------------------------ moves
    def anneal(self, movable: list[str], rounds: int, seed: int) -> None:
        """Random moves, accepted when they help, and at first sometimes when they do not."""
        random_numbers = random.Random(1000 * seed + len(self.links))
        may_move = set(movable)
        leaves = {key: [k for k in group if k in may_move] for key, group in self._pendants().items()}
        total = least = self.total()
        for round_number in range(rounds):
            temperature = 1.6 * (0.02 ** (round_number / rounds))
            move = self._propose(random_numbers, movable, leaves, may_move)
            if move is None:
                continue
            keys, spots = list(move), [*move.values(), *(self.cells[key] for key in move)]
            before = self._local(keys, spots)
            old = {key: self.cells[key] for key in keys}
            self._apply(move)
            change = self._local(keys, spots) - before
            if change <= 0 or random_numbers.random() < math.exp(-change / temperature):
                total += change
                if total < least - 1e-9:
                    least, self.best = total, dict(self.cells)
            else:
                self._apply(old)
        self.cells = dict(self.best)
        self.occupant = {cell: key for key, cell in self.best.items()}

    def _near(self, key: str) -> list[str]:
        return [link.second if link.first == key else link.first for link in (self.links[i] for i in self.at[key])]

    def _pendants(self) -> dict[str, list[str]]:
        """What hangs on each node and on nothing else: trees outside all loops, which move with it."""
        count = {key: len(links) for key, links in self.at.items()}
        below: dict[str, list[str]] = {key: [] for key in self.at}
        queue = [key for key in count if count[key] == 1]
        gone: set[str] = set()
        for key in queue:
            gone.add(key)
            for other in self._near(key):
                if other not in gone:
                    below[other] += [key, *below[key]]
                    count[other] -= 1
                    if count[other] == 1:
                        queue.append(other)
        return below

    def _propose(self, numbers: random.Random, movable: list[str], leaves: dict[str, list[str]],
                 may_move: set[str]) -> dict[str, Cell] | None:  # fmt: skip
        key = movable[numbers.randrange(len(movable))]
        here = self.cells[key]
        near = self._near(key)
        hanging = leaves[key]
        if hanging and numbers.random() < 0.15:
            return self._turned(key, hanging, numbers.randrange(1, 8))
        if near and numbers.random() < 0.7:
            anchor = self.cells[near[numbers.randrange(len(near))]]
            spread = 1 if numbers.random() < 0.8 else 2
        else:
            anchor, spread = here, 2
        target = (
            math.floor(anchor[0]) + numbers.randint(-spread, spread),
            math.floor(anchor[1]) + numbers.randint(-spread, spread),
        )
        if target == here:
            return None
        group = [key, *hanging] if numbers.random() < 0.7 else [key]
        shift = (target[0] - here[0], target[1] - here[1])
        moved = {k: (self.cells[k][0] + shift[0], self.cells[k][1] + shift[1]) for k in group}
        freed = [self.cells[k] for k in group]
        result = dict(moved)
        spare = [cell for cell in freed if cell not in set(moved.values())]
        for cell in moved.values():
            other = self.occupant.get(cell)
            if other is not None and other not in moved:
                if other not in may_move or not spare:
                    return None
                result[other] = spare.pop()
        return result

    def _turned(self, key: str, hanging: list[str], how: int) -> dict[str, Cell] | None:
        """What hangs on `key`, turned round it or mirrored, if there is room."""
        x, y = self.cells[key]
        group, result = set(hanging), {}
        for other in hanging:
            dx, dy = self.cells[other][0] - x, self.cells[other][1] - y
            if how & 4:
                dx = -dx
            for _ in range(how & 3):
                dx, dy = -dy, dx
            cell = (x + dx, y + dy)
            if self.occupant.get(cell, other) not in group:
                return None
            result[other] = cell
        return result

    def _apply(self, move: dict[str, Cell]) -> None:
        for key in move:
            del self.occupant[self.cells[key]]
        for key, cell in move.items():
            self.cells[key] = cell
            self.occupant[cell] = key


def _turn(a: Cell, b: Cell, c: Cell) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Cell, b: Cell, c: Cell, d: Cell) -> bool:
    """Whether the lines a–b and c–d meet (lines that lie on each other count)."""
    first, second, third, fourth = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if first == second == 0:
        return max(a[0], b[0]) >= min(c[0], d[0]) and max(c[0], d[0]) >= min(a[0], b[0]) and (
            max(a[1], b[1]) >= min(c[1], d[1]) and max(c[1], d[1]) >= min(a[1], b[1])
        )  # fmt: skip
    return first * second <= 0 and third * fourth <= 0


def _touches(a: Cell, b: Cell, spot: Cell) -> bool:
    """Whether the line from a to b passes nearer than half a cell to `spot`, its ends apart."""
    if spot in (a, b):
        return False
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / length if length else 0
    if not 0 < along < 1:
        return False
    return abs((spot[0] - a[0]) * dy - (spot[1] - a[1]) * dx) / length**0.5 < 0.5
