"""Exact derivatives against differences, for every function of the language."""

from __future__ import annotations

import numpy as np
import pytest

from multibond.expression import (
    ONE,
    TIME,
    ZERO,
    der,
    directional,
    evaluate,
    gradient,
    parse,
    symbol,
    time_derivative,
)  # fmt: skip

X, Y = symbol("x"), symbol("y")
LAWS = (
    "x + 2*y", "x - y", "x*y", "x/y", "-x", "x**3", "x**y", "2**x", "sin(x)", "cos(x*y)", "tan(x)", "asin(x)",
    "acos(x)", "atan(x)", "sinh(x)", "cosh(x)", "tanh(x)", "exp(-x)", "log(x)", "sqrt(x*y)", "abs(-x)", "atan2(x, y)",
    "min(x, y)", "max(x, y)", "x if x > y else y**2", "table(x, [0, 1], [2, 5])", "sin(x)*exp(y)/(1 + x**2)",
    "sign(x)", "floor(x)",
)  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_the_gradient_is_the_slope(law):
    found, at, step = parse(law), {X: 0.37, Y: 0.71}, 1e-6
    slopes = gradient(found)
    for x in (X, Y):
        up, down = (evaluate([found], at | {x: at[x] + way})[0] for way in (step, -step))
        slope = evaluate([slopes.get(x, ZERO)], at)[0]
        assert slope == pytest.approx((up - down) / (2 * step), rel=1e-6, abs=1e-8)


def test_what_does_not_depend_has_no_entry():
    assert gradient(parse("2*x + 3")) == {X: symbol("x") * 0 + 2} and gradient(ONE) == {}


def test_the_time_derivative_follows_the_chain_rule():
    found = time_derivative(parse("a*x**2 + sin(time)"), lambda leaf: leaf is symbol("a"))
    at = {symbol("a"): 3.0, X: 2.0, der(X): 5.0, TIME: 0.0}
    assert evaluate([found], at)[0] == pytest.approx(3 * 2 * 2 * 5 + 1)
    assert time_derivative(symbol("a"), lambda leaf: True) is ZERO
    assert time_derivative(der(X), lambda leaf: False) is der(der(X))


def test_a_directional_derivative_shares_its_memory():
    memory = {}
    first = directional([parse("x*y")], lambda leaf: ONE if leaf is X else ZERO, memory)[0]
    assert first is Y and memory[parse("x*y")] is Y
    both = directional([parse("x*y")], lambda leaf: ONE)[0]
    assert evaluate([both], {X: 2.0, Y: 3.0})[0] == 5.0


def test_second_derivatives():
    second = gradient(gradient(parse("x**3*y"))[X])[X]
    assert evaluate([second], {X: 2.0, Y: 5.0})[0] == pytest.approx(60.0)
    assert np.isfinite(evaluate([gradient(parse("x**2"))[X]], {X: 0.0})[0])


@pytest.mark.parametrize(
    ("law", "slope"),
    [
        ("sqrt(f) if f > 0.01 else 10*f", 10.0),
        ("sqrt(abs(f))*sign(f) if abs(f) > 0.01 else 3*f", 3.0),
        ("2*f if f < 0.1 else 1/f", 2.0),
        ("f*log(f) if f > 0.5 else 4*f", 4.0),
        ("max(5*f + 1, sqrt(f))", 5.0),
        ("min(f, 1 + f**0.5)", 1.0),
        ("(f**0.5 if f > 1 else f) if f > 0.1 else 7*f", 7.0),
        ("2*(sqrt(f) if f > 0.01 else 10*f) + f", 21.0),
    ],
)
def test_the_branch_that_does_not_hold_has_no_say_in_a_slope(law, slope):
    f, x = symbol("f"), parse(law)
    assert evaluate([gradient(x)[f]], {f: 0.0}) == [slope]
    assert evaluate(directional([x], lambda leaf: ONE), {f: 0.0}) == [slope]


@pytest.mark.parametrize(
    "law",
    [
        "sqrt(max(f, 0))",
        "3*sqrt(2/870*max(f, 0))",
        "sqrt(-min(-f, 0))",
        "sqrt((f if f > 0 else 0)/7)",
        "max(f, 0)**0.5",
        "log(1 + sqrt(max(f, 0)))",
    ],
)
def test_what_does_not_move_has_no_slope_even_where_the_outer_one_is_infinite(law):
    f, x = symbol("f"), parse(law)
    assert evaluate([gradient(x)[f]], {f: -1.0}) == [0.0]
    assert evaluate(directional([x], lambda leaf: ONE), {f: -1.0}) == [0.0]
    step = 1e-6
    slope = (evaluate([x], {f: 1 + step})[0] - evaluate([x], {f: 1 - step})[0]) / (2 * step)
    assert evaluate([gradient(x)[f]], {f: 1.0})[0] == pytest.approx(slope, rel=1e-6)
    assert evaluate(directional([x], lambda leaf: ONE), {f: 1.0})[0] == pytest.approx(slope, rel=1e-6)
