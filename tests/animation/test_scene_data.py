"""Scenes: one evaluation, compact series, sizes checked, names and units kept."""

import json

import numpy as np
import pytest

from animation.moving import SCENES, Run, double_pendulum, spinning_box
from multibond.errors import ModelError
from multibond.expression import symbol
from multibond.look import KINDS, Force, Shape, Trace, about_z
from multibond.picture.animation import scene
from multibond.picture.animation.pack import decode, encode, frames


def rows(content, value):
    """The rows of a series, or a constant repeated."""
    if isinstance(value, list):
        return np.tile(value, (content["frames"], 1))
    stored = content["series"][value]
    return decode(stored["data"], stored["width"])


@pytest.fixture
def run():
    time = np.linspace(0.0, 1.0, 11)
    return Run("turning", time, {"phi": 8 * time, "x": time**2, "length": 0 * time + 0.4}, {"phi": "rad", "x": "m"})


def test_numbers_survive_packing():
    values = np.random.default_rng(1).normal(size=(7, 3))
    assert decode(encode(values), 3) == pytest.approx(values, rel=1e-6)
    assert np.array_equal(decode(encode(values, "float64"), 3, "float64"), values)


def test_frames_are_few_and_keep_both_sides_of_events():
    time = np.sort(np.concatenate([np.linspace(0.0, 10.0, 20001), [np.pi, np.pi]]))
    chosen = frames(time, 2000)
    assert 1900 <= len(chosen) <= 2100
    assert chosen[0] == 0 and chosen[-1] == len(time) - 1
    assert np.all(np.diff(chosen) > 0)
    assert np.count_nonzero(time[chosen] == np.pi) == 2
    assert np.diff(time[chosen]).max() < 0.0101


def test_frames_of_unevenly_spaced_points_are_even_in_time():
    time = np.unique(np.concatenate([np.linspace(0.0, 0.01, 5000), np.linspace(0.0, 10.0, 5000)]))
    assert len(frames(time, 1000)) <= 1000
    assert np.diff(time[frames(time, 1000)]).max() < 0.03


def test_everything_is_evaluated_in_one_call(run):
    x = symbol("x")
    scene(
        run,
        [Shape("sphere", (x, 0, 0)), Shape("box", (0, x, 0), about_z(symbol("phi")))],
        [Force((x, 0, 0), (0, x, 0))],
        plots=[],
    )
    assert run.calls == 1


def test_positions_and_orientations(run):
    phi, x = symbol("phi"), symbol("x")
    content = scene(run, [Shape("box", (x, 1.0, 0.0), about_z(phi), component="arm")], plots=[])
    (shape,) = content["shapes"]
    assert decode(content["time"], 1, "float64")[:, 0] == pytest.approx(run.time)
    assert rows(content, shape["position"]) == pytest.approx(
        np.stack([run["x"], 1 + 0 * run.time, 0 * run.time], axis=1), abs=1e-6
    )
    q = rows(content, shape["orientation"])
    # Body to inertial coordinates: counter-clockwise about z by phi.
    expected = np.stack([np.cos(4 * run.time), 0 * run.time, 0 * run.time, np.sin(4 * run.time)], axis=1)
    assert q == pytest.approx(expected, abs=1e-6)


def test_equal_series_are_stored_once_and_constants_as_lists(run):
    x = symbol("x")
    shapes = [
        Shape("sphere", (x, 0, 0), about_z(symbol("phi"))),
        Shape("box", (x, 0, 0), about_z(symbol("phi"))),
        Shape("cone", (1, 2, 3)),
    ]
    content = scene(run, shapes, traces=[Trace((x, 0, 0))], plots=[], energy=False)
    assert len(content["series"]) == 2
    assert content["shapes"][2]["position"] == [1.0, 2.0, 3.0]
    assert content["traces"][0]["position"] == content["shapes"][0]["position"]


def test_sizes_may_be_expressions(run):
    length = symbol("length")
    content = scene(
        run, [Shape("rod", size={"end": (length, 0, 0), "radius": length / 10}, offset=(length, 0, 0))], plots=[]
    )
    assert content["shapes"][0]["size"] == {"start": [0, 0, 0], "end": [0.4, 0, 0], "radius": 0.04}
    assert content["shapes"][0]["offset"] == [0.4, 0, 0]


def test_plots_are_grouped_by_unit_and_vectors_opened():
    time = np.linspace(0.0, 1.0, 5)
    run = Run("m", time, {"v": np.outer(time, [1, 2]), "u": time, "phi": time}, {"v": "m/s", "u": "m/s", "phi": "rad"})
    panels = scene(run, [Shape("sphere")])["plots"]
    assert [(panel["unit"], [curve["name"] for curve in panel["curves"]]) for panel in panels] == [
        ("m/s", ["v[0]", "v[1]", "u"]),
        ("rad", ["phi"]),
    ]


def test_energy_and_title():
    content = double_pendulum(31).scene
    assert content["title"] == "double pendulum"
    assert rows(content, content["energy"]["stored"])[0, 0] == pytest.approx(9.81 * 0.5 * np.sin(0.6), rel=1e-6)
    assert content["energy"]["delivered"] == [0.0]
    assert double_pendulum(31, energy=False).scene["energy"] is None


@pytest.mark.parametrize("make", SCENES.values(), ids=SCENES)
def test_scenes_are_plain_json_and_small(make):
    text = json.dumps(make().scene, allow_nan=False)
    assert len(text) < 200_000


def test_long_runs_are_thinned():
    content = spinning_box(3001, limit=500).scene
    assert content["frames"] <= 502
    assert rows(content, 0).shape[0] == content["frames"]


def test_every_kind_has_a_shape(run):
    ends = ("spring", "damper", "link")
    shapes = [Shape(kind, end=(1, 0, 0) if kind in ends else None) for kind in KINDS]
    shown = ["sphere" if kind == "body" else kind for kind in KINDS]  # a body is shown as a solid: here a ball
    assert [shape["kind"] for shape in scene(run, shapes, plots=[])["shapes"]] == shown


@pytest.mark.parametrize(("make", "message"), [
    (lambda: Shape("bx"), "no shape of kind 'bx'; did you mean 'box'"),
    (lambda: Shape("box", size={"length": 1}), "a box has no size 'length'; did you mean 'lengths'"),
    (lambda: Shape("spring"), "needs the position of its other end"),
    (lambda: Shape("box", end=(0, 0, 0)), "has one position and no `end`"),
    (lambda: Shape("box", color="red"), "a colour is written #rrggbb"),
    (lambda: Shape("box", (0, 0)), "position of a shape has 3 components"),
    (lambda: Shape("box", orientation=(1, 0, 0)), "orientation of a shape has 3 × 3 components"),
    (lambda: Shape("box", ("a", 0, 0)), "needs numbers or expressions"),
    (lambda: Force((0, 0, 0), (0, 0, 0), "push"), "a force, a torque or a velocity"),
])  # fmt: skip
def test_what_cannot_be_is_refused(make, message):
    with pytest.raises(ModelError, match=message):
        make()


@pytest.mark.parametrize(("shapes", "message"), [
    ([], "nothing to animate"),
    ([Shape("sphere", size={"radius": 0.0}, component="ball")], "ball: the radius of a sphere must be positive"),
    ([Shape("wheel", size={"axis": (0, 0, 0)}, component="wheel")], "wheel: the axis of a wheel has no direction"),
])  # fmt: skip
def test_scenes_that_cannot_be_are_refused(run, shapes, message):
    with pytest.raises(ModelError, match=message):
        scene(run, shapes, plots=[])
