"""Joints in absolute coordinates: the same motion as joints on coordinates of their own."""

import numpy as np
import pytest

import multibond as mb
from multibond import absolute, spatial

ARM = [0.5, 0.1, -0.2]
INERTIA = [0.02, 0.05, 0.04]


def relative(make):
    """A body on a joint of `spatial`."""
    model = mb.Model("relative")
    model.world, model.ground, model.joint = spatial.World(), spatial.Fixed(), make(spatial)
    model.rod, model.body = spatial.Rod(ARM), spatial.Body(2.0, INERTIA)
    model.join(model.ground.b, model.joint.a)
    model.join(model.joint.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    model.output("x", "body.x", "m")
    return model


def free(make, **start):
    """The same body with its own coordinates, and a joint of `absolute`."""
    model = mb.Model("absolute")
    model.world, model.ground, model.joint = spatial.World(), spatial.Fixed(), make(absolute)
    model.body = absolute.Body(2.0, INERTIA, points=[[-x for x in ARM]], x0=ARM, **start)
    model.join(model.ground.b, model.joint.a)
    model.join(model.joint.b, model.body.h1)
    model.output("x", "body.x", "m")
    return model


PAIRS = {
    "revolute": lambda library: library.Revolute([0.0, 0.6, 0.8]),
    "prismatic": lambda library: library.Prismatic([0.6, 0.8, 0.0]),
    "cylindrical": lambda library: library.Cylindrical([0.6, 0.8, 0.0]),
    "universal": lambda library: library.Universal([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]),
    "spherical": lambda library: library.Spherical(),
    "planar": lambda library: library.PlanarJoint([0.0, 0.0, 1.0]),
    "screw": lambda library: library.Screw([0.0, 1.0, 0.0], 0.5),
}
FORBIDDEN = {"revolute": 5, "prismatic": 5, "cylindrical": 4, "universal": 4, "spherical": 3, "planar": 3, "screw": 5}


@pytest.mark.parametrize("name", PAIRS)
def test_both_libraries_move_alike(name):
    other = relative(PAIRS[name]).simulate(0.8, points=9, tolerance=1e-10)
    result = free(PAIRS[name]).simulate(0.8, points=9, tolerance=1e-10)
    assert np.ptp(other["x"], axis=0).max() > 0.05
    assert np.allclose(result["x"] - result["x"][0], other["x"] - other["x"][0], atol=2e-8)
    assert result.stats.constraints == FORBIDDEN[name]
    assert result.stats.energy_residual < 1e-7


def test_a_rigid_joint_holds_everything():
    result = free(lambda library: library.Rigid(), quaternions=False).simulate(0.5, points=6)
    assert result.stats.states == []
    assert np.allclose(result["x"], ARM, atol=1e-9)


def test_a_general_joint_forbids_what_it_is_told():
    def hinge(library):
        return library.GeneralJoint(forbidden=["x", "y", "z", "rx", "ry"])

    result = free(hinge).simulate(0.8, points=9, tolerance=1e-10)
    other = relative(lambda library: library.Revolute([0.0, 0.0, 1.0])).simulate(0.8, points=9, tolerance=1e-10)
    assert np.allclose(result["x"], other["x"], atol=2e-8)


def test_a_general_joint_refuses_what_says_nothing():
    with pytest.raises(mb.ModelError, match="Universal"):
        free(lambda library: library.GeneralJoint(forbidden=["x", "rz"])).simulate(0.1)
    with pytest.raises(mb.ModelError, match="out of x, y, z"):
        free(lambda library: library.GeneralJoint(forbidden=["w"])).simulate(0.1)


def test_an_opened_joint_shows_a_constraint_element_for_each_direction():
    model = free(PAIRS["revolute"])
    held = [name for name in model.joint.children if name.startswith("hold_")]
    assert len(held) == 5
    svg = model.draw("joint").svg
    assert all(name in svg for name in held)


def test_a_body_has_any_number_of_hinge_points():
    body = absolute.Body(1.0, points=[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    assert {"h1", "h2", "h3"} <= set(body.children)
    assert body.branches == (("a", "h1"), ("a", "h2"), ("a", "h3"))


def test_the_parts_can_be_saved_and_animated(tmp_path):
    model = mb.load("boudon_pendulum")
    model.save(tmp_path / "pendulum.yaml")
    again = mb.load(str(tmp_path / "pendulum.yaml"))
    first, second = (m.simulate(1.0, points=3, tolerance=1e-9) for m in (model, again))
    assert np.allclose(first["gamma"], second["gamma"], atol=1e-9)
    assert "<html" in first.animate().html
