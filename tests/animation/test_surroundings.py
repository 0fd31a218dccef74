"""Up is against gravity, and there is a ground where bodies fall or roll, not in free space."""

import numpy as np
import pytest

import multibond as mb
from multibond import Model, planar, spatial
from multibond.picture.animation.collect import collect
from multibond.picture.animation.scene_data import scene


def content(model, **options):
    result = model.simulate(0.05, points=5)
    return scene(result, collect(result), **options)


def falling(library, **world):
    world = {"mue": 1.0, **world}
    model = Model("falling")
    model.world, model.body = library.World(**world), library.Body(x0=[1.0, 0.5, 0.2][: 2 if library is planar else 3])
    return model


@pytest.mark.parametrize("library", [planar, spatial])
@pytest.mark.parametrize(("gravity", "ground"), [("uniform", True), ("none", False), ("point", False)])
def test_the_ground_belongs_to_uniform_gravity(library, gravity, ground):
    assert content(falling(library, gravity=gravity))["ground"] is ground
    assert content(falling(library, gravity=gravity), ground=not ground)["ground"] is not ground


def test_bodies_in_space_have_no_ground():
    assert content(mb.load("three_body"))["ground"] is False
    assert content(mb.load("bicycle"))["ground"] is True


@pytest.mark.parametrize(
    ("library", "direction", "up"),
    [(spatial, [0.0, 0.0, -2.0], [0, 0, 1]), (spatial, [0, -1, 0], [0, 1, 0]), (planar, [-1.0, 0.0], [1, 0, 0])],
)
def test_up_is_against_gravity(library, direction, up):
    assert content(falling(library, direction=direction))["up"] == pytest.approx(up)
    assert content(falling(library, direction=direction), up=[0, 1, 0])["up"] == [0, 1, 0]


def test_a_marble_without_gravity_rolls_on_the_ground():
    model = Model("marble")
    model.world, model.marble = spatial.World(gravity="none"), spatial.Marble(0.1, v0=[1.0, 0.0, 0.0])
    shown = content(model)
    assert shown["ground"] is True
    plane = next(shape for shape in shown["shapes"] if shape["kind"] == "plane")
    assert plane["position"] == [0.0, 0.0, 0.0]
    assert plane["size"]["lengths"] is None


def test_vehicles_seen_from_above_stand_on_the_plane():
    model = Model("unicycle")
    model.world, model.wheel, model.body = (
        planar.World(gravity="none"),
        planar.IdealWheelJoint(0.3, actuated=False),
        (planar.Body(10.0, 1.0, v0=[1.0, 0.0])),
    )
    model.join(model.wheel.a, model.body.a)
    shown = content(model)
    assert shown["ground"] is True
    assert shown["up"] == [0.0, 0.0, 1.0]
    plane = next(shape for shape in shown["shapes"] if shape["kind"] == "plane")
    assert np.asarray(plane["position"]) == pytest.approx([0.0, 0.0, -0.3])
