"""Bodies without a size of their own get one that suits the model, unless the world says another."""

import pytest

from multibond import Model, planar
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
    ball = next(shape for shape in collect(result) if shape.component == "body")
    return float(result.values([ball.size["radius"]])[0][0])


@pytest.mark.parametrize("length", [0.01, 1.0, 40.0])
def test_bodies_grow_with_the_model(length):
    assert radius(pendulum(length)) == pytest.approx(0.75 * length / 14, rel=0.1)


def test_the_world_may_say_another_size():
    assert radius(pendulum(1.0, scale=7.0)) == pytest.approx(0.5)
