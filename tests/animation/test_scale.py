"""Bodies without a size of their own get one that suits the model, unless the world says another."""

import pytest

import multibond as mb
from multibond import Model, planar, spatial
from multibond.picture.animation.collect import collect


def pendulum(length, **world):
    model = Model("pendulum")
    model.world, model.ground, model.hinge = planar.World(**world), planar.Fixed(), planar.Revolute(phi0=0.1)
    model.rod, model.body = planar.Rod([length, 0.0]), planar.Body(1.0, 0.0)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    return model


def radius(model):
    result = model.simulate(0.1, points=5)
    ball = next(shape for shape in collect(result) if shape.component == "body" and shape.kind != "rod")
    return float(result.values([ball.size["radius"]])[0][0])


@pytest.mark.parametrize("length", [0.01, 1.0, 40.0])
def test_bodies_grow_with_the_model(length):
    assert radius(pendulum(length)) == pytest.approx(0.75 * length / 14, rel=0.1)


def test_the_world_may_say_another_size():
    assert radius(pendulum(1.0, scale=7.0)) == pytest.approx(0.5)


def test_a_centre_of_mass_away_from_the_frame_counts():
    model = Model("mounted")
    model.world, model.ground = spatial.World(), spatial.Fixed()
    model.mount, model.body = spatial.Bushing([1e6] * 3), spatial.Body(1.0, r_cm=[0.4, 0.0, 0.0])
    model.join(model.ground.b, model.mount.a)
    model.join(model.mount.b, model.body.a)
    assert radius(model) == pytest.approx(0.75 * 0.4 / 14, rel=0.1)


def test_a_wheel_has_a_size_of_its_own():
    model = Model("hub")
    model.world, model.wheel = spatial.World(), spatial.Wheel(0.5, v0=[0.1, 0.0, 0.0])
    model.body = spatial.Body(1.0)
    model.join(model.wheel.a, model.body.a)
    assert radius(model) == pytest.approx(0.75 * 1.0 / 14, rel=0.1)


def test_what_flies_far_makes_nothing_large_but_its_ground():
    """A pendulum beside a stone that flies 200 m, and a chain of short links."""
    model = mb.Model("flyer")
    model.world, model.stand, model.hinge = mb.planar.World(), mb.planar.Fixed(), mb.planar.Revolute(phi0=0.4)
    model.rod, model.bob = mb.planar.Rod([1.0, 0.0]), mb.planar.PointMass(1.0)
    model.stone, model.contact = mb.planar.Body(1.0, 0.004, x0=[0.5, 1.0], v0=[40.0, 10.0]), mb.planar.SpherePlane(0.1)
    model.floor = mb.planar.Fixed([0.0, -3.0])
    model.join(model.stand.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.bob.a)
    model.join(model.stone.a, model.contact.a)
    model.join(model.floor.b, model.contact.b)
    scene = model.simulate(4.0, points=81).animate().scene
    sizes = {shape["component"]: shape["size"] for shape in scene["shapes"] if shape["kind"] != "plane"}
    assert sizes["bob"]["radius"] < 0.5
    ground = next(shape for shape in scene["shapes"] if shape["kind"] == "plane")
    assert ground["size"]["lengths"][0] > 300.0
