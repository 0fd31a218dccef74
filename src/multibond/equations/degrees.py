"""Angles that look as if they were meant in degrees: ``phi0=90`` is 90 rad, more than fourteen turns.

A plain number is in radians, whatever its size. One beyond a whole turn that is a usual number of degrees runs, and is
doubted; who means it writes the unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..expression import Node, name_of, node, symbol
from ..frozen import frozen
from ..graph.named_units import plain_name, si_unit
from ..model.component import Component
from ..model.declare import Parameter
from ..model.unit import is_quantity

if TYPE_CHECKING:
    from .system import System

MOST = 16  # sets of parameters that are kept
TURN = 2 * np.pi
USUAL, WIDE = (10, 15), (15,)  # degrees of which usual angles are whole multiples; of stops, which may be turns apart
LARGEST = 720  # degrees that are usual
STOPS = "stops"


@frozen
class Angles:
    """The parameters of a system that are angles, by their `places`: `names`, and whether they are stops. `fixed` are
    sentences about numbers that no run changes; `told` is what was found for the parameters judged last."""

    places: np.ndarray
    names: tuple[str, ...]
    wide: np.ndarray
    fixed: tuple[str, ...]
    told: dict[bytes, dict[str, str]]


def angles(system: System) -> Angles:
    """The angles of a system that are given as numbers without a unit."""
    at = {symbol(name): k for k, name in enumerate(system.parameters)}
    found: dict[int, tuple[str, bool]] = {}
    fixed = list(_starts(system))
    graph = system.graph
    components: list[tuple[str, Component]] = [*graph.models.items()]
    components += [(path, flat.element) for path, flat in graph.elements.items()]
    for path, component in components:
        for name, declared in component.declarations.items():
            if not isinstance(declared, Parameter) or declared.unit != "rad":
                continue
            wide = name.startswith(STOPS)
            for full, entry in _plain(system, path, component, name):
                if entry in at:
                    found.setdefault(at[entry], (name_of(entry), wide))
                elif entry.op == "const" and looks_like_degrees(np.array(float(entry.args[0])), wide):
                    fixed.append(_sentence(full, float(entry.args[0])))
    places = np.array(sorted(found), dtype=int)
    names = tuple(found[k][0] for k in places)
    return Angles(places, names, np.array([found[k][1] for k in places], dtype=bool), tuple(fixed), {})


def _plain(system: System, path: str, component: Component, name: str) -> Iterator[tuple[str, Node]]:
    """The components of a parameter that were given without a unit, by their names."""
    scopes, full = system.scopes, f"{path}.{name}" if path else name
    raw, value = scopes.overrides.get(full, component.given.get(name)), scopes.parameter(path, name)
    if value is None:
        return
    entries = np.ravel(np.asarray(value, dtype=object))
    written = np.ravel(np.asarray(raw, dtype=object))
    for k, entry in enumerate(entries):
        said = written[k] if len(written) == len(entries) else raw
        if not (isinstance(said, str) and is_quantity(said)):
            yield f"{full}[{k}]" if len(entries) > 1 else full, node(entry)


def _starts(system: System) -> Iterator[str]:
    """Sentences about start values that a model states in plain numbers."""
    for path, model in system.graph.models.items():
        for start in model.starts:
            value, variable = start.value, start.variable
            if not isinstance(value, (int, float)) or not looks_like_degrees(np.array(float(value))):
                continue
            if si_unit(system.graph, path, variable) == "rad":
                written = plain_name(variable)
                yield _sentence(f"{path}.{written}" if path else written, float(value))


def looks_like_degrees(values: np.ndarray, wide: np.ndarray | bool = False) -> np.ndarray:
    """Of each angle [rad] whether it is beyond a turn and a usual number of degrees; `wide`: of stops."""
    size = np.abs(values)
    often = np.any([size % step == 0.0 for step in USUAL], axis=0)
    seldom = np.any([size % step == 0.0 for step in WIDE], axis=0)
    return np.asarray((size > TURN) & (size <= LARGEST) & np.where(wide, seldom, often))


def in_degrees(system: System, p: np.ndarray, given: Mapping[str, Any] | None) -> list[str]:
    """A sentence for each angle that looks as if it were meant in degrees, with the parameters `p`; those that are
    `given` to the run with a unit are as they are meant."""
    known, key = system.angles, p.tobytes()
    found = known.told.get(key)
    if found is None:
        values = p[known.places]
        chosen = np.flatnonzero(looks_like_degrees(values, known.wide)) if len(values) else ()
        found = {known.names[k]: _sentence(known.names[k], float(values[k])) for k in chosen}
        if len(known.told) >= MOST:
            known.told.clear()
        known.told[key] = found
    if not found:
        return list(known.fixed)
    meant = [name for name, x in (given or {}).items() if isinstance(x, str) and is_quantity(x)]
    return [*(said for name, said in found.items() if name.partition("[")[0] not in meant), *known.fixed]


def turned_too_far(system: System, table: np.ndarray) -> np.ndarray:
    """For each row of parameters whether an angle looks as if it were meant in degrees."""
    known = system.angles
    if known.fixed or not len(known.places):
        return np.full(len(table), bool(known.fixed))
    return np.asarray(looks_like_degrees(table[:, known.places], known.wide).any(axis=1))


def _sentence(name: str, value: float) -> str:
    return (
        f"{name}: the angle {value:g} is in radians, {abs(value) / TURN:.3g} turns, and looks like degrees; write "
        f"'{value:g} deg' for these, or '{value:g} rad' if it is meant"
    )


__all__ = ["Angles", "angles", "in_degrees", "looks_like_degrees", "turned_too_far"]
