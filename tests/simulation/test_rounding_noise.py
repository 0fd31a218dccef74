"""States that should be zero and carry rounding alone: their noise must not lead the steps."""

from __future__ import annotations

import math

import numpy as np
import pytest

import multibond as mb
from multibond import spatial


def held(angles: list[float], lever: list[float], quaternions: bool = True) -> mb.Model:
    """A body on a spring that pulls at a lever, started turned: it swings in a plane, and does not turn out of it."""
    m = mb.Model("held")
    m.world, m.ground = spatial.World(), spatial.Fixed()
    m.body = spatial.Body(1.0, [0.1, 0.2, 0.3], phi0=angles, x0=[0, -1.0, 0], quaternions=quaternions)
    m.lever, m.spring = spatial.Rod(lever), spatial.Spring(100.0)
    m.join(m.ground.b, m.spring.a)
    m.join(m.spring.b, m.lever.b)
    m.join(m.lever.a, m.body.a)
    return m


@pytest.mark.parametrize("solver", ["auto", "bdf"])
@pytest.mark.parametrize(
    ("axis", "degrees", "lever", "quaternions"),
    [
        (1, 80, [0.5, 0, 0], False), (1, 90, [0.5, 0, 0], True), (1, 90, [0, 0, 0.5], True),
        (0, 90, [0, 0, 0.5], True), (2, 90, [0, 0, 0.5], True), (1, 10, [0.5, 0, 0], True),
    ],
)  # fmt: skip
def test_a_turned_body_on_a_spring(axis, degrees, lever, quaternions, solver):
    angles = [0.0, 0.0, 0.0]
    plain = held(angles, lever, quaternions).simulate(5.0, tolerance=1e-8, solver=solver)
    angles[axis] = math.radians(degrees)
    turned = held(angles, lever, quaternions).simulate(5.0, tolerance=1e-8, solver=solver, max_steps=20_000)
    assert turned.stats.steps < 2 * plain.stats.steps
    assert turned.stats.energy_residual < 1e-5


def test_hinges_of_which_some_should_stand_still():
    def twisted(degrees: float) -> mb.Model:
        m = mb.Model("twisted")
        m.world, m.ground = spatial.World(), spatial.Fixed()
        m.turn = spatial.FixedRotation([0, 1, 0], math.radians(degrees))
        m.h1, m.h2, m.h3 = spatial.Revolute([0, 0, 1]), spatial.Revolute([0, 1, 0]), spatial.Revolute([1, 0, 0])
        m.rod, m.body = spatial.Rod([1, 0, 0]), spatial.Body(1.0, [0.1, 0.2, 0.3])
        parts = ["ground", "turn", "h1", "h2", "h3", "rod", "body"]
        for inner, outer in zip(parts, parts[1:], strict=False):
            m.join(m[inner].b, m[outer].a)
        return m

    straight, turned = (twisted(d).simulate(5.0, tolerance=1e-8) for d in (0.0, 80.0))
    assert turned.stats.steps < 1.5 * straight.stats.steps
    assert turned["body.x"][:, 1] == pytest.approx(straight["body.x"][:, 1], abs=1e-6)


def test_balls_that_should_hang_still():
    result = mb.load("newtons_cradle_soft").simulate(tolerance=1e-8)
    assert result.stats.steps < 1000


def test_small_components_of_a_vector_stay_accurate():
    """A coil pair with 1 A beside 1 nA: each decays by exp(−t), to its own tolerance."""
    m = mb.Model("pair", domain="electrical")
    m.loop, m.resistor, m.coil = mb.J1(n=2), mb.R([1.0, 1.0], n=2), mb.I([1.0, 1.0], n=2, f0=[1.0, 1e-9])
    m.loop >> [m.resistor, m.coil]
    for solver in ("dop853", "bdf"):
        found = m.simulate(1.0, tolerance=1e-6, solver=solver)["coil.f"][-1]
        assert found[0] == pytest.approx(np.exp(-1.0), rel=1e-4)
        assert found[1] == pytest.approx(1e-9 * np.exp(-1.0), rel=1e-2)
