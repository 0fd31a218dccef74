"""Expressions as machine code against their numeric meaning."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multibond.equations.schedule import Assign, Schedule
from multibond.expression import (
    TIME,
    both,
    choose,
    const,
    either,
    evaluate,
    function,
    function_2,
    negate,
    power,
    relation,
    symbol,
    table,
)  # fmt: skip
from multibond.program import compile_function, tape
from multibond.program.program import Program

x, y = symbol("x"), symbol("y")
POINTS = [(0.3, 0.7), (-0.2, 0.9), (0.5, 0.5), (0.9, -0.4)]


@pytest.mark.parametrize(
    "name", [*["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "abs", "sign", "floor"]]
)
def test_functions_of_one_argument(name):
    node = function(name, x) + y
    _compare([node], POINTS)


def test_operations():
    _compare(
        [x + y, x - y, x * y, x / y, -x, function("log", x * x), function("sqrt", x * x + y), function_2("atan2", x, y),
         function_2("min", x, y), function_2("max", x, y), function("sin", x) * function("cos", x)],
        POINTS,
    )  # fmt: skip


@pytest.mark.parametrize("exponent", [2, 3, 7, 16, -1, -4, 1.5, -2.5, 0.3, 25])
def test_powers(exponent):
    _compare([power(x, exponent), power(const(2.0), x)], [(0.7, 0.0), (2.5, 0.0)])


def test_conditions():
    a, b = relation("lt", x, y), relation("ge", x, 0.4)
    _compare([choose(both(a, negate(b)), x, y), choose(either(a, b), const(1.0), -x), x * choose(a, y, x)], POINTS)
    assert compile_function([x, y], [a, b])([0.5, 0.7]).tolist() == [1.0, 1.0]


def test_a_symbol_is_true_above_one_half():
    f = compile_function([x, y], [choose(x, y, const(-1.0))])
    assert f([[1.0, 3.0], [0.0, 3.0]])[:, 0].tolist() == [3.0, -1.0]


def test_tables_interpolate_and_hold():
    node = table(x, [0.0, 1.0, 2.0, 4.0], [0.0, 10.0, 5.0, 5.5])
    places = [(v, 0.0) for v in (-1.0, 0.0, 0.25, 1.0, 1.5, 2.0, 3.0, 4.0, 9.0)]
    _compare([node], places)


def test_time_and_no_value():
    assert compile_function([x], [x + TIME])([1.0], time=2.0)[0] == 3.0
    assert np.isnan(compile_function([x], [function("sqrt", x)])([-1.0])[0])
    assert np.isinf(compile_function([x], [1.0 / x])([0.0])[0])


@given(st.lists(st.tuples(st.sampled_from("+-*"), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=60))
def test_long_code_is_cut_into_chunks_without_a_difference(steps):
    values = [x, y, *(const(k + 0.5) for k in range(8))]
    for operation, i, j in steps:
        a, b = values[i - 10 if len(values) >= 10 else i], values[-1 - j]
        values.append({"+": a + b, "-": a - b, "*": choose(relation("lt", a, b), a * b, a)}[operation])
    short = compile_function([x, y], values[-5:])([0.3, -0.7])
    kept, tape.CHUNK = tape.CHUNK, 4
    try:
        cut = compile_function([x, y], values[-5:])([0.3, -0.7])
    finally:
        tape.CHUNK = kept
    np.testing.assert_array_equal(short, cut)


def test_only_what_is_needed_is_compiled():
    a, b = symbol("a"), symbol("b")
    unknown = symbol("nobody computes this")
    program = Program(Schedule((), (x,), (a,), (), (Assign(a, 2.0 * x), Assign(b, unknown))))
    assert program.evaluate([a + 1.0], 0.0, np.array([3.0]), ()).tolist() == [7.0]


def test_rows_of_states_and_of_discrete_values():
    p, m = symbol("p"), symbol("m")
    program = Program(Schedule((p,), (x,), (x,), (m,)))
    times, states = np.arange(3.0), np.array([[1.0], [2.0], [3.0]])
    fixed = program.evaluate([x * p + TIME + m], times, states, [10.0], [100.0])
    assert fixed[:, 0].tolist() == [110.0, 121.0, 132.0]
    rows = program.evaluate([x * p + m], times, states, [10.0], [[1.0], [2.0], [3.0]])
    assert rows[:, 0].tolist() == [11.0, 22.0, 33.0]


def _compare(nodes, points):
    compiled = compile_function([x, y], nodes)(np.array(points))
    expected = [evaluate(nodes, {x: a, y: b}) for a, b in points]
    np.testing.assert_allclose(compiled, expected, rtol=1e-14, atol=1e-15)
