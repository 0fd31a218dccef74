"""Improvement of a layout on the grid: loops first, then what hangs on them, then all together by small moves."""

from __future__ import annotations

import math

from .annealing import Annealing, Cell, Link, pendants

_LARGEST = 220  # beyond this number of links the first layout stands
_EFFORT, _MOST_ROUNDS = 90_000, 3000
_STARTS = 2
_LOOP_EFFORT, _LOOP_ROUNDS, _LOOP_STARTS = 200_000, 8000, 4
_REACH = 4  # cells around a node in which a place is looked for


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
    straight = straight or {}
    if len(links) < len(cells) and not fixed and not Annealing(cells, links, sources, straight).disturbed():
        return cells  # a tree that was laid out as such
    rounds = min(_MOST_ROUNDS, _EFFORT // len(links))
    best, least = cells, math.inf

    def improve(start: dict[str, Cell], seed: int, hot: float) -> bool:
        """Whether nothing is left to be wished for."""
        nonlocal best, least
        search = Annealing(start, links, sources, straight)
        search.anneal(movable, rounds, seed, hot)
        found = search.cells() if fixed else _spread(search.cells(), 1.0)
        search = Annealing(found, links, sources, straight)
        cost = search.total() + 4.0 * search.disturbed()
        if cost < least:
            best, least = found, cost
        return search.perfect()

    looped = None if fixed else _loops_first(cells, links, sources, straight)
    if looped is not None and improve(looped, 0, 0.5):
        return best
    # corners of joined frames are harder to get right than slanted bonds
    for seed in range(_STARTS + (min(3, 50 // len(links)) if straight else 0)):
        if improve(cells, seed, 1.6) or len(links) > _LARGEST // 3:
            break
    return best


def _loops_first(
    cells: dict[str, Cell], links: list[Link], sources: frozenset[str], straight: dict[str, float]
) -> dict[str, Cell] | None:
    """Cells for the loops alone, as good as they can be found, with room for all that hangs on them around them; None
    where there are no loops."""
    near = _neighbours(cells, links)
    # signals find their way round bonds, so that only where there are no other loops theirs are looked at
    for seen in ([link for link in links if link.bond], links):
        bonded = _neighbours(cells, seen)
        below = pendants(cells, bonded)
        hanging = {key for group in below.values() for key in group} | {key for key in cells if not bonded[key]}
        core = {key: cell for key, cell in cells.items() if key not in hanging}
        if len(core) >= 3:
            break
    else:
        return None
    inner = [link for link in links if link.first in core and link.second in core]
    rounds = min(_LOOP_ROUNDS, _LOOP_EFFORT // len(inner))
    best, least = core, math.inf
    for seed in range(_LOOP_STARTS if len(inner) < _LARGEST // 3 else 1):
        search = Annealing(core, inner, sources, straight)
        search.anneal(list(core), rounds, seed, 2.5)
        cost = search.total()
        if cost < least:
            best, least = search.cells(), cost
        if search.perfect():
            break
    return _hung(_spread(best, 2.0), links, near, hanging)


def _neighbours(cells: dict[str, Cell], links: list[Link]) -> dict[str, list[str]]:
    near: dict[str, list[str]] = {key: [] for key in cells}
    for link in links:
        near[link.first].append(link.second)
        near[link.second].append(link.first)
    return near


def _spread(cells: dict[str, Cell], pitch: float) -> dict[str, Cell]:
    """The same cells without empty columns and rows, at this pitch."""
    columns = {x: pitch * i for i, x in enumerate(sorted({x for x, _ in cells.values()}))}
    rows = {y: pitch * i for i, y in enumerate(sorted({y for _, y in cells.values()}))}
    return {key: (columns[x], rows[y]) for key, (x, y) in cells.items()}


def _hung(cells: dict[str, Cell], links: list[Link], near: dict[str, list[str]], hanging: set[str]) -> dict[str, Cell]:
    """The cells with all that hangs on their nodes in free cells beside them, level by level."""
    lines = [(cells[link.first], cells[link.second]) for link in links if link.first in cells and link.second in cells]
    taken = set(cells.values())
    queue = list(cells)
    for parent in queue:
        for key in near[parent]:
            if key in cells or key not in hanging:
                continue
            home = cells[parent]
            cells[key] = cell = min(_around(home), key=lambda cell: _price(home, cell, taken, lines))
            taken.add(cell)
            lines.append((home, cell))
            queue.append(key)
    return cells


def _around(home: Cell) -> list[Cell]:
    steps = range(-_REACH, _REACH + 1)
    return [(home[0] + dx, home[1] + dy) for dx in steps for dy in steps if dx or dy]


def _price(home: Cell, cell: Cell, taken: set[Cell], lines: list[tuple[Cell, Cell]]) -> float:
    """What it costs to hang something at `cell` on what is at `home`."""
    if cell in taken:
        return math.inf
    dx, dy = cell[0] - home[0], cell[1] - home[1]
    price = abs(dx) + abs(dy) + 0.8 * (dx != 0 and dy != 0) + 0.05 * (dy == 0)
    for start, end in lines:
        if home not in (start, end):
            price += 4.0 * _meet(home, cell, start, end)
        elif _meet(cell, cell, start, end):  # on a bond of its own junction
            price += 6.0
    return price


def _meet(a: Cell, b: Cell, c: Cell, d: Cell) -> bool:
    """Whether the lines a–b and c–d meet (lines that lie on each other count)."""
    first, second, third, fourth = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    apart = (
        max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0])
        or max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1])
    )  # fmt: skip
    return not apart and first * second <= 0 and third * fourth <= 0


def _turn(a: Cell, b: Cell, c: Cell) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


__all__ = ["Link", "refine"]
