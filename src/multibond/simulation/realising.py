"""The start of a run whose method realises constraints: found with the constraints as they are, and carried over.

So every method starts from the same consistent position and velocities, with the same positions of switches.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..elements.storage import I
from ..equations.constrained import Constrained
from ..equations.methods import Parasitic, Realisation, Reduced
from ..equations.realise import deflection, parasitic_parameter
from ..equations.system import System
from ..errors import ModelError, StructureError
from ..expression import Node, evaluate, leaves, name_of, node, symbol
from ..integrate.solvers import Auto, Ida, Solver
from .events import Modes
from .first_position import first_machine
from .machine import Machine
from .settings import Settings

if TYPE_CHECKING:
    from .run import Simulation

PIVOT = 1e-9  # of the mobility of a constraint, below which others have taken it all
UNMOVED = 1e-12  # of the mobility of the lightest part: a constraint that moves nothing, but for rounding
NOISE = 1e-13  # 1/kg or 1/(kg m²): mobilities are differences of accelerations, which are rounded
SWINGS = 5.0  # of a parasitic spring between two output points


def solver_for(machine: Machine, settings: Settings) -> Solver:
    """The solver of a run; methods that leave unknowns to the integrator have only one, where there are any."""
    given, method = settings.solver, settings.method
    if not method.implicit or machine.program.stacked is None:
        return given
    if method.name == "lagrange" and not machine.realised.multipliers:
        return given
    if isinstance(given, Auto):
        return Auto(Ida(implicit=True), Ida(implicit=True), True)
    if not isinstance(given, Ida):
        raise ModelError(
            f"the method '{method.name}' leaves its algebraic unknowns to the integrator, which only the solver 'ida' "
            f"can do, not '{given.name}'; leave out the solver, or use the method 'reduced', 'minimal' or 'parasitic'"
        )
    return replace(given, implicit=True)


def first_of(simulation: Simulation) -> Simulation | None:
    """The same run with the constraints as they are, from which a method that realises them starts; None where it
    starts with its own equations."""
    name, made = simulation.settings.method.name, simulation.engine
    if name in ("lagrange", "parasitic") and not simulation.system.constraints:
        return None  # nothing to realise
    if simulation.system.pairs and name != "minimal":
        if _nothing_to_realise(simulation):
            return None
        raise no_set_valued_laws(name, simulation.system)
    if name == "minimal":
        base = simulation.system
        simulation.system = made.realised(base, Realisation(name))
        if base.pairs:
            with suppress(StructureError):
                if first_machine(made, simulation.system, simulation.settings, simulation.p).has_pairs:
                    return None
            raise no_set_valued_laws(name, base)
        return None
    plain = replace(simulation.settings, method=Reduced(), solver=Auto())
    return type(simulation)(made, simulation.system, simulation.p, plain)


def _nothing_to_realise(simulation: Simulation) -> bool:
    """Whether there are neither constraints nor circles of computation: every method then solves the same equations."""
    if simulation.system.constraints:
        return False
    plain = replace(simulation.settings, method=Reduced())
    compiled = first_machine(simulation.engine, simulation.system, plain, simulation.p).compiled
    return not compiled.linear_systems and not compiled.nonlinear_systems


def no_set_valued_laws(name: str, system: System) -> ModelError:
    """Why a method cannot take the set-valued laws of a model."""
    owners = list(dict.fromkeys(law.origin for law in system.pairs))
    some = ", ".join(owners[:4]) + (" and others" if len(owners) > 4 else "")
    how = {
        "parasitic": "lets constraints give way for a while, and contacts that strike need them rigid",
        "minimal": "transfers storage to independent flows, and here what flows is given by what conducts or sticks",
    }.get(name, "leaves efforts to the integrator that are needed at once, at every event")
    return ModelError(
        f"the method '{name}' {how}: which of the set-valued laws of {some} hold next (contacts, friction that sticks, "
        "ideal diodes) is decided with all efforts at once; use the method 'reduced', which solves the same model, or "
        "give them laws that are functions: springs with dampers, friction that creeps, diodes with a resistance",
        owners[0],
    )


def realise(simulation: Simulation, first: Simulation) -> None:
    """Start `simulation` where `first` starts: its equations, values of parameters, machine, modes and states."""
    base = simulation.system
    with first:
        first.start()
        choice = _choice(first, simulation.settings)
        simulation.system = simulation.engine.realised(base, choice)
        chosen = _numbers(first, choice, simulation.settings)
        names = list(simulation.system.parameters)[len(base.parameters) :]
        simulation.p = np.append(simulation.p, [chosen[name] for name in names])
        settings = simulation.settings
        machine = simulation.engine.machine(
            simulation.system, dict(first.machine.positions), settings.wishes, settings.audit, simulation.p
        )
        simulation.work, simulation.solver = simulation.at_work(machine), solver_for(machine, settings)
        simulation.modes = Modes(machine, simulation.p, simulation.span, simulation.t)
        simulation.modes.values.update(first.modes.values)
        loads = _loads(first, simulation) if choice.method == "parasitic" else {}
        simulation.x = _carried(first, machine, loads)
        simulation.doubts += first.doubts


def _carried(first: Simulation, machine: Machine, loaded: Mapping[Node, float]) -> np.ndarray:
    """The states of `machine` where `first` stands; those of springs as they are `loaded`."""
    m = first.modes.vector(first.machine)
    books = machine.compiled.schedule.kinds
    values = []
    for state, source in zip(machine.states, machine.sources, strict=True):
        if source in loaded or (state is source and state in books):  # the energy books begin at zero
            values.append(loaded.get(source, 0.0))
            continue
        resolved = first.machine.compiled.resolve(source)
        values.append(float(first.work.evaluate([resolved], first.t, first.x, first.p, m)[0]))
    found = np.array(values)
    if not np.all(np.isfinite(found)):
        bad = name_of(machine.states[int(np.flatnonzero(~np.isfinite(found))[0])])
        raise StructureError(f"the start value of {bad} is not known to the method 'reduced'")
    return found


def _loads(first: Simulation, simulation: Simulation) -> dict[Node, float]:
    """The deflections of springs that bear the efforts of the constraints at the start."""
    rows = simulation.system.constraints
    m = first.modes.vector(first.machine)
    efforts = first.work.values([row.effort for row in rows], first.t, first.x, first.p, m).reshape(-1)
    known = {symbol(name): float(value) for name, value in zip(simulation.system.parameters, simulation.p, strict=True)}
    found: dict[Node, float] = {}
    for k, (row, effort) in enumerate(zip(rows, efforts, strict=True)):
        own = None if k in simulation.system.realisation.chosen else row.stiffness
        stiffness = evaluate([symbol(parasitic_parameter(row, "stiffness")) if own is None else own], known)[0]
        found[deflection(row)] = float(effort) / float(stiffness) if np.isfinite(effort) else 0.0
    return found


# ---------------------------------------------------------------- what a method makes of the constraints
def _choice(first: Simulation, settings: Settings) -> Realisation:
    """Which constraints are dropped as redundant, and which springs get numbers of this run."""
    name, rows = settings.method.name, first.system.constraints
    if name == "lagrange" and rows:
        try:
            return Realisation(name, dropped=_redundant(first, settings))
        except StructureError:  # parts without mass: forces alone do not determine how they move
            return Realisation(name, dropped=_found_redundant(first), whole=True)
    if name == "zcp":  # by positions: flows alone do not show that a constraint follows from others on its way only
        return Realisation(name, dropped=_found_redundant(first))
    if name == "parasitic":
        method = settings.method
        told = isinstance(method, Parasitic) and (method.stiffness, method.damping, method.frequency) != (None,) * 3
        return Realisation(name, chosen=tuple(k for k, row in enumerate(rows) if told or _lacks(row)))
    return Realisation(name)


def _found_redundant(first: Simulation) -> tuple[int, ...]:
    """The constraints that index reduction found to follow from others."""
    return tuple(sorted(first.machine.compiled.aliased.rows))


def _lacks(row: Constrained) -> bool:
    return row.stiffness is None or row.damping is None


def mobilities(first: Simulation, settings: Settings) -> np.ndarray:
    """How much the flow of each constraint (rows) changes by unit efforts of each (columns), all set free: 1/kg, …"""
    made, base = first.engine, first.system
    free = made.realised(base, Realisation("lagrange"))
    machine = made.machine(free, dict(first.machine.positions), settings.wishes, settings.audit, first.p)
    rates = [machine.compiled.resolve(multiplier.rate) for multiplier in free.multipliers]
    modes = Modes(machine, first.p, first.span, first.t)
    modes.values.update(first.modes.values)
    x = _carried(first, machine, {})
    m = modes.vector(machine)
    with machine.opened.workspace() as workspace:
        count = len(rates)
        open_m = [np.concatenate([m, unit]) for unit in np.vstack([np.zeros(count), np.eye(count)])]
        found = np.array([workspace.evaluate(rates, first.t, x, first.p, at) for at in open_m])
    return (found[0] - found[1:]).T  # efforts count positive into the constraint


def _redundant(first: Simulation, settings: Settings) -> tuple[int, ...]:
    """The constraints that others imply: those that find no motion left when the others have taken theirs."""
    matrix = mobilities(first, settings)
    sizes = np.sqrt(np.maximum(np.abs(np.diag(matrix)), 1e-300))
    moved = _moved(first, sizes**2)
    left = np.where(np.outer(moved, moved), matrix / np.outer(sizes, sizes), 0.0)
    kept: list[int] = []
    while len(kept) < len(left):
        pivots = np.diag(left).copy()
        pivots[kept] = 0.0
        best = int(np.argmax(np.round(pivots, 6)))
        if pivots[best] < PIVOT:
            break
        left = left - np.outer(left[:, best], left[best]) / pivots[best]
        kept.append(best)
    return tuple(k for k in range(len(left)) if k not in kept)


def _moved(first: Simulation, mobility: np.ndarray) -> np.ndarray:
    """Whether each constraint holds anything that could move: between the ends of a loop of rigid parts nothing can."""
    return np.asarray((mobility * _smallest_inertia(first) > UNMOVED) | (mobility > NOISE))


def _smallest_inertia(first: Simulation) -> float:
    """The smallest mass or moment of inertia of the model [kg or kg m²]."""
    known = {symbol(name): float(value) for name, value in zip(first.system.parameters, first.p, strict=True)}
    found = []
    for path, flat in first.system.graph.elements.items():
        if isinstance(flat.element, I):
            entries = [node(x) for x in np.ravel(np.asarray(first.system.scopes.locals[path].I, dtype=object))]
            if all(leaf in known for leaf in leaves(*entries)):
                found += [value for value in evaluate(entries, known) if value > 0.0]
    return min(found, default=1.0)


def _numbers(first: Simulation, choice: Realisation, settings: Settings) -> dict[str, float]:
    """The stiffness and damping of springs that have none of their own."""
    rows, method = first.system.constraints, settings.method
    if not choice.chosen or not isinstance(method, Parasitic):
        return {}
    masses = np.ones(len(rows))
    if method.stiffness is None or method.damping is None:
        try:
            mobility = np.abs(np.diag(mobilities(first, settings)))
            # a loop of rigid parts has nothing that gives way
            moved = mobility > UNMOVED * np.max(mobility, initial=0.0)
            masses = np.where(moved, 1.0 / np.where(moved, mobility, 1.0), _smallest_inertia(first))
        except StructureError:  # parts without mass: take the smallest that there is
            masses = np.full(len(rows), _smallest_inertia(first))
    step = float(np.median(np.diff(settings.grid)))
    rate = 2 * np.pi * (SWINGS / step if method.frequency is None else method.frequency)
    known = {symbol(name): float(value) for name, value in zip(first.system.parameters, first.p, strict=True)}

    def number(told: float | None, swings: bool, own: Node | None, usual: float) -> float:
        """What the method was told, else what the constraint has of its own, else what is usual."""
        if told is not None:
            return told
        return usual if own is None or swings else float(evaluate([own], known)[0])

    found = {}
    swings = method.frequency is not None
    for k in choice.chosen:
        row = rows[k]
        stiffness = number(method.stiffness, swings, row.stiffness, rate**2 * masses[k])
        usual = 2 * method.ratio * float(np.sqrt(stiffness * masses[k]))
        found[parasitic_parameter(row, "stiffness")] = stiffness
        found[parasitic_parameter(row, "damping")] = number(method.damping, swings, row.damping, usual)
    return found


__all__ = ["first_of", "mobilities", "no_set_valued_laws", "realise", "solver_for"]
