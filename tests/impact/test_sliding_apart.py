"""Bodies that slide along each other without friction: what cancels in their flows is no measure of what moves."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar

G, LENGTH, LEANS = 9.81, 2.0, 1.2


def ladder(turn=-0.01, size=1.0):
    """A rod that slides down a smooth wall and a smooth floor, `size` times two metres long."""
    long, half = LENGTH * size, 0.5 * LENGTH * size
    turn /= size**0.5
    along = np.array([np.cos(LEANS), np.sin(LEANS)])
    across = np.array([-np.sin(LEANS), np.cos(LEANS)])
    m = mb.Model("ladder")
    m.world, m.floor, m.wall = planar.World(), planar.Fixed(), planar.Fixed()
    m.rod = planar.Body(
        1.0, long**2 / 12, x0=list(half * along), v0=list(half * turn * across), phi0=np.pi - LEANS, w0=-turn
    )
    m.foot = planar.PointPlane(point_a=[-half, 0.0])
    m.top = planar.PointPlane(point_a=[half, 0.0], normal=[1.0, 0.0])
    m.join(m.rod.a, m.foot.a, m.top.a)
    m.join(m.foot.b, m.floor.b)
    m.join(m.top.b, m.wall.b)
    return m


@pytest.mark.parametrize("tolerance", [1e-6, 1e-8])
@pytest.mark.parametrize("solver", ["dop853", "auto"])
def test_the_top_of_a_ladder_leaves_the_wall_and_its_foot_stays(solver, tolerance):
    result = ladder().simulate(0.8, solver=solver, tolerance=tolerance, points=4001)
    assert [event.kinds for event in result.events] == [{"top.contact": "opens"}]
    leans = np.pi - np.interp(result.events[0].time, result.time, result["rod.phi"])
    begun = np.sin(LEANS) + 0.01**2 * LENGTH / (3 * G)
    assert np.sin(leans) == pytest.approx(2 / 3 * begun, abs=1e-5)
    assert np.abs(result["foot.gap"]).max() < 10 * tolerance
