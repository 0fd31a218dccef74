"""The kernel language: each feature against the same source run by Python."""

from __future__ import annotations

from math import exp, fabs, sin, sqrt

import numpy as np
import pytest

from multibond.errors import MultibondError
from multibond.program.kernel import int32s, integer, integers, kernel, nothing, pointers, real, reals, unroll
from multibond.program.machine_types import function

WEIGHTS = ((1.0, 0.0, 2.0), (0.5, 4.0, 0.0))
Unary = function(real, real)


@kernel
def collatz(n: integer) -> integer:
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


@kernel
def loops(n: integer, x: reals) -> real:
    total = 0.0
    for i in range(n - 1, -1, -1):
        if i > 2 and x[i] > 0.0:
            total += x[i]
        elif i == 1 or not x[i] < 100.0:
            continue
        else:
            total += 2 * x[i]
        if total > 1000.0:
            break
    return total


@kernel
def weighted(x: reals) -> real:
    total = 0.0
    for row in unroll(2):
        for column in unroll(0, 3):
            if WEIGHTS[row][column] != 0.0:
                total += WEIGHTS[row][column] * x[column]
    return total


@kernel
def functions(x: real, y: real) -> real:
    return sqrt(fabs(x)) + min(x, y) * max(x, 2.0) - sin(x) / exp(y) + x**2 + (1.0 if x > y else -1.0)


@kernel
def half(x: real) -> real:
    return 0.5 * x


@kernel
def apply(f: Unary, x: real) -> real:
    return f(half(x)) + f(x)


@kernel
def scatter(out: reals, where: int32s, counts: integers, n: integer, table: pointers) -> nothing:
    second = out + 1
    for i in range(n):
        second[where[i]] = real(i)
        where[i] += 10
        counts[0] += 1
    reals(table[0])[2] = -1.0


def test_integers_and_while():
    assert collatz(27) == collatz.python(27) == 111


def test_loops_conditions_break_continue():
    x = np.array([1.0, 2.0, 3.0, -4.0, 5.0, 200.0, 7.0])
    assert loops(len(x), x) == loops.python(len(x), x)
    assert loops(0, x) == 0.0


def test_unrolled_loops_over_constants():
    x = np.array([3.0, 5.0, 7.0])
    assert weighted(x) == pytest.approx(np.sum(np.array(WEIGHTS) @ x))


def test_functions():
    expected = np.sqrt(3.0) + 2.0 * 3.0 - np.sin(3.0) / np.exp(2.0) + 9.0 + 1.0
    assert functions(3.0, 2.0) == pytest.approx(expected, rel=1e-15)


def test_calls_through_pointers():
    assert apply(half.address, 8.0) == 2.0 + 4.0


def test_memory():
    out, where, counts = np.zeros(4), np.array([2, 0], dtype=np.int32), np.zeros(1, dtype=np.int64)
    other = np.zeros(3)
    scatter(out, where, counts, 2, np.array([other.ctypes.data]))
    assert out.tolist() == [0.0, 1.0, 0.0, 0.0] and where.tolist() == [12, 10] and counts[0] == 2 and other[2] == -1.0


def test_what_is_not_allowed_names_kernel_and_line():
    @kernel
    def wrong(x: real) -> real:
        return [x][0]

    with pytest.raises(MultibondError, match=r"kernel wrong, line \d+"):
        wrong(1.0)


def test_object_code_on_disk_that_is_damaged_is_made_again(tmp_path):
    from multibond.program import cache

    file = tmp_path / "kernel.o"
    cache.write(file, b"code")
    assert cache.read(file) == b"code"
    file.write_bytes(file.read_bytes()[:-1])
    assert cache.read(file) is None
    assert cache.read(tmp_path / "absent") is None
