"""Search for better cells by small random moves: fewer crossings, shorter and straighter bonds, power to the right.

The moves are drawn from a seeded generator, so the same diagram always gives the same picture.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterable
from typing import TypeVar

from ...frozen import frozen

Cell = tuple[float, float]
K = TypeVar("K", bound=Hashable)


@frozen
class Link:
    """A bond or a signal between two nodes."""

    first: str
    second: str
    bond: bool
    join: bool = False  # joined frames, drawn with corners instead of slanted


class Annealing:
    """Cells of nodes and what they cost; nodes and links by number, because this is the slow part of a drawing."""

    def __init__(self, cells: dict[str, Cell], links: list[Link], sources: frozenset[str], straight: dict[str, float]):
        self.keys = list(cells)
        number = {key: i for i, key in enumerate(self.keys)}
        self.x, self.y = [cell[0] for cell in cells.values()], [cell[1] for cell in cells.values()]
        self.ends = [(number[link.first], number[link.second]) for link in links]
        self.bond, self.join = [link.bond for link in links], [link.join for link in links]
        self.at: list[list[int]] = [[] for _ in self.keys]
        for i, (a, b) in enumerate(self.ends):
            self.at[a].append(i)
            self.at[b].append(i)
        self.occupant = {cell: i for i, cell in enumerate(cells.values())}
        self.source = [key in sources for key in self.keys]
        self.straight = {number[key]: price for key, price in straight.items() if key in number}
        self.joined = {key: [i for i in self.at[key] if self.join[i]] for key in self.straight}
        self.straight = {key: price for key, price in self.straight.items() if len(self.joined[key]) == 2}
        self.bonded = {key for i, ends in enumerate(self.ends) if self.bond[i] for key in ends}
        self.best = (list(self.x), list(self.y))

    def cells(self) -> dict[str, Cell]:
        """The best cells that were found."""
        return {key: (x, y) for key, x, y in zip(self.keys, *self.best)}

    # ------------------------------------------------------------ cost
    def total(self) -> float:
        """The cost of the whole layout."""
        return self._cost(range(len(self.ends))) + sum(self._bend(key) for key in self.straight)

    def disturbed(self) -> int:
        """How many links pass through a node or cross another."""
        return sum(self._between(i) >= 2.0 for i in range(len(self.ends)))

    def perfect(self) -> bool:
        """Whether there is nothing to be wished for: nothing crosses, and no bond or joined frame needs a slanted line
        or a corner, but at hinges."""
        for (a, b), bond in zip(self.ends, self.bond):
            if bond and self.x[a] != self.x[b] and self.y[a] != self.y[b]:
                return False
        return not self.disturbed() and not any(self._bend(key) >= 0.5 for key in self.straight)

    def _length(self, i: int) -> float:
        """The cost of one link for itself."""
        a, b = self.ends[i]
        right, down = self.x[b] - self.x[a], self.y[b] - self.y[a]
        across, along = abs(right), abs(down)
        length, slanted = across + 1.1 * along, right != 0 and down != 0  # paper is wider than high
        if not self.bond[i]:
            backwards = 1.0 if right < 0 else 0.4 if right == 0 else 0.0
            return 0.45 * (length - 1) + 0.1 * slanted + (0.3 if b in self.bonded else 1.0) * backwards
        if self.join[i]:
            return length - 1 + 1.1 * slanted + 0.3 * (right < 0 and self.source[a])
        cost = length - 1
        if slanted:
            cost += 1.0 + 0.4 * min(across, along) + 0.6 * (across != along)
        if self.source[a]:  # sources stand on the left where they can
            cost += 0.8 if right < 0 else 0.2 * (right == 0)
        elif right < 0 and len(self.at[a]) > 1 and len(self.at[b]) > 1:
            cost += 0.5
        return cost

    def _bend(self, key: int) -> float:
        """The cost of the corner between the two joined frames of a node, and of bonds that arrive at the frames."""
        (ax, ay), (bx, by) = (self._way(key, i) for i in self.joined[key])
        cost = self.straight[key] * (1.0 + ax * bx + ay * by)
        if len(self.at[key]) > 2:
            for i in self.at[key]:
                if not self.join[i]:
                    x, y = self._way(key, i)
                    cost += 1.5 * (max(0.0, x * ax + y * ay) + max(0.0, x * bx + y * by))
        return cost

    def _way(self, key: int, i: int) -> Cell:
        """The direction from a node to the other end of a link."""
        a, b = self.ends[i]
        other = b if a == key else a
        dx, dy = self.x[other] - self.x[key], self.y[other] - self.y[key]
        size = math.hypot(dx, dy) or 1.0
        return dx / size, dy / size

    def _between(self, i: int) -> float:
        """The cost of what link `i` passes through and crosses."""
        X, Y, bond = self.x, self.y, self.bond
        p, q = self.ends[i]
        px, py, qx, qy = X[p], Y[p], X[q], Y[q]
        dx, dy = qx - px, qy - py
        cost = 0.0
        if dx > 1 or dx < -1 or dy > 1 or dy < -1:
            cost = (5.0 if bond[i] else 0.4) * self._passes(px, py, dx, dy)
        low_x, high_x = (px, qx) if dx > 0 else (qx, px)
        low_y, high_y = (py, qy) if dy > 0 else (qy, py)
        for j, (a, b) in enumerate(self.ends):
            ax, bx = X[a], X[b]
            if (ax < low_x and bx < low_x) or (ax > high_x and bx > high_x):
                continue
            ay, by = Y[a], Y[b]
            if (ay < low_y and by < low_y) or (ay > high_y and by > high_y):
                continue
            if a in (p, q) or b in (p, q):
                continue
            first, second = dx * (ay - py) - dy * (ax - px), dx * (by - py) - dy * (bx - px)
            if first * second > 0:
                continue
            if first == 0 == second:  # on one line, and not beside each other
                crossed = True
            else:
                ex, ey = bx - ax, by - ay
                crossed = (ex * (py - ay) - ey * (px - ax)) * (ex * (qy - ay) - ey * (qx - ax)) <= 0
            if crossed:
                cost += 6.0 if bond[i] and bond[j] else 0.7 if bond[i] or bond[j] else 0.4
        return cost

    def _passes(self, x0: float, y0: float, dx: float, dy: float) -> float:
        """How many nodes lie on the way; those that are only touched count a little."""
        steps = int(2 * max(abs(dx), abs(dy)))
        count = 0.0
        start, end = (x0, y0), (x0 + dx, y0 + dy)
        for k in range(1, steps):
            x, y = x0 + dx * k / steps, y0 + dy * k / steps
            near = (math.floor(x + 0.5), math.floor(y + 0.5))
            if near in self.occupant and near != start and near != end and abs(x - near[0]) + abs(y - near[1]) < 0.5:
                count += 0.5 if k % 2 else 1.0
        return count

    def _cost(self, which: Iterable[int]) -> float:
        return sum(self._length(i) + self._between(i) for i in which)

    def _local(self, keys: Iterable[int], spots: list[Cell]) -> float:
        """The cost that depends on the places of `keys`: their links, and other links through the `spots`."""
        mine = {i for key in keys for i in self.at[key]}
        cost = self._cost(mine)
        if self.straight:
            touched = {key for i in mine for key in self.ends[i]}
            cost += sum(self._bend(key) for key in touched & self.straight.keys())
        taken = [spot for spot in spots if spot in self.occupant]
        X, Y = self.x, self.y
        for i, (a, b) in enumerate(self.ends):
            ax, ay = X[a], Y[a]
            dx, dy = X[b] - ax, Y[b] - ay
            if (-1 <= dx <= 1 and -1 <= dy <= 1) or not self.bond[i] or i in mine:
                continue  # short ones pass nothing
            length = dx * dx + dy * dy
            for sx, sy in taken:
                along = (sx - ax) * dx + (sy - ay) * dy
                if 0 < along < length:
                    aside = (sx - ax) * dy - (sy - ay) * dx
                    if 4 * aside * aside < length:
                        cost += 5.0
        return cost

    # ------------------------------------------------------------ moves
    def anneal(self, movable: list[str], rounds: int, seed: int, hot: float = 1.6) -> None:
        """Random moves, accepted when they help, and at first sometimes when they do not."""
        numbers = random.Random(1000 * seed + len(self.ends))
        number = {key: i for i, key in enumerate(self.keys)}
        may_move = {number[key] for key in movable}
        order = [number[key] for key in movable]
        hanging = [[k for k in group if k in may_move] for group in self._pendants()]
        total = least = self.total()
        cool = math.log(0.032 / hot)
        for round_number in range(rounds):
            move = self._propose(numbers, order, hanging, may_move)
            if move is None:
                continue
            spots = [*move.values(), *((self.x[key], self.y[key]) for key in move)]
            before = self._local(move, spots)
            old = {key: (self.x[key], self.y[key]) for key in move}
            self._apply(move)
            change = self._local(move, spots) - before
            if change <= 0 or numbers.random() < math.exp(-change / (hot * math.exp(cool * round_number / rounds))):
                total += change
                if total < least - 1e-9:
                    least, self.best = total, (list(self.x), list(self.y))
            else:
                self._apply(old)
        self.x, self.y = list(self.best[0]), list(self.best[1])
        self.occupant = {cell: i for i, cell in enumerate(zip(self.x, self.y))}

    def _near(self, key: int) -> list[int]:
        return [self.ends[i][1] if self.ends[i][0] == key else self.ends[i][0] for i in self.at[key]]

    def _pendants(self) -> list[list[int]]:
        """What hangs on each node and on nothing else: trees outside all loops, which move with it."""
        below = pendants(range(len(self.keys)), {key: self._near(key) for key in range(len(self.keys))})
        return [below[key] for key in range(len(self.keys))]

    def _propose(self, numbers: random.Random, movable: list[int], hanging: list[list[int]],
                 may_move: set[int]) -> dict[int, Cell] | None:  # fmt: skip
        key = movable[int(numbers.random() * len(movable))]
        x, y = self.x[key], self.y[key]
        near = self._near(key)
        group = hanging[key]
        chance = numbers.random()
        if group and chance < 0.15:
            return self._turned(key, group, 1 + int(7 * numbers.random()))
        if near and numbers.random() < 0.7:
            other = near[int(numbers.random() * len(near))]
            ax, ay = self.x[other], self.y[other]
            spread = 1 if numbers.random() < 0.8 else 2
        else:
            ax, ay, spread = x, y, 2
        dx = math.floor(ax) + int((2 * spread + 1) * numbers.random()) - spread - x
        dy = math.floor(ay) + int((2 * spread + 1) * numbers.random()) - spread - y
        if dx == 0 == dy:
            return None
        moving = [key, *group] if group and numbers.random() < 0.7 else [key]
        result = {k: (self.x[k] + dx, self.y[k] + dy) for k in moving}
        aims = set(result.values())
        spare = [cell for cell in ((self.x[k], self.y[k]) for k in moving) if cell not in aims]
        for cell in list(result.values()):
            there = self.occupant.get(cell)
            if there is not None and there not in result:
                if there not in may_move or not spare:
                    return None
                result[there] = spare.pop()
        return result

    def _turned(self, key: int, hanging: list[int], how: int) -> dict[int, Cell] | None:
        """What hangs on `key`, turned round it or mirrored, if there is room."""
        x, y = self.x[key], self.y[key]
        group, result = set(hanging), {}
        for other in hanging:
            dx, dy = self.x[other] - x, self.y[other] - y
            if how & 4:
                dx = -dx
            for _ in range(how & 3):
                dx, dy = -dy, dx
            cell = (x + dx, y + dy)
            if self.occupant.get(cell, other) not in group:
                return None
            result[other] = cell
        return result

    def _apply(self, move: dict[int, Cell]) -> None:
        for key in move:
            del self.occupant[self.x[key], self.y[key]]
        for key, cell in move.items():
            self.x[key], self.y[key] = cell
            self.occupant[cell] = key


def pendants(keys: Iterable[K], near: dict[K, list[K]]) -> dict[K, list[K]]:
    """What hangs on each node and on nothing else: trees outside all loops."""
    count = {key: len(near[key]) for key in keys}
    below: dict[K, list[K]] = {key: [] for key in count}
    queue = [key for key in count if count[key] == 1]
    gone: set[K] = set()
    for key in queue:
        gone.add(key)
        for other in near[key]:
            if other not in gone:
                below[other] += [key, *below[key]]
                count[other] -= 1
                if count[other] == 1:
                    queue.append(other)
    return below


__all__ = ["Annealing", "Cell", "Link", "pendants"]
