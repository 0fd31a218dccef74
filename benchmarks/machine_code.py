"""The cost of compiled right-hand sides: how many operations they have and how long one evaluation takes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from multibond.equations.schedule import expressions, needed
from multibond.expression.walk import operands, topological
from multibond.program import Program
from multibond.program.lower import lower

COUNT = 100_000


def repeated(
    program: Program, p: np.ndarray, start: np.ndarray | None = None, count: int = COUNT
) -> Callable[[], object]:
    """The right-hand side of `program` `count` times near `start`, in one machine-code loop."""
    schedule = program.schedule
    states = np.zeros((count, len(schedule.states))) + (0.0 if start is None else start)
    states[:, -1] += 1e-9 * np.arange(count)
    times, modes = np.zeros(count), np.zeros(len(schedule.discrete))
    program.outputs(schedule.derivatives)  # compiled before anything is timed
    return lambda: program.evaluate(schedule.derivatives, times, states, p, modes)


def operations(program: Program) -> int:
    """The operations of the right-hand side of `program`, equal ones counted once."""
    schedule = program.schedule
    steps = [part for _, step in needed(schedule.steps, schedule.derivatives) for part in lower(step)]
    roots = [e for step in steps for e in expressions(step)]
    return sum(bool(operands(x)) for x in topological([*roots, *schedule.derivatives]))
