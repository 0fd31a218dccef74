"""Drawings: the picture of one level of a model as a value that can be shown, saved and looked into."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ...errors import FileError, ModelError
from ...graph.flat import Graph
from ...model.composite import Model
from .bond_mark import Line, bond_items, cardinality, causality_text, mixed
from .diagram import Diagram, Edge, Strokes, diagram
from .label import Crowd, beside, port_places
from .place import place
from .route import Router
from .scene import GREY, INK, SIGNAL, Frame, Group, Point, Rectangle, Scene, Stroke, Text
from .spacing import Cell, Placed, Room, bond_line, space
from .svg import to_svg

_TRIES = 8
FORMATS = ("svg", "png", "pdf")


@dataclass(frozen=True)
class Drawing:
    """A finished drawing: `scene` holds its lines and texts with their boxes, `positions` the centres of components.

    It shows itself in notebooks; ``save`` writes SVG, PNG or PDF, ``figure`` gives a matplotlib figure.
    """

    scene: Scene
    positions: dict[str, Point] = field(default_factory=dict)

    @cached_property
    def svg(self) -> str:
        """The drawing as SVG text."""
        return to_svg(self.scene)

    def _repr_svg_(self) -> str:
        return self.svg

    def figure(self, axes: Any = None) -> Any:
        """The drawing as a matplotlib figure, or drawn into given axes."""
        from .figure import to_figure

        return to_figure(self.scene, axes)

    def save(self, path: str | Path) -> Path:
        """Write the drawing to a file; the ending says the format (.svg, .png, .pdf). Returns the path."""
        path = Path(path)
        kind = path.suffix.lower().lstrip(".")
        if kind not in FORMATS:
            raise FileError(
                f"a drawing is written as {', '.join(FORMATS)}, not '{path.suffix or path.name}'; change the ending"
            )
        try:
            if kind == "svg":
                path.write_text(self.svg, encoding="utf-8")
            else:
                self.figure().savefig(path, format=kind, dpi=192)
        except OSError as error:
            raise FileError(f"the drawing cannot be written to '{path}': {error.strerror or error}") from None
        return path

    def __repr__(self) -> str:
        box = self.scene.box()
        return f"<Drawing {self.scene.title}: {box.right - box.left:.0f} × {box.bottom - box.top:.0f}>"


def draw(model: Model, path: str = "", strokes: Strokes | None = None, *, graph: Graph | None = None,
         values: bool = True, labels: bool = True, variables: bool = False) -> Drawing:  # fmt: skip
    """Draw one level of `model`: the whole (``path=""``) or the inside of the composite at `path`.

    `strokes` gives the causal strokes: flat bond index, or (model path, position in ``model.bonds``), → a tuple of
    "tail" or "head" for each component, in the direction in which the bond is drawn. `graph`: the flat graph of the
    model, if it is there already. `values`: write laws and values; `labels`: number the bonds; `variables`: write the
    effort and flow of each bond on its two sides.

    >>> from multibond import J1, R, C, Model, Se
    >>> m = Model("rc", domain="electrical")
    >>> m.source, m.loop, m.resistor, m.capacitor = Se(10), J1(), R(5), C(1e-3)
    >>> _ = m.source >> m.loop >> [m.resistor, m.capacitor]
    >>> draw(m).svg[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'
    """
    if not isinstance(model, Model):
        raise ModelError(f"a drawing is made of a model, not of {model!r}")
    content = diagram(model, path, strokes, graph, values)
    cells = place(content)
    for level in range(_TRIES):
        cells, placed, lines = _settled(content, cells, Room(bonds=10.0 * level))
        scene, missing = _Painter(content, placed, lines, labels, variables).paint()
        if not missing or level >= 3:
            break
    return Drawing(scene, {key: (p.x, p.y) for key, p in placed.items() if p.node.component is not None})


def _settled(
    content: Diagram, cells: dict[str, Cell], room: Room
) -> tuple[dict[str, Cell], dict[str, Placed], list[Line]]:
    """Places with room for every bond: where a bond would run over a text, rows or columns move apart."""
    cells = dict(cells)
    for attempt in range(2 * _TRIES):
        placed = space(content, cells, room)
        lines = _lines(content, placed)
        hits = list(_hits(content, placed, lines))
        if not hits:
            break
        columns, rows = dict(room.columns), dict(room.rows)
        for edge, obstacle in hits:
            (x1, y1), (x2, y2) = cells[edge.tail], cells[edge.head]
            if x1 == x2 or y1 == y2:
                _step_aside(cells, obstacle, y1 == y2)
                continue
            if attempt >= _TRIES and obstacle not in (edge.tail, edge.head) and not placed[obstacle].node.fixed:
                _step_aside(cells, obstacle, attempt % 2 == 0)  # room alone did not help
                continue
            a, b = placed[edge.tail], placed[edge.head]
            axis, extra = (1, rows) if abs(a.y - b.y) < 1.2 * abs(a.x - b.x) else (0, columns)
            low, high = sorted((cells[edge.tail][axis], cells[edge.head][axis]))
            for line in {cell[axis] for cell in cells.values() if low <= cell[axis] < high}:
                extra[line] = min(200.0, extra.get(line, 0.0) + 14.0)
        room = Room(room.bonds, tuple(sorted(columns.items())), tuple(sorted(rows.items())))
    return cells, placed, lines


def _step_aside(cells: dict[str, Cell], key: str, horizontal: bool) -> None:
    """Move a node that a straight bond passes through by half a cell across the bond."""
    x, y = cells[key]
    for step in (0.5, -0.5, 0.75, -0.75, 0.25, -0.25):
        cell = (x, y + step) if horizontal else (x + step, y)
        if cell not in cells.values():
            cells[key] = cell
            return


def _lines(content: Diagram, placed: dict[str, Placed]) -> list[Line]:
    together: dict[frozenset[str], list[int]] = {}
    for i, edge in enumerate(content.edges):
        together.setdefault(frozenset((edge.tail, edge.head)), []).append(i)
    lines: dict[int, Line] = {}
    for members in together.values():
        for k, i in enumerate(members):
            lines[i] = Line(*bond_line(content.edges[i], placed, 18.0 * (k - (len(members) - 1) / 2)))
    return [lines[i] for i in range(len(lines))]


def _hits(content: Diagram, placed: dict[str, Placed], lines: list[Line]) -> Iterator[tuple[Edge, str]]:
    """Bonds that run over a node or a caption."""
    crowd: dict[tuple[int, int], list[tuple[str, int, Rectangle]]] = {}
    for key, node in placed.items():
        for i, box in enumerate(node.boxes):
            for column in range(int(box.left // 100), int(box.right // 100) + 1):
                for row in range(int(box.top // 100), int(box.bottom // 100) + 1):
                    crowd.setdefault((column, row), []).append((key, i, box))
    for edge, line in zip(content.edges, lines):
        (x1, y1), (x2, y2) = line.start, line.end
        seen: set[tuple[str, int]] = set()
        for column in range(int(min(x1, x2) // 100), int(max(x1, x2) // 100) + 1):
            for row in range(int(min(y1, y2) // 100), int(max(y1, y2) // 100) + 1):
                for key, i, box in crowd.get((column, row), ()):
                    if (key, i) in seen or (i == 0 and key in (edge.tail, edge.head)):
                        continue
                    seen.add((key, i))
                    if box.grown(3).crossed(line.start, line.end):
                        yield edge, key


class _Painter:
    """Puts a placed diagram into a scene: nodes, bonds, signals, then the small texts where there is room."""

    def __init__(self, content: Diagram, placed: dict[str, Placed], lines: list[Line], labels: bool, variables: bool):
        self.content, self.placed, self.lines = content, placed, lines
        self.labels, self.variables = labels, variables
        self.crowd = Crowd()
        self.missing = 0

    def paint(self) -> tuple[Scene, int]:
        """The scene, and how many texts found no place."""
        scene = Scene(self.content.title)
        bonds = [self._bond(edge, line) for edge, line in zip(self.content.edges, self.lines)]
        nodes = [self._node(node) for node in self.placed.values()]
        signals = self._signals()
        for edge, line, group in zip(self.content.edges, self.lines, bonds):
            group.items += self._port_names(edge, line)
        for edge, line, group in zip(self.content.edges, self.lines, bonds):
            group.items += self._bond_texts(edge, line)
        scene.groups = [*signals, *bonds, *nodes]
        return scene, self.missing

    def _node(self, placed: Placed) -> Group:
        node = placed.node
        for box in placed.boxes:
            self.crowd.add_box(box)
        items = [item.moved(placed.x, placed.y) for item in node.icon.items]
        return Group(node.role or "composite", node.title, node.path, [*items, *placed.captions])

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
        return Group("bond", edge.title, "", items)

    def _port_names(self, edge: Edge, line: Line) -> list[Any]:
        found = []
        for port, at_tail in ((edge.tail_port, True), (edge.head_port, False)):
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

    def _signals(self) -> list[Group]:
        router = Router(self.placed, [(line.start, line.end) for line in self.lines])
        groups = []
        for arrow in self.content.arrows:
            points = router.way(arrow.source, arrow.target)
            for start, end in zip(points, points[1:]):
                self.crowd.add_line(start, end)
            title = f"signal {arrow.source}.{arrow.name} → {arrow.target}.{arrow.port}".replace(
                "signal signal ", "signal "
            )
            groups.append(Group("signal", title, "", [
                Stroke(tuple(points), "signal", SIGNAL, 1.1, "5 3"), _arrow_head(points[-2], points[-1]),
            ]))  # fmt: skip
        return groups


def _subscript(label: str) -> str:
    return label.translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")) if label.isdigit() else f"_{label}"


def _arrow_head(before: Point, tip: Point) -> Stroke:
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    dx, dy = dx / length, dy / length
    left = (tip[0] - 8 * dx - 3.2 * dy, tip[1] - 8 * dy + 3.2 * dx)
    right = (tip[0] - 8 * dx + 3.2 * dy, tip[1] - 8 * dy - 3.2 * dx)
    return Stroke((tip, left, right), "arrow", SIGNAL, 0.6, "", True, SIGNAL)
