"""Wrong spatial models are refused with a message that names the component and the way out."""

import numpy as np
import pytest

import multibond as mb
from multibond import spatial
from multibond.errors import MultibondError
from spatial.parts import chain, world


def refuse(model, *words):
    with pytest.raises(MultibondError) as caught:
        model.simulate(0.1)
    message = str(caught.value)
    for word in words:
        assert word in message, message


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (lambda: spatial.Body(-1.0), ["body.m", "mass cannot be negative"]),
        (lambda: spatial.Body(1.0, [1.0, 1.0, 3.0]), ["body.I", "triangle inequality"]),
        (
            lambda: spatial.Body(1.0, [[0.01, 0.1, 0.1], [0.1, 0.01, 0.1], [0.1, 0.1, 0.01]]),
            ["body.I", "cannot be negative"],
        ),
        (lambda: spatial.Body(1.0, [[1.0, 0.2, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]), ["body.I", "symmetric"]),
        (lambda: spatial.Body(0.0, [0.0, 0.0, 0.0]), ["body", "no body"]),
        (lambda: spatial.Body(0.0, [1.0, 1.0, 1.0]), ["body.m", "greater than 0"]),
        (lambda: spatial.Box([0.1, -0.1, 0.1]), ["body.lengths", "greater than 0"]),
        (lambda: spatial.Cylinder(0.1, inner_radius=0.2), ["body.inner_radius", "leaves nothing"]),
        (lambda: spatial.PointMass(0.0), ["body.m", "greater than 0"]),
        (lambda: spatial.Body(1.0, sequence=(1, 1, 2)), ["body.sequence", "three axes"]),
        (lambda: spatial.Wheel(0.3, normal=[0.0, 0.0, 0.0]), ["body.normal", "zero vector"]),
        (lambda: spatial.Wheel(-0.3), ["body.radius", "greater than 0"]),
    ],
)
def test_bodies_that_cannot_be(body, words):
    model = world()
    model.body = body()
    refuse(model, *words)


@pytest.mark.parametrize(
    ("joint", "where"),
    [
        (lambda: spatial.Revolute([0.0, 0.0, 0.0]), "joint1.axis"),
        (lambda: spatial.Prismatic([0.0, 0.0, 0.0]), "joint1.direction"),
        (lambda: spatial.Universal(axis_b=[0.0, 0.0, 0.0]), "joint1.axis_b"),
        (lambda: spatial.PlanarJoint(normal=[0.0, 0.0, 0.0]), "joint1.normal"),
        (lambda: spatial.Revolute([1.0, 0.0]), "joint1.axis"),
    ],
)
def test_axes_without_direction(joint, where):
    with pytest.raises(MultibondError, match=r"three components|zero vector") as caught:
        chain(joint()).simulate(0.1)
    assert where in str(caught.value)


@pytest.mark.parametrize(
    ("joint", "words"),
    [
        (lambda: spatial.Universal([0.0, 1.0, 0.0], [0.0, -2.0, 0.0]), ["joint1.axis_b", "parallel to axis_a"]),
        (lambda: spatial.PlanarJoint([0.0, 0.0, 1.0], [0.0, 0.0, 3.0]), ["joint1.along", "parallel to normal"]),
        (lambda: spatial.Screw([0.0, 0.0, 1.0], 0.0), ["joint1.pitch", "without pitch"]),
    ],
)
def test_joints_whose_parameters_contradict_each_other(joint, words):
    with pytest.raises(MultibondError) as caught:
        chain(joint()).simulate(0.1)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("joint", "values", "words"),
    [
        (spatial.Revolute, {"joint1.axis": [0, 0, 0]}, ["joint1.axis", "zero vector"]),
        (spatial.Revolute, {"joint1.axis[2]": 0}, ["joint1.axis", "zero vector"]),
        (lambda: spatial.Universal([1, 1, 0], [2, 3, 0]), {"joint1.axis_b": [3, 3, 0]}, ["joint1.axis_b", "parallel"]),
        (spatial.Screw, {"joint1.pitch": 0}, ["joint1.pitch", "without pitch"]),
    ],
)
def test_values_of_a_run_are_checked_like_those_of_the_model(joint, values, words):
    model = chain(joint())
    with pytest.raises(MultibondError) as caught:
        model.simulate(0.1, parameters=values)
    for word in words:
        assert word in str(caught.value)


def test_inertia_of_a_run_is_checked_like_that_of_the_model():
    model = world()
    model.body = spatial.Body(1.0, [1.0, 2.0, 2.5])
    with pytest.raises(MultibondError, match=r"body\.I: .*1, 2, 5 .*triangle inequality"):
        model.simulate(0.1, parameters={"body.I": [1, 2, 5]})
    with pytest.raises(MultibondError, match=r"body\.m: .* greater than 0"):
        model.simulate(0.1, parameters={"body.m": 0})
    model.simulate(0.1, parameters={"body.I": [1, 2, 2.9]})


def test_values_of_a_sweep_are_checked_like_those_of_the_model():
    model = world()
    model.body = spatial.Body(1.0, [1.0, 2.0, 2.5])
    with pytest.raises(MultibondError, match=r"body\.I: .*triangle inequality"):
        model.sweep({"body.I[2]": [2.5, 2.7, 5.0]}, stop=0.1)


def test_a_component_that_cannot_be_built_can_be_shown():
    assert repr(spatial.GearConstraint(2.0, [0, 0, 0])) == "<GearConstraint(ratio=2.0, axis1=[0, 0, 0])>"


def test_the_world_is_needed_once():
    model = mb.Model("empty")
    model.body = spatial.Body()
    refuse(model, "world")
    model = world()
    model.heaven = spatial.World()
    model.body = spatial.Body()
    refuse(model, "two worlds", "world and heaven")


def test_a_joint_needs_two_different_ends():
    model = world()
    model.hinge = spatial.Revolute()
    with pytest.raises(MultibondError, match="two frames of one component"):
        model.join(model.hinge.a, model.hinge.b)


def test_a_part_that_nothing_holds():
    model = world()
    model.rod, model.hinge = spatial.Rod(), spatial.Revolute()
    model.join(model.rod.b, model.hinge.a)
    refuse(model, "nothing defines the position")


def test_a_loop_that_cannot_close():
    model = world()
    model.left, model.right = spatial.Fixed(), spatial.Fixed([9.0, 0.0, 0.0])
    model.hinge1, model.hinge2, model.hinge3 = spatial.Revolute(), spatial.Revolute(), spatial.Revolute()
    model.rod1, model.rod2, model.body = spatial.Rod([2.0, 0.0, 0.0]), spatial.Rod([2.0, 0.0, 0.0]), spatial.Body()
    model.join(model.left.b, model.hinge1.a)
    model.join(model.hinge1.b, model.rod1.a)
    model.join(model.rod1.b, model.hinge2.a, model.body.a)
    model.join(model.hinge2.b, model.rod2.a)
    model.join(model.rod2.b, model.hinge3.a)
    model.join(model.hinge3.b, model.right.b)
    refuse(model, "cannot be closed")


def test_planar_and_spatial_frames_do_not_mix():
    from multibond import planar

    model = world()
    model.flat, model.deep = planar.Rod(), spatial.Rod()
    with pytest.raises(MultibondError, match="planar and spatial frames cannot be joined"):
        model.join(model.flat.a, model.deep.a)


def test_start_values_of_a_held_body_are_conditions_on_its_joints():
    model = chain(spatial.Revolute([0.0, 0.0, 1.0], phi0=0.0))
    model.tip = spatial.PointMass(1.0, v0=[0.0, 2.0, 0.0])
    model.join(model.rod1.b, model.tip.a)
    refuse(model, "tip", "start value of joint1.phi0")  # the rod ends at (1, 0.2): none moves it straight up


def test_start_values_of_a_held_body_turn_its_joints_to_the_nearest_angle():
    model = chain(spatial.Revolute([0.0, 0.0, 1.0]))
    model.tip = spatial.PointMass(1.0, v0=[0.0, 2.0, 0.0])
    model.join(model.rod1.b, model.tip.a)
    result = model.simulate(0.1)  # straight up where the end of the rod, (1, 0.2), lies on the first axis
    assert result["joint1.angle.q"][0] == pytest.approx(-np.arctan(0.2), rel=1e-8)


def test_a_floating_part_of_point_masses_cannot_tell_how_it_is_turned():
    model = world()
    model.one, model.rod, model.two = spatial.PointMass(1.0), spatial.Rod(), spatial.PointMass(1.0)
    model.join(model.one.a, model.rod.a)
    model.join(model.rod.b, model.two.a)
    refuse(model, "one", "rod", "use a Body")


def test_vectors_of_wrong_length_are_refused_before_anything_is_reckoned_with_them():
    for part in (spatial.Wheel, spatial.Marble):
        model = world()
        model.wheel = part(x0=[0.0, 0.0, 0.0, 1.0])
        refuse(model, "wheel.x0", "the shape [4] does not fit", "3 numbers expected")
