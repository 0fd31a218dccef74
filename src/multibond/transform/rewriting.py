"""One level of a model as it is written anew with scalar bonds: a composite with its components, bonds and names."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..elements.element import Element
from ..elements.junction import J0
from ..errors import ModelError, MultibondError
from ..expression import Node, neg, symbol
from ..frozen import frozen
from ..graph.causality import Causality
from ..graph.flat import FlatElement, Graph
from ..graph.scope import Scopes
from ..model.bond import Bond, PortReference
from ..model.component import Component
from ..model.composite import Composite
from ..model.declare import Law, Parameter
from ..model.file.value import plain_law
from ..model.mention import names_in
from .taken_apart import components, is_plain_number

End = tuple[str, str]  # a component of the new level and its port


@frozen
class Whole:
    """The model with vector bonds: its graph, what its names mean, and its causality where it has one."""

    graph: Graph
    scopes: Scopes
    causality: Causality | None
    names: dict[str, Any] = field(default_factory=dict)  # other names, said of the whole model


@dataclass
class Level:
    """The composite `old` at `path` and what becomes of it, `new`. `ends`: where the bonds of each old port go now, one
    for each of its components."""

    whole: Whole
    path: str
    old: Composite
    new: Composite
    ends: dict[End, list[End]]
    crossings: dict[tuple[str, str, int], tuple[int, bool]]  # old port and component → bond of `new`, its head is here

    # ------------------------------------------------------------ names and values
    def at(self, name: str) -> str:
        """The path of a component of this level."""
        return f"{self.path}.{name}" if self.path else name

    def flat(self, name: str) -> FlatElement:
        """An element of the old level, with its bonds."""
        return self.whole.graph.elements[self.at(name)]

    def fresh(self, name: str) -> str:
        """`name`, or what is like it, for a component that there is not yet."""
        while name in self.old._known_names() or name in self.new._known_names():
            name += "_"
        return name

    def raw(self, element: Component, name: str) -> Any:
        """What a parameter or input was given: in the model or for this transformation; its default otherwise."""
        full = self.at(f"{element.name}.{name}")
        declared = element.declarations[name]
        default = declared.default if isinstance(declared, Parameter) else None
        value: Any = self.whole.scopes.overrides.get(full, element.given.get(name, default))
        if full in self.whole.scopes.overrides and self.path and not all(map(is_plain_number, np.ravel(value))):
            raise ModelError("scalar bonds take numbers for a parameter inside a component, not an expression", full)
        return value

    def values(self, element: Component, name: str) -> np.ndarray:
        """The value of a parameter or input as an array of values for its components."""
        array = components(self.raw(element, name), self.whole.scopes, self.path)
        for index in np.ndindex(*array.shape):
            key = self.at(f"{element.name}.{name}") + f"[{','.join(map(str, index))}]" if index else ""
            if key in self.whole.scopes.overrides:
                array[index] = self.whole.scopes.overrides[key]
        return array

    def shape_by(self, element: Component, name: str) -> None:
        """Note that zeros and ones in a matrix shape the graph, so that they cannot change any more."""
        for own in names_in(self.raw(element, name)):
            declared = self.old.declarations.get(own)
            if isinstance(declared, Parameter) and declared.folds:
                full = self.at(own)
                for key, number in self.whole.scopes.folded.items():
                    if key == full or key.startswith(f"{full}["):
                        self.new._shaped[key.removeprefix(self.at(""))] = number

    # ------------------------------------------------------------ writing
    def add(self, name: str, component: Component) -> str:
        """Add a component under a name like `name`; the name that it got."""
        name = self.fresh(name)
        self.new.add(name, component)
        return name

    def bond(self, tail: End, head: End, stroke: str | None = None, label: str = "") -> int:
        """Bond two ports of the new level; the index of the bond."""
        ends = [PortReference(self.new._children[child], port) for child, port in (tail, head)]
        self.new.bond(*ends, stroke=stroke, label=label)
        return len(self.new._bonds) - 1

    def turned(self, name: str, port: str, junction: str, inward: bool) -> End:
        """The end of an outer bond at a 1-junction that stands for a port of `name`, where power counts `inward`.

        A 1-junction takes a flow in the sense of its half arrow; where that is against the port, a 0-junction turns it.
        """
        flat = self.flat(name)
        if flat.attached[flat.place(port)].head == inward:
            return junction, "a"
        turn = self.add(f"{junction}_turn", J0(n=1))
        self.bond(*(((turn, "a"), (junction, "a")) if inward else ((junction, "a"), (turn, "a"))))
        return turn, "a"

    def alias(self, name: str, value: Any) -> None:
        """Let `name` of the old level stand for `value`."""
        if not (isinstance(value, list) and len(value) == 0):
            self.new.alias(name, value[0] if isinstance(value, list) and len(value) == 1 else value)

    def name_unnamed(self, name: str, element: Element) -> None:
        """Give the efforts and flows at the ports of a junction-like element their old names, by what is beside."""
        for port, declared in element.whole_ports.items():
            size = element.size(declared.n)
            found = [self._crossing(name, port, i, declared.inward) for i in range(size)]
            for k, letter in enumerate("ef"):
                parts = [pair[k] for pair in found if pair is not None]
                if len(parts) == size:
                    # the names of bonds are those of the whole model
                    self.whole.names[self.at(f"{name}.{port}.{letter}")] = parts[0] if size == 1 else parts

    def _crossing(self, name: str, port: str, component: int, inward: bool) -> tuple[Node, Node] | None:
        """Effort and flow at one component of a port, in the names of what is at the other end of the bond."""
        if (name, port, component) not in self.crossings:
            return None
        index, at_head = self.crossings[name, port, component]
        bond: Bond = self.new._bonds[index]
        child, there = bond.tail if at_head else bond.head
        other = self.new._children[child]
        declared = other.ports[there]
        if declared.many or (isinstance(other, Composite) and is_junction(other, there)):
            return self._by_bond(index, at_head == inward)
        along = symbol(self.at(f"{child}.{there}.f"))  # positive in the sense of the other port
        if declared.inward != (not at_head):
            along = neg(along)  # against the half arrow
        return symbol(self.at(f"{child}.{there}.e")), along if at_head == inward else neg(along)

    def _by_bond(self, index: int, along: bool) -> tuple[Node, Node]:
        """Effort and flow of a bond between junctions, which gets a name for them."""
        bond: Bond = self.new._bonds[index]
        if not bond.label:
            number = len(self.new._bonds)
            while f"b{number}" in self.new._labels:
                number += 1
            bond = self.new._bonds[index] = replace(bond, label=f"b{number}")
            self.new._labels.add(bond.label)
        stem = f"bond{self.at(bond.label)}"
        flow = symbol(f"{stem}.f")
        return symbol(f"{stem}.e"), flow if along else neg(flow)

    def twin(self, element: Element, n: int | None = None, given: dict[str, Any] | None = None) -> Element:
        """A new element that says the same as `element`, with other cardinality and values where these are given."""
        other: Element = object.__new__(type(element))
        values = dict(element.given if given is None else given)
        for name, value in values.items():
            declared = element.declarations[name]
            if isinstance(declared, Law) and callable(value) and not isinstance(value, Node):
                try:  # names in the function are those of the old model
                    values[name] = plain_law(value, element, declared, self.old, self.at(element.name))
                except MultibondError:
                    continue
        other._set(given=values, own_n=element.n if n is None else n, own_domain=element._own_domain,
                   own_look=element._own_look, parent=None, name=None, building=False)  # fmt: skip
        return other

    def share(self, element: Component, name: str, parts: list[str], natural: np.ndarray) -> list[Any]:
        """The value of one parameter for each of the elements `parts` that take the place of `element`.

        One number for all stays one: the first element has it, the others refer to it."""
        if natural.ndim == 0:
            value = natural.item()
            self.alias(f"{element.name}.{name}", f"{parts[0]}.{name}")
            follow: Any = f"{parts[0]}.{name}" if is_plain_number(value) else value
            return [value, *[follow] * (len(parts) - 1)]
        along = natural if natural.ndim == 1 else np.array([natural[i, i] for i in range(len(natural))], dtype=object)
        listed: Any = [f"{part}.{name}" for part in parts]
        if natural.ndim == 2:
            listed = [[listed[i] if i == j else 0.0 for j in range(len(parts))] for i in range(len(parts))]
        self.alias(f"{element.name}.{name}", listed)
        return list(along)


def is_junction(model: Composite, port: str) -> bool:
    """Whether an exposed port is that of a junction inside."""
    while isinstance(model, Composite):
        child, port = model.exposed[port]
        found = model.children[child]
        if not isinstance(found, Composite):
            return found.ports[port].many
        model = found
    return False


def numbered(declared: Parameter, shape: tuple[int, ...]) -> Parameter:
    """A declaration whose shape is written in numbers; cardinalities of the old model have no name in the new one."""
    return declared if declared.shape == "" else replace(declared, shape=",".join(map(str, shape)))


__all__ = ["End", "Level", "Whole", "is_junction", "numbered"]
