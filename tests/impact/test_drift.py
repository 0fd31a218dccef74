"""What the integration leaves of closed contacts decides nothing: contacts that close within its error of each other
are one impact, whatever the solver, and what opens does not close again by it."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from impact.test_sliding_apart import LEANS, LENGTH, G, ladder
from multibond import planar, spatial

SOLVERS = ["bdf", "adams", "ida", "esdirk"]
PULLS = 20.0  # N/m


def sliding_box(spring: bool) -> mb.Model:
    """A box on a smooth floor that slides flat into a wall, alone or on a spring whose rest is at one metre."""
    m = mb.Model("box")
    m.world, m.floor, m.wall, m.rest = (
        planar.World(), planar.Fixed(), planar.Fixed([2.0, 0.0]), planar.Fixed([1.0, 0.1]),
    )  # fmt: skip
    m.body = planar.Body(2.0, 0.03, x0=[0.0, 0.1], v0=[2.5 if spring else 1.0, 0.0])
    m.feet = planar.BoxPlane([0.4, 0.2])
    m.side = planar.BoxPlane([0.4, 0.2], restitution=0.8, normal=[-1.0, 0.0])
    m.join(m.body.a, m.feet.a, m.side.a)
    m.join(m.feet.b, m.floor.b)
    m.join(m.side.b, m.wall.b)
    if spring:
        m.spring = planar.Spring(PULLS)
        m.join(m.body.a, m.spring.a)
        m.join(m.spring.b, m.rest.b)
    return m


@pytest.mark.parametrize("solver", SOLVERS)
def test_both_corners_of_a_box_that_slides_flat_strike_the_wall(solver):
    result = sliding_box(spring=True).simulate(2.2, solver=solver, points=23)
    assert [event.kinds for event in result.events] == [{"side.contact3": "strikes", "side.contact4": "strikes"}] * 2
    frequency, swing = np.sqrt(PULLS / 2.0), np.hypot(1.0, 2.5 / np.sqrt(PULLS / 2.0))
    first = (np.arcsin(0.8 / swing) + np.arcsin(1.0 / swing)) / frequency
    strikes = frequency * np.sqrt(swing**2 - 0.8**2)  # m/s
    back = np.hypot(0.8, 0.8 * strikes / frequency)
    assert result.events[0].time == pytest.approx(first, abs=1e-5)
    impulses = list(result.events[0].impulses.values())
    assert impulses == pytest.approx([1.8 * strikes] * 2, rel=1e-4)
    second = first + (2 * np.pi - 2 * np.arccos(0.8 / back)) / frequency
    assert result.events[1].time == pytest.approx(second, abs=1e-4)
    assert np.abs(result["body.phi"]).max() < 1e-5 and np.abs(result["body.w"]).max() < 1e-5


def test_a_box_that_slides_alone_comes_back_from_the_wall_as_it_came():
    result = sliding_box(spring=False).simulate(3.0, solver="bdf", points=4)
    np.testing.assert_allclose(result["body.v"][-1], [-0.8, 0.0], atol=1e-6)
    assert abs(result["body.w"][-1]) < 1e-6


@pytest.mark.parametrize("solver", ["bdf", "adams", "esdirk"])
def test_a_contact_that_opens_slowly_stays_open(solver):
    result = ladder().simulate(0.8, solver=solver, points=801)
    assert [event.kinds for event in result.events] == [{"top.contact": "opens"}]
    leans = np.pi - np.interp(result.events[0].time, result.time, result["rod.phi"])
    assert np.sin(leans) == pytest.approx(2 / 3 * (np.sin(LEANS) + 0.01**2 * LENGTH / (3 * G)), abs=1e-4)


@pytest.mark.parametrize("solver", ["bdf", "adams", "ida"])
def test_a_ball_in_a_corner_strikes_both_sides_until_it_rests(solver):
    m, root = mb.Model("corner"), np.sqrt(0.5)
    m.world, m.floor, m.body = planar.World(), planar.Fixed(), planar.Body(1.0, 0.005, x0=[0.0, 1.0])
    m.left = planar.SpherePlane(0.1, restitution=0.5, normal=[root, root])
    m.right = planar.SpherePlane(0.1, restitution=0.5, normal=[-root, root])
    m.join(m.body.a, m.left.a, m.right.a)
    m.join(m.left.b, m.right.b, m.floor.b)
    result = m.simulate(1.5, solver=solver, points=4)
    assert all(set(event.kinds) == {"left.contact", "right.contact"} for event in result.events)
    assert result.events[-1].time == pytest.approx(3 * np.sqrt(2 * (1.0 - 0.1 / root) / G), abs=5e-3)
    np.testing.assert_allclose(result["body.x"][-1], [0.0, 0.1 / root], atol=1e-6)


@pytest.mark.parametrize("solver", ["esdirk", "bdf"])
def test_balls_do_not_pass_through_each_other_within_a_long_step(solver):
    m = mb.Model("meet")
    m.world, m.left = planar.World(g=0.0), planar.Body(1.0, 0.01, x0=[-50.0, 0.0], v0=[1.0, 0.0])
    m.right, m.contact = planar.Body(1.0, 0.01), planar.SphereSphere(0.1, 0.1, restitution=1.0)
    m.join(m.left.a, m.contact.a)
    m.join(m.contact.b, m.right.a)
    result = m.simulate(100.0, solver=solver, points=3)
    assert [event.time for event in result.events] == pytest.approx([49.8])
    assert result["right.v"][-1, 0] == pytest.approx(1.0)


def test_a_box_in_space_stands_on_all_its_feet_and_strikes_the_wall_flat():
    m = mb.Model("box")
    m.world, m.floor, m.wall = spatial.World(), spatial.Fixed(), spatial.Fixed([2.0, 0.0, 0.0])
    m.body = spatial.Body(2.0, [0.02, 0.03, 0.02], x0=[0.0, 0.1, 0.0], v0=[2.5, 0.0, 0.0])
    m.feet = spatial.BoxPlane([0.4, 0.2, 0.4])
    m.side = spatial.BoxPlane([0.4, 0.2, 0.4], restitution=0.8, normal=[-1.0, 0.0, 0.0])
    m.spring, m.rest = spatial.Spring(PULLS), spatial.Fixed([1.0, 0.1, 0.0])
    m.join(m.body.a, m.feet.a, m.side.a, m.spring.a)
    m.join(m.feet.b, m.floor.b)
    m.join(m.side.b, m.wall.b)
    m.join(m.spring.b, m.rest.b)
    result = m.simulate(3.0, points=7)
    loads = [result[f"feet.contact{k}.e"][0] for k in (1, 2, 5, 6)]
    assert loads == pytest.approx([2.0 * G / 4] * 4)  # none of them is idle
    assert len(result.events) == 2 and np.abs(result["body.w"]).max() < 1e-9
    assert result["body.x"][-1] == pytest.approx([0.22940494, 0.1, 0.0], abs=1e-5)  # as of a box in the plane
