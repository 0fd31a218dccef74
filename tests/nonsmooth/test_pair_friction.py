"""Friction and stops of the joints with several motions: point on line, on plane, sphere in cylinder, translation."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial

MASS, INERTIA = 0.5, 0.1


def held(library, joint, body=None, **push):
    """A body on `joint` at a fixed frame, without weight, pushed by what `push` says."""
    m = mb.Model("held")
    m.world, m.ground, m.joint = library.World(gravity="none"), library.Fixed(), joint
    inertia = INERTIA if library is planar else [INERTIA] * 3
    m.body = body or library.Body(MASS, inertia)
    m.join(m.ground.b, m.joint.a)
    m.join(m.joint.b, m.body.a)
    if push:
        m.push = library.WorldForce(**push)
        m.join(m.push.b, m.body.a)
    return m


def sliding(kind):
    """A joint that starts at 5 m/s with 2.5 N of friction (or 3, -4 m/s where it slides in two directions), and turns
    at 2 rad/s with 0.2 N m, if it turns; with the names of its ways."""
    spin = {"w0": [0.0, 0.0, 2.0], "friction_phi": 0.2}
    return {
        "PointOnLine": (
            planar,
            planar.PointOnLine([0.0, 1.0], v0=5.0, w0=2.0, friction_s=2.5, friction_phi=0.2),
            "s",
            2.5,
        ),
        "FreeTranslation": (planar, planar.FreeTranslation(v0=[3.0, -4.0], friction=2.5), "r", [1.5, -2.0]),
        "FreeTranslation in space": (
            spatial,
            spatial.FreeTranslation(v0=[3.0, 0.0, -4.0], friction=2.5),
            "r",
            [1.5, 0.0, -2.0],
        ),
        "SphereInCylinder": (
            spatial,
            spatial.SphereInCylinder([0.0, 1.0, 0.0], v0=-5.0, friction_s=2.5, **spin),
            "s",
            -2.5,
        ),
        "PointOnPlane": (
            spatial,
            spatial.PointOnPlane([0.0, 1.0, 0.0], v0=[3.0, -4.0], friction_s=2.5, **spin),
            "s",
            [1.5, -2.0],
        ),
        "LineOnPlane": (
            spatial,
            spatial.LineOnPlane(v0=[5.0, -2.0], w_phi0=2.0, friction_1=2.5, friction_2=1.0, friction_phi=0.2),
            "s",
            [2.5, -1.0],
        ),
    }[kind]


KINDS = (
    "PointOnLine",
    "FreeTranslation",
    "FreeTranslation in space",
    "SphereInCylinder",
    "PointOnPlane",
    "LineOnPlane",
)


@pytest.mark.parametrize("kind", KINDS)
def test_it_slides_to_rest_after_the_way_of_its_friction(kind):
    library, joint, way, expected = sliding(kind)
    result = held(library, joint).simulate(2.0, tolerance=1e-9)
    np.testing.assert_allclose(result[f"joint.{way}"][-1], expected, atol=1e-6)  # m v²/(2 F)
    np.testing.assert_allclose(result["joint.v"][-1], 0.0, atol=1e-10)
    if hasattr(joint, "friction_phi"):
        spin = np.abs(result["body.w"]).reshape(len(result.time), -1).max(axis=1)
        np.testing.assert_allclose(spin, np.maximum(2.0 - 0.2 / INERTIA * result.time, 0.0), atol=1e-6)
    assert result.energy.relative_residual < 1e-6


@pytest.mark.parametrize(("library", "joint"), [
    (planar, planar.PointOnLine([1.0, 0.0], s0=0.0, v0=0.0, phi0=0.0, w0=0.0, friction_s=1.0, static_friction_s=1.5)),
    (planar, planar.FreeTranslation(r0=[0.0, 0.0], v0=[0.0, 0.0], friction=1.0, static_friction=1.5)),
    (spatial, spatial.FreeTranslation(r0=[0.0] * 3, v0=[0.0] * 3, friction=1.0, static_friction=1.5)),
    (spatial, spatial.SphereInCylinder([1.0, 0.0, 0.0], s0=0.0, v0=0.0, friction_s=1.0, static_friction_s=1.5)),
    (spatial, spatial.PointOnPlane(s0=[0.0, 0.0], v0=[0.0, 0.0], friction_s=1.0, static_friction_s=1.5)),
    (spatial, spatial.LineOnPlane(s0=[0.0, 0.0], v0=[0.0, 0.0], friction_1=1.0, static_friction_1=1.5)),
])  # fmt: skip
def test_it_sticks_up_to_its_static_level(library, joint):
    force = ["time", 0.0] if library is planar else ["time", 0.0, 0.0]
    result = held(library, joint, force=force).simulate(3.0, tolerance=1e-9, points=61)
    x = result["body.x"][:, 0]
    assert np.abs(x[result.time < 1.5]).max() < 1e-12
    t = result.time[-1]
    expected = ((t**3 - 1.5**3) / 6 - 1.5**2 / 2 * (t - 1.5) - 1.0 * (t - 1.5) ** 2 / 2) / MASS
    assert x[-1] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("library", "joint"), [
    (planar, planar.PointOnLine([1.0, 0.0], v0=3.0, stops_s=[-0.5, 0.25], restitution=0.5)),
    (spatial, spatial.SphereInCylinder([1.0, 0.0, 0.0], v0=3.0, stops_s=[-0.5, 0.25], restitution=0.5)),
    (spatial, spatial.LineOnPlane(v0=[3.0, 0.0], stops_1=[-0.5, 0.25], restitution=0.5)),
])  # fmt: skip
def test_stops_throw_it_back(library, joint):
    result = held(library, joint).simulate(0.5, tolerance=1e-9)
    assert result["body.x"][-1, 0] == pytest.approx(0.25 - 1.5 * (0.5 - 0.25 / 3.0), abs=1e-7)
    assert result["body.v"][-1, 0] == pytest.approx(-1.5, abs=1e-9)


def test_a_prescribed_slide_needs_the_force_of_its_acceleration():
    joint = planar.PointOnLine([1.0, 0.0], motion_s="0.2*sin(3*time)")
    result = held(planar, joint).simulate(1.0, tolerance=1e-9)
    np.testing.assert_allclose(result["body.x"][:, 0], 0.2 * np.sin(3 * result.time), atol=1e-9)
    expected = -MASS * 0.2 * 9 * np.sin(3 * result.time)
    np.testing.assert_allclose(result["joint.prescribed_s.e"], expected, atol=1e-7)


@pytest.mark.parametrize("joint", [planar.PointOnLine, spatial.SphereInCylinder, spatial.PointOnPlane])
def test_the_two_kinds_of_friction_are_told_apart(joint):
    with pytest.raises(mb.MultibondError, match="friction_s, of its slide"):
        joint(friction=1.0)
