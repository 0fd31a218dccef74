"""States that should be zero and carry rounding alone: their noise must not lead the steps."""

from __future__ import annotations

import math

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial


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


def alike(difference: float) -> mb.Model:
    """Two equal masses on equal springs that start alike but for `difference`; what is between them feels rounding."""
    m = mb.Model("alike", domain="translational")
    for side, start in (("a", 1.3), ("b", 1.3 * (1 + difference))):
        m.add(f"moves_{side}", mb.J1())
        m.add(f"mass_{side}", mb.I(2.0))
        m.add(f"spring_{side}", mb.C(1 / 70, q0=start))
        m[f"moves_{side}"] >> [m[f"mass_{side}"], m[f"spring_{side}"]]
    m.between, m.link, m.coupling, m.damper = mb.J0(), mb.J1(), mb.C(1e-4), mb.R(100.0)
    m.moves_a >> m.between >> m.moves_b
    m.between >> m.link >> [m.coupling, m.damper]
    return m


@pytest.mark.parametrize("tolerance", [1e-6, 1e-9, 1e-12])
@pytest.mark.parametrize("solver", ["dop853", "bdf", "adams", "ida", "esdirk"])
def test_the_spring_between_masses_that_move_alike(solver, tolerance):
    apart = alike(1e-2).simulate(10.0, solver=solver, tolerance=tolerance)
    for difference in (0.0, 3e-16, 1e-12, 1e-8):
        result = alike(difference).simulate(10.0, solver=solver, tolerance=tolerance, max_steps=50_000)
        assert result.stats.steps < 5 * apart.stats.steps, difference
    exact = 1.3 * np.cos(np.sqrt(35.0) * result.time)
    assert np.max(np.abs(result["spring_a.q"] - exact)) < 1000 * tolerance + 1e-7  # the masses swing by 1e-8 apart


def at_one_temperature(difference: float) -> mb.Model:
    """Five bodies in a row that conduct heat, at 300 K as their surroundings, one of them warmer by `difference`."""
    m = mb.Model("warm", domain="thermal")
    m.around, m.wall = mb.Environment(300.0), mb.GSth(1.0)
    for k in range(5):
        m.add(f"node{k}", mb.J0())
        m.add(f"body{k}", mb.ThermalCapacitor(C=100.0 * (1 + k)))
        m[f"node{k}"] >> m[f"body{k}"]
        m.start(f"body{k}.e", 300.0 * (1 + (difference if k == 2 else 0.0)))
        if k:
            m.add(f"conductor{k}", mb.GSth(2.0))
            m[f"node{k - 1}"] >> m[f"conductor{k}"] >> m[f"node{k}"]
    m.node0 >> m.wall >> m.around
    return m


@pytest.mark.parametrize("tolerance", [1e-6, 1e-12])
@pytest.mark.parametrize("solver", ["bdf", "adams", "ida", "esdirk", "auto"])
def test_heat_at_one_temperature(solver, tolerance):
    warm = at_one_temperature(1e-2).simulate(1000.0, solver=solver, tolerance=tolerance)
    for difference in (0.0, 1e-12, 1e-8):
        result = at_one_temperature(difference).simulate(1000.0, solver=solver, tolerance=tolerance, max_steps=50_000)
        assert result.stats.steps < 2 * warm.stats.steps + 100, difference
        assert result.stats.energy_residual < 1e-9
    assert result["body0.e"] == pytest.approx(300.0, rel=1e-6)


@pytest.mark.parametrize("solver", ["auto", "bdf"])
def test_the_energy_of_a_source_whose_store_is_full(solver):
    """A store at 1 kV takes nothing but rounding; beside it a microampere swings, and is followed."""
    m = mb.Model("full", domain="electrical")
    m.source, m.line, m.feed, m.node, m.store = mb.Se(1000.0), mb.J1(), mb.R(1.0), mb.J0(), mb.C(1e-6, e0=1000.0)
    m.source >> m.line >> m.feed
    m.line >> m.node >> m.store
    m.swing, m.coil, m.plates = mb.J1(), mb.I(1.0, f0=1e-6), mb.C(1e-2)
    m.swing >> [m.coil, m.plates]
    result = m.simulate(1.0, tolerance=1e-9, solver=solver, max_steps=20_000)
    assert result["coil.f"] == pytest.approx(1e-6 * np.cos(10 * result.time), abs=1e-12)


def test_digits_that_were_lost_for_a_moment_come_back():
    """A parallelogram whose bar is a little too long folds almost flat twice in every turn; rounding is felt there, and
    must not make the steps behind it less exact."""
    m = mb.Model("bars")
    m.world, m.left, m.right = planar.World(g=0), planar.Fixed(), planar.Fixed([2, 0])
    m.crank, m.elbow, m.rocker, m.pivot = planar.Revolute(phi0=1.0, w0=5.0), *(planar.Revolute() for _ in range(3))
    m.arm, m.bar, m.lever = planar.Rod([1, 0]), planar.Rod([2.0001, 0]), planar.Rod([1, 0])
    m.low, m.high = planar.Body(1, 0.1), planar.Body(2, 0.3)
    m.join(m.left.b, m.crank.a)
    m.join(m.crank.b, m.arm.a)
    m.join(m.arm.b, m.elbow.a, m.low.a)
    m.join(m.elbow.b, m.bar.a)
    m.join(m.bar.b, m.rocker.a, m.high.a)
    m.join(m.rocker.b, m.lever.a)
    m.join(m.lever.b, m.pivot.a)
    m.join(m.pivot.b, m.right.b)
    m.start(m.elbow.angle.q, -1.0, fixed=False)
    m.start(m.rocker.angle.q, 1.0, fixed=False)
    assert m.simulate(10.0, tolerance=1e-10).stats.energy_residual < 3e-8
