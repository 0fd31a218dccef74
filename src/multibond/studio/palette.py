"""The palette: every component with its ports, values and icon, as the page lists them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np

from ..equations.methods import METHODS
from ..errors import MultibondError
from ..expression.parse import CALLS
from ..integrate.solvers import names as solver_names
from ..look.icon import Icon, Look
from ..look.usual import icon_of
from ..model.component import Component
from ..model.composite import Composite
from ..model.declare import Declaration, Input, Law, Option, Output, Parameter, Port, Variable
from ..model.domain import DOMAINS
from ..model.joining import is_frame
from ..model.registry import Listed, components
from ..picture.drawing.frame_side import turned
from ..picture.drawing.multibody import is_outward
from .diagram_data import icon_data

SETTABLE = (Parameter, Law, Option, Input)
HIDDEN = ("absolute",)  # libraries that stand in for others and are not offered twice


@cache
def palette() -> dict[str, Any]:
    """What the page has to know of the language, apart from the folder and the bank."""
    return {
        "types": [_type(part) for part in components() if _offered(part)],
        "domains": [
            {"name": d.name, "effort": d.effort_unit, "flow": d.flow_unit, "displacement": d.displacement_unit,
             "momentum": d.momentum_unit} for d in dict.fromkeys(DOMAINS.values())
        ],
        "methods": list(METHODS),
        "solvers": list(solver_names()),
        "functions": sorted(CALLS),
    }  # fmt: skip


def _offered(part: Listed) -> bool:
    return part.library not in HIDDEN and not (is_frame_class(part.kind) and part.library == "multibond")


def is_frame_class(kind: type[Component]) -> bool:
    """Whether a class is that of mechanical frames, which only parts contain."""
    return getattr(kind, "frame_kind", None) is not None


def _type(part: Listed) -> dict[str, Any]:
    sample = _sample(part.kind)
    declared = part.declarations
    frames = (
        [name for name, child in sample.children.items() if is_frame(child)] if isinstance(sample, Composite) else []
    )
    ports = {**{k: d for k, d in declared.items() if isinstance(d, Port)}, **(dict(sample.ports) if sample else {})}
    return {
        "type": part.name,
        "library": part.library,
        "family": part.family.replace("_", " "),
        "description": part.summary,
        "symbol": part.kind.symbol or part.kind.__name__,
        "role": part.kind.role,
        "ports": [_port(name, port) for name, port in ports.items()],
        "frames": frames,
        "values": [_value(name, one, sample is None) for name, one in declared.items() if isinstance(one, SETTABLE)],
        "variables": [
            {"name": name, "unit": one.unit, "description": one.description, "signal": isinstance(one, Output)}
            for name, one in declared.items() if isinstance(one, Variable)
        ],
        "composite": issubclass(part.kind, Composite),
        "icon": None if sample is None else _icon(sample, frames),
    }  # fmt: skip


def _sample(kind: type[Component]) -> Component | None:
    """One of the class with its default values, or None where it cannot do without values."""
    try:
        made = kind()
        if isinstance(made, Composite):
            made._ensure_built()
        return made
    except MultibondError:
        return None


def _icon(sample: Component, frames: list[str]) -> dict[str, Any] | None:
    try:
        icon: Icon = icon_of(Look(sample, None, False))
        for name in frames:
            outward = is_outward(sample, name)
            icon.frames.setdefault(name, "right" if outward else "left")
            icon.outward.update([name] if outward else [])
        if icon.frames:
            icon = turned(icon, {}, [])
        icon.captions = []
        return icon_data(icon)
    except MultibondError:
        return None


def _port(name: str, port: Port) -> dict[str, Any]:
    return {
        "name": name, "inward": port.inward, "many": port.many, "n": port.n, "causality": port.causality,
        "domain": port.domain, "description": port.description,
    }  # fmt: skip


def _value(name: str, declared: Declaration, needed: bool) -> dict[str, Any]:
    kind = {Parameter: "parameter", Law: "law", Option: "option", Input: "input"}
    default = getattr(declared, "default", None)
    return {
        "name": name,
        "kind": next(word for base, word in kind.items() if isinstance(declared, base)),
        "unit": getattr(declared, "unit", ""),
        "description": declared.description,
        "default": _plain(default),
        "required": needed and isinstance(declared, Parameter) and default is None,
        "shape": getattr(declared, "shape", ""),
        "minimum": getattr(declared, "minimum", None),
        "choices": [_plain(choice) for choice in getattr(declared, "choices", ())],
        "variables": list(getattr(declared, "variables", ())),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return str(value)
    return value


__all__ = ["palette"]
