"""Wheels in space that may lift: a pair of wheels on an axle in a curve that is too narrow for its speed tips over."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import spatial

SPEED, RADIUS, HALF, MASS, G = 3.0, 0.5, 0.3, 10.0, 9.81  # m/s, m, m (half the track), kg, m/s²


def axle(curve: float) -> mb.Model:
    """An axle with two light wheels that rolls through a curve of this radius [m], to the side of its inner wheel."""
    turn = SPEED / curve
    m = mb.Model("axle")
    m.world, m.ground = spatial.World(), spatial.Fixed()
    m.axle = spatial.Body(MASS, [0.5, 0.5, 0.5], x0=[0.0, RADIUS, 0.0], v0=[SPEED, 0.0, 0.0], w0=[0.0, turn, 0.0])
    for name, side in (("outer", 1.0), ("inner", -1.0)):
        spin = -(SPEED + side * turn * HALF) / RADIUS
        arm = m.add(f"{name}_arm", spatial.Rod([0.0, 0.0, side * HALF]))
        hub = m.add(f"{name}_hub", spatial.Revolute([0.0, 0.0, 1.0], w0=spin))
        wheel = m.add(f"{name}_wheel", spatial.Body(1e-3, [1e-5, 1e-5, 1e-5]))
        tyre = m.add(f"{name}_tyre", spatial.WheelPlane(RADIUS, friction=2.0, restitution=0.0))
        m.join(m.axle.a, arm.a)
        m.join(arm.b, hub.a)
        m.join(hub.b, wheel.a, tyre.a)
        m.join(tyre.b, m.ground.b)
    return m


@pytest.mark.parametrize("curve", [2.0, 1.6])
def test_the_inner_wheel_carries_what_the_curve_leaves_it(curve):
    result = axle(curve).simulate(0.5)
    left = MASS / 2 * (G - SPEED**2 * RADIUS / (curve * HALF))
    np.testing.assert_allclose(result["inner_tyre.load"], left, atol=1e-2)  # but for the mass of the wheels
    angle = SPEED / curve * 0.5
    assert result["axle.x"][-1] == pytest.approx(
        [curve * np.sin(angle), RADIUS, -curve * (1 - np.cos(angle))], abs=1e-5
    )


def test_in_a_curve_that_is_too_narrow_the_inner_wheel_lifts():
    narrowest = SPEED**2 * RADIUS / (G * HALF)
    assert axle(1.02 * narrowest).simulate(0.3)["inner_tyre.gap"][-1] == pytest.approx(0.0, abs=1e-9)
    tips = axle(0.95 * narrowest).simulate(0.3)
    assert tips["inner_tyre.gap"][-1] > 1e-3 and np.all(np.diff(tips["inner_tyre.gap"][1:]) > 0)
    assert np.max(np.abs(tips["outer_tyre.gap"])) < 1e-7 and np.max(np.abs(tips["inner_tyre.load"][1:])) == 0.0
