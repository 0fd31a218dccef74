"""States that become unfit during a run give way to others."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb


def slider():
    """A crank drives a mass by cos(angle): the given speed of the mass is a state, which is worthless at 90 degrees."""
    m = mb.Model("slider")
    m.shaft, m.angle, m.crank = mb.J1(), mb.Dq(0.3), mb.I(1.0)
    m.lever, m.mass = mb.TF("cos(angle.q)", form="flow"), mb.I(5.0, f0=3 * np.cos(0.3))
    m.shaft >> [m.angle, m.crank]
    m.shaft >> m.lever >> m.mass
    return m


def angle_after(stop):
    """The same by minimal coordinates: energy is (1 + 5 cos²) w²/2."""

    def rates(_, y):
        c, s = np.cos(y[0]), np.sin(y[0])
        return y[1], 5 * s * c * y[1] ** 2 / (1 + 5 * c * c)

    return solve_ivp(rates, (0, stop), [0.3, 3.0], rtol=1e-12, atol=1e-12).y[0, -1]


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_a_state_that_no_longer_determines_the_rest_is_left(tolerance):
    result = slider().simulate(10.0, tolerance=tolerance)
    assert result["angle.q"][-1] == pytest.approx(angle_after(10.0), rel=0, abs=100 * tolerance)
    assert result.stats.energy_residual < 100 * tolerance
    names = [piece.machine.state_names for piece in result.run.pieces]
    assert "mass.f" in names[0]
    assert "mass.f" not in names[-1]
