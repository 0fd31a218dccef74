"""Cells of a grid for the nodes: a backbone from left to right, branches up and down, leaves around their junction."""

from __future__ import annotations

import math
from statistics import median

from ...model.memory import Memory
from .diagram import GROUND, Diagram
from .refine import Link, refine
from .tree import tree_cells

Cell = tuple[float, float]  # column, row (downwards)
_ROW = 6


_known: Memory[dict[str, Cell]] = Memory(24)


def place(diagram: Diagram) -> dict[str, Cell]:
    """A cell for every node; no two share one. Positions fixed by the user are kept in their proportions.

    What follows from the structure alone is remembered: another value of a parameter moves nothing.
    """
    return dict(_known.get(_structure(diagram), lambda: _placed(diagram)))


def _structure(diagram: Diagram) -> tuple[object, ...]:
    """All of a diagram that its cells depend on."""
    nodes = tuple(
        (key, node.role, node.fixed, node.icon.turning, tuple(node.icon.frames), round(node.icon.width),
         any(line.role == "value" for line in node.icon.captions),
         node.component.hangs if node.component is not None else "")
        for key, node in diagram.nodes.items()
    )  # fmt: skip
    edges = tuple((edge.tail, edge.head, edge.join) for edge in diagram.edges)
    return nodes, edges, tuple((arrow.source, arrow.target) for arrow in diagram.arrows)


def _placed(diagram: Diagram) -> dict[str, Cell]:
    links = _links(diagram)
    fixed = _fixed(diagram)
    sources = frozenset(key for key, node in diagram.nodes.items() if node.role in ("source", GROUND))
    straight = _straight(diagram)
    if fixed:
        return refine(_around(diagram, fixed, links), links, set(fixed), sources, straight)
    cells: dict[str, Cell] = {}
    below = 0.0
    parts = _parts(list(diagram.nodes), links)
    single = [part[0] for part in parts if len(part) == 1]
    for part in parts[: len(parts) - len(single)]:
        inside = [link for link in links if link.first in part]
        placed = refine(tree_cells(diagram, part, inside), inside, set(), sources, straight)
        top, left = min(y for _, y in placed.values()), min(x for x, _ in placed.values())
        cells.update({key: (x - left, y - top + below) for key, (x, y) in placed.items()})
        below = max(cells[key][1] for key in placed) + 1
    for number, key in enumerate(single):  # what nothing is linked to: rows at the bottom
        cells[key] = (float(number % _ROW), below + number // _ROW)
    return cells


def _links(diagram: Diagram) -> list[Link]:
    """Bonds and signals as links of the layout, one for each pair of nodes."""
    found: dict[frozenset[str], Link] = {}
    for edge in diagram.edges:
        found.setdefault(frozenset((edge.tail, edge.head)), Link(edge.tail, edge.head, True, edge.join))
    for arrow in diagram.arrows:
        found.setdefault(frozenset((arrow.source, arrow.target)), Link(arrow.source, arrow.target, False))
    return list(found.values())


def _straight(diagram: Diagram) -> dict[str, float]:
    """Components with two joined frames at opposite ends, and what a bend costs there; hinges bend easily."""
    others: dict[str, set[str]] = {}
    for edge in diagram.edges:
        if edge.join:
            others.setdefault(edge.tail, set()).add(edge.head)
            others.setdefault(edge.head, set()).add(edge.tail)
    prices = {"axis": 1.6, "arms": 0.4, "stand": 0.4}
    return {
        key: prices[node.icon.turning]
        for key, node in diagram.nodes.items()
        if node.icon.turning in prices and len(node.icon.frames) == 2 and len(others.get(key, ())) == 2
    }


def _parts(keys: list[str], links: list[Link]) -> list[list[str]]:
    """The connected parts, the largest first."""
    near: dict[str, list[str]] = {key: [] for key in keys}
    for link in links:
        near[link.first].append(link.second)
        near[link.second].append(link.first)
    seen: set[str] = set()
    parts = []
    for key in keys:
        if key in seen:
            continue
        part, stack = [], [key]
        seen.add(key)
        while stack:
            part.append(stack.pop())
            fresh = [other for other in near[part[-1]] if other not in seen]
            seen.update(fresh)
            stack += fresh
        parts.append(part)
    return sorted(parts, key=len, reverse=True)


def _fixed(diagram: Diagram) -> dict[str, Cell]:
    """The user's positions in units of the usual length of a bond."""
    given = {key: node.fixed for key, node in diagram.nodes.items() if node.fixed is not None}
    lengths = [
        max(abs(given[e.tail][0] - given[e.head][0]), abs(given[e.tail][1] - given[e.head][1]))
        for e in diagram.edges
        if e.tail in given and e.head in given
    ]
    one = median(lengths) if lengths and median(lengths) > 0 else 1.0
    cells: dict[str, Cell] = {}
    for key, (x, y) in given.items():
        cell = (round(4 * x / one) / 4, round(4 * y / one) / 4)
        while cell in cells.values():  # two components at one place: the second moves aside
            cell = (cell[0] + 0.5, cell[1])
        cells[key] = cell
    return cells


def _around(diagram: Diagram, fixed: dict[str, Cell], links: list[Link]) -> dict[str, Cell]:
    """The other nodes in free cells near what they are linked to."""
    cells = dict(fixed)
    near: dict[str, list[str]] = {key: [] for key in diagram.nodes}
    for link in links:
        near[link.first].append(link.second)
        near[link.second].append(link.first)
    waiting = [key for key in diagram.nodes if key not in cells]
    while waiting:
        key = max(waiting, key=lambda k: sum(other in cells for other in near[k]))  # the first of equals
        waiting.remove(key)
        anchors = [cells[other] for other in near[key] if other in cells]
        if not anchors:
            anchors = [(min(x for x, _ in cells.values()), max(y for _, y in cells.values()) + 2)]
        cells[key] = _free_cell(anchors, cells)
    return cells


def _free_cell(anchors: list[Cell], cells: dict[str, Cell]) -> Cell:
    middle = (sum(x for x, _ in anchors) / len(anchors), sum(y for _, y in anchors) / len(anchors))
    taken = list(cells.values())
    reach = 2
    while True:
        best, least = None, math.inf
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1):
                cell = (math.floor(middle[0] + 0.5) + dx, math.floor(middle[1] + 0.5) + dy)
                if any(abs(cell[0] - x) < 0.75 and abs(cell[1] - y) < 0.75 for x, y in taken):
                    continue
                cost = sum(
                    abs(cell[0] - x) + abs(cell[1] - y) + 0.8 * (cell[0] != x and cell[1] != y) for x, y in anchors
                )
                cost += 0.1 * (cell[0] != middle[0])  # above or below first
                if cost < least:
                    best, least = cell, cost
        if best is not None:
            return best
        reach *= 2
