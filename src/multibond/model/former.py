"""Former names: what was renamed keeps its old name for one release, and says the new one in a warning.

A component class lists its renamed parameters, ports and outputs in `former` (old name → new name), and in
`former_order` the order in which its values were given before, where that has changed. Renamed classes stand in
`CLASSES`. All of it is read here and nowhere else; `docs/changes.md` says why each name was changed.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import ModelError, MultibondDeprecationWarning
from ..frozen import frozen

if TYPE_CHECKING:
    from .component import Component

_PACKAGE = __name__.partition(".")[0]


@frozen
class Renamed:
    """What a class is called now, and what its former self did differently.

    `now`: the name in the same module. `order`: the parameters in the order in which the former class took them, where
    that differs; `values`: defaults that only the former class had.
    """

    now: str
    order: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)


# by module of the package ("" is the package itself), then by former name
CLASSES: dict[str, dict[str, Renamed]] = {
    "": {
        "Cylinder": Renamed("HydraulicCylinder"),
        "Switch": Renamed("SignalSwitch"),
        "Table": Renamed("LookupTable"),
        "TransferFunction": Renamed("TransferFunctionBlock"),
    },
    "analysis": {"Step": Renamed("StepResponse")},
    "planar": {
        "CutForceSensor": Renamed("CutSensor"),
        "FrameForce": Renamed("BodyForce"),
        "PlanarPowerSensor": Renamed("CutSensor"),
    },
    "spatial": {
        "CutForceSensor": Renamed("CutSensor"),
        "CutTorqueSensor": Renamed("CutSensor"),
        "Force": Renamed("RelativeForce", ("force", "frame"), {"frame": "a"}),
        "Planar": Renamed("PlanarJoint"),
        "SpatialPowerSensor": Renamed("CutSensor"),
        "Torque": Renamed("RelativeTorque", ("torque", "frame"), {"frame": "a"}),
    },
}


def tell(old: str, new: str, what: str = "") -> None:
    """Warn, at the line outside the package that used the `old` name, that it is `new` now."""
    warn(f"'{old}'{what} is called '{new}' now; the old name goes with the next release")


def warn(text: str) -> None:
    """Tell of a former name, at the line of the user's that has it."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == _PACKAGE:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, MultibondDeprecationWarning, stacklevel=level)


# ------------------------------------------------------------ parameters, ports, outputs
def table(kind: type[Component]) -> dict[str, str]:
    """The former names of what a class declares, its own and inherited: old name → new name."""
    return {old: new for base in reversed(kind.__mro__) for old, new in vars(base).get("former", {}).items()}


def current(component: Component | type[Component], name: str) -> str | None:
    """The new name of what a component called `name` before, if that is a former name; says nothing."""
    kind = component if isinstance(component, type) else type(component)
    return None if name in component.declarations else table(kind).get(name)


def renamed(component: Component | type[Component], given: Mapping[str, Any]) -> dict[str, Any]:
    """`given` values under the names that the component has for them now."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        new = current(component, name)
        if new is not None:
            kind = component if isinstance(component, type) else type(component)
            tell(name, new, f" of {kind.__name__}")
        if (new or name) in found or (new is not None and new in given):
            raise ModelError(f"'{new or name}' is given twice, once under its former name; keep one")
        found[new or name] = value
    return found


def positional(kind: type[Component], values: tuple[Any, ...], order: list[str]) -> Iterator[tuple[str, Any]]:
    """The names of values given by their place. Where the order has changed, it is still the former one."""
    before = getattr(kind, "former_order", None)
    if before is None:
        yield from zip(order, values, strict=False)
        return
    if len(values) > len(before):
        raise ModelError(f"give the values of {kind.__name__} after {before[-1]} by name")
    moved = [name for name, now in zip(before[: len(values)], order, strict=False) if name != now]
    if moved:
        names = " and ".join([", ".join(moved[:-1]), moved[-1]] if len(moved) > 1 else moved)
        warn(f"the order of the values of {kind.__name__} changes with the next release; give {names} by name")
    yield from zip(before, values, strict=False)


def current_path(name: str, components: Callable[[str], Component | None], told: set[str]) -> str | None:
    """The dotted `name` (an index may follow) with the names that its parts have now; None if no part is a former one.

    `components` finds a component by its path. What is in `told` has been said already.
    """
    stem, bracket, index = name.partition("[")
    parts = stem.split(".")
    changed = False
    for k, part in enumerate(parts):
        owner = components(".".join(parts[:k]))
        now = current(owner, part) if owner is not None else None
        if now is not None:
            parts[k], changed = now, True
    if not changed:
        return None
    new = ".".join(parts)
    if stem not in told:
        told.add(stem)
        tell(stem, new)
    return new + bracket + index


# ------------------------------------------------------------ classes
def former_class(module: str, name: str) -> Any:
    """The class that `module` of the package called `name` before, with a warning; None if it never did."""
    entry = CLASSES.get(module, {}).get(name)
    if entry is None:
        return None
    tell(name, entry.now, f" in {_PACKAGE}{'.' if module else ''}{module}")
    kind = getattr(import_module(f"{_PACKAGE}.{module}" if module else _PACKAGE), entry.now)
    return _as_before(kind, entry) if entry.order else kind


def _as_before(kind: Callable[..., Any], entry: Renamed) -> Callable[..., Any]:
    def make(*values: Any, **given: Any) -> Any:
        return kind(**{**entry.values, **dict(zip(entry.order, values, strict=False)), **given})

    return make


def type_name(name: str) -> tuple[str, Mapping[str, Any]]:
    """The name by which a file must call the type `name` now, and the values that only the former type had.

    Names are those of files: `SignalSwitch`, `planar.Rod`. A former name warns; any other comes back as it is.
    """
    library, _, last = name.rpartition(".")
    entry = CLASSES.get(library, {}).get(last)
    if entry is None or library not in ("", "planar", "spatial"):
        return name, {}
    now = f"{library}.{entry.now}" if library else entry.now
    tell(name, now, " in model files")
    return now, entry.values


__all__ = [
    "CLASSES",
    "Renamed",
    "current",
    "current_path",
    "former_class",
    "positional",
    "renamed",
    "table",
    "tell",
    "type_name",
]
