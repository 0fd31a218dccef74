"""Wheels that may lift: they roll, slide, leave the ground where it would pull, and land; beside closed forms."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar

G = 9.81


def wheel(ground, mass=2.0, inertia=0.05, radius=0.25, **given):
    """A wheel on a ground frame that `ground` makes."""
    m = mb.Model("wheel")
    m.world, m.ground, m.disc = planar.World(), ground, planar.Body(mass, inertia)
    m.roll = planar.LiftingRolling(radius, **given)
    m.join(m.ground.b, m.roll.a)
    m.join(m.roll.b, m.disc.a)
    return m


def test_it_rolls_on_level_ground_as_the_ideal_wheel_does():
    result = wheel(planar.Fixed(), v0=2.0, w0=-8.0).simulate(1.0, tolerance=1e-9)
    assert result["roll.s"][-1] == pytest.approx(2.0, abs=1e-9)
    assert result["roll.phi"][-1] == pytest.approx(-8.0, abs=1e-8)
    np.testing.assert_allclose(result["roll.load"], 2.0 * G, atol=1e-8)
    assert np.abs(result["roll.v_slip"]).max() < 1e-9


def test_it_slides_until_it_rolls():
    """A disc with v0 and no spin rolls from t = v0 / (µ g (1 + m r²/J)) on."""
    result = wheel(planar.Fixed(), v0=3.0, w0=0.0, friction=0.3).simulate(1.5, tolerance=1e-9)
    ratio = 2.0 * 0.25**2 / 0.05
    begins = 3.0 / (0.3 * G * (1 + ratio))
    assert any(event.time == pytest.approx(begins, abs=1e-6) for event in result.events)
    assert result["roll.v"][-1] == pytest.approx(3.0 * ratio / (1 + ratio), abs=1e-7)


def test_it_leaves_a_table_that_falls_away_faster_than_it_would():
    """The table moves by A cos(ω t): the wheel leaves where A ω² cos(ω t) = g, flies, and lands."""
    A, omega = 0.2, 10.0
    m = wheel(planar.PrescribedMotion([0.0, f"{A}*cos({omega}*time + pi)"]), friction=0.5)
    result = m.simulate(0.8, tolerance=1e-10, points=801)
    leaves = np.arccos(-G / (A * omega**2)) / omega  # of A cos(ω t + π): its acceleration is A ω² cos(ω t)
    opened = [event.time for event in result.events if "opens" in event.kinds.values()]
    assert opened[0] == pytest.approx(leaves, abs=1e-7)
    height, speed = -A * np.cos(omega * leaves), A * omega * np.sin(omega * leaves)
    from scipy.optimize import brentq

    def gap(t):
        return height + speed * (t - leaves) - G / 2 * (t - leaves) ** 2 + A * np.cos(omega * t)

    lands = brentq(gap, leaves + 0.02, leaves + 0.6)
    landed = [event.time for event in result.events if "rests" in event.kinds.values()]
    assert landed[0] == pytest.approx(lands, abs=1e-6)
    within = (result.time > leaves + 1e-6) & (result.time < lands - 1e-6)
    np.testing.assert_allclose(result["roll.gap"][within], gap(result.time[within]), atol=1e-7)
    assert np.min(result["roll.load"]) > -1e-9 and np.min(result["roll.gap"]) > -1e-9
    assert result.energy.relative_residual < 1e-7


def test_it_bounces_when_it_is_let_fall():
    result = wheel(planar.Fixed(), y0=0.5, restitution=0.6).simulate(1.0, tolerance=1e-10)
    first = (2 * 0.5 / G) ** 0.5
    struck = [event.time for event in result.events if "strikes" in event.kinds.values()]
    assert struck[:2] == pytest.approx([first, first * (1 + 2 * 0.6)], abs=1e-8)


@pytest.mark.parametrize(("friction", "cosine", "within"), [(None, 2 / 3, 1e-5), (300.0, 4 / 7, 2e-3)])
def test_a_disc_leaves_the_crest_of_a_hill_where_the_textbook_says(friction, cosine, within):
    """From rest near the top of a hill: sliding it leaves at cos θ = 2/3, rolling at 4/7, but for slip at the end."""
    R, r, tip = 1.0, 0.2, 1e-3
    start = [(R + r) * np.sin(tip), (R + r) * np.cos(tip)]
    m = mb.Model("hill")
    m.world, m.hill = planar.World(), planar.Fixed()
    m.disc = planar.Body(1.0, r**2 / 2, x0=start)
    given = {} if friction is None else {"friction": friction}
    m.contact = planar.SphereSphere(r, R, restitution=0.0, **given)
    m.join(m.disc.a, m.contact.a)
    m.join(m.contact.b, m.hill.b)
    result = m.simulate(4.0, tolerance=1e-9)
    leaves = next(event.time for event in result.events if "opens" in event.kinds.values())
    x, y = result.at(leaves)["disc.x"]
    assert y / np.hypot(x, y) == pytest.approx(cosine * np.cos(tip), abs=within)
