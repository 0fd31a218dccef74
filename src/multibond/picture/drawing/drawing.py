"""Drawings: the picture of one level of a model as a value that can be shown, saved and looked into."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

from ...argument import checked, spelled
from ...errors import FileError, ModelError
from ...frozen import frozen
from ...graph.flat import Graph, graph_of
from ...look.item import Point, Rectangle
from ...model.composite import Composite
from ...model.file.whole import replacing
from ...notebook import framed
from .bond_mark import Line
from .cells import place
from .diagram import Diagram, Edge, Strokes, diagram
from .exact import exactly, given_cells, readable
from .flat_diagram import flat_diagram
from .frame_side import look_at_neighbours
from .paint import Painter
from .path_mark import Marks
from .scene import Scene
from .spacing import Cell, Placed, Room, bond_line, space
from .svg import to_svg
from .tikz import to_tikz

_TRIES = 8
FORMATS = ("svg", "png", "pdf", "tex")


@frozen
class Drawing:
    """A finished drawing: `scene` holds its lines and texts with their boxes, `positions` the centres of components,
    `placed` everything at its place by key, the marks of ports and signals too.

    It shows itself in notebooks; ``save`` writes SVG, PNG, PDF or TikZ, ``figure`` gives a matplotlib figure.
    """

    scene: Scene
    positions: dict[str, Point] = field(default_factory=dict)
    placed: dict[str, Placed] = field(default_factory=dict, repr=False)

    @cached_property
    def svg(self) -> str:
        """The drawing as SVG text."""
        return to_svg(self.scene)

    @cached_property
    def tikz(self) -> str:
        """The drawing as a LaTeX document with a TikZ picture."""
        return to_tikz(self.scene)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        """The drawing as wide as the page has room for."""
        from ..notebook_view import paper

        return framed(paper(self))

    @spelled
    def figure(self, axes: Any = None) -> Any:
        """The drawing as a matplotlib figure, or drawn into given axes."""
        from .figure import to_figure

        return to_figure(self.scene, axes)

    @checked
    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the drawing to a file; the ending says the format (.svg, .png, .pdf, .tex). Returns the path."""
        path = Path(path)
        kind = path.suffix.lower().lstrip(".")
        if kind not in FORMATS:
            raise FileError(
                f"a drawing is written as {', '.join(FORMATS)}, not '{path.suffix or path.name}'; change the ending"
            )
        if kind in ("svg", "tex"):
            content = (self.svg if kind == "svg" else self.tikz).encode()
        else:
            picture = BytesIO()
            self.figure().savefig(picture, format=kind, dpi=192)
            content = picture.getvalue()
        with replacing(path, "the drawing") as part:
            part.write_bytes(content)
        return path

    def __repr__(self) -> str:
        box = self.scene.box()
        return f"<Drawing {self.scene.title}: {box.right - box.left:.0f} × {box.bottom - box.top:.0f}>"


def draw(model: Composite, path: str = "", strokes: Strokes | None = None, *, graph: Graph | None = None,
         values: bool = True, labels: bool = True, variables: bool = False, flat: bool = False,
         names: bool | None = None, marks: Marks | None = None) -> Drawing:  # fmt: skip
    """Draw one level of `model`: the whole (``path=""``) or the inside of the composite at `path`.

    `strokes` gives the causal strokes: flat bond index, or (model path, position in ``model.bonds``), → a tuple of
    "tail" or "head" for each component, in the direction in which the bond is drawn. `graph`: the flat graph of the
    model, if it is there already. `values`: write laws and values; `labels`: number the bonds; `variables`: write the
    effort and flow of each bond on its two sides; `flat`: all elements of a wrapped model in one picture, instead of
    one level; `names`: write the names of all junctions or of none, by default of those that the user named; `marks`:
    the causal paths to be shown.

    >>> from multibond import J1, R, C, Model, Se
    >>> m = Model("rc", domain="electrical")
    >>> m.source, m.loop, m.resistor, m.capacitor = Se(10), J1(), R(5), C(1e-3)
    >>> _ = m.source >> m.loop >> [m.resistor, m.capacitor]
    >>> draw(m).svg[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'
    """
    if not isinstance(model, Composite):
        raise ModelError(f"a drawing is made of a model, not of {model!r}")
    if flat and path:
        raise ModelError("all that is inside is drawn at once (flat), so there is nothing to open; leave out one", path)
    if flat:
        content = flat_diagram(graph or graph_of(model), strokes, values, names)
    else:
        content = diagram(model, path, strokes, graph, values, names=names)
    if marks is not None:
        marks.put(content, "" if flat else path)
    return drawn(content, labels=labels, variables=variables)


def drawn(content: Diagram, *, labels: bool = True, variables: bool = False, exact: bool = False) -> Drawing:
    """The drawing of a diagram. Where the user gave a place for every component they are where they were put, as long
    as that can be read (`exact`: even where it cannot); otherwise they are arranged."""
    scene, placed = _as_given(content, labels, variables, exact) or _arranged(content, labels, variables)
    return Drawing(scene, {key: (p.x, p.y) for key, p in placed.items() if p.node.component is not None}, placed)


def _as_given(content: Diagram, labels: bool, variables: bool, exact: bool) -> tuple[Scene, dict[str, Placed]] | None:
    """The scene with everything where the user put it; None where that is not said, or cannot be read."""
    cells = given_cells(content)
    if cells is None:
        return None
    icons = {key: node.icon for key, node in content.nodes.items()}
    look_at_neighbours(content, cells)
    placed = exactly(content, cells)
    if not exact and not readable(content, placed):
        for key, icon in icons.items():
            content.nodes[key].icon = icon
        return None
    return Painter(content, placed, _lines(content, placed), labels, variables).paint()[0], placed


def _arranged(content: Diagram, labels: bool, variables: bool) -> tuple[Scene, dict[str, Placed]]:
    cells = place(content)
    look_at_neighbours(content, cells)
    for level in range(_TRIES):
        cells, placed, lines = _settled(content, cells, Room(bonds=10.0 * level))
        scene, missing = Painter(content, placed, lines, labels, variables).paint()
        if not missing or level >= 3:
            break
    return scene, placed


def _settled(
    content: Diagram, cells: dict[str, Cell], room: Room
) -> tuple[dict[str, Cell], dict[str, Placed], list[Line]]:
    """Places with room for every bond: where a bond would run over a text, rows or columns move apart."""
    cells = dict(cells)
    tried: set[tuple[str, Cell]] = set()
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
                _step_aside(cells, obstacle, y1 == y2, tried)
                continue
            if attempt >= _TRIES and obstacle not in (edge.tail, edge.head) and not placed[obstacle].node.fixed:
                _step_aside(cells, obstacle, attempt % 2 == 0, tried)  # room alone did not help
                continue
            a, b = placed[edge.tail], placed[edge.head]
            axis, extra = (1, rows) if abs(a.y - b.y) < 1.2 * abs(a.x - b.x) else (0, columns)
            low, high = sorted((cells[edge.tail][axis], cells[edge.head][axis]))
            for line in {cell[axis] for cell in cells.values() if low <= cell[axis] < high}:
                extra[line] = min(200.0, extra.get(line, 0.0) + 14.0)
        room = Room(room.bonds, tuple(sorted(columns.items())), tuple(sorted(rows.items())))
    return cells, placed, lines


def _step_aside(cells: dict[str, Cell], key: str, horizontal: bool, tried: set[tuple[str, Cell]]) -> None:
    """Move a node that a bond passes through by half a cell or so across the bond, to where it was not before."""
    x, y = cells[key]
    tried.add((key, (x, y)))
    for step in (0.5, -0.5, 0.75, -0.75, 0.25, -0.25, 1.5, -1.5):
        cell = (x, y + step) if horizontal else (x + step, y)
        if cell not in cells.values() and (key, cell) not in tried:
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
        if edge.join:
            continue  # finds a way round
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
