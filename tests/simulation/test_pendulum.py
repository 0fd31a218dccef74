"""The pendulum in Cartesian coordinates: index 3, no coordinate serves as a state for ever."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb


@pytest.mark.parametrize("v0", [0.0, 2.0, 7.0])
def test_the_length_is_kept_for_a_hundred_seconds_at_any_angle(v0):
    """7 m/s carry it over the top, again and again; at rest it starts where y' tells nothing of the angle."""
    result = mb.load("cartesian_pendulum", v0=v0).simulate(100.0, tolerance=1e-9, points=2001)
    x, y = result["x"], result["y"]
    assert np.max(np.abs(np.hypot(x, y) - 1)) < 1e-8
    assert result.stats.constraint_residual < 1e-8
    assert y.min() < -0.99
    assert (y.max() > 0.99) == (v0 == 7.0)
    speed = np.sum(result["mass.f"] ** 2, axis=1)
    assert speed == pytest.approx(v0**2 - 2 * 9.81 * y, abs=1e-4)


@pytest.mark.parametrize("solver", ["dop853", "bdf", "ida"])
def test_it_moves_as_the_pendulum_in_one_angle(solver):
    result = mb.load("cartesian_pendulum", v0=3.0).simulate(5.0, tolerance=1e-9, solver=solver, points=101)
    angle = solve_ivp(lambda t, a: [a[1], -9.81 * np.cos(a[0])], (0, 5), [0.0, 3.0], "DOP853", t_eval=result.time,
                      rtol=1e-12, atol=1e-12).y  # fmt: skip
    assert result["x"] == pytest.approx(np.cos(angle[0]), abs=1e-7 if solver == "dop853" else 3e-6)
    assert result["tension"] == pytest.approx(angle[1] ** 2 - 9.81 * np.sin(angle[0]), abs=1e-4)
