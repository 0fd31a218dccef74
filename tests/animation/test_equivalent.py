"""A body of which only mass and inertia are known is shown as the solid that has them."""

import numpy as np
import pytest

import multibond as mb
from multibond import Model, spatial
from multibond.errors import ModelError
from multibond.picture.animation.collect import collect
from multibond.picture.animation.equivalent import equivalent
from multibond.picture.animation.scene_data import scene

RADIUS = 0.2  # so that solids of this size keep theirs


def turned(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


@pytest.mark.parametrize("inertia", [np.eye(3) * 0.3, np.zeros((3, 3)), np.diag([0.3, 0.3005, 0.3])])
def test_equal_moments_are_a_ball_of_the_usual_size(inertia):
    assert equivalent(2.0, inertia, RADIUS) == ("sphere", {"radius": RADIUS}, None)


@pytest.mark.parametrize(("radius", "length"), [(0.3, 0.1), (0.05, 0.6)])
def test_a_cylinder_comes_back(radius, length):
    m, axis = 3.0, np.array([0.6, 0.0, 0.8])
    along, across = m * radius**2 / 2, m * (3 * radius**2 + length**2) / 12
    tensor = across * np.eye(3) + (along - across) * np.outer(axis, axis)
    kind, sizes, _ = equivalent(m, tensor, RADIUS)
    assert kind == "cylinder"
    assert (sizes["radius"], sizes["length"]) == (pytest.approx(radius), pytest.approx(length))
    assert abs(sizes["axis"] @ axis) == pytest.approx(1.0)


@pytest.mark.parametrize(("like", "share"), [("", 12.0), ("box", 12.0), ("ellipsoid", 20.0)])
def test_a_box_and_an_ellipsoid_come_back_in_their_axes(like, share):
    m, lengths, turn = 2.0, np.array([0.3, 0.5, 0.2]), turned(0.4)
    squares = lengths**2
    tensor = turn @ np.diag(m * (np.sum(squares) - squares) / share) @ turn.T
    kind, sizes, axes = equivalent(m, tensor, RADIUS, like)
    assert kind == (like or "box")
    assert np.linalg.det(axes) == pytest.approx(1.0)
    # what the shape spans in the frame, whatever the order of its axes
    assert axes @ np.diag(sizes["lengths"] ** 2) @ axes.T == pytest.approx(turn @ np.diag(squares) @ turn.T)


def test_a_flat_disc_has_a_thickness_and_no_size_is_out_of_proportion():
    _, flat, _ = equivalent(2.0, np.diag([0.12, 0.06, 0.06]), RADIUS)
    assert 0.0 < flat["length"] < 0.2 * flat["radius"]
    _, small, _ = equivalent(1.0, np.diag([1e-6, 1e-6, 2e-6]), RADIUS)
    assert small["radius"] == pytest.approx(RADIUS)
    _, large, _ = equivalent(1.0, np.diag([1e6, 1e6, 2e6]), RADIUS)
    assert RADIUS < large["radius"] < 4 * RADIUS
    assert equivalent(0.0, np.diag([1.0, 1.0, 2.0]), RADIUS)[0] == "cylinder"


def kinds(**options):
    model = Model("top")
    model.world, model.body = spatial.World(), spatial.Body(2.0, [0.12, 0.06, 0.06], r_cm=[0.0, 0.1, 0.0], **options)
    result = model.simulate(0.1, points=5)
    return [shape["kind"] for shape in scene(result, collect(result))["shapes"]]


@pytest.mark.parametrize(
    ("appearance", "shown"),
    [("inertia", "cylinder"), ("ball", "sphere"), ("box", "box"), ("ellipsoid", "ellipsoid"), ("none", None)],
)
def test_the_appearance_can_be_chosen(appearance, shown):
    assert kinds(appearance=appearance) == ["rod"] + [shown] * (shown is not None)


def test_an_unknown_appearance_is_refused():
    with pytest.raises(ModelError, match="'appearance' must be one of inertia, ball"):
        kinds(appearance="duck")


def test_the_rotor_of_the_gyroscope_is_a_disc_about_its_spin():
    result = mb.load("gyroscope").simulate(0.01, points=3)
    rotor = next(s for s in scene(result, collect(result))["shapes"] if s["component"] == "rotor")
    assert rotor["kind"] == "cylinder"
    assert np.abs(rotor["size"]["axis"]) == pytest.approx([1.0, 0.0, 0.0])
    assert rotor["size"]["length"] < rotor["size"]["radius"] / 4
