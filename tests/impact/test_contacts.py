"""Contacts in models: impacts, rest, sliding and lifting beside closed forms."""

import math

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial

G = 9.81
TIGHT = 1e-9


def falling_ball(restitution, height=1.0, **law):
    model = mb.Model("ball")
    model.world, model.floor = planar.World(), planar.Fixed()
    model.ball, model.hit = (
        planar.Body(1.0, 0.04, x0=[0.0, height]),
        planar.SpherePlane(0.0, restitution=restitution, **law),
    )
    model.join(model.ball.a, model.hit.a)
    model.join(model.hit.b, model.floor.b)
    return model


@pytest.mark.parametrize("impact", ["poisson", "stronge", "newton"])
def test_a_ball_bounces_lower_each_time_and_comes_to_rest(impact):
    e, speed = 0.7, math.sqrt(2 * G)
    first = speed / G
    rest = first + 2 * speed / G * e / (1 - e)
    result = falling_ball(e, impact=impact).simulate(rest + 1.0, tolerance=TIGHT, points=2001)
    times = [event.time for event in result.events]
    expected = [first + 2 * speed / G * e * (1 - e**k) / (1 - e) for k in range(12)]
    assert times[:12] == pytest.approx(expected, abs=1e-7)
    assert times[-1] == pytest.approx(rest, abs=1e-6)
    resting = result.time > rest + 1e-3
    assert np.abs(result["ball.x"][resting, 1]).max() < 1e-9
    assert result["hit.load"][resting] == pytest.approx(G, rel=1e-9)
    assert np.abs(result["hit.load"][result.time < rest - 0.1]).max() < 1e-9
    heights = [result["ball.x"][(result.time > a) & (result.time < b), 1].max() for a, b in zip(times, times[1:5])]
    assert heights == pytest.approx([e ** (2 * k + 2) for k in range(4)], abs=1e-4)
    assert result.energy.relative_residual < 1e-7


def test_the_events_tell_impulse_and_energy():
    result = falling_ball(0.5).simulate(0.6, tolerance=TIGHT)
    event, speed = result.events[0], math.sqrt(2 * G)
    assert event.origins == ["hit.contact"] and event.kinds == {"hit.contact": "strikes"}
    assert list(event.impulses.values()) == pytest.approx([1.5 * speed], rel=1e-7)
    assert event.energy_jump == pytest.approx(-0.75 * G, rel=1e-7)


def test_a_plastic_ball_stays_where_it_falls():
    result = falling_ball(0.0).simulate(2.0, tolerance=TIGHT)
    assert len(result.events) == 1
    assert result["ball.x"][result.time > 0.46, 1] == pytest.approx(0.0, abs=1e-9)


def test_a_ball_pushed_up_lifts_when_its_load_is_gone():
    model = falling_ball(0.0, height=0.0)
    model.pull = planar.WorldForce(["0", "20*time"])
    model.join(model.pull.b, model.ball.a)
    result = model.simulate(1.0, tolerance=TIGHT, points=201)
    lifts = G / 20
    assert result.events[-1].time == pytest.approx(lifts, abs=1e-8)
    after = result.time > lifts
    s = result.time[after] - lifts
    assert result["ball.x"][after, 1] == pytest.approx(20 * s**3 / 6, abs=1e-8)
    assert result["hit.load"][~after] == pytest.approx(G - 20 * result.time[~after], abs=1e-7)


@pytest.mark.parametrize("released", [1, 2, 3])
def test_the_cradle_sends_away_as_many_as_come(released):
    angle = 0.4
    phi0 = [-angle if k < released else 0.0 for k in range(5)]
    result = mb.load("newtons_cradle", phi0=phi0, radius=0.25).simulate(3.0, tolerance=TIGHT, points=1501)
    highest = [result[f"phi{k}"].max() for k in range(1, 6)]
    for k in range(5):
        assert highest[k] == pytest.approx(angle if k >= 5 - released else 0.0, abs=1e-6)
    assert result.energy.relative_residual < 1e-8


@pytest.mark.parametrize(("e", "bullet", "bob"), [(1.0, 0.0, 4.0), (0.5, 1.0, 3.0), (0.0, 2.0, 2.0)])
def test_a_bullet_on_a_pendulum(e, bullet, bob):
    result = mb.load("bullet_on_pendulum", restitution=e).simulate(0.7, tolerance=TIGHT)
    assert result.events[0].time == pytest.approx(2.5 / 4, rel=1e-9)
    k = int(np.searchsorted(result.time, 2.5 / 4 + 1e-9))
    assert result["v"][k] == pytest.approx(bullet, abs=2e-2)  # it goes round already: exact below
    assert result["hinge.w"][k] == pytest.approx(bob / 2, abs=2e-2)
    assert result.events[0].energy_jump == pytest.approx(-(1 - e**2) * 4, abs=1e-7)


def spinning(mu, w0, e=0.6, vx=0.0):
    model = mb.Model("spin")
    model.world, model.floor = spatial.World(), spatial.Fixed()
    model.ball = spatial.Body(1.0, [0.04] * 3, x0=[0, 1.25, 0], v0=[vx, 0, 0], w0=[0, 0, w0])
    model.hit = spatial.SpherePlane(0.25, restitution=e, friction=mu)
    model.join(model.ball.a, model.hit.a)
    model.join(model.hit.b, model.floor.b)
    return model.simulate(0.6, tolerance=TIGHT)


def test_a_spinning_ball_slides_through_an_impact():
    mu, w0, e = 0.1, -25.0, 0.6
    result, down = spinning(mu, w0, e), math.sqrt(2 * G)
    impulse = (1 + e) * down
    assert result["ball.v"][-1, 0] == pytest.approx(mu * impulse, rel=1e-7)  # friction pushes it forward
    assert result["ball.w"][-1, 2] == pytest.approx(w0 + mu * impulse * 0.25 / 0.04, rel=1e-7)


def test_a_spinning_ball_grips_in_an_impact():
    w0, r, inertia = -10.0, 0.25, 0.04
    result = spinning(0.9, w0)
    # the slip ends: v = -w r with the impulse p along the floor, v = p, w = w0 + p r/I
    p = -w0 * r / (1 + r**2 / inertia)
    assert result["ball.v"][-1, 0] == pytest.approx(p, rel=1e-7)
    assert result["ball.w"][-1, 2] == pytest.approx(w0 + p * r / inertia, rel=1e-7)


def sliding_box(v0, mu, slope=0.0):
    model = mb.Model("box")
    model.world, model.ramp = planar.World(), planar.Fixed([0, 0], slope)
    c, s = math.cos(slope), math.sin(slope)
    start = [-0.1 * s, 0.1 * c]
    model.box = planar.Body(2.0, 0.02, x0=start, phi0=slope, v0=[v0 * c, v0 * s], w0=0.0)
    model.feet = planar.BoxPlane([0.4, 0.2], restitution=0.0, friction=mu)
    model.join(model.box.a, model.feet.a)
    model.join(model.feet.b, model.ramp.b)
    return model


def test_a_box_slides_to_rest_and_stays():
    v0, mu = 2.0, 0.3
    result = sliding_box(v0, mu).simulate(2.0, tolerance=TIGHT, points=401)
    stop = v0 / (mu * G)
    x = np.where(result.time < stop, v0 * result.time - mu * G * result.time**2 / 2, v0 * stop / 2)
    assert result["box.x"][:, 0] == pytest.approx(x, abs=1e-7)
    assert result["box.x"][:, 1] == pytest.approx(0.1, abs=1e-9)
    assert result["feet.load"] == pytest.approx(2 * G, rel=1e-8)
    assert result.energy.dissipated[-1] == pytest.approx(v0**2, rel=1e-6)


@pytest.mark.parametrize(("slope", "mu"), [(0.4, 0.5), (0.4, 0.2)])
def test_a_box_on_a_ramp_holds_or_slides(slope, mu):
    result = sliding_box(0.0, mu, slope).simulate(1.0, tolerance=TIGHT)
    acceleration = min(0.0, -G * (math.sin(slope) - mu * math.cos(slope)))
    way = (result["box.x"][:, 0] + 0.1 * math.sin(slope)) / math.cos(slope)
    assert way == pytest.approx(acceleration * result.time**2 / 2, abs=1e-7)


def test_the_struck_four_bar_loses_no_loop_and_gains_no_energy():
    model = mb.load("four_bar_impact", restitution=0.6)
    result = model.simulate(1.0, tolerance=1e-8)
    struck = [event for event in result.events if event.impulses]
    assert struck and all(event.energy_jump < 1e-9 for event in struck)
    assert result.stats.constraint_residual < 1e-8
    assert result.energy.relative_residual < 1e-6


def momenta(result, bodies):
    """Momentum and angular momentum about the origin of bodies in space: their (name, mass, inertia)."""
    linear = angular = 0.0
    for name, m, inertia in bodies:
        v, x = result[f"{name}.v_cm"], result[f"{name}.x_cm"]
        R = result[f"{name}.a.R"]
        linear = linear + m * v
        angular = angular + m * np.cross(x, v) + np.einsum("tji,tj->ti", R, inertia * result[f"{name}.w"])
    return linear, angular


def test_cue_and_ball_keep_their_momenta():
    result = mb.load("cue_and_ball").simulate(1.0, tolerance=1e-11)
    bodies = [
        ("tip", 3.0, np.full(3, 0.02)),
        ("butt", 6.0, np.array([0.02, 0.2, 0.2])),
        ("ball", 4.0, np.full(3, 0.02)),
    ]
    linear, angular = momenta(result, bodies)
    assert len(result.events) >= 1
    assert np.abs(linear - linear[0]).max() < 1e-9 and np.abs(angular - angular[0]).max() < 1e-9
    assert result["v_ball"][-1, 0] > 4.0


def test_colliding_bodies_keep_their_momenta():
    result = mb.load("colliding_bodies").simulate(2.0, tolerance=1e-9)
    v = np.array([result[f"body{k}.v"] for k in range(1, 6)])
    x = np.array([result[f"position_{k}"] for k in range(1, 6)])
    assert any(event.impulses for event in result.events)
    assert np.abs(v.sum(axis=0)).max() < 1e-8 * np.abs(v).max()
    turning = np.cross(x, v).sum(axis=0)
    assert np.abs(turning).max() < 1e-7 * np.abs(np.cross(x, v)).max()
    gaps = [np.linalg.norm(x[i] - x[j], axis=1).min() for i in range(5) for j in range(i)]
    assert min(gaps) > 0.2 - 1e-6


@pytest.mark.parametrize(("solver", "apart"), [("auto", 0.0), ("auto", 0.02), ("timestepping", 0.0)])
def test_equal_boxes_stand_exactly_on_each_other(solver, apart):
    m, count, size = mb.Model("tower"), 3 if apart == 0.0 else 2, 0.2  # m
    m.world, m.floor, m.feet = planar.World(), planar.Fixed(), planar.BoxPlane([size, size], friction=0.4)
    half = size / 2
    corners = [[-half, -half], [half, -half], [half, half], [-half, half]]
    for k in range(count):
        m.add(f"box{k}", planar.Body(1.0, size**2 / 6, x0=[0.0, half + k * (size + apart)]))
    m.join(m.box0.a, m.feet.a)
    m.join(m.feet.b, m.floor.b)
    for k in range(1, count):
        touch = m.add(f"touch{k}", planar.PolygonPolygon(corners, corners, friction=0.4))
        m.join(m[f"box{k - 1}"].a, touch.a)
        m.join(touch.b, m[f"box{k}"].a)
    result = m.simulate(0.5, points=51, solver=solver)
    for k in range(count):
        assert result[f"box{k}.x"][-1] == pytest.approx([0.0, half + k * size], abs=1e-5 if apart else 1e-8)
        assert abs(result[f"box{k}.phi"][-1]) < 1e-5
    assert result["feet.load"][-1] == pytest.approx(count * 9.81, rel=1e-3)
