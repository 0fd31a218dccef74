"""What planar mechanics refuses, and what it says."""

from __future__ import annotations

import pytest

import multibond as mb
from multibond import planar
from planar.mechanism import chain, mechanism


def refused(fill, *texts, kind=mb.MultibondError):
    """The model that `fill` writes is refused, with all `texts` in the message."""
    with pytest.raises(kind) as caught:
        mechanism(fill).simulate(1.0)
    for text in texts:
        assert text in str(caught.value)


def pendulum(m, body=None, hinge=None):
    m.world, m.ground = planar.World(), planar.Fixed()
    m.hinge, m.body = hinge or planar.Revolute(), body or planar.Body()
    chain(m, m.ground.b, m.hinge.a, m.hinge.b, m.body.a)


@pytest.mark.parametrize(
    "body, texts",
    [
        (lambda: planar.Body(-1.0), ("body.m", "at least 0")),
        (lambda: planar.Body(1.0, -2.0), ("body.I", "at least 0")),
        (lambda: planar.Body(0.0, 0.0), ("body", "without mass and moment of inertia")),
        (lambda: planar.Body(0.0, 1.0), ("body.m", "greater than 0")),
        (lambda: planar.Body(float("nan")), ("body.m", "not finite")),
        (lambda: planar.Body(x0=[1.0]), ("body.x0", "2 numbers")),
        (lambda: planar.Body("2 s"), ("body.m",)),
    ],
)
def test_wrong_bodies(body, texts):
    refused(lambda m: pendulum(m, body()), *texts)


@pytest.mark.parametrize(
    "hinge, values, texts",
    [
        (lambda: planar.Prismatic([1.0, 2.0]), {"hinge.direction": [0, 0]}, ("hinge.direction", "zero vector")),
        (planar.Revolute, {"body.m": 0}, ("body.m", "greater than 0")),
        (planar.Revolute, {"body.m": 0, "body.I": "0*1"}, ("body", "without mass and moment of inertia")),
    ],
)
def test_values_of_a_run_are_checked_like_those_of_the_model(hinge, values, texts):
    model = mechanism(lambda m: pendulum(m, hinge=hinge()))
    with pytest.raises(mb.MultibondError) as caught:
        model.simulate(1.0, parameters=values)
    assert all(text in str(caught.value) for text in texts)


def test_a_body_may_be_a_point():
    model = mechanism(lambda m: pendulum(m, planar.Body(1.0, 0.0), planar.Prismatic()))
    assert model.simulate(1.0).stats.states


def test_a_word_that_is_no_parameter():
    with pytest.raises(mb.NameNotFound, match="Body has no parameter 'mass'"):
        planar.Body(mass=1.0)


@pytest.mark.parametrize(
    "part",
    [
        lambda: planar.Prismatic([0, 0]),
        lambda: planar.Prismatic([0.0, 0.0], actuated=True),
    ],
)
def test_a_slider_without_direction(part):
    refused(lambda m: pendulum(m, hinge=part()), "hinge.direction", "zero vector")


@pytest.mark.parametrize("joint", [planar.IdealWheelJoint, planar.DryFrictionWheelJoint, planar.SlipBasedWheelJoint])
def test_a_wheel_without_direction(joint):
    def fill(m):
        m.world, m.body, m.wheel = planar.World(), planar.Body(), joint(0.3, [0, 0], actuated=False)
        m.join(m.body.a, m.wheel.a)

    refused(fill, "wheel.direction", "zero vector")


def test_three_components_are_not_planar():
    refused(lambda m: pendulum(m, hinge=planar.Prismatic([0, 0, 1])), "hinge.direction")


def test_a_wheel_without_radius():
    refused(lambda m: pendulum(m, hinge=planar.IdealRolling(0.0)), "hinge.radius", "greater than 0")


def test_a_ring_inside_its_wheel():
    def fill(m):
        m.world, m.one, m.two, m.gear = planar.World(), planar.Body(), planar.Body(x0=[1, 0]), planar.InternalGear(2, 1)
        chain(m, m.one.a, m.gear.a, m.gear.b, m.two.a)

    refused(fill, "gear", "larger")


def test_gravity_of_an_unknown_kind():
    def fill(m):
        m.world, m.body = planar.World(gravity="strong"), planar.Body()

    refused(fill, "world", "uniform, point, none")


def test_gravity_without_direction():
    def fill(m):
        m.world, m.body = planar.World(direction=[0, 0]), planar.Body()

    refused(fill, "world.direction", "zero vector")


def test_no_world():
    def fill(m):
        m.body = planar.Body()

    refused(fill, "there is no world", "World()", kind=mb.ModelError)


class Cart(mb.Model):
    """A part that brings its own world."""

    def build(self):
        self.world, self.body = planar.World(), planar.Body()


def test_two_worlds():
    def beside(m):
        m.world, m.moon, m.body = planar.World(), planar.World(), planar.Body()

    def inside(m):
        m.world, m.cart = planar.World(), Cart()

    refused(beside, "two worlds", "moon")
    refused(inside, "two worlds", "cart.world")


def test_a_world_of_another_name():
    def fill(m):
        m.earth, m.body = planar.World(), planar.Body()

    refused(fill, "earth", "must be called 'world'")


def test_a_joint_with_both_ends_at_one_frame():
    def at_once(m):
        m.world, m.hinge, m.body = planar.World(), planar.Revolute(), planar.Body()
        m.join(m.hinge.a, m.hinge.b, m.body.a)

    def in_two_steps(m):
        m.world, m.hinge, m.body = planar.World(), planar.Revolute(), planar.Body()
        chain(m, m.hinge.a, m.body.a, m.hinge.b, m.body.a)

    refused(at_once, "hinge", "two different ends")
    refused(in_two_steps, "hinge", "two different ends")


def test_a_part_that_nothing_holds():
    def fill(m):
        m.world, m.ground, m.spring, m.rod = planar.World(), planar.Fixed(), planar.Spring(), planar.Rod()
        chain(m, m.ground.b, m.spring.a, m.spring.b, m.rod.a)

    refused(fill, "nothing defines the position", kind=mb.ModelError)


def test_a_floating_point_has_no_angle():
    def fill(m):
        m.world, m.body = planar.World(), planar.Body(1.0, 0.0)

    refused(fill, "body", kind=mb.StructureError)


def test_a_loop_that_cannot_close():
    def fill(m):
        m.world, m.left, m.right = planar.World(), planar.Fixed(), planar.Fixed([10, 0])
        m.hinge, m.rod, m.pin, m.body = planar.Revolute(), planar.Rod(), planar.Revolute(), planar.Body()
        chain(m, m.left.b, m.hinge.a, m.hinge.b, m.rod.a, m.pin.b, m.right.b)
        m.join(m.rod.b, m.body.a, m.pin.a)

    refused(fill, "cannot be closed", kind=mb.InitialError)


def test_start_values_that_contradict_a_wheel():
    def fill(m):
        m.world, m.body = planar.World(gravity="none"), planar.Body(x0=[0, 0], phi0=0.0, v0=[1, 1], w0=0.0)
        m.wheel = planar.IdealWheelJoint(0.3, actuated=False)
        m.join(m.body.a, m.wheel.a)

    refused(fill, "over-specified", kind=mb.InitialError)


def test_frames_of_the_plane_and_of_space():
    spatial = pytest.importorskip("multibond.spatial")

    def fill(m):
        m.rod, m.other = planar.Rod(), spatial.Rod()
        m.join(m.rod.a, m.other.a)

    with pytest.raises(mb.ModelError, match="cannot be joined"):
        mechanism(fill)
