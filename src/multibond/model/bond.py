"""Bonds between ports, and the references by which they are named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import AttributeNotFound, ModelError
from ..frozen import frozen
from .component import Component
from .declare import Port
from .joining import is_frame, place_of

if TYPE_CHECKING:
    from .composite import Composite


class PortReference:
    """One port of one component, as in ``motor.shaft``; takes part in ``>>`` and ``-`` like a component."""

    def __init__(self, component: Component, port: str):
        self.component, self.port = component, port

    def __rshift__(self, other: Any) -> Any:
        return join(self, other, directed=True)

    def __rrshift__(self, other: Any) -> Any:
        return join(other, self, directed=True)

    def __sub__(self, other: Any) -> Any:
        return join(self, other, directed=False)

    def __rsub__(self, other: Any) -> Any:
        return join(other, self, directed=False)

    def __getattr__(self, name: str) -> Any:
        if name in ("e", "f"):
            declared = {**self.component.whole_ports, **self.component.ports}[self.port]
            size = self.component.size(declared.n)
            return self.component._symbols(f"{self.port}.{name}", () if size == 1 else (size,))
        raise AttributeNotFound(f"the port {self} has no '{name}'; a port has e (effort) and f (flow)")

    def __repr__(self) -> str:
        return f"{self.component.name}.{self.port}"


@frozen
class Bond:
    """A power bond from `tail` to `head` (component name and port name in the enclosing model).

    `directed`: the user chose the power direction (positive from tail to head); otherwise it is found by convention.
    `stroke`: where the causal stroke is forced to be — "tail", "head", a tuple of these per component, or None.
    `label`: the name of the bond, by default its number.
    """

    tail: tuple[str, str]
    head: tuple[str, str]
    directed: bool = True
    stroke: str | tuple[str | None, ...] | None = None
    label: str = ""

    def __rshift__(self, other: Any) -> Any:
        raise ModelError(_BETWEEN_BONDS)

    __rrshift__ = __sub__ = __rsub__ = __rshift__

    def __repr__(self) -> str:
        arrow = ">>" if self.directed else "-"
        return f"{_shown(self.tail)} {arrow} {_shown(self.head)}"


_BETWEEN_BONDS = "a bond ends at an element, not at another bond; put a junction between the two bonds"


def _shown(end: tuple[str, str]) -> str:
    return f"{end[0]}.{end[1]}" if end[1] else end[0]


def join(left: Any, right: Any, directed: bool) -> Any:
    """Bonds from `left` to `right`; either may be a list. Returns `right`, so that chains read like the drawing."""
    tails = left if isinstance(left, (list, tuple)) else [left]
    heads = right if isinstance(right, (list, tuple)) else [right]
    if len(tails) == len(heads) == 1:
        owner(tails[0], heads[0]).bond(tails[0], heads[0], directed=directed)
        return right
    model = owner(*tails, *heads)
    before = len(model._bonds), set(model._used)
    try:
        for a in tails:
            for b in heads:
                model.bond(a, b, directed=directed)
    except ModelError:  # all bonds of the list, or none
        del model._bonds[before[0] :]
        model._set(used=before[1])
        raise
    return right


def owner(*ends: Any) -> Composite:
    """The model that all `ends` are part of."""
    parents = []
    for end in ends:
        if isinstance(end, Bond):
            raise ModelError(_BETWEEN_BONDS)
        component = end.component if isinstance(end, PortReference) else end
        if not isinstance(component, Component):
            raise ModelError(f"a bond joins components or their ports, not {end!r}")
        if component.parent is None:
            raise ModelError(
                f"this {type(component).__name__} is not part of a model yet; "
                f"add it first (model.{component.name.lower()} = …)"
            )
        parents.append(component.parent)
    if all(is_frame(end) for end in ends):
        places = ", ".join(place_of(end) or end.name for end in ends)
        raise ModelError(f"mechanical frames are joined, not bonded, for their positions are equal too: join({places})")
    if any(parent is not parents[0] for parent in parents):
        names = " and ".join(f"{end!r}" for end in ends)
        raise ModelError(f"{names} are in different models; expose a port of the inner one and bond to that")
    return parents[0]


def free_port(component: Component, used: set[tuple[str, str]], leaving: bool) -> str:
    """The port that a new bond of `component` takes: the one whose power sense fits, otherwise any free one."""
    ports = component.ports
    if not ports:
        frames = [name for name, part in getattr(component, "children", {}).items() if is_frame(part)]
        way = f"join its frames ({', '.join(frames)})" if frames else "connect its signals"
        raise ModelError(f"{type(component).__name__} has no power port to bond to; {way} instead", component.name)
    free = [name for name, port in ports.items() if port.many or (component.name, name) not in used]
    if not free:
        raise ModelError(
            f"port '{next(iter(ports))}' is already bonded, and there is no other free one; "
            "join several bonds with a 0- or 1-junction",
            component.name,
        )
    fitting = [name for name in free if ports[name].inward != leaving or ports[name].many]
    return (fitting or free)[0]


def check_port(component: Component, port: str) -> Port:
    """The declaration of `port`."""
    from ..errors import NameNotFound, nearest
    from .component import switched_on

    if port not in component.ports:
        raise NameNotFound(
            f"{type(component).__name__} has no port '{port}'"
            + (switched_on(component, port) or nearest(port, component.ports)),
            component.name,
        )
    return component.ports[port]
