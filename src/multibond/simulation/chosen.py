"""Start positions that nobody gave: how a loop was closed where it could be closed in many ways, and where something
was turned to meet the velocities that were given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..equations.alias import replace_variables
from ..equations.assembly import coordinates, jacobian_of
from ..equations.draft import Draft
from ..equations.index import unknown_leaves
from ..equations.numbers import fixed_and_guesses
from ..equations.system import System
from ..expression import Node, name_of, unsigned
from ..model.kind import Kind
from .conflict import Condition, unit_lengths
from .initial import start_conditions
from .machine import Machine
from .newton import leading_rows, slopes_of

if TYPE_CHECKING:
    from .run import Simulation

MOVED = 1e-6  # m or rad away from where a joint begins by itself
SHARE = 1e-6  # of a free motion, from which on a joint takes part in it
MOST = 6  # names that a sentence lists


def note_choices(simulation: Simulation) -> None:
    """Note a doubt where loops were closed by moving joints whose start nobody gave, and might as well be closed
    otherwise."""
    machine = simulation.machine
    free = machine.chosen_freely.get("joints", lambda: _free_joints(machine))
    if not free:
        return
    m = simulation.modes.vector(machine)
    values = simulation.work.values(free, simulation.t, simulation.x, simulation.p, m).reshape(-1)
    said = ", ".join(f"{name_of(x)} = {value:.4g}" for x, value in list(zip(free, values, strict=True))[:MOST])
    more = f" and {len(free) - MOST} more" if len(free) > MOST else ""
    simulation.doubts.append(
        f"the start position was chosen freely: no start value says how the loops are closed, and {said}{more} [m or "
        "rad] is only one of many ways; give the start values of as many joints as can move by themselves, such as "
        f"{name_of(free[0]).rpartition('.')[0].partition('.')[0]}"
    )


def note_conditions(simulation: Simulation) -> None:
    """Note a doubt where start values of variables that are no states leave open what the states are: positions that
    nobody gave were changed so that given velocities are possible, or one condition is shared by several states."""
    machine, x = simulation.machine, simulation.x
    if simulation.settings.steady:
        return
    conditions, given = start_conditions(machine, simulation.p, simulation.t)
    if not conditions or not machine.own:  # without states nothing is left open
        return
    begun = [given.get(state, (0.0, False)) for state in machine.states[: machine.own]]
    free = np.array([not said for _, said in begun])
    # with the quaternions' own, as they were solved: nothing is compiled for this
    rows = [*conditions, *unit_lengths(machine, np.flatnonzero(~free).tolist())]
    m = simulation.modes.vector(machine)
    slopes = slopes_of(simulation.work, [c.residual for c in rows], simulation.t, simulation.p, m)(x)
    _note_moved(simulation, slopes, [int(k) for k in np.flatnonzero(free) if abs(x[k] - begun[k][0]) > MOVED])
    _note_shared(simulation, rows, slopes, free)


def _note_moved(simulation: Simulation, slopes: np.ndarray, moved: list[int]) -> None:
    """Positions that were moved to meet velocities: a wheel was turned into the direction in which it is to roll."""
    geometric = simulation.machine.geometric
    moving = np.any(slopes[:, ~geometric] != 0.0, axis=1)  # conditions on velocities
    turned = [k for k in moved if geometric[k] and np.any(slopes[moving][:, k]) and not np.any(slopes[~moving][:, k])]
    if turned:
        simulation.doubts.append(
            f"the start position was chosen freely: {_listed(simulation, turned)} [m or rad] was not given, and was "
            "moved so that the start velocities that were given are possible there; give the start position too"
        )


def _note_shared(simulation: Simulation, rows: list[Condition], slopes: np.ndarray, free: np.ndarray) -> None:
    """Conditions that more states could meet than are needed: which of them did is a matter of choice."""
    machine = simulation.machine
    written = np.array([not _of_block(machine.system, row.origin) for row in rows])
    moving = np.any(slopes[:, ~machine.geometric] != 0.0, axis=1)
    for which, states in ((moving & written, free & ~machine.geometric), (~moving & written, free & machine.geometric)):
        part = slopes[which][:, states]
        if not part.size:
            continue
        scaled = part / np.where((sizes := np.max(np.abs(part), axis=0)) > 0.0, sizes, 1.0)
        open_ones = np.linalg.svd(scaled)[2][len(leading_rows(scaled)) :]
        shared = np.flatnonzero((np.max(np.abs(open_ones), axis=0, initial=0.0) > SHARE) & (sizes > 0.0))
        if len(shared) < 2:
            continue
        concerned = np.flatnonzero(which)[np.any(part[:, shared] != 0.0, axis=1)]
        said = ", ".join(rows[k].text for k in concerned[:MOST])
        listed = _listed(simulation, np.flatnonzero(states)[shared].tolist())
        simulation.doubts.append(
            f"the start was chosen freely: {said} can be met in many ways, of which {listed} is only one; give start "
            "values of as many of these as can be chosen"
        )


def _of_block(system: System, origin: str) -> bool:
    """Whether a signal block, which follows its inputs at the start, sets a condition."""
    flat = system.graph.elements.get(origin)
    return flat is not None and not flat.element.ports


def _listed(simulation: Simulation, places: list[int]) -> str:
    """States with their values, the first of many."""
    states, x = simulation.machine.states, simulation.x
    more = f" and {len(places) - MOST} more" if len(places) > MOST else ""
    return ", ".join(f"{name_of(states[k])} = {x[k]:.4g}" for k in places[:MOST]) + more


def _written(system: System, origin: str) -> bool:
    """Whether a start value was written by the modeller, not by a joint of the library about itself."""
    model = system.graph.models.get(origin)
    return model is None or model.library == "user"


def _of_joint(system: System, variable: str) -> bool:
    """Whether a variable belongs to a joint; what floats, and wheels on their ground, begin where they are put."""
    path = variable.rpartition(".")[0]
    while path and path not in system.graph.models:
        path = path.rpartition(".")[0]
    if not path:
        return False
    return bool(system.graph.models[path].branches) and not system.graph.models[path].floating


def _free_joints(machine: Machine) -> list[Node]:
    """The coordinates of joints that closing the loops has moved and that could have gone elsewhere."""
    draft = machine.compiled.draft
    rows = list(draft.positioned)
    if not rows or not draft.assembled:
        return []
    system, aliased = draft.system, draft.aliased
    fixed, guess = fixed_and_guesses(system, aliased)
    hinted = {
        unsigned(replace_variables([start.expression], aliased.replaced, system.is_constant)[0])
        for start in system.starts
        if start.guess and _written(system, start.origin)
    }
    variables = [x for x in dict.fromkeys(x for row in rows for x in unknown_leaves(row.residual, draft.constant))
                 if x not in fixed and x in draft.assembled]  # fmt: skip
    moved = coordinates(aliased.equations)
    joints = [x for x in variables if x in moved and _of_joint(system, name_of(x))]
    if not joints or hinted.intersection(joints):
        return []
    slopes = jacobian_of(rows, variables, dict(draft.assembled), draft.number, draft.is_length)
    matrix = np.vstack([slopes, _lengths(draft, variables)])
    _, sizes, ways = np.linalg.svd(matrix)
    free = ways[int(np.sum(sizes > 1e-9 * float(np.max(sizes, initial=0.0)))) :]
    if not len(free):
        return []
    takes_part = np.max(np.abs(free), axis=0) > SHARE
    place = {x: k for k, x in enumerate(variables)}
    return [x for x in joints if takes_part[place[x]] and abs(draft.assembled[x] - guess.get(x, 0.0)) > MOVED]


def _lengths(draft: Draft, variables: list[Node]) -> np.ndarray:
    """The slopes of the lengths of quaternions, a row for each: to be longer or shorter is no motion."""
    rows: dict[str, np.ndarray] = {}
    for k, x in enumerate(variables):
        quantity = draft.system.quantities.get(x)
        if quantity is not None and quantity.kind is Kind.QUATERNION:
            rows.setdefault(quantity.owner, np.zeros(len(variables)))[k] = draft.assembled[x]
    return np.array(list(rows.values())).reshape(-1, len(variables))


__all__ = ["note_choices", "note_conditions"]
