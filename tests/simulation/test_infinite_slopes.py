"""Laws with square roots whose slope is infinite for an instant: valves that open, turbulent flow that turns.

A valve q' = 1 − √(q − 1) opens at t = 1; s = √(q − 1) obeys t − 1 = −2 s − 2 ln(1 − s). Two tanks whose difference of
levels is e' = −2 √e, from e = 1 on, stand alike from t = 1 on.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import multibond as mb

SOLVERS = ("auto", "dop853", "esdirk", "bdf", "adams", "ida")


def tank(law: str) -> mb.Model:
    m = mb.Model("tank", domain="hydraulic")
    m.inflow, m.bottom, m.store, m.valve = mb.Sf(1.0), mb.J0(), mb.C(1.0), mb.G(law=law)
    m.inflow >> m.bottom >> [m.store, m.valve]
    return m


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("law", ["sqrt(max(e - 1, 0))", "2*(0.25*max(e - 1, 0))**0.5", "sqrt(-min(1 - e, 0)*3/3)"])
def test_a_relief_valve_after_a_square_root_opens(law, solver):
    stop = 3.0
    s = brentq(lambda s: -2 * s - 2 * np.log(1 - s) - (stop - 1), 0.1, 0.999)
    result = tank(law).simulate(stop, solver=solver, tolerance=1e-8)
    assert result["store.q"][-1] == pytest.approx(1 + s**2, abs=1e-5)
    assert result.stats.doubts == []


@pytest.mark.parametrize("solver", SOLVERS)
def test_tanks_level_through_a_turbulent_orifice(solver):
    m = mb.Model("tanks", domain="hydraulic")
    m.left, m.right, m.between = mb.J0(), mb.J0(), mb.J1()
    m.high, m.low, m.orifice = mb.C(1.0, e0=2.0), mb.C(1.0, e0=1.0), mb.G(law="sign(e)*sqrt(abs(e))")
    m.left >> [m.high, m.between]
    m.between >> [m.orifice, m.right]
    m.right >> m.low
    result = m.simulate(3.0, solver=solver, tolerance=1e-7)
    level = 1.5 + 0.5 * np.maximum(1 - result.time, 0) ** 2
    assert np.allclose(result["high.e"], level, atol=1e-4)


@pytest.mark.parametrize("solver", SOLVERS)
def test_turbulent_flow_begins_from_nothing(solver):
    m = mb.Model("filling", domain="hydraulic")
    m.supply, m.line, m.orifice, m.store = mb.Se("2*time"), mb.J1(), mb.G(law="sign(e)*sqrt(abs(e))"), mb.C(1.0)
    m.supply >> m.line >> [m.orifice, m.store]
    result = m.simulate(1.0, solver=solver, tolerance=1e-8)
    # with s = √(2 t − q): 2 s s' = 2 − s, so that t = −2 s − 4 ln(1 − s/2)
    s = brentq(lambda s: -2 * s - 4 * np.log(1 - s / 2) - 1.0, 0.01, 1.99)
    assert result["store.q"][-1] == pytest.approx(2.0 - s**2, abs=1e-5)
