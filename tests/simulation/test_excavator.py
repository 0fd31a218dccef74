"""A boom lifted by a cylinder without oil: its pressure is found from nonlinear equations, with corners."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar

LEAK = 0.002


def excavator(spool: str, relief: float) -> mb.Model:
    """Two edges of a servo valve feed and empty a cylinder; a relief valve opens at a pressure `relief` [Pa]."""
    m = mb.Model("excavator")
    m.world, m.left, m.foot = planar.World(), planar.Fixed(), planar.Fixed([0.5, -0.8])
    m.hinge, m.near, m.far = planar.Revolute(phi0=0.3), planar.Rod([1.0, 0]), planar.Rod([1.5, 0])
    m.lower, m.slide, m.upper = planar.Revolute(), planar.Prismatic([1, 0], actuated=True), planar.Revolute()
    m.bucket = planar.Body(50.0, 2.0)
    m.join(m.left.b, m.hinge.a)
    m.join(m.hinge.b, m.near.a)
    m.join(m.near.b, m.far.a, m.upper.b)
    m.join(m.far.b, m.bucket.a)
    m.join(m.foot.b, m.lower.a)
    m.join(m.lower.b, m.slide.a)
    m.join(m.slide.b, m.upper.a)
    m.start("lower.angle.q", 1.3, fixed=False)
    m.start("upper.angle.q", -1.0, fixed=False)
    m.supply, m.tank = mb.Se(2e7, domain="hydraulic"), mb.Se(1e5, domain="hydraulic")
    m.spool, m.chamber, m.ram = mb.Function(spool), mb.J0(domain="hydraulic"), mb.HydraulicCylinder(2e-3)
    m.feed, m.drain = mb.J1(domain="hydraulic"), mb.J1(domain="hydraulic")
    m.lift = mb.ServoValve(A_max=4e-6, leak=LEAK, opening="spool.y")
    m.sink = mb.ServoValve(A_max=4e-6, leak=LEAK, opening="-spool.y")
    m.relief = mb.G(law=f"1e-10*(e - {relief} if e > {relief} else 0)", causality="flow")
    m.supply >> m.feed >> m.chamber >> m.drain >> m.tank
    m.feed >> m.lift
    m.drain >> m.sink
    m.chamber >> [m.relief, m.ram.a]
    m.rod = mb.J1(domain="translational")
    m.ram.b >> m.rod >> m.slide.drive
    return m


@pytest.mark.parametrize("tolerance", [1e-4, 1e-8])
@pytest.mark.parametrize("relief", [1e6, 3e6])
@pytest.mark.parametrize("spool", ["0.4*sin(2*time)", "0.1*time - 0.1"])
def test_each_corner_is_passed_once(spool, relief, tolerance):
    """Corners of the valve are where the spool passes ± its leak, those of the relief valve at its pressure."""
    result = excavator(spool, relief).simulate(3.0, points=3001, tolerance=tolerance)
    opening, pressure = result["spool.y"], result["relief.e"]
    turns = sum(
        np.count_nonzero(np.diff(np.sign(x)) != 0) for x in (opening - LEAK, -opening - LEAK, pressure - relief)
    )
    assert result.stats.events <= turns + 2
    assert result.stats.energy_residual < 100 * tolerance


def test_it_starts_where_closed_valves_alone_would_leave_the_pressure_open():
    """Leaks and relief valve determine the pressure as soon as it is known on which side of their corners they are."""
    result = excavator("0.4*sin(2*time)", 3e6).simulate(0.001)
    assert result["relief.e"][0] == pytest.approx(3e6, rel=0.01)
    inflow = result["lift.f"][0] - result["sink.f"][0] - result["relief.f"][0]
    assert inflow == pytest.approx(0.0, abs=1e-12)
