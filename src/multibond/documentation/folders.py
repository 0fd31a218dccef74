"""The graph of the package's folders: which imports from which, read from the source, and a picture of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

from ..look.item import GREY, INK, Frame, Item, Point, Rectangle, Stroke, Text
from ..picture.drawing.scene import Group, Scene
from ..picture.drawing.svg import to_svg

PACKAGE = Path(__file__).resolve().parents[1]
ENTRANCES = ("__init__", "__main__")  # what opens the package, and is imported by nothing in it
WIDTH, HEIGHT, ACROSS, DOWN = 112.0, 26.0, 136.0, 46.0  # of the boxes, and from one to the next


def imports(package: Path = PACKAGE) -> dict[str, set[str]]:
    """The folders (and files beside them) that each folder imports from, in functions and for types too."""
    found: dict[str, set[str]] = {}
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package).with_suffix("").parts
        here = found.setdefault(parts[0], set())
        for statement in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            here.update(name for name in _named(statement, parts, package.name) if name != parts[0])
    known = set(found)
    return {name: targets & known for name, targets in found.items() if name not in ENTRANCES}


def _named(statement: ast.AST, parts: tuple[str, ...], package: str) -> set[str]:
    """The folders that one statement imports from."""
    if isinstance(statement, ast.Import):
        paths = [alias.name.split(".") for alias in statement.names]
    elif isinstance(statement, ast.ImportFrom):
        above = [package, *parts[:-1]][: len(parts) - statement.level + 1] if statement.level else []
        path = [*above, *(statement.module.split(".") if statement.module else [])]
        paths = [[*path, alias.name] for alias in statement.names]
    else:
        return set()
    return {path[1] for path in paths if len(path) > 1 and path[0] == package}


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Folders that import each other in a circle; empty if there is none."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for target in sorted(graph.get(name, ())):
            found = walk(target, [*way, name])
            if found:
                return found
        done.add(name)
        return []

    return next((found for name in sorted(graph) if (found := walk(name, []))), [])


def levels(graph: Mapping[str, set[str]]) -> dict[str, int]:
    """How far above the lowest folder each one stands."""
    found: dict[str, int] = {}

    def level(name: str) -> int:
        if name not in found:
            found[name] = max((1 + level(target) for target in graph.get(name, ())), default=0)
        return found[name]

    for name in graph:
        level(name)
    return found


def direct(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Only those imports that no way over other folders stands for."""
    reach: dict[str, set[str]] = {}

    def below(name: str) -> set[str]:
        if name not in reach:
            reach[name] = set().union(*({target} | below(target) for target in graph.get(name, ())))
        return reach[name]

    return {
        name: {x for x in targets if not any(x in below(other) for other in targets if other != x)}
        for name, targets in graph.items()
    }


def picture_of_folders(graph: Mapping[str, set[str]] | None = None) -> str:
    """The folders as SVG, the lowest at the bottom; a line goes down to each that is imported directly."""
    graph = imports() if graph is None else graph
    height = levels(graph)
    rows = [[name for name in graph if height[name] == level] for level in range(max(height.values()) + 1)]
    places = {
        name: ((k - (len(row) - 1) / 2) * ACROSS, -level * DOWN)
        for level, row in enumerate(rows)
        for k, name in enumerate(sorted(row))
    }
    lines: list[Item] = []
    for name, targets in direct(graph).items():
        for target in sorted(targets):
            lines.append(Stroke(_line(places[name], places[target], places), color=GREY, width=1.2))
    boxes: list[Item] = []
    for name, (x, y) in places.items():
        box = Rectangle(x - WIDTH / 2, y - HEIGHT / 2, x + WIDTH / 2, y + HEIGHT / 2)
        boxes += [Frame(box, "folder", INK, 1.4, 6, "#f3f6fa"), Text(x, y, name, "name", 13)]
    return to_svg(Scene("the folders of multibond", [Group("imports", items=lines), Group("folders", items=boxes)]))


def _line(start: Point, end: Point, places: Mapping[str, Point]) -> tuple[Point, ...]:
    """A line from the lower edge of one box to the upper edge of another, round what stands between."""
    (x, y), (to_x, to_y) = start, end
    between = [abs(at) for at, level in places.values() if y < level < to_y]
    first, last = (x, y + HEIGHT / 2), (to_x, to_y - HEIGHT / 2)
    if not between:
        return first, last
    side = (1 if x + to_x >= 0 else -1) * (max(between) + WIDTH / 2 + 12 + 8 * (abs(to_x) > 0))
    return first, (side, first[1] + 10), (side, last[1] - 10), last
