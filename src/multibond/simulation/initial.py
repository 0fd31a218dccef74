"""Consistent start values from any mixture of given values, defaults and guesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..equations.alias import replace_variables
from ..equations.schedule import Schedule
from ..errors import InitialError
from ..expression import Node, der, evaluate, leaves, name_of, sub, symbol
from ..program import Program
from .machine import Machine

CLOSE = 1e-9  # relative agreement of a start value
GAP = 1e-6  # by which a constraint may miss that was found redundant
Slopes = Callable[[np.ndarray, list[int]], np.ndarray]


@dataclass(frozen=True)
class Condition:
    """expression = 0 must hold at the start; `text` is how the user said it."""

    residual: Node
    text: str
    origin: str


def start_states(machine: Machine, t0: float, p: np.ndarray, m: np.ndarray, steady: bool) -> np.ndarray:
    """The start values of all states (the energy audit starts at zero)."""
    x = machine.blank()
    key = (t0, p.tobytes())
    if machine.conditions[0] != key:  # the same start again is common
        machine.conditions = (key, _conditions(machine, p, t0))
    conditions, defaults = machine.conditions[1]
    for k, state in enumerate(machine.states[: machine.own]):
        x[k] = defaults.get(state, (0.0, False))[0]
    given = [k for k, state in enumerate(machine.states[: machine.own]) if defaults.get(state, (0.0, False))[1]]
    if steady:
        conditions = [
            Condition(_resolved(machine, der(state)), f"der({name_of(state)}) = 0", "")
            for state in machine.states[: machine.own]
        ]
        given = []
    if conditions:
        x = _solve(machine, t0, p, m, x, conditions, given, steady)
    return x


def check_released(machine: Machine, t0: float, x: np.ndarray, p: np.ndarray, m: np.ndarray) -> None:
    """Refuse a start at which constraints that were redundant with the model's own numbers do not hold."""
    released = machine.compiled.aliased.released
    if not released:
        return
    gaps = np.abs(machine.evaluate([e.residual for e in released], t0, x, p, m)).reshape(-1)
    if not np.all(gaps <= GAP):
        worst = int(np.nanargmax(gaps)) if np.any(np.isfinite(gaps)) else 0
        raise InitialError(
            f"a loop that closes by itself with the values of the model stays open by {gaps[worst]:.3g} with these "
            "parameters; change the lengths or axes together so that it closes, or build them into the model",
            released[worst].origin,
        )


def _resolved(machine: Machine, x: Node) -> Node:
    return replace_variables([x], machine.compiled.aliased.replaced, machine.system.is_constant)[0]


def _conditions(machine: Machine, p: np.ndarray, t0: float) -> tuple[list[Condition], dict[Node, tuple[float, bool]]]:
    """Conditions that need solving, and the values of states that are simply given (value, given by the user)."""
    values = dict(zip(machine.compiled.schedule.parameters, map(float, p), strict=True))
    values[symbol("time")] = t0
    states = set(machine.states)
    conditions: list[Condition] = []
    simple: dict[Node, tuple[float, bool]] = {}
    said: dict[Node, str] = {}
    for start, target, value in machine.compiled.starts:
        label = name_of(start.expression) if start.expression.op in ("symbol", "der") else start.expression
        constant_value = all(x in values for x in leaves(value))
        number = evaluate([value], values)[0] if constant_value else 0.0
        text = f"{label} = {number:g}" if constant_value else f"{label} = {value}"
        sign = -1.0 if target.op == "neg" else 1.0
        state = target.args[0] if target.op == "neg" else target
        if state in states and constant_value:
            old = simple.get(state)
            if old and old[1] and start.given and abs(old[0] - sign * number) > CLOSE * max(1.0, abs(number)):
                raise InitialError(
                    f"the start values {said[state]} and {text} contradict each other, for both are the same quantity; "
                    "remove one of them",
                    start.origin,
                )
            if start.given or old is None or (start.guess and not old[1]):
                simple[state] = (sign * number, start.given)
                said[state] = text
        elif all(x in values for x in leaves(target)):
            fixed = evaluate([target], values)[0]
            if start.given and abs(fixed - number) > CLOSE * max(1.0, abs(number)):
                raise InitialError(
                    f"the start value {text} cannot hold, for the model fixes it at {fixed:g}; remove it", start.origin
                )
        elif start.given:
            conditions.append(Condition(sub(target, value), text, start.origin))
    return conditions, simple


def _solve(
    machine: Machine,
    t0: float,
    p: np.ndarray,
    m: np.ndarray,
    x: np.ndarray,
    conditions: list[Condition],
    given: list[int],
    steady: bool,
) -> np.ndarray:
    """Change as few states as needed (never the given ones) until all conditions hold."""
    own = machine.own
    free = [k for k in range(own) if k not in given]
    residuals = [c.residual for c in conditions]

    def residual(at: np.ndarray) -> np.ndarray:
        return machine.program.evaluate(residuals, t0, at, p, m)

    first = residual(x)
    if not np.all(np.isfinite(first)):
        x = x.copy()
        x[free] += 1e-3  # leave a singular default such as zero
        first = residual(x)
    slopes = _slopes(machine, residuals, t0, p, m)
    chosen = _independent(slopes(x, free), free)
    solution = _newton(residual, slopes, x, chosen, np.zeros(len(conditions)))
    if solution is None:  # second try: lead the conditions slowly from what holds now to what is wanted
        solution = x
        for part in np.linspace(0.9, 0.0, 20):
            solution = _newton(residual, slopes, solution, chosen, part * first) if solution is not None else None
        if solution is not None:
            solution = _newton(residual, slopes, solution, chosen, np.zeros(len(conditions)))
    if solution is None and steady:
        values = np.abs(residual(x))
        worst = int(np.nanargmax(values)) if np.any(np.isfinite(values)) else 0
        raise InitialError(
            f"no steady state was found: {conditions[worst].text} is missed by {values[worst]:.3g}; look for a source "
            "that fills a storage for ever, or give better guesses with start(variable, value, fixed=False)"
        )
    if solution is None:
        _explain(machine, residual(x), conditions, given, len(chosen))
    assert solution is not None
    return solution


def _slopes(machine: Machine, residuals: list[Node], t0: float, p: np.ndarray, m: np.ndarray) -> Slopes:
    """A function that gives the exact derivatives of the residuals by chosen states."""
    schedule, own = machine.compiled.schedule, machine.own
    marks = tuple(symbol(f"condition {k}") for k in range(len(residuals)))
    key = tuple(residuals)
    if key not in machine.condition_programs:  # compiled once, for runs with other parameters too
        machine.condition_programs[key] = Program(
            Schedule(schedule.parameters, (*schedule.states[:own], *marks), (*schedule.derivatives[:own], *residuals),
                     schedule.discrete, schedule.steps, schedule.guesses)
        )  # fmt: skip
    program = machine.condition_programs[key]
    program.guesses = {**schedule.guesses, **machine.program.guesses}
    program.context("evaluate", p, m).forget()

    def slopes(x: np.ndarray, columns: list[int]) -> np.ndarray:
        program.guesses.update(machine.program.guesses)
        at = np.concatenate([x[:own], np.zeros(len(marks))])
        return np.nan_to_num(program.jacobian(t0, at, list(p), list(m))[own:][:, columns])

    return slopes


def _independent(slopes: np.ndarray, free: list[int]) -> list[int]:
    """The states that the conditions determine best."""
    if not free:
        return []
    for axis in (1, 0):  # rows and columns of very different units
        size = np.max(np.abs(slopes), axis=axis, keepdims=True)
        slopes = slopes / np.where(size > 0, size, 1.0)
    # orthogonalisation with the largest column first; importing SciPy for it would take longer than most first runs
    chosen: list[int] = []
    largest = 0.0
    for _ in range(min(slopes.shape)):
        sizes = np.linalg.norm(slopes, axis=0)
        best = int(np.argmax(sizes))
        largest = max(largest, float(sizes[best]))
        if sizes[best] <= 1e-10 * max(largest, 1e-300):
            break
        chosen.append(best)
        direction = slopes[:, best] / sizes[best]
        for _ in range(2):  # twice is enough against rounding
            slopes = slopes - np.outer(direction, direction @ slopes)
        slopes[:, best] = 0.0
    return [free[k] for k in chosen]


def _newton(residual, slopes: Slopes, x: np.ndarray, chosen: list[int], target: np.ndarray) -> np.ndarray | None:
    x = x.copy()
    scale = 1.0 + np.abs(target)
    value = residual(x) - target
    for _ in range(60):
        if not np.all(np.isfinite(value)):
            return None
        if np.max(np.abs(value) / scale) < 1e-11:
            return x
        step = _step(slopes(x, chosen), value) if chosen else np.zeros(0)
        length = 1.0
        for _ in range(30):
            trial = x.copy()
            trial[chosen] += length * step
            new = residual(trial) - target
            if np.all(np.isfinite(new)) and np.linalg.norm(new) < (1 - 1e-4 * length) * np.linalg.norm(value):
                break
            length /= 2
        else:
            return x if np.max(np.abs(value) / scale) < CLOSE else None
        x, value = trial, new
    return x if np.max(np.abs(value) / scale) < CLOSE else None


def _step(slopes: np.ndarray, value: np.ndarray) -> np.ndarray:
    """The Newton step, the smallest one if there are several; states of very different units count alike."""
    size = np.max(np.abs(slopes), axis=0)
    size = np.where(size > 0, size, 1.0)
    return np.linalg.lstsq(slopes / size, -value, rcond=None)[0] / size


def _explain(machine: Machine, values: np.ndarray, conditions: list[Condition], given: list[int], rank: int) -> None:
    worst = int(np.nanargmax(np.abs(values))) if np.any(np.isfinite(values)) else 0
    condition = conditions[worst]
    names = [name_of(machine.states[k]) for k in given]
    if rank < len(conditions):
        others = [c.text for c in conditions if c is not condition][:3] + [f"the start value of {n}" for n in names[:3]]
        raise InitialError(
            f"the start is over-specified: {condition.text} conflicts with {' and '.join(others) or 'the model'}; "
            "remove one of these start values or make it a guess (fixed=False)",
            condition.origin or None,
        )
    raise InitialError(
        f"no consistent start was found: {condition.text} is missed by {abs(values[worst]):.3g}; "
        "give better guesses with start(variable, value, fixed=False)",
        condition.origin or None,
    )
