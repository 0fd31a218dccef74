"""Why a right-hand side has no value: which equation, which values, what time."""

from __future__ import annotations

import math

import numpy as np

from ..equations.schedule import Assign, Schedule, SolveLinear, SolveNonlinear, Step, needed, targets
from ..expression import TIME, Node, evaluate, leaves, name_of, operands, substitute, text, topological
from . import context as places
from .call_kernels import call
from .program import Program
from .remedy import beyond, remedy
from .singular_block import listed, singular_block
from .workspace import Context, Workspace


def diagnose(
    program: Program, t: float, x: np.ndarray, p: np.ndarray, m: np.ndarray, like: Context | None = None
) -> str:
    """A sentence about the first equation that has no finite value at time `t` (s) and states `x`; empty if all have.

    `like` is the context of the run that failed: its warm starts are used again.
    """
    schedule = program.schedule
    values, context = values_at(program, t, x, p, m, like)
    at = f"at time {t:.9g} s"
    for leaf in (*schedule.parameters, *schedule.states):
        if not math.isfinite(values[leaf]):
            name = text(schedule.meanings.get(leaf, leaf))
            return f"{at}, {name} is {values[leaf]}; a number that grew beyond all bounds stands behind it"
    failed_block = int(context.status[places.STATUS_BLOCK]) - 1
    for number, target in _order(schedule):
        step = schedule.steps[number]
        if number == failed_block and not isinstance(step, Assign):
            return f"{at}, {_block(step, values, context.status, schedule)}"
        if not math.isfinite(values[target]):
            if isinstance(step, SolveLinear):
                return f"{at}, {_block(step, values, context.status, schedule)}"
            value, origin = _law(step, target)
            where = f" (law of {origin})" if origin else ""
            return f"{at}, {name_of(target)}{where} has no finite value: {_culprit(value, values, schedule)}"
    for state, derivative in zip(schedule.states, schedule.derivatives, strict=True):
        if not math.isfinite(evaluate([derivative], values)[0]):
            if state in schedule.kinds:  # of the energy books: what is wrong is the power of a component
                return f"{at}, {_power(derivative, values, schedule)}"
            return f"{at}, der({name_of(state)}) has no finite value: {_culprit(derivative, values, schedule)}"
    return ""


def no_value(
    program: Program, expression: Node, t: float, x: np.ndarray, p: np.ndarray, m: np.ndarray,
    guesses: dict[Node, float] | None = None,
) -> str:  # fmt: skip
    """Why an `expression` of what the schedule knows has no finite value at time `t` (s) and states `x`; empty if it
    has one. `guesses` are nonlinear unknowns, near their solutions."""
    schedule = program.schedule
    workspace = Workspace(program)
    if guesses:
        workspace.guess(guesses)
    values, context = values_at(program, t, x, p, m, workspace.context("integrate", p, m))
    failed_block = int(context.status[places.STATUS_BLOCK]) - 1
    for number, step in needed(schedule.steps, [expression]):
        if number == failed_block and not isinstance(step, Assign):
            return _block(step, values, context.status, schedule)
        for target in targets(step):
            if not math.isfinite(values[target]):
                if isinstance(step, SolveLinear):
                    return _block(step, values, context.status, schedule)
                value, origin = _law(step, target)
                of = f"{name_of(target)}{f' (law of {origin})' if origin else ''}"
                return f"{of} has no finite value: {_culprit(value, values, schedule)}"
    return "" if math.isfinite(evaluate([expression], values)[0]) else _culprit(expression, values, schedule)


def _power(derivative: Node, values: dict[Node, float], schedule: Schedule) -> str:
    """A sentence about a power that is no number any more: the component whose variables have grown most."""
    order = topological([derivative])
    numbers = dict(zip(order, evaluate(order, values), strict=True))
    for x in order:
        if not math.isfinite(numbers[x]) and all(math.isfinite(numbers[a]) for a in operands(x)):
            return f"the power {shown(x, schedule)} is no finite number: {beyond(leaves(x), numbers)}"
    return f"the power {shown(derivative, schedule)} is no finite number: {beyond(leaves(derivative), numbers)}"


def values_at(
    program: Program, t: float, x: np.ndarray, p: np.ndarray, m: np.ndarray, like: Context | None = None
) -> tuple[dict[Node, float], Context]:
    """The value of everything that the schedule computes at time `t` (s) and states `x`, finite or not."""
    schedule = program.schedule
    order = _order(schedule)
    function = program.outputs([*(target for _, target in order), *schedule.derivatives])
    context = Workspace(program).context("diagnose", p, m)
    if like is not None:
        common = min(len(like.memory), len(context.memory))
        context.memory[:common] = like.memory[:common]
    number = program.backend.number
    out = number.zeros(max(1, function.count))
    states = np.array(x, dtype=number.dtype)
    call.of(number)(function.address, float(t), states, out, context.pointers)
    values: dict[Node, float] = {
        **dict(zip(schedule.parameters, map(float, p), strict=True)),
        **dict(zip(schedule.discrete, map(float, m), strict=False)),
        **dict(zip(schedule.states, map(float, states), strict=True)),
        **{target: float(value) for (_, target), value in zip(order, out, strict=False)},
        TIME: float(t),
    }
    return values, context


def _order(schedule: Schedule) -> list[tuple[int, Node]]:
    """What the steps compute, each with the number of its step."""
    return [(k, target) for k, step in enumerate(schedule.steps) for target in targets(step)]


def _law(step: Step, target: Node) -> tuple[Node, str]:
    assigns = step.inner if isinstance(step, SolveNonlinear) else (step,)
    for assign in assigns:
        if isinstance(assign, Assign) and assign.target is target:
            return assign.value, assign.origin
    return target, ""


def _culprit(value: Node, values: dict[Node, float], schedule: Schedule) -> str:
    """The innermost operation without a value, with the numbers it was given."""
    order = topological([value])
    numbers = dict(zip(order, evaluate(order, values), strict=True))
    for x in order:
        arguments = operands(x)
        if not math.isfinite(numbers[x]) and arguments and all(math.isfinite(numbers[a]) for a in arguments):
            given = ", ".join(f"{shown(a, schedule)} = {numbers[a]:.6g}" for a in arguments if a.op != "const")
            given = f" with {given}" if given else ""
            inside = "" if x is value else f", in {shown(value, schedule)}"
            advice = remedy(x, numbers, lambda part: shown(part, schedule))
            return f"{shown(x, schedule)}{given}{inside}: {advice}"
    return f"{shown(value, schedule)}: {beyond(leaves(value), numbers)}"


def _block(step: Step, values: dict[Node, float], status: np.ndarray, schedule: Schedule) -> str:
    if isinstance(step, SolveLinear):
        for entry in (*(entry for *_, entry in step.matrix), *step.right):
            if not math.isfinite(evaluate([entry], values)[0]):
                names = listed([name_of(u) for u in step.unknowns])
                return f"the linear equations for {names} have no finite value: {_culprit(entry, values, schedule)}"
        return singular_block(step, values, schedule)
    assert isinstance(step, SolveNonlinear)
    names = listed([name_of(u) for u in step.unknowns])
    known = dict(values)
    for assign in step.inner:
        known[assign.target] = evaluate([assign.value], known)[0]
    residuals = [(evaluate([r], known)[0], k) for k, r in enumerate(step.residuals)]
    size = lambda pair: math.inf if not math.isfinite(pair[0]) else abs(pair[0])  # noqa: E731
    residuals.sort(key=size, reverse=True)
    lines = []
    for value, k in residuals[:3]:
        origin = f" ({step.origins[k]})" if k < len(step.origins) and step.origins[k] else ""
        lines.append(f"0 = {shown(step.residuals[k], schedule)}{origin} is off by {value:.6g}")
    unknown = ", ".join(f"{name_of(u)} = {known[u]:.6g}" for u in step.unknowns[:6])
    inside = {*step.unknowns} | {a.target for a in step.inner}
    around = [x for x in leaves(step.residuals[residuals[0][1]]) if x not in inside and x in values]
    around = [x for x in around if x not in schedule.meanings][:6]
    given = ", ".join(f"{name_of(x)} = {values[x]:.6g}" for x in around)
    kind = int(status[places.STATUS_KIND])
    why = {places.SINGULAR: "their Jacobian is singular", places.NEWTON_NOT_FINITE: "they have no finite value"}
    return (
        f"the nonlinear equations for {names} could not be solved "
        f"({why.get(kind, 'the iteration does not converge')}): "
        + "; ".join(lines)
        + f"; at {unknown}"
        + (f" with {given}" if given else "")
        + "; the laws may have no solution here: check their values and signs, or give a guess near one with "
        + f"start('{name_of(step.unknowns[0])}', value, fixed=False)"
    )


def shown(x: Node, schedule: Schedule) -> str:
    """An expression in the user's names, cut where it is long."""
    words = text(substitute([x], schedule.meanings)[0])
    return words if len(words) <= 160 else words[:157] + "…"
