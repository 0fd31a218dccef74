"""One level of a model as nodes and edges, before anything has a place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...errors import ModelError, MultibondError, NameNotFound, nearest
from ...graph.flat import Graph, flatten
from ...look.icon import Icon, Look
from ...look.item import INK, SIGNAL, STEEL, Frame, Rectangle, Text
from ...look.signal import source_of, sources, used_signals, wired
from ...look.usual import icon_of
from ...model.bond import Bond
from ...model.component import Component
from ...model.composite import Composite
from ...model.declare import Output
from ...model.joining import is_frame
from ...model.registry import name_of
from .multibody import DOT, frames_of, groups, is_outward

Strokes = Mapping[Any, tuple[str | None, ...]] | Sequence[tuple[str | None, ...]]
_Strokes = Mapping[Any, tuple[str | None, ...]]
MOST_PARTS, MOST_BONDS = 2000, 250  # on one level, and at one of its components
_SAYS_NOTHING = re.compile(r"(?:j|junction|one|zero)[_\d]*")
GROUND = "ground"  # role of components that stand still in the world


@dataclass
class Node:
    """A component, or the mark of an exposed port or of an outer signal."""

    key: str
    icon: Icon
    title: str
    path: str = ""
    component: Component | None = None
    role: str = ""
    fixed: tuple[float, float] | None = None  # in the user's units, y down
    mark: int = 0  # the class of the causal paths through it
    label: str = ""  # the name of a junction, where it is shown: beside it, where there is room
    gap: float = 2.0  # pixels between the core and the captions
    notes: tuple[Text, ...] = ()  # captions of a junction, which like its name stand where its bonds leave room

    def __post_init__(self) -> None:
        if self.is_junction and self.icon.captions:
            self.notes, self.icon = tuple(self.icon.captions), replace(self.icon, captions=[])

    @property
    def is_junction(self) -> bool:
        """Whether bonds may meet here in any number."""
        return self.role == "junction"


@dataclass
class Edge:
    """A bond; power counts positive from tail to head. `strokes`: where the causal stroke of each component is."""

    tail: str
    head: str
    n: int = 1
    label: str = ""
    strokes: tuple[str | None, ...] = ()
    tail_port: str = ""  # shown beside composites
    head_port: str = ""
    title: str = ""
    directed: bool = True
    join: bool = False  # two joined frames instead of a bond; the ports are the frames
    index: int = -1  # of the flat bond
    mark: int = 0  # the class of the causal paths along it
    position: int = -1  # among the bonds, or among the joins, of its level; -1: of an exposed port
    forced: bool = False  # the user chose the strokes
    ports: tuple[str, str] = ("", "")  # at tail and head, also where they are not shown


@dataclass
class Arrow:
    """A signal from source to target; `name` is what it is at the source, `port` what it is for at the target.

    `wire` is its position among the wires of the level; -1 where the value of the target's `port` uses the signal.
    """

    source: str
    target: str
    name: str = ""
    port: str = ""
    wire: int = -1


@dataclass
class Diagram:
    """Nodes by key, bonds and signals of one level of a model."""

    title: str
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)


def flat_graph(model: Composite) -> Graph | None:
    """The flat graph of the whole model, or None while it is not complete; the model can still be written on."""
    frozen = model._frozen
    try:
        return flatten(model)
    except MultibondError:
        return None
    finally:
        model._set(frozen=frozen)


def diagram(model: Composite, path: str, strokes: Strokes | None, graph: Graph | None, values: bool = True,
            complete: bool = True, names: bool | None = None) -> Diagram:  # fmt: skip
    """The level of `model` at `path` ("" is the model itself); where it is not `complete` there is no graph of it.

    `names` says whether junctions show theirs; None: those that the user named."""
    level = level_at(model, path)
    _check_size(level, f"{model.title}.{path}" if path else model.title)
    graph = graph or (flat_graph(model) if complete else None)
    title = f"{model.title}.{path}" if path else model.title
    result = Diagram(title)
    given = given_strokes(strokes)
    for name, child in level.children.items():
        below = f"{path}.{name}" if path else name
        flat = graph.elements.get(below) if graph else None
        look = Look(child, flat.domain if flat else None, values)
        position = level.layout.get(name)
        role = child.role or (GROUND if getattr(child, "rooted", ()) else "")
        result.nodes[name] = Node(name, icon_of(look), f"{below}: {type(child).__name__}", below, child,
                                  "port" if is_frame(child) else role,
                                  (position[0], -position[1]) if position else None,
                                  label=junction_name(level, child, name, names))  # fmt: skip
    _joins(result, level)
    _bonds(result, level, path, given, graph)
    _exposed(result, model, level, path, given, graph)
    _signals(result, level)
    _make_room(result)
    return result


def _make_room(result: Diagram) -> None:
    """Captions of frames and ports stand clear of the strokes at their small marks."""
    ends = Counter(key for edge in result.edges if not edge.join for key in (edge.tail, edge.head))
    for key, node in result.nodes.items():
        if node.role == "port" and ends[key]:
            node.gap = 6.0 if ends[key] == 1 else 12.0


def junction_name(level: Composite | None, child: Component, name: str, names: bool | None) -> str:
    """The name that is shown beside a junction of a level; empty for what is no junction, and where `names` says so.

    By default those that the user gave: not the names within parts of libraries, nor ones like j1 or zero3, which only
    repeat what is drawn."""
    if child.role != "junction" or names is False:
        return ""
    if names is None:
        within = level is not None and name_of(type(level)) is not None and level.library != "user"
        if within or _SAYS_NOTHING.fullmatch(name.lower()):
            return ""
    return name


def given_strokes(strokes: Strokes | None) -> _Strokes:
    """The strokes by bond."""
    return strokes if isinstance(strokes, Mapping) else dict(enumerate(strokes or ()))


def _check_size(level: Composite, where: str) -> None:
    """Refuse what nobody could read, and what would take minutes to arrange."""
    if len(level.children) > MOST_PARTS:
        raise ModelError(
            f"{len(level.children)} components on one level cannot be drawn, {MOST_PARTS} are the most; group them "
            "into composites, which are drawn one by one with --open",
            where,
        )
    ends = Counter(name for bond in level.bonds for name, _ in (bond.tail, bond.head))
    for name, count in ends.most_common(1):
        if count > MOST_BONDS:
            raise ModelError(
                f"{count} bonds at '{name}' cannot be drawn, {MOST_BONDS} are the most; share them among several "
                "junctions, or group what is bonded there into composites",
                where,
            )


def _joins(result: Diagram, level: Composite) -> None:
    """Lines between two joined frames; more than two meet at a dot."""
    joined = groups(level)
    for name, child in level.children.items():
        node = result.nodes[name]
        for frame in frames_of(child, [end for group in joined for end, _ in group]):
            outward = is_outward(child, frame)
            node.icon.frames.setdefault(frame, "right" if outward else "left")
            node.icon.outward.update([frame] if outward else [])
    for number, group in enumerate(joined, 1):
        title = "joined: " + ", ".join(_shown(end) for end, _ in group)
        if len(group) == 2:
            (tail, _), (head, _) = group
            result.edges.append(_join(tail[0], head[0], tail[1], head[1], title, number - 1))
            continue
        key = f"join {number}"
        dot = Frame(Rectangle(-3.5, -3.5, 3.5, 3.5), DOT, STEEL, 1.0, 3.5, STEEL)
        result.nodes[key] = Node(key, Icon(7, 7, "round", [dot]), title, role=DOT)
        for (name, frame), outward in group:
            ends = (name, key, frame, "") if outward else (key, name, "", frame)
            result.edges.append(_join(*ends, title, number - 1))


def _join(tail: str, head: str, tail_port: str, head_port: str, title: str, group: int) -> Edge:
    ports = (tail_port, head_port)
    return Edge(
        tail, head, tail_port=tail_port, head_port=head_port, title=title, join=True, position=group, ports=ports
    )


def level_at(model: Composite, path: str) -> Composite:
    """The composite whose inside is the level at `path`; the model itself for ""."""
    if not path:
        return model
    component = model[path]
    if not isinstance(component, Composite):
        inside = [name for name, child in model.children.items() if isinstance(child, Composite)]
        raise ModelError(
            f"{type(component).__name__} is an element and has nothing inside to draw"
            + (nearest(path, inside) if inside else "; no component of this model has, so leave it out"),
            path,
        )
    return component


def offsets(graph: Graph) -> dict[str, int]:
    """The flat index of the first bond of every composite."""
    found, total = {}, 0
    for path, model in graph.models.items():
        found[path] = total
        total += len(model.bonds)
    return found


def _bonds(result: Diagram, level: Composite, path: str, strokes: _Strokes, graph: Graph | None) -> None:
    offset = offsets(graph)[path] if graph else 0
    for position, bond in enumerate(level.bonds):
        result.edges.append(_edge(level, path, bond, position, offset + position, strokes, graph))


def _edge(
    level: Composite, path: str, bond: Bond, position: int, index: int, strokes: _Strokes, graph: Graph | None
) -> Edge:
    tail, head = bond.tail, bond.head
    n, label, forced = _cardinality(level, bond), bond.label or str(position + 1), bond.stroke
    if graph:
        flat = graph.bonds[index]
        n, label, forced = flat.n, flat.label.rpartition(".")[2], flat.stroke
        if not bond.directed and _turned(graph, path, level, bond, index):
            tail, head = head, tail
    given = strokes.get(index, strokes.get((path, position)))
    placed = tuple(given) if given is not None else _per_component(forced, n)
    ports = [port if isinstance(level.children[name], Composite) else "" for name, port in (tail, head)]
    wide = f" ({n})" if n > 1 else ""
    title = f"bond {label}{wide}: {_shown(tail)} ⇀ {_shown(head)}"
    directed = bond.directed or graph is not None
    return Edge(
        tail[0], head[0], n, label, placed, ports[0], ports[1], title, directed, index=index if graph else -1,
        position=position, forced=bond.stroke is not None, ports=(tail[1], head[1]),
    )  # fmt: skip


def _turned(graph: Graph, path: str, level: Composite, bond: Bond, index: int) -> bool:
    """Whether the flat graph turned an undirected bond round."""
    name, port = bond.tail
    below = f"{path}.{name}" if path else name
    child = level.children[name]
    while isinstance(child, Composite):
        name, port = child.exposed[port]
        below, child = f"{below}.{name}", child.children[name]
    return graph.bonds[index].tail != (below, port)


def _cardinality(level: Composite, bond: Bond) -> int:
    component = level.children[bond.tail[0]]
    return component.size(component.ports[bond.tail[1]].n)


def _per_component(stroke: Any, n: int) -> tuple[str | None, ...]:
    places = stroke if isinstance(stroke, tuple) else (stroke,) * n
    return places if any(places) else ()


def _shown(end: tuple[str, str]) -> str:
    return f"{end[0]}.{end[1]}" if end[1] else end[0]


def _exposed(
    result: Diagram, model: Composite, level: Composite, path: str, strokes: _Strokes, graph: Graph | None
) -> None:
    """Marks for the exposed ports, with the bonds that reach them from outside."""
    for name, (inside, port) in level.exposed.items():
        declared = level.ports[name]
        key = f"port {name}"
        result.nodes[key] = Node(key, _port_icon(name), f"port {name}: {declared.description}", role="port")
        inward, n = declared.inward, level.size(declared.n)
        placed: tuple[str | None, ...] = ()
        outer = _outer_bond(model, path, name) if path else None
        if outer is not None:
            above, position, bond = outer
            parent = path.rpartition(".")[0]
            index = (offsets(graph)[parent] if graph else 0) + position
            edge = _edge(above, parent, bond, position, index, strokes, graph)
            inward, placed = edge.head == path.rpartition(".")[2] and edge.head_port == name, edge.strokes
        target_port = port if isinstance(level.children[inside], Composite) else ""
        ends = (key, inside, "", target_port) if inward else (inside, key, target_port, "")
        result.edges.append(Edge(ends[0], ends[1], n, "", placed, ends[2], ends[3], f"exposed port {name}",
                                 ports=("", port) if inward else (port, "")))  # fmt: skip


def _outer_bond(model: Composite, path: str, port: str) -> tuple[Composite, int, Bond] | None:
    parent, _, name = path.rpartition(".")
    above = level_at(model, parent)
    for position, bond in enumerate(above.bonds):
        if (name, port) in (bond.tail, bond.head):
            return above, position, bond
    return None


def _port_icon(name: str) -> Icon:
    mark = Frame(Rectangle(-4, -4, 4, 4), "port", INK, 1.2, 0, INK)
    return Icon(8, 8, "box", [mark], [Text(0, 0, name, "port", 12, italic=True)])


def _signal_icon(name: str) -> Icon:
    mark = Frame(Rectangle(-4, -4, 4, 4), "port", SIGNAL, 1.2, 4, SIGNAL)
    return Icon(8, 8, "round", [mark], [Text(0, 0, name, "port", 12, italic=True, color=SIGNAL)])


def _signals(result: Diagram, level: Composite) -> None:
    """Arrows for connected signals, given inputs, modulated parameters and what events set."""
    found: dict[tuple[str, str], Arrow] = {}

    def add(source: str, target: str, name: str, port: str, wire: int = -1) -> None:
        keys = [_signal_node(result, level, end) for end in (source, target)]
        if keys[0] != keys[1]:
            name, port = name.rpartition(".")[2], port.rpartition(".")[2]
            found.setdefault((keys[0], keys[1]), Arrow(keys[0], keys[1], name, port, wire))

    for name, child in level.children.items():
        for source, used, port in used_signals(level, child):
            add(source, name, used, port)
    for name, declared in level.declarations.items():
        if isinstance(declared, Output) and name in level.given:
            for source, used in sources(level, level.given[name]):
                add(source, name, used, "")
    for event in level.whens:
        for variable, value in event.changes:
            target = str(variable).partition("[")[0]
            aim = source_of(level, target)
            for source, used in sources(level, [event.condition, value]) if aim else ():
                add(source, aim or "", used, target)
    for wire, ends in enumerate(level.wires):
        for value, target in wired(level, *ends):
            for source, used in sources(level, value):
                add(source, target.partition(".")[0], used, target, wire)
    result.arrows = list(found.values())


def _signal_node(result: Diagram, level: Composite, name: str) -> str:
    if name in level.children:
        return name
    key = f"signal {name}"
    if key not in result.nodes:
        result.nodes[key] = Node(key, _signal_icon(name), f"signal {name}", role="signal")
    return key


__all__ = [
    "Arrow",
    "Diagram",
    "Edge",
    "Node",
    "NameNotFound",
    "diagram",
    "flat_graph",
    "given_strokes",
    "level_at",
    "offsets",
]
