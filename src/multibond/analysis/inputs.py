"""What may be an input of a linearised model: parameters, sources, signals and discrete variables, by path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..equations.system import System
from ..errors import ModelError, NameNotFound, nearest
from ..expression import MINUS_ONE, ONE, Node, gradient, leaves, mul, name_of, node, sub, symbol, unsigned
from ..frozen import frozen
from ..graph.parameter import ParameterValue
from ..model.declare import Discrete, Input
from ..model.kind import Kind

WHAT = "an input is a parameter with a number, a source, a signal that something sets, or a discrete variable"


@frozen
class Drive:
    """One scalar input: its name as the user wrote it, and what is changed.

    `symbol` is a parameter or a discrete variable. Where `equation` is the number of an equation, `symbol` is a change
    that is added to `variable`, which this equation sets.
    """

    name: str
    symbol: Node
    equation: int | None = None
    variable: Node | None = None


def drives(system: System, wanted: Sequence[str]) -> list[Drive]:
    """The scalar inputs that the names mean, vectors component by component."""
    return [drive for name in wanted for drive in _drives(system, name)]


def driven(system: System, found: Sequence[Drive]) -> System:
    """The equations with a parameter, zero by default, for every change that is added to a variable."""
    equations, parameters = list(system.equations), dict(system.parameters)
    for drive in found:
        if drive.equation is not None and drive.variable is not None:
            old = equations[drive.equation]
            slope = gradient(old.residual)[drive.variable]
            equations[drive.equation] = replace(old, residual=sub(old.residual, mul(slope, drive.symbol)))
            parameters[name_of(drive.symbol)] = ParameterValue(0.0, "", f"change of {drive.name}")
    return replace(system, equations=tuple(equations), parameters=parameters)


def source_parameters(system: System) -> list[str]:
    """The parameters of sources that are plain numbers: the inputs where none are named."""
    found = []
    for path, flat in system.graph.elements.items():
        if flat.element.role == "source":
            stems = tuple(f"{path}.{name}" for name in ("effort", "flow"))
            found += [name for name in system.parameters if name.partition("[")[0] in stems]
    return found


def _drives(system: System, name: str) -> list[Drive]:
    path = system.scopes.current(name)
    if path in system.parameters:
        return [Drive(name, symbol(path))]
    if path in system.graph.elements:
        return _source(system, name, path)
    try:
        value = system.scopes.lookup(path)
    except NameNotFound:
        sources = [p for p, flat in system.graph.elements.items() if flat.element.role == "source"]
        hint = nearest(name, [*system.parameters, *sources, *system.scopes.names()])
        raise NameNotFound(f"there is no '{name}' to be an input{hint}") from None
    array = np.asarray(value, dtype=object)
    indices = [f"[{','.join(map(str, i))}]" if i else "" for i in np.ndindex(*array.shape)]
    return [_drive(system, name + index, node(x)) for index, x in zip(indices, np.ravel(array), strict=True)]


def _source(system: System, name: str, path: str) -> list[Drive]:
    """A source by its path: what it imposes."""
    if system.graph.elements[path].element.role != "source":
        raise ModelError(f"a component is no input unless it is a source; {WHAT}", name)
    stem = next((s for s in (f"{path}.effort", f"{path}.flow") if s in system.parameters), None)
    if stem is not None:
        return [Drive(name, symbol(stem))]
    imposed = [_imposed(system, name, k) for k, e in enumerate(system.equations) if e.origin == path]
    names = [name if len(imposed) == 1 else f"{name}[{k}]" for k in range(len(imposed))]
    return [_change(label, *found) for label, found in zip(names, imposed, strict=True)]


def _imposed(system: System, name: str, k: int) -> tuple[Node, int]:
    """The effort or flow that equation `k`, the law of a source, sets."""
    slopes = gradient(system.equations[k].residual)
    own = [x for x in slopes if system.kind(x) in (Kind.EFFORT, Kind.FLOW) and slopes[x] in (ONE, MINUS_ONE)]
    if len(own) != 1:
        raise ModelError("this source does not impose one effort or flow by itself; name one of its parameters", name)
    return own[0], k


def _drive(system: System, name: str, x: Node) -> Drive:
    """A parameter, discrete variable, signal or port variable of a source, by its symbol."""
    x = unsigned(x)
    if x.op == "const":
        built = "built into the structure here; give it another value first"
        if abs(x.args[0]) in (0.0, 1.0):
            raise ModelError(f"exact 0, 1 and −1 are {built}", name)
        raise ModelError(f"the expression of numbers alone that gives it, {x}, is {built}, as a plain number", name)
    if x.op != "symbol":
        raise ModelError(f"it follows from other values: {x!r}; name one of these as the input", name)
    if system.is_constant(x):
        return Drive(name, x)
    known = system.quantities.get(x)
    owner = known.owner if known is not None else ""
    if known is not None and known.kind in (Kind.EFFORT, Kind.FLOW):
        flat = system.graph.elements.get(owner)
        if flat is not None and flat.element.role == "source":
            for k, equation in enumerate(system.equations):
                if equation.origin == owner and x in leaves(equation.residual):
                    return _change(name, *_imposed(system, name, k))
            raise ModelError(f"the source does not impose it, it answers to the rest of the model; {WHAT}", name)
    place = _setting(system, x, owner) if known is not None and known.kind is Kind.SIGNAL else None
    if place is None:
        raise ModelError(f"the equations of the model determine it, nothing sets it alone; {WHAT}", name)
    return _change(name, x, place)


def _setting(system: System, x: Node, owner: str) -> int | None:
    """The equation that sets a signal: the law of the block whose output it is, or what is connected to an input."""
    flat = system.graph.elements.get(owner)
    component: Any = system.graph.models.get(owner) if flat is None else flat.element
    last = name_of(x).removeprefix(f"{owner}.").partition("[")[0]
    declared = component.declarations.get(last) if component is not None else None
    taken = isinstance(declared, Input) and not isinstance(declared, Discrete)
    for k, equation in enumerate(system.equations):
        found = leaves(equation.residual)
        if x not in found or any(leaf.op == "der" and leaf.args[0] is x for leaf in found):
            continue
        own = [leaf for leaf in found if leaf is not x and _owner(system, leaf) == owner]
        mine = not own if taken else equation.origin == owner or flat is None
        if mine and gradient(equation.residual)[x] in (ONE, MINUS_ONE):
            return k
    return None


def _owner(system: System, leaf: Node) -> str | None:
    known = system.quantities.get(leaf)
    return None if known is None else known.owner


def _change(name: str, variable: Node, place: int) -> Drive:
    return Drive(name, symbol(f"change of {name}"), place, variable)


__all__ = ["Drive", "driven", "drives", "source_parameters"]
