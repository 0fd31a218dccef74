"""Sides for mechanical frames: every icon is turned so that its frames look at what they are joined to.

How an icon takes its frames (`Icon.turning`):

* "axis": the icon is turned as a whole, by quarters; frames keep their sides in it (rods, springs, sliders).
* "arms": frames may be at any side, with an arm to the middle; the icon is turned with its first frame (hinges).
* "stand": frames may be at any side but the lower one; the icon is not turned (wheels on the ground).
* "sides": frames may be at any side; the icon is not turned (boxes).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from ...look.icon import Door, Icon
from ...look.item import INK, PAPER, STEEL, Frame, Item, Point, Rectangle, Stroke, Text
from .diagram import Diagram

Cell = tuple[float, float]
WAYS: dict[str, tuple[int, int]] = {"left": (-1, 0), "top": (0, -1), "right": (1, 0), "bottom": (0, 1)}
_ROUND = list(WAYS)  # clockwise: a quarter turn leads from each to the next
_SQUARE, _SPREAD = 3.5, 15.0
_MOST = 4  # frames whose sides are tried in all combinations


def look_at_neighbours(content: Diagram, cells: dict[str, Cell]) -> None:
    """Turn all icons with frames for their places in the grid."""
    joined: dict[str, dict[str, list[Cell]]] = {}
    bonded: dict[str, list[Cell]] = {}
    for edge in content.edges:
        for key, port, other in ((edge.tail, edge.tail_port, edge.head), (edge.head, edge.head_port, edge.tail)):
            way = _toward(cells[key], cells[other])
            if edge.join:
                joined.setdefault(key, {}).setdefault(port, []).append(way)
            else:
                bonded.setdefault(key, []).append(way)
    for arrow in content.arrows:
        for key, other in ((arrow.source, arrow.target), (arrow.target, arrow.source)):
            bonded.setdefault(key, []).append(_toward(cells[key], cells[other]))
    for key, node in content.nodes.items():
        if node.icon.frames:
            node.icon = turned(node.icon, joined.get(key, {}), bonded.get(key, []))


def _toward(start: Cell, end: Cell) -> Cell:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return dx / length, dy / length


def turned(icon: Icon, joined: dict[str, list[Cell]], bonded: list[Cell]) -> Icon:
    """The icon with its frames at the sides that suit the ways to what is joined to them."""
    choices = (
        _choices(icon) if len(icon.frames) <= _MOST or icon.turning == "axis" else [_nearest(icon, joined, bonded)]
    )
    best = min(choices, key=lambda sides: _cost(icon, sides, joined, bonded))
    first = next(iter(icon.frames))
    quarters = 0
    if icon.turning in ("axis", "arms"):
        quarters = (_ROUND.index(best[first]) - _ROUND.index(icon.frames[first])) % 4
    items = [_quarter(item, quarters) for item in icon.items]
    width, height = (icon.height, icon.width) if quarters % 2 else (icon.width, icon.height)
    doors = _doors(best, width, height, joined)
    arms: list[Item] = []
    if icon.turning in ("arms", "stand"):
        arms = [Stroke(((0.0, 0.0), door.point), "arm", STEEL, 4.0) for door in doors.values()]
    squares = [_square(door.point, name not in icon.outward) for name, door in doors.items()]
    return replace(icon, width=width, height=height, items=[*arms, *items, *squares], doors=doors)


def _choices(icon: Icon) -> Iterator[dict[str, str]]:
    names = list(icon.frames)
    if icon.turning == "axis":
        for quarters in range(4):
            yield {name: _ROUND[(_ROUND.index(side) + quarters) % 4] for name, side in icon.frames.items()}
        return
    sides = [side for side in _ROUND if icon.turning != "stand" or side != "bottom"]
    for chosen in product(sides, repeat=len(names)):
        yield dict(zip(names, chosen))


def _nearest(icon: Icon, joined: dict[str, list[Cell]], bonded: list[Cell]) -> dict[str, str]:
    """Sides for many frames, one after the other: those that look most clearly to one side come first."""
    sides = [side for side in _ROUND if icon.turning != "stand" or side != "bottom"]
    most = -(-len(icon.frames) // len(sides))
    found: dict[str, str] = {}

    def clear(name: str) -> float:
        return max((max(abs(x), abs(y)) for x, y in joined.get(name, ())), default=0.0)

    for name in sorted(icon.frames, key=clear, reverse=True):
        free = [side for side in sides if list(found.values()).count(side) < most]
        found[name] = min(free, key=lambda side: _cost(icon, {**found, name: side}, joined, bonded))
    return {name: found[name] for name in icon.frames}


def _cost(icon: Icon, sides: dict[str, str], joined: dict[str, list[Cell]], bonded: Iterable[Cell]) -> float:
    cost = 0.0
    taken: dict[str, int] = {}
    for name, side in sides.items():
        x, y = WAYS[side]
        cost += sum(1.0 - (x * dx + y * dy) for dx, dy in joined.get(name, ()))
        cost += sum(1.5 * max(0.0, x * dx + y * dy - 0.5) for dx, dy in bonded)
        cost += 0.02 * (side != icon.frames[name])  # as the icon was meant, where nothing speaks against it
        cost += 0.9 * taken.get(side, 0)
        taken[side] = taken.get(side, 0) + 1
    if icon.turning == "arms" and len(sides) == 2:  # straight rather than bent
        first, second = (WAYS[side] for side in sides.values())
        cost += 0.15 * (first[0] + second[0] != 0 or first[1] + second[1] != 0)
    return cost


def _doors(
    sides: dict[str, str], width: float, height: float, joined: dict[str, list[Cell]] | None = None
) -> dict[str, Door]:
    """The frames on their sides, in the order of what they are joined to, so that their lines need not cross."""
    doors = {}
    for side, (x, y) in WAYS.items():
        names = [name for name, chosen in sides.items() if chosen == side]
        names.sort(key=lambda name: sum(dx * abs(y) + dy * abs(x) for dx, dy in (joined or {}).get(name, ())))
        room = min(_SPREAD, (height if x else width) / max(1, len(names)))
        for k, name in enumerate(names):
            shift = room * (k - (len(names) - 1) / 2)
            doors[name] = Door((x * width / 2 + abs(y) * shift, y * height / 2 + abs(x) * shift), (x, y))
    return {name: doors[name] for name in sides}


def _square(at: Point, inward: bool) -> Frame:
    """A frame: filled where power counts positive into the component (a), empty where out of it (b)."""
    box = Rectangle(at[0] - _SQUARE, at[1] - _SQUARE, at[0] + _SQUARE, at[1] + _SQUARE)
    return Frame(box, "frame", INK, 1.2, 0, INK if inward else PAPER)


def _quarter(item: Item, quarters: int) -> Item:
    """An item turned clockwise by quarters about the origin; texts stay upright."""
    if quarters == 0:
        return item

    def turn(point: Point) -> Point:
        x, y = point
        for _ in range(quarters):
            x, y = -y, x
        return x, y

    if isinstance(item, Text):
        x, y = turn((item.x, item.y))
        return replace(item, x=x, y=y)
    if isinstance(item, Frame):
        r = item.rectangle
        (x1, y1), (x2, y2) = turn((r.left, r.top)), turn((r.right, r.bottom))
        return replace(item, rectangle=Rectangle(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))
    return replace(item, points=tuple(turn(point) for point in item.points))
