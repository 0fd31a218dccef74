"""The flat multi-bond graph: elements with dotted paths, and the bonds between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from ..elements.element import Element
from ..errors import ModelError
from ..frozen import frozen
from ..model.bond import Bond
from ..model.composite import Composite
from ..model.domain import DOMAINS, Domain, transducer
from ..model.stages import kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


DEEPEST = 100  # models inside models; more means that one contains itself
MOST_ELEMENTS = 20_000
MOST_COMPONENTS = 40_000  # the sum of the cardinalities (n) of all elements


@frozen
class Attachment:
    """One bond at one element: the port, the bond's index, and whether the bond's head is here."""

    port: str
    bond: int
    head: bool


@dataclass
class FlatElement:
    """An element with its path and the bonds attached to it (ports in order, or bonds of a junction in order)."""

    path: str
    element: Element
    attached: list[Attachment] = field(default_factory=list)
    domains: dict[str, Domain] = field(default_factory=dict)  # by port

    def end(self, place: int, component: int) -> tuple[Attachment, int]:
        """The bond, and its component, at one component of a place: of a port, or of a bond of a junction."""
        if not self.element._split:
            return self.attached[place], component
        parts = self._parts
        return (self.attached[sum(map(len, parts[:place])) + component], 0) if len(parts[place]) > 1 else (
            self.attached[sum(map(len, parts[:place]))], component)  # fmt: skip

    @cached_property
    def _parts(self) -> list[list[str]]:
        return self.element.parts

    def place(self, port: str) -> int:
        """The place of a port, whole or one of its components."""
        if self.element._split:
            return next(k for k, part in enumerate(self._parts) if port in part or port == self.whole(part[0]))
        return next(k for k, attachment in enumerate(self.attached) if attachment.port == port)

    def whole(self, port: str) -> str:
        """The declared port that a port is, or is a component of."""
        if not self.element._split:
            return port
        place = next(k for k, part in enumerate(self._parts) if port in part)
        return list(self.element.whole_ports)[place]

    @property
    def domain(self) -> Domain:
        """The domain of the first port."""
        return next(iter(self.domains.values()), DOMAINS["generic"])


@dataclass
class FlatBond:
    """A bond between two element ports; power counts positive from tail to head."""

    index: int
    label: str
    tail: tuple[str, str]
    head: tuple[str, str]
    n: int
    directed: bool
    stroke: tuple[str | None, ...]
    domain: Domain = DOMAINS["generic"]


@frozen
class Join:
    """Frames with one position: `frames` follow the first in the tree; `cuts` (frame, constraint paths) close loops."""

    frames: tuple[str, ...]
    cuts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    nodes: tuple[str, ...] = ()  # the junctions
    gaps: tuple[tuple[str, ...], ...] = ()  # for each cut the 0-junctions that form the differences of the flows
    carriers: tuple[str | None, ...] = ()  # for each cut the frame with which the whole loop moves; None: the world


@dataclass
class Graph:
    """The flat graph of a model. `models` maps the path of every composite to it; the whole model has the path ''."""

    title: str
    model: Composite
    elements: dict[str, FlatElement]
    bonds: list[FlatBond]
    models: dict[str, Composite]
    joins: list[Join] = field(default_factory=list)
    active: set[str] = field(default_factory=set)  # elements that define the position of a part nobody else holds
    told: set[str] = field(default_factory=set)  # paths with former names, of which the user was told

    @cached_property
    def depth(self) -> dict[str, float]:
        """How far mechanical components and their elements are from the world; empty for other models."""
        from .joined_frames import depths

        return depths(self.models, self.joins, self.active, self.bonds)

    def depth_of(self, path: str) -> float:
        """The depth of an element, or else of the component that it belongs to; 0 outside mechanics."""
        while path:
            if path in self.depth:
                return self.depth[path]
            path = path.rpartition(".")[0]
        return 0

    @cached_property
    def stems(self) -> dict[str, int]:
        """What every bond is called by its label, and its index; never like a component."""
        found = {}
        for bond in self.bonds:
            stem = "bond"
            while f"{stem}{bond.label}" in self.elements or f"{stem}{bond.label}" in self.models:
                stem += "_"
            found[f"{stem}{bond.label}"] = bond.index
        return found

    def other(self, path: str, attachment: Attachment) -> str:
        """The element at the other end of a bond."""
        bond = self.bonds[attachment.bond]
        return bond.tail[0] if attachment.head else bond.head[0]

    def ends(self, path: str) -> Iterator[tuple[int, int, Attachment]]:
        """All scalar ends of an element: place, component of the place, and the bond there."""
        flat = self.elements[path]
        if flat.element._split:
            at = iter(flat.attached)
            yield from ((k, i, next(at)) for k, part in enumerate(flat.element.parts) for i in range(len(part)))
            return
        for place, attachment in enumerate(flat.attached):
            yield from ((place, i, attachment) for i in range(self.bonds[attachment.bond].n))

    def __str__(self) -> str:
        lines = [f"{self.title}: {len(self.elements)} elements, {len(self.bonds)} bonds"]
        for bond in self.bonds:
            wide = f" ({bond.n})" if bond.n > 1 else ""
            lines.append(f"  {bond.label:>4}  {bond.tail[0]} -> {bond.head[0]}{wide}  {bond.domain.name}")
        return "\n".join(lines)


def graph_of(model: Composite) -> Graph:
    """The flat graph of `model`, made once."""
    return kept(model, "graph", lambda: flatten(model))


def flatten(model: Composite) -> Graph:
    """The flat graph of `model`, checked: every port bonded once, cardinalities and domains fitting."""
    elements, models, written = gathered(model)
    if not elements:
        timed = any(part.whens for part in models.values())
        raise ModelError(
            "the model has no elements"
            + (
                ", only events and discrete values, which happen beside something that runs; add what they belong "
                "to, or a Clock"
                if timed
                else "; add some, for example model.source = Se(1)"
            ),
            model.title,
        )
    bonds = [flat_bond(i, path, composite, bond, elements) for i, (path, composite, bond) in enumerate(written)]
    graph = assembled(model, elements, models, bonds)
    attach(graph)
    set_domains(graph)
    from .power import direct

    direct(graph)
    model._set(frozen=True)
    return graph


def gathered(
    model: Composite,
) -> tuple[dict[str, FlatElement], dict[str, Composite], list[tuple[str, Composite, Bond]]]:
    """All elements and all composites of a model by path, and the bonds as they are written, each with its model."""
    elements: dict[str, FlatElement] = {}
    models: dict[str, Composite] = {}
    written: list[tuple[str, Composite, Bond]] = []
    stack: list[tuple[str, Composite]] = [("", model)]
    while stack:
        path, composite = stack.pop()
        if path.count(".") >= DEEPEST:
            raise ModelError(
                f"the models are nested more than {DEEPEST} deep; a {type(composite).__name__} seems to contain itself",
                ".".join(path.split(".")[:3]) + "…",
            )
        models[path] = composite
        composite._ensure_built()
        written += [(path, composite, bond) for bond in composite.bonds]
        inner = []
        for name, child in composite.children.items():
            below = f"{path}.{name}" if path else name
            if isinstance(child, Composite):
                inner.append((below, child))
            elif isinstance(child, Element):
                elements[below] = FlatElement(below, child)
        stack += reversed(inner)
        if len(elements) > MOST_ELEMENTS:
            raise ModelError(
                f"here the model has more than {MOST_ELEMENTS} elements, more than can be compiled in reasonable time; "
                "put equal parts together, by elements with n > 1 or one element in the place of many",
                next(islice(elements, MOST_ELEMENTS, None)),
            )
    _check_components(elements)
    return elements, models, written


def _check_components(elements: Mapping[str, FlatElement]) -> None:
    """Refuse cardinalities that are too large together: every component of an element has equations of its own."""
    total = 0
    for path, flat in elements.items():
        total += flat.element.n
        if total > MOST_COMPONENTS:
            raise ModelError(
                f"with this one, of n = {flat.element.n}, the elements have more than {MOST_COMPONENTS} components "
                "together, more than can be compiled in reasonable time; take a smaller n, or fewer elements",
                path,
            )


def assembled(
    model: Composite, elements: dict[str, FlatElement], models: dict[str, Composite], bonds: list[FlatBond]
) -> Graph:
    """The graph with the junctions of joined frames and with labels; nothing is attached to its elements yet."""
    from .joined_frames import assemble

    joins, active = assemble(models, elements, bonds)
    _label(bonds)
    return Graph(model.title, model, elements, bonds, models, joins, active)


def _end(path: str, model: Composite, end: tuple[str, str]) -> tuple[str, str]:
    """The element and port behind a bond's end, through exposed ports."""
    name, port = end
    child = model._children[name]  # not a copy: asked for every bond
    below = f"{path}.{name}" if path else name
    return _end(below, child, child.exposed[port]) if isinstance(child, Composite) else (below, port)


def flat_bond(index: int, path: str, model: Composite, bond: Bond, elements: dict[str, FlatElement]) -> FlatBond:
    """A bond between the elements that its ends stand for; cardinalities must fit."""
    tail, head = _end(path, model, bond.tail), _end(path, model, bond.head)
    sizes = []
    for name, port in (tail, head):
        element = elements[name].element
        sizes.append(element.size(element.ports[port].n))
    if sizes[0] != sizes[1]:
        raise ModelError(
            f"the bond joins cardinality {sizes[0]} at {tail[0]}.{tail[1]} to {sizes[1]} at {head[0]}.{head[1]}; "
            "give both the same n, or put a Composition or a partial junction between",
            path or None,
        )
    strokes = bond.stroke if isinstance(bond.stroke, tuple) else (bond.stroke,) * sizes[0]
    if len(strokes) != sizes[0]:
        raise ModelError(
            f"the bond {bond!r} has {sizes[0]} components but {len(strokes)} strokes; give one for all, such as "
            "'head', or a list with one for each component",
            path or None,
        )
    label = f"{path}.{bond.label}" if path and bond.label else bond.label
    return FlatBond(index, label, tail, head, sizes[0], bond.directed, strokes)


def _label(bonds: list[FlatBond]) -> None:
    """Number the bonds that the user gave no label."""
    taken = {bond.label for bond in bonds if bond.label}
    number = 0
    for bond in bonds:
        if not bond.label:
            number += 1
            while str(number) in taken:
                number += 1
            bond.label = str(number)


def attach(graph: Graph) -> None:
    """List at every element its bonds, in the order of its ports; every single port must have exactly one."""
    found: dict[str, list[Attachment]] = {path: [] for path in graph.elements}
    for bond in graph.bonds:
        found[bond.tail[0]].append(Attachment(bond.tail[1], bond.index, False))
        found[bond.head[0]].append(Attachment(bond.head[1], bond.index, True))
    for path, flat in graph.elements.items():
        element, attached = flat.element, found[path]
        for name, port in element.ports.items():
            here = [a for a in attached if a.port == name]
            if not here:
                raise unbonded(graph.models, path, name, port.many)
            if len(here) > 1 and not port.many:
                raise ModelError(f"port '{name}' is bonded {len(here)} times; use a junction", path)
            flat.attached += here


def unbonded(models: Mapping[str, Composite], path: str, port: str, many: bool) -> ModelError:
    """What to say of a port that nothing is bonded to."""
    owner, outside = _seen_from_outside(models, path, port)
    what = "a junction without bonds" if many else f"port '{outside or port}' is not bonded"
    end = f"{owner}.{outside}" if outside else owner
    return ModelError(f"{what}; bond it ({end} >> …) or remove the component", owner)


def _seen_from_outside(models: Mapping[str, Composite], path: str, port: str) -> tuple[str, str]:
    """Where a bond to a port of an element is written: the outermost composite that exposes it and the name there."""
    outside = ""
    while True:
        model, _, name = path.rpartition(".")
        shown = next((k for k, end in models[model].exposed.items() if end == (name, port)), "")
        if not shown or not model:
            return path, outside
        path, port, outside = model, shown, shown


def set_domains(graph: Graph) -> None:
    """Find the domain of every bond from the elements that know theirs; two different ones may not meet."""
    group: dict[tuple[str, str], tuple[str, str]] = {}

    def root(end: tuple[str, str]) -> tuple[str, str]:
        while group.setdefault(end, end) != end:
            group[end] = group[group[end]]
            end = group[end]
        return end

    for bond in graph.bonds:
        group[root(bond.tail)] = root(bond.head)
    for path, flat in graph.elements.items():
        ports = list(flat.element.ports)
        if flat.element.role == "junction" or flat.element.one_domain:
            for port in ports[1:]:
                group[root((path, port))] = root((path, ports[0]))
        for part in flat.element.parts if flat.element._split else ():
            for port in part[1:]:
                group[root((path, port))] = root((path, part[0]))
    known: dict[tuple[str, str], tuple[str, str]] = {}
    for strong in (True, False):
        for path, flat in graph.elements.items():
            for end, name in _stated(graph, path, flat, strong):
                where = root(end)
                if name == "generic":
                    continue
                if where not in known:
                    known[where] = (name, path)
                elif known[where][0] != name and (strong or _default_only(graph, known[where][1], path)):
                    other, there = known[where]
                    raise ModelError(
                        f"the {name} domain of {path} meets the {other} domain of {there}; "
                        f"couple them by {transducer(name, other)}",
                        path,
                    )
    for bond in graph.bonds:
        bond.domain = DOMAINS[known.get(root(bond.tail), ("generic", ""))[0]]
    for path, flat in graph.elements.items():
        for port in flat.element.ports:
            flat.domains[port] = DOMAINS[known.get(root((path, port)), ("generic", ""))[0]]
        if flat.element._split:
            flat.domains |= {w: flat.domains[p[0]] for w, p in zip(flat.element.whole_ports, flat.element.parts)}
        _check_pseudo(flat)


def _check_pseudo(flat: FlatElement) -> None:
    """Refuse an element that leads from bonds without power to others: it would make or lose energy."""
    pseudo = next((d for d in flat.domains.values() if d.pseudo), None)
    other = next((d for d in flat.domains.values() if not d.pseudo), None)
    if pseudo is not None and other is not None:
        what = "bonds of no domain" if other.name == "generic" else f"the {other.name} domain"
        also = f", or say domain='{pseudo.name}' there too" if other.name == "generic" else ""
        raise ModelError(
            f"it couples the pseudo bonds of the {pseudo.name} domain to {what}; couple them by "
            f"{transducer(pseudo.name, other.name)}{also}",
            flat.path,
        )


def _stated(graph: Graph, path: str, flat: FlatElement, strong: bool) -> Iterator[tuple[tuple[str, str], str]]:
    """The domains that an element states itself (strong) or has from the model around it (weak)."""
    own = flat.element._own_domain
    single = len(flat.element.whole_ports) == 1
    for name, port in flat.element.ports.items():
        if strong:
            stated = port.domain or (own if single or flat.element.role == "junction" else None)
        else:
            stated = _model_domain(graph, path) if single else None
        if stated:
            yield (path, name), stated


def _model_domain(graph: Graph, path: str) -> str | None:
    while path:
        path = path.rpartition(".")[0]
        own = graph.models[path]._own_domain
        if own:
            return own
    return None


def _default_only(graph: Graph, first: str, second: str) -> bool:
    """Whether both elements have their domain only from the models around them."""
    return not any(
        graph.elements[path].element._own_domain
        or any(port.domain for port in graph.elements[path].element.ports.values())
        for path in (first, second)
    )
