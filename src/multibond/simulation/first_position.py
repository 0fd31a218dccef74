"""The position of ideal switches and diodes at the start: the one in which the start values hold and all conditions.

A position that is tried blindly may contradict the start values: a diode that blocks fixes a current at zero. Where
that happens, the start is found in a leaky picture of the model, in which closed switches and conducting diodes drop a
little effort and the others let a little flow pass: there every start value can hold in every position, and tells by
its consequences which positions fit. The ideal model is then asked whether it agrees.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from ..equations.modes import LEAKS
from ..equations.system import System
from ..errors import InitialError, ModelError, MultibondError, SimulationError, StructureError
from ..expression import TIME, Node, evaluate, leaves, topological
from ..integrate.solvers import Timestepping
from .conflict import Condition
from .engine import Engine
from .events import ROUNDS
from .initial import misses_guess, start_conditions, start_states
from .machine import Machine, mode_value
from .position import Position, candidates, disagreeing, match_structure
from .ratios import choose_ratios
from .settings import Settings
from .work import Work

if TYPE_CHECKING:
    from .run import Simulation

SMALL = 1e-9  # the leak, as part of the usual ratio of effort and flow
RATIOS = (1.0, 1e6, 1e-6, 1e10)  # such ratios, from electrical circuits to hydraulic ones
TOGETHER = 12  # rounds in which all conditions that disagree change at once
SEVERAL = 3  # rounds after which several positions are known to do
MOST_PAIRS = 1000  # set-valued laws whose positions are decided together: matrices of all by all
MISSED = 1e-4  # part of a start value by which it may be missed
BESIDE = 16  # positions near the one found that are looked at


def first_machine(made: Engine, system: System, settings: Settings, p: np.ndarray) -> Machine:
    """The machine to begin with: all ideal switches open, or a picture in which they leak if nothing holds then."""
    if len(system.pairs) > MOST_PAIRS and not isinstance(settings.solver, Timestepping):
        raise ModelError(
            f"with this one the model has {len(system.pairs)} laws of ideal switches, diodes, friction and contacts; "
            f"the positions of at most {MOST_PAIRS} are decided together; take fewer, smooth laws for some, or "
            "solver='timestepping' for contacts",
            system.pairs[MOST_PAIRS].origin,
        )
    pairs = system.pairs and system.realisation.method in ("reduced", "minimal")
    if pairs and not made.exchanging.get(system, lambda: exchanges_laws(system)):
        with suppress(StructureError):
            return made.paired(system, settings.wishes, settings.audit, p)
    try:
        return made.machine(system, wishes=settings.wishes, audit=settings.audit, p=p)
    except StructureError as error:
        try:
            machine = made.leaky(system, settings.wishes, settings.audit, p)
        except StructureError:
            raise error from None
        if not machine.positions:
            raise
        return machine


def exchanges_laws(system: System) -> bool:
    """Whether an element exchanges its laws without saying so by pairs."""
    said = {law.origin for law in system.pairs}
    own = {path for path, flat in system.graph.elements.items() if flat.element.structural_modes} - said
    equations = (e for e in system.equations if e.origin in own) if own else ()
    return any(x.op == "if" for e in equations for x in topological([e.residual]))


def find_start(simulation: Simulation) -> None:
    """Consistent start values and modes: the machine, the states and the values of all conditions."""
    begun, machine = dict(simulation.modes.values), simulation.machine
    if simulation.pairs is not None:
        _with_pairs(simulation)
        return
    ideal = not machine.recipe.leaky
    trouble: MultibondError | None = None
    if ideal:
        try:
            _follow_conditions(simulation)
        except (InitialError, SimulationError, StructureError) as error:
            if not machine.positions:
                raise
            trouble = error
        if trouble is None and not (machine.positions and misses_guess(simulation.work, simulation.t, simulation.p)):
            return
    settled = None if trouble or not ideal else (simulation.work, simulation.x, dict(simulation.modes.values))
    simulation.modes.values.update(begun)
    reason = _by_leaks(simulation, tuple(machine.positions))
    if reason is None:
        return
    if settled is None:
        if not ideal and not str(reason):  # what is wrong with the position in which all are open
            settings = simulation.settings
            simulation.engine.machine(simulation.system, {}, settings.wishes, settings.audit, simulation.p)
        raise reason if str(reason) else trouble or reason
    simulation.work, simulation.x, values = settled
    simulation.modes.values.update(values)


def _follow_conditions(simulation: Simulation) -> None:
    """From the position in which the run begins to the one that the conditions ask for, until they agree."""
    if _known_beforehand(simulation):
        match_structure(simulation, first=True)
    seen = set()
    for _ in range(ROUNDS):
        m = simulation.modes.vector(simulation.machine)
        simulation.x = start_states(simulation.work, simulation.t, simulation.p, m, simulation.settings.steady)
        changed = simulation.modes.refresh(simulation.work, simulation.t, simulation.x, simulation.p, set(), first=True)
        if not changed:
            return
        key = tuple(simulation.modes.values.values())
        if key in seen:
            raise _disagreement(simulation, changed)
        seen.add(key)
        match_structure(simulation, first=True)


def _with_pairs(simulation: Simulation) -> None:
    """Start values, conditions and positions of set-valued laws that agree; all positions have the same states."""
    assert simulation.pairs is not None
    try:
        _in_turns(simulation)
        _check_starts(simulation)
    except (InitialError, SimulationError) as error:
        from .behind_laws import start_behind_laws  # seldom asked for, as all that is about pairs
        from .either_way import take_other_way

        if not (simulation.machine.compiled.starts and take_other_way(simulation.pairs)):
            start_behind_laws(simulation.pairs, error)
    if simulation.machine.compiled.starts and not simulation.settings.impulses:
        from .behind_laws import note_chosen

        note_chosen(simulation.pairs)


def _check_starts(simulation: Simulation) -> None:
    """Refuse a start at which the values of variables that were given do not hold in the positions taken."""
    assert simulation.pairs is not None
    if simulation.settings.steady or simulation.settings.impulses or simulation.pairs.impacts.contacts:
        return
    for condition, by in missed_starts(simulation):
        raise InitialError(
            f"the start value {condition.text} is missed by {by:.3g} with {simulation.pairs.told()}; remove it, or "
            "make it a guess (fixed=False)",
            condition.origin or None,
        )


def missed_starts(simulation: Simulation) -> list[tuple[Condition, float]]:
    """The start values of variables that do not hold now, and by how much they are missed."""
    conditions = start_conditions(simulation.machine, simulation.p, simulation.t)[0]
    if not conditions:
        return []
    m = simulation.modes.vector(simulation.machine)
    missed = simulation.work.evaluate([c.residual for c in conditions], simulation.t, simulation.x, simulation.p, m)
    found = [(c, abs(float(by))) for c, by in zip(conditions, missed, strict=True)]
    return [(condition, by) for condition, by in found if by > MISSED * (condition.size or 1.0)]


def _in_turns(simulation: Simulation) -> None:
    """Start values first, then conditions and positions, until nothing changes any more."""
    assert simulation.pairs is not None
    machine = simulation.machine
    _known_beforehand(simulation)
    simulation.x = simulation.work.blank()
    choose_ratios(simulation.pairs)
    last: np.ndarray | None = None
    for turn in range(ROUNDS):
        m = simulation.modes.vector(simulation.machine)
        x = simulation.x = start_states(simulation.work, simulation.t, simulation.p, m, simulation.settings.steady)
        values = dict(simulation.modes.values)
        changed = simulation.modes.refresh(simulation.work, simulation.t, simulation.x, simulation.p, set(), first=True)
        if turn >= TOGETHER and len(changed) > 1:  # each may ask for what the others no longer do
            one = machine.compiled.modes[changed[0]].value
            simulation.modes.values.update(values | {one: simulation.modes.values[one]})
        if turn == 0 and simulation.pairs.impacts.contacts:  # what contacts see depends on where they are
            choose_ratios(simulation.pairs)
        simulation.pairs.upright()
        if not changed or last is not None:  # conditions of what is given come before positions
            if turn < 2:
                simulation.pairs.flow_on()
            simulation.pairs.begin()
            before = simulation.pairs.memory.mode.copy()
            simulation.pairs.settle(first=True)
            moved = not np.array_equal(before, simulation.pairs.memory.mode)
            same = last is not None and len(last) == len(x) and np.allclose(x, last, rtol=1e-12, atol=0.0)
            if not machine.compiled.starts:  # conditions were asked in the positions found, not before
                same = last is not None or not machine.compiled.modes
            if not changed and (not moved or turn > SEVERAL) and same:
                return
            simulation.pairs.lean()
        last = x
    raise _disagreement(simulation, changed)


def _disagreement(simulation: Simulation, changed: list[int]) -> SimulationError:
    origins = sorted({simulation.machine.compiled.modes[k].origin for k in changed})
    if not origins and simulation.pairs is not None:
        origins = sorted({pair.law.origin for pair in simulation.pairs.pairs})
    return SimulationError(
        f"no position of the switches and conditions of {', '.join(origins)} agrees with the start values: each makes "
        "a condition true that asks for another; change the start values, let the conditions depend on stored values "
        "and not on what they decide, or give them a hysteresis",
        origins[0],
    )


def _known_beforehand(simulation: Simulation) -> bool:
    """Set the modes that follow from time, parameters and discrete values; whether ideal switches are among them that
    stand otherwise."""
    machine, values = simulation.machine, simulation.modes.values
    if not machine.compiled.modes:
        return False
    modes = {mode.value: mode for mode in machine.compiled.modes}
    known: dict[Node, float] = dict(zip(machine.compiled.schedule.parameters, map(float, simulation.p), strict=True))
    known |= {x: value for x, value in values.items() if x not in modes} | {TIME: simulation.t}
    more = True
    while more:
        more = False
        for value, mode in modes.items():
            if value not in known and mode.condition.op != "floor" and all(x in known for x in leaves(mode.crossing)):
                crossing = float(evaluate([mode.crossing], known)[0])
                if np.isfinite(crossing):
                    known[value] = values[value] = mode_value(mode, crossing, values[value], True)
                    more = True
    return any(machine.positions.get(mode) != on for mode, on in simulation.modes.positions(machine).items())


def _by_leaks(simulation: Simulation, switches: tuple[Node, ...]) -> InitialError | None:
    """Take a start that the leaky picture leads to; else why the ideal model cannot start in the position found."""
    try:
        settings = simulation.settings
        machine = simulation.engine.leaky(simulation.system, settings.wishes, settings.audit, simulation.p)
    except StructureError:
        return InitialError("")
    work, begun, values = simulation.at_work(machine), dict(simulation.modes.values), simulation.modes.values
    nearest: InitialError | None = None
    for ratio in RATIOS:
        values.update(begun | dict(zip(LEAKS, (SMALL * ratio, SMALL / ratio), strict=True)))
        work.workspace.reset()
        if not _settled(simulation, work):
            continue
        found, others = {x: values[x] > 0.5 for x in switches}, dict(values)
        for positions in islice(candidates(found, set()), BESIDE if ratio == RATIOS[0] else 1):
            values.update(others)
            try:
                position = _ideal(simulation, positions)
            except InitialError as error:
                nearest = nearest or _placed(error, machine, positions)
                continue
            except StructureError:  # no model in this position
                continue
            if position is not None:
                simulation.work, simulation.x = position.work, position.x
                return None
    values.update(begun)
    return nearest or InitialError("")


def _settled(simulation: Simulation, work: Work) -> bool:
    """Whether all conditions come to agree in the leaky picture: first they change together, then one by one, the
    first that disagrees, which comes to an end wherever the model takes power alone."""
    modes, values = work.machine.compiled.modes, simulation.modes.values
    for k in range(TOGETHER + ROUNDS + 4 * len(modes)):
        m = simulation.modes.vector(work.machine)
        try:
            x = start_states(work, simulation.t, simulation.p, m, simulation.settings.steady)
        except InitialError:
            return False
        before = dict(values)
        changed = simulation.modes.refresh(work, simulation.t, x, simulation.p, set(), first=True)
        if not changed:
            return True
        if k >= TOGETHER:
            values.update(before | {modes[changed[0]].value: values[modes[changed[0]].value]})
    return False


def _ideal(simulation: Simulation, positions: dict[Node, bool]) -> Position | None:
    """The start of the ideal model in `positions`, or in those that its conditions ask for from there; None if these
    lead in a circle."""
    settings = simulation.settings
    seen: list[dict[Node, bool]] = []
    while positions not in seen and len(seen) < ROUNDS:
        seen.append(positions)
        machine = simulation.engine.machine(simulation.system, positions, settings.wishes, settings.audit, simulation.p)
        position = _start_in(simulation, simulation.at_work(machine), positions)
        if position is None:
            return None
        others = disagreeing(simulation, position, positions, set())
        if not others:
            return position
        positions = {mode: on != (mode in others) for mode, on in positions.items()}
    return None


def _start_in(simulation: Simulation, work: Work, positions: dict[Node, bool]) -> Position | None:
    """The start with the switches in `positions`, all other conditions settled; None if these do not settle."""
    modes = simulation.modes
    modes.values.update({mode: float(on) for mode, on in positions.items()})
    ideal = {k for k, mode in enumerate(work.machine.compiled.modes) if mode.structural}
    for _ in range(ROUNDS):
        m = modes.vector(work.machine)
        x = start_states(work, simulation.t, simulation.p, m, simulation.settings.steady)
        if not modes.refresh(work, simulation.t, x, simulation.p, ideal, first=True):
            return Position(work, x, None)
    return None


def _placed(error: InitialError, machine: Machine, positions: dict[Node, bool]) -> InitialError:
    """The error, with the position of the switches in which it comes about."""
    origins = {mode.value: mode.origin for mode in machine.compiled.modes}
    lists = {on: sorted({origins[x] for x, is_on in positions.items() if is_on == on}) for on in (True, False)}
    told = " and ".join(f"{', '.join(lists[on])} {'closed' if on else 'open'}" for on in (True, False) if lists[on])
    placed = InitialError(f"{error}, or let switches and diodes begin otherwise, which here are {told}")
    placed.where = error.where
    return placed


__all__ = ["exchanges_laws", "find_start", "first_machine", "missed_starts"]
