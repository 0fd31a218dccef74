"""Which signals an expression uses, so that modulation and connections can be drawn as arrows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from ..errors import MultibondError
from ..expression import Node, leaves, nodes
from ..model.component import Component, symbols
from ..model.composite import Composite
from ..model.declare import Input, Law, Output, Parameter, Variable
from ..model.joining import is_frame
from ..model.law import call_law
from ..model.mention import names_in


def source_of(model: Composite, name: str) -> str | None:
    """The component of `model` (or its own input) whose signal `name` is; None for parameters, time and the unknown."""
    first, _, rest = name.partition(".")
    children = model.children
    if first in children:
        return first if _is_signal(children[first], rest) else None
    declared = model.declarations.get(first)
    return first if not rest and isinstance(declared, (Input, Variable)) else None


def sources(model: Composite, raw: Any, passed: tuple[tuple[int, str], ...] = ()) -> Iterator[tuple[str, str]]:
    """What of `model` a value depends on: (component or own name, name of the signal), each once. Names that stand for
    expressions (parameters, also those of parts, outputs and aliases) are followed to what they say."""
    found: dict[tuple[str, str], None] = {}
    for used in names_in(raw):
        found.update(dict.fromkeys(_followed(model, used, raw, passed)))
    yield from found


def _picked(vector: Any, name: str, raw: Any) -> Any:
    """The entries of a vector that `raw` uses, which calls it `name`; all where it does not say which."""
    if not isinstance(vector, (list, tuple)):
        return vector
    texts = [raw] if isinstance(raw, str) else [str(leaf) for leaf in leaves(*_nodes_in(raw))]
    used = [found for text in texts for found in re.findall(rf"(?<![\w.]){re.escape(name)}(?![\w.])(\[\d+\])?", text)]
    places = [int(index[1:-1]) for index in used if index]
    whole = not used or len(places) < len(used) or max(places) >= len(vector)
    return vector if whole else [vector[k] for k in sorted(set(places))]


def _nodes_in(raw: Any) -> list[Node]:
    if isinstance(raw, Node):
        return [raw]
    if isinstance(raw, (list, tuple, np.ndarray)) and np.ndim(raw):
        return [found for part in raw for found in _nodes_in(part)]
    return []


def _followed(model: Composite, name: str, raw: Any, passed: tuple[tuple[int, str], ...]) -> Iterator[tuple[str, str]]:
    if (id(model), name) in passed:
        return  # a circle of parameters, which the graph refuses
    passed = (*passed, (id(model), name))
    first, _, rest = name.partition(".")
    direct = source_of(model, name)
    if direct is not None:
        yield direct, name
    elif first in model.children:
        child = model.children[first]
        if rest in child.given and isinstance(child.declarations.get(rest), Parameter):
            yield from sources(model, _picked(child.given[rest], name, raw), passed)
        elif isinstance(child, Composite) and any(_followed(child, rest, rest, passed)):
            yield first, name  # a parameter deeper inside
    elif name in model.aliases:
        yield from sources(model, _picked(model.aliases[name], name, raw), passed)
    elif name in model.outputs:
        yield from sources(model, _picked(model.outputs[name].value, name, raw), passed)
    elif not rest and isinstance(declared := model.declarations.get(name), Parameter):
        if name not in model.given:
            yield from sources(model, _picked(declared.default, name, raw), passed)
        elif model.parent is not None and any(sources(model.parent, model.given[name], passed)):
            yield name, name  # comes from outside, as an input does


def wired(level: Composite, first: Any, other: Any) -> Iterator[tuple[Any, str]]:
    """What two connected expressions mean as arrows: (value, name of what needs it). Equalities have no direction of
    their own; arrows go to what needs the signal, and vectors of equal length are connected part by part."""
    if _is_placed(level, first):  # a frame gets its position from all that tells it
        yield other, names_in(first)[0]
        return
    parts = [
        list(end) if isinstance(end, (list, tuple, np.ndarray)) and np.ndim(end) else None for end in (first, other)
    ]
    if parts[0] is not None and parts[1] is not None and len(parts[0]) == len(parts[1]):
        for one, two in zip(*parts, strict=True):
            yield from wired(level, one, two)
        return
    sides = [names_in(first), names_in(other)]
    taken = [[name for name in side if _takes(level, name)] for side in sides]
    if taken[0] and not taken[1]:
        sides.reverse()
        taken.reverse()
    for target in taken[1] or sides[1][:1]:
        if source_of(level, target) or _takes(level, target):
            yield [name for name in (*sides[0], *sides[1]) if name not in (target, *taken[1])], target


def _is_placed(level: Composite, value: Any) -> bool:
    """Whether `value` is the position or orientation of a frame of this level."""
    names = {name.partition(".")[0] for name in names_in(value)}
    return len(names) == 1 and all(name in level.children and is_frame(level.children[name]) for name in names)


def _takes(level: Composite, name: str) -> bool:
    """Whether the signal `name` is one that somebody needs: an input, at any depth, to which nothing was given, or an
    output of the model."""
    component: Component = level
    *path, last = name.split(".")
    for part in path:
        child = component.children.get(part) if isinstance(component, Composite) else None
        if child is None:
            return False
        component = child
    return isinstance(component.declarations.get(last), Input if path else Output) and last not in component.given


def _is_signal(component: Component, name: str) -> bool:
    first, _, rest = name.partition(".")
    if isinstance(component, Composite) and first in component.children:
        return _is_signal(component.children[first], rest)
    if isinstance(component, Composite) and first in component.outputs:
        return True
    declared = component.declarations.get(first)
    if rest:
        return first in component.ports and rest in ("e", "f")
    return isinstance(declared, (Variable, Input)) or first in ("e", "f")


def used_signals(model: Composite, component: Component) -> Iterator[tuple[str, str, str]]:
    """For every value of `component` that depends on signals: (source, name of the signal, name of the value)."""
    for name, raw in component.given.items():
        declared = component.declarations.get(name)
        if not isinstance(declared, (Parameter, Input, Law)):
            continue
        own = declared.variables if isinstance(declared, Law) else ()
        said = _called(model, component, declared, raw) if isinstance(declared, Law) else raw
        for used in names_in(said):
            if used in own or used.startswith("<"):
                continue
            for source, signal in _followed(model, used, said, ()):
                if source != component.name:
                    yield source, signal, name


def _called(model: Composite, component: Component, law: Law, raw: Any) -> Any:
    """What a law gives that is a Python function: the signals that it takes from its model stand in there."""
    if isinstance(raw, Node) or not callable(raw):
        return raw
    shape = () if component.n == 1 else (component.n,)
    with suppress(MultibondError):  # a wrong law is told by the stages that need its value
        return list(nodes(call_law(raw, [symbols(f"<{name}>", shape) for name in law.variables], model)).ravel())
    return None


def modulated(model: Composite | None, component: Component) -> bool:
    """Whether a parameter or law of `component` depends on signals, so that its symbol gets an M."""
    if model is None or component.role in ("block", "sensor"):
        return False
    return any(
        not isinstance(component.declarations.get(name), Input) for _, _, name in used_signals(model, component)
    ) or any(isinstance(d, Input) for d in component.declarations.values())
