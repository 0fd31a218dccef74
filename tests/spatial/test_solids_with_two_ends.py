"""Rods and bars with mass, and rotors, against the same of simpler parts."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import multibond as mb
from multibond import planar, spatial
from multibond.expression import evaluate, symbol


def test_planar_rod_swings_as_a_physical_pendulum():
    model = mb.Model("rod")
    model.world, model.ground = planar.World(), planar.Fixed()
    model.hinge, model.rod = planar.Revolute(phi0=0.3), planar.SolidRod([1.5, 0.0], 2.0)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    result = model.simulate(2.0, tolerance=1e-10)
    expected = solve_ivp(lambda t, y: [y[1], -9.81 * np.cos(y[0])], (0, 2), [0.3, 0], rtol=1e-12, atol=1e-12)
    assert abs(result["hinge.phi"][-1] - expected.y[0, -1]) < 1e-8 and result.stats.energy_residual < 1e-8


def test_planar_rod_flies_freely():
    model = mb.Model("thrown")
    model.world = planar.World()
    model.rod = planar.SolidRod([1.5, 0.0], 2.0, x0=[1, 2], phi0=0.4, v0=[1, 0], w0=3)
    result = model.simulate(1.0)
    start = np.array([1, 2]) + 0.75 * np.array([np.cos(0.4), np.sin(0.4)])
    speed = np.array([1, 0]) + 3 * 0.75 * np.array([-np.sin(0.4), np.cos(0.4)])
    assert np.allclose(result["rod.x_cm"][-1], start + speed - [0, 9.81 / 2], atol=1e-6)
    assert np.allclose(result["rod.w"], 3.0, atol=1e-7)


R = np.array([1.0, 0.5, 0.2])
LONG = np.linalg.norm(R)


def _round_bar():
    m = 7700 * np.pi * (0.03**2 - 0.01**2) * LONG
    along, square = np.outer(R, R) / LONG**2, 0.03**2 + 0.01**2
    inertia = (np.eye(3) - along) * m * (3 * square + LONG**2) / 12 + along * m * square / 2
    return spatial.RoundBar(list(R), 0.03, inner_radius=0.01), m, inertia


def _flat_bar():
    m, first = 7700 * 0.05 * 0.02 * LONG, R / LONG
    second = np.array([0, 0, 1]) - first * first[2]
    second /= np.linalg.norm(second)
    third = np.cross(first, second)
    parts = (first, 0.02**2 + 0.05**2), (second, LONG**2 + 0.05**2), (third, LONG**2 + 0.02**2)
    return spatial.SolidBar(list(R), 0.05, 0.02, up=[0, 0, 1]), m, sum(np.outer(e, e) * m * s / 12 for e, s in parts)


def _swung(*parts):
    model = mb.Model("swung")
    model.world, model.ground = spatial.World(), spatial.Fixed()
    model.ball, model.tip = spatial.Spherical(w0=[1, 2, 3]), spatial.PointMass(1.0)
    model.rod, *rest = parts
    model.join(model.ground.b, model.ball.a)
    model.join(model.rod.b, model.tip.a)
    if rest:
        model.body = rest[0]
        model.join(model.ball.b, model.rod.a, model.body.a)
    else:
        model.join(model.ball.b, model.rod.a)
    return model.simulate(1.0, tolerance=1e-10)


@pytest.mark.parametrize("made", [_round_bar, _flat_bar])
def test_spatial_solid_is_a_rod_with_a_body(made):
    solid, m, inertia = made()
    one = _swung(solid)
    two = _swung(spatial.Rod(list(R)), spatial.Body(m, inertia.tolist(), r_cm=list(R / 2)))
    assert np.abs(one["tip.x"] - two["tip.x"]).max() < 1e-8
    assert abs(one["rod.m"][0] - m) < 1e-9 and one.stats.energy_residual < 1e-8


def test_rotor_is_a_disc_in_a_bearing():
    def run(*parts):
        model = mb.Model("satellite")
        model.world = spatial.World(gravity="none")
        model.body, *rest = parts
        if len(rest) == 1:
            model.rotor = rest[0]
            model.join(model.body.a, model.rotor.a)
        else:
            model.bearing, model.disc = rest
            model.join(model.body.a, model.bearing.a)
            model.join(model.bearing.b, model.disc.a)
        return model.simulate(2.0, tolerance=1e-10)

    w0 = [0.5, 0.2, 0.1]
    one = run(spatial.Body(3.0, [0.1, 0.225, 0.305], w0=w0), spatial.Rotor(0.05, [1, 0, 0], w0=100))
    disc = spatial.Body(1.0, [0.05, 0.025, 0.025])
    two = run(spatial.Body(2.0, [0.1, 0.2, 0.28], w0=w0), spatial.Revolute([1, 0, 0], w0=100), disc)
    assert np.abs(one["body.w"] - two["body.w"]).max() < 1e-7
    assert np.abs(one["rotor.w"] - two["bearing.w"]).max() < 1e-6
    assert one.stats.energy_residual < 1e-8


def test_driven_rotor_takes_the_torque_of_its_motor():
    model = mb.Model("wheel")
    model.world, model.ground, model.rotor = spatial.World(), spatial.Fixed(), spatial.Rotor(0.2, actuated=True)
    model.motor = mb.Se(3.0)
    model.join(model.ground.b, model.rotor.a)
    model.motor >> model.rotor.drive
    assert abs(model.simulate(2.0)["rotor.w"][-1] - 30.0) < 1e-6


def test_fixed_by_axis_and_angle():
    def hung(**turn):
        model = mb.Model("hung")
        model.world, model.ground, model.rod = spatial.World(), spatial.Fixed(**turn), spatial.Rod([1, 0, 0])
        model.slide, model.body = spatial.Prismatic([0, 1, 0]), spatial.Body(1.0)
        model.join(model.ground.b, model.rod.a)
        model.join(model.rod.b, model.slide.a)
        model.join(model.slide.b, model.body.a)
        return model.simulate(0.5)["body.x"]

    assert np.allclose(hung(axis=[0, 0, 2], angle=0.7), hung(phi=[0, 0, 0.7]), atol=1e-9)
    assert np.allclose(hung(axis=[0, 0, 1], angle="90 deg")[0], [0, 1, 0])
    with pytest.raises(mb.ModelError, match="axis and angle together"):
        hung(axis=[0, 0, 1])
    with pytest.raises(mb.ModelError, match="the one or the other"):
        hung(axis=[0, 0, 1], angle=0.1, phi=[0, 0, 0.1])


def test_solids_without_length_or_with_a_height_along_them_are_refused():
    for wrong, word in ((spatial.RoundBar([0, 0, 0]), "needs a length"), (spatial.SolidBar([0, 2, 0]), "across r")):
        with pytest.raises(mb.ModelError, match=word):
            _swung(wrong)


def test_a_box_that_stands_askew_is_a_body_with_turned_inertia():
    lengths, axis, angle, spin = np.array([0.3, 0.2, 0.1]), np.array([1.0, 2.0, -1.0]), 0.7, [0.3, 2.0, 1.0]
    turn = Rotation.from_rotvec(axis / np.linalg.norm(axis) * angle).as_matrix()
    m = 7700 * lengths.prod()
    moments = m / 12 * np.diag(np.sum(lengths**2) - lengths**2)
    given = {"w0": spin, "r_cm": [0.1, 0.0, 0.05]}
    box, body = mb.Model("box"), mb.Model("body")
    box.world, box.part = spatial.World(), spatial.Box(lengths.tolist(), axis=axis.tolist(), angle=angle, **given)
    # the product is symmetric but for rounding, which is no reason to refuse it
    body.world, body.part = spatial.World(), spatial.Body(m, (turn @ moments @ turn.T).tolist(), **given)
    first, second = box.simulate(1.0, tolerance=1e-10), body.simulate(1.0, tolerance=1e-10)
    for name in ("part.w", "part.x"):
        assert np.allclose(first[name], second[name], atol=1e-10)
    assert first.stats.energy_residual < 1e-8
    corner = turn @ (lengths / 2)
    assert np.allclose(turned_by(box.part) @ (lengths / 2), corner)


def turned_by(part):
    (shape,) = part.shapes()
    values = {symbol(f"part.axis[{k}]"): x for k, x in enumerate([1.0, 2.0, -1.0])} | {symbol("part.angle"): 0.7}
    return np.array(evaluate(shape.rotation.reshape(-1), values)).reshape(3, 3)


@pytest.mark.parametrize("part", [spatial.SolidBar([1.0, 1.0, 0.0]), spatial.Box(angle=0.5)])
def test_solids_that_stand_askew_are_drawn_so(part):
    model = mb.Model("askew")
    model.world, model.part = spatial.World(gravity="none"), part
    (shape,) = [s for s in model.part.shapes() if s.kind == "box"]
    assert shape.rotation is not None
    assert model.animate(0.1).html
