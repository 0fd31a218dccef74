"""Why a model is singular: ideal switches that leave something open, frames that nobody joined."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..errors import StructureError
from ..expression import Node, name_of
from ..model.composite import Composite
from ..model.demand import numbers
from .alias import Aliased, Contradiction
from .index import ADVICE, Singular, check_structure, dulmage_mendelsohn, unknown_leaves
from .modes import Mode, leaky
from .system import Equation, System


def explain(
    error: StructureError,
    system: System,
    equations: tuple[Equation, ...],
    modes: tuple[Mode, ...],
    shortened: Callable[[tuple[Equation, ...]], Aliased],
    constant: Callable[[Node], bool],
    fixed: tuple[Equation, ...],
) -> None:
    """Add to `error` what causes it, where that is known.

    `equations` are those before a position of ideal switches was built in; `shortened` takes alias equations out;
    `fixed` are the equations in the present position, with all their variables.
    """
    _name_contradiction(error, system, fixed, constant)
    near = error.near if isinstance(error, Singular) else {error.where or ""}
    reason = _loose_frames(system, near) or _doubled_joints(system, near)
    switches = {mode.origin for mode in modes if mode.structural}
    if not reason and switches:
        try:  # the same model with leaky switches: is it sound?
            check_structure(shortened(leaky(equations, modes)).equations, constant)
        except StructureError:
            return
        reason = _ideal_switches(system, switches, near, isinstance(error, Singular) and not error.crowded)
    if reason:
        error.args = (f"{str(error).removesuffix(ADVICE)}. {reason}",)


def _name_contradiction(
    error: StructureError, system: System, fixed: tuple[Equation, ...], constant: Callable[[Node], bool]
) -> None:
    """Where the variables that equations fought for are gone, as equals of others: look among all equations."""
    if isinstance(error, Singular):
        gone = error.crowded and not any(unknown_leaves(e.residual, constant) for e in error.crowded)
    else:
        gone = isinstance(error, Contradiction)
    if not gone or system.graph.joins:  # the equations of closed loops are too many for this until they are released
        return
    over = dulmage_mendelsohn(fixed, constant).over
    if not over.variables:
        return
    names = [name_of(x) for x in over.variables]
    components = {e.origin for e in over.equations} | {n.partition("[")[0].rpartition(".")[0] for n in names}
    known = {path for path in components if path in system.graph.elements or path in system.graph.models}
    count = f"{len(names)} variable{'s' if len(names) > 1 else ''}"
    error.args = (
        f"{str(error).removesuffix(ADVICE)}. {len(over.equations)} equations for {count} "
        f"({_some(set(names))}) are too many, at {_some(known - {''})}{ADVICE}",
    )


def _ideal_switches(system: System, switches: set[str], near: set[str], floating: bool) -> str:
    elements = system.graph.elements
    beside = {path: {system.graph.other(path, a) for a in elements[path].attached} for path in switches}
    touched = switches & near or {path for path in switches if beside[path] & near} or switches
    kinds = sorted({type(elements[path].element).__name__ for path in touched})
    what = "diode" if kinds == ["D"] else "switch"
    if len(touched) > 1:
        what += "s" if what == "diode" else "es"
    if floating:
        reason = "leave the potentials (efforts) between them undetermined while they are open"
        remedy = "give what floats between them a resistor to a fixed potential"
    else:
        reason = "fix a flow while they are open and an effort while they are closed, which others fix too"
        remedy = "put a resistor beside the open ones or in line with the closed ones"
    return (
        f"This comes from the ideal {what} {_some(touched)}: ideal ones {reason}; "
        f"use the leaky {' and '.join(f'{kind}2' for kind in kinds)}, or {remedy}"
    )


def _loose_frames(system: System, near: set[str]) -> str:
    """Frames that are joined to nothing, of components that are concerned: what should move or hold them is missing."""
    free = [join.frames[0] for join in system.graph.joins if len(join.frames) == 1 and not join.cuts]
    owners = {frame: frame.rpartition(".")[0] for frame in free}
    loose = {f for f, owner in owners.items() if any(p == owner or p.startswith(f"{owner}.") for p in near)}
    # the free end of a body or of a rod is nothing strange: only what moves by itself needs something at both ends
    loose = {frame for frame in loose if system.graph.models[owners[frame]].wishes}
    if not loose:
        return ""
    return (
        f"Nothing is joined to {_some(loose)}, so that it has neither mass nor hold; "
        f"join a body or the world to it, as in model.join({min(loose)}, body.a)"
    )


def _doubled_joints(system: System, near: set[str]) -> str:
    """Two joints of one kind in line, with nothing between them, that move about or along the same axis."""
    for join in system.graph.joins:
        if len(join.frames) != 2 or join.cuts:
            continue
        first, second = sorted(frame.rpartition(".")[0] for frame in join.frames)
        if not all(any(p == path or p.startswith(f"{path}.") for p in near) for path in (first, second)):
            continue
        a, b = system.graph.models[first], system.graph.models[second]
        if type(a) is type(b) and a._motion and _same_axis(a, b):
            return (
                f"{first} and {second} {a._motion} the same axis with nothing between them, so that "
                "nothing determines how much each of them moves; remove one, or join a body between them"
            )
    return ""


def _same_axis(a: Composite, b: Composite) -> bool:
    """Whether two joints of one kind have parallel axes, as far as these are numbers; those without any have."""
    for name in ("axis", "direction"):
        if name in a.declarations:
            first, second = numbers(a, name), numbers(b, name)
            if first is None or second is None:
                return False
            return abs(float(first @ second)) >= (1 - 1e-12) * float(np.linalg.norm(first) * np.linalg.norm(second))
    return True


def _some(paths: set[str]) -> str:
    named = sorted(paths)
    return ", ".join(named[:6]) + (f" and {len(named) - 6} more" if len(named) > 6 else "")


__all__ = ["explain"]
