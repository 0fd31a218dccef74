"""Contacts that stick until a load that grows slowly, or a floor that moves, takes them along: slip begins just where
friction reaches what it can hold, with every solver, also where several contacts share the load."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial

G = 9.81  # m/s²
SOLVERS = ["auto", "bdf", "esdirk"]


def carried(library, motion: str, speed: float) -> mb.Model:
    """A point on a floor that moves along x by `motion` [m], with a coefficient of friction of 0.2."""
    across = [0.0] * (1 if library is planar else 2)
    m = mb.Model("carried")
    m.world, m.floor = library.World(), library.PrescribedMotion([motion, *map(str, across)])
    m.point = library.PointMass(1.0, x0=[0.0, *across], v0=[speed, *across])
    m.contact = library.PointPlane(restitution=0.0, friction=0.2)
    m.join(m.point.a, m.contact.a)
    m.join(m.contact.b, m.floor.b)
    return m


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("library", [planar, spatial])
def test_a_point_slips_on_a_shaken_floor(library, solver):
    result = carried(library, "0.1*sin(8*time)", 0.8).simulate(0.3, solver=solver, tolerance=1e-9)
    begin = np.arcsin(0.2 * G / 6.4) / 8  # s, when the floor is faster than friction can follow
    assert result.events[0].time == pytest.approx(begin, abs=1e-7)
    after = 0.3 - begin
    place = 0.1 * np.sin(8 * begin) + 0.8 * np.cos(8 * begin) * after - 0.1 * G * after**2
    assert result["point.x"][-1, 0] == pytest.approx(place, abs=1e-7)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("height", [-0.1, 0.0, 0.1])
def test_a_box_slips_when_all_of_its_friction_is_used_up(height, solver):
    # the load of its two lower corners differs ever more: the one that is less loaded can hold less
    m = mb.Model("pushed")
    m.world, m.floor, m.box = planar.World(), planar.Fixed(), planar.Body(1.0, 0.02, x0=[0.0, 0.1])
    m.contact, m.arm = planar.BoxPlane([0.4, 0.2], restitution=0.0, friction=0.3), planar.Rod([0.0, height])
    m.push = planar.WorldForce(["3*time", 0])
    m.join(m.box.a, m.contact.a, m.arm.a)
    m.join(m.arm.b, m.push.b)
    m.join(m.contact.b, m.floor.b)
    result = m.simulate(1.5, solver=solver, tolerance=1e-8)
    begin = 0.1 * G  # s
    assert result.events[0].time == pytest.approx(begin, abs=1e-6)
    assert result["box.x"][-1, 0] == pytest.approx(0.5 * (1.5 - begin) ** 3, abs=1e-6)


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_tall_box_stands_on_a_slope(solver):
    # shared evenly, its friction would be more than its upper corner can hold
    slope, normal = 0.25, np.array([-np.sin(0.25), np.cos(0.25)])
    m = mb.Model("standing")
    m.world, m.floor, m.box = planar.World(), planar.Fixed([0, 0], slope), planar.Body(1.0, 0.02, x0=list(0.3 * normal),
                                                                                        phi0=slope)  # fmt: skip
    m.contact = planar.BoxPlane([0.4, 0.6], restitution=0.0, friction=0.3)
    m.join(m.box.a, m.contact.a)
    m.join(m.contact.b, m.floor.b)
    result = m.simulate(1.0, solver=solver)
    assert not result.events
    np.testing.assert_allclose(result["box.x"][-1], 0.3 * normal, atol=1e-9)


@pytest.mark.parametrize("solver", ["auto", "bdf"])
@pytest.mark.parametrize("height", [-0.05, 0.03, 0.1])
def test_a_box_in_space_slips_on_all_four_feet(height, solver):
    """Under 3t N at a height over its centre it slips from 0.3 · 9.81 / 3 = 0.981 s on; until then all feet stand,
    though those behind have less to hold, and it does not tip."""
    model = mb.Model("box")
    model.world, model.floor = spatial.World(), spatial.Fixed()
    model.box = spatial.Body(1.0, [0.01] * 3, x0=[0.0, 0.1, 0.0])
    model.contact, model.rod = spatial.BoxPlane([0.4, 0.2, 0.3], friction=0.3), spatial.Rod([0, height, 0])
    model.push = spatial.WorldForce(["3*time", "0", "0"])
    model.join(model.box.a, model.contact.a, model.rod.a)
    model.join(model.contact.b, model.floor.b)
    model.join(model.rod.b, model.push.b)
    result = model.simulate(1.5, solver=solver)
    assert all(abs(event.time - 0.981) < 1e-6 for event in result.events)
    assert not any("opens" in event.kinds.values() for event in result.events)
    assert result["box.x"][-1, 0] == pytest.approx(0.5 * (1.5 - 0.981) ** 3, abs=1e-7)
    stepped = model.simulate(1.5, solver="timestepping")
    assert stepped["box.x"][-1, 0] == pytest.approx(0.5 * (1.5 - 0.981) ** 3, abs=3e-5)
