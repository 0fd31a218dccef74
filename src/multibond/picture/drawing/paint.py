"""Painting: a placed diagram becomes a scene of lines and texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...look.icon import Door
from ...look.item import GREY, INK, SIGNAL, STEEL, Frame, Point, Rectangle, Stroke, Text
from .bond_mark import Line, bond_items, cardinality, causality_text, mixed
from .diagram import Arrow, Diagram, Edge
from .label import Crowd, beside, port_places
from .multibody import DOT
from .path_mark import legend, tinted_box, tinted_line
from .route import Router
from .scene import Group, Scene
from .spacing import Placed


class Painter:
    """Puts a placed diagram into a scene: nodes, bonds, signals, then the small texts where there is room."""

    def __init__(self, content: Diagram, placed: dict[str, Placed], lines: list[Line], labels: bool, variables: bool):
        self.content, self.placed = content, placed
        self.bonds = [(edge, line) for edge, line in zip(content.edges, lines) if not edge.join]
        self.router = Router(placed, [(line.start, line.end) for _, line in self.bonds])
        self.labels, self.variables = labels, variables
        self.crowd = Crowd()
        self.missing = 0

    def paint(self) -> tuple[Scene, int]:
        """The scene, and how many texts found no place."""
        scene = Scene(self.content.title)
        bonds = [self._bond(edge, line) for edge, line in self.bonds]
        nodes = [self._node(node) for node in self.placed.values()]
        joins = self._joins()
        signals = self._signals()
        for (edge, line), group in zip(self.bonds, bonds):
            group.items += self._port_names(edge, line)
        for node, group in zip(self.placed.values(), nodes):
            group.items += [*self._frame_names(node), *self._junction_name(node)]
        for (edge, line), group in zip(self.bonds, bonds):
            group.items += self._bond_texts(edge, line)
        scene.groups = [*self._tints(), *signals, *joins, *bonds, *nodes]
        kinds = {edge.mark for edge in self.content.edges} | {node.mark for node in self.content.nodes.values()}
        kinds.discard(0)
        if kinds:
            box = scene.box()
            scene.groups.append(
                Group("path", "classes of zero-order causal paths", "", legend(kinds, box.left, box.bottom))
            )
        return scene, self.missing

    def _tints(self) -> list[Group]:
        """What lies under everything that causal paths run through."""
        items = [item for edge, line in self.bonds for item in tinted_line(edge.mark, line.start, line.end)]
        items += [item for node in self.placed.values() for item in tinted_box(node.node.mark, node.boxes[0])]
        return [Group("path", "zero-order causal paths", "", items)] if items else []

    def _node(self, placed: Placed) -> Group:
        node = placed.node
        for box in placed.boxes:
            self.crowd.add_box(box)
        items = [item.moved(placed.x, placed.y) for item in node.icon.items]
        return Group(node.role or "composite", node.title, node.path, [*items, *placed.captions], node)

    def _bond(self, edge: Edge, line: Line) -> Group:
        items = [*bond_items(edge, line), *cardinality(edge, line)]
        for item in items:
            if isinstance(item, Stroke):
                self.crowd.add_line(item.points[0], item.points[-1])
            else:
                self.crowd.add_box(item.box)
        for port, point in ((edge.tail_port, line.start), (edge.head_port, line.end)):
            if port:
                mark = Rectangle(point[0] - 3, point[1] - 3, point[0] + 3, point[1] + 3)
                if not edge.strokes:
                    items.append(Frame(mark, "port", INK, 1.0, 0, INK))
        return Group("bond", edge.title, "", items, edge, (line.start, line.end))

    def _port_names(self, edge: Edge, line: Line) -> list[Any]:
        found = []
        ports = [(edge.tail_port, True), (edge.head_port, False)]
        for port, at_tail in ports[:1] if edge.tail_port == edge.head_port else ports:  # the same is said once
            if port:
                text = Text(0, 0, port, "port", 10, italic=True, color=GREY)
                found.append(self._put(text, port_places(line, text, at_tail)))
        return [text for text in found if text is not None]

    def _bond_texts(self, edge: Edge, line: Line) -> list[Any]:
        found = []
        middle: tuple[float, ...] = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18)
        if edge.n > 1:  # not beside the cardinality, which is in the middle
            middle = (0.24, 0.2, 0.28, 0.32, 0.36, 0.64, 0.7, 0.42, 0.5)
        if mixed(edge):
            text = Text(0, 0, causality_text(edge.strokes), "causality", 10, bold=True, color=GREY)
            found.append(self._put(text, beside(line, text, middle, (1, -1), edge.n > 1)))
        if self.variables and edge.label:
            for letter, side in (("e", -1), ("f", 1)):
                text = Text(0, 0, f"{letter}{_subscript(edge.label)}", "variable", 11, italic=True)
                found.append(self._put(text, beside(line, text, middle, (side, -side), edge.n > 1)))
        elif self.labels and edge.label:
            text = Text(0, 0, edge.label, "label", 10, color=GREY)
            found.append(self._put(text, beside(line, text, middle, (-1, 1), edge.n > 1)))
        return [text for text in found if text is not None]

    def _put(self, text: Text, places: Iterator[Point]) -> Text | None:
        found = self.crowd.put(text, places)
        self.missing += found is None
        return found

    def _joins(self) -> list[Group]:
        """Lines between joined frames, the short ones first: long ones go round them."""
        groups: list[Group] = []
        nets: dict[str, list[list[Point]]] = {}
        for edge in sorted((edge for edge in self.content.edges if edge.join), key=self._distance):
            points = self.router.way(edge.tail, edge.head, (edge.tail_port, edge.head_port))
            for start, end in zip(points, points[1:]):
                self.crowd.add_line(start, end)
            if self._is_dot(edge.tail):
                points = [(self.placed[edge.tail].x, self.placed[edge.tail].y), *points]
            if self._is_dot(edge.head):
                points = [*points, (self.placed[edge.head].x, self.placed[edge.head].y)]
            under = tinted_line(edge.mark, *points)
            way = tuple(points)
            groups.append(Group("join", edge.title, "", [*under, Stroke(way, "join", STEEL, 2.4)], edge, way))
            nets.setdefault(edge.title, []).append(points)
        dots = [point for ways in nets.values() for point in _branchings(ways)]
        return [*groups, *(Group(DOT, "", "", [_dot(point)]) for point in dots)]

    def _is_dot(self, key: str) -> bool:
        return self.placed[key].node.role == DOT

    def _distance(self, edge: Edge) -> float:
        tail, head = self.placed[edge.tail], self.placed[edge.head]
        return abs(tail.x - head.x) + abs(tail.y - head.y)

    def _frame_names(self, placed: Placed) -> list[Any]:
        """The names of frames beside their squares; a and b are known by their fill."""
        found = []
        for name, door in placed.node.icon.doors.items():
            if name not in ("a", "b"):
                text = Text(0, 0, name, "port", 10, italic=True, color=GREY)
                found.append(self._put(text, _beside_door(placed, door, text)))
        return [text for text in found if text is not None]

    def _junction_name(self, placed: Placed) -> list[Any]:
        """Name and notes of a junction: below or above it where no bond leaves, otherwise in a corner of its bonds."""
        texts = list(placed.node.notes)
        if placed.node.label:
            texts.append(Text(0, 0, placed.node.label, "junction", 11, color=INK))
        found = []
        for text in texts:
            places = list(_around_junction(placed, text))
            found.append(self.crowd.put(text, places, 3.0) or self._put(text, iter(places)))
        return [text for text in found if text is not None]

    def _signals(self) -> list[Group]:
        """The signals, the short ones first: long ones go round them. One that goes to several places has dots where
        its ways part."""
        groups: dict[int, Group] = {}
        nets: dict[str, list[list[Point]]] = {}
        for arrow in sorted(self.content.arrows, key=self._reach):
            net = f"signal {arrow.source}.{arrow.name}"
            points = self.router.way(arrow.source, arrow.target, net=net)
            for start, end in zip(points, points[1:]):
                self.crowd.add_line(start, end)
            title = f"{net} → {arrow.target}.{arrow.port}".replace("signal signal ", "signal ")
            groups[id(arrow)] = Group("signal", title, "", [
                Stroke(tuple(points), "signal", SIGNAL, 1.1, "5 3"), _arrow_head(points[-2], points[-1]),
            ], arrow, tuple(points))  # fmt: skip
            nets.setdefault(net, []).append(points)
        dots = [point for ways in nets.values() for point in sorted(_branchings(ways))]
        return [*(groups[id(arrow)] for arrow in self.content.arrows),
                *(Group(DOT, "", "", [_dot(point, 2.0, SIGNAL)]) for point in dots)]  # fmt: skip

    def _reach(self, arrow: Arrow) -> float:
        source, target = self.placed[arrow.source], self.placed[arrow.target]
        return abs(source.x - target.x) + abs(source.y - target.y)


def _branchings(ways: list[list[Point]]) -> set[Point]:
    """Where one way to a dot leaves another: corners that lie within a straight piece of another way."""
    found = set()
    for way in ways:
        for x, y in way[1:-1]:
            for other in (other for other in ways if other is not way):
                for (x1, y1), (x2, y2) in zip(other, other[1:]):
                    level = y == y1 == y2 and min(x1, x2) < x < max(x1, x2)
                    if level or (x == x1 == x2 and min(y1, y2) < y < max(y1, y2)):
                        found.add((x, y))
    return found


def _dot(at: Point, radius: float = 3.0, color: str = STEEL) -> Frame:
    box = Rectangle(at[0], at[1], at[0], at[1]).grown(radius)
    return Frame(box, DOT, color, 0.8, radius, color)


def _beside_door(placed: Placed, door: Door, text: Text) -> Iterator[Point]:
    """Places for the name of a frame: outside, on either side of the line that leaves it."""
    (x, y), (ox, oy) = door.point, door.outward
    half = text.width / 2
    for far in (0.0, 5.0, 10.0):
        for side in (-1, 1):
            along, across = (half + 6 + far, side * 10) if ox else (8 + far, side * (half + 6))
            yield placed.x + x + ox * along + abs(oy) * across, placed.y + y + oy * along + abs(ox) * across


def _around_junction(placed: Placed, text: Text) -> Iterator[Point]:
    """Places for the name of a junction, the nearest first."""
    half_width, half_height = placed.node.icon.width / 2, placed.node.icon.height / 2
    high = half_height + 0.6 * text.size + 2.0
    for far in (0.0, 4.0, 9.0):
        yield placed.x, placed.y + high + far
        yield placed.x, placed.y - high - far
        for aside in (4.0, 9.0):
            beside = half_width / 2 + aside + text.width / 2
            for side, updown in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                yield placed.x + side * beside, placed.y + updown * (half_height / 2 + 8.0 + far)
    for side in (1, -1):
        yield placed.x + side * (half_width + 6 + text.width / 2), placed.y


def _subscript(label: str) -> str:
    return label.translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")) if label.isdigit() else f"_{label}"


def _arrow_head(before: Point, tip: Point) -> Stroke:
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    dx, dy = dx / length, dy / length
    left = (tip[0] - 8 * dx - 3.2 * dy, tip[1] - 8 * dy + 3.2 * dx)
    right = (tip[0] - 8 * dx + 3.2 * dy, tip[1] - 8 * dy - 3.2 * dx)
    return Stroke((tip, left, right), "arrow", SIGNAL, 0.6, "", True, SIGNAL)
