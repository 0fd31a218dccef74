"""What spatial models look like: every bank model can be animated, and the shapes are where the parts are."""

import pytest

import multibond as mb
from multibond import spatial
from multibond.bank import bundled, names
from multibond.picture.animation.collect import collect
from multibond.picture.animation.scene_data import scene
from spatial.parts import world

MODELS = [name for name in names() if bundled(name).library == "spatial"] + ["robot"]


@pytest.mark.parametrize("name", MODELS)
def test_every_model_has_shapes(name):
    result = mb.load(name).simulate(0.05, points=5)
    content = scene(result, collect(result))
    assert content["frames"] >= 2
    assert {shape["kind"] for shape in content["shapes"]} & {"sphere", "wheel", "rod", "box"}


def test_shapes_of_all_components():
    model = world()
    model.ground, model.ball = spatial.Fixed(), spatial.Spherical()
    model.box, model.drum = spatial.Box([0.1, 0.2, 0.3], r_cm=[0.5, 0.0, 0.0]), spatial.Cylinder(0.1, 0.2)
    model.sphere, model.slider, model.cross = spatial.Sphere(0.2), spatial.Prismatic(), spatial.Universal()
    model.spring, model.tilted = spatial.Spring(10.0), spatial.Marble(0.2, normal=[0.1, 1.0, 0.0], height=-2.0)
    model.join(model.ground.b, model.ball.a, model.spring.a)
    model.join(model.ball.b, model.box.a, model.slider.a)
    model.join(model.slider.b, model.drum.a, model.cross.a)
    model.join(model.cross.b, model.sphere.a, model.spring.b)
    result = model.simulate(0.5, tolerance=1e-8)
    shapes = {(shape["component"], shape["kind"]): shape for shape in scene(result, collect(result))["shapes"]}
    assert {"box", "cylinder", "sphere", "plane", "spring"} <= {kind for _, kind in shapes}
    assert shapes["box", "box"]["offset"] == [0.5, 0.0, 0.0]
    assert shapes["box", "box"]["size"]["lengths"] == [0.1, 0.2, 0.3]
    assert shapes["drum", "cylinder"]["size"]["axis"] == [1.0, 0.0, 0.0]
    assert "end" in shapes["spring", "spring"]
    assert shapes["tilted", "sphere"]["size"]["radius"] == 0.2
