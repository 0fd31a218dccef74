"""What is said of the look of a part reaches its shapes, in Python and in files; wrong words are refused."""

import pickle

import numpy as np
import pytest

import multibond as mb
from multibond.errors import MultibondError
from multibond.look.distinct_colors import distinct
from multibond.model.file import dumps, loads
from multibond.picture.animation.rigid_groups import rigid_groups
from multibond.picture.animation.shape_data import upright

TEXT = """
multibond: 1
name: swing
components:
  world: planar.World
  ground: planar.Fixed
  hinge: {type: planar.Revolute, look: {color: "#00ff00"}}
  rod: {type: planar.Rod, r: [1, 0]}
  body: {type: planar.Body, m: 1, I: 0.1, look: {color: "#112233", transparency: 0.25, size: 2}}
joins:
- [ground.b, hinge.a]
- [hinge.b, rod.a]
- [rod.b, body.a]
"""


def pendulum(**looks):
    model = mb.Model("swing", look=looks.pop("whole", None))
    model.world, model.ground = mb.planar.World(), mb.planar.Fixed()
    model.hinge, model.rod = (
        mb.planar.Revolute(look=looks.get("hinge")),
        mb.planar.Rod([1.0, 0.0], look=looks.get("rod")),
    )
    model.body = mb.planar.Body(1.0, 0.1, look=looks.get("body"))
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    return model


def shapes(model):
    return {shape["component"]: shape for shape in model.simulate(0.2, points=5).animate().scene["shapes"]}


def test_colour_transparency_size_and_hiding():
    plain = shapes(pendulum())
    look = {"color": "#112233", "transparency": 0.25, "size": 2.0, "hidden": True}
    dressed = shapes(pendulum(body=look))["body"]
    assert (dressed["color"], dressed["opacity"], dressed["hidden"]) == ("#112233", 0.75, True)
    assert dressed["size"]["radius"] > 1.5 * plain["body"]["size"]["radius"]
    assert "opacity" not in plain["body"] and "hidden" not in plain["body"]
    assert shapes(pendulum(rod={"size": 3.0}))["rod"]["size"]["radius"] > 0.0 and plain["rod"]["size"]["radius"] is None


def test_the_look_of_a_model_holds_for_its_parts_unless_they_say_otherwise():
    found = shapes(pendulum(whole={"color": "#aa0000", "transparency": 0.5}, body={"color": "#00aa00"}))
    assert {name: shape["color"] for name, shape in found.items()} == {
        "ground": "#aa0000", "hinge": "#aa0000", "rod": "#aa0000", "body": "#00aa00",
    }  # fmt: skip
    assert found["body"]["opacity"] == 0.5


def test_a_file_says_the_same_and_is_written_back():
    model = loads(TEXT)
    found = shapes(model)
    assert (found["body"]["color"], found["body"]["opacity"], found["hinge"]["color"]) == ("#112233", 0.75, "#00ff00")
    again = loads(dumps(model))
    assert again.body._own_look == {"color": "#112233", "transparency": 0.25, "size": 2}
    assert pickle.loads(pickle.dumps(model)).body._own_look == model.body._own_look
    assert loads(dumps(pendulum(whole={"color": "#aa0000"})))._own_look == {"color": "#aa0000"}


@pytest.mark.parametrize(("look", "message"), [
    ({"colour": "#112233"}, "a look has no 'colour'; did you mean 'color'"),
    ({"color": "red"}, "a colour such as"),
    ({"transparency": 2}, "from 0 .solid. to 1"),
    ({"size": 0}, "a positive factor"),
    ({"size": float("nan")}, "a positive factor"),
    ({"hidden": 1}, "true or false"),
    ({"mesh": 3}, "the path of a mesh file"),
    ({"mesh_unit": "mm"}, "there is none; add 'mesh'"),
    ("red", "`look` is a mapping"),
])  # fmt: skip
def test_wrong_looks_are_refused(look, message):
    with pytest.raises(MultibondError, match=message):
        mb.planar.Body(1.0, look=look)


def test_a_wrong_look_in_a_file_is_refused_with_its_place():
    with pytest.raises(MultibondError, match=r"components\.hinge\.look.*a look has no 'colr'"):
        loads(TEXT.replace('{color: "#00ff00"}', '{colr: "#00ff00"}'))


def test_what_moves_together_shares_a_colour_and_nothing_else_does():
    found = mb.load("double_pendulum").simulate(1.0, points=21).animate().scene["shapes"]
    colors = {shape["component"]: shape["color"] for shape in found if shape["role"] != "joint"}
    assert colors["rod1"] == colors["body1"] != colors["rod2"] == colors["body2"]
    swarm = mb.Model("swarm")
    swarm.world = mb.planar.World(gravity="none")
    for k in range(20):
        swarm.add(f"body{k}", mb.planar.Body(1.0, 0.1, x0=[k, 0.0], v0=[0.0, k + 1.0]))
    found = swarm.simulate(0.5, points=11).animate().scene["shapes"]
    assert len({shape["color"] for shape in found}) == len(found) == 20


def test_two_parallel_cranks_are_two_things():
    """They turn alike, but about different points."""
    angle = np.linspace(0.0, 3.0, 9)
    c, s, z = np.cos(angle), np.sin(angle), np.zeros(9)
    turn = np.moveaxis(np.array([[c, -s, z], [s, c, z], [z, z, z + 1.0]]), -1, 0)
    first, second = np.zeros((9, 3)), np.tile([1.0, 0.0, 0.0], (9, 1))
    tip = np.stack([c, s, z], axis=-1)
    assert rigid_groups([(first, turn), (second, turn), (tip, turn)], 1.0) == [1, 2, 1]


def test_a_true_shape_takes_the_place_of_a_stand_in():
    """The boxes of a stack are drawn once, by their contacts, and not as discs of their inertia as well."""
    found = mb.load("stacked_boxes").simulate(0.1, points=5).animate().scene["shapes"]
    assert {shape["kind"] for shape in found if shape["role"] != "joint"} == {"box", "plane", "prism"}


def test_colours_of_curves_never_repeat_in_a_panel():
    scene = mb.load("colliding_bodies").simulate(0.1, points=5).animate().scene
    for panel in scene["plots"]:
        colors = [curve["color"] for curve in panel["curves"]]
        assert len(set(colors)) == len(colors)
    assert len(scene["plots"][0]["curves"]) == 15
    assert len(set(distinct(300))) == 300 and distinct(20)[:7] == distinct(7)


def test_sliders_carts_and_pistons_are_as_long_as_they_travel():
    scene = mb.load("piston_engine").simulate(2.0).animate().scene
    tube = next(shape for shape in scene["shapes"] if shape["kind"] == "tube")
    low, high = tube["size"]["travel"]
    assert low == pytest.approx(0.05, abs=0.01) and high == pytest.approx(0.25, abs=0.01)  # 0.4 - 0.25 ± 0.1 m
    assert tube["opacity"] < 0.5
    for axis in ([1, 0, 0], [0, 1, 0], [0, 0, -1], [1, 1, 1]):
        turn = upright(axis)
        np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(turn) == pytest.approx(1.0)
        np.testing.assert_allclose(turn[:, 0], np.array(axis) / np.linalg.norm(axis))
