"""Why a model is singular: ideal switches that leave something open, frames that nobody joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..elements.storage import I
from ..errors import StructureError
from ..expression import Node, leaves, name_of, symbol
from ..graph.joined_frames import rigid_parts
from ..model.composite import Composite
from ..model.declare import Input
from ..model.demand import numbers
from .alias import Aliased, Contradiction
from .index import ADVICE, Singular, check_structure, dulmage_mendelsohn, unknown_leaves
from .modes import Mode, leaky
from .system import Equation, System

ROUNDING = 1e-12  # of the largest principal moment of inertia, which is none


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
    free = error.free if isinstance(error, Singular) else ()
    reason = _loose_frames(system, near) or _doubled_joints(system, near) or _massless(system, near)
    reason = reason or _open_inputs(system, free)
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
    leaky = sorted({kind for path in touched for kind in elements[path].element.leaky})
    way_out = f"use the leaky {' and '.join(leaky)}, or {remedy}" if leaky else remedy
    return f"This comes from the ideal {what} {_some(touched)}: ideal ones {reason}; {way_out}"


def _open_inputs(system: System, free: Sequence[str]) -> str:
    """Inputs of blocks that nobody gave."""
    elements = system.graph.elements
    for name in free:
        path, _, variable = name.partition("[")[0].rpartition(".")
        if (
            path in elements
            and isinstance(elements[path].element.declarations.get(variable), Input)
            and system.graph.models[path.rpartition(".")[0]].library == "user"
            and not any(symbol(name) in leaves(e.residual) for e in system.equations if e.origin != path)
        ):
            kind = type(elements[path].element).__name__
            return (
                f"The input {path}.{variable} is not connected; give it with the block, as in {kind}({variable}="
                f"'sensor.y'), or connect it: model.connect(sensor.y, {path}.{variable})"
            )
    return ""


def _massless(system: System, near: set[str]) -> str:
    """Rigid parts between joints that have no mass, or a mass without moment of inertia: nothing says how they move."""
    beside = _beside(system, near)
    between = ""
    for owners in rigid_parts(system.graph):
        close = any(p == o or p.startswith(f"{o}.") for p in near for o in owners)
        if not close and beside.isdisjoint(owners):
            continue
        models = {owner: system.graph.models[owner] for owner in owners}
        bodies = [owner for owner in owners if _stores(system, owner)]
        names = _some(set(owners))
        if not bodies and (close or beside.issuperset(owners)):
            reason = (
                f"{names} {'has' if ',' not in names else 'have'} no mass, so that nothing determines how "
                f"{'it moves' if ',' not in names else 'they move'}; add a mass (join a Body to it), or take out the "
                "joint that lets it move"
            )
            if close:
                return reason
            between = between or reason  # a part without size is no more than the joints at its ends
        if bodies and all(_is_point(models[body]) for body in bodies):
            return (
                f"{_some(set(bodies))} has a mass but no moment of inertia{_about(models[bodies[0]])}, so that nothing "
                f"determines how {names} {'turns' if ',' not in names else 'turn'}; give it a moment of inertia "
                "(Body), or hold it by joints that leave it no turning"
            )
    return between


def _beside(system: System, near: set[str]) -> set[str]:
    """The components that are joined to those concerned, as a point of mass to the hinge in which it sits."""
    found: set[str] = set()
    for join in system.graph.joins:
        owners = {frame.rpartition(".")[0] for frame in join.frames}
        if any(p == o or p.startswith(f"{o}.") for p in near for o in owners):
            found |= owners
    return found


def _stores(system: System, owner: str) -> bool:
    """Whether a component stores kinetic energy."""
    return any(p.startswith(f"{owner}.") and isinstance(f.element, I) for p, f in system.graph.elements.items())


def _is_point(body: Composite) -> bool:
    """Whether a body has no moment of inertia, or none about some axis."""
    inertia = numbers(body, "I") if "I" in body.declarations else np.zeros(1)
    if inertia is None or not np.all(np.isfinite(inertia)):
        return False
    moments = np.linalg.eigvalsh(inertia) if inertia.ndim == 2 else np.ravel(inertia)
    return bool(np.min(moments) <= ROUNDING * np.max(np.abs(moments)))


def _about(body: Composite) -> str:
    """About which axes there is none, where there is some about others."""
    inertia = numbers(body, "I") if "I" in body.declarations else None
    if inertia is None or not np.any(inertia):
        return ""
    axes = [axis for axis, moment in zip("xyz", np.ravel(inertia)) if not moment] if inertia.ndim == 1 else []
    return f" about {' and '.join(axes)}" if axes else " about one of its axes"


def _loose_frames(system: System, near: set[str]) -> str:
    """Frames that are joined to nothing, of components that are concerned: what should move or hold them is missing."""
    free = [join.frames[0] for join in system.graph.joins if len(join.frames) == 1 and not join.cuts]
    owners = {frame: frame.rpartition(".")[0] for frame in free}
    loose = {f for f, owner in owners.items() if any(p == owner or p.startswith(f"{owner}.") for p in near)}
    # the free end of a body or of a rod is nothing strange: only what moves by itself needs something at both ends
    loose = {f for f in loose if system.graph.models[owners[f]].wishes and not _stores(system, owners[f])}
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
        if name in a.declarations or name in b.declarations:
            if name not in a.declarations or name not in b.declarations:  # other classes under one name
                return False
            first, second = numbers(a, name), numbers(b, name)
            if first is None or second is None or first.ndim != 1 or first.shape != second.shape:
                return False
            return abs(float(first @ second)) >= (1 - 1e-12) * float(np.linalg.norm(first) * np.linalg.norm(second))
    return True


def _some(paths: set[str]) -> str:
    named = sorted(paths)
    return ", ".join(named[:6]) + (f" and {len(named) - 6} more" if len(named) > 6 else "")


__all__ = ["explain"]
