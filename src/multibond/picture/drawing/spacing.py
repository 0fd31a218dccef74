"""From cells to pixels: columns and rows as near as names, values and bonds allow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...frozen import frozen
from ...look.item import Point, Rectangle, Text
from .diagram import Diagram, Edge, Node
from .ink import distance_to_ink

Cell = tuple[float, float]
_BOND, _WIDE_BOND, _SIGNAL, _APART = 44.0, 70.0, 34.0, 18.0
_DOWN_BOND, _DOWN_WIDE_BOND, _DOWN_SIGNAL, _DOWN_APART = 36.0, 66.0, 26.0, 12.0
_JOIN, _DOWN_JOIN, _LANE = 26.0, 24.0, 14.0  # joined frames, and room for their ways between other things
_LEAST, _LEAST_SLANTED = 34.0, 54.0
_HALF_STROKE = 8.0  # pixels to either side of a bond
_PITCH = 60.0  # pixels for one of the user's own units


@dataclass
class Placed:
    """A node at its place, with the boxes of its core and its captions."""

    node: Node
    x: float
    y: float
    core: Rectangle
    captions: list[Text]

    @property
    def boxes(self) -> list[Rectangle]:
        """Everything that nothing else may cover."""
        return [self.core, *(caption.box for caption in self.captions)]


@frozen
class Room:
    """Extra room, found necessary after a first try: around bonds, and between single rows or columns."""

    bonds: float = 0.0
    columns: tuple[tuple[float, float], ...] = ()  # column → extra pixels after it
    rows: tuple[tuple[float, float], ...] = ()


def space(diagram: Diagram, cells: dict[str, Cell], room: Room) -> dict[str, Placed]:
    """Every node at its place in pixels."""
    links = _links(diagram)
    near = neighbours(diagram)
    sides = {key: caption_side(node, cells, near[key]) for key, node in diagram.nodes.items()}
    reach = {key: _reach(node, sides[key]) for key, node in diagram.nodes.items()}
    fixed = any(node.fixed for node in diagram.nodes.values())
    columns = _columns(diagram, cells, reach, links, room, fixed)
    xs = {key: columns[cells[key][0]] for key in cells}
    rows = _rows(diagram, cells, reach, links, room, fixed, xs)
    return {key: placed_at(node, xs[key], rows[cells[key][1]], sides[key]) for key, node in diagram.nodes.items()}


def _links(diagram: Diagram) -> dict[frozenset[str], int]:
    """What joins two nodes: 0 a signal, 1 a bond, 2 a multi-bond, 3 joined frames."""
    links = {frozenset((arrow.source, arrow.target)): 0 for arrow in diagram.arrows}
    for edge in diagram.edges:
        pair = frozenset((edge.tail, edge.head))
        links[pair] = max(links.get(pair, 0), 3 if edge.join else 1 + (edge.n > 1))
    return links


def neighbours(diagram: Diagram) -> dict[str, list[str]]:
    """What each node is bonded to; for marks of signals, what the signal goes to."""
    near: dict[str, list[str]] = {key: [] for key in diagram.nodes}
    for edge in diagram.edges:
        near[edge.tail].append(edge.head)
        near[edge.head].append(edge.tail)
    for arrow in diagram.arrows:
        for key, other in ((arrow.source, arrow.target), (arrow.target, arrow.source)):
            if diagram.nodes[key].role == "signal":
                near[key].append(other)
    return near


def caption_side(node: Node, cells: dict[str, Cell], others: list[str]) -> str:
    """The side of the core on which captions disturb none of the bonds to `others`."""
    x, y = cells[node.key]
    costs = {"below": 0.0, "above": 0.05, "right": 0.6, "left": 0.65}
    if node.role in ("port", "signal"):
        costs = {"left": 0.0, "right": 0.0, "below": 0.1, "above": 0.1}
    ways = {"below": (0, 1), "above": (0, -1), "right": (1, 0), "left": (-1, 0)}
    for door in node.icon.doors.values():
        costs[next(side for side, way in ways.items() if way == door.outward)] += 3.0
    for other in others:
        dx, dy = (cells[other][0] - x) * 1.3, cells[other][1] - y
        length = (dx * dx + dy * dy) ** 0.5 or 1.0
        for side, (wx, wy) in ways.items():
            towards = (dx * wx + dy * wy) / length
            costs[side] += 2 * max(0.0, towards - (0.2 if wy else 0.8))
            if node.role in ("port", "signal"):
                costs[side] -= 0.3 * (towards < -0.9)
    return min(costs, key=lambda side: costs[side])


def _reach(node: Node, side: str) -> Rectangle:
    """The box of core and captions around the node's centre."""
    boxes = placed_at(node, 0.0, 0.0, side).boxes
    return Rectangle(
        min(b.left for b in boxes), min(b.top for b in boxes), max(b.right for b in boxes), max(b.bottom for b in boxes)
    )


def placed_at(node: Node, x: float, y: float, side: str) -> Placed:
    """The node with its centre at (x, y) in pixels and its captions on this side of it."""
    half_width, half_height = node.icon.width / 2, node.icon.height / 2
    core = Rectangle(x - half_width, y - half_height, x + half_width, y + half_height)
    lines = node.icon.captions
    heights = [1.3 * line.size for line in lines]
    total = sum(heights)
    top = {"below": core.bottom + node.gap, "above": core.top - total - node.gap}.get(side, y - total / 2)
    captions = []
    far = half_width + 3 + node.gap
    ways = {"below": (0, 1), "above": (0, -1), "right": (1, 0), "left": (-1, 0)}
    crossed = [door.point for door in node.icon.doors.values() if door.outward == ways[side]]
    beside = max(px for px, _ in crossed) + 9 if crossed and side in ("below", "above") else None
    if crossed and beside is None:
        top = y + max(py for _, py in crossed) + 9
    for line, height in zip(lines, heights):
        middle = top + height / 2 - 0.05 * line.size
        shift = {"right": far + line.width / 2, "left": -far - line.width / 2}.get(side, 0.0)
        if beside is not None:  # a line leaves in the middle of the captions
            shift = beside + line.width / 2
        captions.append(line.moved(x + shift - line.x, middle - line.y))
        top += height
    return Placed(node, x, y, core, captions)


def _columns(diagram: Diagram, cells: dict[str, Cell], reach: dict[str, Rectangle], links: dict[frozenset[str], int],
             room: Room, fixed: bool) -> dict[float, float]:  # fmt: skip
    demands: list[tuple[float, float, float]] = []
    lane = _LANE if any(edge.join for edge in diagram.edges) else 0.0
    rows: dict[float, list[tuple[float, str, Rectangle]]] = {}
    for key, (x, y) in cells.items():
        rows.setdefault(y, []).append((x, key, reach[key]))
    for edge in diagram.edges:
        (x1, y1), (x2, y2) = cells[edge.tail], cells[edge.head]
        if x1 == x2:  # a long vertical bond needs room in every row it passes
            for y in rows:
                if min(y1, y2) < y < max(y1, y2):
                    rows[y].append((x1, "", Rectangle(-8, 0, 8, 0)))
    for members in rows.values():
        members.sort(key=lambda member: (member[0], member[1]))
        for (x1, a, first), (x2, b, second) in zip(members, members[1:]):
            if x1 == x2:
                continue  # a bond through a node: one of the two steps aside later
            gap = (
                (_SIGNAL, _BOND + room.bonds, _WIDE_BOND + room.bonds, _JOIN + room.bonds)[links[frozenset((a, b))]]
                if frozenset((a, b)) in links
                else _APART + lane
            )
            demands.append((x1, x2, first.right - second.left + gap))
    demands += _slanted(cells, links, 0)
    return _positions([x for x, _ in cells.values()], demands, dict(room.columns), fixed)


def _rows(diagram: Diagram, cells: dict[str, Cell], reach: dict[str, Rectangle], links: dict[frozenset[str], int],
          room: Room, fixed: bool, xs: dict[str, float]) -> dict[float, float]:  # fmt: skip
    boxes = [(cells[key][1], key, reach[key].moved(xs[key], 0)) for key in cells]
    for edge in diagram.edges:
        if cells[edge.tail][1] == cells[edge.head][1]:
            low, high = sorted((xs[edge.tail], xs[edge.head]))
            boxes.append((cells[edge.tail][1], "", Rectangle(low, -14, high, 10)))
    # a sweep from left to right: only boxes that share some x have a say about rows
    boxes.sort(key=lambda entry: (entry[2].left, entry[0], entry[1]))
    demands: list[tuple[float, float, float]] = []
    lane = _LANE if any(edge.join for edge in diagram.edges) else 0.0
    open_boxes: list[tuple[float, str, Rectangle]] = []
    for entry in boxes:
        open_boxes = [other for other in open_boxes if other[2].right + 8 > entry[2].left]
        for other in open_boxes:
            (y1, a, first), (y2, b, second) = sorted((entry, other), key=lambda one: one[0])
            if y1 < y2 and (a or b):
                pair = frozenset((a, b))
                gap = _DOWN_APART + lane
                if pair in links:
                    gap = (
                        _DOWN_SIGNAL,
                        _DOWN_BOND + room.bonds,
                        _DOWN_WIDE_BOND + room.bonds,
                        _DOWN_JOIN + room.bonds,
                    )[links[pair]]
                demands.append((y1, y2, first.bottom - second.top + gap))
        open_boxes.append(entry)
    demands += _slanted(cells, links, 1)
    return _positions([y for _, y in cells.values()], demands, dict(room.rows), fixed)


def _slanted(cells: dict[str, Cell], links: Iterable[frozenset[str]], axis: int) -> list[tuple[float, float, float]]:
    demands = []
    for pair in links:
        first, second = sorted((cells[key] for key in pair), key=lambda cell: cell[axis])
        if first[axis] < second[axis]:
            demands.append((first[axis], second[axis], _LEAST_SLANTED))
    return demands


def _positions(values: list[float], demands: list[tuple[float, float, float]], extra: dict[float, float],
               fixed: bool) -> dict[float, float]:  # fmt: skip
    """Pixels for columns or rows: as small as the demanded distances allow."""
    lines = sorted(set(values))
    by_end: dict[float, list[tuple[float, float]]] = {line: [] for line in lines}
    for start, end, distance in demands:
        by_end[end].append((start, distance))
    for before, line in zip(lines, lines[1:]):
        least = _PITCH * (line - before) if fixed else _LEAST
        by_end[line].append((before, least))
    placed: dict[float, float] = {}
    last: float | None = None
    for line in lines:
        placed[line] = max((placed[start] + distance for start, distance in by_end[line]), default=0.0)
        if last is not None:
            placed[line] += extra.get(last, 0.0)
        last = line
    return placed


def bond_line(edge: Edge, placed: dict[str, Placed], shift: float = 0.0) -> tuple[Point, Point]:
    """The ends of a bond on the outlines of its nodes; `shift` moves it aside (parallel bonds)."""
    tail, head = placed[edge.tail], placed[edge.head]
    start, end = _aim(tail, head), _aim(head, tail)
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    # the same side for both directions of parallel bonds
    sign = 1 if edge.tail < edge.head else -1
    across = (-dy / length * shift * sign, dx / length * shift * sign)
    start, end = (start[0] + across[0], start[1] + across[1]), (end[0] + across[0], end[1] + across[1])
    return _clip(tail, start, end), _clip(head, end, start)


def _aim(node: Placed, other: Placed) -> Point:
    """The point inside `node` that a bond to `other` points at; wide frames are met straight where that is possible."""
    if node.node.role or node.node.icon.outline == "round":
        return node.x, node.y
    spare_x, spare_y = max(0.0, node.node.icon.width / 2 - 14), max(0.0, node.node.icon.height / 2 - 12)
    return (
        min(max(other.x, node.x - spare_x), node.x + spare_x),
        min(max(other.y, node.y - spare_y), node.y + spare_y),
    )


def _clip(node: Placed, inside: Point, outside: Point) -> Point:
    """Where the line from inside to outside leaves the core, with a little air around texts."""
    icon = node.node.icon
    framed = any(getattr(item, "rectangle", None) for item in icon.items)
    air = 1.5 if framed else 4.0
    dx, dy = outside[0] - inside[0], outside[1] - inside[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    if icon.outline == "round":
        reach = (icon.width / 2 + air) / length
    else:
        box = node.core.grown(air)
        ways = []
        if dx:
            ways.append(((box.right if dx > 0 else box.left) - inside[0]) / dx)
        if dy:
            ways.append(((box.bottom if dy > 0 else box.top) - inside[1]) / dy)
        reach = min(ways, default=0.0)
    end = inside[0] + dx * reach, inside[1] + dy * reach
    if not icon.doors:
        return _clear(node, end, (dx / length, dy / length)) if dx and dy and icon.outline == "box" else end
    # parts with frames are smaller than the box around them and their frames
    deep = distance_to_ink(icon, (end[0] - node.x, end[1] - node.y), (-dx / length, -dy / length))
    more = max(0.0, deep - 3.0) if deep is not None else 0.0
    return end[0] - dx / length * more, end[1] - dy / length * more


def _clear(node: Placed, end: Point, way: Point) -> Point:
    """The end of a slanted bond, so far from a corner of the node that a stroke across it does not touch the node."""
    box = Rectangle(node.core.left, node.core.top, node.core.right, node.core.bottom + 2.0)
    for _ in range(6):
        side = (-way[1] * _HALF_STROKE, way[0] * _HALF_STROKE)
        if not box.crossed((end[0] - side[0], end[1] - side[1]), (end[0] + side[0], end[1] + side[1])):
            break
        end = (end[0] + 2.0 * way[0], end[1] + 2.0 * way[1])
    return end
