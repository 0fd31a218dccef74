"""A level of a model that is being simplified: components, bonds and other names as they stand now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..elements.element import Element
from ..model.bond import Bond, PortReference
from ..model.component import Component
from ..model.composite import Composite, Exposed
from ..model.declare import Discrete, Input, Output, Parameter
from ..model.mention import names_in
from .own_class import set_class

End = tuple[str, str]


@dataclass
class Editing:
    """What is left of the composite `old`. Components may be taken out, exchanged and added; bonds are directed."""

    old: Composite
    children: dict[str, Component]
    bonds: list[Bond]
    aliases: dict[str, Any]
    outside: frozenset[str] = frozenset()  # names of this level that the levels around it use

    @classmethod
    def of(cls, old: Composite, outside: frozenset[str] = frozenset()) -> Editing:
        """A level as it is."""
        return cls(old, dict(old.children), list(old.bonds), old.aliases, outside)

    def inside(self, name: str) -> frozenset[str]:
        """The names of a composite of this level that are used here or further out."""
        stem = f"{name}."
        return frozenset(one.removeprefix(stem) for one in self.used() if one.startswith(stem))

    def at(self, name: str) -> list[int]:
        """The places of the bonds of a component."""
        return [k for k, bond in enumerate(self.bonds) if name in (bond.tail[0], bond.head[0])]

    def other(self, index: int, name: str) -> End:
        """The end of a bond that is not at `name`."""
        bond = self.bonds[index]
        return bond.head if bond.tail[0] == name else bond.tail

    def replace_end(self, index: int, name: str, end: End) -> None:
        """Let the end of a bond that was at `name` be at `end`."""
        bond = self.bonds[index]
        at_tail = bond.tail[0] == name
        self.bonds[index] = replace(bond, tail=end if at_tail else bond.tail, head=bond.head if at_tail else end)

    def remove(self, name: str, *indices: int) -> None:
        """Take out a component with these bonds."""
        self.children.pop(name)
        self.bonds = [bond for k, bond in enumerate(self.bonds) if k not in indices]

    def is_exposed(self, name: str) -> bool:
        """Whether outside bonds reach a component."""
        return any(child == name for child, _ in self.old.exposed.values())

    def mentioned(self) -> set[str]:
        """The components that expressions name, by their own or by other names."""
        return {name.partition(".")[0] for name in self.used()}

    def used(self) -> set[str]:
        """The names that expressions of this level, and those around it, use."""
        stack = [*self.outside, *(name for raw in self._expressions() for name in names_in(raw))]
        seen: set[str] = set()
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                stack += names_in(self.aliases[name]) if name in self.aliases else []
        return seen

    def _expressions(self) -> Iterator[Any]:
        old = self.old
        yield from (shown.value for shown in old.outputs.values())
        yield from (side for wire in old.wires for side in wire)
        yield from (side for start in old.starts for side in (start.variable, start.value))
        yield from (side for event in old.whens for side in (event.condition, *sum(event.changes, ())))
        yield from old.wishes
        yield from (x for x, _ in (*old._limits(), *old._doubtful()))
        yield from (declared.default for declared in old.declarations.values() if isinstance(declared, Parameter))
        for child in self.children.values():
            yield from child.given.values()

    def written(self) -> Composite:
        """The model of what is left; other names of what is gone go with it."""
        old = self.old
        new = Composite.public(title=old._title, description=old.description, domain=old._own_domain, n=old._own_n,
                               look=old._own_look)  # fmt: skip
        for name, declared in old.declarations.items():
            if isinstance(declared, (Parameter, Input, Output, Discrete)):
                new.add(name, declared)
                if name in old.given:
                    new.given[name] = old.given[name]
        for name, component in self.children.items():
            new.add(name, component if component.parent is None else same(component))
        for bond in self.bonds:
            ends = [PortReference(new._children[child], port) for child, port in (bond.tail, bond.head)]
            new.bond(*ends, directed=bond.directed, stroke=bond.stroke, label=bond.label)
        for name, (child, port) in old.exposed.items():
            new.add(name, Exposed(PortReference(new._children[child], port), old.declarations[name].description))
        write_signals(old, new)
        gone = set(old._children) - set(self.children)
        for name, value in self.aliases.items():
            if not gone & {part.partition(".")[0] for part in names_in(value)}:
                new.alias(name, value)
        set_class(new, old)
        return new


def is_bare(model: Composite) -> bool:
    """Whether a part of a library has nothing in it, such as the world; what it is, its class says alone."""
    return not model.children and not type(model).is_plain()


def same(child: Component) -> Component:
    """A component that says the same, for another model."""
    if isinstance(child, Composite):
        return type(child)(**child.given) if is_bare(child) else Editing.of(child).written()
    assert isinstance(child, Element)
    other: Component = object.__new__(type(child))
    other._set(given=dict(child.given), own_n=child._own_n, own_domain=child._own_domain, own_look=child._own_look,
               parent=None, name=None, building=False)  # fmt: skip
    if child._split:
        other._set(split=True)
    return other


def write_signals(old: Composite, new: Composite) -> None:
    """Connections, joins, start values, events, wishes and outputs of `old`, in the same words."""
    for frames in old.joins:
        new.join(*(new[_within(frame, old)] for frame in frames))
    for first, second in old.wires:
        new.connect(first, second)
    for start in old.starts:
        new._starts.append(start)
    for event in old.whens:
        new.when(event.condition, dict(event.changes))
    new._wishes.update(old.wishes)
    for name, shown in old.outputs.items():
        new.output(name, shown.value, shown.unit, shown.description)


def _within(component: Any, model: Composite) -> str:
    names = []
    while component is not model:
        names.append(component.name)
        component = component.parent
    return ".".join(reversed(names))


__all__ = ["Editing", "End", "is_bare", "same", "write_signals"]
