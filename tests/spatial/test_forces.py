"""Springs, dampers, forces, torques, bushings, contact and gravity between frames."""

import numpy as np
import pytest

import multibond as mb
from multibond import spatial
from spatial.parts import TOLERANCE, momentum, pair, world

FRAMES = ("world", "a", "b")


@pytest.mark.parametrize(
    "part",
    [
        lambda: spatial.Spring(10.0, 0.5),
        lambda: spatial.SpringDamper(10.0, 1.0, 0.5),
        lambda: spatial.Damper(2.0, "line"),
        lambda: spatial.Bushing([100.0, 200.0, 300.0], [1.0, 0.0, 2.0], [20.0, 30.0, 40.0], [0.1, 0.2, 0.3]),
        lambda: spatial.Bushing([100.0, 200.0, 300.0], c_r=[20.0, 30.0, 40.0]),
        lambda: spatial.RelativeTorque([0.0, 1.0, "sin(time)"], "a"),
        lambda: spatial.RelativeForce([1.0, 0.0, "sin(time)"], frame="a"),
        lambda: spatial.RelativeForce([1.0, 0.0, 2.0], frame="b"),
        lambda: spatial.RelativeForce([1.0, 0.0, 2.0], frame="world"),
        *(lambda frame=f: spatial.RelativeForce([1.0, 0.0, 2.0], [0.5, "sin(time)", 0.2], frame) for f in FRAMES),
        lambda: spatial.RelativeTorque([1.0, 2.0, 0.0], "world"),
        lambda: spatial.RelativeTorque([1.0, 2.0, 0.0], "b"),
        lambda: spatial.SoftSphere(1e3, 5.0, 0.6, 0.6),
    ],
)
def test_inner_forces_change_neither_momentum_nor_the_energy_books(part):
    result = pair(part()).simulate(2.0, tolerance=TOLERANCE)
    for total in momentum(result, "one", "two"):
        assert np.max(np.abs(total - total[0])) < 1e-6
    assert result.stats.energy_residual < 1e-6


def test_a_damper_resists_the_difference_of_velocities():
    """In the published library the 3D damper took the sum of the two velocities."""
    model = world(gravity="none")
    model.one, model.two = (
        spatial.PointMass(1.0, v0=[1.0, 0.0, 0.0]),
        spatial.PointMass(1.0, x0=[1.0, 0.0, 0.0], v0=[1.0, 0.0, 0.0]),
    )
    model.damper = spatial.Damper(3.0)
    model.join(model.one.a, model.damper.a)
    model.join(model.two.a, model.damper.b)
    together = model.simulate(1.0, tolerance=1e-9)
    assert together["one.v"][-1] == pytest.approx([1.0, 0.0, 0.0], abs=1e-9)
    assert together.energy.dissipated[-1] == pytest.approx(0.0, abs=1e-12)
    apart = model.simulate(1.0, tolerance=1e-9, parameters={"two.v0[0]": -1.0})
    assert apart["one.v"][-1, 0] == pytest.approx(np.exp(-2 * 3.0), abs=1e-7)


def test_a_spring_swings_with_its_closed_form():
    model = world(gravity="none")
    model.ground, model.spring, model.mass = (
        spatial.Fixed(),
        spatial.Spring(8.0, 1.0),
        spatial.PointMass(2.0, [0.0, 1.5, 0.0]),
    )
    model.join(model.ground.b, model.spring.a)
    model.join(model.spring.b, model.mass.a)
    result = model.simulate(3.0, tolerance=1e-9)
    assert result["spring.s"] == pytest.approx(1.0 + 0.5 * np.cos(2.0 * result.time), abs=1e-6)


def test_world_and_body_forces_are_resolved_as_their_names_say():
    model = world(gravity="none")
    turned = {"phi0": [0.0, 0.0, np.pi / 2]}
    model.one, model.two = spatial.Body(1.0, [1.0, 2.0, 2.5], **turned), spatial.Body(1.0, [1.0, 2.0, 2.5], **turned)
    model.three, model.four = spatial.Body(1.0, [1.0, 2.0, 2.5], **turned), spatial.Body(1.0, [1.0, 2.0, 2.5], **turned)
    model.world_force, model.body_force = spatial.WorldForce([2.0, 0.0, 0.0]), spatial.BodyForce([2.0, 0.0, 0.0])
    model.world_torque, model.body_torque = (
        spatial.WorldTorque([0.001, 0.0, 0.0]),
        spatial.BodyTorque([0.001, 0.0, 0.0]),
    )
    for body, force in (
        ("one", "world_force"),
        ("two", "body_force"),
        ("three", "world_torque"),
        ("four", "body_torque"),
    ):
        model.join(model[body].a, model[force].b)
    result = model.simulate(1.0, tolerance=1e-10)
    assert result["one.x"][-1] == pytest.approx([1.0, 0.0, 0.0], abs=1e-8)
    assert result["two.x"][-1] == pytest.approx([0.0, 1.0, 0.0], abs=1e-8)
    # x of the world is −y of the body
    assert result["three.w"][-1] == pytest.approx([0.0, -0.0005, 0.0], abs=1e-8)
    assert result["four.w"][-1] == pytest.approx([0.001, 0.0, 0.0], abs=1e-8)


def test_a_soft_contact_with_damping_loses_energy_and_never_pulls():
    """In the published library the damping of the contact was declared but not used."""

    def bounce(**given):
        model = world(gravity="none")
        model.one, model.two = spatial.PointMass(1.0, v0=[1.0, 0.0, 0.0]), spatial.PointMass(1.0, x0=[1.0, 0.0, 0.0])
        model.contact = spatial.SoftSphere(1e4, radius_a=0.3, radius_b=0.3, **given)
        model.join(model.one.a, model.contact.a)
        model.join(model.two.a, model.contact.b)
        return model.simulate(1.0, tolerance=1e-9)

    elastic, damped = bounce(), bounce(d=20.0)
    assert elastic["two.v"][-1, 0] == pytest.approx(1.0, abs=1e-6)
    assert damped.energy.dissipated[-1] > 0.05
    assert 0.4 < damped["two.v"][-1, 0] < 0.95 and damped.stats.energy_residual < 1e-6
    assert np.all(np.diff(damped["two.v"][:, 0]) > -1e-9)


def test_point_gravity_makes_a_circular_orbit():
    model = world(gravity="point", mue=4.0)
    model.planet = spatial.Body(2.0, [0.1, 0.1, 0.1], x0=[1.0, 0.0, 0.0], v0=[0.0, 0.0, 2.0])
    result = model.simulate(np.pi, tolerance=1e-10)
    assert result["planet.x"][-1] == pytest.approx([1.0, 0.0, 0.0], abs=1e-6)


def test_gravity_may_point_anywhere():
    model = world(g=2.0, direction=[0.0, 3.0, 4.0])
    model.stone = spatial.PointMass(5.0)
    assert model.simulate(1.0)["stone.x"][-1] == pytest.approx([0.0, 0.6, 0.8], abs=1e-9)


def test_a_pool_of_two_moves_like_the_two_body_problem():
    model = world(gravity="none")
    model.pool = spatial.GravityPool(2, [3.0, 1.0], 1.0)
    model.sun, model.planet = (
        spatial.PointMass(3.0, v0=[0.0, -0.25, 0.0]),
        spatial.PointMass(1.0, [4.0, 0.0, 0.0], [0.0, 0.75, 0.0]),
    )
    model.join(model.sun.a, model.pool.body1)
    model.join(model.planet.a, model.pool.body2)
    result = model.simulate(2 * np.pi * 4.0, tolerance=1e-10)  # relative circle of radius 4 with w² = 4/4³
    apart = result["planet.x"] - result["sun.x"]
    assert np.linalg.norm(apart, axis=1) == pytest.approx(np.full(501, 4.0), abs=1e-6)
    assert apart[-1] == pytest.approx(apart[0], abs=1e-6)


@pytest.mark.parametrize(
    ("part", "mass", "inertia"),
    [
        (lambda: spatial.Box([0.2, 0.3, 0.4], 1000.0), 24.0, [0.5, 0.4, 0.26]),
        (
            lambda: spatial.Cylinder(0.1, 0.4, 1000.0, [0.0, 1.0, 0.0]),
            np.pi * 4,
            [np.pi * (0.01 + 0.16 / 3), np.pi * 0.02, np.pi * (0.01 + 0.16 / 3)],
        ),
        (lambda: spatial.Sphere(0.1, 1000.0), 4 / 3 * np.pi, [4 / 3 * np.pi * 0.004] * 3),
    ],
)
def test_bodies_with_density_have_mass_and_inertia(part, mass, inertia):
    model = world()
    model.body = part()
    model.torque = spatial.BodyTorque([1.0, 0.0, 0.0])
    model.join(model.body.a, model.torque.b)
    result = model.simulate(1.0, tolerance=1e-9)
    assert result["body.m"][0] == pytest.approx(mass)
    assert result["body.w"][-1, 0] == pytest.approx(1.0 / inertia[0])
    assert result["body.inertia.p"][-1, 0] == pytest.approx(1.0)


def test_forces_may_come_from_signals():
    model = world(gravity="none")
    model.mass, model.clock = spatial.PointMass(1.0), mb.Clock()
    model.push = spatial.WorldForce([0.0, "6*clock.y", 0.0])
    model.join(model.mass.a, model.push.b)
    assert model.simulate(1.0, tolerance=1e-9)["mass.x"][-1, 1] == pytest.approx(1.0, abs=1e-8)
