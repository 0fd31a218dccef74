"""States of one kind: none of them need be better than the rounding of the others, each in its own unit."""

from __future__ import annotations

import numpy as np
import pytest

from multibond.equations.schedule import Schedule
from multibond.expression import TIME, function, symbol
from multibond.integrate import Tolerances, integrate, sweep
from multibond.program import Program

LARGE = 1e8
x, y = symbol("x"), symbol("y")
STARTS = [LARGE, 0.0]
GRID = np.linspace(0.0, 5.0, 11)


def noisy() -> Program:
    """A large state that stands still, and one that is the rounding of it: sin² + cos² − 1, enlarged."""
    wave = function("sin", 30.0 * TIME), function("cos", 30.0 * TIME)
    return Program(Schedule((), (x, y), (0.0 * x, 1e3 * x * (wave[0] * wave[0] + wave[1] * wave[1] - 1.0))))


@pytest.mark.parametrize("solver", ["dop853", "bdf", "ida", "esdirk"])
def test_no_step_is_made_shorter_by_the_rounding_of_states_of_one_kind(solver):
    tolerances = Tolerances(1e-9, kin=[0, 0])
    outcome = integrate(noisy(), 0.0, STARTS, GRID, (), solver=solver, tolerance=tolerances)
    assert outcome.reason == "end" and outcome.statistics.steps < 100


@pytest.mark.parametrize("solver", ["dop853", "bdf", "ida", "esdirk"])
def test_states_in_small_units_keep_their_digits_beside_large_ones(solver):
    program = Program(Schedule((), (x, y), (0.0 * x, function("cos", TIME))))
    exact = np.sin(GRID)
    errors = []
    for unit in (1.0, 1e-6):
        tolerances = Tolerances(1e-9, kin=[0, 0], units=[1.0, unit])
        outcome = integrate(program, 0.0, STARTS, GRID, (), solver=solver, tolerance=tolerances)
        errors.append(np.max(np.abs(outcome.states[:, 1] - exact)))
    assert errors[1] < 1e-6 and errors[1] < errors[0]  # 1e8 is rounded by 1e-4 in the first unit, by 1e-10 in the other


def test_runs_in_a_sweep_have_units_of_their_own():
    program = Program(Schedule((), (x, y), (0.0 * x, function("cos", TIME))))
    units = np.array([[1.0, 1.0], [1.0, 1e-6]])
    swept = sweep(
        program, 0.0, np.array([STARTS] * 2), 5.0, np.zeros((2, 0)), tolerance=Tolerances(1e-9, kin=[0, 0]),
        nominal=np.ones((2, 2)), units=units,
    )  # fmt: skip
    for k in range(2):
        tolerances = Tolerances(1e-9, kin=[0, 0], units=units[k])
        alone = integrate(program, 0.0, STARTS, [0.0, 5.0], (), solver="dop853", tolerance=tolerances)
        assert np.array_equal(swept.final[k], alone.states[-1])
