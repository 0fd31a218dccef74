"""Kernels that call one model function, once or for many points."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from .context import DISCRETE, PARAMETERS, WORKSPACE
from .kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals

NOT_A_NUMBER = float("nan")


@kernel
def call(f: Callback, t: real, x: reals, out: reals, c: pointers) -> integer:
    """One call of a model function from Python."""
    return f(t, x, out, c)


@kernel
def evaluate_rows(
    f: Callback, count: integer, times: reals, states: reals, n: integer, out: reals, width: integer,
    discrete: reals, modes: integer, blocks: integers, nonlinear: integer, guesses: reals, c: pointers,
) -> integer:  # fmt: skip
    """`f` at each of `count` times; rows of `discrete` are used if `modes`, their length, is not zero. The result is
    the number of rows without a value; these are NaN. Nonlinear unknowns start from `guesses`, or where these are NaN
    from the rows before."""
    failed = 0
    unknowns = 0
    for b in range(nonlinear):
        unknowns += blocks[2 * b + 1]
    for k in range(count):
        if modes > 0:
            c[DISCRETE] = discrete + k * modes
        if k > 0:
            workspace = reals(c[WORKSPACE])
            ratio = 0.0
            if k > 1 and times[k - 1] > times[k - 2]:
                ratio = (times[k] - times[k - 1]) / (times[k - 1] - times[k - 2])
            for b in range(nonlinear):
                u = workspace + blocks[2 * b]
                m = blocks[2 * b + 1]
                for i in range(m):
                    last = u[i]
                    u[i] = last + ratio * (last - u[m + i])  # a straight line through the last two rows
                    u[m + i] = last
        row = guesses + k * unknowns
        for b in range(nonlinear):
            u = reals(c[WORKSPACE]) + blocks[2 * b]
            for i in range(blocks[2 * b + 1]):
                if row[i] == row[i]:
                    u[i] = row[i]
            row = row + blocks[2 * b + 1]
        if f(times[k], states + k * n, out + k * width, c) != 0:
            failed += 1
            for i in range(width):
                out[k * width + i] = NOT_A_NUMBER
    return failed


@kernel
def evaluate_runs(
    f: Callback, runs: integer, count: integer, times: reals, states: reals, n: integer, out: reals, width: integer,
    parameters: reals, inputs: integer, memory: reals, room: integer, stride: integer, blocks: integers,
    nonlinear: integer, guesses: reals, c: pointers,
) -> nothing:  # fmt: skip
    """`f` at the same `count` times of many runs, each with its own row of `parameters`. Each run begins with the first
    guesses in `memory`, of which the next run's are `stride` further on; `guesses` are one row of NaN for each time."""
    used = reals(c[WORKSPACE])
    for r in range(runs):
        for i in range(room):
            used[i] = memory[r * stride + i]
        c[PARAMETERS] = parameters + r * inputs
        evaluate_rows(
            f, count, times, states + r * count * n, n, out + r * count * width, width, times, 0, blocks, nonlinear,
            guesses, c,
        )  # fmt: skip
