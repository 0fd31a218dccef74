"""Rolling, wheel joints and gears."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb
from multibond import planar
from multibond.expression import evaluate, symbol
from multibond.planar.friction import friction
from planar.mechanism import chain, run


def solved(slope, start, times):
    return solve_ivp(slope, (0, times[-1]), start, t_eval=times, method="DOP853", rtol=1e-11, atol=1e-12).y


def triple_s(v, v_adhesion, v_slide, mu_adhesion, mu_slide):
    """The triple S written piece by piece."""

    def s(u):
        return 1.5 * u - 0.5 * u**3

    size, sign = abs(v), np.sign(v)
    if size < v_adhesion:
        return mu_adhesion * s(v / v_adhesion)
    if size < v_slide:
        u = 2 * (size - v_adhesion) / (v_slide - v_adhesion) - 1
        return sign * ((mu_adhesion + mu_slide) / 2 + (mu_slide - mu_adhesion) / 2 * s(u))
    return sign * mu_slide


def test_friction_is_the_triple_s():
    v = symbol("v")
    law = friction(v, 0.1, 0.3, 0.8, 0.4)
    for value in np.linspace(-0.5, 0.5, 101):
        assert evaluate([law], {v: value})[0] == pytest.approx(triple_s(value, 0.1, 0.3, 0.8, 0.4), abs=1e-14)


def wheel_on_slope(m, rolling, slope=-0.3, mass=2.0, inertia=0.25):
    m.world, m.ground, m.rolling, m.wheel = (
        planar.World(),
        planar.Fixed([1, 1], slope),
        rolling,
        planar.Body(mass, inertia),
    )
    chain(m, m.ground.b, m.rolling.a, m.rolling.b, m.wheel.a)


def test_a_wheel_rolls_down_a_slope():
    r = run(wheel_on_slope, 2.0, planar.IdealRolling(0.5, offset=0.4, w0=1.0))
    t = r.time
    way = -0.5 * t + 9.81 * np.sin(0.3) * 2 / (2 + 0.25 / 0.25) * t**2 / 2
    np.testing.assert_allclose(r["rolling.s"], 0.4 + way, atol=1e-9)
    np.testing.assert_allclose(r["rolling.phi"], -way / 0.5, atol=1e-9)
    centre = np.c_[1 + (0.4 + way) * np.cos(0.3) + 0.5 * np.sin(0.3), 1 - (0.4 + way) * np.sin(0.3) + 0.5 * np.cos(0.3)]
    np.testing.assert_allclose(r["wheel.x"], centre, atol=1e-9)
    assert r.stats.energy_residual < 1e-8


def test_a_wheel_spins_back():
    # a light wheel thrown forwards with backspin comes back, rolling
    r = run(
        wheel_on_slope, 3.0, planar.DryFrictionRolling(0.1, 0.5, 0.15, 0.01, 0.03, v0=2.0, w0=15.0), 0.0, 0.01, 5e-4
    )

    def slope(t, x):
        friction_force = 0.01 * 9.81 * triple_s(x[2] + 0.1 * x[3], 0.01, 0.03, 0.5, 0.15)
        return [x[2], x[3], -friction_force / 0.01, -0.1 * friction_force / 5e-4]

    expected = solved(slope, [0, 0, 2, 15], r.time)
    np.testing.assert_allclose(r["rolling.s"], expected[0], atol=1e-6)
    np.testing.assert_allclose(r["rolling.w"], expected[3], atol=1e-5)
    assert r["rolling.v"][-1] < -0.5 and abs(r["rolling.v_slip"][-1]) < 1e-6
    np.testing.assert_allclose(r["rolling.load"], 0.0981, atol=1e-9)
    assert r.stats.energy_residual < 1e-8


def test_a_cart_on_two_wheels_is_a_loop():
    def fill(m):
        m.world, m.ground, m.chassis = planar.World(), planar.Fixed(phi=-0.2), planar.Body(10, 1)
        m.rear, m.front = planar.IdealRolling(0.3, phi0=0.0, w0=0.0), planar.IdealRolling(0.3, offset=2.0)
        m.rear_wheel, m.front_wheel = planar.Body(1, 0.05), planar.Body(1, 0.05)
        m.rear_axle, m.front_axle = planar.Revolute(), planar.Revolute()
        m.rear_half, m.front_half = planar.Rod([1, 0.5]), planar.Rod([1, -0.5])
        m.join(m.ground.b, m.rear.a, m.front.a)
        m.join(m.rear.b, m.rear_wheel.a, m.rear_axle.a)
        m.join(m.front.b, m.front_wheel.a, m.front_axle.a)
        chain(m, m.rear_axle.b, m.rear_half.a)
        m.join(m.rear_half.b, m.chassis.a, m.front_half.a)
        chain(m, m.front_half.b, m.front_axle.b)

    r = run(fill, 2.0)
    acceleration = 9.81 * np.sin(0.2) * 12 / (12 + 2 * 0.05 / 0.3**2)
    np.testing.assert_allclose(r["rear.s"], acceleration * r.time**2 / 2, atol=1e-8)
    np.testing.assert_allclose(r["front.s"] - r["rear.s"], 2.0, atol=1e-8)
    assert r.stats.constraint_residual < 1e-8


def driven(m, wheel, turning=0.0, **body):
    m.world, m.wheel = planar.World(gravity="none"), wheel
    m.body, m.turn = planar.Body(10, 1, **body), planar.WorldTorque(turning)
    m.spin, m.rotor, m.torque = mb.J1(), mb.I(1.0), mb.Se(2.0)
    m.torque >> m.spin >> m.rotor
    m.spin >> m.wheel.drive
    m.join(m.wheel.a, m.body.a, m.turn.b)


def test_an_ideal_wheel_goes_where_it_points():
    r = run(driven, 10.0, planar.IdealWheelJoint(0.3), 0.3, w0=0.5)
    t = r.time
    spin = 2.0 / (1 + 10 * 0.3**2) * t
    np.testing.assert_allclose(r["wheel.w"], spin, atol=1e-8)
    np.testing.assert_allclose(r["body.w"], 0.5 + 0.3 * t, atol=1e-8)
    heading = 0.5 * t + 0.15 * t**2
    np.testing.assert_allclose(r["body.v"], (0.3 * spin * np.array([np.cos(heading), np.sin(heading)])).T, atol=1e-7)
    np.testing.assert_allclose(
        r["wheel.contact_force"][:, 1], 10 * 0.3 * spin * (0.5 + 0.3 * t), atol=1e-6
    )  # centripetal
    # non-holonomic: four positions (x, y, heading, spin), two velocities
    assert len(r.stats.states) == 6


def test_a_sleigh_turns_until_it_runs_straight():
    def fill(m):
        m.world, m.body = planar.World(gravity="none"), planar.Body(10, 1, x0=[0, 0], phi0=0.0, v0=[1, 0.5], w0=0.5)
        m.rod, m.wheel = planar.Rod([-1, 0]), planar.IdealWheelJoint(0.3, actuated=False)
        chain(m, m.body.a, m.rod.a, m.rod.b, m.wheel.a)

    r = run(fill, 5.0)
    # Chaplygin's sleigh: m u' = m a w², (J + m a²) w' = −m a u w, with u along the blade and a = 1
    expected = solved(lambda t, x: [x[1] ** 2, -10 * x[0] * x[1] / 11], [1.0, 0.5], r.time)
    np.testing.assert_allclose(r["wheel.v"], expected[0], atol=1e-8)
    np.testing.assert_allclose(r["body.w"], expected[1], atol=1e-8)


@pytest.mark.parametrize("kind", ["dry", "slip"])
def test_wheels_with_friction(kind):
    wheel = {
        "dry": lambda: planar.DryFrictionWheelJoint(0.3, load=100),
        "slip": lambda: planar.SlipBasedWheelJoint(0.3),
    }[kind]()
    r = run(driven, 6.0, wheel, 0.2, tolerance=1e-9)

    def slope(t, x):
        _, _, heading, vx, vy, w, spin = x
        c, s = np.cos(heading), np.sin(heading)
        slip = np.array([c * vx + s * vy - 0.3 * spin, c * vy - s * vx])
        size = np.sqrt(slip @ slip + 1e-8)
        rim = 0.3 * abs(spin)
        limits = (0.1, 0.3) if kind == "dry" else (max(0.04 * rim, 0.05), max(0.12 * rim, 0.15))
        force = -100 * triple_s(size, *limits, 0.8, 0.4) * slip / size
        ax, ay = (c * force[0] - s * force[1]) / 10, (s * force[0] + c * force[1]) / 10
        return [vx, vy, w, ax, ay, 0.2, 2.0 + 0.3 * -force[0]]

    expected = solved(slope, np.zeros(7), r.time)
    np.testing.assert_allclose(np.c_[r["body.x"], r["body.phi"]], expected[:3].T, atol=1e-5)
    np.testing.assert_allclose(r["wheel.w"], expected[6], atol=1e-5)
    assert r.energy.dissipated[-1] > 0


def test_a_lifted_wheel_has_no_friction():
    r = run(driven, 2.0, planar.SlipBasedWheelJoint(0.3, load=100, dynamic_load=-150))
    np.testing.assert_allclose(r["wheel.w"], 2 * r.time, atol=1e-9)
    np.testing.assert_allclose(r["body.x"], 0, atol=1e-12)


def test_spur_gear():
    def fill(m):
        m.world, m.left, m.right = planar.World(gravity="none"), planar.Fixed(), planar.Fixed([0, 3])
        m.one, m.two, m.gear = planar.Body(1, 1), planar.Body(1, 2), planar.ExternalGear(1, 2)
        m.hinge1, m.hinge2, m.torque = planar.Revolute(w0=1.0), planar.Revolute(), planar.WorldTorque(1.0)
        chain(m, m.left.b, m.hinge1.a, m.right.b, m.hinge2.a)
        m.join(m.hinge1.b, m.one.a, m.gear.a, m.torque.b)
        m.join(m.hinge2.b, m.two.a, m.gear.b)

    r = run(fill, 1.0)
    np.testing.assert_allclose(r["hinge1.w"], 1 + r.time / 1.5, atol=1e-9)
    np.testing.assert_allclose(r["hinge2.w"], -(1 + r.time / 1.5) / 2, atol=1e-9)
    np.testing.assert_allclose(r["gear.force"], 1 / 3, atol=1e-9)
    assert r.stats.energy_residual < 1e-8


def test_planetary_gear():
    def fill(m):
        m.world, m.ground, m.arm = planar.World(gravity="none"), planar.Fixed(), planar.Rod([2, 0])
        m.sun, m.ring, m.carrier, m.planet = (planar.Body(1, 1e-3) for _ in range(4))
        m.sun_hinge, m.ring_hinge = planar.Revolute(w0=1.0), planar.Revolute()
        m.carrier_hinge, m.planet_hinge = planar.Revolute(w0=0.5), planar.Revolute()
        m.inner, m.outer, m.torque = planar.ExternalGear(1, 1), planar.InternalGear(1, 3), planar.WorldTorque(0.01)
        m.join(m.ground.b, m.sun_hinge.a, m.ring_hinge.a, m.carrier_hinge.a)
        m.join(m.sun_hinge.b, m.sun.a, m.inner.a)
        m.join(m.ring_hinge.b, m.ring.a, m.outer.b, m.torque.b)
        m.join(m.carrier_hinge.b, m.carrier.a, m.arm.a)
        chain(m, m.arm.b, m.planet_hinge.a)
        m.join(m.planet_hinge.b, m.planet.a, m.inner.b, m.outer.a)

    r = run(fill, 2.0)
    willis = r["sun_hinge.w"] + 3 * r["ring_hinge.w"] - 4 * r["carrier_hinge.w"]
    np.testing.assert_allclose(willis, 0, atol=1e-9)
    # minimal coordinates: speeds of sun and carrier; ring (4 wc − ws)/3, planet 2 wc − ws, its centre 2 wc
    rates = np.array([[1, 0], [-1 / 3, 4 / 3], [0, 1], [-1, 2], [0, 2]])
    inertia = rates.T @ np.diag([1e-3, 1e-3, 1e-3, 1e-3, 1.0]) @ rates
    gained = np.linalg.solve(inertia, 0.01 * rates[1])
    np.testing.assert_allclose(r["sun_hinge.w"], 1 + gained[0] * r.time, atol=1e-8)
    np.testing.assert_allclose(r["carrier_hinge.w"], 0.5 + gained[1] * r.time, atol=1e-8)
    assert r.stats.energy_residual < 1e-8
