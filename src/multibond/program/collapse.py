"""Why steps become too small to go on: which state runs away, and which division comes to zero there."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ..equations.schedule import Assign, Schedule, SolveNonlinear
from ..expression import Node, evaluate, name_of, operands, topological
from ..model.kind import Kind
from .diagnose import shown, values_at
from .program import Program
from .remedy import owner as owner_of
from .remedy import written
from .workspace import Context

BOOKS = (Kind.AUDIT, Kind.ENERGY)
VANISHED = 1e-6  # a denominator that is smaller than this part of its terms, or of what it was, has come to zero


def collapse(
    program: Program, t: float, x: np.ndarray, p: np.ndarray, m: np.ndarray, like: Context,
    tolerances: np.ndarray, start: tuple[float, np.ndarray],
) -> str:  # fmt: skip
    """Sentences about a run that came to a standstill at time `t` (s) and states `x`; empty if nothing moves.

    `tolerances` are the errors allowed for each state, infinite for those out of error control; `start` is the time
    and the states where the run began.
    """
    schedule = program.schedule
    values, _ = values_at(program, t, x, p, m, like)
    rates = np.abs(evaluate(list(schedule.derivatives), values)) if schedule.derivatives else np.zeros(0)
    speeds = np.where(np.isfinite(tolerances), rates / tolerances, 0.0)
    if not len(speeds) or not np.any(speeds > 0):
        return ""
    fastest = int(np.argmax(np.where(np.isnan(speeds), np.inf, speeds)))
    lost = not rates[fastest] > 0  # nothing can be said of rates where states have run away already
    if lost:
        fastest = int(np.argmax(np.where(np.isfinite(x), np.abs(x), np.inf)))
    state = schedule.meanings.get(schedule.states[fastest], schedule.states[fastest])
    name = shown(state, schedule)
    owner = owner_of(name)
    said = (
        f"{name}{f' of {owner}' if owner else ''} changes fastest for its tolerance: it is {x[fastest]:.6g} "
        f"and changes by {rates[fastest]:.3g} per second"
    )
    if lost:
        said = f"{name}{f' of {owner}' if owner else ''} has run away: it is {x[fastest]:.3g}"
    before, _ = values_at(program, start[0], start[1], p, m)
    if schedule.kinds.get(schedule.states[fastest]) in BOOKS:
        grown = _grown(schedule, values, before)
        if grown is not None:  # books follow what the model does: that is what to look at
            name, owner = shown(grown, schedule), owner_of(shown(grown, schedule))
            said = (
                f"{name}{f' of {owner}' if owner else ''} grows most: it is {values[grown]:.6g} there and was "
                f"{before[grown]:.6g} at the start"
            )
    divided = _division(schedule, values, before)
    if divided:
        return f"{said}; {divided}"
    where = f"the laws and signs around {owner}" if owner else f"the law of {name}"
    return (
        f"{said}; it may grow beyond all bounds here, jump, or be too stiff for the solver: check {where}, "
        f"end the run before this time, or try another solver or tolerance{_stepping(schedule)}"
    )


def _stepping(schedule: Schedule) -> str:
    """The solver whose steps go on where set-valued laws are too much for others, where there are such laws."""
    if Kind.PAIR not in schedule.kinds.values():
        return ""
    return "; solver='timestepping' goes over the changes of contacts and of friction that sticks in steps of its own"


def _grown(schedule: Schedule, values: dict[Node, float], before: dict[Node, float]) -> Node | None:
    """The variable of the model that has grown most since the start."""
    found, most = None, 0.0
    for _, _, target in _laws(schedule):
        now, then = abs(values.get(target, 0.0)), abs(before.get(target, 0.0))
        if written(target) and math.isfinite(then) and now > most * max(then, 1e-300) and now > then:
            found, most = target, now / max(then, 1e-300)
    return found


def _division(schedule: Schedule, values: dict[Node, float], before: dict[Node, float]) -> str:
    """A sentence about the denominator that is closest to zero, against its terms or its value at the start."""
    closest, found = VANISHED, ""
    for law, origin, target in _laws(schedule):
        order = topological([law])
        now = dict(zip(order, evaluate(order, values), strict=True))
        then = dict(zip(order, evaluate(order, before), strict=True))
        for x in order:
            if (x.op == "pow" and x.args[1].op == "const" and x.args[1].args[0] < 0) or x.op == "div":
                divisor = x.args[0] if x.op == "pow" else x.args[1]
                scale = max(_size(divisor, now), abs(then[divisor]))
                if not scale > 0 or not math.isfinite(scale) or divisor.op == "const":
                    continue
                part = abs(now[divisor]) / scale
                if part < closest:
                    closest = part
                    of = f"the law of {origin}" if origin else f"the equation of {name_of(target)}"
                    found = (
                        f"{of} comes to a division by zero: {shown(x, schedule)} with "
                        f"{shown(divisor, schedule)} = {now[divisor]:.3g}; write it so that the divisor cannot vanish, "
                        "or end the run before this time"
                    )
    return found


def _laws(schedule: Schedule) -> Iterator[tuple[Node, str, Node]]:
    for step in schedule.steps:
        if isinstance(step, Assign):
            yield step.value, step.origin, step.target
        elif isinstance(step, SolveNonlinear):
            for assign in step.inner:
                yield assign.value, assign.origin, assign.target
            for residual, origin in zip(step.residuals, step.origins, strict=False):
                yield residual, origin, step.unknowns[0]
    for state, derivative in zip(schedule.states, schedule.derivatives, strict=True):
        yield derivative, "", state


def _size(x: Node, numbers: dict[Node, float]) -> float:
    """The size of the terms of a sum: what its value would be if nothing cancelled."""
    if x.op in ("add", "sub"):
        return sum(_size(a, numbers) for a in operands(x))
    return abs(numbers[x])


__all__ = ["collapse"]
