"""Coefficients that are zero but for rounding, told from those that are small."""

from __future__ import annotations

import math

import numpy as np
import pytest

from multibond.equations.nonzero import Nonzero
from multibond.equations.rounding import Judgements, Rounded, denominators, factors, without
from multibond.equations.system import Equation
from multibond.expression import function, parse, symbol

a, b, x, y = (symbol(name) for name in "abxy")


@pytest.mark.parametrize(
    ("text", "values", "zero"),
    [
        ("cos(a)", {a: math.pi / 2}, True),
        ("cos(a)", {a: -1.5 * math.pi}, True),
        ("sin(a)", {a: math.pi}, True),
        ("sin(a)", {a: 1e-20}, False),  # small, and exact
        ("cos(a)", {a: 1.5707}, False),
        ("a - b", {a: 0.3, b: 0.1 + 0.2}, True),
        ("a - b", {a: 1.0, b: 1.0 + 1e-12}, False),
        ("a*b", {a: 1e-150, b: 1e-150}, False),
        ("cos(a)*b", {a: math.pi / 2, b: 1e9}, True),
        ("b + cos(a)", {a: math.pi / 2, b: 1e-9}, False),
        ("a**2 - b**2", {a: 3.0, b: -3.0}, True),
        ("1/a", {a: 0.0}, True),  # no finite value: nothing to divide by
        ("a", {a: 0.0}, True),
    ],
)
def test_what_is_zero(text, values, zero):
    assert bool(Rounded(values).zero(parse(text))) is zero
    assert Nonzero(values)(parse(text)) is not zero


def test_several_sets_of_values_at_once():
    found = Rounded({a: np.array([0.0, math.pi / 2, 1.0]), b: 2.0}).zero(parse("b*cos(a)"))
    assert found.tolist() == [False, True, False]


def test_factors_of_variables_and_denominators():
    rows = (Equation(parse("cos(a)*x + (a - b)*y + sin(b) - a*y"), ""),)
    assert set(map(str, factors(rows, {a, b}.__contains__))) == {"cos(a)", "a - b"}  # an offset is no factor
    assert str(without(rows, [function("cos", a)])[0].residual) == "(a - b)*y + sin(b) - a*y"
    assert set(map(str, denominators([parse("x/(b*cos(a)) + y/a + 1/x")], {a, b}.__contains__))) == {"cos(a)"}


def test_judgements_change_with_the_values_they_depend_on():
    made = Judgements((parse("a - b"),), (function("cos", a),), {a: 1.0, b: 1.0})
    assert not made.changed({a: 2.0, b: 2.0})
    assert made.changed({a: 1.0, b: 2.0}) == {parse("a - b")}
    assert made.changed({a: math.pi / 2, b: math.pi / 2}) == {function("cos", a)}
    assert made.changed({a: np.array([1.0, math.pi / 2]), b: np.array([1.0, math.pi / 2])}) == {function("cos", a)}
