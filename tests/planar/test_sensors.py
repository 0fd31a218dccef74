"""Sensors on a swinging rod, against its kinematics."""

from __future__ import annotations

import numpy as np
import pytest

from multibond import planar
from planar.mechanism import chain, run


@pytest.fixture(scope="module")
def swinging():
    def fill(m):
        m.world, m.ground, m.hinge = planar.World(), planar.Fixed(), planar.Revolute(phi0=0.3, w0=1.0)
        m.cut, m.cut_turned, m.power = (
            planar.CutSensor(),
            planar.CutSensor(frame="a"),
            planar.CutSensor(),
        )
        m.rod, m.body, m.bend = planar.Rod([1, 0.5]), planar.Body(2, 0.1), planar.FixedRotation(0.5)
        m.absolute, m.turned = planar.AbsoluteSensor(), planar.AbsoluteSensor(frame="a")
        m.relative, m.plain, m.distance = (
            planar.RelativeSensor(),
            planar.RelativeSensor(frame="world"),
            planar.DistanceSensor(),
        )
        m.post, m.seen = planar.Fixed([3, 1]), planar.RelativeSensor()
        chain(
            m,
            m.hinge.b,
            m.cut.a,
            m.cut.b,
            m.cut_turned.a,
            m.cut_turned.b,
            m.rod.a,
            m.rod.b,
            m.power.a,
            m.bend.b,
            m.turned.a,
        )
        m.join(m.ground.b, m.hinge.a, m.relative.a, m.plain.a)
        m.join(m.power.b, m.body.a, m.bend.a, m.absolute.a, m.relative.b, m.plain.b, m.distance.b, m.seen.a)
        m.join(m.post.b, m.distance.a, m.seen.b)

    return run(fill, 2.0)


@pytest.fixture(scope="module")
def known(swinging):
    """Position, velocity and acceleration of the body from angle and speed."""
    phi, w = swinging["hinge.phi"], swinging["hinge.w"]
    x = np.c_[np.cos(phi) - 0.5 * np.sin(phi), np.sin(phi) + 0.5 * np.cos(phi)]
    z = -2 * 9.81 * x[:, 0] / (0.1 + 2 * 1.25)
    across = np.c_[-x[:, 1], x[:, 0]]
    return phi, w, z, x, across * w[:, None], across * z[:, None] - x * (w**2)[:, None]


def back(vector, angle):
    """A vector of the world in a frame turned by `angle`."""
    c, s = np.cos(angle), np.sin(angle)
    return np.c_[c * vector[:, 0] + s * vector[:, 1], c * vector[:, 1] - s * vector[:, 0]]


def test_absolute_motion(swinging, known):
    phi, w, z, x, v, a = known
    np.testing.assert_allclose(swinging["absolute.x"], x, atol=1e-10)
    np.testing.assert_allclose(swinging["absolute.phi"], phi, atol=1e-12)
    np.testing.assert_allclose(swinging["absolute.v"], v, atol=1e-9)
    np.testing.assert_allclose(swinging["absolute.w"], w, atol=1e-12)
    np.testing.assert_allclose(swinging["absolute.acceleration"], a, atol=1e-8)
    np.testing.assert_allclose(swinging["absolute.angular_acceleration"], z, atol=1e-8)


def test_absolute_motion_in_a_frame(swinging, known):
    phi, _, _, _, v, a = known
    np.testing.assert_allclose(swinging["turned.phi"], phi + 0.5, atol=1e-12)
    np.testing.assert_allclose(swinging["turned.v"], back(v, phi + 0.5), atol=1e-9)
    np.testing.assert_allclose(swinging["turned.acceleration"], back(a, phi + 0.5), atol=1e-8)


def test_relative_motion(swinging, known):
    phi, w, _, x, v, _ = known
    for name in ("relative", "plain"):  # the ground does not turn
        np.testing.assert_allclose(swinging[f"{name}.x"], x, atol=1e-10)
        np.testing.assert_allclose(swinging[f"{name}.v"], v, atol=1e-9)
        np.testing.assert_allclose(swinging[f"{name}.w"], w, atol=1e-12)
    # the post as seen from the swinging body: its velocity is the derivative of its position there
    apart = np.array([3, 1]) - x
    np.testing.assert_allclose(swinging["seen.x"], back(apart, phi), atol=1e-9)
    carried = v + np.c_[-apart[:, 1], apart[:, 0]] * w[:, None]
    np.testing.assert_allclose(swinging["seen.v"], back(-carried, phi), atol=1e-9)
    np.testing.assert_allclose(swinging["seen.phi"], -phi, atol=1e-12)


def test_distance(swinging, known):
    _, _, _, x, v, _ = known
    apart = x - np.array([3, 1])
    size = np.hypot(*apart.T)
    np.testing.assert_allclose(swinging["distance.distance"], size, atol=1e-10)
    np.testing.assert_allclose(swinging["distance.speed"], (apart * v).sum(axis=1) / size, atol=1e-9)


def test_cut_force_and_power(swinging, known):
    phi, w, z, _, v, a = known
    force = 2 * (a + np.array([0, 9.81]))
    np.testing.assert_allclose(swinging["cut.force"], force, atol=1e-7)
    np.testing.assert_allclose(swinging["cut.torque"], 0, atol=1e-8)
    np.testing.assert_allclose(swinging["cut_turned.force"], back(force, phi), atol=1e-7)
    np.testing.assert_allclose(swinging["power.power"], (force * v).sum(axis=1) + 0.1 * z * w, atol=1e-7)


def test_the_distance_of_frames_that_meet_does_not_change():
    """A body that falls from the very point it is measured against: at the start there is no direction to grow in."""

    def fill(m):
        m.world, m.ground, m.body, m.distance = (
            planar.World(), planar.Fixed(), planar.Body(), planar.DistanceSensor()
        )  # fmt: skip
        chain(m, m.ground.b, m.distance.a)
        chain(m, m.body.a, m.distance.b)

    result = run(fill, 1.0)
    assert result["distance.speed"][0] == 0.0
    np.testing.assert_allclose(result["distance.speed"], 9.81 * result.time, atol=1e-5)
