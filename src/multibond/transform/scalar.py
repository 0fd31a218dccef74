"""A model with vector bonds as an ordinary model with scalar bonds.

| with vector bonds | with scalar bonds |
|---|---|
| junction | a junction for each component |
| partial junction, composition, permutation | junctions, of which some only let power through |
| element whose components do not depend on each other | as many elements of the same kind |
| transformer or gyrator with a matrix | a network of scalar ones, between junctions |
| Euler's gyrator | the Eulerian junction structure |
| any other element (field, frame, coupled law) | the same element with a scalar port for each component |

Names stay: what was ``spring.q`` is found by that name in results and expressions, from what took its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..elements.element import Element
from ..elements.junction import J0, J1, Composition, J0Partial, J1Partial, Permutation
from ..elements.transducer import GY, TF, EulerGyrator
from ..equations.formulation import formulation
from ..errors import ModelError, MultibondError
from ..graph.causality import causality
from ..graph.flat import _end
from ..model.bond import PortReference
from ..model.composite import Composite, Exposed
from ..model.declare import Discrete, Input, Output, Parameter
from ..model.memory import Memory
from ..model.stages import kept
from .editing import is_bare, same, write_signals
from .euler import euler_ring
from .junctions import composition, junctions, partial, permutation
from .matrices import two_port
from .own_class import set_class
from .rewriting import End, Level, Whole, is_junction, numbered
from .separable import separated

Decomposition = Callable[[Level, str, Element], "dict[str, list[End]]"]

DECOMPOSITIONS: dict[type[Element], Decomposition] = {
    J0: junctions, J1: junctions, J0Partial: partial, J1Partial: partial, Composition: composition,
    Permutation: permutation, EulerGyrator: euler_ring,
}  # fmt: skip
MATRICES = (TF, GY)
KEPT = 8  # graphs with other zeros
UNNAMED = (J0Partial, J1Partial, Composition, Permutation)  # what takes their place has no variables


def to_scalar(model: Composite, parameters: Mapping[str, Any] | None = None) -> Composite:
    """`model` with a scalar bond in the place of every component of every bond: an ordinary model.

    `parameters`: other values, by dotted path; zeros among them shape the graph.

    >>> import multibond as mb
    >>> from multibond.transform import to_scalar
    >>> model = mb.Model("springs")
    >>> model.node, model.mass, model.spring = mb.J1(n=2), mb.I(2.0, n=2), mb.C([[1, 0.5], [0.5, 1]], n=2)
    >>> _ = model.node >> [model.mass, model.spring]
    >>> list(to_scalar(model).children)
    ['node_0', 'node_1', 'mass_0', 'mass_1', 'spring']
    """
    if not isinstance(model, Composite):
        raise ModelError(f"a model is transformed to scalar bonds, not {model!r}")
    system = formulation(model).system(parameters)
    try:
        causal = causality(system.graph, system.scopes)
    except MultibondError:  # a model without causality can still be transformed, and explains itself then
        causal = None
    whole = Whole(system.graph, system.scopes, causal)
    new = _copied(whole, "", model)
    for name, value in whole.names.items():
        new.alias(name, value)
    # what stands where it stood has its values from outside as before
    kept_values = {k: v for k, v in system.scopes.overrides.items() if _stands(new, k.partition("[")[0])}
    new._set(preset=kept_values, made_by=(to_scalar, (model, dict(parameters or {}))))
    return new


def scalar_of(model: Composite, parameters: Mapping[str, Any] | None = None) -> tuple[Composite, dict[str, Any]]:
    """`model` with scalar bonds, made once, and those of the values of `parameters` that are left for a run of it.

    Values that make other equations, such as a zero that becomes something else, make another graph too."""
    made: Memory[Composite] = kept(model, "scalar", lambda: Memory(KEPT))
    structural: dict[str, Any] = {}
    if parameters:
        found = formulation(model)
        _, structural = found.sort_values(parameters, found.system())
    key = tuple(sorted((name, repr(value)) for name, value in structural.items()))
    return made.get(key, lambda: to_scalar(model, structural)), {
        name: value for name, value in (parameters or {}).items() if name not in structural
    }


def _stands(model: Composite, name: str) -> bool:
    """Whether the owner of a parameter is a component of `model`."""
    owner: Any = model
    for part in name.split(".")[:-1]:
        owner = owner.children.get(part) if isinstance(owner, Composite) else None
    return owner is not None and name.rpartition(".")[2] in owner.declarations


def _copied(whole: Whole, path: str, old: Composite) -> Composite:
    """The composite at `path` with scalar bonds."""
    new = Composite.public(title=old._title, description=old.description, domain=old._own_domain, look=old._own_look)
    level = Level(whole, path, old, new, {}, {})
    _declare(level)
    for name, child in old.children.items():
        if isinstance(child, Composite) and is_bare(child):
            new.add(name, same(child))
        elif isinstance(child, Composite):
            new.add(name, _copied(whole, level.at(name), child))
            for port in child.ports:
                size = child.size(port)
                level.ends[name, port] = [(name, part) for part in _parts(port, size)]
        else:
            assert isinstance(child, Element)
            ends = _placed(level, name, child)
            level.ends.update({(name, port): parts for port, parts in ends.items()})
    _bonds(level)
    write_signals(old, new)
    for name, value in old.aliases.items():
        new.alias(name, value)
    for name, child in old.children.items():
        if isinstance(child, UNNAMED) and type(child) in DECOMPOSITIONS and name not in new._children:
            level.name_unnamed(name, child)
    set_class(new, old)
    return new


def _parts(name: str, size: int) -> list[str]:
    return [name] if size == 1 else [f"{name}_{i}" for i in range(size)]


def _declare(level: Level) -> None:
    """Parameters, inputs, signals and discrete variables, with what they were given."""
    old, new = level.old, level.new
    for name, declared in old.declarations.items():
        if isinstance(declared, Parameter):
            value = level.whole.scopes.parameter(level.path, name)
            new.add(name, numbered(declared, np.shape(np.asarray(value, dtype=object))))
        elif isinstance(declared, (Input, Output, Discrete)):
            new.add(name, replace(declared, shape=",".join(map(str, old.shape(name)))))
        else:
            continue
        if name in old.given:
            new.given[name] = old.given[name]


def _placed(level: Level, name: str, element: Element) -> dict[str, list[End]]:
    """Add what takes the place of an element; where its ports are now."""
    sizes = {port: element.size(declared.n) for port, declared in element.whole_ports.items()}
    if all(size == 1 for size in sizes.values()):
        level.new.add(name, level.twin(element))
        return {port: [(name, port)] for port in sizes}
    if type(element) in DECOMPOSITIONS:
        return DECOMPOSITIONS[type(element)](level, name, element)
    if type(element) in MATRICES and level.values(element, "M").ndim == 2:
        return two_port(level, name, element)
    found = separated(level, name, element)
    if found is not None:
        return found
    whole = level.twin(element)
    whole._set(split=True)
    level.new.add(name, whole)
    return {port: [(name, part) for part in _parts(port, size)] for port, size in sizes.items()}


def _bonds(level: Level) -> None:
    """A scalar bond for every component of every bond, and the exposed ports."""
    graph = level.whole.graph
    first = 0
    for path, model in graph.models.items():
        if path == level.path:
            break
        first += len(model.bonds)
    for k, bond in enumerate(level.old.bonds):
        flat = graph.bonds[first + k]
        turned = flat.tail != _end(level.path, level.old, bond.tail)
        tail, head = (bond.head, bond.tail) if turned else (bond.tail, bond.head)
        for i in range(flat.n):
            label = bond.label if not bond.label or flat.n == 1 else f"{bond.label}_{i}"
            index = level.bond(level.ends[tail][i], level.ends[head][i], flat.stroke[i], label)
            level.crossings[*tail, i], level.crossings[*head, i] = (index, False), (index, True)
        if bond.label and flat.n > 1 and not level.path:
            for letter in "ef":
                level.alias(f"bond{bond.label}.{letter}", [f"bond{bond.label}_{i}.{letter}" for i in range(flat.n)])
    for name, target in level.old.exposed.items():
        ends = level.ends[target]
        for part, (child, port) in zip(_parts(name, len(ends)), ends, strict=True):
            described = level.old.declarations[name].description
            level.new.add(part, Exposed(PortReference(level.new._children[child], port), described))
        if len(ends) > 1 and not is_junction(level.old, name):
            for letter in "ef":
                level.alias(f"{name}.{letter}", [f"{part}.{letter}" for part in _parts(name, len(ends))])


__all__ = ["DECOMPOSITIONS", "to_scalar"]
