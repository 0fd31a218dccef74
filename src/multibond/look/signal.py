"""Which signals an expression uses, so that modulation and connections can be drawn as arrows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ..errors import MultibondError
from ..expression import Node, nodes
from ..model.component import Component, symbols
from ..model.composite import Composite
from ..model.declare import Input, Law, Parameter, Variable
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
        for used in names_in(_called(model, component, declared, raw) if isinstance(declared, Law) else raw):
            if used in own or used.startswith("<"):
                continue
            source = source_of(model, used)
            if source is not None and source != component.name:
                yield source, used, name


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
