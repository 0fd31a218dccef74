"""Joints and bodies against closed forms and minimal coordinates; joints driven by bond-graph elements."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import solve_ivp

import multibond as mb
from multibond import planar
from planar.mechanism import chain, mechanism, run
from planar.minimal import motion, turned


def test_a_body_falls_and_turns():
    def fill(m):
        m.world, m.body = planar.World(), planar.Body(2, 0.5, x0=[1, 2], phi0=0.3, v0=[3, 4], w0=-2.0)

    result = run(fill, 2.0)
    t = result.time
    np.testing.assert_allclose(result["body.x"], np.c_[1 + 3 * t, 2 + 4 * t - 9.81 / 2 * t**2], atol=1e-9)
    np.testing.assert_allclose(result["body.phi"], 0.3 - 2 * t, atol=1e-12)


@pytest.mark.parametrize("speed", [1.0, 1.2])
def test_a_body_goes_round_a_point(speed):
    def fill(m):
        m.world, m.body = planar.World(gravity="point", mue=1.0), planar.Body(3, 1, x0=[1, 0], v0=[0, speed])

    major = 1 / (2 - speed**2)
    result = run(fill, 2 * np.pi * major**1.5)
    np.testing.assert_allclose(result["body.x"][-1], [1, 0], atol=1e-7)  # Kepler's period
    x, v = result["body.x"], result["body.v"]
    np.testing.assert_allclose(x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0], speed, atol=1e-9)


def test_gravity_has_a_direction_and_a_size():
    def fill(m):
        m.world, m.body = planar.World(2.0, [3, 4]), planar.Body(x0=[0, 0])

    np.testing.assert_allclose(run(fill, 1.0)["body.x"][-1], [0.6, 0.8], atol=1e-10)


def test_no_gravity_keeps_momentum():
    def fill(m):
        m.world, m.one, m.two = (
            planar.World(gravity="none"),
            planar.Body(2, 0.3, v0=[1, 0], w0=3.0),
            planar.Body(1, 0.2),
        )
        m.rod, m.hinge = planar.Rod([0.5, 0.2]), planar.Revolute(phi0=0.4, w0=2.0)
        m.arm = planar.Rod([0.7, 0.0])
        chain(m, m.one.a, m.rod.a, m.rod.b, m.hinge.a, m.hinge.b, m.arm.a, m.arm.b, m.two.a)

    r = run(fill, 3.0)
    momentum = 2 * r["one.v"] + r["two.v"]
    np.testing.assert_allclose(momentum, np.tile(momentum[0], (41, 1)), atol=1e-8)
    spin = 0.3 * r["one.w"] + 0.2 * r["two.w"]
    for m, name in ((2, "one"), (1, "two")):
        x, v = r[f"{name}.x"], r[f"{name}.v"]
        spin = spin + m * (x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0])
    np.testing.assert_allclose(spin, spin[0], atol=1e-8)
    assert r.stats.energy_residual < 1e-8


def test_a_body_held_by_a_joint_gives_it_its_start():
    def fill(m):
        m.world, m.ground, m.hinge = planar.World(), planar.Fixed(), planar.Revolute(phi0=0.0)
        m.rod, m.body = planar.Rod([2, 0]), planar.Body(v0=[0.0, 3.0])
        chain(m, m.ground.b, m.hinge.a, m.hinge.b, m.rod.a, m.rod.b, m.body.a)

    assert run(fill, 0.1)["hinge.w"][0] == pytest.approx(1.5)


def test_revolute_and_prismatic_with_offsets():
    def fill(m):
        m.world, m.ground, m.bend = planar.World(), planar.Fixed([1, 2], 0.3), planar.FixedRotation(0.2)
        m.hinge = planar.Revolute(phi0=0.5, w0=1.0, offset=0.4)
        m.slider = planar.Prismatic([1, 2], s0=0.7, v0=-0.5, offset=0.6)
        m.body = planar.Body(2, 0.3)
        chain(m, m.ground.b, m.bend.a, m.bend.b, m.hinge.a, m.hinge.b, m.slider.a, m.slider.b, m.body.a)

    r = run(fill, 2.0)
    phi, s = q = sp.symbols("phi s")
    angle = phi + 0.9
    place = sp.Matrix([1, 2]) + turned((1 / np.sqrt(5), 2 / np.sqrt(5)), angle) * (s + 0.6)
    X = motion(q, [(2, 0.3, place, angle)], [0.5, 0.7, 1.0, -0.5], r.time)
    np.testing.assert_allclose(np.c_[r["hinge.phi"], r["slider.s"], r["hinge.w"], r["slider.v"]], X.T, atol=1e-8)


def test_free_movement_is_no_force():
    def fill(m):
        m.world, m.ground = planar.World(), planar.Fixed(phi=0.5)
        m.first = planar.FreeMovement([1, 2], v0=[3, 4], phi0=0.1, w0=0.2)
        m.one, m.rod = planar.Body(), planar.Rod([1, 1])
        m.second, m.two = planar.FreeMovement([0.5, -1], w0=1.0), planar.Body(2, 3)
        chain(m, m.ground.b, m.first.a, m.first.b, m.one.a, m.one.a, m.rod.a, m.rod.b, m.second.a, m.second.b, m.two.a)

    r = run(fill, 2.0)
    for name in ("one", "two"):  # both fall freely
        t = r.time
        fall = r[f"{name}.x"][0] + np.outer(t, r[f"{name}.v"][0]) - np.outer(t**2, [0, 9.81 / 2])
        np.testing.assert_allclose(r[f"{name}.x"], fall, atol=1e-8)
        np.testing.assert_allclose(r[f"{name}.w"], r[f"{name}.w"][0], atol=1e-8)
    assert r["two.w"][0] == pytest.approx(1.2)
    velocity = [3 * np.cos(0.5) - 4 * np.sin(0.5), 3 * np.sin(0.5) + 4 * np.cos(0.5)]
    np.testing.assert_allclose(r["one.v"][0], velocity, atol=1e-10)


def pendulum(m, **joint):
    m.world, m.ground, m.hinge = planar.World(), planar.Fixed(), planar.Revolute(actuated=True, **joint)
    m.rod, m.body = planar.Rod([1, 0]), planar.Body(2, 0.1)
    chain(m, m.ground.b, m.hinge.a, m.hinge.b, m.rod.a, m.rod.b, m.body.a)


def test_a_motor_drives_a_hinge():
    def fill(m):
        pendulum(m, phi0=0.0, w0=0.0)
        m.supply, m.armature, m.winding = mb.Se(24, domain="electrical"), mb.J1(domain="electrical"), mb.R(0.5)
        m.coil, m.motor = mb.I(0.01, f0=0.0), mb.GY(0.8)
        m.supply >> m.armature >> [m.winding, m.coil]
        m.armature >> m.motor >> m.hinge.drive

    r = run(fill, 2.0)

    def slope(t, x):
        phi, w, i = x
        return [w, (0.8 * i - 2 * 9.81 * np.cos(phi)) / 2.1, (24 - 0.5 * i - 0.8 * w) / 0.01]

    expected = solve_ivp(slope, (0, 2), [0, 0, 0], t_eval=r.time, method="DOP853", rtol=1e-11, atol=1e-12).y
    np.testing.assert_allclose(np.c_[r["hinge.phi"], r["hinge.w"], r["coil.f"]], expected.T, atol=1e-7)
    assert r.stats.energy_residual < 1e-8


def test_spring_and_damper_as_bonds_hold_a_slider():
    def fill(m):
        m.world, m.ground = planar.World(), planar.Fixed()
        m.slider, m.body = planar.Prismatic([0, 1], s0=0.0, v0=0.0, actuated=True), planar.Body(2, 0.1)
        chain(m, m.ground.b, m.slider.a, m.slider.b, m.body.a)
        m.holder, m.spring, m.damper = mb.J1(), mb.C(1 / 50, q0=0.0), mb.R(4.0)
        m.slider.drive >> m.holder >> [m.spring, m.damper]

    r = run(fill, 3.0)
    decay, pulse = 4 / 4, np.sqrt(50 / 2 - 1)
    rest = -2 * 9.81 / 50
    t = r.time
    expected = rest * (1 - np.exp(-decay * t) * (np.cos(pulse * t) + decay / pulse * np.sin(pulse * t)))
    np.testing.assert_allclose(r["slider.s"], expected, atol=1e-9)


def test_a_cylinder_lifts_a_body():
    def fill(m):
        m.world, m.ground = planar.World(), planar.Fixed()
        m.slider, m.body = planar.Prismatic([0, 2], s0=0.0, v0=0.0, actuated=True), planar.Body(50, 1)
        chain(m, m.ground.b, m.slider.a, m.slider.b, m.body.a)
        m.pump, m.line, m.pipe = mb.Se(1e6, domain="hydraulic"), mb.J1(domain="hydraulic"), mb.R(1e9)
        m.cylinder = mb.HydraulicCylinder(1e-3)
        m.pump >> m.line >> m.pipe
        m.line >> m.cylinder.a
        m.cylinder.b >> m.slider.drive

    r = run(fill, 0.5)
    rate = 1e9 * 1e-3**2 / 50  # the throttle brakes like a damper of R A²
    settled = (1e6 * 1e-3 - 50 * 9.81) / (1e9 * 1e-3**2)
    np.testing.assert_allclose(r["slider.v"], settled * (1 - np.exp(-rate * r.time)), atol=1e-9)


def test_friction_in_a_hinge_heats_it():
    def fill(m):
        pendulum(m, phi0=0.0, w0=0.0)
        m.brake, m.warmth, m.heat = mb.RS(1.5), mb.J0(domain="thermal"), mb.ThermalCapacitor(4.0)
        m.hinge.drive >> m.brake.a
        m.brake.b >> m.warmth >> m.heat

    r = run(fill, 5.0)
    height, speed = r["body.x"][:, 1], r["hinge.w"]
    lost = -2 * 9.81 * height - 0.5 * 2.1 * speed**2
    np.testing.assert_allclose(4.0 * (r["heat.e"] - 293.15), lost, atol=1e-6)
    assert lost[-1] > 5


def test_an_imposed_speed_needs_the_torque_of_the_weight():
    def fill(m):
        pendulum(m, phi0=0.0)
        m.drive = mb.Sf(3.0)
        m.drive >> m.hinge.drive

    r = run(fill, 1.0)
    np.testing.assert_allclose(r["hinge.phi"], 3 * r.time, atol=1e-9)
    np.testing.assert_allclose(r["drive.e"], 2 * 9.81 * np.cos(3 * r.time), atol=1e-7)


def test_an_axis_has_the_domain_of_its_joint():
    model = mechanism(pendulum)
    model.supply = mb.Se(1, domain="electrical")
    model.supply >> model.hinge.drive
    with pytest.raises(mb.ModelError, match="gyrator"):
        model.simulate(1.0)


@pytest.mark.parametrize("direction", [[0, -1], [0, 1], [1, 0], [-1, 0], [3, -4]])
@pytest.mark.parametrize("rail", [False, True])
def test_chains_start_at_rest_in_any_position(direction, rail):
    """Straight down, at zero angles, no velocity tells an angle: the joints' angles must be the states."""
    m = mb.Model("chain")
    m.world, m.ground, m.slider = planar.World(), planar.Fixed(), planar.Prismatic([1, 0]) if rail else planar.Fixed()
    m.crab = planar.Body(3.0, 0.1)
    if rail:
        m.join(m.ground.b, m.slider.a)
    at = m.slider.b
    m.join(at, m.crab.a)
    for k in range(3):
        hinge, rod = m.add(f"hinge{k}", planar.Revolute()), m.add(f"rod{k}", planar.Rod(direction))
        body = m.add(f"body{k}", planar.Body(1.0 + k, 0.1) if k != 1 else planar.PointMass(2.0))
        m.join(at, hinge.a)
        m.join(hinge.b, rod.a)
        m.join(rod.b, body.a)
        at = rod.b
    result = m.simulate(1.0, tolerance=1e-9)
    assert {f"hinge{k}.angle.q" for k in range(3)} <= set(result.stats.states)
    assert result.stats.energy_residual < 1e-7
    if direction == [0, -1]:
        assert np.abs(result["body2.x"] - result["body2.x"][0]).max() < 1e-9  # it hangs still
