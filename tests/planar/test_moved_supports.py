"""Supports that are moved: corners of their motion are blows."""

from typing import Any

import numpy as np
import pytest

import multibond as mb
from multibond import planar

METHODS = ["reduced", "zcp", "lagrange", "parasitic"]


def on_a_support(motion: Any, joint: Any = None) -> mb.Model:
    """A pendulum, or what else hangs on `joint`, on a support that moves along x."""
    m = mb.Model("moved")
    m.world, m.support = planar.World(), planar.PrescribedMotion([motion, 0])
    m.hinge, m.rod, m.body = joint or planar.Revolute(phi0=-1.5), planar.Rod([1, 0]), planar.Body(1.0, 0.1)
    m.join(m.support.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    m.join(m.rod.b, m.body.a)
    return m


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("bonds", ["vector", "scalar"])
def test_a_corner_whose_instant_nothing_tells_beforehand_is_refused(method: str, bonds: str) -> None:
    with pytest.raises(mb.SimulationError, match=r"jump from .* at 0\.523599 s.*has a corner there.*round it off"):
        on_a_support("abs(cos(3*time))").simulate(1.0, method=method, bonds=bonds)


@pytest.mark.parametrize("motion", ["max(sin(3*time), 0)", "-min(0.2, sin(3*time))", "0.3*max(hinge.phi, -1.55)"])
def test_so_are_those_of_least_and_largest_values(motion: str) -> None:
    with pytest.raises(mb.SimulationError, match="has a corner there, at which its velocity jumps"):
        on_a_support(motion).simulate(2.0, tolerance=1e-8)


def test_a_corner_that_is_rounded_off_is_none() -> None:
    smooth = on_a_support("max(sin(3*time), 0)**3").simulate(2.0, tolerance=1e-9)
    assert smooth.stats.energy_residual < 1e-7 and not smooth.stats.doubts
    # the same motion up to its first corner, where it comes to rest with no acceleration
    before = on_a_support("sin(3*time)**3").simulate(np.pi / 3, tolerance=1e-9)
    assert np.interp(np.pi / 3, smooth.time, smooth["hinge.phi"]) == pytest.approx(before["hinge.phi"][-1], abs=1e-5)


@pytest.mark.parametrize("motion", ["abs(time)", "max(time, 0)", "abs(0 - time)", "abs(sin(time))"])
def test_a_run_that_begins_in_a_corner_goes_on_to_its_later_side(motion: str) -> None:
    plain = "sin(time)" if "sin" in motion else "time"
    one, other = (on_a_support(x).simulate(0.5, tolerance=1e-9) for x in (motion, plain))
    assert one["hinge.phi"][-1] == pytest.approx(other["hinge.phi"][-1], abs=1e-8)


def test_the_accelerations_of_a_table_are_refused() -> None:
    points = np.linspace(0, 1, 201)
    with pytest.raises(mb.ModelError, match=r"^support\.path: the accelerations of a motion by a table of 201 points"):
        on_a_support(mb.table(points, 0.5 * points**2)).simulate(0.9)


def test_a_table_that_pulls_by_a_spring_is_not() -> None:
    points = np.linspace(0, 1, 201)
    m = mb.Model("road")
    m.world, m.ground = planar.World(), planar.Fixed()
    m.road = planar.PrescribedMotion([0, mb.table(points, 0.05 * np.sin(6 * points))])
    m.guide, m.spring, m.body = planar.Prismatic([0, 1], s0=1.0), planar.Spring(1e3, 1.0), planar.Body(10)
    m.join(m.road.b, m.spring.a)
    m.join(m.ground.b, m.guide.a)
    m.join(m.guide.b, m.body.a, m.spring.b)
    result = m.simulate(0.5)
    rate, w = 10.0, 6.0  # x'' = -w0² (x - 1 - 0.05 sin 6t) - g with w0 = 10 1/s, from x = 1 at rest
    forced = 0.05 * rate**2 / (rate**2 - w**2)
    t = result.time[-1]
    expected = 1 - 0.0981 + forced * (np.sin(w * t) - w / rate * np.sin(rate * t)) + 0.0981 * np.cos(rate * t)
    assert result["body.x"][-1, 1] == pytest.approx(expected, abs=2e-5)
