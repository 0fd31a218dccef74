"""Stops of joints and the element Stop: impacts, rest, and leaving again, by closed forms."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial


def falling(library, **given):
    """A mass of 2 kg on a vertical slider that starts 1 m above its lower stop."""
    model = mb.Model("falling")
    model.world, model.ground = library.World(), library.Fixed()
    up = [0.0, 1.0] if library is planar else [0.0, 1.0, 0.0]
    model.slider = library.Prismatic(up, s0=1.0, v0=0.0, stops=[0.0, 5.0], **given)
    model.body = planar.Body(2.0, 0.1) if library is planar else spatial.Body(2.0, [0.1, 0.1, 0.1])
    model.join(model.ground.b, model.slider.a)
    model.join(model.slider.b, model.body.a)
    return model


@pytest.mark.parametrize("library", [planar, spatial])
def test_a_slider_falls_on_its_stop_and_stays(library):
    result = falling(library).simulate(2.0, tolerance=1e-8)
    hit = np.sqrt(2 / 9.81)
    assert result.events[0].time == pytest.approx(hit, abs=1e-7)
    after = result.time > hit + 1e-3
    np.testing.assert_allclose(result["slider.s"][after], 0.0, atol=1e-9)
    assert result.stats.energy_residual < 1e-6


def test_a_slider_bounces_on_its_stop():
    result = falling(planar, restitution=0.8).simulate(1.5, tolerance=1e-9)
    fall = np.sqrt(2 / 9.81)
    hits = [event.time for event in result.events if event.energy_jump]
    assert hits[:2] == pytest.approx([fall, fall + 2 * 0.8 * fall], abs=1e-6)
    up, since = 0.8**2 * 9.81 * fall, 1.5 - hits[1]
    assert result["slider.s"][-1] == pytest.approx(up * since - 9.81 / 2 * since**2, abs=1e-6)


def test_a_hinge_is_held_between_two_stops():
    model = mb.Model("door", domain=None)
    model.world, model.ground = planar.World(gravity="none"), planar.Fixed()
    model.hinge = planar.Revolute(phi0=0.0, w0=1.0, stops=[-0.5, 0.8], restitution=1.0)
    model.body = planar.Body(1.0, 0.5)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.body.a)
    result = model.simulate(6.0, tolerance=1e-9)
    period = 2 * 1.3  # to and fro at 1 rad/s
    from_the_middle = np.abs((result.time + 0.5) % period - period / 2)
    np.testing.assert_allclose(result["hinge.phi"], 0.8 - from_the_middle, atol=1e-6)


def test_a_mass_is_pressed_against_a_stop_and_leaves_it_when_the_force_turns():
    """1 kg under 2 cos(t): it reaches the stop at 0.5 m, rests there, and leaves when the force turns at pi/2."""
    model = mb.Model("stop", domain="translational")
    model.speed, model.mass, model.travel, model.force = mb.J1(), mb.I(1.0), mb.Dq(), mb.Se("2*cos(time)")
    model.wall = mb.Stop("travel.q", 0.5)
    model.force >> model.speed >> [model.mass, model.travel, model.wall]
    result = model.simulate(2.5, tolerance=1e-9)
    hit, leaves = np.arccos(0.75), np.pi / 2
    assert result.events[0].time == pytest.approx(hit, abs=1e-7)
    t = 2.5
    expected = 0.5 + (-2 * np.cos(t) + 2 * np.cos(leaves)) - 2 * np.sin(leaves) * (t - leaves)
    assert result["travel.q"][-1] == pytest.approx(expected, abs=1e-6)
    resting = (result.time > hit + 0.01) & (result.time < leaves - 0.01)
    np.testing.assert_allclose(result["travel.q"][resting], 0.5, atol=1e-9)


def between_stops(above, below, static, solver="auto"):
    """A mass of 1 kg between stops at ±0.5 m, with friction and damping, moved by 5 N · sin 3t."""
    model = mb.Model("between", domain="translational")
    model.push, model.speed, model.mass, model.travel = mb.Se("5*sin(3*time)"), mb.J1(), mb.I(1.0), mb.Dq()
    model.upper = mb.Stop("travel.q", 0.5, restitution=above)
    model.lower = mb.Stop("travel.q", -0.5, side="lower", restitution=below)
    model.drag, model.friction = mb.R(0.2), mb.DryFriction(0.3, static=static)
    model.push >> model.speed >> [model.mass, model.travel, model.drag, model.upper, model.lower, model.friction]
    return model.simulate(10.0, tolerance=1e-8, solver=solver)


@pytest.mark.parametrize("solver", ["auto", "esdirk"])
@pytest.mark.parametrize(
    ("above", "below", "static", "place"),
    [  # by integration from event to event with the law of friction written out
        (0.3, 0.0, 0.5, -0.2172012941),
        (0.0, 0.0, 0.5, 0.1491740959),
        (0.3, 0.0, 0.3, -0.2167733947),
        (0.3, 0.3, 0.5, 0.0753738824),
    ],
)
def test_what_friction_holds_at_a_stop_does_not_jam(above, below, static, place, solver):
    result = between_stops(above, below, static, solver)
    assert result["travel.q"][-1] == pytest.approx(place, abs=1e-6)
    assert max(abs(result["travel.q"])) < 0.5 + 1e-9 and result.stats.doubts == []
