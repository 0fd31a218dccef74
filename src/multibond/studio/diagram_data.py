"""A drawing as data for the page: the same lines, boxes and texts that `multibond draw` writes, by node and by edge."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from ..graph.flat import Graph
from ..look.icon import Icon
from ..look.item import Frame, Item, Text
from ..model.component import Component
from ..model.composite import Composite
from ..model.declare import Input, Output
from ..model.joining import is_frame
from ..model.registry import name_of
from ..picture.drawing.bond_mark import mixed
from ..picture.drawing.diagram import Arrow, Diagram, Edge, Node
from ..picture.drawing.drawing import Drawing
from ..picture.drawing.multibody import DOT
from ..picture.drawing.scene import Group
from ..picture.drawing.spacing import Placed

MOST_FRAMES = 12  # of the parts of a composite that are offered to be joined
_MARKS = {"port": "port", "signal": "signal", DOT: "dot"}


def item_data(item: Item, dx: float = 0.0, dy: float = 0.0) -> dict[str, Any]:
    """A line, box or text, moved by (dx, dy) pixels."""
    if isinstance(item, Text):
        halo = item.box.grown(1.5).moved(dx, dy) if item.halo else None
        return {
            "t": "text", "role": item.role, "x": _pixel(item.x + dx), "y": _pixel(item.baseline + dy),
            "words": item.words, "size": item.size, "bold": item.bold, "italic": item.italic, "color": item.color,
            "length": _pixel(item.width),
            "halo": None if halo is None else [
                _pixel(halo.left), _pixel(halo.top), _pixel(halo.right - halo.left), _pixel(halo.bottom - halo.top)],
        }  # fmt: skip
    if isinstance(item, Frame):
        r = item.rectangle
        return {
            "t": "box", "role": item.role, "x": _pixel(r.left + dx), "y": _pixel(r.top + dy),
            "width": _pixel(r.right - r.left), "height": _pixel(r.bottom - r.top), "radius": item.radius,
            "color": item.color, "stroke": item.width, "fill": item.fill,
        }  # fmt: skip
    return {
        "t": "line", "role": item.role, "points": [[_pixel(x + dx), _pixel(y + dy)] for x, y in item.points],
        "color": item.color, "width": item.width, "dash": item.dash, "closed": item.closed, "fill": item.fill,
    }  # fmt: skip


def _pixel(value: float) -> float:
    return round(value, 2)


def icon_data(icon: Icon, captions: list[Text] | None = None, x: float = 0.0, y: float = 0.0) -> dict[str, Any]:
    """An icon around (0, 0); `captions` are those of a node that is placed at (x, y)."""
    if captions is None:
        captions, top = [], icon.height / 2 + 2
        for line in icon.captions:
            captions.append(line.moved(-line.x, top + 0.6 * line.size - line.y))
            top += 1.3 * line.size
    return {
        "width": _pixel(icon.width), "height": _pixel(icon.height), "outline": icon.outline,
        "items": [item_data(item) for item in icon.items],
        "captions": [item_data(caption, -x, -y) for caption in captions],
    }  # fmt: skip


class DiagramData:
    """Turns a drawing of one level into plain data; `entries` says where the parts of the level stand in the file."""

    def __init__(self, drawing: Drawing, content: Diagram, graph: Graph | None, level: Composite, path: str):
        self.drawing, self.content, self.graph, self.level, self.path = drawing, content, graph, level, path
        self.taken = {end for bond in level.bonds for end in (bond.tail, bond.head)} | set(level.exposed.values())
        self.stems = {} if graph is None else {index: name for name, index in graph.stems.items()}
        self.joined = {(key, port) for edge in content.edges if edge.join for key, port in _ends(edge)}

    def data(self, exact: bool, place: tuple[str | int, ...] | None, entries: dict[str, Any]) -> dict[str, Any]:
        """The diagram as the protocol describes it."""
        box = self.drawing.scene.box()
        groups = self.drawing.scene.groups
        first = next((i for i, group in enumerate(groups) if group.subject is not None), len(groups))
        loose = [(i, group) for i, group in enumerate(groups) if group.subject is None]
        return {
            "level": self.path,
            "place": None if place is None else list(place),
            "exact": exact,
            "box": [_pixel(side) for side in (box.left, box.top, box.right, box.bottom)],
            "nodes": [self._node(group, group.subject) for group in groups if isinstance(group.subject, Node)],
            "edges": [self._edge(group, entries) for group in groups if isinstance(group.subject, (Edge, Arrow))],
            "under": [item_data(item) for i, group in loose if i < first for item in group.items],
            "over": [item_data(item) for i, group in loose if i > first for item in group.items],
        }

    # ------------------------------------------------------------ nodes
    def _node(self, group: Group, node: Node) -> dict[str, Any]:
        placed = self.drawing.placed[node.key]
        component = node.component
        below = self.graph.elements.get(node.path) if self.graph else None
        names = [item for item in group.items if item not in placed.captions]
        icon = icon_data(node.icon, placed.captions, placed.x, placed.y)
        icon["items"] = [item_data(item, -placed.x, -placed.y) for item in names]
        return {
            "key": node.key,
            "kind": "component" if component is not None else _MARKS.get(node.role, "port"),
            "path": node.path,
            "name": node.key if component is not None else node.key.partition(" ")[2],
            "type": "" if component is None else type_of(component),
            "role": node.role,
            "composite": isinstance(component, Composite),
            "x": _pixel(placed.x),
            "y": _pixel(placed.y),
            "placed": node.fixed is not None,
            "icon": icon,
            "ports": [] if component is None else self._ports(placed, component),
            "title": node.title,
            "domain": None if below is None else below.domain.name,
            "severity": "",
            "values": {} if component is None else {name: _value(value) for name, value in component.given.items()},
        }

    def _ports(self, placed: Placed, component: Component) -> list[dict[str, Any]]:
        """The places where bonds, joins and signals may begin or end."""
        node, ports = placed.node, []
        half = (node.icon.width / 2, node.icon.height / 2)
        for name, door in node.icon.doors.items():
            ports.append({
                "name": name, "kind": "frame", "x": _pixel(door.point[0]), "y": _pixel(door.point[1]),
                "outward": list(door.outward), "inward": name not in node.icon.outward, "many": True,
                "free": (node.key, name) not in self.joined, "n": 1, "domain": None,
            })  # fmt: skip
        ports += self._inner_frames(node, component, half)
        for k, (name, port) in enumerate(component.ports.items()):
            if is_frame(component):
                continue
            side = -1 if port.inward and not port.many else 1
            ports.append({
                "name": name, "kind": "bond", "x": _pixel(0.0 if port.many else side * half[0]),
                "y": _pixel(0.0 if len(component.ports) < 3 else half[1] * (2 * (k + 0.5) / len(component.ports) - 1)),
                "outward": [side, 0], "inward": port.inward, "many": port.many,
                "free": port.many or (node.key, name) not in self.taken, "n": component.size(port.n),
                "domain": self._domain(node.path, name) or port.domain,
            })  # fmt: skip
        signals = [(n, d) for n, d in component.declarations.items() if isinstance(d, (Input, Output))]
        for name, declared in signals:
            taking = isinstance(declared, Input)
            many = not taking or declared.shape not in ("", "field", "n")  # such as the summands of a sum
            same = [n for n, d in signals if isinstance(d, Input) == taking]
            ports.append({
                "name": name, "kind": "in" if taking else "out", "x": _pixel(-half[0] if taking else half[0]),
                "y": _pixel(half[1] * (2 * (same.index(name) + 0.5) / len(same) - 1)),
                "outward": [-1 if taking else 1, 0], "inward": taking, "many": many,
                "free": not taking or name not in component.given, "n": 1, "domain": None,
            })  # fmt: skip
        return ports

    def _inner_frames(self, node: Node, component: Component, half: tuple[float, float]) -> list[dict[str, Any]]:
        """Frames of the parts of a composite, at its lower edge: what is joined to them is joined to the whole."""
        names = [name for name in frames_within(component) if name not in node.icon.doors][:MOST_FRAMES]
        step = 2 * half[0] / (len(names) + 1)
        return [
            {
                "name": name, "kind": "frame", "x": _pixel((k + 1) * step - half[0]), "y": _pixel(half[1]),
                "outward": [0, 1], "inward": True, "many": True, "free": True, "n": 1, "domain": None,
            }
            for k, name in enumerate(names)
        ]  # fmt: skip

    def _domain(self, path: str, port: str) -> str | None:
        flat = self.graph.elements.get(path) if self.graph else None
        return flat.domains[port].name if flat is not None and port in flat.domains else None

    # ------------------------------------------------------------ edges
    def _edge(self, group: Group, entries: dict[str, Any]) -> dict[str, Any]:
        subject = group.subject
        shared = {
            "title": group.title, "points": [[_pixel(x), _pixel(y)] for x, y in group.way],
            "items": [item_data(item) for item in group.items], "conflict": False,
        }  # fmt: skip
        if isinstance(subject, Arrow):
            found = entries.get(f"wire {subject.wire}") if subject.wire >= 0 else None
            use = {"component": subject.target, "value": subject.port} if subject.wire < 0 else None
            name = f"wire {subject.wire}" if subject.wire >= 0 else f"use {subject.target}.{subject.port}"
            return {
                **shared, "id": f"{name} from {subject.source}.{subject.name}", "kind": "signal",
                "tail": subject.source, "head": subject.target, "tailPort": subject.name, "headPort": subject.port,
                "n": 1, "label": subject.name, "directed": True, "strokes": [], "forced": False, "mixed": False,
                "entry": found or use, "effort": "", "flow": "", "index": -1, "flows": [], "domain": None,
            }  # fmt: skip
        assert isinstance(subject, Edge)
        kind = "join" if subject.join else "bond" if subject.position >= 0 else "port"
        number = f"{kind} {subject.position}" if kind == "bond" else f"{kind} {group.title}"
        name = f"{number} {subject.tail} {subject.head}" if kind == "join" else number
        effort, flow = self._variables(subject)
        flat = self.graph.bonds[subject.index] if self.graph and subject.index >= 0 else None
        return {
            **shared, "id": name, "kind": kind, "tail": subject.tail, "head": subject.head,
            "tailPort": subject.ports[0], "headPort": subject.ports[1], "n": subject.n, "label": subject.label,
            "directed": subject.directed, "strokes": list(subject.strokes), "forced": subject.forced,
            "mixed": mixed(subject), "entry": entries.get(f"{kind} {subject.position}"),
            "effort": effort, "flow": flow, "index": subject.index, "flows": self._flows(subject),
            "domain": None if flat is None else flat.domain.name,
        }  # fmt: skip

    def _flows(self, edge: Edge) -> list[list[int]]:
        """The flat bonds whose powers go along a line from tail to head, each with its sign: of joined frames those
        between one of them and the node where they are joined."""
        if not edge.join:
            return [[edge.index, 1]] if edge.index >= 0 else []
        for (key, frame), leaving in zip(_ends(edge), (True, False), strict=True):
            path = f"{self.path}.{key}.{frame}" if self.path else f"{key}.{frame}"
            if path in self.at_joins:
                return [[index, 1 if out == leaving else -1] for index, out in self.at_joins[path]]
        return []

    @cached_property
    def at_joins(self) -> dict[str, list[tuple[int, bool]]]:
        """The bonds between frames and the nodes that join them, by frame; whether they lead away from it."""
        found: dict[str, list[tuple[int, bool]]] = {}
        nodes = {path for join in self.graph.joins for path in join.nodes} if self.graph else set()
        for bond in self.graph.bonds if self.graph and nodes else ():
            for own, other, leaving in ((bond.tail, bond.head, True), (bond.head, bond.tail, False)):
                if other[0] in nodes and own[0] not in nodes:
                    found.setdefault(own[0], []).append((bond.index, leaving))
        return found

    def _variables(self, edge: Edge) -> tuple[str, str]:
        """The names of effort and flow of a bond in results: of a one-port at its end, otherwise of the bond."""
        if self.graph is None or edge.index < 0:
            return "", ""
        flat = self.graph.bonds[edge.index]
        for path, _ in (flat.tail, flat.head):
            element = self.graph.elements[path].element
            if len(element.whole_ports) == 1 and not element.junction and not element._split:
                if not {"e", "f"} & element.declarations.keys():
                    return f"{path}.e", f"{path}.f"
        stem = self.stems.get(edge.index, "")
        return (f"{stem}.e", f"{stem}.f") if stem else ("", "")


def frames_within(component: Component) -> list[str]:
    """The frames of the parts of a composite that can be joined from outside, by their paths in it: those that nothing
    is joined to, then one of each join. Parts of libraries have frames of their own, and nothing to look for."""
    if not isinstance(component, Composite) or component.library != "user":
        return []
    found: dict[int, str] = {}
    joined: list[list[int]] = []

    def look(model: Composite, path: str) -> None:
        joined.extend([id(frame) for frame in join] for join in model.joins)
        for name, child in model.children.items():
            if is_frame(child):
                found[id(child)] = f"{path}{name}"
            elif isinstance(child, Composite):
                if any(is_frame(part) for part in child.children.values()):
                    found.update({id(part): f"{path}{name}.{end}" for end, part in child.children.items()
                                  if is_frame(part)})  # fmt: skip
                elif child.library == "user":
                    look(child, f"{path}{name}.")

    look(component, "")
    inner = {number for join in joined for number in join}
    free = [name for number, name in found.items() if number not in inner]
    return free + [found[number] for number in dict.fromkeys(join[0] for join in joined) if number in found]


def _ends(edge: Edge) -> list[tuple[str, str]]:
    return [(edge.tail, edge.tail_port), (edge.head, edge.head_port)]


def type_of(component: Component) -> str:
    """What a file writes for the type of a component; the title of a model that is written in place."""
    if isinstance(component, Composite) and component.is_plain():
        return component.title
    return name_of(type(component)) or type(component).__name__


def _value(value: Any) -> str:
    return re.sub(r"\s+", " ", str(value))[:200]


__all__ = ["DiagramData", "icon_data", "item_data", "type_of"]
