"""Zero crossings: exact times, directions, several at once, restarts."""

from __future__ import annotations

import numpy as np
import pytest

from integrate.models import double_pendulum, falling_point, oscillator
from multibond.expression import relation, symbol
from multibond.integrate import LASTING, Limits, Roots, integrate
from multibond.integrate.solvers import Rk4

SOLVERS = ("dop853", Rk4(1e-3), "bdf", "adams", "ida")
h, v, x = symbol("h"), symbol("v"), symbol("x")


@pytest.mark.parametrize("solver", ["dop853", "rk4", "adams", "bdf"])
def test_bouncing_point(solver):
    """Restitution 0.8 from 1 m: impacts at t0, t0 + 2 t0 0.8, …"""
    program, g, e = falling_point(), 9.81, 0.8
    t, state, impacts = 0.0, np.array([1.0, 0.0]), []
    grid = np.linspace(0.0, 3.0, 301)
    rows = []
    chosen = solver
    while t < 3.0:
        rest = grid[grid > t] if impacts else grid
        outcome = integrate(program, t, state, rest, [g], tolerance=1e-11, solver=chosen, roots=Roots((h,), (-1,)))
        rows.append(outcome.states)
        t, state = outcome.t, outcome.x
        if outcome.reason == "root":
            assert outcome.crossings == [(0, -1)]
            impacts.append(t)
            state = np.array([0.0, -e * state[1]])
        chosen = outcome.solver
    first = np.sqrt(2 / g)
    expected = first + np.cumsum([0.0, *(2 * first * e**k for k in range(1, 20))])
    assert len(impacts) == np.sum(expected < 3.0)
    tolerance = 1e-10 if solver in ("dop853", "rk4") else 1e-8
    np.testing.assert_allclose(impacts, expected[: len(impacts)], atol=tolerance)
    assert sum(map(len, rows)) == len(grid)


@pytest.mark.parametrize("solver", SOLVERS)
def test_several_at_once(solver):
    roots = [x, 3.0 * x, -x * x * x, x + 5.0]
    outcome = integrate(oscillator(), 0.0, [1.0, 0.0], [0.5, 2.0], [2.0], tolerance=1e-10, solver=solver, roots=roots)
    assert outcome.reason == "root"
    assert outcome.t == pytest.approx(np.pi / 4, abs=1e-8)
    assert outcome.crossings == [(0, -1), (1, -1), (2, 1)]
    assert outcome.times.tolist() == [0.5]


@pytest.mark.parametrize("solver", SOLVERS)
def test_directions_and_relations(solver):
    settings = {"tolerance": 1e-10, "solver": solver}
    below = relation("lt", x, 0.0)
    rising = integrate(oscillator(), 0.0, [1.0, 0.0], [5.0], [2.0], roots=Roots((below,), (1,)), **settings)
    assert rising.t == pytest.approx(3 * np.pi / 4, abs=1e-8) and rising.crossings == [(0, 1)]
    none = integrate(oscillator(), 0.0, [1.0, 0.0], [5.0], [2.0], roots=[x - 2.0], **settings)
    assert none.reason == "end" and none.crossings == []


def test_the_condition_has_changed_at_the_time_of_the_event():
    outcome = integrate(falling_point(), 0.0, [1.0, 0.0], [3.0], [9.81], tolerance=1e-8, solver="dop853", roots=[h])
    assert outcome.x[0] <= 0.0 and abs(outcome.x[0]) < 1e-14


def test_an_indicator_that_starts_at_zero_stays_quiet():
    for solver in ("dop853", "adams"):
        outcome = integrate(falling_point(), 0.0, [0.0, 3.0], [3.0], [10.0], tolerance=1e-9, solver=solver, roots=[h])
        assert outcome.t == pytest.approx(0.6, abs=1e-8)


def test_two_crossings_within_one_long_step_are_seen():
    """The parabola h dips below 1.2 m for 0.04 s; free fall is integrated in one step."""
    top = 1.2 + 10.0 * 0.02**2 / 2
    outcome = integrate(falling_point(), 0.0, [top, 0.0], [0.1], [-10.0], solver="dop853", roots=[h - 1.3])
    assert outcome.reason == "end"
    settings = {"solver": "dop853", "tolerance": 1e-4, "limits": Limits(first_step=1.2)}
    rising = integrate(falling_point(), 0.0, [0.0, 6.0], [1.2], [10.0], roots=[h - 1.75], **settings)
    assert rising.reason == "root" and rising.t == pytest.approx(0.6 - np.sqrt(0.01), abs=1e-9)


def test_events_do_not_disturb_the_solution():
    program, grid = double_pendulum(), np.linspace(0.0, 2.0, 41)
    settings = {"solver": "dop853", "tolerance": 1e-9}
    plain = integrate(program, 0.0, np.zeros(4), grid, [9.81], **settings)
    watched = integrate(program, 0.0, np.zeros(4), grid, [9.81], roots=[symbol("a") + 50.0], **settings)
    np.testing.assert_array_equal(plain.states, watched.states)


@pytest.mark.parametrize("level", [0.99, 0.9999, 0.999999])
@pytest.mark.parametrize("start", [0.0, 0.3, 0.55, 0.8])
def test_a_narrow_peak_between_the_looks_is_found(level, start):
    """The top of a sine is above the level for a thousandth of a second and less; steps are half a second long."""
    states = [np.sin(start - 2.0), np.cos(start - 2.0)]
    outcome = integrate(oscillator(), 0.0, states, [5.0], [1.0], tolerance=1e-7, solver="dop853", roots=[x - level])
    assert outcome.reason == "root" and outcome.crossings == [(0, 1)]
    assert outcome.t == pytest.approx(np.arcsin(level) + 2.0 - start, abs=1e-4)
    assert outcome.statistics.steps < 15


def test_peaks_below_the_level_are_no_events():
    for level in (1.000001, 1.0001, 1.01):
        outcome = integrate(
            oscillator(), 0.0, [0.0, 1.0], [20.0], [1.0], tolerance=1e-9, solver="dop853", roots=[x - level, level + x]
        )
        assert outcome.reason == "end"


def test_the_first_of_two_narrow_events_in_a_step_comes_first():
    """A dip through −v and a crossing behind it lie in one step; the dip is earlier."""
    settings = {"solver": "dop853", "tolerance": 1e-4, "limits": Limits(first_step=1.2)}
    outcome = integrate(falling_point(), 0.0, [0.0, 6.0], [1.2], [10.0], roots=[h - 1.7999, v + 1.0], **settings)
    assert outcome.crossings == [(0, 1)] and outcome.t == pytest.approx(0.6 - np.sqrt(0.0001 / 5), abs=1e-9)


def test_a_lasting_crossing_is_one_that_does_not_turn_back_at_once():
    settings = {"solver": "dop853", "tolerance": 1e-7}
    brief = [1.0 - 1e-6 - x]
    found = integrate(oscillator(), 0.0, [0.0, 1.0], [3.0], [1.0], roots=Roots(tuple(brief), (-1,)), **settings)
    passed = integrate(oscillator(), 0.0, [0.0, 1.0], [3.0], [1.0], roots=Roots(tuple(brief), (LASTING,)), **settings)
    stays = integrate(oscillator(), 0.0, [0.0, 1.0], [3.0], [1.0], roots=Roots((0.5 - x,), (LASTING,)), **settings)
    assert found.reason == "root" and passed.reason == "end"
    assert stays.t == pytest.approx(np.arcsin(0.5), abs=1e-7)
