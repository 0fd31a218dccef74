"""What acts on a mechanism: weights, springs, dampers, sources and what other domains do, in groups."""

from __future__ import annotations

from collections.abc import Iterator

from ..elements.storage import IC, I
from ..errors import ModelError
from ..expression import Node, leaves, neg, tree_size
from ..model.kind import Kind
from .alias import base
from .opened import POSITIONS, Opened, mechanical
from .schedule import Assign
from .system import System
from .unfolded import Explicit
from .weight import is_weight

GROUPS = ("coriolis", "gravity", "springs", "dampers", "applied")
SHORT = 4  # operations of signals that are put in


def is_coordinate(explicit: Explicit, x: Node) -> bool:
    """Whether a state is a position of the mechanism, or stands for one, and not of a block or another domain."""
    system = explicit.compiled.system
    for variable in explicit.named_alike(x):
        known = system.quantities.get(variable)
        if known is not None and known.kind in POSITIONS:
            flat = system.graph.elements.get(known.owner)
            return flat is None or not flat.domains or all(map(mechanical, flat.domains.values()))
    return False


def block_signals(explicit: Explicit) -> list[Node]:
    """What blocks compute, beside the motion: it keeps its name instead of being written out at every place."""
    system, found = explicit.compiled.system, []
    for x, step in explicit.maker.items():
        known = system.quantities.get(x)
        if known is not None and known.kind is Kind.SIGNAL and known.owner in system.graph.elements:
            block = system.graph.elements[known.owner].element.role == "block" and x not in explicit.known
            if block and isinstance(step, Assign) and tree_size([step.value]) > SHORT:
                found.append(x)
    return found


def acting(made: Opened) -> Iterator[tuple[str, str, Node, Node]]:
    """The path, group, flow and effort (out of the element) of every element that acts on the mechanism."""
    system = made.compiled.system
    gyrating = _gyrating(system)
    for path, flat in system.graph.elements.items():
        element = flat.element
        if element.junction or isinstance(element, I) or element.role in ("junction", "constraint", "sensor"):
            continue
        whole = all(map(mechanical, flat.domains.values()))
        if element.role == "conserving" and whole and path not in gyrating:
            continue
        group = _group(made, path, whole)
        for (name, port), view in zip(element.ports.items(), system.scopes.locals[path].bonds, strict=True):
            if mechanical(flat.domains[name]):
                if isinstance(element, IC) and name == "i":
                    raise ModelError("an IC has no constant inertia, which the mechanics form needs", path)
                for flow, effort in zip(view.f, view.e, strict=True):
                    yield path, group, flow, (neg(effort) if port.inward else effort)


def _gyrating(system: System) -> set[str]:
    """Elements that pass power on by laws in which efforts and flows stand together."""
    found = set()
    for equation in system.equations:
        kinds = {system.kind(base(leaf)) for leaf in leaves(equation.residual)}
        if {Kind.EFFORT, Kind.FLOW} <= kinds:
            found.add(equation.origin)
    return found


def _group(made: Opened, path: str, whole: bool) -> str:
    role = made.compiled.system.graph.elements[path].element.role
    if role == "conserving":
        return "coriolis" if whole else "applied"
    if role == "source":
        return "gravity" if is_weight(made.compiled, path) else "applied"
    return {"storage": "springs", "dissipation": "dampers"}.get(role, "applied")


__all__ = ["GROUPS", "SHORT", "acting", "block_signals", "is_coordinate"]
