"""The units of names: what components declare, and what their domains make of it."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..errors import NameNotFound
from ..expression import Node
from ..model.composite import Shown
from ..model.declare import Input, Parameter, Variable
from ..model.domain import DOMAINS
from ..model.unit import ANY, check_label, is_coherent
from .flat import Graph

LONGEST = 20  # outputs in a row that are each the next, of which a unit is sought
_NAME = re.compile(r"(?:der\()*[^\W\d]\w*(?:\.\w+)*(?:\[[\d,\s]+\])?\)*")


def unit_of(graph: Graph, name: str) -> str:
    """The unit of a variable, parameter or output by its dotted path, as unit text; "" where it is not known."""
    if not isinstance(name, str):
        raise NameNotFound(f"a variable is named by text, not {name!r}")
    if name == "time":
        return "s"
    if name.startswith("der(") and name.endswith(")"):
        inner = unit_of(graph, name[4:-1])
        return f"({inner})/s" if inner else ""
    owner, _, last = name.partition("[")[0].rpartition(".")
    if owner in graph.models and last in graph.models[owner].outputs:
        unit, name = _shown_unit(graph, owner, last)
        return unit or unit_of(graph, name)
    flat = graph.elements.get(owner)
    if flat is not None:
        domain, component = flat.domain, flat.element
    else:
        element, _, port = owner.rpartition(".")
        flat = graph.elements.get(element)
        domain = flat.domains.get(port, DOMAINS["generic"]) if flat else DOMAINS["generic"]
        component = flat.element if flat else graph.models.get(owner)  # type: ignore[assignment]
        if owner in graph.stems:
            domain = graph.bonds[graph.stems[owner]].domain
    declared = component.declarations.get(last) if component is not None else None
    if isinstance(declared, (Variable, Parameter, Input)):
        return "" if declared.unit == ANY else domain.unit(declared.unit)
    return {"e": domain.effort_unit, "f": domain.flow_unit}.get(last, "")


def _shown_unit(graph: Graph, owner: str, last: str) -> tuple[str, str]:
    """The unit that an output says it has, or the first that says one of the outputs behind it, each given by the name
    of the next; otherwise the name of what stands behind them, "" where they are too many or a circle."""
    for _ in range(LONGEST):
        shown = graph.models[owner].outputs[last]
        name = inside(owner, plain_name(shown.value))
        owner, _, last = name.partition("[")[0].rpartition(".")
        if shown.unit or owner not in graph.models or last not in graph.models[owner].outputs:
            return shown.unit, name
    return "", ""


def si_unit(graph: Graph, scope: str, raw: Any) -> str:
    """The unit in which the numbers of `raw`, a name written in the composite at `scope`, are; "" if not known."""
    unit = unit_of(graph, inside(scope, plain_name(raw)))
    return unit if is_coherent(unit) else ""


def check_shown(graph: Graph, scope: str, shown: Shown) -> None:
    """Refuse the unit of an output that is a variable of the model in another unit."""
    name = plain_name(shown.value)
    known = unit_of(graph, inside(scope, name)) if name and shown.unit else ""
    if known:
        check_label(shown.unit, known, name)


def plain_name(raw: Any) -> str:
    """The name of the variable that `raw` is, of a vector without index; "" if it is an expression or a number."""
    if isinstance(raw, np.ndarray) and raw.size:
        return plain_name(raw.reshape(-1)[0]).partition("[")[0]
    if isinstance(raw, Node):
        return str(raw) if raw.op in ("symbol", "der") else ""
    return raw.strip() if isinstance(raw, str) and _NAME.fullmatch(raw.strip()) else ""


def inside(scope: str, name: str) -> str:
    """The path of `name`, written in the composite at `scope`."""
    if name.startswith("der("):
        return f"der({inside(scope, name[4:-1])})"
    return f"{scope}.{name}" if scope and name else name


__all__ = ["check_shown", "plain_name", "si_unit", "unit_of"]
