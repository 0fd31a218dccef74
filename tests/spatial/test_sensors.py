"""Spatial sensors tell what the motion is and do not change it."""

import numpy as np
import pytest

import multibond as mb
from multibond import spatial
from spatial.parts import chain, world


@pytest.fixture(scope="module")
def swinging():
    model = chain(spatial.Revolute([0.0, 0.0, 1.0], w0=1.0), spatial.Universal(w_a0=2.0))
    model.absolute, model.turned = spatial.AbsoluteSensor(), spatial.AbsoluteSensor("a")
    model.relative, model.plain = spatial.RelativeSensor(), spatial.RelativeSensor("world")
    model.distance = spatial.DistanceSensor()
    model.join(model.body2.a, model.absolute.a, model.turned.a, model.relative.b, model.plain.b, model.distance.b)
    model.join(model.body1.a, model.relative.a, model.plain.a, model.distance.a)
    return model.simulate(1.0, tolerance=1e-10, points=1001)


def rate(result, values):
    """The time derivative in the middle of the run, by a difference of fourth order."""
    h, k = result.time[1], 500
    return (values[k - 2] - 8 * values[k - 1] + 8 * values[k + 1] - values[k + 2]) / (12 * h)


def test_absolute_motion(swinging):
    r, k = swinging, 500
    assert r["absolute.x"][k] == pytest.approx(r["body2.x"][k])
    assert r["absolute.v"][k] == pytest.approx(rate(r, r["body2.x"]), abs=1e-7)
    assert r["absolute.acceleration"][k] == pytest.approx(rate(r, r["absolute.v"]), abs=1e-6)
    assert r["absolute.angular_acceleration"][k] == pytest.approx(rate(r, r["absolute.w"]), abs=1e-6)
    turn = r["absolute.R"][k]
    assert r["turned.v"][k] == pytest.approx(turn @ r["absolute.v"][k])
    assert r["turned.w"][k] == pytest.approx(turn @ r["absolute.w"][k]) and r["turned.w"][k] == pytest.approx(
        r["body2.w"][k]
    )
    # d/dt of the rows of R is their cross product with the angular velocity: R' = −[w]× R in the frame
    assert rate(r, r["absolute.R"]) == pytest.approx(-np.cross(r["turned.w"][k], turn.T).T, abs=1e-6)


def test_relative_motion(swinging):
    r, k = swinging, 500
    a = r["body1.a.R"]
    x = np.einsum("tij,tj->ti", a, r["body2.x"] - r["body1.x"])
    assert r["relative.x"] == pytest.approx(x)
    assert r["relative.v"][k] == pytest.approx(rate(r, x), abs=1e-7)
    assert r["plain.v"][k] == pytest.approx(r["body2.v"][k] - r["body1.v"][k])
    assert r["plain.w"][k] == pytest.approx(a[k].T @ r["relative.w"][k])
    assert r["relative.R"][k] == pytest.approx(r["body2.a.R"][k] @ a[k].T)
    assert r["distance.distance"] == pytest.approx(np.linalg.norm(x, axis=1))
    assert r["distance.speed"][k] == pytest.approx(rate(r, r["distance.distance"]), abs=1e-7)


def test_cut_forces_and_power_of_a_hanging_body():
    model = world()
    model.ground, model.force, model.torque = spatial.Fixed(), spatial.CutSensor(), spatial.CutSensor()
    model.power, model.rod, model.body = spatial.CutSensor(), spatial.Rod([2.0, 0.0, 0.0]), spatial.Body(3.0)
    model.join(model.ground.b, model.force.a)
    model.join(model.force.b, model.torque.a)
    model.join(model.torque.b, model.power.a)
    model.join(model.power.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    result = model.simulate(0.1)
    assert result["force.force"][-1] == pytest.approx([0.0, 3 * 9.81, 0.0])
    assert result["torque.torque"][-1] == pytest.approx([0.0, 0.0, 6 * 9.81])
    assert result["power.power"][-1] == pytest.approx(0.0)


def test_cut_torque_may_be_told_in_both_frames():
    """In the published library the torque came out in the body frame although it said the inertial one."""
    model = world()
    model.ground = spatial.Fixed(phi=[0.0, np.pi / 2, 0.0])
    model.outside, model.inside = spatial.CutSensor(), spatial.CutSensor("a")
    model.rod, model.body = spatial.Rod([2.0, 0.0, 0.0]), spatial.Body(3.0)
    model.join(model.ground.b, model.outside.a)
    model.join(model.outside.b, model.inside.a)
    model.join(model.inside.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    result = model.simulate(0.1)
    assert result["body.x"][0] == pytest.approx([0.0, 0.0, -2.0], abs=1e-12)
    assert result["inside.torque"][-1] == pytest.approx([0.0, 0.0, 6 * 9.81])
    assert result["outside.torque"][-1] == pytest.approx([6 * 9.81, 0.0, 0.0])


def test_power_through_a_joint_is_what_the_body_gains():
    model = chain(spatial.Revolute([0.0, 1.0, 0.0], w0=1.0))
    model.sensor, model.extra = spatial.CutSensor(), spatial.Body(1.0, [0.1, 0.1, 0.1])
    model.push = spatial.WorldForce([0.0, 0.0, "5"])
    model.join(model.rod1.b, model.sensor.a)
    model.join(model.sensor.b, model.extra.a)
    model.join(model.body1.a, model.push.b)
    result = model.simulate(1.0, tolerance=1e-9, points=2001)
    energy = 0.5 * np.sum(result["extra.v"] ** 2, axis=1) + 0.05 * np.sum(result["extra.w"] ** 2, axis=1)
    assert np.trapezoid(result["sensor.power"], result.time) == pytest.approx(energy[-1] - energy[0], abs=1e-5)


def test_the_distance_of_frames_that_meet_does_not_change():
    model = mb.Model("meeting")
    model.world, model.ground, model.body = spatial.World(), spatial.Fixed(), spatial.Body()
    model.distance = spatial.DistanceSensor()
    model.join(model.ground.b, model.distance.a)
    model.join(model.body.a, model.distance.b)
    result = model.simulate(1.0)
    assert result["distance.speed"][0] == 0.0
    np.testing.assert_allclose(result["distance.speed"], 9.81 * result.time, atol=1e-5)
