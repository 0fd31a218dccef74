"""Runs whose rates are rounding end with the number that swallows the others."""

from __future__ import annotations

import numpy as np

from fuzz.case import run
from multibond.equations.schedule import Schedule
from multibond.expression import symbol
from multibond.integrate.lost_digits import lost_digits
from multibond.program import Program

x, y, large, small = (symbol(name) for name in ("x", "y", "large", "small"))
PROGRAM = Program(Schedule((large, small), (x, y), (x, y)))


def said(rates, parameters, sizes=(1.0, 1.0), span=1.0):
    return lost_digits(PROGRAM, rates, np.array([0.3, 0.7]), np.array(parameters), np.array(sizes), span)


def swallowed(states, p):
    return np.array([p[0] * (np.sin(states[0]) ** 2 + np.cos(states[0]) ** 2 - 1.0), states[1] * p[1]])


def test_a_number_that_swallows_the_others_is_named():
    sentence = said(swallowed, [1e15, 2.0])
    assert "the rate of x is no more than rounding" in sentence and "large is 1e+15" in sentence
    assert "check it and its unit" in sentence


def test_rates_with_digits_are_left_alone():
    assert said(swallowed, [1e6, 2.0]) == ""  # it moves the state by 1e-10 only
    assert said(lambda states, p: np.array([1e12 * np.sin(states[1]), p[0]]), [1e16, 2.0]) == ""


def test_rounding_that_moves_nothing_is_no_reason():
    def balanced(states, p):
        return np.array([1e-3 * (np.sin(states[0]) ** 2 + np.cos(states[0]) ** 2 - 1.0), p[1]])

    assert said(balanced, [1e16, 2.0]) == ""
    assert said(swallowed, [1e15, 2.0], sizes=(np.inf, np.inf)) == ""  # nothing depends on these states


def test_a_bicycle_with_a_frame_of_1e30_metres():
    verdict = run("file", 4434)
    assert verdict.kind == "refused" and "front_frame.r[0] is 1e+30" in verdict.said
