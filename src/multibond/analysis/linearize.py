"""Linearisation of a model at an operating point, with exact derivatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..equations.schedule import Schedule
from ..errors import ModelError, NameNotFound, SimulationError
from ..expression import ZERO, Node, der, leaves, node, symbol
from ..graph.name_hint import name_hint
from ..model.composite import WISHES
from ..program import Program, Workspace
from ..program.diagnose import diagnose
from ..simulation.engine import Engine, engine
from ..simulation.growth import GOLDEN
from ..simulation.initial import meet
from ..simulation.own_position import stand_alone
from ..simulation.ratios import choose_ratios
from ..simulation.record import INTERRUPTED
from ..simulation.run import Simulation
from ..simulation.settings import Settings, brief, is_number, state_wishes
from .inputs import Drive, driven, drives, source_parameters

if TYPE_CHECKING:
    from ..equations.system import System
    from ..model.composite import Composite
    from ..result import Trajectories
    from .linear import LinearSystem

BESIDE = 1e-10  # of the usual size of a state: another place that hardly anybody can tell from this one
LARGE = 1e5  # usual sizes per second and usual size: less is no infinite slope
FALLEN = 1e2  # times smaller at such a place: a slope that has no value


def linearize(
    model: Composite,
    at: Any = None,
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    *,
    parameters: Mapping[str, Any] | None = None,
    states: Mapping[str, str] | None = None,
    tolerance: float = 1e-9,
) -> LinearSystem:
    """A, B, C, D of the model for small deviations from an operating point.

    `at`: None for the start, a time in seconds to simulate to, "steady" for where nothing changes, a result (its last
    point), or values of variables by name. `inputs`, by path: a parameter, a source or the effort or flow that it
    imposes, a signal (a change is added to what sets it), a discrete variable (default: the parameters of sources).
    `outputs`: any variables or expressions (default: the model's outputs). `states`: wishes for coordinates, as in
    `simulate`. States are in the order of writing.
    """
    from ..result import Trajectories
    from ..result.moment import Moment

    at = at.result if isinstance(at, Moment) else at
    for what, names in (("inputs", inputs), ("outputs", outputs)):
        if isinstance(names, str):
            raise ModelError(f"{what} is a list of names, such as [{names!r}], not one text")
    made = engine(model)
    stop, steady = _kind_of_point(at)
    times = np.array([0.0, stop or 1.0])
    settings = Settings(times, tolerance, steady=steady, wishes=state_wishes(states))
    system, p = _of_result(made, at, parameters) if isinstance(at, Trajectories) else made.parameters(parameters)
    chosen = drives(system, source_parameters(system) if inputs is None else inputs)
    system, p = _with_changes(made, system, p, chosen)
    simulation = Simulation(made, system, p, settings)
    if isinstance(at, Trajectories):
        _take_point(simulation, at)
    else:
        simulation.start()
    if stop:
        _run_to_point(simulation, stop)
    elif isinstance(at, Mapping):
        _set_point(simulation, at)
    stand_alone(simulation)
    shown = list(outputs) if outputs is not None else list(system.outputs) or simulation.machine.state_names
    columns = [column for name in shown for column in _components(str(name), _output(system, name))]
    return _jacobian(simulation, chosen, columns)


def _kind_of_point(at: Any) -> tuple[float, bool]:
    """The time to simulate to, 0 for none, and whether nothing is to change there."""
    from ..result import Trajectories

    if isinstance(at, (int, float, np.floating, np.integer)) and not isinstance(at, bool):
        if not (is_number(at) and at >= 0):
            raise ModelError(f"the time of an operating point must be finite and not negative, not {brief(at)} s")
        return float(at), False
    steady = isinstance(at, str) and at == "steady"
    if not (steady or at is None or isinstance(at, (Mapping, Trajectories))):
        raise ModelError(f"an operating point is a time, a result, values of variables or 'steady', not {at!r}")
    return 0.0, steady


def _of_result(made: Engine, result: Trajectories, parameters: Mapping[str, Any] | None) -> tuple[System, np.ndarray]:
    """The equations and parameters of a result, if it is one of this model."""
    if parameters:
        raise ModelError("a result brings its parameters with it; leave `parameters` out or simulate with them")
    if result.system.graph.elements.keys() != made.graph.elements.keys():
        raise ModelError(f"the result of '{result.system.graph.title}' is not one of this model")
    return result.system, result.run.parameters


def _run_to_point(simulation: Simulation, stop: float) -> None:
    simulation.run()
    if simulation.message.startswith(INTERRUPTED):
        raise KeyboardInterrupt
    if simulation.message:
        raise SimulationError(f"the operating point at {stop:g} s was not reached: {simulation.message}")


def _with_changes(made: Engine, system: System, p: np.ndarray, chosen: list[Drive]) -> tuple[System, np.ndarray]:
    """The equations and the vector of parameters with one for every change that is added to a variable."""
    added = tuple(drive for drive in chosen if drive.equation is not None)
    if not added:
        return system, p
    key = (id(system), tuple((drive.name, drive.equation) for drive in added))
    return made.driven.get(key, lambda: (system, driven(system, added)))[1], np.append(p, np.zeros(len(added)))


def _jacobian(simulation: Simulation, chosen: list[Drive], columns: list[tuple[str, Node]]) -> LinearSystem:
    """The matrices at the point where the simulation stands."""
    from .linear import LinearSystem

    machine, x, m = simulation.machine, simulation.x, simulation.modes.vector(simulation.machine)
    schedule, own = machine.compiled.schedule, machine.own
    inputs = [drive.symbol for drive in chosen]
    marks = [symbol(f"output {k}") for k in range(len(columns))]
    numbers = dict(zip(schedule.parameters, simulation.p, strict=True)) | dict(zip(schedule.discrete, m, strict=True))
    rest = [q for q in schedule.parameters if q not in inputs]
    steady = [q for q in schedule.discrete if q not in inputs]
    wide = Schedule(
        tuple(rest), (*schedule.states[:own], *inputs, *marks),
        (*schedule.derivatives[:own], *(ZERO for _ in inputs), *(machine.compiled.resolve(e) for _, e in columns)),
        tuple(steady), schedule.steps, schedule.guesses,
    )  # fmt: skip
    workspace = Workspace(Program(wide))
    workspace.guess(simulation.work.workspace.guesses)
    point = np.concatenate([x[:own], [numbers[q] for q in inputs], np.zeros(len(marks))])
    jacobian = workspace.jacobian(
        simulation.t, point, [numbers[q] for q in rest], np.array([numbers[q] for q in steady])
    )
    if not np.all(np.isfinite(jacobian)) and (said := _without_value(simulation, m)):
        raise SimulationError(f"the equations have no finite value: {said}")
    values = [numbers[q] for q in rest], np.array([numbers[q] for q in steady])
    endless = ~np.isfinite(jacobian) | _endless(workspace, simulation, point, values, jacobian)
    if endless.any():
        by = [*machine.state_names, *(drive.name for drive in chosen)]
        row, column = map(int, np.argwhere(endless)[0])
        rows = [*(f"der({name})" for name in machine.state_names), *by[own:], *(name for name, _ in columns)]
        raise ModelError(
            f"the slope of {rows[row]} by {by[column]} has no finite value at this operating point, {simulation.t:g} "
            "s: a root, a logarithm or a quotient comes to the end of where it is smooth there; choose another point "
            "(at=time), or write the law so that it is smooth, as in sqrt(x**2 + 1e-6)"
        )
    here, there = own + len(inputs), [drive.name for drive in chosen]
    a, b, c, d = jacobian[:own, :own], jacobian[:own, own:here], jacobian[here:, :own], jacobian[here:, own:here]
    return LinearSystem(a, b, c, d, machine.state_names, there, [name for name, _ in columns], x[:own].copy())


def _without_value(simulation: Simulation, m: np.ndarray) -> str:
    """Which equation has no value where the simulation stands; empty where only slopes have none."""
    rates = simulation.work.workspace.derivative(simulation.t, simulation.x, simulation.p, m)
    if np.all(np.isfinite(rates)):
        return ""
    return diagnose(simulation.machine.program, simulation.t, simulation.x, simulation.p, m) or ""


def _endless(
    workspace: Workspace,
    simulation: Simulation,
    point: np.ndarray,
    values: tuple[list[float], np.ndarray],
    jacobian: np.ndarray,
) -> np.ndarray:
    """Which slopes are large by the rounding of what is solved for alone: of f in e = f |f| at e = 0, whose slope by e
    is infinite there and half as many digits smaller right beside it."""
    own = simulation.machine.own
    usual = np.ones(len(point))
    usual[:own] = np.minimum(simulation.machine.nominal(simulation.p)[:own], 1.0)
    slopes = np.abs(jacobian) * usual[None, :]
    slopes[:own] /= usual[:own, None]
    found: np.ndarray = slopes > LARGE
    if found.any():
        away = BESIDE * np.maximum(np.abs(point), usual) * (np.arange(len(point)) < own)  # inputs stay
        away[np.arange(len(point)) * GOLDEN % 1.0 < 0.5] *= -1.0  # what states have in common may cancel
        for beside in (point - away, point + away):
            there = workspace.jacobian(simulation.t, beside, *values)
            with np.errstate(invalid="ignore"):
                found &= ~(np.abs(there) * FALLEN > np.abs(jacobian))
    return found


def _output(system: System, name: Any) -> Any:
    """The variable or expression that is meant by the name of an output, a path or an expression."""
    if isinstance(name, str) and name in system.outputs:
        return system.outputs[name].value
    if isinstance(name, str) and all(part.isidentifier() for part in name.partition("[")[0].split(".")):
        return _find(system, name)
    return system.scopes.value(name, "")


def _find(system: System, name: str) -> Any:
    if name.startswith("der(") and name.endswith(")"):  # as states are called
        return np.frompyfunc(der, 1, 1)(_find(system, name[4:-1]))
    try:
        return system.scopes.lookup(name)
    except NameNotFound:
        hint = name_hint(system.scopes.graph, name, [*system.outputs, *system.scopes.names()])
        raise NameNotFound(f"there is no variable '{name}'{hint}") from None


def _components(name: str, value: Any) -> list[tuple[str, Node]]:
    array = np.asarray(value, dtype=object)
    if array.ndim == 0:
        return [(name, node(array.item()))]
    return [(f"{name}[{','.join(map(str, i))}]", node(array[i])) for i in np.ndindex(*array.shape)]


def _set_point(simulation: Simulation, values: Mapping[str, float]) -> None:
    """Bring the model to given values of states, and of other variables by changing states that are not given."""
    machine = simulation.machine
    names = machine.state_names
    conditions, given = [], []
    for name, value in values.items():
        if not isinstance(name, str):
            raise ModelError(f"an operating point gives values by the names of variables, not by {name!r}")
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            raise ModelError(f"the value at an operating point is a number, not {value!r}", name) from None
        if name in names:
            simulation.x[names.index(name)] = number
            given.append(names.index(name))
            continue
        for part, variable in _components(name, _find(simulation.system, name)):
            if all(simulation.system.is_constant(x) for x in leaves(variable)):
                raise ModelError("does not change with the states; give values of parameters by `parameters`", part)
            conditions.append((part, machine.compiled.resolve(variable), number))
    if conditions:
        m = simulation.modes.vector(machine)
        simulation.x = meet(simulation.work, simulation.t, simulation.p, m, simulation.x, conditions, given)
    simulation.settle()


def _take_point(simulation: Simulation, result: Trajectories) -> None:
    """The last point of a result of the same model; its equations may have changes of variables that are zero."""
    piece = result.run.pieces[-1]
    simulation.t, simulation.x = float(piece.times[-1][-1]), piece.states[-1][-1].copy()
    if piece.machine.has_pairs:
        _take_pairs(simulation, result)
        return
    if simulation.system is result.system:
        simulation.work = simulation.at_work(piece.machine)
    else:
        positions = dict(piece.machine.compiled.positions)
        wishes = dict.fromkeys([x for x in piece.machine.state_names if not x.startswith("der(")], WISHES["always"])
        machine = simulation.engine.machine(simulation.system, positions, wishes, p=simulation.p)
        simulation.work = simulation.at_work(machine)
        simulation.x = result.values(machine.states[: machine.own])[-1]
    for value, symbol_ in zip(piece.discrete[-1][-1], piece.machine.compiled.schedule.discrete, strict=True):
        simulation.modes.values[symbol_] = float(value)
    _take_guesses(simulation, result)


def _take_pairs(simulation: Simulation, result: Trajectories) -> None:
    """The same where set-valued laws are inputs: their positions follow from the states."""
    piece = result.run.pieces[-1]
    machine = simulation.machine
    simulation.x = np.zeros(len(machine.states))
    simulation.x[: machine.own] = result.values(machine.states[: machine.own])[-1]
    for value, symbol_ in zip(piece.discrete[-1][-1], piece.machine.compiled.schedule.discrete, strict=True):
        simulation.modes.values[symbol_] = float(value)
    _take_guesses(simulation, result)
    assert simulation.pairs is not None
    choose_ratios(simulation.pairs)
    simulation.pairs.settle()


def _take_guesses(simulation: Simulation, result: Trajectories) -> None:
    piece = result.run.pieces[-1]
    last = piece.guesses[-1][-1]
    simulation.work.workspace.guess({u: float(g) for u, g in zip(piece.machine.unknowns, last, strict=True) if g == g})
